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
from cogs.kirifuda.standing import NEARLY, WINS, hopes, row_of, rows_of
from cogs.kirifuda.views import (
    FREE,
    KARMA,
    MOST_STONES,
    NUMBERS,
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
    longest_run,
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
_PLAYS: Final = {
    10 * season + number: Play(10 * season + number)
    for season in SEASONS
    for number in range(1, max(NUMBERS.values()) + 1)
}
_NUMBERS: Final = [card % 10 for card in range(10 * len(SEASONS) + 10)]
_POWERS: Final = {led: {card: strength(card, led) for card in _PLAYS} for led in SEASONS}
_PLACES: Final = [Place(space, None) for space in SPACES]
_BLESSED: Final = [
    [worth(wanted) * NEAR[abs(count - wanted)] for count in range(ROW + 1)] for wanted in range(4)
]
"""What a blessing card promises, by how many stones it wants and how many there are."""


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
            return _PLAYS[_card(state, seat)]
        case "place":
            start = (state.row - 1) * ROW
            places = row_of(seat, *state.board[start : start + ROW]).places
            if not places:
                return _push(state, seat)
            return _PLACES[start + places[int(rng.random() * len(places))]]
        case "return":
            return _return(state, seat)
        case "draft":
            promises = _promises(state, seat)
            return Draft(max(state.display, key=lambda each: promises[each]))
        case _:
            return _discard(state, seat)


# Tricks


def _card(state: Table, seat: int) -> int:
    """Choose a card: to win or not, and not to waste strong ones."""
    hand, running, stones = state.hands[seat], state.running, state.stones[seat]
    if not running:
        return _lead(state, seat)
    led = running[0] // 10
    powers = _POWERS[led]
    top = max([powers[card] for card in running])
    low = 10 * led
    follow = [card for card in hand if low < card < low + 10]
    if follow:
        if len(follow) == 1:
            return follow[0]
        if powers[follow[-1]] <= top:
            return follow[0] if stones else follow[-1]
    left = state.seats - len(running) - 1
    follows = trumps = many = 0
    if left:
        unseen = _unseen(state, seat)
        follows, trumps = unseen >> 8 * (led - 1) & 255, unseen >> 8 * (led % len(SEASONS)) & 255
        many = follows.bit_count()
    prize = _prizes(state, seat)[(led if follow else next_season(led)) - 1] if stones else 0.0
    others = state.seats - 1
    best, best_value = hand[0], -1e9
    for card in follow or hand:
        number, power = _NUMBERS[card], powers[card]
        if power <= top:
            chance = 0.0
        elif not left:
            chance = 1.0
        elif power > 10:
            chance = _chance(0, many, (trumps >> number).bit_count(), left, others)
        else:
            chance = _chance(
                (follows >> number).bit_count(), many, trumps.bit_count(), left, others
            )
        waste = THRIFT * number
        if stones:
            value = chance * prize - (1.0 - chance) * waste
        else:
            value = (1.0 - chance) * waste - chance * KARMA_COST
        if value > best_value:
            best, best_value = card, value
    return best


def _lead(state: Table, seat: int) -> int:
    """Choose a card to begin a trick with."""
    unseen, left = _unseen(state, seat), state.seats - 1
    stones = state.stones[seat]
    prizes: Sequence[float] = _prizes(state, seat) if stones else ()
    best, best_value = 0, -1e9
    for card in state.hands[seat]:
        season, number = card // 10, _NUMBERS[card]
        follows, trumps = (
            unseen >> 8 * (season - 1) & 255,
            unseen >> 8 * (season % len(SEASONS)) & 255,
        )
        higher = (follows >> number).bit_count()
        chance = _chance(higher, follows.bit_count(), trumps.bit_count(), left, left)
        waste = THRIFT * number
        if stones:
            value = chance * prizes[season - 1] - (1.0 - chance) * waste
        else:
            value = (1.0 - chance) * waste - chance * KARMA_COST
        if value > best_value:
            best, best_value = card, value
    return best


def _unseen(state: Table, seat: int) -> int:
    """Return what the others hold, together, as `_bits` does."""
    unseen = 0
    for other, held in enumerate(state.hands):
        if other != seat:
            unseen |= _bits(held)
    return unseen


@lru_cache(1 << 15)
def _bits(hand: tuple[int, ...]) -> int:
    """Return a hand as a number: of each season eight bits, one for each card."""
    bits = 0
    for card in hand:
        season, number = divmod(card, 10)
        bits |= 1 << (8 * (season - 1) + number - 1)
    return bits


@cache
def _chance(higher: int, follows: int, trumps: int, left: int, others: int) -> float:
    """Return how likely a card wins against those who are still to play, if all try to beat it.

    Of the unseen cards so many are higher of the season led, of that season at all, and trumps
    that would beat it; each lies with any of the others, as likely.
    """
    elsewhere = 1.0 - 1.0 / others
    beaten = 1.0 - elsewhere**higher + elsewhere**follows * (1.0 - elsewhere**trumps)
    return max(0.0, 1.0 - beaten) ** left


def _prizes(state: Table, seat: int) -> list[float]:
    """Return what a trick won with a card of each season brings the seat."""
    rows = rows_of(state.board, seat)
    stones = run = 0
    for row in rows:
        stones += row.stones
        if row.run > run:
            run = row.run
    now = stones * run
    prizes = [(stones + 1) * (row.then if row.then > run else run) - now + WINNING for row in rows]
    achieved = state.achieved[seat]
    for blessing in state.blessings[seat]:
        if blessing not in achieved:
            season, wanted = divmod(blessing, 10)
            count = rows[season - 1].stones
            if count < ROW:
                promise = _BLESSED[wanted]
                prizes[season - 1] += promise[count + 1] - promise[count]
    return prizes


# Stones


def _mask(board: Sequence[int], seat: int) -> int:
    """Return a number whose bits are the spaces on which a seat's stones lie."""
    mask, bit = 0, 1
    for owner in board:
        if owner == seat:
            mask |= bit
        bit += bit
    return mask


@lru_cache(1 << 15)
def _score(mask: int, wanted: tuple[int, ...]) -> float:
    """Return what stones on such spaces score, and what blessing cards not achieved promise."""
    board = [mask >> at & 1 for at in range(len(SPACES))]
    score = float(mask.bit_count() * longest_run(board, 1))
    for blessing in wanted:
        season, count = divmod(blessing, 10)
        score += _BLESSED[count][(mask >> (season - 1) * ROW & 15).bit_count()]
    return score


def _wanted(state: Table, seat: int) -> tuple[int, ...]:
    """Return the blessing cards of a seat that aren't achieved."""
    achieved = state.achieved[seat]
    return tuple([each for each in state.blessings[seat] if each not in achieved])


def _push(state: Table, seat: int) -> Place:
    """Choose which stone to move out of a full row, and where to."""
    board, season = state.board, next_season(state.row)
    free: list[int] = []
    while not free:
        start = (season - 1) * ROW
        free = [at for at in range(start, start + ROW) if board[at] == FREE]
        season = next_season(season)
    mine, wanted = _mask(board, seat), _wanted(state, seat)
    start = (state.row - 1) * ROW
    best, best_value = (start, free[0]), -1e9
    for at in range(start, start + ROW):
        owner = board[at]
        gone = 1 << at
        theirs, theirs_wanted = _mask(board, owner), _wanted(state, owner)
        before = _score(theirs, theirs_wanted)
        for to in free:
            if owner == seat:
                value = _score(mine | 1 << to, wanted)
            else:
                harm = before - _score(theirs & ~gone | 1 << to, theirs_wanted)
                value = _score(mine | gone, wanted) + ENVY * harm
            if value > best_value:
                best, best_value = (at, to), value
    return Place(SPACES[best[0]], SPACES[best[1]])


def _return(state: Table, seat: int) -> Return:
    """Choose the three stones that are missed the least."""
    mine, wanted = _mask(state.board, seat), _wanted(state, seat)
    spots = [at for at in range(len(SPACES)) if mine >> at & 1]
    gone = max(
        itertools.combinations(spots, KARMA),
        key=lambda some: _score(mine & ~sum(1 << at for at in some), wanted),
    )
    return Return(tuple(SPACES[at] for at in gone))


# Blessing cards


def _promises(state: Table, seat: int) -> dict[int, float]:
    """Return the points of each blessing card in question, less the further away it looks."""
    hope = hopes(state.hands[seat], state.seats)
    board = state.board
    promises: dict[int, float] = {}
    for blessing in (*state.display, *state.blessings[seat]):
        season, wanted = divmod(blessing, 10)
        start = (season - 1) * ROW
        there = row_of(seat, *board[start : start + ROW]).stones
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
    many = min(MOST_STONES - stones - state.board.count(seat), ENOUGH - stones)
    gone = [each for loss, each in losses[: max(0, many)] if loss < STONE]
    return Discard(tuple(sorted(gone)))
