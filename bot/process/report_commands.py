"""The command `reports`: what people have reported, and a reported game as a file.

It imports what it needs when it runs, like the rest of the command line.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.process.database_commands import refusal_told
from bot.process.exit_codes import FAILED, MISUSED, OK, complain
from bot.process.settings import Settings

if TYPE_CHECKING:
    from storage.reports import ReportedGame

PATIENCE: Final = 60.0
"""For how many seconds a running bot is waited for."""
LOOK: Final = 0.5
"""Seconds between two looks whether it has answered."""


@refusal_told
def list_reports(settings: Settings) -> int:
    """List what people have reported, newest first."""
    from storage.reports import all_reports

    found = all_reports(settings.database)
    if not found:
        print("Nobody has reported anything.")
    for each in found:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.at))
        game = "its table is gone" if each.game is None else f"{each.game}, {each.phase}"
        print(f"{each.id}  {when}  {game}: {each.words}")
    return OK


@refusal_told
def write_report(
    settings: Settings,
    number: str,
    file: Path,
    now: bool,
    wait: Callable[[float], None] = time.sleep,
) -> int:
    """Write a report with its game to a new file that only its owner can read.

    As long as the game is on that takes `now`, and is done only once the table says it.
    """
    from storage.reports import reported_game

    found = reported_game(settings.database, number)
    if found is None:
        return complain(f"There is no report {number}. Nothing was written.", MISUSED)
    try:
        if file.exists():
            return complain(f"{file} exists already. Nothing was written.", MISUSED)
    except OSError as error:
        return _unwritable(file, error)
    table = found.report.table_id
    if found.phase == "playing" and not now:
        return complain(
            f"The game at table {table} is still on, and the file would tell all hands. Wait for"
            " its end, or add --now: then its board says that you have looked."
            " Nothing was written.",
            FAILED,
        )
    if found.phase == "playing":
        if not _say_looked(settings.database, table, wait):
            return complain("The running bot didn't answer. Nothing was written.", FAILED)
        found = reported_game(settings.database, number) or found
    return _write(found, file)


def _say_looked(database: Path, table: str, wait: Callable[[float], None]) -> bool:
    """Have the table say that its operator has looked; tell whether that is saved."""
    from storage import DatabaseInUse
    from storage.reports import ask_to_look, has_looked, note_looked_beside, take_back_looking

    asked = int(time.time())
    try:
        note_looked_beside(database, table, asked)
        return True
    except DatabaseInUse:
        ask_to_look(database, table, asked)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if has_looked(database, table, asked):
            return True
        wait(LOOK)
    take_back_looking(database, table)
    return has_looked(database, table, asked)


def _write(found: ReportedGame, file: Path) -> int:
    text = json.dumps(found.whole, ensure_ascii=False, indent=1)
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
            opened.write(f"{text}\n")
    except OSError as error:
        return _unwritable(file, error)
    gone = "" if found.phase is not None else " Its table is gone, so there is no game in it."
    print(f"Report {found.report.id} is in {file}, for your eyes only.{gone}")
    return OK


def _unwritable(file: Path, error: OSError) -> int:
    return complain(f"{file} can't be written: {error.strerror or error}.", FAILED)
