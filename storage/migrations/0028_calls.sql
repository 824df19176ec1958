-- How somebody's turn calls them, whether their direct messages were found closed (2 once they were told), the times of
-- day of their digest in minutes (JSON), when the next one comes, when they were last called directly, and when
-- something is due for them.
ALTER TABLE people ADD COLUMN calls TEXT NOT NULL DEFAULT 'thread' CHECK (calls IN ('thread', 'dm', 'quiet'));
ALTER TABLE people ADD COLUMN calls_closed INTEGER NOT NULL DEFAULT 0 CHECK (calls_closed IN (0, 1, 2));
ALTER TABLE people ADD COLUMN digest TEXT NOT NULL DEFAULT '[]';
ALTER TABLE people ADD COLUMN digest_at INTEGER;
ALTER TABLE people ADD COLUMN called_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN due INTEGER;

CREATE INDEX people_by_due ON people (due) WHERE due IS NOT NULL;

-- What somebody has set for one table.
CREATE TABLE mine_here (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    calls    TEXT    NOT NULL CHECK (calls IN ('thread', 'dm', 'quiet')),
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX mine_here_by_person ON mine_here (person);

-- Each call by direct message: what somebody is asked, and how much of their time was over then.
CREATE TABLE dm_calls (
    id       INTEGER NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    question INTEGER NOT NULL,
    person   INTEGER NOT NULL,
    reason   TEXT    NOT NULL CHECK (reason IN ('move', 'half', 'last', 'over')),
    at       INTEGER NOT NULL,
    state    TEXT    NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'sent', 'closed', 'dropped')),
    UNIQUE (table_id, question, person, reason)
) STRICT;

CREATE INDEX dm_calls_by_person ON dm_calls (person, state);
