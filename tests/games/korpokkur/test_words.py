"""What people read at a table of 7 Little Korpokkurs."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.engine.dealer import QuietDealer
from bot.engine.game import Result
from bot.ui.pages.wording import Wording
from cogs.korpokkur.render import RENDER
from cogs.korpokkur.rules import GAME, State
from cogs.korpokkur.views import Give, Kamuy, Mark, Outcome, TieCount
from tests.games.korpokkur.table import lay

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def hand(state: State, seat: int) -> str:
    """Return what a seat reads above its cards."""
    return RENDER.hand(GAME.view(state, seat), VOICE).text


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


def test_all_read_who_holds_out_what_to_whom() -> None:
    state = lay([(3, 3), (3, 3), (3, 3)], turn=1)
    waiting = RENDER.task(GAME.public(state), (1,), VOICE)
    assert waiting == "Bob gives chips, plays a card or makes a call."
    GAME.apply(state, 1, Give("butterbur", 2), QuietDealer(random.Random(0)))
    # Whose turn it is holds out, not who started the round.
    waiting = RENDER.task(replace(GAME.public(state), first=0), (2,), VOICE)
    assert waiting == "Bob holds out 2 chips of one kind to Cleo. Eh (yes) or Somo (no)?"
    assert "Bob holds out 2 chips of one kind to you." in hand(state, 2)


def test_the_end_says_what_brought_and_cost_points_the_winner_first() -> None:
    state = lay([(3, 3), (3, 3), (3, 3)])
    marks = (Mark(1, 2, "arwampe", 2), Mark(2, 0, "korkoni", -1), Mark(3, 0, "last", 3))
    view = replace(
        GAME.public(state),
        marks=marks,
        outcomes=(Outcome("arwampe", (2,), (7, 4)), Outcome("turns", (), None)),
        tie=(TieCount(0, 5, 1), TieCount(2, 2, 0)),
    )
    page = RENDER.final(view, Result((4, 2, 4), (2,), ((), (), ())), VOICE)
    assert page.text.split("\n") == [
        "Round 1: Cleo wins it with Arwampe! 7 korpokkur K● · 4 butterbur B◆",
        "Round 2: It has been long enough, and nobody wins it.",
        "Tied. Ada: 5 B◆, 1 card; Cleo: 2 B◆, 0 cards.",
    ]
    assert [(field.name, field.text.split("\n")) for field in page.fields] == [
        ("Cleo: 4 points", ["Start: +2", "Round 1: Arwampe! +2"]),
        (
            "Ada: 4 points",
            ["Start: +2", "Round 2: caught by Korkoni! −1", "Round 3: last in the round +3"],
        ),
        ("Bob: 2 points", ["Start: +2"]),
    ]


def test_the_table_shows_the_way_of_turns_and_what_the_round_is_worth() -> None:
    ways = {1: "*Turns go down the list ↓*", -1: "*Turns go up the list ↑*"}
    for direction, way in ways.items():
        view = replace(GAME.public(lay([(3, 3)] * 3)), direction=direction)
        assert RENDER.board(view, VOICE).fields[0].text.endswith(way)
    view = GAME.public(lay([(3, 3)] * 3, round_=3, turns=4))
    said = "Round 3 of 3, Summer · Arwampe! wins 3 points · turn 5"
    assert RENDER.headline(view, VOICE) == said
