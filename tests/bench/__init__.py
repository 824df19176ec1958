"""Benchmarks: figures beside their targets, measured in one run. Nothing here passes or fails."""
