-- A revision is the number of a table's, night's or vote's newest change, a step the number of a move in a
-- game; `seq` was said of both. What the columns hold stays as it is.

ALTER TABLE tables RENAME COLUMN seq TO revision;
ALTER TABLE tables RENAME COLUMN board_seq TO board_revision;
ALTER TABLE seats RENAME COLUMN question_seq TO question_number;
ALTER TABLE log RENAME COLUMN seq TO step;
ALTER TABLE table_events RENAME COLUMN seq TO step;
ALTER TABLE nights RENAME COLUMN seq TO revision;
ALTER TABLE nights RENAME COLUMN shown_seq TO shown_revision;

-- The same names within the JSON. A sealed match opens with its newest step, so nothing within can be meant;
-- a vote holds numbers and fixed words alone.
UPDATE tables SET state = '{"step":' || substr(state, 8) WHERE substr(state, 1, 7) = '{"seq":';
UPDATE tables SET motion = replace(motion, '"seq":', '"revision":') WHERE motion IS NOT NULL;
