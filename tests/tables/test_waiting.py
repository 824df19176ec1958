"""Which tables wait for somebody, and in which order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables.clock import HOUR
from bot.tables.waiting import waiting_for
from storage.rows import NamedTable, PersonRow, SeatRow
from storage.waiting_store import AskedAt

ME = 1
NOON = 12 * HOUR
TABLE = NamedTable(
    id="",
    game="korpokkur",
    guild_id=100,
    channel_id=200,
    opened_at=NOON,
    language="en",
    pace="days",
    move_time=99 * HOUR,
)


def asked_at(
    name: str,
    left: int | None = None,
    *,
    moved: int | None = None,
    away: bool = False,
    **more: Any,
) -> AskedAt:
    """Return a table where I am asked, with so many hours left."""
    clock: dict[str, Any] = {}
    if left is not None:
        clock = {"clock_limit": 99 * HOUR, "clock_left": left * HOUR, "clock_at": NOON}
    mine = SeatRow(name, 0, ME, "Ada", 3, stand_in="away" if away else None, **clock)
    return AskedAt(replace(TABLE, id=name, **more), mine, moved)


def names(tables: list[AskedAt], row: PersonRow | None = None) -> list[str]:
    return [each.table.id for each in waiting_for(tables, row or PersonRow(ME))]


def test_whose_time_ends_soonest_comes_first_then_who_has_waited_longest() -> None:
    tables = [
        asked_at("new", moved=30),
        asked_at("late", 9, moved=10),
        asked_at("old", moved=20),
        asked_at("soon", 2, moved=40),
    ]
    assert names(tables) == ["soon", "late", "old", "new"]


def test_quiet_hours_put_off_the_end_of_turn_by_turn_games_alone() -> None:
    quiet = PersonRow(ME, "UTC", 12 * 60, 20 * 60)
    tables = [asked_at("days", 2), asked_at("live", 5, pace="live")]
    assert names(tables) == ["days", "live"]
    assert names(tables, quiet) == ["live", "days"], "the clock stands until eight"


def test_where_a_computer_plays_for_me_nobody_waits_for_me() -> None:
    assert names([asked_at("away", away=True)]) == []
