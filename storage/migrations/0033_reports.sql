-- What people tell whoever runs the bot about a table where something is wrong. A report outlives its table.
CREATE TABLE reports (
    id       TEXT    NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL,
    step     INTEGER NOT NULL,
    person   INTEGER,
    at       INTEGER NOT NULL,
    words    TEXT    NOT NULL CHECK (words <> ''),
    versions TEXT    NOT NULL,
    errors   TEXT    NOT NULL
) STRICT;

CREATE INDEX reports_by_person ON reports (person);
CREATE INDEX reports_by_table ON reports (table_id);
CREATE INDEX reports_by_time ON reports (at);
