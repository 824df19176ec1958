-- A question to a server which of several dates suits, before a night is announced.
CREATE TABLE asks (
    id             TEXT    NOT NULL PRIMARY KEY,
    guild_id       INTEGER NOT NULL,
    channel_id     INTEGER NOT NULL,
    language       TEXT    NOT NULL,
    state          TEXT    NOT NULL CHECK (state IN ('draft', 'open', 'closed', 'announced')),
    host           INTEGER NOT NULL,
    host_name      TEXT    NOT NULL,
    zone           TEXT    NOT NULL,
    dates          TEXT    NOT NULL,
    games          TEXT    NOT NULL,
    until          INTEGER NOT NULL,
    until_said     TEXT    NOT NULL,
    mention        INTEGER,
    why            TEXT    NOT NULL DEFAULT '' CHECK (why IN ('', 'time', 'host', 'place')),
    night_id       TEXT,
    call_at        INTEGER,
    revision       INTEGER NOT NULL,
    made_at        INTEGER NOT NULL,
    opened_by      INTEGER NOT NULL UNIQUE,
    card_id        INTEGER,
    called         INTEGER NOT NULL DEFAULT 0,
    call_id        INTEGER,
    shown_revision INTEGER NOT NULL DEFAULT -1,
    asleep         INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX asks_open ON asks (until) WHERE state = 'open';
CREATE INDEX asks_by_guild ON asks (guild_id, state);

CREATE TABLE ask_answers (
    ask_id TEXT    NOT NULL REFERENCES asks (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    name   TEXT    NOT NULL,
    can    TEXT    NOT NULL,
    maybe  TEXT    NOT NULL,
    games  TEXT    NOT NULL,
    none   INTEGER NOT NULL,
    PRIMARY KEY (ask_id, person)
) STRICT;

CREATE INDEX ask_answers_by_person ON ask_answers (person);
