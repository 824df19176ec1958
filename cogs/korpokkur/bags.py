"""What can be worked out about bags: for each, the fewest and the most chips that it may hold.

Everything here is derived from what is said and shown to its reader, so it may be shown to them
again. A `Bounds` is always tight: each of its six numbers is reached by some content that fits the
others. What the contents of two bags say about each other is not kept, except through the count of
all chips, which `fill` heeds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cogs.korpokkur.components import BUTTERBUR, ENOUGH, KORPOKKUR, Chips
from cogs.korpokkur.views import Bounds

EVERYBODY: Final = -1
"""Among those who know something about bags, stands for everybody: what is said to all."""
EMPTY: Final[Bounds] = (0, 0, 0, 0, 0, 0)

_KEPT: Final = 1 << 11
"""How many answers to each small question are remembered. More of them would take longer to find
than to work out again."""


def exact(korpokkur: int, butterbur: int) -> Bounds:
    """Return the bounds of a bag that is known."""
    both = korpokkur + butterbur
    return (korpokkur, korpokkur, butterbur, butterbur, both, both)


def tight(bag: Bounds) -> Bounds:
    """Return bounds without numbers that no content reaches."""
    k0, k1, b0, b1, n0, n1 = bag
    return (
        max(k0, n0 - b1),
        min(k1, n1 - b0),
        max(b0, n0 - k1),
        min(b1, n1 - k0),
        max(n0, k0 + b0),
        min(n1, k1 + b1),
    )


def moved(bag: Bounds, korpokkur: int, butterbur: int) -> Bounds:
    """Return what is known after a change that is known; no number may fall below 0."""
    k0, k1, b0, b1, n0, n1 = bag
    both = korpokkur + butterbur
    return (
        k0 + korpokkur,
        k1 + korpokkur,
        b0 + butterbur,
        b1 + butterbur,
        n0 + both,
        n1 + both,
    )


@lru_cache(_KEPT)
def limited(bag: Bounds, chips: Chips, least: int, most: int) -> Bounds:
    """Return what is known once the number of one kind is known to be within limits."""
    k0, k1, b0, b1, n0, n1 = bag
    if chips == KORPOKKUR:
        return tight((max(k0, least), min(k1, most), b0, b1, n0, n1))
    return tight((k0, k1, max(b0, least), min(b1, most), n0, n1))


def gained(bag: Bounds, chips: Chips, number: int) -> Bounds:
    """Return what is known after a bag got chips of a known kind."""
    k0, k1, b0, b1, n0, n1 = bag
    if chips == KORPOKKUR:
        return k0 + number, k1 + number, b0, b1, n0 + number, n1 + number
    return k0, k1, b0 + number, b1 + number, n0 + number, n1 + number


@lru_cache(_KEPT)
def lost(bag: Bounds, chips: Chips, number: int) -> Bounds:
    """Return what is known after a bag lost chips of a known kind."""
    return gained(limited(bag, chips, number, 99), chips, -number)


@lru_cache(_KEPT)
def gave(bag: Bounds, number: int) -> tuple[Bounds, bool, bool]:
    """Return what is known after a bag lost chips of an unknown kind, and which kind it may have
    been.

    As (bounds, may have been korpokkur, may have been butterbur).
    """
    if bag[1] < number:
        return lost(bag, "butterbur", number), False, True
    if bag[3] < number:
        return lost(bag, "korpokkur", number), True, False
    return either(lost(bag, "korpokkur", number), lost(bag, "butterbur", number)), True, True


@lru_cache(_KEPT)
def got(bag: Bounds, number: int, korpokkur: bool, butterbur: bool) -> Bounds:
    """Return what is known after a bag got chips of a kind that may have been one or the other."""
    if not butterbur:
        return moved(bag, number, 0)
    if not korpokkur:
        return moved(bag, 0, number)
    return either(moved(bag, number, 0), moved(bag, 0, number))


def either(one: Bounds, other: Bounds) -> Bounds:
    """Return what is known about a bag that is as one bound says or as the other."""
    return (
        min(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        max(one[3], other[3]),
        min(one[4], other[4]),
        max(one[5], other[5]),
    )


@lru_cache(_KEPT)
def refused(bag: Bounds, chips: Chips, number: int, drawn: int) -> Bounds:
    """Return what is known after a bag has shown chips of a kind and got more of it."""
    return gained(limited(bag, chips, number, 99), chips, drawn)


@lru_cache(_KEPT)
def dropped(bag: Bounds, chips: Chips, number: int) -> Bounds:
    """Return what is known after a bag gave up two of a kind, or all it had."""
    if number == 2:
        return lost(bag, chips, number)
    return gained(limited(bag, chips, number, number), chips, -number)


@lru_cache(_KEPT)
def spread(bag: Bounds, chips: Chips, least: int, most: int) -> Bounds:
    """Return what is known after a bag got between `least` and `most` chips of a kind."""
    return either(gained(bag, chips, least), gained(bag, chips, most))


@lru_cache(_KEPT)
def paid(bag: Bounds) -> tuple[Bounds, int, int]:
    """Return what is known after a wrong Korkoni: of the bag, and the fewest and most it paid.

    It held fewer butterbur than would have made the call right, and paid two or what it had.
    """
    k0, k1, b0, b1, n0, n1 = limited(bag, "butterbur", 0, ENOUGH - 1)
    least, most = min(b0, 2), min(b1, 2)
    left = (k0, k1, b0 - least, b1 - most, n0 - most, n1 - least)
    return tight(left), least, most


def settled(bag: Bounds, caller: Bounds) -> tuple[Bounds, Bounds]:
    """Return what is known after a wrong Korkoni of the bag that paid, and of the caller's."""
    left, least, most = paid(bag)
    return left, spread(caller, BUTTERBUR, least, most)


def handed(giver: Bounds, taker: Bounds, number: int) -> tuple[Bounds, Bounds]:
    """Return what is known of two bags after unknown chips went from one to another."""
    left, korpokkur, butterbur = gave(giver, number)
    return left, got(taker, number, korpokkur, butterbur)


@lru_cache(_KEPT)
def filled(bag: Bounds) -> Bounds:
    """Return what is known about a bag once it is known not to be empty."""
    k0, k1, b0, b1, n0, n1 = bag
    return bag if n0 else tight((k0, k1, b0, b1, 1, n1))


def fits(bags: Sequence[Bounds], korpokkur: int, butterbur: int) -> bool:
    """Tell whether bags within these bounds may together hold these chips."""
    both = korpokkur + butterbur
    k0, k1, b0, b1, n0, n1 = (sum(numbers) for numbers in zip(*bags, strict=True))
    return k0 <= korpokkur <= k1 and b0 <= butterbur <= b1 and n0 <= both <= n1


def fill(
    bags: Sequence[Bounds], korpokkur: int, butterbur: int, rng: random.Random
) -> list[tuple[int, int]]:
    """Return a random content of each bag, within its bounds, that adds up to these chips.

    The bags are filled in random order, each with any content that leaves the others possible, all
    equally likely. (Bounds with a limit on the sum are generalised polymatroids: what several of
    them can hold together is bounded by the sums of their limits, and nothing else.)
    """
    chance = rng.random
    k0, k1, b0, b1, n0, n1 = map(sum, zip(*bags, strict=True))
    found = [(bag[0], bag[2]) for bag in bags]
    open_to_chance = [at for at, bag in enumerate(bags) if bag[0] < bag[1] or bag[2] < bag[3]]
    for at in sorted(open_to_chance, key=lambda _: chance()):
        bag = bags[at]
        k0, k1, b0, b1 = k0 - bag[0], k1 - bag[1], b0 - bag[2], b1 - bag[3]
        n0, n1 = n0 - bag[4], n1 - bag[5]
        # What is left for the others must stay within what they can hold together.
        both = korpokkur + butterbur
        least, most = max(bag[4], both - n1), min(bag[5], both - n0)
        fewest, highest = max(bag[2], butterbur - b1), min(bag[3], butterbur - b0)
        possible = [
            (k, b)
            for k in range(max(bag[0], korpokkur - k1), min(bag[1], korpokkur - k0) + 1)
            for b in range(max(fewest, least - k), min(highest, most - k) + 1)
        ]
        found[at] = k, b = possible[int(chance() * len(possible))]
        korpokkur -= k
        butterbur -= b
    return found
