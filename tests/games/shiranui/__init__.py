"""Shiranui: the sheet by its headings, the rulings by their numbers."""
