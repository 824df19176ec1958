-- Who wants to be told of the next nights of a series, or of all nights of a server (''), and who comes every time.
CREATE TABLE fans (
    guild_id  INTEGER NOT NULL,
    series_id TEXT    NOT NULL,
    person    INTEGER NOT NULL,
    name      TEXT    NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN ('tell', 'every')),
    since     INTEGER NOT NULL,
    -- On how many nights in a row they neither said whether they come nor came.
    silent    INTEGER NOT NULL CHECK (silent >= 0),
    PRIMARY KEY (guild_id, series_id, person)
) STRICT;

CREATE INDEX fans_by_person ON fans (person);
