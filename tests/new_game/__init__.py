"""Begins a new game."""
