"""What was done to a table reads as a line, and names those who sit or sat there alone."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot.tables.seat import Person, Seat
from bot.tables.table_event import TableEvent, TableEventKind, people_then
from bot.ui.pages.tables.table_event_lines import WHO, as_told, table_event_line, wording_then
from bot.ui.pages.wording import Wording, seat_names

VOICE = Wording("en-GB", ("Ada", "*Bob*"))


@pytest.mark.parametrize("role", WHO)
@pytest.mark.parametrize("what", get_args(TableEventKind))
def test_everything_done_has_its_line(what: TableEventKind, role: str) -> None:
    """The ids that the act holds are in none of them."""
    for seat in (None, 1):
        line = table_event_line(TableEvent(what, role, seat, 4711, 4712), VOICE, "ask")  # type: ignore[arg-type]
        assert line.endswith(".")
        assert "{" not in line
        assert "47" not in line


def test_who_is_taken_off_in_the_lobby_is_on_no_seat() -> None:
    """Seats move up there; in play a computer has the seat until somebody takes it."""
    lobby = table_event_line(TableEvent("kicked", "host", None, 4711, 4712), VOICE, "ask")
    assert lobby == "The host removed somebody from the table."
    play = table_event_line(TableEvent("kicked", "moderator", 1, 4711, 4712), VOICE, "ask")
    assert play == "A moderator removed somebody: a computer plays."


def test_a_guest_who_was_put_on_a_seat_is_one_line() -> None:
    """Two events are recorded; by a host of the table they stay two."""
    kicked = TableEvent("kicked", "night", 1, 4711, 7, whom_name="*Cleo*")
    replaced = TableEvent("replaced", "player", 1, 8, -3, name="Bob")
    left = TableEvent("left", "player", 0, 5)

    def lines(*events: TableEvent) -> list[str]:
        told = as_told(events)
        people = people_then(told, (Person(5, "Ada"), Person(8, "Bob")))
        return [
            table_event_line(act, wording_then(VOICE, then, VOICE.language), "ask")
            for act, then in zip(told, people, strict=True)
            if isinstance(act, TableEvent)
        ]

    put = "The host of the night put Bob in \\*Cleo\\*'s seat."
    assert lines(left, kicked, replaced) == ["Ada left: a computer plays.", put]
    off = "removed somebody: a computer plays."
    elsewhere = replace(replaced, seat=0)
    assert lines(kicked, elsewhere)[0] == f"The host of the night {off}", "another seat's owner"
    by_host = replace(kicked, role="host")
    assert lines(by_host, replaced) == [f"The host {off}", "Bob took over a seat."]
    forgotten = replace(kicked, whom=-9, whom_name=None)
    assert lines(forgotten, replaced) == ["Bob took over a seat."]


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
            table_event_line(act, wording_then(VOICE, people, VOICE.language), "move")
            for act, people in zip(table_events, then, strict=True)
        )
        assert left == f"{said} left: a computer plays."
        owner = "a" if whom_name is None else f"{said}'s"
        assert replaced == f"Bob took over {owner} seat."
        assert out == "Bob ran out of time: a computer moves."


def test_a_computer_has_one_name_at_a_table_whoever_reads() -> None:
    """Else an English reader at a Japanese table meets two, in one message."""
    seats = [Seat(5, "Ada"), Seat(-1, "Nagi", "casual")]
    now = Wording("en-GB", seat_names(seats, "ja"))
    then = wording_then(now, [Person(5, "Ada"), Person(-1, "Nagi")], "ja")
    assert (then.name(1), then.language) == (now.name(1), "en-GB")
    taken = TableEvent("replaced", "player", 0, 5, -1, name="Ada", whom_name="Nagi")
    assert f"{now.bare(1)}'s seat" in table_event_line(taken, now, "ask", "ja")
