"""The tables, on real SQLite files."""
