-- The tables, who sits at them, and the log of their games. Ids of Discord are 64-bit integers, times
-- are seconds since 1970. Columns named after JSON hold text that this layer never reads.

PRAGMA application_id = 1262570325;

CREATE TABLE tables (
    id            TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    game          TEXT    NOT NULL CHECK (game <> ''),
    rules_version INTEGER NOT NULL,
    phase         TEXT    NOT NULL CHECK (phase IN ('lobby', 'playing', 'finished', 'cancelled')),
    host          INTEGER NOT NULL,
    guild_id      INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    place_id      INTEGER,
    card_id       INTEGER,
    board_id      INTEGER,
    board_seq     INTEGER NOT NULL CHECK (board_seq >= -1),
    ping_id       INTEGER,
    asleep        INTEGER NOT NULL CHECK (asleep IN (0, 1)),
    seq           INTEGER NOT NULL CHECK (seq >= 0),
    opened_by     INTEGER NOT NULL UNIQUE,
    opened_at     INTEGER NOT NULL,
    touched_at    INTEGER NOT NULL,
    language      TEXT    NOT NULL,
    -- The long ones come last, so that reading the others does not have to fetch them.
    options       TEXT    NOT NULL,
    result        TEXT,
    state         TEXT
) STRICT;

CREATE INDEX tables_by_guild ON tables (guild_id, phase);
CREATE INDEX tables_by_channel ON tables (channel_id, phase);
CREATE INDEX tables_by_place ON tables (place_id, phase) WHERE place_id IS NOT NULL;
-- Partial ones: an index over every phase would tempt SQLite to walk through all tables in play.
CREATE INDEX tables_forgotten ON tables (touched_at) WHERE phase = 'lobby';
CREATE INDEX tables_over ON tables (touched_at) WHERE phase IN ('finished', 'cancelled');
CREATE INDEX tables_to_repair ON tables (touched_at) WHERE board_seq < seq AND asleep = 0;

CREATE TRIGGER tables_leave_only_when_over BEFORE DELETE ON tables
WHEN OLD.phase IN ('lobby', 'playing')
BEGIN
    SELECT RAISE(ABORT, 'a table that is not over cannot be deleted');
END;

CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    person   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    ask      INTEGER,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (person);

CREATE TABLE log (
    table_id       TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq            INTEGER NOT NULL CHECK (seq >= 0),
    seat           INTEGER CHECK (seat >= 0),
    interaction_id INTEGER UNIQUE,
    at             INTEGER NOT NULL,
    action         TEXT    NOT NULL,
    draws          TEXT    NOT NULL,
    told           TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT;

CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

-- Rows leave only together with their table, which is gone already when they follow it.
CREATE TRIGGER log_leaves_only_with_its_table BEFORE DELETE ON log
WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
