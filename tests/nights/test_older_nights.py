"""Nights of each state that an older version of the bot has left go on after the update."""

from __future__ import annotations

import sqlite3
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from bot.nights.night_json import guest_rows, loaded, round_rows, row_of
from storage.database import MIGRATIONS, Database
from storage.night_rows import NightState
from storage.night_store import NightStore
from tests.nights.sample_nights import guests_in, sample_night

BEFORE: Final = 21
"""The migrations of the version whose nights these are."""


def written(link: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    """Write a row as that version did: without the columns that it didn't have."""
    had = [each[1] for each in link.execute(f"PRAGMA table_info({table})")]
    kept = {name: value for name, value in row.items() if name in had}
    kept |= {"repeat": 0} if "repeat" in had else {}
    marks = ", ".join("?" * len(kept))
    link.execute(f"INSERT INTO {table} ({', '.join(kept)}) VALUES ({marks})", [*kept.values()])


@pytest.mark.parametrize("state", get_args(NightState))
async def test_a_night_of_before_goes_on_as_it_was(state: NightState, tmp_path: Path) -> None:
    older = tmp_path / "older"
    older.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql"))[:BEFORE]:
        (older / file.name).write_bytes(file.read_bytes())
    came = 5 if state in ("doors", "playing", "over") else None
    night = sample_night(guests_in("Ada", "Bob", came_at=came), state)
    database = await Database.open(tmp_path / "night.sqlite3", migrations=older)

    def fill(link: sqlite3.Connection) -> None:
        written(link, "nights", asdict(replace(night.row, **row_of(night))))
        for guest in guest_rows(night.id, night.guests):
            written(link, "guests", asdict(guest))
        for each in round_rows(night):
            written(link, "rounds", asdict(each))

    await database.transaction(fill)
    await database.close()
    database = await Database.open(tmp_path / "night.sqlite3")
    found = await NightStore(database).night(night.id)
    await database.close()
    assert found is not None
    assert loaded(found).guests == night.guests, "its guests are others"
    assert loaded(found).row.state == state
