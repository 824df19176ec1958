"""What a table's settings are called: its pace, what happens to late moves, its computers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.computer import Level
from bot.engine.text import marked as _
from bot.tables.clock import HOUR, MINUTE, USUAL
from bot.tables.lobby_rules import MOVE_TIMES, time_for
from bot.tables.table_face import TableFace
from bot.ui.pages.wording import Wording
from storage.rows import OnTimeout, Pace

PACES: Final[tuple[Pace, ...]] = ("live", "days", "none")
NAMES: Final[Mapping[Pace, str]] = {
    "live": _("live"),
    "days": _("turn by turn"),
    "none": _("no clock"),
}
TIMEOUTS: Final[Mapping[OnTimeout, str]] = {
    "move": _("When time runs out, a computer plays that move."),
    "seat": _("When time runs out, a computer takes over until you are back."),
    "ask": _("When time runs out, you are reminded and the table waits."),
}
UNIT: Final[Mapping[Pace, int]] = {"live": MINUTE, "days": HOUR}
"""The seconds in each unit of a move time."""
LONGEST_MOVE_TIME: Final = max(MOVE_TIMES[pace][-1] // unit for pace, unit in UNIT.items())
"""The longest move time that can be typed, whatever its unit."""


def move_seconds(pace: Pace, move_time: int | None) -> int:
    """Return the seconds for a move given in minutes or hours, by pace; None is the default.

    Raises Trouble if there is no such move time.
    """
    return time_for(pace, None if move_time is None else move_time * UNIT.get(pace, 1))


def pace_words(pace: Pace, move_time: int, wording: Wording) -> str:
    """Return a pace in a few words, without markdown; the time for a move is in seconds."""
    if pace == "none":
        return wording.gettext(NAMES[pace])
    count = move_time // UNIT[pace]
    if pace == "live":
        text = wording.ngettext("live, {n} minute a move", "live, {n} minutes a move", count)
    else:
        text = wording.ngettext(
            "turn by turn, {n} hour a move", "turn by turn, {n} hours a move", count
        )
    return text.format(n=count)


def pace_choice(pace: Pace, wording: Wording) -> str:
    """Return a pace with its default time for a move, as one that can be picked."""
    text = pace_words(pace, USUAL[pace], wording)
    return text[:1].upper() + text[1:]


def pace_at(table: TableFace, wording: Wording) -> str:
    """Return the pace of a table in a few words, without markdown."""
    return pace_words(table.pace, table.move_time, wording)


def pace_lines(table: TableFace, wording: Wording) -> list[str]:
    """Return the pace of a table, and what happens to a move that runs out of time."""
    text = pace_at(table, wording)
    lines = [text[:1].upper() + text[1:]]
    if table.pace != "none":
        lines.append(wording.gettext(TIMEOUTS[table.on_timeout]))
    return lines


def away_words(table: TableFace, wording: Wording) -> str:
    """Return for how long clocks stop at a table while somebody is away, as a sentence; nothing
    where none do.
    """
    if table.pace != "days":
        return ""
    if not table.away_days:
        return wording.gettext("Clocks go on while somebody is away.")
    return wording.ngettext(
        "Clocks stop for up to {n} day while somebody is away.",
        "Clocks stop for up to {n} days while somebody is away.",
        table.away_days,
        n=table.away_days,
    )


LEVEL_NAMES: Mapping[Level, str] = {
    "casual": _("casual"),
    "steady": _("steady"),
    "sharp": _("sharp"),
}


def level_name(level: Level, wording: Wording) -> str:
    """Return what a level is called."""
    return wording.gettext(LEVEL_NAMES[level])


def levels_at(table: TableFace, wording: Wording) -> list[str]:
    """Return for each computer player at a table how well it plays, without markdown."""
    return [
        f"{wording.bare(number)}: {level_name(seat.level, wording)}"
        for number, seat in enumerate(table.seats)
        if seat.level is not None
    ]
