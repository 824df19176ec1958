"""The board: the table as anyone may see it, in one message. It takes public views only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.tables.table import Table
from bot.tables.trouble import Frozen
from bot.ui.card import footer, hand_id, won
from bot.ui.levels import levels_at
from bot.ui.render import Field
from bot.ui.rules import rules_id
from bot.ui.sheet import FIELD_TEXT, Button, Sheet
from bot.ui.voice import Voice

if TYPE_CHECKING:
    from bot.ui.house import Offer

LINES = 6
"""So many of the last log lines stand on the board."""


def board_sheet(offer: Offer, table: Table, lately: list[str], voice: Voice) -> Sheet:
    """Return the board of a table that has begun, with the last log lines, oldest first."""
    _ = voice.gettext
    render, view = offer.render, table.public()
    match table.phase:
        case "finished":
            page = render.final(view, table.result(), voice)
            head = [won(table, voice)]
        case "cancelled":
            page = render.board(view, voice)
            head = [_("**The host has ended this game, without a result.**")]
        case _:
            page = render.board(view, voice)
            waiting = render.waiting(view, table.to_act(), voice)
            head = [f"**{waiting}**", render.headline(view, voice)]
    rules = Button(rules_id(table.game_key, 0), _("Rules"))
    hand = Button(hand_id(table), _("My hand"), ButtonStyle.primary)
    return Sheet(
        title=offer.game.info.title,
        text="\n".join([*head, page.text]).strip(),
        fields=(*page.fields, *_lately(lately, voice)),
        footer=" · ".join(
            [
                footer(table, voice),
                *render.options(table.options, voice),
                *levels_at(table, voice),
            ]
        ),
        rows=((rules,) if table.phase == "cancelled" else (hand, rules),),
    )


def frozen_sheet(table: Table, voice: Voice) -> Sheet:
    """Return what stands in the board's place when a table can't be read."""
    return Sheet(title=footer(table, voice), text=Frozen().say(voice.gettext))


def ping_text(table: Table, people: list[int], voice: Voice) -> str:
    """Return the short message that calls those who must act."""
    mentions = " ".join(f"<@{person}>" for person in people)
    text = voice.gettext("{people} It's your move.").format(people=mentions)
    return f"{text} {ping_mark(table)}"


def ping_mark(table: Table) -> str:
    """Return what tells a table's ping from another's."""
    return f"(`{table.id}`)"


def _lately(lines: list[str], voice: Voice) -> tuple[Field, ...]:
    """Return the newest log lines as a field; the oldest go first where there is no room."""
    kept = [f"• {line}" for line in lines[-LINES:]]
    while len(kept) > 1 and len("\n".join(kept)) > FIELD_TEXT:
        kept = kept[1:]
    return (Field(voice.gettext("Lately"), "\n".join(kept)),) if kept else ()
