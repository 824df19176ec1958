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
        ((), 31, 2, "7 autumn cards can be higher, and you don't have to win"),
        ((), 37, 2, "only one autumn card can be higher"),
        ((), 38, 2, "nobody can have a higher autumn card"),
        ((11,), 12, 2, WINS + "spring"),
        ((13,), 12, 2, "it loses, so you place no stone"),
        ((13,), 12, 0, "it loses, and you have no stone"),
        # The next season is trump; a stone is needed to place one.
        ((13, 21), 16, 2, "it loses, so you place no stone"),
        ((13, 11, 17), 21, 2, WINS + "summer"),
        ((13, 11, 17), 21, 0, "it wins as it stands, and three stones come off the board"),
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
    ("hand", "said"),
    [
        ((11, 12), "no card that could win one there"),
        ((11, 41), "1 card that could win one there"),
        ((42, 41), "2 cards that could win one there"),
    ],
)
def test_a_blessing_of_0_is_taken_for_the_cards_of_its_season(
    hand: tuple[int, ...], said: str
) -> None:
    state = lay([hand, [], [], []], phase="draft", display=(40,))
    reason = because(Draft(40), view_of(state, 0), VOICE)
    assert reason == f"you have no stone in winter, and {said}", reason


@pytest.mark.parametrize(
    ("place", "said"),
    [
        # The second stone in summer is what a blessing asks for.
        (Place(22, None), "it fulfils your blessing"),
        (Place(31, None), "your stones score 4 × 2 then"),
        (Place(13, None), "your run grows to 3"),
        (Place(14, None), "your stones score 4 × 2 then"),
        # Bob's stone makes room for a third in a row; pushing one's own changes nothing there.
        (Place(13, 21), "your run grows to 3"),
        (Place(12, 22), "your stones score 3 × 2 then"),
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
    reason = because(Place(11, None), view_of(state, 0), VOICE)
    assert reason == "your stones score 1 × 1 then"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Draft(11), "you have exactly 1 stones in spring already"),
        (Draft(13), "you hold 2 cards that can win stones in spring"),
        (Draft(20), "you have no stone in summer, and 1 card that could win one there"),
        (Draft(10), ""),
        (Draft(43), ""),
        (Discard(()), "they can pay 8 in all"),
        (Discard((13,)), "you get 1 more stone to place"),
        (Return((11, 31, 33)), "your longest run is 2 then"),
        (Return((41, 42, 31)), ""),
    ],
)
def test_what_is_taken_and_kept_goes_by_stones_and_cards(action: Action, said: str) -> None:
    on_board = (11, 31, 33, 41, 42) if isinstance(action, Return) else (11,)
    hands = [[13, 14, 22], [], [], []]
    state = lay(hands, board=dict.fromkeys(on_board, 0), blessings=[(13,), (), (), ()])
    reason = because(action, view_of(state, 0), VOICE)
    assert reason == said, f"{action}, because {reason!r}"
