"""Ameno Kirifuda: achievement, the second round and the score."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.dealer import QuietDealer
from bot.engine.game import MatchOver
from cogs.kirifuda import views
from cogs.kirifuda.bit_sets import cards_of, longest, lying
from cogs.kirifuda.rules import GAME, State
from cogs.kirifuda.views import (
    DECK,
    FREE,
    SPACES,
    Achieved,
    Place,
    RoundEnded,
    StonePlaced,
    longest_run,
)
from tests.games.kirifuda.table import board_of, deal, do, kinds, lay


def last_trick(**more: Any) -> State:
    """Return a table at which seat 0 places the last stone of a round, in the spring row."""
    return lay(phase="place", row=1, hands=[()] * 4, **more)


BOARD = {11: 0, 31: 1, 32: 1, 41: 2}
HELD = ((12, 20), (32, 33), (40, 41), (13, 23))


def test_exact_numbers_are_achieved() -> None:
    """Achievement Phase: cards whose number of own stones in that row holds exactly, 0 as well."""
    state = last_trick(board=BOARD, blessings=HELD, round_=2)
    events = do(state, 0, Place(12, None))
    assert events[:5] == [
        StonePlaced(0, 12, False),
        RoundEnded(2),
        Achieved(0, (12, 20)),
        Achieved(1, (32,)),
        Achieved(2, (41,)),
    ]
    assert state.achieved == [(12, 20), (32,), (41,), ()]


def test_the_second_round() -> None:
    """Achievement Phase, Second Round Setup: stones stay, open cards carry over; R7: none new."""
    state = last_trick(board=BOARD, blessings=HELD, stones=[2, 1, 0, 3])
    stock = list(state.stock)
    hands = [DECK[4][8:16], DECK[4][:8], DECK[4][16:24], DECK[4][24:]]
    events = do(state, 0, Place(12, None), deal(4, *hands), stock)
    assert kinds(events)[-5:] == ["round_began", *["hand_dealt"] * 4]
    assert (state.round, state.phase, state.dealer, state.turn) == (2, "draft", 1, 2)
    assert state.stones == [1, 1, 0, 3]
    assert board_of(state).count(0) == board_of(state).count(1) == 2
    assert state.blessings == list(map(tuple, HELD))
    assert state.display == tuple(sorted(stock[:8]))
    assert cards_of(state.hands[1]) == DECK[4][:8]


def test_achieved_once_is_achieved() -> None:
    """Achieved blessing cards: they needn't hold again; the others get another chance."""
    state = last_trick(
        board=BOARD,
        blessings=HELD,
        achieved=[(), (33,), (40,), ()],
        round_=2,
    )
    do(state, 0, Place(12, None))
    assert state.achieved == [(12, 20), (32, 33), (40, 41), ()]


def test_blessings_never_seen() -> None:
    """R8: of sixteen, three players see twelve; four see all."""
    for seats, unseen in ((3, 4), (4, 0)):
        rng = random.Random(seats)
        dealer = QuietDealer(rng)
        state = GAME.setup(seats, views.Options(), dealer)
        while to_act := GAME.to_act(state):
            GAME.apply(state, to_act[0], rng.choice(GAME.legal(state, to_act[0])), dealer)
        assert len(state.stock) == unseen
        assert len(state.tricks) == 16
        used = [state.stones[seat] + board_of(state).count(seat) for seat in range(seats)]
        start = {3: 4, 4: 3}[seats]
        assert used == [start + len(state.discarded[seat]) for seat in range(seats)]


# Score calculation


@pytest.mark.parametrize(
    ("own", "points"),
    [
        ((11, 12, 13, 21, 34), 15),
        ((11, 13, 22), 3),
        ((11, 12, 44), 6),
        ((11, 12, 23, 24, 41), 10),
        ((), 0),
        ((11, 12, 13, 14), 16),
        # R1: rows are lines. No wrap, no columns, no diagonals, no going on in the next row.
        ((11, 14), 2),
        ((14, 21), 2),
        ((11, 21, 31), 3),
        ((11, 22, 33, 44), 4),
    ],
)
def test_stones_times_run(own: tuple[int, ...], points: int) -> None:
    """Score calculation: the sheet's examples; R9: stones in the hand score nothing."""
    state = last_trick(board=dict.fromkeys(own, 2), stones=[7, 7, 7, 7])
    assert GAME.result(state).scores == (0, 0, points, 0)


def test_runs_by_another_way() -> None:
    """R1: compared with looking for stretches in the rows written as text."""
    rng = random.Random(3)
    for _ in range(500):
        board = [rng.choice((FREE, 0, 0, 1)) for _ in SPACES]
        rows = ["".join("x" if o == 0 else "." for o in board[n : n + 4]) for n in (0, 4, 8, 12)]
        run = max(n for n in range(5) if any("x" * n in row for row in rows))
        assert longest_run(board, 0) == longest(lying(board, 0)) == run


def test_the_end_and_the_winners() -> None:
    """Score calculation: both parts added; the most wins, and ties share."""
    state = last_trick(
        board={21: 1, 22: 1, 31: 2, 34: 3},
        blessings=[(10,), (), (30, 31), (12,)],
        achieved=[(10,), (), (30,), ()],
        round_=2,
    )
    events = do(state, 0, Place(13, None))
    assert state.phase == "over"
    assert GAME.to_act(state) == ()
    result = GAME.result(state)
    assert result.scores == (3, 4, 6, 1)
    assert result.winners == (2,)
    assert result.breakdown[2] == (("stones", 1), ("blessings", 5))
    assert events[-1] == MatchOver((3, 4, 6, 1), (2,))
    state.achieved[1] = (10,)
    assert GAME.result(state).winners == (1, 2)
