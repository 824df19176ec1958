"""Which tables wait for somebody, and in which order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables.clock import HOUR
from bot.tables.waiting import waiting_for
from bot.tables.who_sits import TableBrief, brief_of
from storage.rows import PersonRow, SeatRow, TableHead

ME = 1
NOON = 12 * HOUR
HEAD = TableHead(
    id="",
    game="korpokkur",
    rules_version=1,
    phase="playing",
    options="",
    host=ME,
    guild_id=100,
    channel_id=200,
    opened_by=1,
    opened_at=NOON,
    touched_at=NOON,
    language="en",
    pace="days",
    move_time=99 * HOUR,
)


def table_of(
    name: str, left: int | None = None, *, asked: bool = True, away: bool = False, **more: Any
) -> TableBrief:
    """Return a table where I am asked, with so many hours left."""
    clock: dict[str, Any] = {}
    if left is not None:
        clock = {"clock_limit": 99 * HOUR, "clock_left": left * HOUR, "clock_at": NOON}
    mine = SeatRow(
        name, 0, ME, "Ada", 3 if asked else None, stand_in="away" if away else None, **clock
    )
    head = replace(HEAD, id=name, **more)
    return brief_of((head, [mine, SeatRow(name, 1, 2, "Bob", 3)]))


def names(tables: list[TableBrief], row: PersonRow | None = None, **moved: int) -> list[str]:
    return [each.table.id for each in waiting_for(tables, row or PersonRow(ME), moved)]


def test_whose_time_ends_soonest_comes_first_then_who_has_waited_longest() -> None:
    tables = [table_of("new"), table_of("late", 9), table_of("old"), table_of("soon", 2)]
    assert names(tables, new=30, late=10, old=20, soon=40) == ["soon", "late", "old", "new"]


def test_quiet_hours_put_off_the_end_of_turn_by_turn_games_alone() -> None:
    quiet = PersonRow(ME, "UTC", 12 * 60, 20 * 60)
    tables = [table_of("days", 2), table_of("live", 5, pace="live")]
    assert names(tables) == ["days", "live"]
    assert names(tables, quiet) == ["live", "days"], "the clock stands until eight"


def test_where_nobody_waits_for_me_is_left_out() -> None:
    others = [
        table_of("theirs", asked=False),
        table_of("paused", paused=True),
        table_of("asleep", asleep=True),
        table_of("away", away=True),
    ]
    assert names(others) == []
