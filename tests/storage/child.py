"""Do one thing with a database in a process of its own, to be killed or refused.

`python child.py TASK PATH …`: tell the parent in lines of output what happened.
"""

import asyncio
import itertools
import os
import resource
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from storage import Database, StorageError, Store, backup, backups
from storage.database import MIGRATIONS, migrate, steps_of
from storage.schema import differences
from tests.storage.samples import a_step, a_table, some_seats

NOW = backups.EPOCHS_FROM + 1_000_000.0
"""When a restore takes place that is killed."""

Tracer = Callable[[FrameType, str, Any], Any]


def say(*words: object) -> None:
    """Tell the parent, at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def act(path: Path) -> None:
    """Store one act after the other for ever, and say of each when it has been acknowledged."""
    store = Store(await Database.open(path))
    found = await store.table("aaaaa")
    if found is None:
        await store.open_table(a_table(), some_seats())
        found = await store.table("aaaaa")
        assert found is not None, "there is no such table"
    row, _ = found
    while True:
        number = row.revision + 1
        row = replace(row, phase="playing", revision=number, state=f"state {number}")
        await store.save_step(
            row, some_seats(question_number=number), a_step(step=number, interaction_id=number)
        )
        say(number)


async def stop_inside(path: Path) -> None:
    """Store an act, then stop in the middle of the next one's transaction."""
    database = await Database.open(path)
    store = Store(database)
    await store.open_table(a_table(), some_seats())
    await store.save_step(
        a_table(phase="playing", revision=1), some_seats(question_number=1), a_step(step=1)
    )

    def run(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE tables SET revision = 2, state = ?", ("x" * 5_000_000,))
        connection.execute("DELETE FROM seats")
        say("inside")
        sys.stdin.read()

    await database.transaction(run)


async def hold(path: Path) -> None:
    """Keep a database open until the input ends."""
    database = await Database.open(path)
    say("open")
    await asyncio.to_thread(sys.stdin.read)
    await database.close()


async def close_beside(path: Path) -> None:
    """Read from a database that another process has open, and close it."""
    connection = sqlite3.connect(path)
    say(*connection.execute("SELECT count(*) FROM tables").fetchone())
    connection.close()


async def restore_killed(before: Path, folder: Path, often: Path) -> None:
    """Restore in one copy of a folder after the other, killed so many steps later each time.

    A step is a line of what puts one file in place of the other, and each change of files.
    """
    # A kill leaves to the system what is written already, and this would take minutes.
    os.fsync = lambda _file: None
    backups.BREATH = 0
    # What is worked out once in a process is so before all those that are killed.
    with closing(sqlite3.connect(before / "copy.sqlite3")) as connection:
        differences(connection)
    for step in itertools.count(0, int(often.name)):
        here = folder / f"{step:04}"
        shutil.copytree(before, here)
        process = os.fork()
        if not process:
            _kill_at(step)
            try:
                backups.restore(here / "copy.sqlite3", here / "games.sqlite3", lambda: NOW)
                say("restored")
            except BaseException as error:
                say(f"failed: {error!r}")
            os._exit(0)
        _, status = os.waitpid(process, 0)
        if os.WIFEXITED(status):
            return


async def migrate_killed(before: Path, folder: Path) -> None:
    """Bring one copy of a database after the other to the next format, killed later each time."""
    with closing(sqlite3.connect(before)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    step, left = steps_of(MIGRATIONS)[version], 1
    for number in itertools.count():
        here = folder / f"{number:04}.sqlite3"
        shutil.copy(before, here)
        process = os.fork()
        if not process:
            connection = sqlite3.connect(here, isolation_level=None)
            count = itertools.count(1)

            def tick(count: Iterator[int] = count, most: int = left) -> int:
                """Kill this process as SQLite comes to a step of its own programs."""
                if next(count) == most:
                    os.kill(os.getpid(), signal.SIGKILL)
                return 0

            connection.set_progress_handler(tick, 1)
            migrate(connection, version + 1, step)
            os._exit(0)
        _, status = os.waitpid(process, 0)
        if os.WIFEXITED(status):
            say("whole" if os.WEXITSTATUS(status) == 0 else "failed")
            return
        left += 1 + left // 3


def _kill_at(step: int) -> None:
    """Kill this process when it comes to a step, counted from 0."""
    functions = {
        each.__code__
        for each in (backups.restore, backups._put_aside, backups._fold_in, backups._keep)
    }

    def tick() -> None:
        nonlocal step
        if step == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        step -= 1

    def at_line(frame: FrameType, event: str, _argument: object) -> Tracer | None:
        if frame.f_code not in functions:
            return None
        if event == "line":
            tick()
        return at_line

    def at_call(event: str, arguments: tuple[object, ...]) -> None:
        changes = ("os.link", "os.rename", "os.remove", "shutil.", "sqlite3.connect")
        if event.startswith(changes) or (event == "open" and arguments[1] != "r"):
            tick()

    sys.addaudithook(at_call)
    sys.settrace(at_line)


async def open_unprivileged(path: Path, migrations: Path) -> None:
    """Give up all privileges, prove what may be written, and try to open a database."""
    # Everything is loaded by now: the checkout may lie where only root can read.
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    probes = {"folder": path.with_name("probe"), "file": path}
    for what, probe in probes.items():
        try:
            with probe.open("ab"):
                say(what, "written")
        except OSError as error:
            say(what, error.__class__.__name__)
        # An empty file would be a new database; leave none behind that was not there.
        if what == "folder":
            probe.unlink(missing_ok=True)
    await _try_to_open(path, migrations)


async def open_here(path: Path, migrations: Path) -> None:
    """Try to open a database with the privileges there are."""
    try:
        path.with_name("probe").write_bytes(b"")
        say("folder", "written")
    except OSError as error:
        say("folder", error.strerror)
    await _try_to_open(path, migrations)


async def _try_to_open(path: Path, migrations: Path) -> None:
    """Say whether a database opens, or the name and sentence of the refusal."""
    try:
        database = await Database.open(path, migrations=migrations)
    except StorageError as error:
        say(error.__class__.__name__)
        say(error)
    else:
        say("opened")
        await database.close()


async def copy(path: Path, target: Path) -> None:
    """Try to copy a database, and say what lies in the target's folder then."""
    try:
        await asyncio.to_thread(backup, path, target)
        say("copied")
    except StorageError as error:
        say(error.__class__.__name__, error)
    say(*sorted(file.name for file in target.parent.iterdir()))


async def fill_disk(path: Path) -> None:
    """Fill the file system, try to store an act, make room again, and store it."""
    store = Store(await Database.open(path))
    await store.open_table(a_table(), some_seats())
    ballast = path.with_name("ballast")
    try:
        with ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
    except OSError as error:
        say("ballast:", error.strerror)
    await _refused_then_stored(store, ballast.unlink)


async def limit_size(path: Path) -> None:
    """Make the system refuse longer files, try to store an act, lift that, and store it."""
    store = Store(await Database.open(path))
    await store.open_table(a_table(), some_seats())
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    longest = max(path.stat().st_size, Path(f"{path}-wal").stat().st_size)
    resource.setrlimit(resource.RLIMIT_FSIZE, (longest, hard))
    try:
        with path.with_name("probe").open("wb", buffering=0) as file:
            while file.write(b"x" * 4096):
                pass
    except OSError as error:
        say("probe:", error.strerror)
    await _refused_then_stored(
        store, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    )


async def _refused_then_stored(store: Store, make_room: Callable[[], None]) -> None:
    """Say how an act was refused, what is stored then, and what is stored with room."""
    row = a_table(phase="playing", revision=1, state="x" * 200_000)
    step = a_step(step=1, interaction_id=7)
    try:
        await store.save_step(row, some_seats(question_number=1), step)
        say("not refused")
    except StorageError as error:
        say(error.__class__.__name__)
    say(await store.table("aaaaa") == (a_table(), some_seats()), await store.log("aaaaa"))
    make_room()
    await store.save_step(row, some_seats(question_number=1), step)
    say(
        await store.table("aaaaa") == (row, some_seats(question_number=1)),
        await store.log("aaaaa") == [step],
    )
    await store.database.close()


if __name__ == "__main__":
    task = {
        "act": act,
        "stop_inside": stop_inside,
        "hold": hold,
        "close_beside": close_beside,
        "open_unprivileged": open_unprivileged,
        "open_here": open_here,
        "restore_killed": restore_killed,
        "migrate_killed": migrate_killed,
        "copy": copy,
        "fill_disk": fill_disk,
        "limit_size": limit_size,
    }[sys.argv[1]]
    asyncio.run(task(*map(Path, sys.argv[2:])))
