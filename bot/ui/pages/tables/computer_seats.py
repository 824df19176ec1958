"""Computer players in the lobby: who they are, how well they play, and the page that seats them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from discord import ButtonStyle

from bot.engine.computer import LEVELS, Level
from bot.engine.text import marked as _
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.page import ROW, Button, Page
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.lobby_card import footer
from bot.ui.pages.tables.setting_names import level_name
from bot.ui.pages.wording import Wording

ABOUT: Mapping[Level, str] = {
    "casual": _("plays by a rule of thumb, and makes mistakes"),
    "steady": _("thinks ahead a little"),
    "sharp": _("thinks as far ahead as it can"),
}


def computers_page(
    playable: PlayableGame, table: TableFace, wording: Wording, notice: str = ""
) -> Page:
    """Return the page that seats computer players and takes them away.

    `notice`, in finished words, is shown above it. Once the game has begun only that is left.
    """
    gettext = wording.gettext
    quoted = "\n".join(f"> {line}" for line in notice.splitlines())
    text = gettext("A computer sees only the table and its own hand.")
    if table.phase == "lobby" and not table.computers():
        none = gettext("No computer has been added yet: pick how well one should play.")
        text = f"**{none}**\n{text}"
    levels = "\n".join(
        f"• **{level_name(level, wording)}** {gettext(ABOUT[level])}" for level in LEVELS
    )
    if not _has_room(playable, table):
        levels = gettext("All seats at this table are taken.")
    lobby = table.phase == "lobby"
    return Page(
        title=gettext("Computer players · {game}", game=playable.title(wording)),
        text="\n\n".join(part for part in (quoted, text, levels if lobby else "") if part),
        footer=footer(table, wording),
        rows=tuple(_rows(playable, table, wording)) if lobby else (),
    )


def _has_room(playable: PlayableGame, table: TableFace) -> bool:
    return len(table.seats) < max(playable.game.info.seats)


def _rows(
    playable: PlayableGame, table: TableFace, wording: Wording
) -> Iterator[tuple[Button, ...]]:
    _ = wording.gettext
    if _has_room(playable, table):
        yield tuple(
            Button(
                routes.ADD_COMPUTER(table.id, len(table.computers()), level),
                _("Add: {level}", level=level_name(level, wording)),
                ButtonStyle.primary,
            )
            for level in LEVELS
        )
    leaving = [
        Button(
            routes.REMOVE_COMPUTER(table.id, table.revision, -seat.person),
            _("Remove {name}", name=wording.bare(number)),
        )
        for number, seat in enumerate(table.seats)
        if seat.level is not None
    ]
    for first in range(0, len(leaving), ROW):
        yield tuple(leaving[first : first + ROW])
