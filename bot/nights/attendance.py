"""Who came to the last nights of a server, for their hosts: words, never scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.nights.night import Night

LAST_NIGHTS: Final = 10
"""How many nights back attendance goes."""


def attendance(nights: Iterable[Night]) -> Mapping[int, tuple[int, int]]:
    """Return, by person, to how many nights they came, of those that they were In for or came to.

    A night of which no round was dealt tells nothing.
    """
    found: dict[int, tuple[int, int]] = {}
    for night in nights:
        if not night.dealt:
            continue
        for guest in night.guests.guests:
            there = guest.came_at is not None
            if there or guest.answer == "in":
                came, of = found.get(guest.person, (0, 0))
                found[guest.person] = (came + there, of + 1)
    return found
