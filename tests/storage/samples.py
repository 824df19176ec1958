"""Make rows for tests."""

from dataclasses import replace
from typing import Any

from storage import LogRow, SeatRow, TableRow
from storage.night_rows import NightRow
from storage.result_rows import FULL_POINTS, ResultRow

ANNA, BEN, CLEO = 1001, 1002, 1003
NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo"}


def a_table(table_id: str = "aaaaa", **changes: Any) -> TableRow:
    """Return a lobby, opened by an interaction of its own."""
    row = TableRow(
        id=table_id,
        game="donburiko",
        rules_version=1,
        phase="lobby",
        options='{"kind":"options"}',
        host=ANNA,
        guild_id=10,
        channel_id=20,
        revision=0,
        opened_by=int.from_bytes(table_id.encode()),
        opened_at=1_000,
        touched_at=1_000,
        language="en",
    )
    return replace(row, **changes)


def a_night(night_id: str = "nnnnn", **changes: Any) -> NightRow:
    """Return a night."""
    row = NightRow(
        id=night_id,
        guild_id=10,
        channel_id=20,
        language="en",
        state="open",
        host=1,
        title="Friday",
        game="donburiko",
        options="{}",
        local="2026-11-27T20:00",
        zone="UTC",
        starts_at=50,
        doors_at=40,
        closes_at=60,
        touched_at=0,
        opened_by=int.from_bytes(night_id.encode()),
    )
    return replace(row, **changes)


def a_result(table_id: str, seat: int, person: int | None, **changes: Any) -> ResultRow:
    """Return the result of one of two seats; the first one has won."""
    won = seat == 0
    row = ResultRow(
        *(table_id, seat, person, NAMES.get(person or 0, ""), 10, "donburiko", 2, 5 - seat),
        *(1 + seat, FULL_POINTS * won, won, 4, 0, True, 1_500),
    )
    return replace(row, **changes)


def some_seats(
    table_id: str = "aaaaa",
    people: tuple[int, ...] = (ANNA, BEN),
    question_number: int | None = None,
) -> list[SeatRow]:
    """Seat people in order, each with the same open question."""
    return [
        SeatRow(table_id, seat, p, NAMES.get(p, str(p)), question_number)
        for seat, p in enumerate(people)
    ]


def a_step(
    table_id: str = "aaaaa", step: int = 1, interaction_id: int | None = None, seat: int | None = 0
) -> LogRow:
    """Return one log row."""
    return LogRow(
        table_id, step, seat, f'{{"step":{step}}}', "[]", '[{"kind":"told"}]', interaction_id, 2_000
    )
