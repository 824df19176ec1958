-- How the board of a table is shown: as a picture, or in words alone.
ALTER TABLE tables ADD COLUMN boards TEXT NOT NULL DEFAULT 'pictures' CHECK (boards IN ('pictures', 'text'));

-- The message that a finished game ends with. Games that ended before there was one have it in their board.
ALTER TABLE tables ADD COLUMN end_id INTEGER;
UPDATE tables SET end_id = board_id WHERE phase = 'finished';
