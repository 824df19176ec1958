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
            "Round 2, Winter: Bob starts. In each bag: 4 korpokkur K● · 3 butterbur B◆. "
            "Each draws 1 KAMUY card.",
        ),
        (
            RoundBegan(1, 2, 3, 3, 3, 0),
            "The short game: Cleo starts. In each bag: 3 korpokkur K● · 3 butterbur B◆. "
            "Each draws 3 KAMUY cards.",
        ),
        (BagChosen(1), "Bob has filled a bag in secret."),
        (BagsFilled(1), "Both bags are filled; Bob starts."),
        (HeldOut(2, 0, 1), "Sinep: Cleo holds out 1 chip to Ada."),
        (HeldOut(0, 1, 2), "Tup: Ada holds out 2 chips of one kind to Bob."),
        (Taken(1, 0, 2, ()), "Eh: Bob takes the 2 chips of Ada."),
        (Taken(1, 2, 1, (2,)), "Eh: Bob takes the 1 chip of Cleo. Out, without a chip: Cleo."),
        (
            Refused(1, 0, "korpokkur", 2, 1),
            "Somo: Bob refuses 2 korpokkur K●. Ada keeps them and draws 1 more.",
        ),
        (
            Refused(2, 1, "butterbur", 1, 0),
            "Somo: Cleo refuses 1 butterbur B◆. Bob keeps them and draws none.",
        ),
        (CardPlayed(0, "reverse", None), "Ada plays `Turn around`: turns go the other way now."),
        (CardPlayed(1, "swap-bags", 2), "Bob plays `Swap bags` with Cleo."),
        (CardPlayed(2, "pass-bags", None), "Cleo plays `All pass bags`."),
        (AllTook("korpokkur", ((0, 2), (1, 2))), "From the table: 2 korpokkur K● each."),
        (
            AllDropped("butterbur", ((0, 2), (1, 1), (2, 2)), (1,)),
            "Back to the table: 2 butterbur B◆ – Ada, Cleo; 1 butterbur B◆ – Bob. Out, "
            "without a chip: Bob.",
        ),
        (HandoverChosen(2), "Cleo has chosen a card to pass on."),
        (CardsMoved((0, 2)), "The cards are passed on, by Ada and Cleo."),
        (CardsMoved(()), "Nobody has a card to pass on."),
        (
            KorkoniCalled(0, 2, True, 3, 8, -1, ()),
            "**Korkoni!** Ada calls it at Cleo, and is right: gets korpokkur, 2 or what "
            "there is. Put back: 3 korpokkur K● · 8 butterbur B◆. Cleo is out. −1 "
            "point.",
        ),
        (
            KorkoniCalled(1, 2, False, 0, 0, 0, (1,)),
            "**Korkoni!** Bob calls it at Cleo, and is wrong: gets butterbur, 2 or what "
            "there is. Out, without a chip: Bob.",
        ),
        (IsamCalled(2, 1), "**Isam!** Cleo leaves the round with an empty bag: +1 point."),
        (ArwampeCalled(1, 7, 4), "**Arwampe!** Bob shows 7 korpokkur K● · 4 butterbur B◆."),
        (
            RoundEnded(1, "arwampe", (2,), 3),
            "Round 1 is over. Cleo wins it with Arwampe! (+3 points)",
        ),
        (
            RoundEnded(2, "turns", (), 0),
            "Round 2 is over. It has been long enough, and nobody wins it.",
        ),
        (
            BagsCounted((TieCount(1, 3, 2), TieCount(2, 4, 0))),
            "The scores are tied. Bob: 3 B◆, 2 cards; Cleo: 4 B◆, 0 cards.",
        ),
        (MatchOver((4, 5, 3), (1,)), "Bob: the game is won!"),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str) -> None:
    assert RENDER.line(event, VOICE) == line
