-- The code with which Discord refused the place where a night, or a table, would lie; 0 if it didn't.
ALTER TABLE nights ADD COLUMN place_code INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN place_code INTEGER NOT NULL DEFAULT 0;
