-- How far people are in the lessons of the games. The game itself is played again from the lesson.
CREATE TABLE lessons (
    person INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    -- Counted from 0; a version of the bot with fewer steps takes a later one for its last.
    step   INTEGER NOT NULL CHECK (step >= 0),
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
