"""The clock of the bot's process: ahead of this machine's by what a file says, so days can be tried
in minutes. All else here goes by the machine's own clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
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

    async def go_by(self, seconds: int, seen: Callable[[], None]) -> None:
        """Let time go by; `seen` is called after each step. Raises NotPossible."""
        if self._passing:
            raise NotPossible("Time is going by already.")
        if not 0 < seconds <= MOST:
            raise NotPossible(f"Let 1 to {MOST} seconds go by.")
        self._passing = True
        try:
            until = self.ahead + seconds
            at_once = self.ahead + MOST_IN_STEPS
            while self.ahead < until:
                left = until - self.ahead
                self.ahead += left if self.ahead >= at_once else min(STEP, left)
                self._write()
                seen()
                await asyncio.sleep(PAUSE)
        finally:
            self._passing = False

    def _write(self) -> None:
        anew = self._file.with_name(f"{self._file.name}.new")
        anew.write_text(str(self.ahead), "utf-8")
        anew.replace(self._file)
