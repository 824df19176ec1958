"""The ids of the controls of a question which date suits: how each is made and read."""

from __future__ import annotations

from typing import Final

from bot.ui.pages.route import Part, Route
from bot.ui.pages.routes import NUMBER, TABLE


def _places(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split("+"))


ASK: Final = Part(TABLE.fits)
_PLACES: Final = Part(r"[0-9](?:\+[0-9]){0,8}", _places, optional=True, missing=())
"""Which of a few things are picked, by their places; nothing if none are."""

# Answered and closed

CAN: Final = Route("q:can", ASK, _PLACES)
MAYBE: Final = Route("q:maybe", ASK, _PLACES)
GAMES: Final = Route("q:games", ASK, _PLACES)
NO_DATE: Final = Route("q:none", ASK, marks=True)
WHO: Final = Route("q:who", ASK, NUMBER, marks=True)
CLOSE: Final = Route("q:close", ASK, marks=True)
CLOSE_NOW: Final = Route("q:shut", ASK, marks=True)
ANNOUNCE: Final = Route("q:announce", ASK, marks=True)
ANNOUNCE_ON: Final = Route("q:on", ASK, NUMBER)
"""With the place of a date."""

# Planned

NEW: Final = Route("q:new", marks=True)
POST: Final = Route("q:post", ASK, marks=True)
NAME: Final = Route("q:name", ASK, marks=True)
DISCARD: Final = Route("q:discard", ASK, marks=True)
OTHER: Final = Route("q:or", ASK, NUMBER, NUMBER, marks=True)
"""With the place of a date, or one more for when it closes, and the moment that is meant."""
