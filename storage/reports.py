"""What people report about tables, written by the bot and read by its operator beside it."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from storage.command_line import open_beside_bot
from storage.database import Database, lock_file, whole
from storage.mapper import Mapper, first
from storage.statements import set_meta

LOOK: Final = "look:"
"""What the keys in `meta` begin with by which an operator asks to look at a table; their values say
when that was."""
LOOKED: Final = "looked"
"""The event of a table whose hands the operator has looked at."""
SECRET: Final = ("state", "secret")
"""The columns of a table from which what is still to come could be told. No file has them."""

_NOTE_LOOKED: Final = (
    "INSERT INTO table_events (table_id, step, at, what, role) VALUES (:table,"
    " (SELECT ifnull(max(step), -1) FROM log WHERE table_id = :table), :at, :what, 'clock')"
)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """What somebody reported about a table. It holds no copy of the game."""

    id: str
    table_id: str
    step: int
    """The newest step of the game then."""
    person: int | None
    """Who it was; None for somebody who was forgotten."""
    at: int
    words: str
    versions: str
    """What ran then: format of the database, rules, Python, discord.py."""
    errors: str
    """JSON: the kinds of the latest errors, the newest last."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A report as the operator's list has it. The game is None once its table is gone."""

    id: str
    at: int
    game: str | None
    phase: str | None
    words: str


REPORT: Final = Mapper(ReportRow, "reports")


class ReportStore:
    """Reads and writes reports, for the bot."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self._database = database

    async def report(self, report_id: str) -> ReportRow | None:
        """Return a report; None if there is none of this id."""
        return await self._database.one(REPORT, f"{REPORT.select} WHERE id = ?", (report_id,))

    async def save(
        self, row: ReportRow, *, most: int, since: int, table_since: int
    ) -> Literal["saved", "person", "table"]:
        """Save a report, with the database's format before its versions; or return who has reported
        too often: the person `most` times after `since`, the table once after `table_since`.
        """

        def run(connection: sqlite3.Connection) -> Literal["saved", "person", "table"]:
            count = "SELECT count(*) FROM reports WHERE"
            values = (row.person, since)
            if connection.execute(f"{count} person = ? AND at > ?", values).fetchone()[0] >= most:
                return "person"
            at_table = (row.table_id, table_since)
            if connection.execute(f"{count} table_id = ? AND at > ?", at_table).fetchone()[0]:
                return "table"
            (form,) = connection.execute("PRAGMA user_version").fetchone()
            saved = replace(row, versions=f"format {form}, {row.versions}")
            connection.execute(REPORT.insert, REPORT.values(saved))
            return "saved"

        return await self._database.transaction(run)

    async def prune(self, before: int) -> int:
        """Delete the reports from before a time; return how many there were."""
        return await self._database.write("DELETE FROM reports WHERE at < ?", (before,))

    async def asked_to_look(self) -> dict[str, int]:
        """Return the tables that the operator wants to look at, and since when."""
        query = "SELECT key, value FROM meta WHERE key >= ? AND key < ? ORDER BY key"
        found = await self._database.all(tuple[str, str], query, (LOOK, f"{LOOK}~"))
        return {key.removeprefix(LOOK): int(value) for key, value in found}

    async def done_looking(self, table_id: str) -> None:
        """Forget that the operator wants to look at a table."""
        await self._database.write("DELETE FROM meta WHERE key = ?", (f"{LOOK}{table_id}",))

    async def has_looked(self, table_id: str, since: int) -> bool:
        """Tell whether the operator has looked at a table at a time or after it."""
        query = "SELECT 1 FROM table_events WHERE table_id = ? AND what = ? AND at >= ?"
        return await self._database.one(first, query, (table_id, LOOKED, since)) is not None

    async def note_looked(self, table_id: str, at: int) -> None:
        """Note that the operator looks at a table that can't be read."""
        values = {"table": table_id, "at": at, "what": LOOKED}
        await self._database.write(_NOTE_LOOKED, values)


# Beside the bot


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A report and the game that it is about, as a file has them."""

    report: ReportRow
    phase: str | None
    """None once the table is gone."""
    whole: dict[str, Any]


def all_reports(path: Path) -> list[Reported]:
    """Return all reports, newest first. Raises StorageError."""
    query = (
        "SELECT r.id, r.at, t.game, t.phase, r.words FROM reports r"
        " LEFT JOIN tables t ON t.id = r.table_id ORDER BY r.at DESC, r.id"
    )
    with open_beside_bot(path) as connection:
        return [Reported(*row) for row in connection.execute(query)]


def reported_game(path: Path, report_id: str) -> ReportedGame | None:
    """Return a report with its game; None if there is none of this id. Raises StorageError.

    It names nobody but who reported, and has nothing that people wrote or set for themselves.
    """
    with open_beside_bot(path) as connection:
        connection.row_factory = sqlite3.Row
        row = connection.execute(f"{REPORT.select} WHERE id = ?", (report_id,)).fetchone()
        if row is None:
            return None
        report = REPORT(tuple(row))
        values = {"table": report.table_id, "person": report.person}
        tables = _rows(connection, "SELECT * FROM tables WHERE id = :table", values)
        table = next(iter(tables), None)
        whole: dict[str, Any] = {"report": {**dict(row), "errors": json.loads(report.errors)}}
        if table is not None:
            people = ("host", "opener", "opened_by", "started_by", "start_by")
            whole["table"] = {
                name: value for name, value in table.items() if name not in (*SECRET, *people)
            }
            for name, query in _PARTS.items():
                whole[name] = _rows(connection, query, values)
        return ReportedGame(report, None if table is None else table["phase"], whole)


_PARTS: Final = {
    "seats": (
        "SELECT seat, person = :person AS reporter, level, stand_in, away_since, gone, gave_up,"
        " timeouts, question_number, clock_limit, clock_left, clock_at, reserve_left, due"
        " FROM seats WHERE table_id = :table ORDER BY seat"
    ),
    "log": (
        "SELECT step, seat, action, draws, events, at, back FROM log WHERE table_id = :table"
        " ORDER BY step"
    ),
    "done": (
        "SELECT step, at, what, role, seat FROM table_events WHERE table_id = :table ORDER BY id"
    ),
}
"""What else a file has of a table: no ids of people, and no names."""


def _rows(
    connection: sqlite3.Connection, query: str, values: dict[str, Any]
) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query, values)]


def ask_to_look(path: Path, table_id: str, at: int) -> None:
    """Ask the running bot to note that its operator looks at a table. Raises StorageError."""
    with open_beside_bot(path) as connection:
        set_meta(connection, f"{LOOK}{table_id}", str(at))


def take_back_looking(path: Path, table_id: str) -> None:
    """Ask for that no more. Raises StorageError."""
    with open_beside_bot(path) as connection:
        connection.execute("DELETE FROM meta WHERE key = ?", (f"{LOOK}{table_id}",))


def has_looked(path: Path, table_id: str, since: int) -> bool:
    """Tell whether it is noted that the operator looks, since a time. Raises StorageError."""
    query = "SELECT 1 FROM table_events WHERE table_id = ? AND what = ? AND at >= ?"
    with open_beside_bot(path) as connection:
        return connection.execute(query, (table_id, LOOKED, since)).fetchone() is not None


@contextlib.contextmanager
def while_no_bot_runs(path: Path) -> Generator[None]:
    """Keep a bot from starting for a while. Raises DatabaseInUse if one runs."""
    lock = lock_file(whole(path))
    try:
        yield
    finally:
        lock.release()


def note_looked_beside(path: Path, table_id: str, at: int) -> None:
    """Note that the operator looks at a table while no bot runs, for the board to say it.

    Raises DatabaseInUse if one runs, or another StorageError.
    """
    with while_no_bot_runs(path), open_beside_bot(path) as connection:
        connection.execute(_NOTE_LOOKED, {"table": table_id, "at": at, "what": LOOKED})
        connection.execute("UPDATE tables SET revision = revision + 1 WHERE id = ?", (table_id,))
