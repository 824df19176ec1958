"""Tables: who sits where, whose turn it is, and what was acknowledged is on disk."""
