"""What was done to a table beside the moves, as lines for the board and the history."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.text import marked as _
from bot.tables.table import Act, Deed
from bot.ui.voice import Voice
from storage.rows import Role

LINES: Mapping[Deed, str] = {
    "ended": _("{who} has ended the game."),
    "kicked": _("{who} has taken somebody off a seat; {name} plays there now."),
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


def act_line(act: Act, voice: Voice) -> str:
    """Return what was done as one line. It names nobody but those who sit at the table."""
    line = OFF if act.what == "kicked" and act.seat is None else LINES[act.what]
    name = "" if act.seat is None else voice.name(act.seat)
    who = voice.gettext(WHO[act.role])
    return voice.gettext(line).format(who=who, name=name)
