"""Benchmarks: figures next to their targets, measured in one run. Nothing here passes or fails."""
