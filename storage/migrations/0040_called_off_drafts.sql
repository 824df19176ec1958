-- A draft that was called off before nights had series may still have begun one: it announces nothing.
UPDATE series SET state = 'ended', asked_at = NULL WHERE state <> 'ended' AND night_id IN (
    SELECT id FROM nights WHERE state = 'cancelled'
    AND EXISTS (SELECT 1 FROM night_events e WHERE e.night_id = nights.id AND e.what = 'drafted')
    AND NOT EXISTS (SELECT 1 FROM night_events e WHERE e.night_id = nights.id AND e.what = 'published')
);
