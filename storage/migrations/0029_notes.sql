-- What somebody has noted for themselves about one table.
CREATE TABLE notes (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    text     TEXT    NOT NULL CHECK (text <> ''),
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX notes_by_person ON notes (person);
