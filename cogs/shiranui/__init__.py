"""Shiranui: win tricks with the lowest card of the strongest colour."""
