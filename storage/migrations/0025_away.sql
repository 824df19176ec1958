-- From when until when somebody is away, how their games go on meanwhile, and when that is next to be looked at.
ALTER TABLE people ADD COLUMN away_from INTEGER;
ALTER TABLE people ADD COLUMN away_until INTEGER;
ALTER TABLE people ADD COLUMN away_how TEXT CHECK (away_how IN ('clock', 'computer', 'table'));
ALTER TABLE people ADD COLUMN away_due INTEGER;
CREATE INDEX people_by_away_due ON people (away_due) WHERE away_due IS NOT NULL;

-- For how many days at most somebody's clock stops at a table because they are away.
ALTER TABLE tables ADD COLUMN away_days INTEGER NOT NULL DEFAULT 7;

-- For how many seconds it did, and until when the person is away, while that goes on.
ALTER TABLE seats ADD COLUMN away_used INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN back_at INTEGER;
ALTER TABLE seats ADD COLUMN away_how TEXT CHECK (away_how IN ('clock', 'computer', 'table'));
