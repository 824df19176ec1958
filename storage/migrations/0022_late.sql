-- Until when the seat of a guest is kept who comes after the doors have closed.
ALTER TABLE guests ADD COLUMN late_until INTEGER;
