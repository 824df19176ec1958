"""Readable transcripts of whole matches."""
