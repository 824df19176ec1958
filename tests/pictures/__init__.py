"""Tests of shapes and of what draws them, and a way to look at all pictures."""
