"""Colors of Kasane, in several files: what `test_kasane.py` has no room for."""
