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

CREATE TABLE nights (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    language   TEXT    NOT NULL,
    state      TEXT    NOT NULL
               CHECK (state IN ('draft', 'open', 'doors', 'playing', 'over', 'cancelled')),
    host       INTEGER NOT NULL,
    -- JSON: who may lead it beside the host.
    hosts      TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    game       TEXT    NOT NULL CHECK (game <> ''),
    options    TEXT    NOT NULL,
    mode       TEXT    NOT NULL CHECK (mode IN ('social', 'standing', 'one_table')),
    rounds     INTEGER NOT NULL CHECK (rounds > 0),
    -- Seconds for a move, and between two rounds.
    move_time  INTEGER NOT NULL CHECK (move_time > 0),
    pause      INTEGER NOT NULL CHECK (pause >= 0),
    cap        INTEGER CHECK (cap > 0),
    -- The wall time and the zone are what was meant; the seconds are reckoned from them.
    local      TEXT    NOT NULL,
    zone       TEXT    NOT NULL,
    starts_at  INTEGER NOT NULL,
    doors_at   INTEGER NOT NULL,
    closes_at  INTEGER NOT NULL,
    doors      TEXT    NOT NULL CHECK (doors IN ('shut', 'open', 'closed')),
    -- Until when everything that was due has happened.
    rung       INTEGER NOT NULL,
    due        INTEGER,
    season     INTEGER,
    repeat     INTEGER NOT NULL CHECK (repeat >= 0),
    next_id    TEXT,
    mention    INTEGER,
    size_shift INTEGER NOT NULL,
    seq        INTEGER NOT NULL CHECK (seq >= 0),
    touched_at INTEGER NOT NULL,
    opened_by  INTEGER NOT NULL UNIQUE,
    -- Where its messages lie; no change of the night itself writes these.
    card_id    INTEGER,
    thread_id  INTEGER,
    event_id   INTEGER,
    recap_id   INTEGER,
    shown_seq  INTEGER NOT NULL DEFAULT -1,
    asleep     INTEGER NOT NULL DEFAULT 0 CHECK (asleep IN (0, 1))
) STRICT;

CREATE INDEX nights_by_due ON nights (due) WHERE due IS NOT NULL;
CREATE INDEX nights_by_guild ON nights (guild_id, state);
CREATE INDEX nights_to_show ON nights (touched_at) WHERE shown_seq < seq AND asleep = 0;

CREATE TABLE guests (
    night_id      TEXT    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    person        INTEGER NOT NULL,
    name          TEXT    NOT NULL,
    answer        TEXT    NOT NULL CHECK (answer IN ('invited', 'in', 'waits', 'maybe', 'out')),
    place         INTEGER,
    -- JSON: what stands beside the name, and when they want to be reminded.
    marks         TEXT    NOT NULL,
    offered_until INTEGER,
    remind        TEXT    NOT NULL,
    came_at       INTEGER,
    gone_at       INTEGER,
    PRIMARY KEY (night_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX guests_by_person ON guests (person);

CREATE TABLE rounds (
    night_id TEXT    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL CHECK (number > 0),
    seed     INTEGER NOT NULL,
    -- JSON: who sits where. Once it is dealt that is the truth.
    seating  TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('proposed', 'dealt', 'over')),
    began_at INTEGER,
    over_at  INTEGER,
    list_id  INTEGER,
    PRIMARY KEY (night_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rounds_dealt ON rounds (night_id) WHERE state = 'dealt';

-- What was done to a night, and by whom.
CREATE TABLE night_events (
    id             INTEGER NOT NULL PRIMARY KEY,
    night_id       TEXT    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    at             INTEGER NOT NULL,
    what           TEXT    NOT NULL CHECK (what <> ''),
    interaction_id INTEGER UNIQUE,
    by             INTEGER,
    whom           INTEGER,
    note           TEXT
) STRICT;

CREATE INDEX night_events_by_night ON night_events (night_id);

-- What is to be said once. It is written with the change that it tells of, and sent after that.
CREATE TABLE night_posts (
    id         INTEGER NOT NULL PRIMARY KEY,
    night_id   TEXT    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind <> ''),
    people     TEXT    NOT NULL,
    details    TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    message_id INTEGER
) STRICT;

CREATE INDEX night_posts_unsent ON night_posts (night_id) WHERE message_id IS NULL;
