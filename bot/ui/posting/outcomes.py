"""What came of what is put up: said once it is known, and until then only that it is under way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.ui.pages.posting_words import PostingWords

SOON: Final = 1.5
"""For so many seconds nothing is said: Discord gives up on an answer after 3."""
LATER: Final = 30.0
"""Seconds after which what is still under way is left to itself: it is tried again and again."""

CameOf = Callable[[float], Awaitable[bool | None]]
"""Tells whether something was put up; None if that isn't known within some seconds."""


async def say_outcome(
    words: PostingWords,
    came_of: CameOf,
    say: Callable[[str], Awaitable[object]],
    *,
    wait: bool = True,
) -> None:
    """Say what came of something; before that, that it is under way, if it takes longer.

    `say` is called with a sentence, untranslated. It may be called twice. Without `wait` it is at
    once.
    """
    came = await came_of(SOON) if wait else None
    if came is None:
        await say(words.coming)
        came = await came_of(LATER)
    said = words.done if came else words.failed
    if came is not None and said:
        await say(said)
