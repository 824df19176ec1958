-- What people know of the games: somebody who has never finished one is helped through it.
CREATE TABLE learnt (
    person INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    -- How many games they have finished, those on no server too.
    ended  INTEGER NOT NULL DEFAULT 0 CHECK (ended >= 0),
    -- 1 if they said that they know it, 0 if they asked for tips after all; NULL if they said nothing.
    known  INTEGER CHECK (known IN (0, 1)),
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- A number below 0 stands for somebody who was forgotten.
INSERT INTO learnt (person, game, ended)
SELECT person, game, count(*) FROM results WHERE person > 0 GROUP BY person, game;

-- Whether somebody reads words in place of pictures.
ALTER TABLE people ADD COLUMN text INTEGER NOT NULL DEFAULT 0 CHECK (text IN (0, 1));
