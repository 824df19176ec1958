-- How games have ended: one row a seat. A row outlives its table, which may be deleted sooner.
CREATE TABLE results (
    table_id    TEXT    NOT NULL CHECK (table_id <> ''),
    seat        INTEGER NOT NULL CHECK (seat >= 0),
    -- Whose seat it was: NULL for nobody's, since a computer played there, and a negative number of
    -- their own for people who were forgotten. The name is what they were called then, or ''.
    person      INTEGER,
    name        TEXT    NOT NULL,
    guild_id    INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    seats       INTEGER NOT NULL CHECK (seats >= 2),
    score       INTEGER NOT NULL,
    -- From 1 on; those who share some places have the mean of them.
    place       REAL    NOT NULL CHECK (place >= 1),
    -- From 0 for the last place to 5040 for the first, so that no fraction is lost.
    points      INTEGER NOT NULL CHECK (points BETWEEN 0 AND 5040),
    won         INTEGER NOT NULL CHECK (won IN (0, 1)),
    -- How many decisions the seat made, moves taken back left out, and how many of them a computer.
    decisions   INTEGER NOT NULL CHECK (decisions >= 0),
    by_computer INTEGER NOT NULL CHECK (by_computer BETWEEN 0 AND decisions),
    -- 0 for a table where nobody but one person earned points.
    counts      INTEGER NOT NULL CHECK (counts IN (0, 1)),
    ended_at    INTEGER NOT NULL,
    -- The game night and its round; NULL for a table that belongs to none.
    night_id    TEXT,
    round       INTEGER,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_guild ON results (guild_id, ended_at);
CREATE INDEX results_by_person ON results (person) WHERE person IS NOT NULL;
CREATE INDEX results_by_night ON results (night_id) WHERE night_id IS NOT NULL;

-- Results that are added up on a server: from the first second of a first day to the last of a last
-- one, in a time zone; of one game, or of all; of all tables, or of those of game nights alone.
CREATE TABLE seasons (
    id        INTEGER NOT NULL PRIMARY KEY,
    guild_id  INTEGER NOT NULL,
    name      TEXT    NOT NULL COLLATE NOCASE CHECK (name <> ''),
    first_day TEXT    NOT NULL,
    last_day  TEXT    NOT NULL CHECK (last_day >= first_day),
    zone      TEXT    NOT NULL,
    begins_at INTEGER NOT NULL,
    ends_at   INTEGER NOT NULL CHECK (ends_at > begins_at),
    game      TEXT,
    tables    TEXT    NOT NULL CHECK (tables IN ('all', 'nights')),
    rule      TEXT    NOT NULL CHECK (rule IN ('average')),
    UNIQUE (guild_id, name)
) STRICT;

-- Others read "a guest" in standings.
ALTER TABLE people ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));
