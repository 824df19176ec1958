"""The games, one folder each, and the commands they share."""
