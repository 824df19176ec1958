"""What was done to a table beside the moves, as lines for the board and the history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.text import marked as _
from bot.tables.seat import Person
from bot.tables.table_event import TableEvent, TableEventKind
from bot.ui.pages.wording import Wording, seat_name
from storage.rows import Role

LINES: Mapping[TableEventKind, str] = {
    "ended": _("{who} has ended the game."),
    "kicked": _("{who} has taken somebody off the table; a computer plays that seat."),
    "left": _("{name} has left; a computer minds the seat."),
    "back": _("{name} is back."),
    "away": _("{name} is away; a computer minds the seat."),
    "out": _("Time has run out for {name}."),
    "replaced": _("{name} has taken over a seat."),
    "paused": _("{who} has paused the game."),
    "resumed": _("{who} lets the game go on."),
    "pace": _("{who} has changed the pace."),
    "taken_back": _("A move of {name} was taken back."),
    "hands_open": _("Everybody agreed to open all hands."),
    "archived": _("Nobody was here for a week, so the table was put away."),
}

WHO: Mapping[Role, str] = {
    "host": _("The host"),
    "moderator": _("A moderator"),
    "player": _("Somebody"),
    "vote": _("The table"),
    "clock": _("The clock"),
}

OFF = _("{who} has taken somebody off the table.")
"""In the lobby a seat goes with who sat there."""


def wording_then(wording: Wording, people: Sequence[Person]) -> Wording:
    """Return the words for what happened while other people sat on the seats."""
    somebody = wording.gettext(WHO["player"])
    names = [seat_name(each.name or somebody, None if each.id > 0 else "-") for each in people]
    return Wording(wording.language, tuple(names), wording.known_emoji)


def table_event_line(act: TableEvent, wording: Wording) -> str:
    """Return what was done as one line; `wording` has the names of those who sat there then."""
    _ = wording.gettext
    name = "" if act.seat is None else wording.name(act.seat)
    line = OFF if act.what == "kicked" and act.seat is None else LINES[act.what]
    return _(line).format(who=_(WHO[act.role]), name=name)
