-- Columns and a table get the names that the code uses; what they hold stays as it is.

ALTER TABLE seats RENAME COLUMN ask TO question_seq;
ALTER TABLE seats RENAME COLUMN minded TO stand_in;
ALTER TABLE seats RENAME COLUMN since TO away_since;
ALTER TABLE seats RENAME COLUMN outs TO timeouts;
ALTER TABLE seats RENAME COLUMN nudges TO reminders;
ALTER TABLE log RENAME COLUMN told TO events;

ALTER TABLE acts RENAME TO table_events;
DROP INDEX acts_by_table;
CREATE INDEX table_events_by_table ON table_events (table_id);
