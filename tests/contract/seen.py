"""All that a person can see of a match, as text to be compared byte for byte.

Whatever is shown to people belongs here: what the tests of secrets compare is what stands here.
"""

from __future__ import annotations

from bot.engine.dealer import Told
from bot.engine.game import AnyGame, Event
from bot.engine.match import Match


def by_anyone(game: AnyGame, match: Match) -> list[str]:
    """Return all that anyone sees of a match as it stands."""
    return [repr(match.public()), repr(match.to_act()), repr(match.seq)]


def by_seat(game: AnyGame, match: Match, seat: int) -> list[str]:
    """Return all that the person on a seat sees of a match as it stands."""
    return [
        *by_anyone(game, match),
        repr(match.view(seat)),
        repr(match.legal(seat)),
        repr(match.ask(seat)),
    ]


def heard(told: list[Told], seat: int | None) -> list[Event]:
    """Return the events that a seat heard, or a spectator (None)."""
    return [
        each.event
        for each in told
        if each.audience == "all" or (seat is not None and seat in each.audience)
    ]


def line(game: AnyGame, match: Match, event: Event) -> list[str]:
    """Return all the ways in which an event is told to who heard it, after it happened."""
    return [repr(event)]
