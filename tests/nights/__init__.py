"""Game nights: dates, answers, doors."""
