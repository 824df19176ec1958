"""Drawings: each picture is drawn once, kept for a while, and never waited for too long."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.workers import NoAnswer
from bot.ui.pictures import drawings
from bot.ui.pictures.drawings import Drawings
from bot.ui.pictures.shapes import Picture


class Drawer:
    """Draws when it is allowed to; a PNG is the key of its picture."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.free = asyncio.Event()
        self.free.set()
        self.fails = False

    async def think(self, job: Picture, /) -> bytes:
        """Draw."""
        self.asked.append(job.key)
        await self.free.wait()
        if self.fails:
            raise NoAnswer("lost")
        return job.key.encode()


def picture(width: int) -> Picture:
    """Return one of many pictures."""
    return Picture(width, 100, "#000000", ())


async def test_a_picture_is_drawn_once_also_for_several_at_the_same_time() -> None:
    drawer = Drawer()
    drawer.free.clear()
    made = Drawings(drawer)
    several = [asyncio.create_task(made.png(picture(1))) for _ in range(3)]
    while not drawer.asked:
        await asyncio.sleep(0)
    drawer.free.set()
    wanted = picture(1).key.encode()
    assert await asyncio.gather(*several) == [wanted] * 3
    assert await made.png(picture(1)) == wanted
    assert len(drawer.asked) == 1, "the same picture was drawn again"


async def test_only_the_latest_pictures_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "KEPT", 2)
    drawer = Drawer()
    made = Drawings(drawer)
    for width in (1, 2, 1, 3, 1):
        await made.png(picture(width))
    assert len(drawer.asked) == 3, "the one that was used lately was let go"
    await made.png(picture(2))
    assert len(drawer.asked) == 4, "more pictures are kept than there is room for"


async def test_a_failure_is_no_picture_and_is_tried_again() -> None:
    drawer = Drawer()
    drawer.fails = True
    made = Drawings(drawer)
    assert await made.png(picture(1)) is None
    drawer.fails = False
    assert await made.png(picture(1)) is not None


async def test_an_answer_does_not_wait_for_a_drawer_that_is_stuck() -> None:
    drawer = Drawer()
    drawer.free.clear()
    made = Drawings(drawer)
    assert await made.png(picture(1), patience=0.01) is None
    drawer.free.set()
    assert await made.png(picture(1)) is not None
    assert len(drawer.asked) == 1, "the drawing wasn't taken over by who came later"
