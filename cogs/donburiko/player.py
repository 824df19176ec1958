"""A computer player's rule of thumb for Donburiko!."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from bot.engine.strength import Strength
from cogs.donburiko.rollout import instinct
from cogs.donburiko.views import Action, Add, Count, SeatView, Take, points, totals
from cogs.donburiko.worlds import unseen_cards

GUESSES: Final = 8
"""How often the cards that can't be seen are guessed to value a row."""
CONTENT: Final = 4.0
"""A row worth this much is taken without waiting for more."""
KEPT: Final = 0.5
"""What is left, while others have their turns, of a row's worth."""
LOST: Final = 0.3
"""The share of its worth that it costs to leave a row to another player."""


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows.

    Counts as high as it can and announces; takes a row that is good enough, or the best when
    waiting looks worse; else lays the card that leaves the best row for later, face down if the
    others would take the row away on seeing it.
    """
    if isinstance(legal[0], Count):
        return legal[0]
    worth = {row.number: _worth(view, row.number, (), rng) for row in view.public.rows if row.cards}
    rivals = view.public.out.count(False) - 1
    best: Action | None = None
    best_value = float("-inf")
    for action in legal:
        if isinstance(action, Take):
            value = worth[action.row]
            # With other players still in, what is good enough now may be gone at the next turn.
            if value >= CONTENT and rivals:
                value += 10
        elif isinstance(action, Add):
            value = _value_of_adding(view, action, worth, rivals, rng)
        else:
            continue
        if value > best_value:
            best, best_value = action, value
    return legal[0] if best is None else best


def _value_of_adding(
    view: SeatView, add: Add, worth: dict[int, float], rivals: int, rng: random.Random
) -> float:
    """Return a chip won or laid, and what the rows are worth to this seat after that."""
    after = _worth(view, add.row, (add.card,), rng)
    others = max((value for row, value in worth.items() if row != add.row), default=0.0)
    if add.face_down:
        # The chip comes back with the row, and nobody else knows what it is worth.
        return -1.0 + KEPT * max(after + 1.0, others)
    if not rivals:
        return 1.0 + max(after, others)
    if after >= CONTENT:
        # The next player sees it, and takes it.
        return 1.0 + KEPT * others - LOST * after
    return 1.0 + KEPT * max(after, others)


def _worth(view: SeatView, number: int, more: tuple[int, ...], rng: random.Random) -> float:
    """Return what taking the row would bring on average, with more cards of this seat on it."""
    row = view.public.rows[number - 1]
    own = {each.place: each.card for each in view.private.hidden if each.row == number}
    cards = [own.get(place, card) for place, card in enumerate(row.cards)]
    known = tuple(card for card in cards if card is not None) + more
    unknown = len(cards) + len(more) - len(known)
    chips = view.public.chips[view.seat] + row.chips
    unseen = unseen_cards(view)
    tries = GUESSES if unknown else 1
    won = 0
    for _ in range(tries):
        guess = known + tuple(rng.sample(unseen, unknown))
        won += max(points(total, chips) for total in totals(guess))
    return row.chips + won / tries


LEVELS: Final = Strength(
    # A whole round: a row is worth what it comes to when it is taken.
    iterations=2200,
    for_two=True,
    horizon=40,
    scale=4.0,
    exploration=0.4,
    sight=8,
    instinct=instinct,
    shuffles=False,
    trees="apart",
).with_steady(
    iterations=440,
    # By instinct, with four players a tenth of the iterations plays as well as all of them.
    instinct=None,
)
"""How hard each level that searches thinks."""
