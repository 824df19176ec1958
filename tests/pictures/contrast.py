"""How well one colour can be read on another."""

from __future__ import annotations

from bot.ui.pictures.palette import channels


def contrast(one: str, other: str) -> float:
    """Return how well one colour can be read on another, 1 to 21, by WCAG's formula."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [channel / 255 for channel in channels(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
