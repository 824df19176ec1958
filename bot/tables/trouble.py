"""What can't be done at a table now, in the player's words; nothing has changed by then."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.text import marked as _


class Trouble(Exception):
    """Something asked for that can't be done; it carries its own text, untranslated."""

    text = _("That can't be done now.")

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

    text = _("You don't sit at this table.")


class TakenOff(Trouble):
    """The person was taken off this table, and doesn't come back to it."""

    text = _("You were taken off this table, so you can't sit down here again.")


class HasKicked(Trouble):
    """The person took somebody off this table, and gets no hand there by that."""

    text = _(
        "You took somebody off this table, so you can't take over a seat here: "
        "nobody gets to see a hand by taking it away."
    )


class Away(Trouble):
    """The person sits here, but is away, and a computer plays."""

    text = _("You are away from this table. Come back to it first.")


class NotYourTurn(Trouble):
    """The person sits here, but isn't asked now."""

    text = _("It isn't your turn.")


class NotBegun(Trouble):
    """The table is still a lobby."""

    text = _("The game hasn't begun yet.")


class Over(Trouble):
    """The table is finished or cancelled."""

    text = _("This table is over.")


class Paused(Trouble):
    """The table is paused."""

    text = _("The table is paused.")


class NotPossible(Trouble):
    """The move isn't one that the rules allow now."""

    text = _("That move isn't possible now.")


class Stale(Trouble):
    """The control belongs to an earlier question."""

    text = _("The table has moved on since this was shown. Nothing was played.")


class HostOnly(Trouble):
    """Only the host may do this."""

    text = _("Only the host of the table can do that.")


class Frozen(Trouble):
    """The table on disk can't be read by this version of the bot."""

    text = _(
        "This table can't be read, so it is left as it is. "
        "The people who run the bot find the reason in its log."
    )


class NotSaved(Trouble):
    """The disk refused the change."""

    text = _("That could not be saved, so nothing was changed. Please try again in a moment.")
