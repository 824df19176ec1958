-- How far a night runs by itself, the stage of its evening and since when, when those who lead it were last called, and
-- what for.
ALTER TABLE nights ADD COLUMN pilot TEXT NOT NULL DEFAULT 'host' CHECK (pilot IN ('host', 'helper', 'auto'));
ALTER TABLE nights ADD COLUMN stage TEXT NOT NULL DEFAULT ''
    CHECK (stage IN ('', 'doors', 'notice', 'round', 'late', 'last', 'finishing', 'break', 'held', 'few'));
ALTER TABLE nights ADD COLUMN stage_at INTEGER;
ALTER TABLE nights ADD COLUMN called_at INTEGER;
ALTER TABLE nights ADD COLUMN calls TEXT NOT NULL DEFAULT '[]';

-- When the message of a post was noted: a round is dealt only once its notice has been there for a while.
ALTER TABLE night_posts ADD COLUMN sent_at INTEGER;
