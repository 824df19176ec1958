"""How people have gone from a table or a night: one word for one fact, on every page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from bot.engine.text import marked as _
from bot.nights.guest_list import GuestGone
from bot.tables.seat import HowGone
from bot.tables.table_face import TableFace
from bot.tables.who_sits import WhoSits
from bot.ui.pages.wording import Wording

Standing = Literal["last", "behind", "ahead"]
"""Where whoever was gone at the end of a game stands: last, behind whoever went later, or ahead of
the others, who were all gone, too.
"""

_STANDS: Final[dict[HowGone | Literal["computers", "never"], tuple[str, str, str]]] = {
    "gave_up": (_("gave up, so last"), _("gave up, so behind"), _("gave up last, so ahead")),
    "left": (_("left, so last"), _("left, so behind"), _("left last, so ahead")),
    "home": (_("went home, so last"), _("went home, so behind"), _("went home last, so ahead")),
    "away": (
        _("away at the end, so last"),
        _("away at the end, so behind"),
        _("away last, so ahead"),
    ),
    "computers": (
        _("too few own moves, so last"),
        _("too few own moves, so behind"),
        _("too few own moves, but the others left"),
    ),
    "never": (
        _("wasn't there, so last"),
        _("wasn't there, so behind"),
        _("wasn't there, but the others left"),
    ),
    "emptied": (_("taken off, so last"), _("taken off, so behind"), _("taken off last, so ahead")),
}
_PLACES: Final[Sequence[Standing]] = ("last", "behind", "ahead")
GOES_AFTER: Final = _("Goes home after this game: {names}")
"""Who has said that they go home, and still plays."""


def seat_word(how: HowGone, wording: Wording) -> str:
    """Return how somebody has gone from their seat, as it stands after their name: whoever was
    found gone is away, as they were until their seat came free.
    """
    return gone_word("away" if how == "not_here" else how, wording)


def gone_word(how: HowGone | GuestGone, wording: Wording) -> str:
    """Return how somebody has gone, as it stands after their name."""
    match how:
        case "home":
            return wording.pgettext("of a player", "gone home")
        case "not_here":
            return wording.pgettext("of a player", "not here")
        case "off":
            return wording.pgettext("of a guest", "off the list")
        case "never":
            return wording.pgettext("of a guest", "hasn't come so far")
        case "left":
            return wording.pgettext("of a player", "left")
        case "gave_up":
            return wording.gettext("gave up")
        case "emptied":
            return wording.gettext("free seat")
        case "away":
            return wording.pgettext("of a player", "away")


def gone_line(how: HowGone, seats: tuple[int, ...], wording: Wording) -> str:
    """Return how the people of some seats have gone, with their names."""
    ngettext, n, names = wording.ngettext, len(seats), wording.names(seats)
    match how:
        case "home":
            return ngettext("{names} has gone home", "{names} have gone home", n, names=names)
        case "left":
            return ngettext("{names} has left", "{names} have left", n, names=names)
        case "gave_up":
            return ngettext("{names} has given up", "{names} have given up", n, names=names)
        case "emptied":
            # Whoever sat there was taken off, and the computer that plays on has its own name.
            return wording.gettext("free seat: {names}", names=names)
        case "away" | "not_here":
            return ngettext("{names} is away", "{names} are away", n, names=names)


def why_behind(seat: int, table: WhoSits, wording: Wording) -> str:
    """Return why somebody who was gone at the end of a game stands where they do; "" if they
    weren't. Of those who were gone, whoever went first comes last, unless several did.

    Whoever stayed, and stands behind, left most of their moves to a computer. Of whom others
    found gone, a result says what it says of all who were away; so it does of a game
    whose table doesn't say.
    """
    gone, sits = table.gone(), table.seats[seat]
    if seat not in gone:
        return ""
    how = "computers" if sits.stayed else "never" if sits.never_came else sits.how_gone or "away"
    first, *others = sorted(gone.values())
    # Several who went at once share their place.
    last = gone[seat] == first and first not in others
    standing: Standing = "last" if last else "behind"
    if len(gone) == len(table.seats) and gone[seat] == max(gone.values()):
        standing = "ahead"
    said = _STANDS.get(how, _STANDS["away"])
    return wording.gettext(said[_PLACES.index(standing)])


def why_placed(seat: int, table: TableFace, wording: Wording) -> str:
    """Return why somebody who was gone at the end of a game stands where they do; "" if they
    weren't, or if a host has put them elsewhere.
    """
    return "" if table.moved_by_host(seat) else why_behind(seat, table, wording)
