"""Chance from a secret: even, always the same for the same secret, and never the same twice."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from hashlib import sha256

import pytest

from bot.engine.chance import SealedChance, _below, commitment
from bot.engine.dealer import LiveDealer

SECRET = bytes(range(32))
OTHER = bytes(range(1, 33))


def words(secret: bytes, draw: int, count: int) -> list[int]:
    """Return the words of a draw, as the page of the algorithm says."""
    found: list[int] = []
    for block in range(-(-count // 4)):
        whole = secret + draw.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = sha256(whole).hexdigest()
        found += [int(digest[at : at + 16], 16) for at in range(0, 64, 16)]
    return found[:count]


def reckoned(secret: bytes, draw: int, items: list[int]) -> list[int]:
    """Shuffle as the page of the algorithm says; none of these words are skipped."""
    mixed = list(items)
    found = iter(words(secret, draw, len(mixed)))
    for last in reversed(range(1, len(mixed))):
        at = next(found) % (last + 1)
        mixed[last], mixed[at] = mixed[at], mixed[last]
    return mixed


def shuffled(chance: SealedChance, count: int) -> list[int]:
    items = list(range(count))
    chance.shuffle(items)
    return items


def chi_square(counts: Counter[object], kinds: int) -> float:
    """Return how far counts are from even: about `kinds` - 1 if they are."""
    even = counts.total() / kinds
    return sum((counts[kind] - even) ** 2 / even for kind in counts) + even * (kinds - len(counts))


def test_the_draws_of_a_secret_are_what_they_always_were() -> None:
    """Fixed values: deals that were sealed before must come out the same for ever."""
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    chance = SealedChance(SECRET, 0)
    assert shuffled(chance, 12) == [4, 11, 8, 6, 3, 5, 7, 10, 2, 0, 1, 9]
    assert [chance.choice("abcdefghij") for _ in range(8)] == list("dafgdhbb")
    assert shuffled(SealedChance(SECRET, 2**40), 6) == [5, 3, 1, 2, 0, 4]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 52, 200])
def test_a_stranger_reckons_the_same_from_the_description(count: int) -> None:
    for draw in (0, 1, 77, 2**33):
        for secret in (SECRET, OTHER):
            wanted = reckoned(secret, draw, list(range(count)))
            assert shuffled(SealedChance(secret, draw), count) == wanted
    if count:
        wanted = [words(SECRET, draw, 1)[0] % count for draw in range(20)]
        chance = SealedChance(SECRET, 0)
        assert [chance.choice(range(count)) for _ in range(20)] == wanted


def test_words_that_would_favour_some_are_passed_over() -> None:
    top = 2**64 - 1
    for limit in (1, 2, 3, 7, 52, 2**63 + 1):
        fair = 2**64 // limit * limit
        assert _below(limit, iter([0, 5])) == 0
        assert _below(limit, iter([fair - 1, 5])) == limit - 1
        if fair <= top:
            assert _below(limit, iter([fair, top, 2])) == 2 % limit
    # A limit that takes half of the words and one more: every other word is passed over.
    assert _below(2**63 + 1, iter([top, 2**63 + 1, 2**63])) == 2**63


@pytest.mark.parametrize(
    ("kinds", "draw"),
    [
        (24, lambda chance: tuple(shuffled(chance, 4))),
        (52, lambda chance: shuffled(chance, 52)[0]),
        (52, lambda chance: shuffled(chance, 52)[51]),
        (52, lambda chance: shuffled(chance, 52).index(17)),
        (52 * 51, lambda chance: tuple(shuffled(chance, 52)[20:22])),
        (7, lambda chance: chance.choice(range(7))),
        (49, lambda chance: (chance.choice(range(7)), chance.choice(range(7)))),
    ],
    ids=["orders", "top", "bottom", "place", "neighbours", "picks", "pairs of picks"],
)
def test_all_is_as_likely(kinds: int, draw: Callable[[SealedChance], object]) -> None:
    """Count over many draws of one secret: the sum stays within five deviations of its mean."""
    chance = SealedChance(SECRET, 0)
    counts: Counter[object] = Counter(draw(chance) for _ in range(8000))
    mean, deviation = kinds - 1, (2 * (kinds - 1)) ** 0.5
    assert abs(chi_square(counts, kinds) - mean) < 5 * deviation


def test_all_is_as_likely_over_secrets_too() -> None:
    """The first draw of many tables is even: nobody is dealt to by their table's age."""
    counts: Counter[object] = Counter(
        tuple(shuffled(SealedChance(sha256(bytes([a, b])).digest(), 0), 4))
        for a in range(64)
        for b in range(64)
    )
    assert abs(chi_square(counts, 24) - 23) < 5 * 46**0.5


def test_the_count_would_notice_what_is_uneven() -> None:
    """A shuffle that swaps with any place at all is the well-known wrong one: it is caught."""

    def wrong(chance: SealedChance) -> tuple[int, ...]:
        items = list(range(4))
        for at in range(4):
            to = chance.choice(range(4))
            items[at], items[to] = items[to], items[at]
        return tuple(items)

    chance = SealedChance(SECRET, 0)
    counts: Counter[object] = Counter(wrong(chance) for _ in range(8000))
    assert abs(chi_square(counts, 24) - 23) > 5 * 46**0.5


def test_no_stream_comes_twice() -> None:
    """Every draw of every secret has words of its own, and so has every block of it."""
    drawn = [
        tuple(itertools.islice(SealedChance(secret, draw)._words(), 8))
        for secret in (SECRET, OTHER, SECRET[::-1])
        for draw in (*range(300), 2**8 * 5, 2**16, 2**32, 2**63)
    ]
    assert len({word for stream in drawn for word in stream}) == 8 * len(drawn)


def test_a_step_goes_on_where_the_one_before_left_off() -> None:
    """One dealer for all draws or a new one for each step: the draws are the same."""
    whole = LiveDealer(SealedChance(SECRET, 0))
    parts: list[object] = []
    for count, picks in [(6, 0), (0, 2), (1, 1), (40, 3)]:
        step = LiveDealer(SealedChance(SECRET, len(parts)))
        for dealer in (whole, step):
            dealer.shuffle(list(range(count)))
            for _ in range(picks):
                dealer.pick(["a", "b", "c", "d"])
        parts += step.draws
    assert parts == whole.draws
    assert len(parts) == 10


def test_a_draw_takes_its_number_however_little_there_is_to_draw() -> None:
    """Nothing to choose is a draw like any other: the count in the log says where to go on."""
    chance = SealedChance(SECRET, 0)
    chance.shuffle([])
    chance.shuffle([1])
    assert chance.choice(["only"]) == "only"
    assert shuffled(chance, 9) == shuffled(SealedChance(SECRET, 3), 9)


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_secret_of_another_length_is_none(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SealedChance(bytes(size), 0)
