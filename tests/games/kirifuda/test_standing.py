"""Ameno Kirifuda: how a seat stands in a match that isn't over, in exact numbers."""

from __future__ import annotations

import pytest

from cogs.kirifuda import evaluation
from cogs.kirifuda.bit_sets import ANYWHERE, set_of
from cogs.kirifuda.evaluation import NEARLY, WINS, Row, guess, hopes, promise, row_of, rows_of
from cogs.kirifuda.views import BLESSINGS, ROUNDS, TRICKS, worth
from tests.games.kirifuda.table import lay

WEIGHTS = evaluation._Weights  # pyright: ignore[reportPrivateUsage]
GUESS = evaluation._guess  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("mine", "free", "wanted"),
    [
        (0b0000, 0b1111, Row(0, 0, 1, (1, 2))),
        (0b0001, 0b1110, Row(1, 1, 2, (1,))),
        (0b0010, 0b1101, Row(1, 1, 2, (2,))),
        (0b0011, 0b1100, Row(2, 2, 3, (2,))),
        (0b0101, 0b1010, Row(2, 1, 3, (1,))),
        (0b1001, 0b0110, Row(2, 1, 2, (1, 2))),
        (0b0110, 0b1001, Row(2, 2, 3, (0, 3))),
        (0b0001, 0b1000, Row(1, 1, 1, (3,))),
        (0b0011, 0b0000, Row(2, 2, 0, ())),
        (0b1111, 0b0000, Row(4, 4, 0, ())),
    ],
)
def test_a_row_says_where_one_more_stone_makes_the_longest_run(
    mine: int, free: int, wanted: Row
) -> None:
    """And of these places, the one with the most room next to it."""
    assert row_of(mine, free) == wanted


def test_each_row_is_looked_at_by_itself() -> None:
    """The end of one row isn't next to the beginning of the next."""
    mine, free = 1 << 3 | 1 << 4 | 0b11 << 12, ANYWHERE & ~(1 << 3 | 1 << 4 | 0b11 << 12)
    found = rows_of(mine, free)
    assert [(row.stones, row.run, row.then) for row in found] == [
        (1, 1, 2),
        (1, 1, 2),
        (0, 0, 1),
        (2, 2, 3),
    ]


def test_a_hand_hopes_by_how_high_its_cards_are() -> None:
    """Of eight numbers with four seats, of six with three, in all and by season."""
    assert hopes(set_of((18, 14, 31)), 4) == pytest.approx((1.25 + 1 / 64, 1.25, 0, 1 / 64, 0))
    assert hopes(set_of((16, 13)), 3) == pytest.approx((1.25, 1.25, 0, 0, 0))
    assert hopes(0, 4) == (0, 0, 0, 0, 0)


def test_a_blessing_promises_less_the_further_away_it_is() -> None:
    assert promise(13, 3, 0.0) == worth(13), "it is there"
    assert promise(13, 2, 0.5) == pytest.approx(worth(13) * (1 - 0.6 / NEARLY))
    assert promise(13, 4, 0.0) == pytest.approx(worth(13) * (1 - 1 / NEARLY))
    assert promise(13, 1, 0.0) == 0, "two away is out of reach, and costs nothing"


SPRING = {"mine": 0b11, "free": ANYWHERE - 0b11}
"""Two stones side by side in spring, and all else free."""


def part(name: str, monkeypatch: pytest.MonkeyPatch, **more: object) -> float:
    """Return how much of one thing a seat of four has, which holds the highest card of spring."""
    only = WEIGHTS(**{field: float(field == name) for field in WEIGHTS._fields})
    monkeypatch.setattr(evaluation, "_WEIGHTS", {(1, 5): only})
    given = {
        "round_": 1,
        "cards": 5,
        "seats": 4,
        "hand": set_of((18,)),
        "stones": 3,
        "blessings": (),
        "achieved": (),
        **SPRING,
        **more,
    }
    return GUESS.__wrapped__(**given)


@pytest.mark.parametrize(
    ("name", "wanted", "more"),
    [
        ("stone", 2, {}),
        ("run", 2, {}),
        ("use", 1, {}),
        ("use", 0, {"stones": 0}),
        ("hope", 1, {"stones": 0}),
        ("product", (2 + 1) * 2, {}),
        ("product", 2 * 2, {"stones": 0}),
        ("stoneless", 0, {}),
        ("stoneless", 1, {"stones": 0}),
        ("growth", 1, {}),
        ("growth", 1, {"hand": set_of((18, 17))}),
        ("growth", 0.25, {"hand": set_of((14,))}),
        ("growth", 0, {"hand": set_of((28,))}),
        ("growth", 0, {"stones": 0}),
        ("growth", 0, {"hand": 0}),
        ("growth", 0, {"free": 0}),
        ("achieved", worth(13), {"blessings": (13,), "achieved": (13,)}),
        ("promise", 0, {"blessings": (13,), "achieved": (13,)}),
        ("promise", worth(13) * (1 - 0.2 / NEARLY), {"blessings": (13,)}),
        ("promise", worth(13) * (1 - 1 / NEARLY), {"blessings": (13,), "stones": 0}),
        ("promise", 0, {"blessings": (23,)}),
        ("right", 0, {"blessings": (13,)}),
        ("right", worth(12) + worth(20), {"blessings": (12, 20)}),
        ("short", worth(13) * 0.8, {"blessings": (13,)}),
        ("short", 0, {"blessings": (13,), "stones": 0}),
        ("short", worth(13), {"blessings": (13,), "hand": set_of((18, 17))}),
        ("short", 0, {"blessings": (12, 22)}),
    ],
)
def test_each_thing_that_a_seat_has_counts_by_itself(
    name: str, wanted: float, more: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert WINS == 0.8
    assert part(name, monkeypatch, **more) == pytest.approx(wanted)


def test_weights_go_from_the_first_trick_to_the_last() -> None:
    for number in range(1, ROUNDS + 1):
        early, late = evaluation._FITTED[number - 1]  # pyright: ignore[reportPrivateUsage]
        weights = evaluation._WEIGHTS  # pyright: ignore[reportPrivateUsage]
        assert weights[number, TRICKS] == pytest.approx(early), "with all cards in hand"
        assert weights[number, 0] == pytest.approx(late), "with none left"
        half = [(one + other) / 2 for one, other in zip(early, late, strict=True)]
        assert weights[number, TRICKS // 2] == pytest.approx(half)
    assert TRICKS % 2 == 0


def test_with_no_cards_left_no_stone_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat is judged by its own things."""
    seen: list[tuple[object, ...]] = []
    monkeypatch.setattr(evaluation, "_guess", lambda *given: seen.append(given) or float(len(seen)))
    held = BLESSINGS[:4]
    state = lay(
        [[11], [12], [13], [14]],
        board={21: 2},
        stones=[1, 2, 3, 4],
        blessings=[[each] for each in held],
        achieved=[(), (held[1],), (), ()],
        round_=2,
    )
    assert guess(state) == (1.0, 2.0, 3.0, 4.0)
    for seat, given in enumerate(seen):
        assert given == (
            2,
            1,
            4,
            state.free,
            state.hands[seat],
            seat + 1,
            state.lies[seat],
            (held[seat],),
            state.achieved[seat],
        )
    seen.clear()
    guess(lay([[]] * 4))
    assert {given[3] for given in seen} == {0}, "stones are hoped for without a card"
