"""What a table's settings are called: its pace, what happens to late moves, its computers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.computer import Level
from bot.engine.text import marked as _
from bot.tables.clock import (
    DAY,
    HOUR,
    MINUTE,
    TEACHING_LATER,
    TEACHING_TIME,
    USUAL,
    teaching_times,
)
from bot.tables.going_on import PATIENCE
from bot.tables.lobby_rules import MOVE_TIMES, time_for
from bot.tables.reserve import BACKS, USUAL_BACK, USUAL_RESERVE
from bot.tables.table_face import TableFace
from bot.ui.pages.wording import Wording, capital
from storage.rows import OnTimeout, Pace

PACES: Final[tuple[Pace, ...]] = ("live", "days", "none")
NAMES: Final[Mapping[Pace, str]] = {
    "live": _("live"),
    "days": _("turn by turn"),
    "none": _("no clock"),
}
TIMEOUTS: Final[Mapping[OnTimeout, str]] = {
    "move": _(
        "When time runs out, a steady computer plays that move. After two in a row it plays for "
        "you until you are back."
    ),
    "seat": _("When time runs out, a steady computer plays for you until you are back."),
    "ask": _("When time runs out, you are reminded and the table waits."),
}
UNIT: Final[Mapping[Pace, int]] = {"live": MINUTE, "days": HOUR}
"""The seconds in each unit of a move time, and of a reserve."""
BACK_UNIT: Final[Mapping[Pace, int]] = {"live": 1, "days": HOUR}
"""The same of a move time that is given back to a reserve."""
LONGEST_MOVE_TIME: Final = max(
    times[pace][-1] // units[pace]
    for times, units in ((MOVE_TIMES, UNIT), (BACKS, BACK_UNIT))
    for pace in UNIT
)
"""The longest move time that can be typed, whatever its unit."""
SPANS: Final = (
    (DAY, _("{n} d")),
    (HOUR, _("{n} h")),
    (MINUTE, _("{n} min")),
    (1, _("{n} s")),
)
"""The units of a span of time, and how they are said."""


def clock_seconds(pace: Pace, move_time: int | None, reserve: int) -> tuple[int, int]:
    """Return the seconds for a move and of the reserve, given in the units of a pace.

    Without a move time it is the usual one. Raises Trouble if there are no such times.
    """
    reserve *= UNIT.get(pace, 1)
    unit = (BACK_UNIT if reserve else UNIT).get(pace, 1)
    return time_for(pace, None if move_time is None else move_time * unit, reserve), reserve


def span_words(seconds: int, wording: Wording) -> str:
    """Return a span of time in its two largest units, to the nearest of the smaller one."""
    for unit, nearest in ((HOUR, MINUTE), (DAY - MINUTE, HOUR)):
        if seconds >= unit:
            seconds = (seconds + nearest // 2) // nearest * nearest
    if seconds >= DAY and seconds % DAY == 0:
        return wording.ngettext("{n} day", "{n} days", seconds // DAY)
    found: list[str] = []
    for unit, text in SPANS:
        count, seconds = divmod(seconds, unit)
        if count:
            found.append(wording.gettext(text, n=count))
        elif found:
            break
    return " ".join(found[:2]) or wording.gettext(SPANS[-1][1], n=0)


def pace_words(pace: Pace, move_time: int, reserve: int, wording: Wording) -> str:
    """Return a pace in a few words, without markdown; times are in seconds."""
    if pace == "none" or not (move_time or reserve):
        # Tables where newcomers learned had no clock, though people played live.
        return wording.gettext(NAMES["none"])
    if reserve:
        return wording.gettext(
            "{pace}, {reserve} + {back} a move",
            pace=wording.gettext(NAMES[pace]),
            reserve=span_words(reserve, wording),
            back=span_words(move_time, wording),
        )
    return wording.gettext(
        "{pace}, up to {time} a move",
        pace=wording.gettext(NAMES[pace]),
        time=span_words(move_time, wording),
    )


TEMPOS: Final[Mapping[str, tuple[Pace, int]]] = {
    "live": ("live", 0),
    "live_reserve": ("live", USUAL_RESERVE["live"]),
    "days": ("days", 0),
    "days_reserve": ("days", USUAL_RESERVE["days"]),
    "none": ("none", 0),
}
"""What the list on a lobby's card offers: paces, each with its reserve in seconds."""


def tempo_choice(tempo: str, wording: Wording) -> str:
    """Return a pace with its usual times, as one that can be picked."""
    pace, reserve = TEMPOS[tempo]
    return capital(pace_words(pace, (USUAL_BACK if reserve else USUAL)[pace], reserve, wording))


def newcomers_choice(wording: Wording) -> str:
    """Return the pace of tables where newcomers learn, as one that can be picked."""
    return capital(_slower_at_first("live", TEACHING_TIME, TEACHING_LATER, wording))


def _slower_at_first(pace: Pace, first: int, later: int, wording: Wording) -> str:
    return wording.gettext(
        "{pace}, {first} for the first move, {later} for each later one",
        pace=wording.gettext(NAMES[pace]),
        first=span_words(first, wording),
        later=span_words(later, wording),
    )


def pace_at(table: TableFace, wording: Wording) -> str:
    """Return the pace of a table in a few words, without markdown."""
    if table.has_clock and table.later_time != table.move_time:
        return _slower_at_first(table.pace, table.move_time, table.later_time, wording)
    return pace_words(table.pace, table.move_time, table.reserve, wording)


def pace_lines(table: TableFace, wording: Wording) -> list[str]:
    """Return the pace of a table, and what happens to a move that runs out of time."""
    lines = [capital(pace_at(table, wording))]
    if table.learners:
        first, later = (span_words(each, wording) for each in teaching_times(table.move_time))
        lines.append(
            wording.gettext(
                "Who learns the game: {first} for the first move, {later} for each later one.",
                first=first,
                later=later,
            )
        )
    if table.reserve:
        lines.append(wording.gettext("What you don't use stays yours for later moves."))
    if table.has_clock:
        lines.append(wording.gettext(TIMEOUTS[table.on_timeout]))
    elif table.night_id is None:
        after = wording.ngettext(
            "After {n} day without a move the others may let a computer play.",
            "After {n} days without a move the others may let a computer play.",
            PATIENCE // DAY,
        )
        lines.append(after)
    return lines


def away_words(table: TableFace, wording: Wording) -> str:
    """Return, as a sentence, for how long clocks stop while somebody is away; "" for never."""
    if table.pace != "days":
        return ""
    if not table.away_days:
        return wording.gettext("Clocks go on while somebody is away.")
    return wording.ngettext(
        "Clocks stop for up to {n} day for whoever sets **Away …** in `/me games`.",
        "Clocks stop for up to {n} days for whoever sets **Away …** in `/me games`.",
        table.away_days,
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
        wording.labelled(wording.bare(number), level_name(seat.level, wording))
        for number, seat in enumerate(table.seats)
        if seat.level is not None
    ]
