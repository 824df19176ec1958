"""The board: the table as anyone may see it, in one message. It takes public views only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.tables.table import Table
from bot.tables.trouble import Frozen
from bot.ui.absent import absent_lines
from bot.ui.card import again_buttons, footer, hand_id, in_code, won
from bot.ui.levels import levels_at
from bot.ui.paces import pace_at
from bot.ui.render import Field
from bot.ui.replay import agreed_line
from bot.ui.rules import rules_id
from bot.ui.sheet import FIELD_TEXT, Button, Row, Sheet
from bot.ui.voice import Voice
from bot.ui.votes import vote_fields, vote_rows

if TYPE_CHECKING:
    from bot.ui.house import Offer

NO_ENDS: Mapping[int, int] = {}

LINES = 6
"""So many of the last log lines stand on the board."""


def board_sheet(
    offer: Offer, table: Table, lately: list[str], voice: Voice, ends: Mapping[int, int] = NO_ENDS
) -> Sheet:
    """Return the board of a table that has begun, with the last log lines, oldest first.

    `ends` says for seats when their time runs out, in seconds since 1970.
    """
    _ = voice.gettext
    render, view = offer.render, table.public()
    match table.phase:
        case "finished":
            page = render.final(view, table.result(), voice)
            head = [won(table, voice)]
        case "cancelled":
            page = render.board(view, voice)
            head = [_("**This game was ended, without a result.**")]
        case _:
            page = render.board(view, voice)
            waiting = render.waiting(view, table.to_act(), voice)
            state = _("The game is paused.") if table.paused else waiting
            head = [f"**{state}**", render.headline(view, voice)]
            head += [*_times(table, ends, voice), *absent_lines(table, voice)]
    fields = (*page.fields, *_lately(lately, voice), *vote_fields(table, voice))
    return Sheet(
        title=offer.game.info.title,
        text="\n".join([*head, page.text]).strip(),
        fields=(*fields, *_seal(table, voice)),
        footer=" · ".join(
            [
                footer(table, voice),
                *([pace_at(table, voice)] if table.phase == "playing" else []),
                *render.options(table.options, voice),
                *levels_at(table, voice),
            ]
        ),
        rows=_rows(table, voice),
    )


def _rows(table: Table, voice: Voice) -> tuple[Row, ...]:
    """Return the controls: the same for everybody, whatever the hands hold."""
    _ = voice.gettext
    rules = Button(rules_id(table.game_key, 0), _("Rules"))
    hand = Button(hand_id(table), _("My hand"), ButtonStyle.primary)
    page = Button(page_id(table), _("Table"))
    match table.phase:
        case "finished":
            return ((hand, rules, page), again_buttons(table, voice))
        case "cancelled":
            return ((rules, page), again_buttons(table, voice))
        case _:
            return ((hand, rules, page), *vote_rows(table, voice))


def _times(table: Table, ends: Mapping[int, int], voice: Voice) -> list[str]:
    """Return a line on when time runs out for those who are asked; clients count it down."""
    asked = [seat for seat in table.people_asked() if seat in ends]
    if not asked:
        return []
    text = voice.gettext("Time runs out {when}.")
    if len(table.to_act()) == 1:
        return [text.format(when=f"<t:{ends[asked[0]]}:R>")]
    each = ", ".join(f"<t:{ends[seat]}:R> ({voice.name(seat)})" for seat in asked)
    return [text.format(when=each)]


def page_id(table: Table) -> str:
    """Return the id of the button that shows the page on pace, seats and votes."""
    return f"a:page:{table.id}"


def _seal(table: Table, voice: Voice) -> tuple[Field, ...]:
    """Return the fingerprint of a finished game's log, and the secret once hands are open."""
    if table.phase != "finished" or table.log_print is None:
        return ()
    _ = voice.gettext
    lines = [_("Fingerprint of the whole game:"), in_code(table.log_print)]
    secret = table.opened_secret()
    if secret is not None:
        lines += [_("Secret of the deal:"), in_code(secret)]
    agreed = agreed_line(table, voice)
    if agreed:
        lines.append(agreed)
    return (Field(_("Sealed deal"), "\n".join(lines)),)


def frozen_sheet(table: Table, voice: Voice) -> Sheet:
    """Return what stands in the board's place when a table can't be read."""
    return Sheet(title=footer(table, voice), text=Frozen().say(voice.gettext))


def _lately(lines: list[str], voice: Voice) -> tuple[Field, ...]:
    """Return the newest log lines as a field; the oldest go first where there is no room."""
    kept = [f"• {line}" for line in lines[-LINES:]]
    while len(kept) > 1 and len("\n".join(kept)) > FIELD_TEXT:
        kept = kept[1:]
    return (Field(voice.gettext("Lately"), "\n".join(kept)),) if kept else ()
