"""Lessons, held to what the rules say."""
