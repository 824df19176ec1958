"""The words of Second Best: actions and events, and what may be seen of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine import game, views
from bot.engine.text import marked as _

DECK: Final = tuple(range(1, 31))
HAND: Final = 6
"""How many cards everybody is dealt; as many tricks are played."""


@dataclass(frozen=True, slots=True)
class Play(game.Action):
    """Play a card of the hand."""

    card: int


@dataclass(frozen=True, slots=True)
class Dealt(game.Event):
    """Cards were dealt. Told to all."""

    leader: int


@dataclass(frozen=True, slots=True)
class HandDealt(game.Event):
    """A seat looked at its hand. Told to that seat alone."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played(game.Event):
    """A card was played. Told to all."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class TrickTaken(game.Event):
    """The second highest card took the trick. Told to all."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Public(views.PublicView):
    """What anyone may see."""

    seats: int
    leader: int
    """Who leads to the trick; after the last one, who took it."""
    cards: tuple[int, ...]
    """What lies in the trick, in the order in which it was played."""
    tricks: tuple[tuple[int, ...], ...]
    """The cards of all tricks that were taken, each in that order."""
    scores: tuple[int, ...]
    hand_sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Private(views.PrivateView):
    """What one seat knows beyond the public."""

    hand: tuple[int, ...]


SeatView = views.SeatView[Public, Private]

INFO: Final = game.GameInfo(
    key="nibanme",
    title=_("Second Best"),
    japanese="二番目",
    reading="にばんめ",
    designer=_("whoever wrote Kakushi"),
    publisher=_("the tests of Kakushi"),
    year=None,
    seats=(3, 4, 5),
    minutes=5,
    rules_version=1,
    longest=HAND * 5,
    variants=(game.Options(),),
)
