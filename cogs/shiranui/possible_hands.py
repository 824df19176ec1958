"""Hands and tokens that fit what is known about them, each way to deal them being equally
likely.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

from cogs.shiranui.state import counted
from cogs.shiranui.views import OF_EACH, SeatView

Rooms = tuple[int, ...]
"""For each pool, the number of cards it still takes."""
Lots = tuple[tuple[int, tuple[int, ...]], ...]
"""For each lot of cards, its size and the pools that may hold them."""


def guess_hands(
    cards: tuple[int, ...],
    sizes: tuple[int, ...],
    none_of: tuple[tuple[int, ...], ...],
    rng: random.Random,
) -> list[tuple[int, ...]]:
    """Deal the cards to the seats, as many as `sizes` says, giving a seat none of a colour that it
    lacks.

    `sizes` add up to the number of cards, and there is a way to deal them. Seats that may hold the
    same colours are dealt to as one pool, colours that the same pools may hold as one lot: then the
    ways to deal the lots are few enough to be counted, and one is drawn by their number.
    """
    pools, lots, rooms, left = _sorted_out(cards, sizes, none_of)
    dealt: list[list[int]] = [[] for _ in pools]
    for cards_of in lots:
        lot = mixed(cards_of, rng)
        at = rng.randrange(_ways(rooms, left)) if len(left[0][1]) > 1 else 0
        for rest, ways in _shares(rooms, left):
            at -= ways
            if at < 0:
                for pool, (room, still) in enumerate(zip(rooms, rest, strict=True)):
                    dealt[pool] += lot[: room - still]
                    lot = lot[room - still :]
                rooms, left = rest, left[1:]
                break
    hands: list[tuple[int, ...]] = [()] * len(sizes)
    for seats, held in zip(pools, dealt, strict=True):
        held = mixed(held, rng)
        at = 0
        for seat in seats:
            hands[seat] = tuple(sorted(held[at : at + sizes[seat]]))
            at += sizes[seat]
    return hands


@lru_cache(maxsize=1 << 4)
def _sorted_out(
    cards: tuple[int, ...], sizes: tuple[int, ...], none_of: tuple[tuple[int, ...], ...]
) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]], Rooms, Lots]:
    """Return the seats of each pool, the cards of each lot, and how many cards are to be dealt.

    A search deals the same cards again and again.
    """
    colours = {card // 10 for card in cards}
    pools: dict[tuple[int, ...], list[int]] = {}
    for seat, size in enumerate(sizes):
        if size:
            barred = tuple(colour for colour in none_of[seat] if colour in colours)
            pools.setdefault(barred, []).append(seat)
    lots: dict[tuple[int, ...], list[int]] = {}
    takers = {
        colour: tuple(pool for pool, barred in enumerate(pools) if colour not in barred)
        for colour in colours
    }
    for card in cards:
        lots.setdefault(takers[card // 10], []).append(card)
    rooms = tuple(sum(sizes[seat] for seat in seats) for seats in pools.values())
    # The lots with the fewest takers go first: that leaves the fewest ways to count.
    order = sorted(lots, key=lambda takes: (len(takes), takes))
    left = tuple((len(lots[takes]), takes) for takes in order)
    return list(pools.values()), [lots[takes] for takes in order], rooms, left


def mixed(items: Sequence[int], rng: random.Random) -> list[int]:
    """Return the items in a random order, faster than `shuffle` does."""
    chance = rng.random
    return sorted(items, key=lambda _: chance())


@lru_cache(maxsize=1 << 14)
def _ways(rooms: Rooms, lots: Lots) -> int:
    """Return the number of ways to deal the cards of all lots to the pools."""
    return sum(ways for _, ways in _shares(rooms, lots)) if lots else 1


@lru_cache(maxsize=1 << 12)
def _shares(rooms: Rooms, lots: Lots) -> tuple[tuple[Rooms, int], ...]:
    """Return the ways to share the first lot, as the rooms left and the number of ways to deal
    all.
    """
    return tuple((rest, ways * _ways(rest, lots[1:])) for rest, ways in _splits(rooms, *lots[0]))


def _splits(rooms: Rooms, size: int, takes: tuple[int, ...]) -> Iterator[tuple[Rooms, int]]:
    """Yield the ways to share a lot among its takers, as the rooms left and the number of ways for
    the cards.
    """
    pool = takes[0]
    room = rooms[pool]
    if len(takes) == 1:
        if size <= room:
            yield (*rooms[:pool], room - size, *rooms[pool + 1 :]), 1
        return
    for here in range(min(size, room) + 1):
        rest = (*rooms[:pool], room - here, *rooms[pool + 1 :])
        for after, ways in _splits(rest, size - here, takes[1:]):
            yield after, ways * comb(size, here)


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
