"""The board: the table as anyone may see it, in one message. It takes public views only."""

from __future__ import annotations

from collections.abc import Mapping

from discord import ButtonStyle

from bot.tables.table_face import TableFace
from bot.tables.trouble import Frozen
from bot.ui.pages.away_seats import absent_lines
from bot.ui.pages.game import PlayableGame
from bot.ui.pages.level_names import levels_at
from bot.ui.pages.lobby_card import again_buttons, footer, hand_id, in_code, won
from bot.ui.pages.pace_names import pace_at
from bot.ui.pages.page import FIELD_TEXT, Button, Page, Row
from bot.ui.pages.render import Field
from bot.ui.pages.replay import agreed_line
from bot.ui.pages.rules import rules_id
from bot.ui.pages.vote import vote_fields, vote_rows
from bot.ui.pages.wording import Wording

NO_ENDS: Mapping[int, int] = {}

LINES = 6
"""How many of the last log lines are on the board."""


def board_page(
    playable: PlayableGame,
    table: TableFace,
    lately: list[str],
    wording: Wording,
    ends: Mapping[int, int] = NO_ENDS,
) -> Page:
    """Return the board of a table that has begun, with the last log lines, oldest first.

    `ends` says for seats when their time runs out, in seconds since 1970.
    """
    _ = wording.gettext
    render, view = playable.render, table.public()
    match table.phase:
        case "finished":
            page = render.final(view, table.result(), wording)
            head = [won(table, wording)]
        case "cancelled":
            page = render.board(view, wording)
            head = [_("**This game was ended, without a result.**")]
        case _:
            page = render.board(view, wording)
            waiting = render.task(view, table.to_act(), wording)
            state = _("The game is paused.") if table.paused else waiting
            head = [f"**{state}**", render.headline(view, wording)]
            head += [*_times(table, ends, wording), *absent_lines(table, wording)]
    fields = (*page.fields, *_lately(lately, wording), *vote_fields(table, wording))
    return Page(
        title=playable.game.info.title,
        text="\n".join([*head, page.text]).strip(),
        fields=(*fields, *_seal(table, wording)),
        footer=" · ".join(
            [
                footer(table, wording),
                *([pace_at(table, wording)] if table.phase == "playing" else []),
                *render.options(table.options, wording),
                *levels_at(table, wording),
            ]
        ),
        rows=_rows(table, wording),
    )


def _rows(table: TableFace, wording: Wording) -> tuple[Row, ...]:
    """Return the controls: the same for everybody, whatever the hands hold."""
    _ = wording.gettext
    rules = Button(rules_id(table.game_key, 0), _("Rules"))
    hand = Button(hand_id(table.id), _("My hand"), ButtonStyle.primary)
    page = Button(page_id(table), _("Table"))
    match table.phase:
        case "finished":
            return ((hand, rules, page), again_buttons(table, wording))
        case "cancelled":
            return ((rules, page), again_buttons(table, wording))
        case _:
            return ((hand, rules, page), *vote_rows(table, wording))


def _times(table: TableFace, ends: Mapping[int, int], wording: Wording) -> list[str]:
    """Return a line on when time runs out for those who are asked; clients count it down."""
    asked = [seat for seat in table.people_asked() if seat in ends]
    if not asked:
        return []
    text = wording.gettext("Time runs out {when}.")
    if len(table.to_act()) == 1:
        return [text.format(when=f"<t:{ends[asked[0]]}:R>")]
    each = ", ".join(f"<t:{ends[seat]}:R> ({wording.name(seat)})" for seat in asked)
    return [text.format(when=each)]


def page_id(table: TableFace) -> str:
    """Return the id of the button that shows the page on pace, seats and votes."""
    return f"a:page:{table.id}"


def _seal(table: TableFace, wording: Wording) -> tuple[Field, ...]:
    """Return the fingerprint of a finished game's log, and the secret once hands are open."""
    if table.phase != "finished" or table.log_print is None:
        return ()
    _ = wording.gettext
    lines = [_("Fingerprint of the whole game:"), in_code(table.log_print)]
    secret = table.opened_secret()
    if secret is not None:
        lines += [_("Secret of the deal:"), in_code(secret)]
    agreed = agreed_line(table, wording)
    if agreed:
        lines.append(agreed)
    return (Field(_("Sealed deal"), "\n".join(lines)),)


def frozen_page(table: TableFace, wording: Wording) -> Page:
    """Return what stands in the board's place when a table can't be read."""
    return Page(title=footer(table, wording), text=Frozen().say(wording.gettext))


def _lately(lines: list[str], wording: Wording) -> tuple[Field, ...]:
    """Return the newest log lines as a field; the oldest go first where there is no room."""
    kept = [f"• {line}" for line in lines[-LINES:]]
    while len(kept) > 1 and len("\n".join(kept)) > FIELD_TEXT:
        kept = kept[1:]
    return (Field(wording.gettext("Lately"), "\n".join(kept)),) if kept else ()
