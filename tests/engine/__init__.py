"""The engine: dealers, a match in progress, transcripts."""
