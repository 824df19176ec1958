"""What can be known about hands in Ameno Kirifuda, and hands that fit it, each being equally
likely.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import factorial

from cogs.kirifuda.bit_sets import set_of
from cogs.kirifuda.state import State
from cogs.kirifuda.views import FIRST, SEASONS, SeatView, unseen_cards

Split = tuple[int, ...]
"""How many cards go into each hand."""


def lacks(state: State) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the seasons that it couldn't follow this round."""
    found: list[set[int]] = [set() for _ in range(state.seats)]
    for trick in reversed(state.tricks):
        if trick.round != state.round:
            break
        _note_lacks(found, trick.leader, trick.cards)
    _note_lacks(found, state.leader, state.running)
    return tuple(tuple(sorted(each)) for each in found)


def _note_lacks(found: list[set[int]], leader: int, cards: tuple[int, ...]) -> None:
    """Note who didn't follow in a trick, complete or not."""
    for step in range(1, len(cards)):
        led = cards[0] // 10
        if cards[step] // 10 != led:
            found[(leader + step) % len(found)].add(led)


def guess_hands(view: SeatView, rng: random.Random) -> list[int]:
    """Return hands that fit all the seat has seen, each equally likely."""
    seen = view.public
    others = [seat for seat in range(seen.seats) if seat != view.seat]
    dealt: list[list[int]] = [[] for _ in others]
    unseen = unseen_cards(view)
    if FIRST in unseen:
        unseen.remove(FIRST)
        dealt[others.index(seen.dealer)].append(FIRST)
    rng.shuffle(unseen)
    rooms = [seen.hand_sizes[seat] - len(dealt[at]) for at, seat in enumerate(others)]
    lacking = [seen.lacks[seat] if rooms[at] else () for at, seat in enumerate(others)]
    _deal(unseen, dealt, rooms, lacking, rng)
    hands = [set_of(cards) for cards in dealt]
    hands.insert(view.seat, set_of(view.private.hand))
    return hands


def _deal(
    cards: Sequence[int],
    dealt: list[list[int]],
    rooms: list[int],
    lacking: Sequence[Sequence[int]],
    rng: random.Random,
) -> None:
    """Deal mixed cards to hands until they are full, giving none of a season to a hand that lacks
    it.
    """
    tight = [season for season in SEASONS if any(season in lack for lack in lacking)]
    groups = [[card for card in cards if card // 10 == season] for season in tight]
    closed = [[season in lack for lack in lacking] for season in tight]
    sizes = [len(group) for group in groups]
    for group, split in zip(groups, _split(sizes, closed, rooms, rng), strict=True):
        for at, many in enumerate(split):
            dealt[at] += [group.pop() for _ in range(many)]
            rooms[at] -= many
    # Cards of a season which all may hold fill up what room the others leave.
    loose = [card for card in cards if card // 10 not in tight]
    for at, room in enumerate(rooms):
        dealt[at] += [loose.pop() for _ in range(room)]


def _split(
    sizes: list[int], closed: list[list[bool]], rooms: list[int], rng: random.Random
) -> list[Split]:
    """Return how many cards of each group go where, each way of dealing them being equally likely.

    `sizes` counts the cards of each group, `closed` tells for each group which hands can't hold it,
    `rooms` counts what each hand can still take; other cards fill what is left of it.
    """
    groups = tuple(zip(sizes, map(tuple, closed), strict=True))
    room = tuple(rooms)
    found: list[Split] = []
    for at in range(len(groups)):
        ways, options = _options(groups[at:], room)
        left = rng.randrange(ways)
        for split, rest, weight in options:
            left -= weight
            if left < 0:
                found.append(split)
                room = rest
                break
    return found


@lru_cache(4096)
def _options(
    groups: tuple[tuple[int, tuple[bool, ...]], ...], room: Split
) -> tuple[int, tuple[tuple[Split, Split, int], ...]]:
    """Return in how many ways cards can be dealt, and each split of the first group of them.

    Each split comes with the room left after it, and the number of ways that begin with it.
    """
    if not groups:
        return _orders(room), ()
    size, closed = groups[0]
    most = [0 if shut else each for shut, each in zip(closed, room, strict=True)]
    options: list[tuple[Split, Split, int]] = []
    for split in _splits(size, most):
        rest = tuple(each - many for each, many in zip(room, split, strict=True))
        options.append((split, rest, _orders(split) * _options(groups[1:], rest)[0]))
    return sum(weight for _, _, weight in options), tuple(options)


def _splits(many: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to put some cards into hands, by the most that each hand takes."""
    if not most:
        if not many:
            yield ()
        return
    for here in range(max(0, many - sum(most[1:])), min(many, most[0]) + 1):
        for rest in _splits(many - here, most[1:]):
            yield (here, *rest)


def _orders(parts: Sequence[int]) -> int:
    """Return the number of ways to deal cards into parts of these sizes."""
    ways = factorial(sum(parts))
    for part in parts:
        ways //= factorial(part)
    return ways
