"""What can't be done at a table now, in the player's words; nothing has changed by then."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.text import marked as _


class Trouble(Exception):
    """Something asked for that can't be done; it carries its own text, untranslated."""

    text = _("You can't do that now.")

    def __init__(self, text: str | None = None, **values: object) -> None:
        """Take a text with `{names}`, and the values for them."""
        self.text = text or self.text
        self.values = values
        super().__init__(self.text)

    def say(self, gettext: Callable[[str], str]) -> str:
        """Return the text in the language of a catalogue."""
        return gettext(self.text).format(**self.values)


class NoTable(Trouble):
    """No table has this id."""

    text = _("There is no such table any more.")


class NotAtTable(Trouble):
    """The person has no seat at this table."""

    text = _("You aren't playing at this table.")


class TakenOff(Trouble):
    """The person was taken off this table, and doesn't come back to it."""

    text = _("You were removed from this table, so you can't join it again.")


class WasForgotten(Trouble):
    """The person had their data deleted while they were at this table."""

    text = _("You deleted your data while you were at this table, so you can't come back to it.")


class Blocked(Trouble):
    """The person can't come to tables and nights of this server."""

    text = _(
        "You can't take part in games on this server: its moderators have blocked you. "
        "Ask them if you think that's a mistake."
    )


class NotInvited(Trouble):
    """The table is for those whom the host has invited."""

    text = _("This table is by invitation. Ask its host to invite you.")


class HasKicked(Trouble):
    """The person took somebody off this table, and gets no hand there by that."""

    text = _(
        "You removed somebody from this table, so you can't take over a seat here: "
        "nobody gets to see a hand by removing its player."
    )


class Away(Trouble):
    """The person sits here, but is away, and a computer plays."""

    text = _("A computer is playing for you. Press **I'm back** first.")


class NotYourTurn(Trouble):
    """The person sits here, but isn't asked now."""

    text = _("It isn't your turn.")


class NotBegun(Trouble):
    """The table is still a lobby."""

    text = _("The game hasn't begun yet.")


class Over(Trouble):
    """The table is finished or cancelled."""

    text = _("This game has ended.")


class Paused(Trouble):
    """The game is paused."""

    text = _("The game is paused.")


class NotPossible(Trouble):
    """The move isn't one that the rules allow now."""

    text = _("You can't make that move now.")


class Stale(Trouble):
    """The control belongs to an earlier question."""

    text = _("Too late: the game moved on. Nothing was played.")


class HostOnly(Trouble):
    """Only the host may do this."""

    text = _("Only the host of this table can do that.")


class Frozen(Trouble):
    """The table on disk can't be read by this version of the bot."""

    text = _(
        "This table can't be read, so nobody can play here now. "
        "The bot's log tells the people who run it why."
    )


class NotSaved(Trouble):
    """The disk refused the change."""

    text = _("That couldn't be saved, so nothing has changed. Please try again in a moment.")
