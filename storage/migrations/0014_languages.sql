-- The language in which somebody last used the bot, for what it sends them by itself. Kept of those
-- alone who chose to be reminded by direct message.
ALTER TABLE people ADD COLUMN language TEXT;
