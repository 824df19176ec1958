-- What people can ask about their data, and whom the operator of the bot keeps out.

-- Persons and servers that may not use the bot at all.
CREATE TABLE bans (
    kind TEXT    NOT NULL CHECK (kind IN ('person', 'server')),
    -- Of a person who was forgotten it is the number that the key below makes of their id.
    id   INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- With it a number is made of somebody's id that still keeps them out once they were forgotten.
INSERT INTO meta (key, value) VALUES ('person key', lower(hex(randomblob(32))));

-- For finding all that somebody is named in.
CREATE INDEX holders_by_person ON holders (person);
CREATE INDEX table_events_by_person ON table_events (person) WHERE person IS NOT NULL;
CREATE INDEX table_events_by_whom ON table_events (whom) WHERE whom IS NOT NULL;
CREATE INDEX tables_by_anyone ON tables (opener) WHERE opener IS NOT NULL;

-- For finding all that is kept of a server the bot has left.
CREATE INDEX seasons_by_guild ON seasons (guild_id);
