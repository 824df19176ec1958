"""The end of a game as anyone may see it: who won, the places, where the points came from."""

from __future__ import annotations

from typing import Final

from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.numbers import place_mark
from bot.ui.pages.page import Button, Page, hand_id
from bot.ui.pages.render import PlayableGame
from bot.ui.pages.tables.board import GREY, author, legend, night_line, shown_board
from bot.ui.pages.tables.lobby_card import (
    again_buttons,
    end_title,
    final_body,
    score_of,
    standing_order,
)
from bot.ui.pages.tables.replay import agreed_line
from bot.ui.pages.wording import Wording
from bot.ui.pictures.palette import SEATS, number_of

ACCOUNT: Final = 240
"""The most characters of an account after a place; longer ones are left out."""


def end_message(
    playable: PlayableGame, table: TableFace, wording: Wording, *, brief: bool = False
) -> Page:
    """Return the message that a finished game ends with.

    If `brief`, where the points came from is left to its button.
    """
    view, winners = table.public(), table.ending().winners
    drawn = table.boards == "pictures"
    board = shown_board(playable, view, (), len(table.seats), wording, drawn=drawn)
    return Page(
        title=end_title(playable, table, wording),
        text="\n".join([*_places(playable, table, wording, brief=brief), *_agreed(table, wording)]),
        footer=" · ".join(night_line(table, wording)),
        rows=(_buttons(table, wording),),
        author=author(playable, table, wording),
        colour=number_of(SEATS[winners[0]]) if len(winners) == 1 else GREY,
        image=board.image,
        alt=board.alt,
    )


def scoring_page(playable: PlayableGame, table: TableFace, person: int, wording: Wording) -> Page:
    """Return where all points came from, for a person who asks.

    It may have replaced their screen, so a button leads back.
    """
    said = final_body(playable, table, wording)
    text = f"{said.text}\n{legend(len(table.seats), wording)}".strip()
    title = end_title(playable, table, wording)
    back = Button(hand_id(table.id), wording.gettext("Back"))
    rows = () if table.seat_of(person) is None else ((back,),)
    return Page(title, text, said.fields, rows=rows, author=author(playable, table, wording))


def scored_id(table_id: str) -> str:
    """Return the id of the button that shows where the points came from.

    Only the end message has it, so the message can be recognised by it.
    """
    return routes.SCORED(table_id)


def _places(
    playable: PlayableGame, table: TableFace, wording: Wording, *, brief: bool
) -> list[str]:
    """Return a line for each seat, best first: its place, mark and points.

    Unless `brief`, where they came from follows.
    """
    view, ending = table.public(), table.ending()
    lines: list[str] = []
    for seat in standing_order(playable, table):
        line = f"{place_mark(ending.place(seat))} {score_of(seat, table, wording)}"
        said = playable.render.account(seat, view, ending.result, wording, brief=True)
        account = " · ".join(said)
        if not brief and 0 < len(account) <= ACCOUNT:
            line += f": {account}"
        lines.append(line)
    return lines


def _agreed(table: TableFace, wording: Wording) -> list[str]:
    """Return how many agree to open all hands, if anybody wants it."""
    line = agreed_line(table, wording)
    return ["", line] if line else []


def _buttons(table: TableFace, wording: Wording) -> tuple[Button, ...]:
    _ = wording.gettext
    rematch, *hands, replay = again_buttons(table, wording)
    scored = Button(scored_id(table.id), _("How it was scored"))
    return (rematch, replay, scored, *hands, Button(routes.VERIFY(table.id), _("Verify")))
