"""Colors of Kasane: which cards are which meld, and what its boxes are worth."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from cogs.kasane import melds
from cogs.kasane.rules import GAME
from cogs.kasane.views import (
    BOXES,
    FREE,
    MELDS,
    Meld,
    MeldAchieved,
    Options,
    Take,
)
from tests.contract.games import Configuration, positions
from tests.games.kasane.laid import before, do, lay, places, settle


def made(*cards: int) -> set[tuple[str, int]]:
    """Return the melds of this very sequence that may be laid from a hand of it."""
    state = lay(before(cards[-1]), cards[:-1])
    takes = GAME.legal(state, 0)
    return {(t.meld, t.size) for t in takes if t.row == 1 and t.meld and t.size == len(cards)}


# List and Notes of Meld Cards


def test_kasane() -> None:
    """Such as 2-2 or 9-9-9."""
    assert made(2, 2) == {("kasane", 2)}
    assert made(9, 9, 9) == {("kasane", 3), ("katyou", 3)}
    assert made(2, 3) == set()
    assert ("kasane", 4) not in made(2, 2, 2, 2)


def test_juu() -> None:
    """Such as 4-6 or 1-7-2."""
    assert made(4, 6) == made(6, 4) == {("juu", 2)}
    assert made(5, 5) == {("juu", 2), ("kasane", 2)}
    assert made(1, 7, 2) == {("juu", 3)}
    assert made(1, 2, 3, 4) == {("juu", 4), ("kagen", 4)}
    assert made(1, 2, 1, 2, 4) == set()


@pytest.mark.parametrize(
    ("meld", "numbers"),
    [("sakura", (1, 2, 6)), ("chidori", (3, 8, 9)), ("asanoha", (4, 5, 7))],
)
def test_trios(meld: Meld, numbers: tuple[int, ...]) -> None:
    """In any order; if even one of them is missing, that would be invalid."""
    for cards in itertools.permutations(numbers):
        assert (meld, 3) in made(*cards)
    for cards in itertools.product(numbers, repeat=3):
        assert ((meld, 3) in made(*cards)) == (len(set(cards)) == 3)


def test_moons() -> None:
    """Ascending or descending, some may be missing, the same number not: the sheet's examples."""
    assert made(1, 2, 4) == {("kagen", 3)}
    assert made(5, 3, 2, 1) == {("kagen", 4)}
    assert made(1, 2, 3, 4, 5) == {("kagen", 5)}
    assert made(2, 3, 3, 4) == set()
    assert made(4, 2, 2) == {("setsu", 3)}
    assert made(9, 8, 5) == {("jyougen", 3)}
    assert made(5, 6, 7, 9) == {("jyougen", 4)}
    assert made(6, 9, 9) == set()
    assert made(8, 7, 7, 5, 5) == set()
    assert made(1, 4, 3) == set()


def test_scenery() -> None:
    """Only odd or only even, the same number many times, in any order."""
    assert made(7, 5, 1, 1, 7, 3) == {("katyou", 6)}
    assert made(1, 3, 7, 5) == {("katyou", 4)}
    assert made(8, 4, 6, 2, 8) == {("setsu", 5)}
    assert made(6, 4, 8) == {("setsu", 3)}
    assert made(1, 3, 7, 5, 2) == set()
    assert made(1, 1, 1, 1, 1, 1, 1) == set()


def naive(meld: Meld, cards: Sequence[int]) -> bool:
    """Tell whether cards are a meld, straight from the sheet."""
    up = all(one < other for one, other in itertools.pairwise(cards))
    down = all(one > other for one, other in itertools.pairwise(cards))
    return {
        "kasane": len(set(cards)) == 1,
        "juu": sum(cards) == 10,
        "sakura": sorted(cards) == [1, 2, 6],
        "chidori": sorted(cards) == [3, 8, 9],
        "asanoha": sorted(cards) == [4, 5, 7],
        "kagen": set(cards) <= {1, 2, 3, 4, 5} and (up or down),
        "jyougen": set(cards) <= {5, 6, 7, 8, 9} and (up or down),
        "katyou": all(card % 2 == 1 for card in cards),
        "setsu": all(card % 2 == 0 for card in cards),
    }[meld]


def all_ways(
    hand: Sequence[int], robe: Sequence[int], marks: Sequence[int]
) -> Iterator[tuple[Meld, int, bool]]:
    """Yield each meld of each number of cards, with the robe's top card and without it."""
    free = {(box.meld, box.size) for box, owner in zip(BOXES, marks, strict=True) if owner == FREE}
    for used in range(1, len(hand) + 1):
        for top in (False, True):
            if top and (not robe or robe[-1] == 0):
                continue
            cards = [*robe[-1:], *hand[-used:]] if top else hand[-used:]
            for meld in MELDS:
                if (meld, len(cards)) in free and naive(meld, cards):
                    yield meld, len(cards), top


@pytest.mark.parametrize("easier", [False, True])
def test_legal_moves_are_those_of_a_second_opinion(easier: bool) -> None:
    """All that the sheet allows, and nothing else, in whole games played at random."""
    rng = random.Random(7)
    for seats in (3, 4):
        table = Configuration(GAME, seats, Options(easier=easier))
        for match in positions(table, rng, 400):
            for seat in match.to_act():
                state = match._state
                wanted: list[Take] = []
                for row, cards in enumerate(state.rows, start=1):
                    hand, robe = [*state.hands[seat]], [*state.robes[seat]]
                    if cards and cards[-1]:
                        found = all_ways([*hand, cards[-1]], robe, state.marks)
                    else:
                        found = all_ways(hand if cards and easier else [], [0], state.marks)
                    wanted += [Take(row, *way) for way in found]
                    wanted += [Take(row)] if cards else []
                assert Counter(match.legal(seat)) == Counter(wanted)


@pytest.mark.takes(3)
def test_every_short_sequence_by_a_second_opinion() -> None:
    """Each of up to four cards, and many of up to seven."""
    rng = random.Random(5)
    short = [
        cards for size in range(1, 5) for cards in itertools.product(range(1, 10), repeat=size)
    ]
    odd_or_even = [rng.choices(rng.choice([(1, 3, 5, 7, 9), (2, 4, 6, 8)]), k=7) for _ in range(99)]
    long = [rng.choices(range(1, 10), k=rng.randint(5, 7)) for _ in range(2000)]
    marks = [FREE] * len(BOXES)
    for cards in (*short, *long, *odd_or_even):
        first, *hand = cards
        found = melds.ways(tuple(cards), 0, marks)
        assert set(found) == set(all_ways(cards, (), marks))
        assert len(set(found)) == len(found)
        if hand:
            assert set(melds.ways(hand, first, marks)) == set(all_ways(hand, [first], marks))


# Boxes


def test_a_box_is_marked_for_all() -> None:
    """R3: that number cannot be played again; fewer cards may be used if their box is free."""
    state = lay(before(1), (3, 5, 7))
    assert {(3, "katyou"), (4, "katyou")} <= {(t.size, t.meld) for t in GAME.legal(state, 0)}
    do(state, Take(1, "katyou", 4))
    assert [state.marks[at] for at in places("katyou", 4)] == [0]
    state.rows[1] = (5, 1)
    settle(state)
    state.hands[1] = (3, 5, 7)
    found = {(t.size, t.meld) for t in GAME.legal(state, 1) if t.row == 2}
    assert (3, "katyou") in found
    assert (4, "katyou") not in found


def test_two_boxes_of_one_size() -> None:
    """Only one of the boxes is marked; the remaining one can be played in subsequent turns."""
    first, second = places("kasane", 2)
    state = lay(before(2), (2,))
    do(state, Take(1, "kasane", 2))
    assert (state.marks[first], state.marks[second]) == (0, FREE)
    again = lay(before(2), (2,), marked=[first])
    do(again, Take(1, "kasane", 2))
    assert (again.marks[first], again.marks[second]) == (1, 0)
    full = lay(before(2), (2,), marked=[first, second])
    assert Take(1, "kasane", 2) not in GAME.legal(full, 0)


@pytest.mark.parametrize("owner", [0, 1])
def test_trios_pay_four_then_three(owner: int) -> None:
    """The first player earns 4 points, the second 3; R2: the same player too."""
    state = lay(before(6), (2, 1))
    assert do(state, Take(1, "sakura", 3))[1] == MeldAchieved(0, "sakura", (2, 1, 6), False, 4)
    state.turn = owner
    state.rows[0] = (5, 5, 6)
    settle(state)
    state.hands[owner] = (1, 2)
    events = do(state, Take(1, "sakura", 3))
    assert events[1] == MeldAchieved(owner, "sakura", (1, 2, 6), False, 3)
    assert GAME.public(state).scores[owner] == (7 if owner == 0 else 3)
    state.turn = owner
    state.rows[0] = (5, 5, 6)
    settle(state)
    state.hands[owner] = (1, 2)
    assert not [take for take in GAME.legal(state, owner) if take.meld == "sakura"]


def test_points_have_no_end() -> None:
    """R4: no cap at 19, the last number of the score track, and no end of marbles."""
    state = lay(before(6))
    state.marks = [0] * len(BOXES)
    settle(state)
    assert GAME.public(state).scores[0] == sum(box.points for box in BOXES)
    assert len(BOXES) > 20
