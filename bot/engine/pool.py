"""Hands from a pool: cards that nobody was seen to hold, dealt in any way that fits what is known.

Of all ways to deal them each is equally likely. Where hands can't hold every kind of card, those
that may hold the same are dealt to as one part, and kinds that the same parts may hold as one lot:
then the ways to deal the lots are few enough to be counted, and one is drawn by their number.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

Rooms = tuple[int, ...]
"""For each part, the number of cards it still takes."""
Lots = tuple[tuple[int, tuple[int, ...]], ...]
"""For each lot of cards, its size and the parts that may hold them."""
Kinds = Sequence[tuple[Hashable, ...]]
"""For each hand, the kinds of cards that it can't hold."""


def mixed(cards: Sequence[T], rng: random.Random) -> list[T]:
    """Return cards in a random order, faster than `shuffle` does."""
    chance = rng.random
    return sorted(cards, key=lambda _: chance())


def hands_from(
    pool: tuple[T, ...],
    known: Sequence[Sequence[T]],
    sizes: Sequence[int],
    rng: random.Random,
    barred: Kinds = (),
    kind: Callable[[T], Hashable] = lambda card: card,
) -> list[Sequence[T]]:
    """Deal a pool to hands that hold cards already, until each has as many as `sizes` says.

    What is known to lie in a hand comes first in it, the others in random order. A draw pile, or
    what was set aside, is a hand like others: altogether they take the whole pool. `barred` says
    for each hand which kinds of cards it can't hold, and `kind` of which kind a card is; there must
    be a way to deal them.
    """
    rooms = tuple([size - len(held) for held, size in zip(known, sizes, strict=True)])
    if barred:
        dealt = _dealt(pool, rooms, tuple(barred), kind, rng)
    else:
        dealt = _cut(mixed(pool, rng), rooms)
    return [[*held, *more] if held else more for held, more in zip(known, dealt, strict=True)]


def _cut(cards: Sequence[T], sizes: Sequence[int]) -> list[Sequence[T]]:
    """Return cards in heaps of these sizes."""
    heaps: list[Sequence[T]] = []
    at = 0
    for size in sizes:
        heaps.append(cards[at : at + size])
        at += size
    return heaps


def _dealt(
    pool: tuple[T, ...],
    rooms: tuple[int, ...],
    barred: Kinds,
    kind: Callable[[T], Hashable],
    rng: random.Random,
) -> list[Sequence[T]]:
    """Return what each hand gets of a pool, as many cards as it has room for."""
    parts, lots, left_in, left = _sorted_out(pool, rooms, barred, kind)
    held: list[list[T]] = [[] for _ in parts]
    for cards in lots:
        lot = mixed(cards, rng)
        at = rng.randrange(_ways(left_in, left)) if len(left[0][1]) > 1 else 0
        for rest, ways in _shares(left_in, left):
            at -= ways
            if at < 0:
                for part, (room, still) in enumerate(zip(left_in, rest, strict=True)):
                    held[part] += lot[: room - still]
                    lot = lot[room - still :]
                left_in, left = rest, left[1:]
                break
    dealt: list[Sequence[T]] = [()] * len(rooms)
    for hands, cards in zip(parts, held, strict=True):
        cards, at = mixed(cards, rng), 0
        for hand in hands:
            dealt[hand] = cards[at : at + rooms[hand]]
            at += rooms[hand]
    return dealt


@lru_cache(maxsize=1 << 4)
def _sorted_out(
    pool: tuple[T, ...],
    sizes: tuple[int, ...],
    barred: tuple[tuple[Hashable, ...], ...],
    kind: Callable[[T], Hashable],
) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[T]], Rooms, Lots]:
    """Return the hands of each part, the cards of each lot, and how many cards are to be dealt.

    A search deals the same cards again and again.
    """
    kinds = dict.fromkeys(map(kind, pool))
    parts: dict[tuple[Hashable, ...], list[int]] = {}
    for hand, size in enumerate(sizes):
        if size:
            closed = tuple(each for each in barred[hand] if each in kinds)
            parts.setdefault(closed, []).append(hand)
    takers = {
        each: tuple(part for part, closed in enumerate(parts) if each not in closed)
        for each in kinds
    }
    lots: dict[tuple[int, ...], list[T]] = {}
    for card in pool:
        lots.setdefault(takers[kind(card)], []).append(card)
    rooms = tuple(sum(sizes[hand] for hand in hands) for hands in parts.values())
    # The lots with the fewest takers go first: that leaves the fewest ways to count.
    order = sorted(lots, key=lambda takes: (len(takes), takes))
    left = tuple((len(lots[takes]), takes) for takes in order)
    return list(parts.values()), [lots[takes] for takes in order], rooms, left


@lru_cache(maxsize=1 << 14)
def _ways(rooms: Rooms, lots: Lots) -> int:
    """Return the number of ways to deal the cards of all lots to the parts."""
    return sum(ways for _, ways in _shares(rooms, lots)) if lots else 1


@lru_cache(maxsize=1 << 12)
def _shares(rooms: Rooms, lots: Lots) -> tuple[tuple[Rooms, int], ...]:
    """Return the ways to share the first lot: the rooms left, and the ways to deal all."""
    return tuple((rest, ways * _ways(rest, lots[1:])) for rest, ways in _splits(rooms, *lots[0]))


def _splits(rooms: Rooms, size: int, takes: tuple[int, ...]) -> Iterator[tuple[Rooms, int]]:
    """Yield the ways to share a lot among its takers: rooms left, and ways for the cards."""
    part = takes[0]
    room = rooms[part]
    if len(takes) == 1:
        if size <= room:
            yield (*rooms[:part], room - size, *rooms[part + 1 :]), 1
        return
    for here in range(min(size, room) + 1):
        rest = (*rooms[:part], room - here, *rooms[part + 1 :])
        for after, ways in _splits(rest, size - here, takes[1:]):
            yield after, ways * comb(size, here)
