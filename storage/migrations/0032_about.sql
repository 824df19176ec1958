-- What a host says of a night, and the voice channel where its guests talk.
ALTER TABLE nights ADD COLUMN about TEXT NOT NULL DEFAULT '';
ALTER TABLE nights ADD COLUMN voice INTEGER;
