"""How a seat stands: in a row of the board, and in a match of Ameno Kirifuda that isn't over."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple, Protocol

from cogs.kirifuda.bit_sets import ROWS, cards_of, longest
from cogs.kirifuda.views import (
    NUMBERS,
    ROUNDS,
    ROW,
    SEASONS,
    SPACES,
    TRICKS,
    worth,
)

WINS: Final = 0.8
"""The stones in a row that a card of its season that surely wins brings."""
NEARLY: Final = 1.5
"""How many stones short a blessing card is that is out of reach."""


class Table(Protocol):
    """The parts of a state that tell how its seats stand."""

    seats: int
    round: int
    hands: list[int]
    blessings: list[tuple[int, ...]]
    achieved: list[tuple[int, ...]]
    stones: list[int]
    lies: list[int]
    free: int


class Row(NamedTuple):
    """How a seat stands in a row."""

    stones: int
    run: int
    """The longest of its own neighbouring stones."""
    then: int
    """The longest with one more; 0 if the row is full."""
    places: tuple[int, ...]
    """Where one more makes it that long, from 0; of several, where it has most room to grow."""


@cache
def row_of(mine: int, free: int) -> Row:
    """Return how a seat stands in a row, by the sets of its own places there and the free ones."""
    places = [place for place in range(ROW) if free >> place & 1]
    runs = {place: longest(mine | 1 << place) for place in places}
    then = max(runs.values(), default=0)
    # How many places next to it are free too.
    room = {
        place: ((1 << place + 1 | 1 << place >> 1) & free).bit_count()
        for place in places
        if runs[place] == then
    }
    best = tuple(place for place in room if room[place] == max(room.values()))
    return Row(mine.bit_count(), longest(mine), then, best)


@lru_cache(1 << 14)
def rows_of(mine: int, free: int) -> tuple[Row, ...]:
    """Return how a seat stands in the row of each season, by its spaces and the free ones."""
    return tuple(
        row_of(mine >> start & ROWS[1], free >> start & ROWS[1])
        for start in range(0, len(SPACES), ROW)
    )


@lru_cache(1 << 14)
def hopes(hand: int, seats: int) -> tuple[float, ...]:
    """Return how many tricks a hand is likely to win: in all, then by cards of each season."""
    most = NUMBERS[seats]
    found = [0.0] * (len(SEASONS) + 1)
    for card in cards_of(hand):
        season, number = divmod(card, 10)
        found[season] += (number / most) ** 2
    found[0] = sum(found)
    return tuple(found)


def promise(blessing: int, there: int, hope: float) -> float:
    """Return the points of a blessing card; they shrink the further away it looks.

    `there` is the number of stones in its row, and `hope` how many tricks the hand is likely to win
    by cards of that season.
    """
    away = abs(there + WINS * hope - blessing % 10)
    return worth(blessing) * max(0.0, 1.0 - away / NEARLY)


class _Weights(NamedTuple):
    """What each thing that a seat has is worth, in points."""

    stone: float
    """A stone on the board."""
    run: float
    """Each stone in the longest run."""
    use: float
    """A stone in the hand for which the cards are likely to win a trick."""
    stoneless: float
    """Having no stone in the hand."""
    hope: float
    """A trick that the cards are likely to win, whether there is a stone for it or not."""
    growth: float
    """Being likely to lay a stone that makes the longest run longer."""
    achieved: float
    """A point of a blessing card that is achieved."""
    promise: float
    """A point of one that the cards are likely to achieve in the end."""
    right: float
    """A point of one that would be achieved as things stand."""
    short: float
    """A point of one that wants one more stone, which the cards are likely to bring."""
    product: float
    """A point of the longest run, times the stones that are on the board or are likely to be."""


# Fitted to the points in the end, less those of the others, of 9,000 matches that were played by
# rule of thumb and now and then by chance, half of them with three seats and half with four.
_FITTED: Final = (
    (
        _Weights(1.21, 3.68, 0.99, 1.06, 0.48, 1.22, 0.0, 0.34, -0.1, -0.22, -0.72),
        _Weights(1.69, 0.67, 3.84, -1.11, -2.93, 0.95, 0.52, 0.37, 0.0, 0.15, 0.12),
    ),
    (
        _Weights(1.81, 1.26, 0.7, 1.36, 0.86, 2.31, 0.61, 0.22, -0.01, -0.02, 0.09),
        _Weights(0.84, -0.35, 5.18, -2.11, -4.49, 2.23, 1.08, 0.19, 0.64, 0.62, 0.8),
    ),
)
"""For each round the weights before the first trick and after the last one."""
_WEIGHTS: Final = {
    (round, cards): _Weights(
        *(
            late + (early - late) * cards / TRICKS
            for early, late in zip(*_FITTED[round - 1], strict=True)
        )
    )
    for round in range(1, ROUNDS + 1)
    for cards in range(TRICKS + 1)
}


def guess(state: Table) -> tuple[float, ...]:
    """Return a guess at what each seat will score, as far as one seat can be ahead of another."""
    hands = state.hands
    cards = hands[0].bit_count()
    # With no cards left no stone will come.
    free = state.free if cards else 0
    seats = zip(hands, state.stones, state.lies, state.blessings, state.achieved, strict=True)
    return tuple(
        [
            _guess(state.round, cards, state.seats, free, hand, stones, mine, blessings, achieved)
            for hand, stones, mine, blessings, achieved in seats
        ]
    )


@lru_cache(1 << 14)
def _guess(
    round_: int,
    cards: int,
    seats: int,
    free: int,
    hand: int,
    stones: int,
    mine: int,
    blessings: tuple[int, ...],
    achieved: tuple[int, ...],
) -> float:
    weights = _WEIGHTS[round_, cards]
    there, run = mine.bit_count(), longest(mine)
    hope = hopes(hand, seats)
    used = min(stones, hope[0])
    points = (
        weights.stone * there
        + weights.run * run
        + weights.use * used
        + weights.hope * hope[0]
        + weights.product * (there + used) * run
    )
    if not stones:
        points += weights.stoneless
    elif hand:
        # Where a stone would make the longest run longer.
        likely = [h for h, row in zip(hope[1:], rows_of(mine, free), strict=True) if row.then > run]
        points += weights.growth * min(1.0, max(likely, default=0.0))
    for blessing in blessings:
        value = worth(blessing)
        if blessing in achieved:
            points += weights.achieved * value
            continue
        season, wanted = divmod(blessing, 10)
        short = wanted - (mine & ROWS[season]).bit_count()
        coming = WINS * hope[season] if stones else 0.0
        away = abs(short - coming)
        if away < NEARLY:
            points += weights.promise * value * (1.0 - away / NEARLY)
        if short == 0:
            points += weights.right * value
        elif short == 1:
            points += weights.short * value * min(1.0, coming)
    return points
