"""The whole truth about a match of Shiranui."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine import game
from cogs.shiranui import views

NOBODY: Final = -1
"""Stands in `State.turn` when the match is over."""

NONE: Final = 0
"""Stands in `State.strong` before a card is led."""


@dataclass(slots=True)
class State(game.State):
    """The whole truth about a match. Seats count from 0; tokens go by colour, clear first."""

    seats: int
    thirteen: bool
    colours: tuple[int, ...]
    round: int
    first: int
    """The seat that led the first trick of the round."""
    leader: int
    """The seat that leads the current trick, or won the last."""
    turn: int
    """The seat that is asked, or NOBODY when the match is over."""
    strong: int
    """The strong colour as last judged, or NONE."""
    gave: bool
    """Whether the seat that is asked has given tokens."""
    scores: list[int]
    moved: list[int]
    """After how many tricks of the match each disc last moved."""
    hands: list[tuple[int, ...]]
    """Each sorted."""
    tokens: list[tuple[int, ...]]
    """What each seat has left."""
    given: list[tuple[int, ...]]
    """What each seat has given this round."""
    gifts: tuple[views.Gift, ...]
    """The same in the order given."""
    bag: tuple[int, ...]
    """What stayed in the bag this round."""
    played: list[tuple[int, ...]]
    """The cards each seat has played this round, in order."""
    none_of: list[tuple[int, ...]]
    """The colours each seat couldn't follow this round, sorted."""
    trick: tuple[int, ...]
    """The cards of the current trick, in the order played."""
    totals: tuple[int, ...]
    """What each of them adds up to with its tokens; those that aren't clear are of its colour."""
    put_clear: tuple[int, ...]
    """How many clear tokens lie on each of them."""
    last: tuple[tuple[int, int, int], ...]
    """The trick before, in the order played: each card, its total, the clear tokens on it."""
    tricks: tuple[views.Trick, ...]


def counted(tokens: Sequence[int], clear: int) -> tuple[int, ...]:
    """Return tokens counted by colour, each being given by its own; the clear ones come first."""
    count = tokens.count
    return (clear, count(1), count(2), count(3), count(4), count(5))


def laid(seats: int, leader: int, cards: Iterable[tuple[int, int, int]]) -> tuple[views.Laid, ...]:
    """Return a trick as it stands, given each card, its total, and the clear tokens on it."""
    return tuple(
        views.Laid((leader + place) % seats, card, total - clear - card % 10, clear)
        for place, (card, total, clear) in enumerate(cards)
    )


def led_last(state: State) -> int:
    """Return the seat that led the trick before; 0 if there was none."""
    if not state.last:
        return 0
    won_by = state.tricks[-1]
    place = [card for card, _total, _clear in state.last].index(won_by.card)
    return (won_by.seat - place) % state.seats
