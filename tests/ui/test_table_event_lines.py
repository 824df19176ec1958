"""What was done to a table reads as a line, and names nobody but those who sit there."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.tables.table import TableEvent, TableEventKind
from bot.ui.pages.table_event_lines import WHO, table_event_line
from bot.ui.pages.wording import Wording

VOICE = Wording("en-GB", ("Ada", "*Bob*"))


@pytest.mark.parametrize("role", WHO)
@pytest.mark.parametrize("what", get_args(TableEventKind))
def test_everything_done_has_its_line(what: TableEventKind, role: str) -> None:
    """The ids that the act holds are in none of them."""
    for seat in (None, 1):
        line = table_event_line(TableEvent(what, role, seat, 4711, 4712), VOICE)  # type: ignore[arg-type]
        assert line.endswith(".")
        assert "{" not in line
        assert "47" not in line


def test_who_is_taken_off_in_the_lobby_is_on_no_seat() -> None:
    """Seats move up there; in play a computer has the seat until somebody takes it."""
    lobby = table_event_line(TableEvent("kicked", "host", None, 4711, 4712), VOICE)
    assert lobby == "The host has taken somebody off the table."
    play = table_event_line(TableEvent("kicked", "moderator", 1, 4711, 4712), VOICE)
    assert play == "A moderator has taken somebody off the table; a computer plays that seat."


def test_who_has_given_up_a_seat_is_not_mistaken_for_who_has_it_now() -> None:
    table_events = [
        TableEvent("left", "player", 1, 7),
        TableEvent("replaced", "player", 1, 8, 7),
        TableEvent("out", "clock", 1, 7),
    ]
    for people, names in (((5, 7), ("\\*Bob\\*", "Somebody")), ((5, 8), ("Somebody", "\\*Bob\\*"))):
        left, replaced, out = (table_event_line(act, VOICE, people) for act in table_events)
        assert left == f"{names[0]} has left; a computer minds the seat."
        assert replaced == f"{names[1]} has taken over a seat."
        assert out == f"Time has run out for {names[0]}."
