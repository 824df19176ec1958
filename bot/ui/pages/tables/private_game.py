"""A game on no server: its board and its player's hand in one private message."""

from __future__ import annotations

from dataclasses import replace

from discord import ButtonStyle

from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.games.rules import rules_id
from bot.ui.pages.page import ROW, ROWS, Button, Page, Row, hand_id, with_buttons
from bot.ui.pages.render import PlayableGame
from bot.ui.pages.tables.board import author, shown_board
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.tables.hand import Hand, hand_page, hint_button
from bot.ui.pages.tables.menu import Path
from bot.ui.pages.wording import Wording


def private_game(
    playable: PlayableGame, hand: Hand, wording: Wording, path: Path = (), *, drawn: bool = True
) -> Page:
    """Return the game of somebody who plays alone: the board, and the hand below it.

    `path` is how deep into the menu they have gone. The board is a picture unless the game has none
    or it can't be `drawn` now. Nobody else sees any of it.
    """
    table = hand.table
    if table.phase == "finished":
        return _named(_ended(playable, hand, wording, drawn=drawn))
    room = ROWS if path else ROWS - 1
    shown = hand_page(playable, hand, wording, path, room, below=True)
    board = shown_board(
        playable, table.public(), table.to_act(), len(table.seats), wording, drawn=drawn
    )
    page = replace(
        board,
        title=shown.title,
        rows=shown.rows if path else _with_ways(shown.rows, hand, wording),
        author=author(playable, table, wording),
        colour=shown.colour,
        under=_below(shown),
    )
    return _named(page)


def _below(shown: Page) -> Page | None:
    """Return a hand as shown below its board, which says whose turn it is, and in what game.

    It is None if nothing is left to say: Discord refuses empty embeds.
    """
    if not shown.text and not shown.fields:
        return None
    return Page("", shown.text, shown.fields, colour=shown.colour)


def _with_ways(rows: tuple[Row, ...], hand: Hand, wording: Wording) -> tuple[Row, ...]:
    _, table = wording.gettext, hand.table
    hints = [hint_button(hand, wording)] if hand.legal else []
    rules = Button(rules_id(table.game_key, 0, table_id=table.id), _("Rules"))
    more = Button(routes.TABLE_PAGE(table.id), _("More"))
    return with_buttons(rows, *hints, rules, more)


def more_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return what else can be done with a private game."""
    _ = wording.gettext
    playing = table.phase == "playing"
    back_to = routes.TAKE_BACK(table.id, max(table.step(), 0))
    lines = [
        _("Only you see this game, and it has no clock. `/play` always brings it back."),
        _("**Take back** undoes your last move and what the computers answered."),
        _("**Play with friends** opens a table in this channel. This game stays."),
    ]
    first = (
        Button(back_to, _("Take back"), disabled=not playing),
        Button(routes.FRIENDS_OF(table.id), _("Play with friends")),
        Button(routes.AS_TEXT(table.id), _("As text")),
    )
    end = Button(routes.ASK_END(table.id), _("End the game"), ButtonStyle.danger)
    back = Button(hand_id(table.id), _("Back"))
    return Page(
        title=_("More · {game}", game=playable.title(wording)),
        text="\n".join(lines),
        rows=(first, (back, end) if playing else (back,)),
    )


def _ended(playable: PlayableGame, hand: Hand, wording: Wording, *, drawn: bool) -> Page:
    page = end_message(playable, hand.table, wording, brief=True)
    if not drawn:
        page = page.without_picture()
    shown = hand_page(playable, hand, wording, below=True)
    games = Button(routes.GALLERY(), wording.gettext("All games"))
    buttons = [each for row in page.rows if isinstance(row, tuple) for each in row]
    rows = (tuple(buttons[:ROW]), (*buttons[ROW:], games))
    return replace(page, rows=rows, under=_below(shown))


def _named(page: Page) -> Page:
    """Return a page whose picture's file is named after what it shows.

    So a message tells which picture it has, even to a process that didn't put it up.
    """
    return page if page.image is None else replace(page, file_name=f"{page.image.key[:16]}.png")
