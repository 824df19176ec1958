"""The bot, for whose event loop time goes by faster: `… -m tests.bench.faster python -m bot run`.

Every pause that it makes is shorter by `FASTER`, so that an hour at the pace of people is measured
in minutes. What it computes takes as long as ever, so it waits for its workers for as long as ever;
the clocks of tables go by the machine's.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from bot import __main__ as command_line
from bot.process.settings import read_settings
from bot.tables.workers import GRACE, SECONDS, Workers
from bot.ui.pictures.drawings import SOON, Drawings
from bot.ui.pictures.shapes import Picture

FASTER = int(os.environ.get("FASTER", "1"))
make_workers, drawn_within = Workers.__init__, Drawings.png


class FastSelector(selectors.DefaultSelector):
    """Waits for less time than it is told."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait until something is ready, or a part of the time is over."""
        return super().select(None if timeout is None else timeout / FASTER)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        """Return what is waited for."""
        return super().get_map()


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock runs fast."""

    def __init__(self) -> None:
        super().__init__(FastSelector())

    def time(self) -> float:
        """Return the time of the fast clock, in seconds."""
        return super().time() * FASTER


class FastLoops(asyncio.DefaultEventLoopPolicy):
    """Makes all event loops fast."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """Make an event loop."""
        return FastLoop()


def make_patient(
    self: Workers,
    command: Sequence[str],
    count: int,
    *,
    seconds: float = SECONDS,
    grace: float = GRACE,
) -> None:
    """Make workers that may take as many seconds of the machine's clock."""
    patient = (seconds + grace) * FASTER - seconds
    make_workers(self, command, count, seconds=seconds, grace=patient)


async def png(self: Drawings, picture: Picture, patience: float = SOON) -> bytes | None:
    """Return a picture that is drawn within seconds of the machine's clock."""
    return await drawn_within(self, picture, patience * FASTER)


if __name__ == "__main__":
    Workers.__init__, Drawings.png = make_patient, png
    asyncio.set_event_loop_policy(FastLoops())
    sys.exit(command_line.run(read_settings(None), None, None))
