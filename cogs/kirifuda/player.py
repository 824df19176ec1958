"""A computer player's rule of thumb for Ameno Kirifuda."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.search import Strength
from cogs.kirifuda.rule_of_thumb import instinct
from cogs.kirifuda.views import (
    DECK,
    FREE,
    INDEX,
    INFO,
    ROUNDS,
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
KARMA: Final = 7.0
"""What it costs to have to take three stones back."""
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
        hopes = {season: _hope(view, season) for season in SEASONS}
        return max(legal, key=lambda each: _of_keeping(view, each, hopes))
    return max(legal, key=lambda each: _of_board(view, each))


def _hope(view: SeatView, season: int) -> float:
    """Return how many stones the seat may have in a row when the round ends."""
    public = view.public
    top = max(DECK[public.seats]) % 10
    cards = [card % 10 for card in view.private.hand if card // 10 == season]
    wins = sum((number / top) ** 2 for number in cards) * 0.8
    return in_row(public.board, view.seat, season) + wins


def _of_keeping(view: SeatView, action: Action, hopes: dict[int, float]) -> float:
    """Return what a draft or a choice of discards is worth."""
    if isinstance(action, Draft):
        return _promise(action.blessing, hopes)
    if not isinstance(action, Discard):
        return 0.0
    value = STONE * len(action.blessings)
    for blessing in action.blessings:
        achieved = blessing in view.public.achieved[view.seat]
        value -= worth(blessing) if achieved else _promise(blessing, hopes)
    # Stones that no trick will place are worth little.
    spare = view.public.stones[view.seat] + len(action.blessings) - 4
    return value - STONE * max(0, spare)


def _promise(blessing: int, hopes: dict[int, float]) -> float:
    """Return the points of a blessing card, less the further away it looks."""
    away = abs(hopes[blessing // 10] - blessing % 10)
    return worth(blessing) * max(0.0, 1.0 - away / 1.5)


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
        prize, waste = -KARMA, number
    return chance * prize + (1 - chance) * waste


def _prize(public: Public, seat: int, season: int) -> float:
    """Return what one more stone in a row brings the seat."""
    start = (season - 1) * 4
    scores: list[float] = []
    for index in range(start, start + 4):
        board = list(public.board)
        board[index] = seat
        scores.append(_score(public, board, seat))
    return max(scores) - _score(public, public.board, seat) + 0.5


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
        row = board[(season - 1) * 4 : season * 4]
        at = action.space % 10 - 1
        room = 0.1 * sum(row[near] == FREE for near in (at - 1, at + 1) if 0 <= near < 4)
    return _score(public, board, seat) - 0.3 * max(rivals) - 0.1 * sum(rivals) + room


def _score(public: Public, board: Sequence[int], seat: int) -> float:
    """Return what a seat scores with a board, blessings not yet achieved by how far they are."""
    value = float(board.count(seat) * longest_run(board, seat))
    late = public.round == ROUNDS
    for blessing in public.blessings[seat]:
        if blessing in public.achieved[seat]:
            value += worth(blessing)
            continue
        away = abs(in_row(board, seat, blessing // 10) - blessing % 10)
        value += worth(blessing) * (1.0, 0.4, 0.2, 0.1, 0.0)[min(away, 4)] * (0.9 if late else 0.8)
    return value


# Each trick brings a stone or costs three, and only at the end of a round it shows what blessing
# cards come to: so each round is played to its end.
_STRENGTH: Final = Strength(
    iterations=700,
    horizon=INFO.longest,
    scale=4.0,
    exploration=0.4,
    instinct=instinct,
    shuffles=False,
)
LEVELS: Final[Mapping[str, Strength]] = {
    "steady": replace(_STRENGTH, iterations=150),
    "sharp": _STRENGTH,
}
"""How hard each level thinks that searches."""
