"""How Ameno Kirifuda is played on in a search: the rule of thumb of `player`, by shortcuts.

The rule of thumb guesses hands to see how likely a card wins, and lays every stone to see what it
brings. Here that is read off how many cards are out that could win, and off tables of rows.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Protocol

from cogs.kirifuda import standing
from cogs.kirifuda.bits import BIT, CARDS, EACH, OF_SEASON, ROWS, cards_of, longest, spots_of
from cogs.kirifuda.standing import NEARLY, WINS, hopes, row_of, rows_of
from cogs.kirifuda.views import (
    KARMA,
    MOST_STONES,
    ROW,
    SEASONS,
    SPACES,
    Action,
    Discard,
    Draft,
    Phase,
    Place,
    Play,
    Return,
    ahead,
    next_season,
    strength,
    worth,
)

WINNING: Final = 0.5
"""What a trick won is worth beside what its stone brings."""
THRIFT: Final = 0.2
"""What one step of a card's number is worth that stays in the hand."""
KARMA_COST: Final = 7.0
"""What it costs to have to take three stones back."""
NEAR: Final = (1.0, 0.4, 0.2, 0.1, 0.0)
"""What share of its points a blessing card promises, by how many stones it is away."""
ENVY: Final = 0.3
"""What a point of another costs, of a point of one's own."""
STONE: Final = 4.0
"""What one more stone is worth for which there are tricks."""
ENOUGH: Final = 4
"""There are tricks for so many stones in a round."""
_PLAYS: Final = [Play(card) for card in CARDS]
_PLACES: Final = [Place(space, None) for space in SPACES]
_PUSHES: Final = [[Place(space, to) for to in SPACES] for space in SPACES]
_BLESSED: Final = [
    [worth(wanted) * NEAR[abs(count - wanted)] for count in range(ROW + 1)] for wanted in range(4)
]
"""What a blessing card promises, by how many stones it wants and how many there are."""


_SEASON: Final = OF_SEASON[1]
_TRUMPS: Final = [OF_SEASON[next_season(season)] for season in SEASONS]
"""For each season led the cards that are trumps."""
_NO_PRIZES: Final = (None,) * len(SEASONS)


class Table(standing.Table, Protocol):
    """What is looked at of an imagined state: what lies open, and what the seat that acts holds.

    Of the other hands no more is looked at than what they hold together: the seat knows it.
    """

    phase: Phase
    row: int
    running: tuple[int, ...]
    display: tuple[int, ...]


def instinct(state: Table, seat: int, rng: random.Random) -> Action | None:
    """Choose where a search plays on, by nothing but what the seat that acts may see.

    It wins tricks by what a stone in the row would bring, lays stones side by side, and takes and
    keeps blessing cards which its hand is likely to fulfil.
    """
    match state.phase:
        case "play":
            return _PLAYS[_card(state, seat).bit_length() - 1]
        case "place":
            start = ROW * (state.row - 1)
            row = ROWS[1]
            places = row_of(state.lies[seat] >> start & row, state.free >> start & row).places
            if not places:
                return _push(state, seat)
            return _PLACES[start + places[int(rng.random() * len(places))]]
        case "return":
            return _return(state.lies[seat], _wanted(state, seat))
        case "draft":
            promises = _promises(state, seat)
            return Draft(max(state.display, key=lambda each: promises[each]))
        case _:
            return _discard(state, seat)


# Tricks


def _card(state: Table, seat: int) -> int:
    """Choose a card, by its bit: to win or not, and not to waste strong ones."""
    hand, running, stones = state.hands[seat], state.running, state.stones[seat]
    if not running:
        return _lead(state, seat)
    led = running[0] // 10
    top = ahead(running)[0]
    start = EACH * (led - 1)
    follow = hand & OF_SEASON[led]
    if follow:
        last = follow.bit_length() - start
        lowest = follow & -follow
        if last <= top or follow == lowest:
            return lowest if stones else 1 << start + last - 1
    left = state.seats - len(running) - 1
    follows = trumps = 0
    if left:
        unseen = _unseen(state, seat)
        follows, trumps = unseen >> start & _SEASON, unseen >> EACH * (led % len(SEASONS)) & _SEASON
    others = state.seats - 1
    if follow:
        prize = _prizes(state, seat)[led - 1] if stones else None
        many = trumps.bit_count()
        return _best(follow >> start, top, follows, many, left, others, prize)[1] << start
    prize = _prizes(state, seat)[led % len(SEASONS)] if stones else None
    return _thrown(hand, led, top, follows.bit_count(), trumps, left, others, prize)


def _lead(state: Table, seat: int) -> int:
    """Choose a card to begin a trick with, by its bit."""
    hand, left = state.hands[seat], state.seats - 1
    unseen = _unseen(state, seat)
    prizes: Sequence[float | None] = _NO_PRIZES
    if state.stones[seat]:
        prizes = _prizes(state, seat)
    best, best_value, start = 0, -1e9, 0
    for prize, trumps in zip(prizes, _TRUMPS, strict=True):
        cards = hand >> start & _SEASON
        if cards:
            follows, many = unseen >> start & _SEASON, (unseen & trumps).bit_count()
            value, card = _best(cards, 0, follows, many, left, left, prize)
            if value > best_value:
                best, best_value = card << start, value
        start += EACH
    return best


@lru_cache(1 << 15)
def _best(
    cards: int, top: int, follows: int, trumps: int, left: int, others: int, prize: float | None
) -> tuple[float, int]:
    """Return what the best card of the season led is worth, and which it is, by its bit.

    It wins if it is stronger than `top`, and than what the others will play, who hold `follows` of
    the season together and so many trumps. No prize: the seat has no stone for it.
    """
    many = follows.bit_count()
    best, best_value = 0, -1e9
    for number in range(1, EACH + 1):
        card = 1 << number - 1
        if not cards & card:
            continue
        chance = 0.0
        if number > top:
            chance = _chance((follows >> number).bit_count(), many, trumps, left, others)
        value = _worth(chance, number, prize)
        if value > best_value:
            best, best_value = card, value
    return best_value, best


@lru_cache(1 << 15)
def _thrown(
    hand: int,
    led: int,
    top: int,
    follows: int,
    trumps: int,
    left: int,
    others: int,
    prize: float | None,
) -> int:
    """Choose a card where none of the season led is held, by its bit; see `_best`."""
    best, best_value = 0, -1e9
    for card in cards_of(hand):
        number, power = card % 10, strength(card, led)
        chance = 0.0
        if power > top:
            higher = (trumps >> number).bit_count()
            chance = _chance(0, follows, higher, left, others)
        value = _worth(chance, number, prize)
        if value > best_value:
            best, best_value = BIT[card], value
    return best


def _worth(chance: float, number: int, prize: float | None) -> float:
    """Return what it is worth to win so likely with a card of such a number."""
    waste = THRIFT * number
    if prize is None:
        return (1.0 - chance) * waste - chance * KARMA_COST
    return chance * prize - (1.0 - chance) * waste


def _unseen(state: Table, seat: int) -> int:
    """Return what the others hold, together."""
    unseen = 0
    for held in state.hands:
        unseen |= held
    return unseen ^ state.hands[seat]


@cache
def _chance(higher: int, follows: int, trumps: int, left: int, others: int) -> float:
    """Return how likely a card wins against those who are still to play, if all try to beat it.

    Of the unseen cards so many are higher of the season led, of that season at all, and trumps
    that would beat it; each lies with any of the others, as likely.
    """
    elsewhere = 1.0 - 1.0 / others
    beaten = 1.0 - elsewhere**higher + elsewhere**follows * (1.0 - elsewhere**trumps)
    return max(0.0, 1.0 - beaten) ** left


def _prizes(state: Table, seat: int) -> tuple[float, ...]:
    """Return what a trick won with a card of each season brings the seat."""
    return _prizes_of(state.lies[seat], state.free, _wanted(state, seat))


@lru_cache(1 << 15)
def _prizes_of(mine: int, free: int, wanted: tuple[int, ...]) -> tuple[float, ...]:
    rows = rows_of(mine, free)
    stones, run = mine.bit_count(), longest(mine)
    now = stones * run
    prizes = [(stones + 1) * (row.then if row.then > run else run) - now + WINNING for row in rows]
    for blessing in wanted:
        season, count = divmod(blessing, 10)
        there = rows[season - 1].stones
        if there < ROW:
            promise = _BLESSED[count]
            prizes[season - 1] += promise[there + 1] - promise[there]
    return tuple(prizes)


# Stones


@lru_cache(1 << 15)
def _score(mine: int, wanted: tuple[int, ...]) -> float:
    """Return what stones on such spaces score, and what blessing cards not achieved promise."""
    score = float(mine.bit_count() * longest(mine))
    for blessing in wanted:
        season, count = divmod(blessing, 10)
        score += _BLESSED[count][(mine & ROWS[season]).bit_count()]
    return score


def _wanted(state: Table, seat: int) -> tuple[int, ...]:
    """Return the blessing cards of a seat that aren't achieved."""
    blessings, achieved = state.blessings[seat], state.achieved[seat]
    return _without(blessings, achieved) if achieved else blessings


@lru_cache(1 << 12)
def _without(blessings: tuple[int, ...], achieved: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(each for each in blessings if each not in achieved)


def _push(state: Table, seat: int) -> Place:
    """Choose which stone to move out of a full row, and where to."""
    season = next_season(state.row)
    while not state.free & ROWS[season]:
        season = next_season(season)
    ways = spots_of(state.free & ROWS[season])
    mine, wanted = state.lies[seat], _wanted(state, seat)
    best, best_value = (0, 0), -1e9
    for at in spots_of(ROWS[state.row]):
        stone = 1 << at
        if mine & stone:
            for to in ways:
                value = _score(mine | 1 << to, wanted)
                if value > best_value:
                    best, best_value = (at, to), value
            continue
        owner = next(other for other, theirs in enumerate(state.lies) if theirs & stone)
        theirs, theirs_wanted = state.lies[owner], _wanted(state, owner)
        gain, before = _score(mine | stone, wanted), _score(theirs, theirs_wanted)
        for to in ways:
            harm = before - _score(theirs ^ stone | 1 << to, theirs_wanted)
            value = gain + ENVY * harm
            if value > best_value:
                best, best_value = (at, to), value
    return _PUSHES[best[0]][best[1]]


@lru_cache(1 << 12)
def _return(mine: int, wanted: tuple[int, ...]) -> Return:
    """Choose the three stones that are missed the least."""
    gone = max(
        itertools.combinations(spots_of(mine), KARMA),
        key=lambda some: _score(mine & ~sum(1 << at for at in some), wanted),
    )
    return Return(tuple(SPACES[at] for at in gone))


# Blessing cards


def _promises(state: Table, seat: int) -> dict[int, float]:
    """Return the points of each blessing card in question, less the further away it looks."""
    hope = hopes(state.hands[seat], state.seats)
    mine = state.lies[seat]
    promises: dict[int, float] = {}
    for blessing in (*state.display, *state.blessings[seat]):
        season, wanted = divmod(blessing, 10)
        there = (mine & ROWS[season]).bit_count()
        away = abs(there + WINS * hope[season] - wanted)
        promises[blessing] = worth(blessing) * max(0.0, 1.0 - away / NEARLY)
    return promises


def _discard(state: Table, seat: int) -> Discard:
    """Choose the blessing cards that promise less than the stone they would be given up for."""
    promises, achieved = _promises(state, seat), state.achieved[seat]
    losses = sorted(
        (worth(each) if each in achieved else promises[each], each)
        for each in state.blessings[seat]
    )
    stones = state.stones[seat]
    many = min(MOST_STONES - stones - state.lies[seat].bit_count(), ENOUGH - stones)
    gone = [each for loss, each in losses[: max(0, many)] if loss < STONE]
    return Discard(tuple(sorted(gone)))
