-- The games of a night besides its first one, with how each is played (JSON); and which of them somebody would play.
ALTER TABLE nights ADD COLUMN games TEXT NOT NULL DEFAULT '[]';
ALTER TABLE guests ADD COLUMN games TEXT NOT NULL DEFAULT '[]';
