-- When the game of a lobby begins by itself, and the interaction that set that: its deal is mixed from it.
ALTER TABLE tables ADD COLUMN starts_at INTEGER;
ALTER TABLE tables ADD COLUMN start_by INTEGER;
-- Why it didn't begin then, and the message that calls the host for it.
ALTER TABLE tables ADD COLUMN missed TEXT CHECK (missed IN ('few', 'late'));
ALTER TABLE tables ADD COLUMN call_id INTEGER;

-- When something is due at a table besides the clocks of its seats: its game begins, or its vote is over.
ALTER TABLE tables ADD COLUMN due INTEGER;
-- Votes that end a game are over after a week; no others say when they were begun.
UPDATE tables SET due = json_extract(motion, '$.at') + 604800
WHERE phase = 'playing' AND json_extract(motion, '$.at') > 0;

CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
