"""Writes that were refused: the first is logged at once, the others are counted."""

import logging
import time
from collections.abc import Callable
from math import inf

from storage.errors import WriteRefused

NOTED_EVERY = 60.0
"""Seconds between two log entries. A line for every click would help to fill the disk."""

log = logging.getLogger(__name__)


class Refusals:
    """Logs that the disk, or another program, refuses writes."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Take a clock in seconds that never goes back."""
        self._now = now
        self._noted = -inf
        self._uncounted = 0
        """The refusals since the last note."""
        self._lasts = False
        self.total = 0

    def refused(self, error: WriteRefused) -> None:
        """Take note of a write that was refused."""
        self.total += 1
        self._uncounted += 1
        self._lasts = True
        if self._note_due():
            log.error("writes were refused, %d by now: %s", self._uncounted, error)
            self._uncounted = 0

    def went_through(self) -> None:
        """Take note of a write that went through: others do again, too."""
        if self._lasts and self._note_due():
            log.warning("writes go through again; %d more had been refused", self._uncounted)
            self._uncounted = 0
            self._lasts = False

    def _note_due(self) -> bool:
        """Tell whether an entry is due; if so, schedule the next one."""
        now = self._now()
        if now < self._noted + NOTED_EVERY:
            return False
        self._noted = now
        return True
