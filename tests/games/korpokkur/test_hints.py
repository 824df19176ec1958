"""7 Little Korpokkurs: what a move comes to is said as it is when it is advised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.pages.wording import Wording
from cogs.korpokkur.hints import hint
from cogs.korpokkur.rules import GAME
from cogs.korpokkur.views import (
    BUTTERBUR,
    ENOUGH,
    KORPOKKUR,
    Action,
    Answer,
    Arwampe,
    Bag,
    Give,
    Handover,
    Isam,
    Kamuy,
    Korkoni,
    SeatView,
)
from tests.games.korpokkur.table import lay

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def view(least: int = 0, most: int = 0) -> SeatView:
    """Return what a seat knows, of which Bob's bag holds `least` to `most` butterbur."""
    seen = GAME.view(lay([(6, 1), (2, 2), (1, 1)]), 0)
    bags = list(seen.private.bags)
    bags[1] = (0, 7, least, most, *bags[1][4:])
    return replace(seen, private=replace(seen.private, bags=tuple(bags)))


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (ENOUGH, ENOUGH, f"you know of {ENOUGH} butterbur or more in that bag."),
        (ENOUGH + 1, ENOUGH + 2, f"you know of {ENOUGH + 1} butterbur or more in that bag."),
        (ENOUGH - 1, ENOUGH, f"that bag may hold up to {ENOUGH} butterbur, but it's a risk."),
        (0, ENOUGH + 1, f"that bag may hold up to {ENOUGH + 1} butterbur, but it's a risk."),
        (ENOUGH - 1, ENOUGH - 1, "It costs you 2 butterbur, if anything."),
    ],
)
def test_a_call_is_sure_only_if_it_is_known_to_be(least: int, most: int, said: str) -> None:
    advice = hint(Korkoni(1), view(least, most), VOICE)
    assert said in advice, f"of {least} to {most} butterbur: {advice}"
    assert "Bob" in advice, "at whom isn't said"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Give(KORPOKKUR, 2), "If they're refused, you keep them and draw as many more."),
        (Give(BUTTERBUR, 2), "If they're taken, you're rid of them."),
        (Answer(eh=True), "Say Eh and take them."),
        (Answer(eh=False), "Say Somo. You take nothing"),
        (Isam(), "you leave the round for 1 point."),
        (Arwampe(), "With 6 korpokkur you win the round."),
        (Bag(3, 2), "Fill your bag with "),
        (Handover("reverse"), "Pass on `"),
        (Kamuy("swap-bags", 1), "Choose ▲\N{NO-BREAK SPACE}Bob"),
    ],
)
def test_every_other_move_is_said_with_what_comes_of_it(action: Action, said: str) -> None:
    advice = hint(action, view(), VOICE)
    assert said in advice, advice
