-- Calls of people for whom a computer plays stay, and lead them back: their ids, apart by spaces.
ALTER TABLE tables ADD COLUMN away_ids TEXT NOT NULL DEFAULT '';
