-- Computer players: `level` says how well one plays and is NULL for a person. A computer's `person` is
-- a negative number that it shares with nobody at its table, and never an id of Discord.

ALTER TABLE seats ADD COLUMN level TEXT CHECK (level IS NULL OR (level <> '' AND person < 0));

-- For the computers whose move it was when the bot went down.
CREATE INDEX seats_of_computers ON seats (table_id) WHERE level IS NOT NULL AND ask IS NOT NULL;
