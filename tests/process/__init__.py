"""The process: its command line, its start and its end, and what watches over it."""
