"""The levels of computer players, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.computer import Level
from bot.engine.text import marked as _
from bot.tables.table_face import TableFace
from bot.ui.pages.wording import Wording

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
