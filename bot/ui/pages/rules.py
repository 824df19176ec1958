"""A game's rules for people, one short page at a time."""

from __future__ import annotations

from typing import Final

from bot.engine.game import GameInfo
from bot.ui.pages.game import PlayableGame
from bot.ui.pages.page import Button, Choice, Page, Row, Select
from bot.ui.pages.wording import Wording

JUMP: Final = "go"
"""Stands for the page in the id of the list that jumps to any."""
FROM_GALLERY: Final = "gallery"
"""Stands in the ids of a page that leads back to the game in the gallery."""


def rules_id(game_key: str, page: int, *, from_gallery: bool = False) -> str:
    """Return the id of a button that shows a page of the rules."""
    return f"r:{game_key}:{page}" + (f":{FROM_GALLERY}" if from_gallery else "")


def rules_page(
    playable: PlayableGame, page: int, wording: Wording, *, from_gallery: bool = False
) -> Page:
    """Return a page of the rules, counted from 0; one that isn't there becomes the nearest."""
    _ = wording.gettext
    info, pages, pictures = playable.game.info, playable.help, playable.pictures
    page = min(max(page, 0), len(pages) - 1)
    title, text = map(_, pages[page])
    if page == 0:
        text += f"\n\n-# {credits_line(info, wording)}"
    return Page(
        title=f"{info.title} · {title}",
        text=text,
        footer=_("Page {page} of {pages}").format(page=page + 1, pages=len(pages)),
        rows=_rows(playable, page, wording, from_gallery=from_gallery),
        image=None if pictures is None else pictures.rules.get(page),
    )


def _rows(
    playable: PlayableGame, page: int, wording: Wording, *, from_gallery: bool
) -> tuple[Row, ...]:
    """Return what turns the pages: at every page the same controls in the same places."""
    _ = wording.gettext
    key, pages = playable.game.info.key, playable.help
    last = len(pages) - 1
    # What a button leads to may be what another leads to as well, and no two ids may be the same.
    back = rules_id(key, max(page - 1, 0), from_gallery=from_gallery) + ":back"
    on = rules_id(key, min(page + 1, last), from_gallery=from_gallery) + ":on"
    buttons = [
        Button(back, _("Back"), disabled=page == 0),
        Button(on, _("Next"), disabled=page == last),
    ]
    jump = f"r:{key}:{JUMP}"
    if from_gallery:
        jump += f":{FROM_GALLERY}"
        buttons.append(Button(f"play:game:{key}", _("Play")))
    choices = tuple(
        Choice(str(number), f"{number + 1}. {_(title)}")
        for number, (title, _text) in enumerate(pages)
    )
    return tuple(buttons), Select(jump, _("Jump to a page"), choices)


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
