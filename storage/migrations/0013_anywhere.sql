-- Tables that are on no server: one person alone against computers, in direct messages or where
-- the bot isn't. Server and channel of such a table are 0, which is no id of Discord's.

-- It has no board, so none is ever behind.
DROP INDEX tables_to_repair;
CREATE INDEX tables_to_repair ON tables (touched_at)
WHERE board_seq < seq AND asleep = 0 AND guild_id <> 0;

-- What is won there counts nowhere.
CREATE TRIGGER results_are_of_servers BEFORE INSERT ON results
WHEN NEW.guild_id = 0
BEGIN
    SELECT RAISE(ABORT, 'a table on no server has no results');
END;
