-- Which of its series a night is, in the order of announcing, which was told from where rows lie.
ALTER TABLE nights ADD COLUMN series_number INTEGER NOT NULL DEFAULT 0;
UPDATE nights SET series_number = (
    SELECT count(*) FROM nights o WHERE o.series_id = nights.series_id AND o.rowid <= nights.rowid
) WHERE series_id IS NOT NULL;
