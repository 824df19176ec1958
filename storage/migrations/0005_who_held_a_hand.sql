-- The interaction that started the game. It came after the seal was shown and is mixed into every draw,
-- so that nobody could look for a secret by trying deals. NULL where a deal follows from its secret alone.
ALTER TABLE tables ADD COLUMN started_by INTEGER;

-- What people were called when something was done to the table: who did it, and who was there before.
ALTER TABLE table_events ADD COLUMN name TEXT;
ALTER TABLE table_events ADD COLUMN whom_name TEXT;

-- All people who ever held a hand in a game, also those who were taken off or replaced, what they were
-- called then ('' if nobody noted it), and whether they agree to open all hands.
CREATE TABLE holders (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    agreed   INTEGER NOT NULL CHECK (agreed IN (0, 1)),
    UNIQUE (table_id, person)
) STRICT;

INSERT INTO holders (table_id, person, name, agreed)
SELECT table_id, person, name, agreed FROM seats
WHERE level IS NULL AND EXISTS (SELECT 1 FROM log WHERE log.table_id = seats.table_id)
ORDER BY table_id, seat;
INSERT OR IGNORE INTO holders (table_id, person, name, agreed)
SELECT table_id, first, '', 0 FROM seats
WHERE first > 0 AND EXISTS (SELECT 1 FROM log WHERE log.table_id = seats.table_id)
ORDER BY table_id, seat;
INSERT OR IGNORE INTO holders (table_id, person, name, agreed)
SELECT table_id, whom, '', 0 FROM table_events
WHERE whom > 0 AND seat IS NOT NULL AND what IN ('kicked', 'replaced') ORDER BY id;

ALTER TABLE seats DROP COLUMN agreed;
