-- Whether the person of a seat gave the game up: a computer plays it to the end, and nobody takes it over.
ALTER TABLE seats ADD COLUMN gave_up INTEGER NOT NULL DEFAULT 0 CHECK (gave_up IN (0, 1));

-- Whoever had left a game of a night has a row since the format before the last, and hasn't finished that game.
UPDATE learnt SET ended = max(0, ended - (
    SELECT count(*) FROM results AS r
    WHERE r.person = learnt.person AND r.game = learnt.game AND r.seat >= r.seats));
