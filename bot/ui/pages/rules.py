"""A game's rules for people, one short page at a time."""

from __future__ import annotations

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
    pages = playable.help.pages(wording)
    page = min(max(page, 0), len(pages) - 1)
    title, text = pages[page]
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
