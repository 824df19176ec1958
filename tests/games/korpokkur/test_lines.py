"""The log of 7 Little Korpokkurs: who did what to whom, word for word."""

from __future__ import annotations

import pytest

from bot.engine.game import Event, MatchOver
from bot.ui.pages.wording import Wording
from cogs.korpokkur.render import RENDER
from cogs.korpokkur.views import (
    AllDropped,
    AllTook,
    ArwampeCalled,
    BagChosen,
    BagsCounted,
    BagSeen,
    BagsFilled,
    CardPlayed,
    CardsMoved,
    HandoverChosen,
    HeldOut,
    IsamCalled,
    KorkoniCalled,
    Refused,
    RoundBegan,
    RoundEnded,
    Taken,
    TieCount,
)

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundBegan(2, 1, 4, 3, 1, 2),
            "Round 2, Winter: Bob starts. 4 korpokkur and 3 butterbur each. "
            "Everybody draws 1 KAMUY card.",
        ),
        (
            RoundBegan(1, 2, 3, 3, 3, 0),
            "Short game: Cleo starts. 3 korpokkur and 3 butterbur each. "
            "Everybody draws 3 KAMUY cards.",
        ),
        (BagChosen(1), "Bob has filled a bag in secret."),
        (BagsFilled(1), "Both bags are filled. Bob starts."),
        (HeldOut(2, 0, 1), "Cleo offers Ada 1 chip."),
        (HeldOut(0, 1, 2), "Ada offers Bob 2 chips."),
        (Taken(1, 0, 2, ()), "Eh: Bob takes 2 chips from Ada."),
        (
            Taken(1, 2, 1, (2,)),
            "Eh: Bob takes 1 chip from Cleo. Out, with no chips left: Cleo.",
        ),
        (
            Refused(1, 0, "korpokkur", 2, 1),
            "Somo: Bob refuses 2 korpokkur. Ada keeps them and draws 1 more.",
        ),
        (
            Refused(2, 1, "butterbur", 1, 0),
            "Somo: Cleo refuses 1 butterbur. Bob keeps it, but there is none left to draw.",
        ),
        (CardPlayed(0, "reverse", None), "Ada plays `Reverse turns`."),
        (CardPlayed(1, "swap-bags", 2), "Bob plays `Swap bags` with Cleo."),
        (CardPlayed(2, "pass-bags", None), "Cleo plays `All pass bags on`."),
        (AllTook("korpokkur", ((0, 2), (1, 2))), "Everybody takes 2 korpokkur."),
        (
            AllTook("korpokkur", ((2, 2), (0, 1), (1, 0))),
            "Taken: 2 korpokkur (Cleo), 1 korpokkur (Ada), no korpokkur (Bob).",
        ),
        (
            AllDropped("butterbur", ((0, 2), (1, 1), (2, 2)), (1,)),
            "Returned: 2 butterbur (Ada, Cleo), 1 butterbur (Bob). Out, with no chips left: Bob.",
        ),
        (HandoverChosen(2), "Cleo has chosen a card to pass on."),
        (CardsMoved((0, 2)), "Ada and Cleo pass a card on."),
        (CardsMoved((1,)), "Bob passes a card on."),
        (CardsMoved(()), "Nobody has a card to pass on."),
        (
            KorkoniCalled(0, 2, True, 3, 8, -1, ()),
            "**Korkoni!** Ada accuses Cleo, is right and gets up to 2 korpokkur. Cleo returns "
            "3 korpokkur and 8 butterbur and is out (−1 point).",
        ),
        (
            KorkoniCalled(1, 2, False, 0, 0, 0, (1,)),
            "**Korkoni!** Bob accuses Cleo, but is wrong and takes up to 2 butterbur from Cleo. "
            "Only the two of them know how many. Out, with no chips left: Bob.",
        ),
        (IsamCalled(2, 1), "**Isam!** Cleo leaves the round with an empty bag: +1 point."),
        (ArwampeCalled(1, 7, 4), "**Arwampe!** Bob shows 7 korpokkur and 4 butterbur."),
        (RoundEnded(1, "arwampe", (2,), 3), "Cleo wins round 1: +3 points."),
        (
            RoundEnded(3, "last", (0,), 3),
            "Round 3 ended. Ada is the last player left. (+3 points)",
        ),
        (
            RoundEnded(2, "turns", (), 0),
            "Round 2 ended. Turn limit reached (200): nobody wins.",
        ),
        (
            BagsCounted((TieCount(1, 3, 2), TieCount(2, 4, 0))),
            "The scores are tied. Bob: 3 butterbur, 2 KAMUY cards; "
            "Cleo: 4 butterbur, 0 KAMUY cards.",
        ),
        (MatchOver((4, 5, 3), (1,)), "Bob wins the game!"),
        (MatchOver((0, 1, 1), (1, 2)), "Bob and Cleo share the win!"),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str) -> None:
    assert RENDER.line(event, VOICE) == line


@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("seat", [1, 2])
def test_all_whose_bags_went_on_hear_what_they_hold_then(seat: int, brief: bool) -> None:
    """Also who played the card, and where there is little room."""
    heard = (CardPlayed(2, "pass-bags", None), BagSeen(seat, 5, 3))
    said = " ".join(RENDER.told(heard, seat, VOICE, brief=brief))
    assert "Your bag now holds" in said, f"{VOICE.name(seat)} isn't told of their bag: {said}"
