"""Lists longer than Discord allows: one part at a time, each with a way to the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from bot.ui.pages.page import CHOICES, Button, Choice
from bot.ui.pages.wording import Wording

_MORE: Final = re.compile(r"more([0-9]{1,4})")
"""The value of the choice that leads on; the number of the first choice there follows."""


def lots(
    choices: Sequence[Choice], start: int, wording: Wording, lists: int = 1
) -> list[tuple[Choice, ...]]:
    """Return choices, from a start on, as at most this many lists.

    If not all of them fit, the last choice leads on, and from the end back to the beginning.
    """
    room = lists * CHOICES
    shown = list(choices)
    if len(shown) > room:
        step = room - 1
        start = start - start % step if start < len(choices) else 0
        after = start + step if start + step < len(choices) else 0
        text = wording.gettext(
            "More: {first}-{last} …", first=after + 1, last=min(after + step, len(choices))
        )
        label = text
        shown = [*choices[start : start + step], Choice(f"more{after}", label)]
    return [tuple(shown[at : at + CHOICES]) for at in range(0, len(shown), CHOICES)]


def part(choices: Sequence[Choice], start: int, wording: Wording) -> tuple[Choice, ...]:
    """Return choices as one list, from a start on."""
    found = lots(choices, start, wording)
    return found[0] if found else ()


def more_from(value: str) -> int | None:
    """Return where a list goes on if that choice was picked; None for any other choice."""
    found = _MORE.fullmatch(value)
    return None if found is None else int(found[1])


def turning(
    page: int, pages: int, id_of: Callable[[int, str], str], wording: Wording
) -> tuple[Button, ...]:
    """Return the buttons that turn the pages of a text; none where there is one page.

    `id_of` makes the id that leads to a page; a mark tells ids for the same page apart.
    """
    if pages < 2:
        return ()
    return (
        Button(id_of(max(page - 1, 0), "back"), wording.gettext("Back"), disabled=page == 0),
        Button(
            id_of(min(page + 1, pages - 1), "on"),
            wording.gettext("Next page"),
            disabled=page + 1 >= pages,
        ),
    )


def page_line(page: int, pages: int, wording: Wording) -> str:
    """Return which page of a text this is; "" if it is the only one."""
    text = wording.gettext("Page {page} of {pages}", page=page + 1, pages=pages)
    return text if pages > 1 else ""
