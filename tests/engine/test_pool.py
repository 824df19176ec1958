"""Hands from a pool: all that fit, and each as likely, to the last fraction."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import factorial
from typing import Any

import pytest

from bot.engine import pool
from bot.engine.pool import hands_from

R, Y, G, B = 10, 20, 30, 40
"""Cards are of the kind that their tens say."""

Hands = tuple[tuple[int, ...], ...]


def colour(card: int) -> int:
    """Return the kind of a card."""
    return card // 10


class Branch:
    """A chance that takes a way through all that may be drawn, and notes where others begin."""

    def __init__(self, way: Sequence[int]) -> None:
        self._way = way
        self.drawn: list[int] = []
        self.among: list[int] = []

    def randrange(self, most: int) -> int:
        """Return the next number of the way, or the first there is."""
        at = len(self.drawn)
        self.among.append(most)
        self.drawn.append(self._way[at] if at < len(self._way) else 0)
        return self.drawn[-1]


def exactly(deal: Callable[[Any], Hands]) -> dict[Hands, Fraction]:
    """Return how likely each outcome is, by trying everything that may be drawn."""
    found: defaultdict[Hands, Fraction] = defaultdict(Fraction)
    ways: list[list[int]] = [[]]
    while ways:
        way = ways.pop()
        branch = Branch(way)
        share = Fraction(1)
        outcome = deal(branch)
        for most in branch.among:
            share /= most
        found[outcome] += share
        for at in range(len(way), len(branch.drawn)):
            ways += [[*branch.drawn[:at], other] for other in range(1, branch.among[at])]
    return found


def any_order(cards: Sequence[int], chance: Branch) -> list[int]:
    """Return cards in any order, each being one of the ways."""
    at = chance.randrange(factorial(len(cards)))
    return list(next(itertools.islice(itertools.permutations(cards), at, None)))


def naive_deals(
    cards: Sequence[int], sizes: Sequence[int], none_of: Sequence[Sequence[int]]
) -> set[Hands]:
    """Return all ways to deal cards, found by trying."""
    if len(sizes) == 1:
        fits = not any(card // 10 in none_of[0] for card in cards)
        return {(tuple(sorted(cards)),)} if fits else set()
    return {
        (hand, *rest)
        for hand in itertools.combinations(sorted(cards), sizes[0])
        if not any(card // 10 in none_of[0] for card in hand)
        for rest in naive_deals([c for c in cards if c not in hand], sizes[1:], none_of[1:])
    }


@pytest.mark.parametrize(
    ("cards", "sizes", "none_of"),
    [
        ((R, R + 1, Y, G), (2, 1, 1), ((), (), ())),
        ((R, R + 1, Y, Y + 1, G), (2, 2, 1), ((), (1,), (1, 2))),
        ((R, R + 1, Y, G, B), (2, 0, 1, 2), ((3,), (1,), (2,), (4,))),
        ((R, Y), (1, 1), ((1,), ())),
        ((R, R + 1, Y, Y + 1, G), (2, 2, 1), ((1,), (2,), (3,))),
        ((R, R + 1, R + 2, Y, G), (1, 1, 1, 2), ((1, 2), (1,), (3,), ())),
        ((R, R + 1, Y, Y + 1, G), (3, 2), ((2,), (3,))),
    ],
)
def test_hands_are_as_likely_as_they_should_be(
    cards: tuple[int, ...],
    sizes: tuple[int, ...],
    none_of: tuple[tuple[int, ...], ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of all ways to deal what is unseen each is as likely: compared with all there are."""
    monkeypatch.setattr(pool, "mixed", any_order)
    known = [() for _ in sizes]

    def deal(chance: Any) -> Hands:
        hands = hands_from(cards, known, sizes, chance, none_of, colour)
        return tuple(tuple(sorted(hand)) for hand in hands)

    ways = naive_deals(cards, sizes, none_of)
    assert ways, "there is nothing to compare with"
    assert exactly(deal) == dict.fromkeys(ways, Fraction(1, len(ways))), "some come more often"


def test_without_bars_each_order_is_as_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a draw pile may be one of the hands."""
    monkeypatch.setattr(pool, "mixed", any_order)

    def deal(chance: Any) -> Hands:
        hands = hands_from((R, Y, G, B), [(), (R + 9,), ()], (1, 2, 2), chance)
        return tuple(map(tuple, hands))

    found = exactly(deal)
    orders = {(o[:1], (R + 9, o[1]), o[2:]) for o in itertools.permutations((R, Y, G, B))}
    assert found == dict.fromkeys(orders, Fraction(1, 24)), "some orders come more often"


def test_known_cards_stay_where_they_are_and_take_up_room() -> None:
    rng = random.Random(5)
    for barred in ((), ((2,), (), (), ())):
        for _ in range(50):
            known = [(B,), (B + 1, B + 2), (), (Y + 5,)]
            cards = hands_from((R, R + 1, Y, G), known, (2, 3, 2, 1), rng, barred, colour)
            dealt = list(map(tuple, cards))
            assert [len(hand) for hand in dealt] == [2, 3, 2, 1]
            assert (dealt[0][0], dealt[1][:2], dealt[3]) == (B, (B + 1, B + 2), (Y + 5,))
            assert sorted(dealt[0][1:] + dealt[1][2:] + dealt[2]) == [R, R + 1, Y, G]
            assert not barred or dealt[0][1] != Y, "a hand holds what it can't"


def test_mixing_leaves_nothing_in_its_place() -> None:
    """Each of three cards comes as often first, second and last."""
    rng = random.Random(4)
    found = [pool.mixed((R, Y, G), rng) for _ in range(6000)]
    for order in itertools.permutations((R, Y, G)):
        assert 900 < found.count(list(order)) < 1100, f"{order} comes too often, or too rarely"
