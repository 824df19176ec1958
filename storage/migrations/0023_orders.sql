-- Moves that people have set ahead: for the next visit to a seat, up to six lines of a case and a move. They are secret.
CREATE TABLE orders (
    table_id    TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat        INTEGER NOT NULL CHECK (seat >= 0),
    number      INTEGER NOT NULL CHECK (number BETWEEN 1 AND 6),
    person      INTEGER NOT NULL,
    case_json   TEXT    NOT NULL,
    action_json TEXT    NOT NULL,
    set_at      INTEGER NOT NULL,
    -- When it is played, once the seat is asked; the same in all lines of a seat.
    due         INTEGER,
    -- Why it isn't played any more; kept until its person has read that.
    dropped     TEXT CHECK (dropped IN ('unfit', 'moved', 'back')),
    PRIMARY KEY (table_id, seat, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX orders_by_person ON orders (person);
CREATE INDEX orders_by_due ON orders (due) WHERE due IS NOT NULL;
