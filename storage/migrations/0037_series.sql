-- A series of nights that announces its next one by itself. Its newest night carries it on.
CREATE TABLE series (
    id       TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    guild_id INTEGER NOT NULL,
    night_id TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('runs', 'asks', 'ended')),
    weeks    INTEGER NOT NULL CHECK (weeks > 0),
    -- The wall time of the last date that was announced, wherever that night was moved.
    local    TEXT    NOT NULL,
    -- JSON: what its nights are like, and the dates that are left out.
    template TEXT    NOT NULL,
    skipped  TEXT    NOT NULL,
    -- How many of the last nights nobody played on, and since when its host is asked.
    empty    INTEGER NOT NULL CHECK (empty >= 0),
    asked_at INTEGER
) STRICT;

CREATE INDEX series_by_guild ON series (guild_id) WHERE state <> 'ended';

-- Until now a night itself repeated, and named the one after it: the last one of each chain carries it on.
INSERT INTO series (id, guild_id, night_id, state, weeks, local, template, skipped, empty)
SELECT id, guild_id, id, 'runs', repeat, local,
    CASE WHEN state = 'draft' THEN '{}' ELSE json_object(
        'language', language, 'title', title, 'game', game, 'options', options, 'mode', mode, 'rounds', rounds,
        'move_time', move_time, 'pause', pause, 'cap', cap, 'season', season, 'mention', mention, 'pilot', pilot,
        'games', games, 'about', about, 'voice', voice, 'teach', json(iif(teach, 'true', 'false')))
    END, '[]', 0
FROM nights WHERE repeat > 0 AND (next_id IS NULL OR next_id NOT IN (SELECT id FROM nights))
-- A draft that was made like a night of a series becomes a night of that one.
AND NOT (state = 'draft' AND EXISTS (
    SELECT 1 FROM night_events e JOIN nights before ON before.id = e.note
    WHERE e.night_id = nights.id AND e.what = 'drafted' AND before.repeat > 0));

ALTER TABLE nights ADD COLUMN series_id TEXT;

WITH RECURSIVE chain (id, series_id) AS (
    SELECT night_id, id FROM series
    UNION SELECT nights.id, chain.series_id FROM nights JOIN chain ON nights.next_id = chain.id
)
UPDATE nights SET series_id = (SELECT series_id FROM chain WHERE chain.id = nights.id)
WHERE id IN (SELECT id FROM chain);

CREATE INDEX nights_by_series ON nights (series_id) WHERE series_id IS NOT NULL;
ALTER TABLE nights DROP COLUMN repeat;
ALTER TABLE nights DROP COLUMN next_id;
