-- Since when the person of a seat is asked, from when the others may decide to go on without them, and whether they
-- have said since then that they are back.
ALTER TABLE seats ADD COLUMN asked_at INTEGER;
ALTER TABLE seats ADD COLUMN vote_at INTEGER;
ALTER TABLE seats ADD COLUMN said_back INTEGER NOT NULL DEFAULT 0 CHECK (said_back IN (0, 1));
-- A pause that silence has ended: another needs a vote.
ALTER TABLE tables ADD COLUMN pause_by_vote INTEGER NOT NULL DEFAULT 0 CHECK (pause_by_vote IN (0, 1));

-- Games of before: asked since the table last changed. Without a clock the others may decide after 72 hours, and at
-- once where time has run out and the table only asks.
UPDATE seats SET asked_at = (SELECT touched_at FROM tables WHERE id = table_id)
WHERE question_number IS NOT NULL AND level IS NULL AND stand_in IS NULL
AND table_id IN (SELECT id FROM tables WHERE phase = 'playing');
UPDATE seats SET vote_at = asked_at + 259200
WHERE asked_at IS NOT NULL AND table_id IN (SELECT id FROM tables WHERE pace = 'none');
UPDATE seats SET vote_at = asked_at + 1
WHERE asked_at IS NOT NULL AND clock_left = 0 AND clock_at IS NULL;
UPDATE tables SET due = min(
    ifnull(due, 1 << 62), (SELECT min(vote_at) FROM seats WHERE table_id = tables.id AND vote_at IS NOT NULL))
WHERE phase = 'playing' AND EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND vote_at IS NOT NULL);
