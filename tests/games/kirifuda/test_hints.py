"""Ameno Kirifuda: what is advised, and why, is so."""

from __future__ import annotations

import pytest

from bot.ui.pages.wording import Wording
from cogs.kirifuda.hints import because, hint
from cogs.kirifuda.views import Action, Discard, Draft, Place, Play, Return
from tests.games.kirifuda.table import lay, view_of

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"))
WINS = "it wins as it stands, for a stone in "


@pytest.mark.parametrize(
    ("running", "card", "stones", "said"),
    [
        ((), 31, 2, ""),
        ((11,), 12, 2, WINS + "spring"),
        ((13,), 12, 2, "it loses, so you place no stone"),
        ((13,), 12, 0, "it loses, and you have no stone"),
        # The next season is trump; a stone is needed to place one.
        ((13, 21), 16, 2, "it loses, so you place no stone"),
        ((13, 11, 17), 21, 2, WINS + "summer"),
        ((13, 11, 17), 21, 0, ""),
        ((13, 11, 17), 41, 0, "it loses, and you have no stone"),
    ],
)
def test_a_card_is_played_for_how_the_trick_stands(
    running: tuple[int, ...], card: int, stones: int, said: str
) -> None:
    state = lay([[card], [47], [47], [47]], running=running, stones=(stones, 1, 1, 1))
    reason = because(Play(card), view_of(state, 0), VOICE)
    assert reason == said, f"to {running} {card} is played because {reason!r}"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        # The second stone in summer is what a blessing asks for.
        (Place(22, None), "it fulfils your blessing"),
        (Place(31, None), ""),
        (Place(13, None), "your run grows to 3"),
        (Place(14, None), ""),
        # Bob's stone makes room for a third in a row; pushing one's own changes nothing there.
        (Place(13, 21), "your run grows to 3"),
        (Place(12, 22), ""),
    ],
)
def test_a_stone_is_placed_for_a_blessing_or_a_run(place: Place, said: str) -> None:
    board = {11: 0, 12: 0, 21: 0} if place.to is None else {11: 0, 12: 0, 13: 1}
    state = lay([[]] * 4, board=board, blessings=[(22,), (), (), ()])
    reason = because(place, view_of(state, 0), VOICE)
    assert reason == said, f"{place}, because {reason!r}"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Discard(()), "Keep all your blessing cards"),
        (Discard((12, 40)), "Give up "),
        (Draft(12), "Take "),
        (Return((11, 12)), "Take your stones off spring A and spring B"),
        (Place(13, None), "Place your stone on spring C"),
        (Place(13, 22), "Place your stone on spring C and push the one there to summer B"),
    ],
)
def test_every_other_move_is_said_verb_first(action: Action, said: str) -> None:
    board: dict[int, int] = dict.fromkeys((11, 12, 13, 14), 1)
    state = lay([[]] * 4, board=board, blessings=[(12, 40), (), (), ()])
    advice = hint(action, view_of(state, 0), VOICE)
    assert advice.startswith(said), advice


def test_a_stone_by_itself_is_no_run() -> None:
    state = lay([[]] * 4, board={})
    assert because(Place(11, None), view_of(state, 0), VOICE) == ""
