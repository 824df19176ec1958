"""The whole truth about a match of 7 Little Korpokkurs, and its smallest changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from bot.engine import game
from cogs.korpokkur import bags, views
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import CARDS, KORPOKKUR, ROUND_POINTS, TWO_PLAYER_POINTS, Card, Chips
from cogs.korpokkur.views import Bounds

UNCHOSEN: Final = ""
"""Stands in `State.chosen` for a seat that has nothing sealed."""

# Searches meet few of these, and those again and again.
_mark: Final = lru_cache(1 << 8)(views.Mark)
outcome: Final = lru_cache(1 << 8)(views.Outcome)

_CARDS: Final[dict[str, Card]] = {card: card for card in CARDS}


@dataclass(slots=True)
class State(game.State):
    """The whole truth about a match."""

    seats: int
    short: bool
    round: int
    first: int
    """The seat that started the round."""
    turns: int
    """How many turns of the round have been taken."""
    phase: views.Phase
    turn: int
    asked: tuple[int, ...]
    """The seats that must act, in seat order; () when the match is over."""
    offer: Chips | None
    """What `turn` holds out; the chips are still in its bag."""
    number: int
    order: list[int]
    """The seats as they sit, clockwise from the first place."""
    direction: Literal[1, -1]
    playing: list[bool]
    scores: list[int]
    korpokkur: list[int]
    """In the bag of each seat; the last number is what lies on the table."""
    butterbur: list[int]
    stock_seen: list[bool]
    """Whether all know how many korpokkur, and how many butterbur, lie on the table."""
    hands: list[tuple[Card, ...]]
    """Each sorted by `CARDS`."""
    deck: tuple[Card, ...]
    """From the top."""
    discards: tuple[Card, ...]
    chosen: list[str]
    """What each seat has chosen in secret: a card, a filling such as "43", or UNCHOSEN."""
    facts: dict[int, list[Bounds]]
    """What EVERYBODY, and each seat, can tell of each bag.

    A seat's own is EMPTY in its row, and so are those of players who are out. A seat without a row
    is taken to know what everybody does: this is the case for the others in an imagined state, also
    while they play on.
    """
    known: dict[int, tuple[tuple[Card, ...], ...]]
    """The cards that each seat knows in each hand, each sorted; () for its own. A seat without a
    row is taken to know none."""
    marks: tuple[views.Mark, ...]
    outcomes: tuple[views.Outcome, ...]


def next_player(state: State, seat: int) -> int:
    """Return who comes after a seat: the next in the round, in the current direction (R2)."""
    order, playing, step = state.order, state.playing, state.direction
    at, seats = order.index(seat), state.seats
    while True:
        # A place below 0 is counted from the last one.
        at += step
        if at == seats:
            at = 0
        if playing[order[at]]:
            return order[at]


def in_turn(state: State) -> tuple[int, ...]:
    """Return all in the round in turn order, from the one whose turn it is."""
    return _in_turn(tuple(state.order), tuple(state.playing), state.direction, state.turn)


@lru_cache(1 << 10)
def _in_turn(
    order: tuple[int, ...], playing: tuple[bool, ...], direction: Literal[1, -1], turn: int
) -> tuple[int, ...]:
    way = order[::direction]
    at = way.index(turn)
    return tuple(seat for seat in way[at:] + way[:at] if playing[seat])


def move(pile: list[int], giver: int, taker: int, number: int) -> None:
    """Move chips of one kind from one place to another."""
    pile[giver] -= number
    pile[taker] += number


def draw(state: State, seat: int, chips: Chips, number: int) -> int:
    """Let a seat draw from the table; return how many there were for it, up to a number.

    A table that can't give all is empty, which all see then. The caller records what is known about
    the bag.
    """
    pile, seats = state.korpokkur if chips == KORPOKKUR else state.butterbur, state.seats
    if pile[seats] < number:
        number = pile[seats]
        state.stock_seen[0 if chips == KORPOKKUR else 1] = True
    pile[seats] -= number
    pile[seat] += number
    return number


def learn(
    state: State,
    seat: int,
    change: Callable[[Bounds, Chips, int, int], Bounds],
    chips: Chips,
    number: int,
    other: int,
) -> None:
    """Change what others, and everybody, know about a seat's bag, by a function of `bags`."""
    for observer, row in state.facts.items():
        if observer != seat:
            row[seat] = change(row[seat], chips, number, other)


def learn_all(
    state: State,
    change: Callable[[Bounds, Chips, int], Bounds],
    chips: Chips,
    numbers: Sequence[tuple[int, int]],
) -> None:
    """Change what others, and everybody, know about some seats' bags, by a number for each seat."""
    for observer, row in state.facts.items():
        for seat, number in numbers:
            if seat != observer:
                row[seat] = change(row[seat], chips, number)


def show(state: State, seat: int, bag: Bounds) -> None:
    """Let others, and everybody, know the same about a seat's bag."""
    for observer, row in state.facts.items():
        if observer != seat:
            row[seat] = bag


def put_out(state: State, seat: int) -> None:
    """Take a seat, whose bag is empty, out of the round."""
    state.playing[seat] = False
    show(state, seat, bags.EMPTY)


def run_out(state: State) -> tuple[int, ...]:
    """Put out those who have no chips left, in a short game; return them (Short version).

    Then everybody knows that the others have some.
    """
    if not state.short:
        return ()
    out: list[int] = []
    for seat in range(state.seats):
        if not state.playing[seat]:
            continue
        if state.korpokkur[seat] or state.butterbur[seat]:
            for observer, row in state.facts.items():
                if observer != seat:
                    row[seat] = bags.filled(row[seat])
        else:
            put_out(state, seat)
            out.append(seat)
    return tuple(out)


def know_bags(state: State, bag: Bounds) -> None:
    """Let everybody know the same about each bag except their own."""
    facts = state.facts
    for observer in facts:
        facts[observer] = row = [bag] * state.seats
        if observer != EVERYBODY:
            row[observer] = bags.EMPTY


def score(state: State, seat: int, reason: views.Reason, points: int) -> None:
    """Let a seat win or lose points, and remember for what."""
    state.scores[seat] += points
    state.marks += (_mark(state.round, seat, reason, points),)


def card_named(name: str) -> Card:
    """Return the card of a name."""
    return _CARDS[name]


def round_points(state: State) -> int:
    """Return what winning the round is worth (End of the round; 2 players rule)."""
    if state.short:
        return 0
    return TWO_PLAYER_POINTS if state.seats == 2 else ROUND_POINTS[state.round - 1]


def sealed_filling(korpokkur: int, butterbur: int) -> str:
    """Return a filling as it is sealed."""
    return f"{korpokkur}{butterbur}"


def filling_of(chosen: str) -> tuple[int, int]:
    """Return the filling that was chosen in secret."""
    return int(chosen[0]), int(chosen[1])
