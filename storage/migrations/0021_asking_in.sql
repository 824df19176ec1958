-- Who has asked to be let in at a table that is by invitation. How they were answered isn't kept, so that nothing can
-- tell it.
CREATE TABLE asking (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    answered INTEGER NOT NULL DEFAULT 0 CHECK (answered IN (0, 1)),
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX asking_by_person ON asking (person);
