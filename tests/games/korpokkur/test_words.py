"""What people read at a table of 7 Little Korpokkurs."""

from __future__ import annotations

import random

from bot.engine.dealer import QuietDealer
from bot.engine.views import SeatView
from bot.ui.pages.wording import Wording
from cogs.korpokkur.render import RENDER
from cogs.korpokkur.rules import GAME, State
from cogs.korpokkur.views import Give, Kamuy
from tests.games.korpokkur.table import lay

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def hand(state: State, seat: int) -> str:
    """Return what a seat reads above its cards."""
    return RENDER.hand(SeatView(seat, GAME.public(state), GAME.private(state, seat)), VOICE).text


def test_a_hand_says_what_is_held_out_and_to_whom() -> None:
    """The one who answers reads how many chips, and not which; the giver reads both."""
    said = {}
    for chips in ("korpokkur", "butterbur"):
        state = lay([(3, 3), (3, 3), (3, 3)])
        GAME.apply(state, 0, Give(chips, 2), QuietDealer(random.Random(0)))
        assert "Ada holds out 2 chips of one kind to you." in hand(state, 1)
        assert "hold" not in hand(state, 2)
        said[chips] = hand(state, 1), hand(state, 2)
        assert f"You hold out 2 {chips} " in hand(state, 0)
        assert "to Bob." in hand(state, 0)
    assert said["korpokkur"] == said["butterbur"]


def test_the_board_keeps_the_numbers_of_players_who_have_swapped_seats() -> None:
    """Lines that begin with "3. " are a list, whose lines Discord would count anew from there."""
    state = lay([(3, 3), (3, 3), (3, 3)], hands=[("swap-seats",), (), ()])
    GAME.apply(state, 0, Kamuy("swap-seats", 2), QuietDealer(random.Random(0)))
    players = RENDER.board(GAME.public(state), VOICE).fields[0].text.split("\n")
    assert [line.partition(" · ")[0] for line in players[:3]] == [
        "▸ 3\\. **Cleo**",
        "2\\. **Bob**",
        "1\\. **Ada**",
    ]
