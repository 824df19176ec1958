"""How often guests came to the nights they were In for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.nights.night import Night

ATTENDANCE_NIGHTS: Final = 10
"""How many nights back attendance is counted."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """How often somebody came to some nights."""

    came: int = 0
    of: int = 0
    """Nights that they were In for, or came to."""
    left: int = 0
    """Games that they left before the end."""


def attendance(
    nights: Iterable[Night], left: Iterable[tuple[str, int]] = ()
) -> Mapping[int, Attendance]:
    """Return how often each person came; `left` has a night and a person for each game left.

    A night of which no round was dealt doesn't count, nor does one for whom it was over too soon.
    """
    found: dict[int, Attendance] = {}
    games_left = Counter(left)
    for night in nights:
        if not night.dealt:
            continue
        came = night.came
        for guest in night.guests.guests:
            there = guest.person in came
            if there or (guest.answer == "in" and guest.person not in night.over_too_soon):
                before = found.get(guest.person, Attendance())
                found[guest.person] = replace(
                    before,
                    came=before.came + there,
                    of=before.of + 1,
                    left=before.left + games_left[night.id, guest.person],
                )
    return found
