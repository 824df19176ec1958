-- Whether the person of a seat learns the game there, and has more time for a move than the others.
ALTER TABLE seats ADD COLUMN learns INTEGER NOT NULL DEFAULT 0 CHECK (learns IN (0, 1));
