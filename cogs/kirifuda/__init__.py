"""Ameno Kirifuda: win tricks, but no more than you have stones for."""
