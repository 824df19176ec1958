"""What was done to a table reads as a line, and names nobody but those who sit there."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot.tables.seat import Person
from bot.tables.table_event import TableEvent, TableEventKind, people_then
from bot.ui.pages.table_event_lines import WHO, table_event_line, wording_then
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
    assert lobby == "The host removed somebody from the table."
    play = table_event_line(TableEvent("kicked", "moderator", 1, 4711, 4712), VOICE)
    assert play == "A moderator removed somebody from the table; a computer is playing for them."


def test_who_has_given_up_a_seat_is_not_mistaken_for_who_has_it_now() -> None:
    table_events = [
        TableEvent("left", "player", 1, 7),
        TableEvent("replaced", "player", 1, 8, 7),
        TableEvent("out", "clock", 1, 8),
    ]
    ada = Person(5, "Ada")
    for whom_name, said in (("*Cleo*", "\\*Cleo\\*"), (None, "Somebody")):
        table_events[1] = replace(table_events[1], whom_name=whom_name)
        then = people_then(table_events, (ada, Person(8, "Bob")))
        left, replaced, out = (
            table_event_line(act, wording_then(VOICE, people))
            for act, people in zip(table_events, then, strict=True)
        )
        assert left == f"{said} left; a computer is playing for them."
        assert replaced == "Bob took over a seat."
        assert out == "Bob ran out of time."
