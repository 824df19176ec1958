"""A game's rules for people, one short page at a time."""

from __future__ import annotations

from bot.engine.game import GameInfo
from bot.ui.pages.game import PlayableGame
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording


def rules_id(game_key: str, page: int) -> str:
    """Return the id of a button that shows a page of the rules."""
    return f"r:{game_key}:{page}"


def rules_page(playable: PlayableGame, page: int, wording: Wording) -> Page:
    """Return a page of the rules, counted from 0; one that isn't there becomes the nearest."""
    _ = wording.gettext
    info = playable.game.info
    pages = playable.help
    page = min(max(page, 0), len(pages) - 1)
    title, text = map(_, pages[page])
    if page == 0:
        text += "\n\n" + credits_line(info, wording)
    turns: list[Button] = []
    if page > 0:
        turns.append(Button(rules_id(info.key, page - 1), _("Back")))
    if page < len(pages) - 1:
        turns.append(Button(rules_id(info.key, page + 1), _("Next page")))
    return Page(
        title=f"{info.title} · {title}",
        text=text,
        footer=_("Page {page} of {pages}").format(page=page + 1, pages=len(pages)),
        rows=(tuple(turns),) if turns else (),
    )


def credits_line(info: GameInfo, wording: Wording) -> str:
    """Return who made a game."""
    _ = wording.gettext
    said = (
        _("*{title}* ({japanese}) is a game by **{designer}**, published by **{publisher}**.")
        if info.year is None
        else _(
            "*{title}* ({japanese}, {year}) is a game by **{designer}**, published by "
            "**{publisher}**."
        )
    )
    return said.format(
        title=info.title,
        japanese=info.japanese,
        year=info.year,
        designer=info.designer,
        publisher=info.publisher,
    )
