-- Whether newcomers get teaching tables at a night, and which tables are some: with a teacher, who is the host, or without.
ALTER TABLE nights ADD COLUMN teach INTEGER NOT NULL DEFAULT 1 CHECK (teach IN (0, 1));
ALTER TABLE tables ADD COLUMN teaching TEXT NOT NULL DEFAULT '' CHECK (teaching IN ('', 'taught', 'alone'));

-- Whether somebody has been through the lesson; until now that was the same as saying that they know the game.
ALTER TABLE learnt ADD COLUMN lesson INTEGER NOT NULL DEFAULT 0 CHECK (lesson IN (0, 1));
