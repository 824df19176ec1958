"""The private hand: what one person sees and may do, in a message that only they can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ButtonStyle

from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.table import Table
from bot.tables.table_face import TableFace
from bot.tables.trouble import Over
from bot.ui.pages.game import PlayableGame
from bot.ui.pages.lobby_card import footer, hand_id, won
from bot.ui.pages.menu import Path, leads_on, menu_rows, moves
from bot.ui.pages.page import Button, Page
from bot.ui.pages.render import Field
from bot.ui.pages.verb_words import VERB_WORDS
from bot.ui.pages.wording import Wording

MOST_HEARD: Final = 12
"""The most lines above a hand that say what its seat has heard."""
HEARD_TEXT: Final = 600
"""The most characters these lines take, so that the hand has room below them."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat sees of a table, and what it may do. For the eyes of its person alone."""

    table: TableFace
    seat: int
    view: SeatView[PublicView, PrivateView]
    legal: list[Any]
    question_seq: int


def hand_of(table: Table, seat: int) -> Hand:
    """Return what a seat sees of a table as it stands. Raises NotBegun and Frozen."""
    view = table.view(seat)
    return Hand(table.face(), seat, view, table.legal(seat), table.question_seq(seat))


def heard_notice(first: str, lines: Sequence[str]) -> str:
    """Return a notice for above a hand: a sentence, and the newest of what its seat has heard."""
    items = [f"• {line}" for line in lines[-MOST_HEARD:]]
    while len("\n".join(items)) > HEARD_TEXT:
        items = items[1:]
    return "\n".join([first, *items] if first else items)


def hand_page(
    playable: PlayableGame, hand: Hand, wording: Wording, notice: str = "", path: Path = ()
) -> Page:
    """Return a seat's hand and the controls for what it may do, `path` deep into the menu.

    `notice` stands above the hand, in finished words.
    """
    _ = wording.gettext
    table, seat, view, render = hand.table, hand.seat, hand.view, playable.render
    page = render.hand(view, wording)
    open_to_play = table.phase == "playing" and table.seats[seat].here and not table.paused
    found = moves(render, hand.legal, view, wording) if open_to_play else []
    path = path if leads_on(found, path) else ()
    fields = list(page.fields)
    if found:
        question, rows = menu_rows(render, found, path, table.id, hand.question_seq, wording)
        kinds = [path[0]] if path else list(dict.fromkeys(move.path[0] for move in found))
        helps = [f"• {_(render.kinds[kind].help)}" for kind in kinds]
        fields.append(Field(question or _("Your move"), "\n".join(helps)))
        state = ""
    elif table.phase != "playing":
        rows = ()
        state = won(table, wording)
    elif not table.seats[seat].here:
        rows = ((Button(back_id(table), _(VERB_WORDS["back"].button), ButtonStyle.success),),)
        state = _("A computer plays for you while you are away. **I'm back** ends that.")
    else:
        rows = ((Button(hand_id(table.id), _("Refresh")),),)
        waiting = render.task(table.public(), table.to_act(), wording)
        state = _("The game is paused.") if table.paused else waiting
    quoted = "\n".join(f"> {line}" for line in notice.splitlines())
    return Page(
        title=_("Your hand · {game}").format(game=playable.game.info.title),
        text="\n".join(part for part in (quoted, state, page.text) if part),
        fields=tuple(fields),
        footer=footer(table, wording),
        rows=rows,
    )


def back_id(table: TableFace) -> str:
    """Return the id of the button by which somebody takes up their seat again."""
    return f"a:back:{table.id}"


def over_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return what takes the place of a hand at a table that was closed."""
    return Page(
        title=playable.game.info.title,
        text=Over().say(wording.gettext),
        footer=footer(table, wording),
    )
