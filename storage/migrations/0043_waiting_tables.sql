-- A move left unwritten from when the others may go on without whom it asks: tables that wait since then are told it.
UPDATE tables SET due = (
    SELECT min(s.vote_at) FROM seats s WHERE s.table_id = tables.id AND s.vote_at > tables.touched_at
) WHERE phase = 'playing' AND due IS NULL AND paused = 0 AND motion IS NULL AND (
    SELECT count(*) FROM seats s WHERE s.table_id = tables.id AND s.level IS NULL
    AND (s.stand_in IS NULL OR s.stand_in = 'once')
) > 1;
