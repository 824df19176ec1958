-- Why anybody may take a seat whose person hasn't left the game: they went home, or others found them gone.
ALTER TABLE seats ADD COLUMN freed TEXT CHECK (freed IN ('home', 'not_here'));
