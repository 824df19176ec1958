"""The commands of the command line for the database: backup, restore, check, ban and unban.

Each imports what it needs when it runs, as all of the command line does.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from bot.exit_codes import FAILED, OK, complain
from bot.settings import Settings

if TYPE_CHECKING:
    from storage.bans import BanKind


def backup(settings: Settings, target: Path) -> int:
    """Copy the database to a new file."""
    from storage import StorageError
    from storage import backup as copy

    try:
        copy(settings.database, target)
    except StorageError as error:
        return complain(str(error), FAILED)
    print(f"{settings.database} was copied to {target}.")
    return OK


def restore(settings: Settings, copy: Path) -> int:
    """Put a copy back in place of the database."""
    from storage import StorageError
    from storage import restore as put_back

    try:
        kept = put_back(copy, settings.database)
    except StorageError as error:
        return complain(str(error), FAILED)
    print(f"{settings.database} is what {copy} holds now. Start the bot: it draws everything anew.")
    if kept is not None:
        print(f"What was there before is kept as {kept}.")
    return OK


def check(database: Path) -> int:
    """Check that a database is whole, and say what is wrong."""
    from bot.check_database import check_database
    from storage import StorageError

    try:
        report = asyncio.run(check_database(database))
    except StorageError as error:
        return complain(str(error), FAILED)
    for note in report.notes:
        print(f"Not checked: {note}")
    for fault in report.faults:
        print(fault)
    if report.faults:
        print(f"{database} is not in order: {len(report.faults)} faults.")
        return FAILED
    print(f"{database} is in order: {report.tables} tables, {report.nights} nights.")
    return OK


def ban(settings: Settings, kind: BanKind, banned: int) -> int:
    """Keep a person or a server from using the bot; a running one heeds it within a minute."""
    from storage import StorageError
    from storage.bans import ban as keep_out

    try:
        new = keep_out(settings.database, kind, banned)
    except StorageError as error:
        return complain(str(error), FAILED)
    print(f"The {kind} {banned} {'is' if new else 'was already'} banned.")
    return OK


def unban(settings: Settings, kind: BanKind, banned: int) -> int:
    """Let a person or a server use the bot again."""
    from storage import StorageError
    from storage.bans import unban as let_in

    try:
        found = let_in(settings.database, kind, banned)
    except StorageError as error:
        return complain(str(error), FAILED)
    print(f"The {kind} {banned} {'may use the bot again' if found else 'was not banned'}.")
    return OK
