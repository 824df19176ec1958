-- What is added to the numbers of a table's questions. A restore raises it far above all that were used,
-- so that nothing that was drawn before it answers a question asked after it.
ALTER TABLE tables ADD COLUMN question_base INTEGER NOT NULL DEFAULT 0 CHECK (question_base >= 0);
