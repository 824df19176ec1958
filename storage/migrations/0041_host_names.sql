-- What a night's host is called, also one who never answers. It was known only of those who did.
ALTER TABLE nights ADD COLUMN host_name TEXT NOT NULL DEFAULT '';
UPDATE nights SET host_name = coalesce(
    (SELECT name FROM guests WHERE night_id = nights.id AND person = nights.host), ''
);
