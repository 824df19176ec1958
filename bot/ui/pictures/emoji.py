"""The emoji of the bot's own: how they are called at Discord, and what they show."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.ui.pictures.brushes import seat_mark
from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.palette import SEATS
from bot.ui.pictures.shapes import Picture

PREFIX: Final = "kk_"
"""Begins the names of those emoji at Discord that are this bot's to make and to remove."""


@dataclass(frozen=True, slots=True)
class Emoji:
    """An emoji under the name that games and texts know it by, and its picture on nothing."""

    name: str
    picture: Picture

    @property
    def name_at_discord(self) -> str:
        """Return its name at Discord; with another picture it is another emoji.

        So an emoji is never changed: old messages keep the picture they were sent with.
        """
        # Not the key of pictures, which may be made otherwise some day: each would be sent anew.
        text = repr(self.picture).encode()
        return f"{PREFIX}{self.name}_{hashlib.sha256(text).hexdigest()[:8]}"


def seat_emoji(seat: int) -> str:
    """Return the name of the emoji that marks a seat."""
    return f"seat_{seat + 1}"


def all_emoji(games: Iterable[Mapping[str, Picture]]) -> list[Emoji]:
    """Return the marks of the seats, which every table shows, and then the emoji of some games."""
    middle = EMOJI_SIZE // 2
    marks = {
        seat_emoji(seat): Picture(
            EMOJI_SIZE, EMOJI_SIZE, "", (seat_mark(seat, middle, middle, middle - 4),)
        )
        for seat in range(len(SEATS))
    }
    return [
        Emoji(name, replace(picture, ground=""))
        for pictures in (marks, *games)
        for name, picture in pictures.items()
    ]
