"""The sandbox page, driven in a browser."""
