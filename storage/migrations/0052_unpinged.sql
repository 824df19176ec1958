-- Who doesn't want to be pinged about the game nights of a server, whatever they have answered.
CREATE TABLE unpinged (
    guild_id INTEGER NOT NULL,
    person   INTEGER NOT NULL,
    PRIMARY KEY (guild_id, person)
) STRICT;

CREATE INDEX unpinged_by_person ON unpinged (person);
