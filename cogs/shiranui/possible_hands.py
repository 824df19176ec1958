"""Cards and tokens that the others may have, for all that a seat has seen."""

from __future__ import annotations

import random
from functools import cache

from bot.engine.pool import hands_from, mixed
from cogs.shiranui.state import counted
from cogs.shiranui.views import OF_EACH, TRICKS, SeatView


def guess_hands(view: SeatView, rng: random.Random) -> list[tuple[int, ...]]:
    """Return hands that fit what is known: whoever didn't follow a colour holds none of it."""
    seen, me = view.public, view.seat
    gone = set(view.private.hand).union(*seen.played)
    unseen = tuple([card for card in deck(seen.colours) if card not in gone])
    known = [view.private.hand if seat == me else () for seat in range(seen.seats)]
    hands = hands_from(unseen, known, seen.hand_sizes, rng, seen.none_of, colour_of)
    return [tuple(sorted(hand)) for hand in hands]


@cache
def deck(colours: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards of these colours."""
    return tuple(10 * colour + number for colour in colours for number in range(TRICKS))


def colour_of(card: int) -> int:
    """Return the colour of a card."""
    return card // 10


def guess_tokens(
    view: SeatView, rng: random.Random
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return tokens that each seat may have left, and what may be in the bag."""
    seen, mine = view.public, view.private
    pool: list[int] = []
    for colour in seen.colours:
        known = mine.tokens[colour] + sum(given[colour] for given in seen.given)
        pool += [colour] * (OF_EACH - known)
    pool = mixed(pool, rng)
    tokens: list[tuple[int, ...]] = []
    at = 0
    for seat, clear in enumerate(seen.clear):
        if seat == view.seat:
            tokens.append(mine.tokens)
        else:
            end = at + seen.tokens[seat] - clear
            tokens.append(counted(pool[at:end], clear))
            at = end
    return tokens, counted(pool[at:], 0)
