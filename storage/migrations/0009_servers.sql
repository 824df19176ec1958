-- What a server has set. Its rows go some time after the bot has left it.
CREATE TABLE servers (
    guild_id INTEGER NOT NULL PRIMARY KEY,
    zone     TEXT,
    language TEXT,
    -- JSON.
    settings TEXT    NOT NULL,
    left_at  INTEGER
) STRICT;

-- Who can't come to tables and nights of a server.
CREATE TABLE blocks (
    guild_id INTEGER NOT NULL,
    person   INTEGER NOT NULL,
    -- Who decided it; 0 for somebody who was forgotten.
    by       INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    -- NULL until somebody takes it back.
    until    INTEGER,
    note     TEXT    NOT NULL,
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;

-- Whom a person would rather not be seated with. Nobody else is ever told.
CREATE TABLE apart (
    person INTEGER NOT NULL,
    other  INTEGER NOT NULL CHECK (other <> person),
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX apart_by_other ON apart (other);

-- Where somebody wants to be reminded of nights.
ALTER TABLE people ADD COLUMN reminders TEXT NOT NULL DEFAULT 'thread'
CHECK (reminders IN ('thread', 'dm'));

-- Who opened the table; the host may be another by now.
ALTER TABLE tables ADD COLUMN opener INTEGER;
UPDATE tables SET opener = host;
CREATE INDEX tables_by_opener ON tables (opener, guild_id) WHERE phase IN ('lobby', 'playing');

-- Only who was invited can join.
ALTER TABLE tables ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));
-- The game begins as the last seat is taken.
ALTER TABLE tables ADD COLUMN start_when_full INTEGER NOT NULL DEFAULT 0
CHECK (start_when_full IN (0, 1));

CREATE TABLE invited (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX invited_by_person ON invited (person);
