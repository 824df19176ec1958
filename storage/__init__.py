"""What is kept on disk: tables, seats and the log."""
