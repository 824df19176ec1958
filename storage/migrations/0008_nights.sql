-- Game nights. Tables of a night know it, their round and their number there.
ALTER TABLE tables ADD COLUMN night_id TEXT;
ALTER TABLE tables ADD COLUMN night_round INTEGER;
ALTER TABLE tables ADD COLUMN night_table INTEGER;
-- Computers play the game to its end, also with no people there.
ALTER TABLE tables ADD COLUMN played_out INTEGER NOT NULL DEFAULT 0 CHECK (played_out IN (0, 1));

CREATE UNIQUE INDEX tables_by_night ON tables (night_id, night_round, night_table)
WHERE night_id IS NOT NULL;

-- The host of a night may decide for its tables. A CHECK can't be changed, so the rows move over.
CREATE TABLE table_events_anew (
    id        INTEGER NOT NULL PRIMARY KEY,
    table_id  TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    what      TEXT    NOT NULL CHECK (what <> ''),
    role      TEXT    NOT NULL CHECK (role IN ('host', 'moderator', 'player', 'vote', 'clock', 'night')),
    seat      INTEGER CHECK (seat >= 0),
    person    INTEGER,
    whom      INTEGER,
    name      TEXT,
    whom_name TEXT
) STRICT;
INSERT INTO table_events_anew SELECT * FROM table_events;
DROP TABLE table_events;
ALTER TABLE table_events_anew RENAME TO table_events;
CREATE INDEX table_events_by_table ON table_events (table_id);
