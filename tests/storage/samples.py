"""Make rows for tests."""

from dataclasses import replace
from typing import Any

from storage import LogRow, SeatRow, TableRow

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
