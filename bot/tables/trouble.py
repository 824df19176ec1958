"""What can't be done at a table now, in the player's words; nothing has changed by then.

What nobody tells apart is a `Trouble` with one of the texts here, or of its own place; only what
somebody catches by its name is a class.
"""

from __future__ import annotations

from typing import Final, Protocol

from bot.engine.text import marked as _

TAKEN_OFF: Final = _("You were removed from this table, so you can't join it again.")
GIVEN_AWAY: Final = _(
    "A host gave your seat at this table to somebody else, so you can't join it again."
)
WAS_FORGOTTEN: Final = _(
    "You deleted your data while you were at this table, so you can't come back to it."
)
NOT_INVITED: Final = _("This table is by invitation. Ask its host to invite you.")
HAS_KICKED: Final = _(
    "You removed somebody from this table, so you can't take over a seat here: "
    "nobody gets to see a hand by removing its player."
)
AWAY: Final = _("A computer is playing for you. Press **I'm back** first.")
GAVE_UP: Final = _("You gave this game up: a computer plays your seat to the end.")
HAS_GIVEN_UP: Final = _("{name} gave the game up: a computer plays that seat to the end.")
NOT_YOUR_TURN: Final = _("It isn't your turn.")
OVER: Final = _("This game has ended.")
PLAYED_OFF: Final = _("Too little is left to play on that seat.")
PAUSED: Final = _("The game is paused. *Resume* is under *More*.")
NOT_POSSIBLE: Final = _("You can't make that move now.")
STALE: Final = _("Too late: the game moved on. Nothing more was played.")
HOST_ONLY: Final = _("Only the host of this table can do that.")
CHANGED: Final = _("The table changed: look again.")
NO_SUCH_CHOICE: Final = _("That can't be picked any more. Nothing was changed.")
"""Said if what was picked isn't offered, or is gone meanwhile."""


class Gettext(Protocol):
    """Translates a text and fills in its `{names}`; `str.format` leaves it in English."""

    def __call__(self, text: str, /, **values: object) -> str:
        """Return a text in a language, with the values in it."""
        ...


class Trouble(Exception):
    """Something asked for that can't be done; it carries its own text, untranslated."""

    text = _("You can't do that now.")

    def __init__(self, text: str | None = None, **values: object) -> None:
        """Take a text with `{names}`, and the values for them."""
        self.text = text or self.text
        self.values = values
        super().__init__(self.text)

    def say(self, gettext: Gettext) -> str:
        """Return the text in the language of a catalogue."""
        return gettext(self.text, **self.values)


class NoTable(Trouble):
    """No table has this id."""

    text = _("There is no such table any more.")


class NotAtTable(Trouble):
    """The person has no seat at this table."""

    text = _("You aren't playing at this table.")


class Blocked(Trouble):
    """The person can't come to tables and nights of this server."""

    text = _(
        "You can't take part in games on this server: its moderators have blocked you. "
        "Ask them if you think that's a mistake."
    )


class SeatTaken(Trouble):
    """Somebody else has the seat, or has come back to it."""

    text = _("That seat isn't free.")


class Finishing(Trouble):
    """Computers play the game to its end, so nobody comes back to it."""

    text = _("Computers are already finishing this game.")


class NotYourTurn(Trouble):
    """The person's seat isn't asked for anything."""

    text = NOT_YOUR_TURN


class NotBegun(Trouble):
    """The table is still a lobby."""

    text = _("The game hasn't begun yet.")


class Frozen(Trouble):
    """The table on disk can't be read by this version of the bot."""

    text = _(
        "This table can't be read, so nobody can play here now. "
        "The bot's log tells the people who run it why."
    )


class NotSaved(Trouble):
    """The disk refused the change."""

    text = _("That couldn't be saved, so nothing has changed. Please try again in a moment.")
