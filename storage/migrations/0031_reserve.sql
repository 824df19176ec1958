-- Time that carries over from one question to the next: how much everybody begins with, what a question's clock began
-- with, and what somebody has left.
ALTER TABLE tables ADD COLUMN reserve INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN clock_limit INTEGER;
ALTER TABLE seats ADD COLUMN reserve_left INTEGER;

-- Until now every question had the table's time for a move.
UPDATE seats SET clock_limit = (SELECT move_time FROM tables WHERE id = table_id) WHERE clock_left IS NOT NULL;
