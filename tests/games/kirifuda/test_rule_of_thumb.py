"""The rule of thumb of Ameno Kirifuda, and how its seats are said to stand."""

from __future__ import annotations

import random

import pytest

from bot.engine.dealer import QuietDealer
from cogs.kirifuda.bit_sets import ANYWHERE, best_of
from cogs.kirifuda.evaluation import row_of
from cogs.kirifuda.player import choose
from cogs.kirifuda.rule_of_thumb import instinct
from cogs.kirifuda.rules import GAME, State
from cogs.kirifuda.views import Action, Discard, Draft, Options, Place, Play, Return
from tests.games.kirifuda.table import lay, view_of

HANDS = [[21, 24, 26], [12, 13, 41], [14, 22, 31]]


def _next(state: State, seat: int = 0) -> Action:
    """Return what a seat does by the rule of thumb; it must be legal."""
    action = instinct(state, seat, random.Random(1))
    assert action in GAME.legal(state, seat), f"{action} isn't among {GAME.legal(state, seat)}"
    return action


def test_who_has_a_stone_wins_with_the_card_that_is_missed_the_least() -> None:
    """Summer 3 lies there: 4 is enough."""
    assert _next(lay(HANDS, running=[22, 23])) == Play(24)


def test_who_has_no_stone_loses_with_the_highest_card() -> None:
    """Summer 5 lies there: 4 doesn't win, and won't later."""
    assert _next(lay(HANDS, running=[22, 25], stones=[0, 4, 4])) == Play(24)


def test_nobody_wastes_a_card_on_a_trick_that_is_lost() -> None:
    """Autumn 1 is a trump."""
    assert _next(lay(HANDS, running=[22, 31])) == Play(21)


def test_stones_are_laid_side_by_side() -> None:
    """With one to the left of two free spaces."""
    assert _next(lay(HANDS, phase="place", row=2, board={21: 0, 24: 1})) == Place(22, None)


def test_a_full_row_is_entered_where_it_makes_the_longest_run() -> None:
    """The stone of another between two of one's own gives way."""
    board = {21: 0, 22: 1, 23: 0, 24: 2, 31: 1, 32: 1, 33: 1}
    assert _next(lay(HANDS, phase="place", row=2, board=board)) == Place(22, 34)


def test_stones_are_taken_back_from_where_they_count_least() -> None:
    """The run of three stays."""
    board = {11: 0, 21: 0, 22: 0, 23: 0, 33: 0, 44: 0}
    state = lay(HANDS, phase="return", board=board, stones=[0, 1, 1])
    assert _next(state) == Return((11, 33, 44))


def test_a_blessing_card_is_taken_that_the_hand_is_likely_to_fulfil() -> None:
    """Two strong cards of summer for one stone or two there, none of autumn for three."""
    assert _next(lay(HANDS, phase="draft", display=[21, 33])) == Draft(21)
    assert _next(lay(HANDS, phase="draft", display=[30, 33])) == Draft(30)


def test_a_blessing_card_out_of_reach_is_given_up_for_a_stone() -> None:
    """But not if there are stones enough, nor one that is achieved."""
    state = lay(HANDS, phase="discard", turn=-1, blessings=[[10, 43], [], []], stones=[2, 4, 4])
    assert _next(state) == Discard((10, 43))
    state.stones[0] = 3
    assert _next(state) == Discard((43,))
    state.stones[0] = 4
    assert _next(state) == Discard(())
    state.stones[0], state.achieved[0] = 3, (43,)
    assert _next(state) == Discard((10,))


def test_a_row_tells_its_stones_its_run_and_where_one_more_fits_best() -> None:
    """Next to one's own stone with room beyond, and nowhere if the row is full."""
    assert row_of(0b0010, 0b1101) == (1, 1, 2, (2,))
    assert row_of(0b1011, 0b0000) == (3, 2, 0, ())


@pytest.mark.parametrize("round_", [1, 2])
def test_more_stones_in_a_row_and_strong_cards_stand_better(round_: int) -> None:
    """When the round is under way."""
    hands = [[21, 24], [22, 25], [23, 31]]

    def lead(**more: object) -> float:
        worth = GAME.worth(lay(hands, round_=round_, **more))  # type: ignore[arg-type]
        return worth[0] - max(worth[1:])

    beside = lead(board={21: 0, 22: 0, 31: 1, 33: 2})
    apart = lead(board={21: 0, 42: 0, 31: 1, 33: 2})
    fewer = lead(board={21: 0, 31: 1, 33: 2})
    assert beside > apart > fewer
    blessed = lead(board={21: 0, 22: 0, 31: 1, 33: 2}, blessings=[[22], [], []])
    assert blessed > beside


@pytest.mark.parametrize("seats", [3, 4])
def test_what_saves_counting_anew_is_kept_right(seats: int) -> None:
    """The best card of the trick and the free spaces, at every step of a match."""
    rng = random.Random(seats)
    dealer = QuietDealer(rng)
    state = GAME.setup(seats, Options(), dealer)
    while acting := GAME.to_act(state):
        assert state.best == best_of(state.running)
        assert state.free == ANYWHERE - sum(state.lies)
        action = instinct(state, acting[0], rng)
        assert action in GAME.legal(state, acting[0])
        GAME.apply(state, acting[0], action, dealer)
    assert state.best == best_of(state.running) == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_a_player_does_what_a_search_would_do_in_its_place(seats: int) -> None:
    """The view has all that the rule of thumb looks at, at every step of a match."""
    for deal in range(10):
        rng = random.Random(deal)
        dealer = QuietDealer(rng)
        state = GAME.setup(seats, Options(), dealer)
        while acting := GAME.to_act(state):
            seat = acting[0]
            searched = instinct(state, seat, random.Random(deal))
            chosen = choose(view_of(state, seat), GAME.legal(state, seat), random.Random(deal))
            assert chosen == searched, (
                f"deal {deal}, seat {seat} in {state.phase}: from its view {chosen}, "
                f"in a search {searched}"
            )
            GAME.apply(state, seat, chosen, dealer)
