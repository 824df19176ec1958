-- Posts of nights are redrawn as long as they hold: the sign of what each shows, and whether it is past.
ALTER TABLE night_posts ADD COLUMN shown INTEGER;
ALTER TABLE night_posts ADD COLUMN past INTEGER NOT NULL DEFAULT 0 CHECK (past IN (0, 1));
-- What was dropped, and what was said on nights that are over, stays as it is.
UPDATE night_posts SET past = 1 WHERE message_id = 0
OR night_id IN (SELECT id FROM nights WHERE state IN ('over', 'cancelled')) AND message_id IS NOT NULL;
CREATE INDEX night_posts_standing ON night_posts (night_id) WHERE past = 0;
DROP INDEX night_posts_unsent;

-- Why a night was cancelled.
ALTER TABLE nights ADD COLUMN why TEXT NOT NULL DEFAULT '';
