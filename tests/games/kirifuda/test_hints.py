"""Ameno Kirifuda: what a move comes to is said as it is when it is advised."""

from __future__ import annotations

import pytest

from bot.ui.pages.wording import Wording
from cogs.kirifuda.hints import hint
from cogs.kirifuda.rules import State
from cogs.kirifuda.views import Action, Discard, Draft, Place, Play, Return
from tests.games.kirifuda.table import lay, view_of

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"))


def advised(action: Action, state: State) -> str:
    """Return the advice to seat 0, without what makes parts of it stand out."""
    said = hint(action, view_of(state, 0), VOICE)
    return said.translate({ord("`"): None, ord("*"): None, 0xA0: " "})


@pytest.mark.parametrize(
    ("running", "card", "said"),
    [
        ((), 31, "Lead autumn 1."),
        ((11,), 12, "Play spring 2. It's the best card of the trick so far."),
        ((21,), 31, "Play autumn 1. It's the best card of the trick so far."),
        ((13,), 12, "Play spring 2. Another card of the trick is better."),
        ((13, 21), 16, "Play spring 6. Another card of the trick is better."),
        ((13, 11), 16, "Play spring 6. It's the best card of the trick so far."),
        ((13, 11, 12), 16, "Play spring 6. It wins the trick."),
        ((13, 11, 17), 16, "Play spring 6. It doesn't win the trick."),
        ((13, 11, 17), 21, "Play summer 1. It wins the trick."),
        ((13, 11, 17), 41, "Play winter 1. It doesn't win the trick."),
    ],
)
def test_a_card_wins_surely_only_as_the_last_of_the_trick(
    running: tuple[int, ...], card: int, said: str
) -> None:
    """Of four: as the second or third it is the best so far; the next season is trump."""
    hands = [[card], [47], [47], [47]]
    state = lay(hands, running=running)
    advice = advised(Play(card), state)
    assert advice == said, f"to {running} {card} is advised with: {advice}"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Discard(()), "Keep all your blessing cards."),
        (Discard((12,)), "get 1 stone"),
        (Discard((12, 40)), "get 2 stones"),
        (Draft(12), "Take "),
        (Return((11, 12)), "Take your stones off "),
        (Place(13, None), "Place a stone: "),
        (Place(13, 22), "Push the stone there to "),
    ],
)
def test_every_other_move_is_said_with_what_comes_of_it(action: Action, said: str) -> None:
    board: dict[int, int] = dict.fromkeys((11, 12, 13, 14), 1)
    state = lay([[]] * 4, board=board, blessings=[(12, 40), (), (), ()])
    advice = advised(action, state)
    assert said in advice, advice
    assert ("Push" in advice) == (action == Place(13, 22)), advice
