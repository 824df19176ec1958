-- What a page that lies open is about, of which kind it is, and whose: once its person opens another one, it is deleted,
-- also by the next process. Hands are about nothing.
ALTER TABLE open_pages ADD COLUMN about TEXT NOT NULL DEFAULT '';
ALTER TABLE open_pages ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE open_pages ADD COLUMN person INTEGER NOT NULL DEFAULT 0;
