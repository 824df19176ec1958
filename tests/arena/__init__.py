"""Computer players against each other, to see who is the stronger. A tool, not a test."""
