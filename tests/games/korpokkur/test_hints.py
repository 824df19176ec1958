"""7 Little Korpokkurs: what is advised, and why, is so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.pages.wording import Wording
from cogs.korpokkur.actions import (
    Action,
    Answer,
    Arwampe,
    Bag,
    Give,
    Handover,
    Isam,
    Kamuy,
    Korkoni,
)
from cogs.korpokkur.components import BUTTERBUR, KORPOKKUR
from cogs.korpokkur.hints import because, hint
from cogs.korpokkur.rules import GAME
from cogs.korpokkur.views import SeatView
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
        (7, 7, "you know of 7 butterbur there"),
        (8, 9, "you know of 8 butterbur there"),
        (5, 7, "you know of 5 butterbur there"),
        (4, 8, "Bob may hold 4 to 8 butterbur, by all you have seen"),
        (0, 8, "Bob may hold 0 to 8 butterbur, by all you have seen"),
    ],
)
def test_somebody_is_accused_for_what_is_known_of_their_bag(
    least: int, most: int, said: str
) -> None:
    reason = because(Korkoni(1), view(least, most), VOICE)
    assert reason == said, f"of {least} to {most} butterbur: {reason!r}"


@pytest.mark.parametrize(
    ("action", "said", "reason"),
    [
        (Give(KORPOKKUR, 2), "Offer 2 korpokkur", "after Somo (no) you hold 8 korpokkur"),
        (Give(BUTTERBUR, 1), "Offer 1 butterbur", "after Eh (yes) you hold no butterbur"),
        (
            Answer(eh=True),
            "Say Eh (yes) and take them",
            "even if it's butterbur, you hold 1 at most",
        ),
        (
            Answer(eh=False),
            "Say Somo (no)",
            "nothing unknown gets into your bag, and everybody sees what was offered",
        ),
        (Isam(), "Call Isam! and leave the round with 1 point", "it's a sure point"),
        (Arwampe(), "Call Arwampe!", "it wins the round"),
        (Bag(3, 4), "Fill your bag with 3 korpokkur and 4 butterbur", ""),
        (Handover("reverse"), "Pass on `Reverse turns`", ""),
        (
            Kamuy("swap-bags", 1),
            "with ▲\N{NO-BREAK SPACE}Bob",
            "Bob surely has less butterbur than you",
        ),
        (Kamuy("pass-bags", None), "Play ", ""),
        (
            Korkoni(1),
            "Accuse ▲\N{NO-BREAK SPACE}Bob",
            "your turn ends without an offer: you'll be wrong, but take 0 butterbur at most",
        ),
        (Kamuy("drop-butterbur", None), "Play ", "it leaves you no butterbur"),
        (Kamuy("take-korpokkur", None), "Play ", "it gives you up to 2 more korpokkur"),
        (Kamuy("drop-korpokkur", None), "Play ", "the others lose up to 2 korpokkur, too"),
        (
            Kamuy("take-butterbur", None),
            "Play ",
            "others may reach 7 butterbur, and you hold 3 at most",
        ),
        (Bag(4, 3), "Fill your bag with ", "more korpokkur is nearer to 7"),
    ],
)
def test_every_move_is_said_verb_first(action: Action, said: str, reason: str) -> None:
    advice = hint(action, view(), VOICE)
    assert said in advice, advice
    assert because(action, view(), VOICE) == reason, f"the reason for: {advice}"


def test_nothing_speaks_for_taking_as_many_butterbur_as_get_one_caught() -> None:
    seen = view(0, 2)
    seen = replace(seen, private=replace(seen.private, butterbur=5))
    said = because(Korkoni(1), seen, VOICE)
    assert not said, f"it speaks for a bag of 7 butterbur: {said}"


@pytest.mark.parametrize(
    ("eh", "most", "butterbur", "said"),
    [
        (True, 1, 6, "it can only be korpokkur"),
        (True, 2, 0, "even if it's butterbur, you hold 2 at most"),
        (True, 2, 5, ""),
        (False, 2, 5, "with Eh you might hold 7 butterbur"),
        (False, 1, 5, "nothing unknown gets into your bag, and everybody sees what was offered"),
        (False, 2, 4, "nothing unknown gets into your bag, and everybody sees what was offered"),
    ],
)
def test_an_offer_is_answered_for_what_it_can_be(
    *, eh: bool, most: int, butterbur: int, said: str
) -> None:
    """Bob offers two chips, and his bag holds so much butterbur at most."""
    seen = view(0, most)
    private = replace(seen.private, butterbur=butterbur)
    public = replace(seen.public, phase="answer", turn=1, number=2)
    reason = because(Answer(eh=eh), replace(seen, public=public, private=private), VOICE)
    assert reason == said, f"{eh=} with {butterbur} butterbur, of at most {most}: {reason!r}"
