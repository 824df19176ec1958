"""Backups that the running bot makes by itself, while it does everything else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Final

from bot.process.settings import Settings
from storage import StorageError, backup
from storage.backups import STAMP, stamp

AGAIN: Final = 600.0
"""Seconds until a failed backup is retried."""

log = logging.getLogger(__name__)


class Backups:
    """Copies the database regularly into a folder, and keeps the newest copies there."""

    def __init__(
        self,
        database: Path,
        folder: Path,
        every: float,
        keep: int,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`every` is in seconds; `keep` is how many copies are kept."""
        self._database = database
        self._folder = folder
        self._every = every
        self._keep = keep
        self._now = now
        self._stopped = Event()
        self._task: asyncio.Task[None] | None = None
        stem, suffix = re.escape(database.stem), re.escape(database.suffix)
        self._name = re.compile(rf"{stem}-([0-9]{{8}}-[0-9]{{6}}){suffix}")
        self._unfinished = re.compile(rf"\.{self._name.pattern}\..*")

    def start(self) -> None:
        """Begin, with a copy at once if the newest one is older than it should be."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop. A copy that is being made is cancelled, and leaves nothing."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def copies(self) -> list[Path]:
        """Return the copies that are there, the oldest first.

        Those that seem to come from the future were made before the clock was corrected, and so
        are older than all others.
        """
        if not self._folder.is_dir():
            return []
        now = stamp(self._now())
        made = {
            each: found[1]
            for each in self._folder.iterdir()
            if (found := self._name.fullmatch(each.name))
        }
        return sorted(made, key=lambda each: (made[each] <= now, made[each]))

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._due_in())
            try:
                await self._copy_in_thread()
            except (StorageError, OSError) as error:
                if self._stopped.is_set():
                    return
                # The error names files, never what is in them.
                log.error("no backup was made: %s", error)
                await asyncio.sleep(min(AGAIN, self._every))

    async def _copy_in_thread(self) -> None:
        """Make a copy in another thread; if cancelled, wait until the thread has ended."""
        copying = asyncio.ensure_future(asyncio.to_thread(self._copy))
        try:
            await asyncio.shield(copying)
        except asyncio.CancelledError:
            with contextlib.suppress(StorageError, OSError):
                await copying
            raise

    def _due_in(self) -> float:
        copies = self.copies()
        if not copies:
            return 0
        found = self._name.fullmatch(copies[-1].name)
        assert found is not None
        made = datetime.strptime(found[1], STAMP).replace(tzinfo=UTC).timestamp()
        # It seems to come from the future if there is no other.
        age = max(self._now() - made, 0)
        return max(self._every - age, 0)

    def _copy(self) -> None:
        """Make a copy and remove those that are too many. Blocks."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for each in self._folder.iterdir():
            # A bot that was killed may have left one.
            if self._unfinished.fullmatch(each.name):
                each.unlink(missing_ok=True)
        name = f"{self._database.stem}-{stamp(self._now())}{self._database.suffix}"
        began = time.monotonic()
        backup(self._database, self._folder / name, self._stopped.is_set)
        log.info("made the backup %s in %.1f s", name, time.monotonic() - began)
        for each in self.copies()[: -self._keep]:
            each.unlink(missing_ok=True)


@contextlib.asynccontextmanager
async def backing_up(settings: Settings) -> AsyncGenerator[None]:
    """Make backups as the settings say for as long as the block runs."""
    if settings.backup_every is None:
        yield
        return
    folder = settings.backup_to or settings.database.parent / "backups"
    every = settings.backup_every * 3600
    backups = Backups(settings.database, folder, every, settings.backup_keep)
    backups.start()
    try:
        yield
    finally:
        await backups.close()
