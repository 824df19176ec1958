"""The colours that all pictures share, and whether one can be read on another."""

from __future__ import annotations

from typing import Final

GROUND: Final = "#22262b"
PANEL: Final = "#2e343b"
SLOT: Final = "#3b434c"
"""An empty place for a card."""
LIGHT: Final = "#f6f2ea"
"""Text and marks on dark grounds."""
MUTED: Final = "#b9c0c8"
"""Secondary text on dark grounds."""
INK: Final = "#191512"
"""Text and edges on light grounds."""
PAPER: Final = "#f5ecdc"
"""A card's face."""
GOLD: Final = "#ffc94a"
"""Chips, points and what wins."""
MEDALS: Final = (GOLD, "#c9d1d9", "#d9925f")
"""Gold, silver and bronze: the first three places of a night."""
GOOD: Final = "#63d08a"
BAD: Final = "#ff7a6b"

SEATS: Final = ("#e69f00", "#56b4e9", "#cc79a7", "#009e73", "#f0e442", "#d55e00")
"""The colours of the seats by number: Okabe and Ito's, which colour-blind people can tell apart."""


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of a colour, 0 to 255 each."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def number_of(colour: str) -> int:
    """Return a colour as the number that Discord expects."""
    return int(colour[1:], 16)
