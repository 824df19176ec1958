"""The commands of the command line for the database: backup, restore, check, ban, unban and
announce.

Each imports what it needs when it runs, like the rest of the command line.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec

from bot.process.exit_codes import FAILED, MISUSED, OK, complain
from bot.process.settings import Settings

if TYPE_CHECKING:
    from storage.bans import BanKind

P = ParamSpec("P")

MOST_ANNOUNCED: Final = 200
"""The most characters that an operator's line may have."""


def refusal_told(command: Callable[P, int]) -> Callable[P, int]:
    """Return a command that fails with the reason if the database refuses it."""

    @wraps(command)
    def told(*args: P.args, **kwargs: P.kwargs) -> int:
        from storage import StorageError

        try:
            return command(*args, **kwargs)
        except StorageError as error:
            return complain(str(error), FAILED)

    return told


@refusal_told
def backup(settings: Settings, target: Path) -> int:
    """Copy the database to a new file."""
    from storage import backup as copy

    copy(settings.database, target)
    print(f"{settings.database} was copied to {target}.")
    return OK


@refusal_told
def restore(settings: Settings, copy: Path) -> int:
    """Put a copy back in place of the database."""
    from storage import restore as put_back

    kept = put_back(copy, settings.database)
    print(f"{settings.database} is what {copy} holds now. Start the bot: it draws everything anew.")
    if kept is not None:
        print(f"What was there before is kept as {kept}.")
    return OK


@refusal_told
def check(database: Path) -> int:
    """Check that a database is whole, and say what is wrong."""
    from bot.process.check_database import check_database

    report = asyncio.run(check_database(database))
    for note in report.notes:
        print(f"Not checked: {note}")
    for fault in report.faults:
        print(fault)
    if report.faults:
        count = len(report.faults)
        print(f"{database} is not in order: {count} {'fault' if count == 1 else 'faults'}.")
        return FAILED
    print(f"{database} is in order: {report.tables} tables, {report.nights} nights.")
    return OK


@refusal_told
def ban(settings: Settings, kind: BanKind, banned: int) -> int:
    """Keep a person or a server from using the bot; a running bot notices within a minute."""
    from storage.bans import ban as keep_out

    new = keep_out(settings.database, kind, banned)
    print(f"The {kind} {banned} {'is' if new else 'was already'} banned.")
    return OK


@refusal_told
def unban(settings: Settings, kind: BanKind, banned: int) -> int:
    """Let a person or a server use the bot again."""
    from storage.bans import unban as let_in

    found = let_in(settings.database, kind, banned)
    print(f"The {kind} {banned} {'may use the bot again' if found else 'was not banned'}.")
    return OK


@refusal_told
def announce(settings: Settings, text: str, seconds: int) -> int:
    """Have a line shown on boards and hands for some seconds, in place of the one before."""
    from bot.engine.text import cleaned
    from storage.announcements import announce as show

    line = cleaned(text)
    if not 0 < len(line) <= MOST_ANNOUNCED:
        return complain(
            f"Write 1 to {MOST_ANNOUNCED} characters; these are {len(line)}. Nothing was changed.",
            MISUSED,
        )
    until = int(time.time()) + seconds
    show(settings.database, line, until)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(until))
    print(f"Until {when}, boards and hands that are drawn anew say: {line}")
    return OK


@refusal_told
def clear_announcement(settings: Settings) -> int:
    """Take back what is announced."""
    from storage.announcements import clear_announcement as clear

    found = clear(settings.database)
    print("It is taken back." if found else "Nothing was announced.")
    return OK
