"""Donburiko!: collect acorns, but no more than six at a time."""
