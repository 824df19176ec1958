"""7 Little Korpokkurs: how a seat stands in a match that isn't over, in exact numbers."""

from __future__ import annotations

import pytest

from cogs.korpokkur import evaluation
from cogs.korpokkur.components import ENOUGH
from cogs.korpokkur.evaluation import (
    ARWAMPE_LATER,
    CARD_HELD,
    CROWD,
    KORKONI_NEXT,
    NEAR_ARWAMPE,
    NEAR_ISAM,
    NEAR_KORKONI,
    SHORT_PRIZE,
    guess,
)
from tests.games.korpokkur.table import lay

PROMISE = evaluation._promise  # pyright: ignore[reportPrivateUsage]
BEFORE = evaluation._turns_before  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("others", [1, 3])
@pytest.mark.parametrize("points", [2, 3, 0])
def test_a_bag_promises_by_what_is_in_it(points: int, others: int) -> None:
    """Each further player makes it less likely; the short game counts as one point."""
    crowd = 1 + CROWD * (others - 1)
    prize = points or SHORT_PRIZE
    for korpokkur in range(4, ENOUGH):
        wanted = prize * NEAR_ARWAMPE[korpokkur] / crowd
        assert PROMISE(points, others, korpokkur, 1, 0) == pytest.approx(wanted)
    for butterbur in range(3, ENOUGH):
        wanted = -NEAR_KORKONI[butterbur] / crowd
        assert PROMISE(points, others, 0, butterbur, 0) == pytest.approx(wanted)
    assert PROMISE(points, others, 0, ENOUGH, 0) == pytest.approx(-KORKONI_NEXT)
    assert PROMISE(points, others, 0, ENOUGH + 1, 0) == pytest.approx(-KORKONI_NEXT)
    for before in range(others + 1):
        wanted = prize * ARWAMPE_LATER[before]
        assert PROMISE(points, others, ENOUGH, 0, before) == pytest.approx(wanted)
        assert PROMISE(points, others, ENOUGH + 1, 0, before) == pytest.approx(wanted)


def test_a_bag_that_is_nearly_empty_may_leave_for_a_point_or_lose_the_short_game() -> None:
    for korpokkur, butterbur in ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)):
        isam = NEAR_ISAM[korpokkur + butterbur]
        assert PROMISE(2, 2, korpokkur, butterbur, 0) == pytest.approx(isam)
        arwampe = SHORT_PRIZE * NEAR_ARWAMPE[korpokkur] / (1 + CROWD)
        assert PROMISE(0, 2, korpokkur, butterbur, 0) == pytest.approx(arwampe - SHORT_PRIZE)
    assert PROMISE(2, 2, 3, 0, 0) == pytest.approx(2 * NEAR_ARWAMPE[3] / (1 + CROWD))


@pytest.mark.parametrize(
    ("turn", "direction", "wanted"), [(1, 1, [2, 0, 1]), (1, -1, [1, 0, 2]), (2, 1, [1, 2, 0])]
)
def test_turns_before_a_seat_are_counted_the_way_round(
    turn: int, direction: int, wanted: list[int]
) -> None:
    """Round a table whose seats were swapped; whose turn is over waits for all others."""
    state = lay([(1, 1)] * 3, turn=turn)
    state.direction = 1 if direction == 1 else -1
    assert [BEFORE(state, seat) for seat in range(3)] == wanted
    state.phase = "answer"
    wanted = [each or 2 for each in wanted]
    assert [BEFORE(state, seat) for seat in range(3)] == wanted, "a turn that is over comes first"
    state.order = [2, 1, 0]
    state.phase, state.direction, state.turn = "turn", 1, 2
    assert [BEFORE(state, seat) for seat in range(3)] == [2, 1, 0], "they sit in another order"


def test_a_seat_counts_its_points_its_cards_and_its_bag() -> None:
    """Neither the bag of somebody who is out, nor one that isn't filled yet."""
    state = lay(
        [(ENOUGH, 0), (3, 2), (0, 0), (2, 3)],
        [["swap-bags"], [], ["reverse", "swap-bags"], []],
        scores=[2, 5, 1, 0],
        out=(2,),
        turn=1,
        round_=3,
    )
    wanted = (
        2 + CARD_HELD + PROMISE(3, 2, ENOUGH, 0, 3),
        5 + PROMISE(3, 2, 3, 2, 0),
        1 + 2 * CARD_HELD,
        PROMISE(3, 2, 2, 3, 0),
    )
    assert guess(state) == pytest.approx(wanted)
    state.phase = "bags"
    assert guess(state) == pytest.approx((2 + CARD_HELD, 5, 1 + 2 * CARD_HELD, 0))
