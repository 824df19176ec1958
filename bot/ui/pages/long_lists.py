"""Lists that are too long: cut, with how many more there are, or one part or page at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, TypeVar

from bot.ui.pages.page import CHOICES, Button, Choice
from bot.ui.pages.wording import Wording

Item = TypeVar("Item")

_MORE: Final = re.compile(r"more([0-9]{1,4})")
"""The value of the choice that leads on; the number of the first choice there follows."""


def fit(
    lines: Sequence[str],
    most: int,
    wording: Wording,
    *,
    room: int | None = None,
    apart: bool = False,
    people: bool = False,
) -> list[str]:
    """Return lines, at most so many of them; where some are left out, one more says how many.

    `room` is how many characters they may take, with two between each. With `apart` the last one
    stands for itself: on a line of its own, or behind mentions. With `people` the lines are about
    a person each.
    """
    kept = list(lines[:most])
    if room is not None:
        ends = accumulate(len(each) + 2 for each in kept)
        kept = kept[: sum(end <= room for end in ends)]
    more = len(lines) - len(kept)
    return [*kept, _left_out(more, wording, apart=apart, people=people)] if more else kept


def _left_out(more: int, wording: Wording, *, apart: bool, people: bool) -> str:
    """Return how many more there are, of people or of anything else."""
    if people and apart:
        return wording.ngettext("… and {n} other", "… and {n} others", more)
    if people:
        return wording.ngettext("{n} other", "{n} others", more)
    if apart:
        return wording.ngettext("… and {n} more", "… and {n} more", more)
    return wording.ngettext("{n} more", "{n} more", more)


def on_page(items: Sequence[Item], page: int, most: int) -> tuple[Sequence[Item], int, int]:
    """Return what is on a page of a list, which page that is, and how many there are.

    Pages are counted from 0. Where there is no such page, it is the nearest.
    """
    pages = max(1, -(-len(items) // most))
    page = min(max(page, 0), pages - 1)
    return items[page * most : (page + 1) * most], page, pages


def lots(
    choices: Sequence[Choice],
    start: int,
    wording: Wording,
    lists: int = 1,
    most: int = CHOICES,
) -> list[tuple[Choice, ...]]:
    """Return choices, from a start on, as at most this many lists of at most so many.

    If not all of them fit, the last choice leads on, and from the end back to the beginning.
    """
    room = lists * most
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
    return [tuple(shown[at : at + most]) for at in range(0, len(shown), most)]


def part(
    choices: Sequence[Choice], start: int, wording: Wording, most: int = CHOICES
) -> tuple[Choice, ...]:
    """Return choices as one list of at most so many, from a start on."""
    found = lots(choices, start, wording, most=most)
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
