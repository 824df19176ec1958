"""The call of those who lead a night to a round that is seated, and waits to be started. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.nights.night import Night
from bot.nights.night_calls import Call
from bot.tables.clock import MINUTE

STARTED_WITHIN: Final = 5 * MINUTE
"""So long after a round was last seated, and its time has come, its leaders are called to it."""
SEATS: Final = ("proposed", "swapped", "game", "mended")
"""What they do about a seating, as it is noted, while they are still at it."""


def called_if_unstarted(night: Night, what: str, at: int) -> Night:
    """Return a night, of which something was done, that its leaders are called to if they don't
    start what they have seated: once a round, and only where they are called at all.
    """
    proposal = night.proposal
    others = tuple(each for each in night.calls if each.why != "seated" or each.said)
    if proposal is None:
        return replace(night, calls=others)
    called = any(each.why == "seated" and each.round == proposal.number for each in others)
    if night.row.pilot != "helper" or called or what not in SEATS:
        return night
    last = night.dealt[-1].over_at if night.dealt else None
    begins = (last or at) + night.pause if night.dealt else night.guests.starts_at
    call = Call("seated", proposal.number, max(at, begins) + STARTED_WITHIN)
    return replace(night, calls=(*others, call))
