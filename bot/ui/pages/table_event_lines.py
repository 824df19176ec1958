"""What was done to a table beside the moves, as lines for the board and the history."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.tables.table_event import TableEvent, TableEventKind
from bot.ui.pages.wording import Wording
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

ABOUT: Final[Collection[TableEventKind]] = ("left", "back", "away", "out", "replaced", "taken_back")
"""What is said of the person who did it, or to whom it happened."""


def table_event_line(act: TableEvent, wording: Wording, people: Sequence[int] = ()) -> str:
    """Return what was done as one line. It names nobody but those who sit at the table.

    `people` are those who sit there now, by seat: who has given up a seat is named no more.
    """
    _ = wording.gettext
    name = "" if act.seat is None else wording.name(act.seat)
    if people and act.what in ABOUT and None not in (act.seat, act.person):
        assert act.seat is not None
        name = name if people[act.seat] == act.person else _(WHO["player"])
    line = OFF if act.what == "kicked" and act.seat is None else LINES[act.what]
    return _(line).format(who=_(WHO[act.role]), name=name)
