-- Whether computers at a table say something now and then.
ALTER TABLE tables ADD COLUMN banter INTEGER NOT NULL DEFAULT 1 CHECK (banter IN (0, 1));
