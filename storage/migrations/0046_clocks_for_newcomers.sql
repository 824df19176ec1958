-- Where newcomers learn a clock runs, too, so no table calls as nobody has moved there for long.
UPDATE nights SET calls = (
    SELECT json_group_array(json(value)) FROM json_each(calls)
    WHERE json_extract(value, '$.still') IS NOT 'idle'
) WHERE calls LIKE '%"idle"%';
