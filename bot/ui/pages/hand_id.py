"""The id of the button that shows a hand, which many pages have."""

from __future__ import annotations


def hand_id(table_id: str, *, card: bool = False) -> str:
    """Return the id of the button that shows a hand: on the board, or on the card."""
    return f"t:hand:{table_id}" + (":card" if card else "")
