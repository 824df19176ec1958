-- Since which revision of its table the person of a seat is gone: they come behind all who are there, whoever
-- went first last. NULL while nobody is gone.
ALTER TABLE seats ADD COLUMN gone INTEGER;
-- A seat whose row moves no more keeps the end it had, so only games at play are looked at. Of computers that
-- finish a game nobody is gone who wasn't before.
UPDATE seats SET gone = coalesce(
    away_since,
    (SELECT max(step) FROM table_events AS e
     WHERE e.table_id = seats.table_id AND e.seat = seats.seat AND e.what IN ('kicked', 'forgotten')),
    0)
WHERE stand_in IN ('away', 'left')
AND table_id IN (SELECT id FROM tables WHERE phase = 'playing')
AND (stand_in = 'left' OR NOT EXISTS (
    SELECT 1 FROM table_events AS e
    WHERE e.table_id = seats.table_id AND e.what = 'played_out' AND e.step <= seats.away_since));

-- Whether the person of a result was gone at the end; nobody was told apart by that before.
ALTER TABLE results ADD COLUMN gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1));
-- Whoever had a seat and earned nothing has a row of their own, numbered on after the last seat. At the tables
-- of game nights before, standings found them by themselves; seasons never counted them, and don't now.
INSERT INTO results (
    table_id, seat, person, name, guild_id, game, seats, score, place, points, won,
    decisions, by_computer, counts, ended_at, night_id, round, gone)
SELECT
    r.table_id, r.seats - 1 + row_number() OVER (PARTITION BY r.table_id ORDER BY r.seat), s.first,
    coalesce((SELECT e.whom_name FROM table_events AS e
              WHERE e.table_id = r.table_id AND e.whom = s.first AND e.whom_name IS NOT NULL
              ORDER BY e.id DESC LIMIT 1),
             (SELECT h.name FROM holders AS h WHERE h.table_id = r.table_id AND h.person = s.first), ''),
    r.guild_id, r.game, r.seats, r.score, r.seats, 0, 0, 0, 0, 0, r.ended_at, r.night_id, r.round, 1
FROM results AS r JOIN seats AS s ON s.table_id = r.table_id AND s.seat = r.seat
WHERE r.night_id IS NOT NULL
-- Computers have small numbers below 0, people who were forgotten great ones.
AND (s.first > 0 OR s.first <= -2305843009213693952)
AND NOT EXISTS (
    SELECT 1 FROM results AS own
    WHERE own.night_id = r.night_id AND own.round IS r.round AND own.person = s.first);
