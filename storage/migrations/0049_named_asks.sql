-- What the night is called that may come of a question, and what its host says of it; '' if nothing.
ALTER TABLE asks ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE asks ADD COLUMN about TEXT NOT NULL DEFAULT '';
