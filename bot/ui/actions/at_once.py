"""Presses that come at once, as by a double click: what they ask for is made once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from bot.ui.services import Interaction

Made = TypeVar("Made")

DOUBLE_CLICK: Final = 1.0
"""Seconds after which a press is a new wish: by then its person has seen what the first one did."""


class AtOnce:
    """Makes one thing of one person's presses on one control that come at once.

    They are interactions of their own, but one wish, also if the second one comes a moment after
    the thing was made. What failed may be tried again at once.
    """

    def __init__(self) -> None:
        self._making: dict[tuple[int, int, str], asyncio.Task[Any]] = {}
        """What is being made: for whom, by a press on which message, of what kind."""

    async def make(
        self, interaction: Interaction, kind: str, making: Callable[[], Coroutine[Any, Any, Made]]
    ) -> tuple[Made, bool]:
        """Return what was made, and whether this press made it; raise what making it raised."""
        message = getattr(interaction.message, "id", None)
        if message is None:
            return await making(), True
        pressed = (interaction.user.id, message, kind)
        task: asyncio.Task[Made] | None = self._making.get(pressed)
        first = task is None
        if task is None:
            task = asyncio.create_task(making())
            self._making[pressed] = task
            task.add_done_callback(lambda done: self._made(pressed, done))
        return await asyncio.shield(task), first

    def _made(self, pressed: tuple[int, int, str], done: asyncio.Task[Any]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._making.pop(pressed, None)
        else:
            done.get_loop().call_later(DOUBLE_CLICK, self._making.pop, pressed, None)
