"""A game's rules for players, one short page at a time."""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from bot.engine.game import GameInfo
from bot.engine.text import marked as _
from bot.ui.pages import routes
from bot.ui.pages.page import Button, Choice, Page, Row, Select, hand_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Help
from bot.ui.pages.wording import Wording

BOT_TITLE: Final = _("How this bot works")
BOT_TEXT: Final = _(
    "**The board** is one message that everybody sees. Its title says whose turn it is.\n\n"
    "**My hand** opens the board with your cards and buttons, in a message that only you see. It "
    "follows the game. Lost it? Press *My hand* again.\n\n"
    "**Your turn?** A short message calls you. If everybody can see that you have only one move, "
    "it is made for you.\n\n"
    "**Clocks.** *Live* usually gives you 3 minutes a move, *turn by turn* 24 hours; with a "
    "*reserve*, unused time carries over. When time runs out, a computer plays for you or the "
    "table waits, as the host chose. Set quiet hours with `/me clock`.\n\n"
    "**More** has the rest:\n"
    "• *Take back* your last move, *ask for a pause* or another pace. The others vote.\n"
    "• *Leave:* a computer plays until you press *I'm back*, unless somebody took your seat over."
    "\n\n"
    "**Computers** 🤖 know what a person in their seat knows, no more."
)
"""How the bot works, whatever is played: the last page of all rules."""


def rules_id(game_key: str, page: int, *, from_gallery: bool = False, table_id: str = "") -> str:
    """Return the id of a button that shows a page of the rules.

    The rules lead back to the game in the gallery, or to a table on no server.
    """
    return routes.RULES(game_key, page, _origin(from_gallery, table_id))


def lesson_id(game_key: str) -> str:
    """Return the id of the button that begins a game's lesson, or goes on with it."""
    return routes.LESSON(game_key)


def learn_button(playable: PlayableGame, wording: Wording) -> Button:
    """Return the button that begins a game's lesson, which it must have, with how long it takes;
    the page on which it stands stays.
    """
    key, minutes = playable.game.info.key, playable.lesson_minutes
    text = wording.ngettext(
        "Learn by playing, {n} minute", "Learn by playing, {n} minutes", minutes
    )
    return Button(routes.LEARN_BESIDE(key), text)


def _origin(from_gallery: bool, table_id: str) -> str:
    return routes.FROM_GALLERY if from_gallery else table_id


def rules_page(
    playable: PlayableGame,
    page: int,
    wording: Wording,
    *,
    from_gallery: bool = False,
    table_id: str = "",
) -> Page:
    """Return a page of the rules, counted from 0; the nearest one if there is no such page.

    The last one is on the bot. At a table, who made the game isn't said: that takes a phone's room.
    """
    _ = wording.gettext
    info, pages, pictures = playable.game.info, pages_of(playable), playable.pictures
    page = min(max(page, 0), len(pages) - 1)
    title, text = map(_, pages[page])
    drawn = None if pictures is None else pictures.rules.get(page)
    if drawn is not None and wording.words_alone:
        text, drawn = f"{text}\n\n> {_(drawn.text)}", None
    if page == 0 and not table_id:
        text += f"\n-# {credits_line(info, wording)}"
    return Page(
        title=f"{playable.title(wording)} · {title}" if page < len(playable.help) else title,
        text=text,
        footer=_("Page {page} of {pages}", page=page + 1, pages=len(pages)),
        rows=_rows(playable, page, wording, from_gallery, table_id),
        image=None if drawn is None else drawn.picture,
        alt="" if drawn is None else _(drawn.text),
    )


def pages_of(playable: PlayableGame) -> Help:
    """Return all pages of a game's rules, untranslated, with the one on the bot."""
    return (*playable.help, (BOT_TITLE, BOT_TEXT))


def _rows(
    playable: PlayableGame, page: int, wording: Wording, from_gallery: bool, table_id: str
) -> tuple[Row, ...]:
    """Return the controls that turn the pages: on every page the same ones in the same places."""
    _ = wording.gettext
    key, pages = playable.game.info.key, pages_of(playable)
    last = len(pages) - 1
    origin = _origin(from_gallery, table_id)
    # Two buttons may lead to the same page, but no two ids may be the same.
    back = routes.RULES(key, max(page - 1, 0), origin, mark="back")
    on = routes.RULES(key, min(page + 1, last), origin, mark="on")
    buttons = [
        Button(back, _("Back"), disabled=page == 0),
        Button(on, _("Next"), disabled=page == last),
    ]
    jump = routes.RULES_JUMP(key, origin)
    if table_id:
        buttons.append(Button(hand_id(table_id), _("Back to the game"), ButtonStyle.primary))
    elif playable.lesson is not None:
        buttons.append(Button(lesson_id(key), _("Learn by playing"), ButtonStyle.success))
    if from_gallery:
        buttons.append(Button(routes.SHOW_GAME(key), _("Play")))
    choices = tuple(
        Choice(str(number), f"{number + 1}. {_(title)}")
        for number, (title, _text) in enumerate(pages)
    )
    return tuple(buttons), Select(jump, _("Jump to a page"), choices)


def credits_line(info: GameInfo, wording: Wording) -> str:
    """Return who made a game, with its international title and its Japanese one."""
    _ = wording.gettext
    said = (
        _("*{title}* ({japanese}) by **{designer}**, published by **{publisher}**.")
        if info.year is None
        else _("*{title}* ({japanese}, {year}) by **{designer}**, published by **{publisher}**.")
    )
    return said.format(
        title=info.title,
        japanese=info.japanese,
        year=info.year,
        designer=_(info.designer),
        publisher=_(info.publisher),
    )
