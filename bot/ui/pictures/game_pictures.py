"""What a game's `picture.py` provides: its board, cover and emoji, and pictures for its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from bot.engine.views import PublicView
from bot.ui.pictures.shapes import Picture

EMOJI_SIZE: Final = 128
"""Width and height of an emoji in pixels."""
KEPT: Final = 256
"""How many boards are kept for when they are asked for again, some tens of kilobytes each."""


@dataclass(frozen=True, slots=True)
class Described:
    """A picture with a description in words, untranslated, for those who can't see it."""

    picture: Picture
    text: str


@dataclass(frozen=True, slots=True)
class GamePictures:
    """All pictures of a game. They are drawn from what everybody may see, and contain no words."""

    board: Callable[[Any, tuple[int, ...]], Picture]
    """Takes the public view and the seats that are asked; its size depends on the number of seats
    alone, so that a board never jumps."""
    cover: Described
    """800 by 400: shows what the game is about, for the list of games and the lobby card."""
    emoji: Mapping[str, Picture] = field(default_factory=dict[str, Picture])
    """Small pictures for texts and buttons, 128 by 128 on nothing, by name: letters, digits and
    `_`, at most 20. All names of a game share a prefix: `don_acorn4`.
    """
    rules: Mapping[int, Described] = field(default_factory=dict[int, Described])
    """The pictures on pages of the rules, by the page's number, from 0."""

    first: Callable[[Any], Described | None] | None = None
    """800 by 150: what somebody who is helped through a first game sees below the board. Takes the
    view of their seat, and returns None once they have done what it shows. It never changes, and
    shows no card of a hand."""

    def of(self, view: PublicView, asked: tuple[int, ...]) -> Picture:
        """Return the board of a table as all may see it: all see the same, so it is made once."""
        return _kept(self.board, view, asked)


@lru_cache(maxsize=KEPT)
def _kept(
    board: Callable[[Any, tuple[int, ...]], Picture], view: PublicView, asked: tuple[int, ...]
) -> Picture:
    return board(view, asked)
