"""The clock of the bot's process: ahead of this machine's by what a file says, so days can be tried
in minutes. All else here goes by the machine's own clock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bot.sandbox.errors import NotPossible

STEP: Final = 20
"""Seconds that go by at a time where the bot is to do all that is due meanwhile."""
PAUSE: Final = 0.25
"""Seconds between two steps."""
MOST_IN_STEPS: Final = 95 * 60
"""The most seconds that go by in steps: enough for what is set ahead to be played. The rest goes by
at once, as over a machine that slept.
"""
EARLY: Final = 3600
"""How many seconds before an event a long time stops: before its doors open."""
MOST: Final = 7 * 24 * 3600


class BotClock:
    """By how much the bot is ahead, which grows alone: what it has written down has happened."""

    def __init__(self, file: Path) -> None:
        """Take the file that the bot reads; it begins with this machine's time."""
        self._file = file
        self._passing = False
        self.ahead = 0
        if file.exists():
            self.ahead = int(file.read_text("utf-8"))
        else:
            self._write()

    async def go_by(
        self, seconds: int, seen: Callable[[], None], starts: Sequence[tuple[float, str]] = ()
    ) -> str:
        """Let time go by; `seen` is called after each step. Raises NotPossible.

        A long time stops an hour before the first that `starts` meanwhile, of what has a time and
        a name: it would be over before anybody could come. Return its name, "" if nothing did.
        """
        if self._passing:
            raise NotPossible("Time is going by already.")
        if not 0 < seconds <= MOST:
            raise NotPossible(f"Let 1 to {MOST} seconds go by.")
        self._passing = True
        try:
            until, before = self.ahead + seconds, ""
            if seconds > MOST_IN_STEPS:
                until, before = self._stops(until, starts)
            at_once = self.ahead + MOST_IN_STEPS
            while self.ahead < until:
                left = until - self.ahead
                self.ahead += left if self.ahead >= at_once else min(STEP, left)
                self._write()
                seen()
                await asyncio.sleep(PAUSE)
            return before
        finally:
            self._passing = False

    def _stops(self, until: int, starts: Sequence[tuple[float, str]]) -> tuple[int, str]:
        """Return where the clock stops on its way, and before what."""
        found = ((int(at - EARLY - time.time()), name) for at, name in starts)
        return min((each for each in found if self.ahead < each[0] < until), default=(until, ""))

    def _write(self) -> None:
        anew = self._file.with_name(f"{self._file.name}.new")
        anew.write_text(str(self.ahead), "utf-8")
        anew.replace(self._file)
