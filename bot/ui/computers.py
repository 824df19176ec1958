"""Computer players in the lobby: who they are, how well they play, and the page that seats them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.engine.computer import LEVELS, Level
from bot.engine.text import marked as _
from bot.tables.table import Table
from bot.ui.card import footer
from bot.ui.levels import level_name
from bot.ui.sheet import ROW, Button, Sheet
from bot.ui.voice import Voice

if TYPE_CHECKING:
    from bot.ui.house import Offer

PREFIX = "c"
"""The ids of the page's buttons begin with this."""


ABOUT: Mapping[Level, str] = {
    "casual": _("plays by a rule of thumb, and makes mistakes"),
    "steady": _("thinks ahead a little"),
    "sharp": _("thinks ahead as far as it can"),
}


def computers_sheet(offer: Offer, table: Table, voice: Voice, note: str = "") -> Sheet:
    """Return the page that seats computer players and takes them away.

    `note` stands above it, in finished words. Once the game has begun only the note is left.
    """
    gettext = voice.gettext
    quoted = "\n".join(f"> {line}" for line in note.splitlines())
    text = gettext(
        "A computer player takes a seat like a person. It sees its own hand and what lies on the "
        "table, and nothing of anybody else's hand."
    )
    levels = "\n".join(
        f"• **{level_name(level, voice)}** {gettext(ABOUT[level])}" for level in LEVELS
    )
    lobby = table.phase == "lobby"
    return Sheet(
        title=gettext("Computer players · {game}").format(game=offer.game.info.title),
        text="\n\n".join(part for part in (quoted, text, levels if lobby else "") if part),
        footer=footer(table, voice),
        rows=tuple(_rows(offer, table, voice)) if lobby else (),
    )


def _rows(offer: Offer, table: Table, voice: Voice) -> Iterator[tuple[Button, ...]]:
    _ = voice.gettext
    if len(table.seats) < max(offer.game.info.seats):
        yield tuple(
            Button(
                f"{PREFIX}:add:{table.id}:{table.seq}:{level}",
                _("Add: {level}").format(level=level_name(level, voice)),
                ButtonStyle.primary,
            )
            for level in LEVELS
        )
    leaving = [
        Button(
            f"{PREFIX}:remove:{table.id}:{table.seq}:{-seat.person}",
            _("Remove {name}").format(name=voice.bare(number)),
        )
        for number, seat in enumerate(table.seats)
        if seat.level is not None
    ]
    for first in range(0, len(leaving), ROW):
        yield tuple(leaving[first : first + ROW])
