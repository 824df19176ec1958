-- What tables call their hosts for stands in one message now. What was said by then stays as it is.
UPDATE night_posts SET past = 1, message_id = coalesce(message_id, 0) WHERE kind = 'call' AND past = 0;
