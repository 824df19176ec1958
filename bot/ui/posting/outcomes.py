"""Whether something was put up: said as soon as it is known; until then, that it is under way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.ui.pages.posting_words import PostingWords

SOON: Final = 1.5
"""Nothing is said for this many seconds: Discord gives up on an answer after 3."""
AT_START: Final = 1.75
"""The same for a game that begins, whose hand should come below its board. A second on the wire is
still in time."""
LATER: Final = 30.0
"""Seconds after which nobody waits any more for what is under way: it is tried again and again."""

CameOf = Callable[[float], Awaitable[bool | None]]
"""Tells whether something was put up; None if that isn't known within some seconds."""


async def say_outcome(
    words: PostingWords,
    came_of: CameOf,
    say: Callable[[str], Awaitable[object]],
    *,
    soon: float | None = None,
) -> None:
    """Say what came of something; if it takes longer, first say that it is under way.

    `say` is called with an untranslated sentence, at most twice; for `soon` seconds, nothing is
    said before the outcome is known.
    """
    soon = SOON if soon is None else soon
    came = await came_of(soon) if soon else None
    if came is None:
        await say(words.coming)
        came = await came_of(LATER)
    said = words.done if came else words.failed
    if came is not None and said:
        await say(said)
