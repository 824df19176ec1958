-- The wall time at which the nights of a series were before all to come moved, until the next one is announced, and on
-- that; '' if they haven't.
ALTER TABLE series ADD COLUMN moved_from TEXT NOT NULL DEFAULT '';
ALTER TABLE nights ADD COLUMN moved_from TEXT NOT NULL DEFAULT '';
