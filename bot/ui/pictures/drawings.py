"""Drawings: pictures as PNGs, drawn in a separate process and cached for a while."""

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
"""The time limit for one picture; drawing one takes a few hundredths of a second."""
SOON: Final = 1.5
"""Seconds that an answer waits for its picture: Discord wants it within three."""
PATIENCE: Final = 20.0
"""Seconds that a board waits for its picture, even while the process is still starting."""
KEPT: Final = 128
"""How many PNGs are cached, of a few tens of kilobytes each."""

log = logging.getLogger(__name__)


class Draws(Protocol):
    """What draws pictures: the process, or its stand-in in a test."""

    async def think(self, job: Picture, /) -> bytes:
        """Return a picture as a PNG. Raises NoAnswer if it can't be drawn now."""
        ...


class Drawings:
    """Passes pictures on to be drawn. The same picture is drawn once, however many ask for it."""

    def __init__(self, drawer: Draws) -> None:
        self._drawer = drawer
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawing: dict[str, asyncio.Future[bytes | None]] = {}

    async def png(self, picture: Picture, patience: float = SOON) -> bytes | None:
        """Return a picture as a PNG; None if it can't be drawn, or not within these seconds."""
        key = picture.key
        self.begin(picture)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        drawing = self._drawing[key]
        # Whoever gives up waiting must not take the picture away from others who wait for it.
        done, _late = await asyncio.wait([drawing], timeout=patience)
        return drawing.result() if done else None

    def begin(self, picture: Picture) -> None:
        """Have a picture drawn that is asked for soon."""
        key = picture.key
        if key not in self._kept and key not in self._drawing:
            self._drawing[key] = asyncio.ensure_future(self._draw(key, picture))

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
    """Return the process that draws, not started yet."""
    return Workers(COMMAND, 1, seconds=SECONDS, grace=1.0)
