"""The check of a whole database: whether it can be read, and whether everything in it fits
together.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bot.games.find_games import aheads, games
from bot.nights.asks import check_asks
from bot.nights.night_json import check_nights
from bot.tables.check_tables import check_results, check_tables
from storage import Database, Store, backup, errors
from storage.ask_store import AskStore
from storage.database import MIGRATIONS, demand_sound, steps_of, whole
from storage.errors import DatabaseCorrupt
from storage.night_store import NightStore
from storage.schema import differences


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found: faults, and what isn't a fault but can't be read here."""

    faults: tuple[str, ...]
    notes: tuple[str, ...]
    tables: int = 0
    nights: int = 0
    """How many there are of each."""


async def check_database(path: Path) -> Report:
    """Check a database or a copy of one; the bot may be running.

    It checks a copy, so the file itself is only read. Raises StorageError if it can't be made.
    """
    path = whole(path)
    with _folder_next_to(path) as folder:
        # This also reads every page; damage raises.
        copy = folder / "copy.sqlite3"
        backup(path, copy)
        with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as link:
            # A refusal names the file that was meant, and not the copy, which is gone by then.
            demand_sound(path, link, known=len(steps_of(MIGRATIONS)))
            differ = differences(link)
        faults = tuple(f"{each.text} Restore a copy in which it is in order." for each in differ)
        if any(each.kind == "table" for each in differ):
            # Nothing that is read there would make sense.
            return Report(faults, ("What is in the tables.",))
        database = await Database.open(copy)
        try:
            report = await _check(database)
            return replace(report, faults=faults + report.faults)
        except DatabaseCorrupt:
            return Report(("The file is damaged.",), ())
        finally:
            await database.close()


async def _check(database: Database) -> Report:
    faults: list[str] = []
    notes: list[str] = []
    for name, count in await database.read(
        lambda link: link.execute(
            'SELECT "table", count(*) FROM pragma_foreign_key_check() GROUP BY 1'
        ).fetchall()
    ):
        faults.append(f"{count} rows of {name} belong to nothing.")
    store = Store(database)
    async for table_id, text, fault in check_tables(store, games(), aheads()):
        (faults if fault else notes).append(f"Table {table_id} {text}.")
    async for table_id, text, _fault in check_results(store):
        faults.append(f"Table {table_id} {text}.")
    async for night_id, text in check_nights(NightStore(database)):
        faults.append(f"Night {night_id} {text}.")
    async for ask_id, text in check_asks(AskStore(database)):
        faults.append(f"Question {ask_id} {text}.")
    ((tables, nights),) = await database.read(
        lambda link: link.execute(
            "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM nights)"
        ).fetchall()
    )
    return Report(tuple(faults), tuple(notes), tables, nights)


@contextlib.contextmanager
def _folder_next_to(path: Path) -> Iterator[Path]:
    """Yield a folder for its owner alone: next to the database if that can be written to."""
    if not path.is_file():
        raise errors.missing(path)
    where = path.parent if os.access(path.parent, os.W_OK) else None
    try:
        folder = tempfile.TemporaryDirectory(prefix=".kakushi-check-", dir=where)
    except OSError as error:
        raise errors.from_os(path, error) from error
    with folder as name:
        yield Path(name)
