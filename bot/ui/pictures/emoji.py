"""The bot's own emoji: what they are called at Discord, and what they show."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.ui.pictures.brushes import seat_mark
from bot.ui.pictures.faces import face_pictures
from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.palette import SEATS
from bot.ui.pictures.shapes import Picture

PREFIX: Final = "kk_"
"""The names of the emoji that this bot makes and removes at Discord begin with this."""


@dataclass(frozen=True, slots=True)
class Emoji:
    """An emoji by the name that games and texts use for it, with its picture on nothing."""

    name: str
    picture: Picture

    @property
    def name_at_discord(self) -> str:
        """Return its name at Discord; with another picture it is another emoji.

        So an emoji never changes: old messages keep the picture they were sent with.
        """
        # Not `Picture.key`, which may be made in another way some day: then each would be sent
        # again.
        text = repr(self.picture).encode()
        return f"{PREFIX}{self.name}_{hashlib.sha256(text).hexdigest()[:8]}"


def seat_emoji(seat: int) -> str:
    """Return the name of the emoji that marks a seat."""
    return f"seat_{seat + 1}"


def all_emoji(games: Iterable[Mapping[str, Picture]]) -> list[Emoji]:
    """Return the marks of the seats and the computers' faces, then the emoji of some games."""
    middle = EMOJI_SIZE // 2
    marks = {
        seat_emoji(seat): Picture(
            EMOJI_SIZE, EMOJI_SIZE, "", (seat_mark(seat, middle, middle, middle - 4),)
        )
        for seat in range(len(SEATS))
    }
    return [
        Emoji(name, replace(picture, ground=""))
        for pictures in (marks, face_pictures(), *games)
        for name, picture in pictures.items()
    ]
