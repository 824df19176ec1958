-- Pages of leaders that lie open, each with how Discord lets it be changed for a quarter of an hour: the next process
-- says there that it no longer follows.
CREATE TABLE open_pages (
    page     INTEGER NOT NULL PRIMARY KEY,
    token    TEXT    NOT NULL,
    language TEXT    NOT NULL,
    at       INTEGER NOT NULL
) STRICT;
