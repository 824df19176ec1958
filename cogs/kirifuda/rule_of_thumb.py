"""A computer player's rule of thumb for Ameno Kirifuda."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from cogs.kirifuda.bit_sets import set_of
from cogs.kirifuda.evaluation import hopes, promise
from cogs.kirifuda.views import (
    DECK,
    FREE,
    INDEX,
    ROUNDS,
    ROW,
    SEASONS,
    Action,
    Discard,
    Draft,
    Place,
    Play,
    Public,
    Return,
    SeatView,
    in_row,
    longest_run,
    strength,
    worth,
)

STONE: Final = 3.0
"""What one more stone is worth beside a card that would bring points."""
ENOUGH: Final = 4
"""How many stones in the hand find a trick to be placed by in a round."""
KARMA_COST: Final = 7.0
"""What it costs to have to take three stones back."""
WINNING: Final = 0.5
"""What a trick won is worth beside what its stone brings."""
NEAR: Final = (1.0, 0.4, 0.2, 0.1, 0.0)
"""What share of its points a blessing card promises, by how many stones it is away."""
ENVY: Final = 0.3
"""What a point of another costs, of a point of one's own."""
TRIES: Final = 12
"""How often the unseen cards are guessed to see whether a card wins."""


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows.

    Takes and keeps blessings that its hand is likely to fulfil, plays to win while it has stones
    and a use for them, and places or takes back what leaves the best score.
    """
    if isinstance(legal[0], Play):
        return max(legal, key=lambda each: _of_playing(view, each, rng))
    if isinstance(legal[0], Draft | Discard):
        promises = _promises(view)
        return max(legal, key=lambda each: _of_keeping(view, each, promises))
    return max(legal, key=lambda each: _of_board(view, each))


def _promises(view: SeatView) -> dict[int, float]:
    """Return the points of each blessing card in question, less the further away it looks."""
    public, seat = view.public, view.seat
    hope = hopes(set_of(view.private.hand), public.seats)
    there = {season: in_row(public.board, seat, season) for season in SEASONS}
    return {
        blessing: promise(blessing, there[blessing // 10], hope[blessing // 10])
        for blessing in (*public.display, *public.blessings[seat])
    }


def _of_keeping(view: SeatView, action: Action, promises: Mapping[int, float]) -> float:
    """Return what a draft or a choice of discards is worth."""
    if isinstance(action, Draft):
        return promises[action.blessing]
    if not isinstance(action, Discard):
        return 0.0
    value = STONE * len(action.blessings)
    for blessing in action.blessings:
        achieved = blessing in view.public.achieved[view.seat]
        value -= worth(blessing) if achieved else promises[blessing]
    # Stones that no trick will place are worth little.
    spare = view.public.stones[view.seat] + len(action.blessings) - ENOUGH
    return value - STONE * max(0, spare)


def _of_playing(view: SeatView, action: Action, rng: random.Random) -> float:
    """Return what playing a card is worth: to win or not, and not to waste strong cards."""
    if not isinstance(action, Play):
        return 0.0
    chance = _chance(view, action.card, rng)
    public = view.public
    number = action.card % 10 / 10
    if public.stones[view.seat]:
        prize, waste = _prize(public, view.seat, action.card // 10), -number
    else:
        # Without a stone the strong cards are the dangerous ones: away with them.
        prize, waste = -KARMA_COST, number
    return chance * prize + (1 - chance) * waste


def _prize(public: Public, seat: int, season: int) -> float:
    """Return what one more stone in a row brings the seat."""
    start = (season - 1) * ROW
    scores: list[float] = []
    for index in range(start, start + ROW):
        board = list(public.board)
        board[index] = seat
        scores.append(_score(public, board, seat))
    return max(scores) - _score(public, public.board, seat) + WINNING


def _chance(view: SeatView, card: int, rng: random.Random) -> float:
    """Return how likely a card is to win the running trick, the others playing as they may."""
    public = view.public
    led = (public.running or (card,))[0] // 10
    mine = strength(card, led)
    if not mine or any(strength(each, led) > mine for each in public.running):
        return 0.0
    waiting = [
        (public.leader + step) % public.seats
        for step in range(len(public.running) + 1, public.seats)
    ]
    seen = {*view.private.hand, *public.running}
    for trick in public.tricks:
        if trick.round == public.round:
            seen.update(trick.cards)
    unseen = [each for each in DECK[public.seats] if each not in seen]
    won = 0
    for _ in range(TRIES if waiting else 1):
        won += not any(_beats(public, seat, mine, led, unseen, rng) for seat in waiting)
    return won / (TRIES if waiting else 1)


def _beats(
    public: Public, seat: int, mine: int, led: int, unseen: list[int], rng: random.Random
) -> bool:
    """Guess a hand for a seat and tell whether it can beat a card of that strength."""
    lacks = public.lacks[seat]
    held = [
        card
        for card in rng.sample(unseen, min(len(unseen), public.hand_sizes[seat]))
        if card // 10 not in lacks
    ]
    follow = [card for card in held if card // 10 == led]
    return any(strength(card, led) > mine for card in follow or held)


def _of_board(view: SeatView, action: Action) -> float:
    """Return what the board is worth to the seat after placing or taking back."""
    public, seat = view.public, view.seat
    board = list(public.board)
    if isinstance(action, Return):
        for space in action.spaces:
            board[INDEX[space]] = FREE
    elif isinstance(action, Place):
        if action.to is not None:
            board[INDEX[action.to]] = board[INDEX[action.space]]
        board[INDEX[action.space]] = seat
    rivals = [_score(public, board, other) for other in range(public.seats) if other != seat]
    room = 0.0
    if isinstance(action, Place):
        # Beside free spaces a run can still grow.
        season = action.space // 10
        row = board[(season - 1) * ROW : season * ROW]
        at = action.space % 10 - 1
        room = 0.1 * sum(row[near] == FREE for near in (at - 1, at + 1) if 0 <= near < ROW)
    return _score(public, board, seat) - ENVY * max(rivals) - 0.1 * sum(rivals) + room


def _score(public: Public, board: Sequence[int], seat: int) -> float:
    """Return what a seat scores with a board, blessings not yet achieved by how far they are."""
    value = float(board.count(seat) * longest_run(board, seat))
    late = public.round == ROUNDS
    for blessing in public.blessings[seat]:
        if blessing in public.achieved[seat]:
            value += worth(blessing)
            continue
        away = abs(in_row(board, seat, blessing // 10) - blessing % 10)
        value += worth(blessing) * NEAR[min(away, ROW)] * (0.9 if late else 0.8)
    return value
