"""Drawings: pictures as PNGs, drawn in a process of its own and kept for a while."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict
from typing import Final, Protocol

from bot.tables.workers import NoAnswer, Workers
from bot.ui.pictures.shapes import Picture

COMMAND: Final = (sys.executable, "-m", "bot.process.drawer")
"""Starts the process that draws."""
SECONDS: Final = 5.0
"""The time limit of one picture, of which a drawing takes a few hundredths of a second."""
SOON: Final = 1.5
"""Seconds that an answer waits for its picture: Discord wants it within three."""
PATIENCE: Final = 20.0
"""Seconds that a board waits for its picture, also for a process that is only starting."""
KEPT: Final = 128
"""The PNGs that are kept, of a few tens of kilobytes each."""

log = logging.getLogger(__name__)


class Draws(Protocol):
    """What draws pictures: the process, or what takes its place in a test."""

    async def think(self, job: Picture, /) -> bytes:
        """Return a picture as a PNG; raise NoAnswer if it can't be drawn now."""
        ...


class Drawings:
    """Has pictures drawn. The same picture is drawn once, however many ask for it."""

    def __init__(self, drawer: Draws) -> None:
        self._drawer = drawer
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawing: dict[str, asyncio.Future[bytes | None]] = {}

    async def png(self, picture: Picture, patience: float = SOON) -> bytes | None:
        """Return a picture as a PNG; None if it can't be drawn, or not within these seconds."""
        key = picture.key
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._drawing:
            self._drawing[key] = asyncio.ensure_future(self._draw(key, picture))
        drawing = self._drawing[key]
        # Whoever has waited long enough doesn't take the picture from others who wait for it.
        done, _late = await asyncio.wait([drawing], timeout=patience)
        return drawing.result() if done else None

    async def _draw(self, key: str, picture: Picture) -> bytes | None:
        try:
            png = await self._drawer.think(picture)
        except NoAnswer as why:
            log.warning("a picture couldn't be drawn: %s", why)
            return None
        finally:
            del self._drawing[key]
        self._kept[key] = png
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return png


def drawing_process() -> Workers:
    """Return the process that draws, which is still to be started."""
    return Workers(COMMAND, 1, seconds=SECONDS, grace=1.0)
