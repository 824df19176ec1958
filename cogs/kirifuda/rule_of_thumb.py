"""The rule of thumb of Ameno Kirifuda: how the casual play, and how searches play on.

Wins tricks by what a stone in the row would bring, lays stones side by side, and takes and keeps
blessing cards which the hand is likely to fulfil. Searches ask it thousands of times per decision,
so what it weighs is looked up: how many cards that could win are out, and tables of rows.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Protocol

from cogs.kirifuda import evaluation
from cogs.kirifuda.all_actions import PLACES, PLAYS, PUSHES
from cogs.kirifuda.bit_sets import (
    CARDS,
    EACH,
    OF_SEASON,
    POWERS,
    ROWS,
    longest,
    spots_of,
    way_out,
)
from cogs.kirifuda.evaluation import hopes, promise, row_of
from cogs.kirifuda.views import (
    KARMA,
    MOST_STONES,
    ROW,
    SEASONS,
    SPACES,
    TRUMP,
    Action,
    Discard,
    Draft,
    Phase,
    Place,
    Return,
    next_season,
    worth,
)

THRIFT: Final = 0.2
"""What one step of the number of a card that stays in the hand is worth."""
STONE: Final = 4.0
"""What one more stone is worth, if there are tricks for it."""
ENOUGH: Final = 4
"""How many stones in the hand find a trick in a round."""
KARMA_COST: Final = 7.0
"""What having to take three stones back costs."""
WINNING: Final = 0.5
"""What a trick won is worth besides what its stone brings."""
NEAR: Final = (1.0, 0.4, 0.2, 0.1, 0.0)
"""The share of its points that a blessing card promises, by how many stones it is short."""
ENVY: Final = 0.3
"""What another seat's point costs, as a share of one's own."""
_BLESSED: Final = [
    [worth(wanted) * NEAR[abs(count - wanted)] for count in range(ROW + 1)] for wanted in range(4)
]
"""What a blessing card promises, by the number of stones it wants and the number there are."""


_EIGHT: Final = OF_SEASON[1]
_FOUR: Final = ROWS[1]
_TRUMPS: Final = [0, *(OF_SEASON[next_season(season)] for season in SEASONS)]
"""The cards that are trumps, by the season led."""
_BEATING: Final = _TRUMPS[1:]
_NO_PRIZES: Final = [-KARMA_COST] * len(SEASONS)
_WASTE: Final = [THRIFT * number for number in range(EACH + 1)]
_NUMBERS: Final = [
    tuple(number for number in range(1, EACH + 1) if cards >> number - 1 & 1)
    for cards in range(1 << EACH)
]
"""The numbers on each set of cards of one season."""
_ONES: Final = sum(1 << EACH * (season - 1) for season in SEASONS)
"""The first card of each season."""
_ROWS: Final = [
    [row_of(mine, free & ~mine) for free in range(1 << ROW)] for mine in range(1 << ROW)
]
_THEN: Final = [[row.then for row in rows] for rows in _ROWS]
"""The longest run with one more stone, by the own and the free places of a row."""
_NEXT: Final = [[row.places for row in rows] for rows in _ROWS]
"""Where that stone is laid, by the same."""


class Table(evaluation.Table, Protocol):
    """What the rule of thumb looks at, of a view or of an imagined state.

    That is what lies open, and what the acting seat holds. Of the other hands it looks only at what
    they hold together, which the seat knows.
    """

    phase: Phase
    row: int
    running: tuple[int, ...]
    best: int
    display: tuple[int, ...]


def instinct(state: Table, seat: int, rng: random.Random) -> Action:
    """Choose what the acting seat does, only by what it may see."""
    match state.phase:
        case "play":
            return PLAYS[_card(state, seat).bit_length() - 1]
        case "place":
            start = ROW * (state.row - 1)
            places = _NEXT[state.lies[seat] >> start & _FOUR][state.free >> start & _FOUR]
            if not places:
                return _push(state, seat)
            return PLACES[start + places[int(rng.random() * len(places))]]
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
    top = POWERS[led][state.best]
    start = EACH * (led - 1)
    follow = hand & OF_SEASON[led]
    if not follow:
        return _throw(state, seat, led, top)
    last = follow.bit_length() - start
    lowest = follow & -follow
    if last <= top or follow == lowest:
        return lowest if stones else 1 << start + last - 1
    others = state.seats - 1
    left = others - len(running)
    follows = trumps = 0
    if left:
        unseen = sum(state.hands) - hand
        follows, trumps = unseen >> start & _EIGHT, (unseen & _TRUMPS[led]).bit_count()
    chances = _chances(follows.bit_count(), trumps, left, others)
    prize = _prize(state, seat, led) if stones else -KARMA_COST
    return _pick(follow >> start, top, follows, chances, prize, 1 if stones else -1)[0] << start


def _throw(state: Table, seat: int, led: int, top: int) -> int:
    """Choose a card where none of the season led is held, by its bit."""
    hand, stones = state.hands[seat], state.stones[seat]
    start = EACH * (led % len(SEASONS))
    over = top - TRUMP if top > TRUMP else 0
    trumps = hand >> start & _EIGHT
    wins = trumps >> over << over
    losing = hand - (wins << start)
    loser = (_lowest(losing) if stones else _highest(losing)) if losing else 0
    if not wins:
        return loser
    others = state.seats - 1
    left = others - len(state.running)
    many = higher = 0
    if left:
        unseen = sum(state.hands) - hand
        many, higher = (unseen & OF_SEASON[led]).bit_count(), unseen >> start & _EIGHT
    prize = _prize(state, seat, next_season(led)) if stones else -KARMA_COST
    thrift = 1 if stones else -1
    best, value = _pick(wins, 0, higher, _chances_of_trumps(many, left, others), prize, thrift)
    best <<= start
    if loser:
        kept = -thrift * _WASTE[CARDS[loser.bit_length() - 1] % 10]
        if kept > value or (kept == value and loser < best):
            return loser
    return best


def _lead(state: Table, seat: int) -> int:
    """Choose a card to begin a trick with, by its bit."""
    hand, left, stones = state.hands[seat], state.seats - 1, state.stones[seat]
    unseen = sum(state.hands) - hand
    prizes, thrift = (_prizes(state, seat), 1) if stones else (_NO_PRIZES, -1)
    best, best_value, start = 0, -1e9, 0
    for prize, beating in zip(prizes, _BEATING, strict=True):
        cards = hand >> start & _EIGHT
        if cards:
            follows = unseen >> start & _EIGHT
            trumps = (unseen & beating).bit_count()
            chances = _chances(follows.bit_count(), trumps, left, left)
            card, value = _pick(cards, 0, follows, chances, prize, thrift)
            if value > best_value:
                best, best_value = card << start, value
        start += EACH
    return best


def _pick(
    cards: int, top: int, unseen: int, chances: Sequence[float], prize: float, thrift: int
) -> tuple[int, float]:
    """Return the best of some cards of one season, by its bit there, and what it is worth.

    Those up to `top` don't win; the others may, with a chance that `chances` gives by how many of
    the `unseen` are higher. With a thrift of 1 strong cards are kept; with -1 they are to be got
    rid of.
    """
    best, best_value = 0, -1e9
    for number in _NUMBERS[cards]:
        chance = chances[(unseen >> number).bit_count()] if number > top else 0.0
        value = chance * prize - thrift * ((1.0 - chance) * _WASTE[number])
        if value > best_value:
            best, best_value = number, value
    return 1 << best - 1, best_value


@cache
def _chances(follows: int, trumps: int, left: int, others: int) -> list[float]:
    """Return how likely a card of the season led wins, by how many higher ones are unseen."""
    return [_chance(higher, follows, trumps, left, others) for higher in range(EACH + 1)]


@cache
def _chances_of_trumps(follows: int, left: int, others: int) -> list[float]:
    """Return how likely a trump wins, by how many higher ones are unseen."""
    return [_chance(0, follows, higher, left, others) for higher in range(EACH + 1)]


def _lowest(cards: int) -> int:
    numbers = cards | cards >> EACH | cards >> 2 * EACH | cards >> 3 * EACH
    found = cards & (numbers & -numbers) * _ONES
    return found & -found


def _highest(cards: int) -> int:
    numbers = (cards | cards >> EACH | cards >> 2 * EACH | cards >> 3 * EACH) & _EIGHT
    found = cards & (1 << numbers.bit_length() - 1) * _ONES
    return found & -found


def _chance(higher: int, follows: int, trumps: int, left: int, others: int) -> float:
    """Return how likely a card is to win against those still to play, if all try to beat it.

    Of the unseen cards `higher` are higher and of the season led, `follows` are of that season at
    all, and `trumps` are trumps that would beat it; each is as likely with any of the others.
    """
    elsewhere = 1.0 - 1.0 / others
    beaten = 1.0 - elsewhere**higher + elsewhere**follows * (1.0 - elsewhere**trumps)
    return max(0.0, 1.0 - beaten) ** left


def _prize(state: Table, seat: int, season: int) -> float:
    """Return what a trick won with a card of a season brings the seat."""
    mine, start = state.lies[seat], ROW * (season - 1)
    steps = _steps(state.blessings[seat], state.achieved[seat])[season - 1]
    return _growth(mine >> start, state.free >> start, mine.bit_count(), longest(mine), steps)


def _prizes(state: Table, seat: int) -> list[float]:
    mine, free = state.lies[seat], state.free
    stones, run = mine.bit_count(), longest(mine)
    prizes: list[float] = []
    for steps in _steps(state.blessings[seat], state.achieved[seat]):
        prizes.append(_growth(mine, free, stones, run, steps))
        mine >>= ROW
        free >>= ROW
    return prizes


def _growth(mine: int, free: int, stones: int, run: int, steps: list[list[float]]) -> float:
    """Return what a trick won brings if it adds a stone to the first row of `mine`.

    `stones` and `run` are the seat's stones on the whole board and the longest run there; `steps`
    are those of the row.
    """
    row = mine & _FOUR
    then = _THEN[row][free & _FOUR]
    prize = (stones + 1) * (then if then > run else run) - stones * run + WINNING
    for more in steps[row.bit_count()]:
        prize += more
    return prize


@lru_cache(1 << 10)
def _steps(blessings: tuple[int, ...], achieved: tuple[int, ...]) -> list[list[list[float]]]:
    """Return what one more stone adds to what blessing cards promise that aren't achieved.

    By season, and by how many stones there are in its row.
    """
    steps: list[list[list[float]]] = [[[] for _ in range(ROW + 1)] for _ in SEASONS]
    for blessing in blessings:
        if blessing not in achieved:
            season, count = divmod(blessing, 10)
            for there, (before, after) in enumerate(itertools.pairwise(_BLESSED[count])):
                steps[season - 1][there].append(after - before)
    return steps


# Stones


@lru_cache(1 << 15)
def _score(mine: int, wanted: tuple[int, ...]) -> float:
    """Return what stones on these spaces score, and what blessing cards not achieved promise."""
    score = float(mine.bit_count() * longest(mine))
    for blessing in wanted:
        season, count = divmod(blessing, 10)
        score += _BLESSED[count][(mine & ROWS[season]).bit_count()]
    return score


def _wanted(state: Table, seat: int) -> tuple[int, ...]:
    blessings, achieved = state.blessings[seat], state.achieved[seat]
    return _without(blessings, achieved) if achieved else blessings


@lru_cache(1 << 12)
def _without(blessings: tuple[int, ...], achieved: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(each for each in blessings if each not in achieved)


def _push(state: Table, seat: int) -> Place:
    """Choose which stone to move out of a full row, and where to."""
    ways = spots_of(way_out(state.row, state.free))
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
        owner = 0
        while not state.lies[owner] & stone:
            owner += 1
        theirs, theirs_wanted = state.lies[owner], _wanted(state, owner)
        gain, before = _score(mine | stone, wanted), _score(theirs, theirs_wanted)
        for to in ways:
            harm = before - _score(theirs ^ stone | 1 << to, theirs_wanted)
            value = gain + ENVY * harm
            if value > best_value:
                best, best_value = (at, to), value
    return PUSHES[best[0]][best[1]]


@lru_cache(1 << 12)
def _return(mine: int, wanted: tuple[int, ...]) -> Return:
    """Choose the three stones that are missed least."""
    gone = max(
        itertools.combinations(spots_of(mine), KARMA),
        key=lambda some: _score(mine & ~sum(1 << at for at in some), wanted),
    )
    return Return(tuple(SPACES[at] for at in gone))


# Blessing cards


def _promises(state: Table, seat: int) -> dict[int, float]:
    """Return the points of the blessing cards in question, less the further away they look."""
    hope = hopes(state.hands[seat], state.seats)
    mine = state.lies[seat]
    promises: dict[int, float] = {}
    for blessing in (*state.display, *state.blessings[seat]):
        season = blessing // 10
        promises[blessing] = promise(blessing, (mine & ROWS[season]).bit_count(), hope[season])
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
