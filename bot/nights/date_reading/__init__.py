"""Reading what somebody typed as a date, from words to moments: `typed_dates` begins here."""
