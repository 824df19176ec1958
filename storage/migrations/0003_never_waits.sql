-- Clocks, seats whose people are away, votes, what is done to a table, and deals that can be checked.

ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'none' CHECK (pace IN ('live', 'days', 'none'));
-- Seconds for a move; 0 where there is no clock.
ALTER TABLE tables ADD COLUMN move_time INTEGER NOT NULL DEFAULT 0 CHECK (move_time >= 0);
ALTER TABLE tables ADD COLUMN on_timeout TEXT NOT NULL DEFAULT 'move' CHECK (on_timeout IN ('move', 'seat', 'ask'));
ALTER TABLE tables ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
-- JSON: the vote that is open. It names seats, never people.
ALTER TABLE tables ADD COLUMN motion TEXT;
-- Hexadecimal: what the deal is drawn from, and what was shown of it before anyone joined.
ALTER TABLE tables ADD COLUMN secret TEXT;
ALTER TABLE tables ADD COLUMN commitment TEXT;
ALTER TABLE tables ADD COLUMN start_print TEXT;
ALTER TABLE tables ADD COLUMN log_print TEXT;
ALTER TABLE tables ADD COLUMN hands_open INTEGER NOT NULL DEFAULT 0 CHECK (hands_open IN (0, 1));
ALTER TABLE tables ADD COLUMN rematch_of TEXT;

CREATE UNIQUE INDEX tables_by_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

-- Who sat there when the game began.
ALTER TABLE seats ADD COLUMN first INTEGER;
-- A computer plays here for a person: for one move, until they are back, or until somebody is.
ALTER TABLE seats ADD COLUMN minded TEXT CHECK (minded IN ('once', 'away', 'left'));
-- The step of the game after which the person was last away.
ALTER TABLE seats ADD COLUMN since INTEGER;
-- So many of the person's moves in a row have run out of time.
ALTER TABLE seats ADD COLUMN outs INTEGER NOT NULL DEFAULT 0;
-- Seconds left when the clock was last set going, when that was (NULL while it stands still), how many
-- reminders were given, and when it next rings.
ALTER TABLE seats ADD COLUMN clock_left INTEGER;
ALTER TABLE seats ADD COLUMN clock_at INTEGER;
ALTER TABLE seats ADD COLUMN nudges INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN due INTEGER;
-- The person has agreed to open all hands at the end.
ALTER TABLE seats ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1));

CREATE INDEX seats_by_due ON seats (due) WHERE due IS NOT NULL;
DROP INDEX seats_of_computers;
CREATE INDEX seats_of_computers ON seats (table_id)
WHERE (level IS NOT NULL OR minded IS NOT NULL) AND ask IS NOT NULL;

-- A step that takes moves back: the step after which the game stood as it stands again now.
ALTER TABLE log ADD COLUMN back INTEGER;

-- What was done to a table beside the moves, and by whom. `seq` is the game's newest step then.
CREATE TABLE acts (
    id       INTEGER NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    what     TEXT    NOT NULL CHECK (what <> ''),
    role     TEXT    NOT NULL CHECK (role IN ('host', 'moderator', 'player', 'vote', 'clock')),
    seat     INTEGER CHECK (seat >= 0),
    person   INTEGER,
    whom     INTEGER
) STRICT;

CREATE INDEX acts_by_table ON acts (table_id);

-- What people have set for themselves: their time zone, and their quiet hours in minutes of the day.
CREATE TABLE people (
    id         INTEGER NOT NULL PRIMARY KEY,
    zone       TEXT,
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to   INTEGER CHECK (quiet_to BETWEEN 0 AND 1439)
) STRICT;
