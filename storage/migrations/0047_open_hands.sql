-- Hands that lie open are noted, too: they don't begin with as of when they are.
ALTER TABLE open_pages ADD COLUMN hand INTEGER NOT NULL DEFAULT 0;
