"""What was done to a table reads as a line, and names nobody but those who sit there."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.tables.table import Act, Deed
from bot.ui.acts import WHO, act_line
from bot.ui.voice import Voice

VOICE = Voice("en-GB", ("Ada", "*Bob*"))


@pytest.mark.parametrize("role", WHO)
@pytest.mark.parametrize("what", get_args(Deed))
def test_everything_done_has_its_line(what: Deed, role: str) -> None:
    """The ids that the act holds are in none of them."""
    for seat in (None, 1):
        line = act_line(Act(what, role, seat, 4711, 4712), VOICE)  # type: ignore[arg-type]
        assert line.endswith(".")
        assert "{" not in line
        assert "47" not in line


def test_who_is_taken_off_in_the_lobby_is_on_no_seat() -> None:
    """Seats move up there; in play a computer has the seat until somebody takes it."""
    lobby = act_line(Act("kicked", "host", None, 4711, 4712), VOICE)
    assert lobby == "The host has taken somebody off the table."
    play = act_line(Act("kicked", "moderator", 1, 4711, 4712), VOICE)
    assert play == "A moderator has taken somebody off the table; a computer plays that seat."


def test_who_has_given_up_a_seat_is_not_mistaken_for_who_has_it_now() -> None:
    acts = [
        Act("left", "player", 1, 7),
        Act("replaced", "player", 1, 8, 7),
        Act("out", "clock", 1, 7),
    ]
    for people, names in (((5, 7), ("\\*Bob\\*", "Somebody")), ((5, 8), ("Somebody", "\\*Bob\\*"))):
        left, replaced, out = (act_line(act, VOICE, people) for act in acts)
        assert left == f"{names[0]} has left; a computer minds the seat."
        assert replaced == f"{names[1]} has taken over a seat."
        assert out == f"Time has run out for {names[0]}."
