"""Presses that come at once, as by a double click: what they ask for is made once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from bot.ui.services import Interaction

Made = TypeVar("Made")


class AtOnce:
    """Has one person's presses on one control that overlap make one thing.

    They are interactions of their own, but one wish. A press that comes once it is made is another.
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
            task.add_done_callback(lambda _done: self._making.pop(pressed, None))
        return await asyncio.shield(task), first
