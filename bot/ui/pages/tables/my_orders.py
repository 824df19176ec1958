"""What a person has set ahead, at all their tables. Only they see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.ui.pages import routes
from bot.ui.pages.page import ROW, Button, Page
from bot.ui.pages.render import Field
from bot.ui.pages.wording import Wording

MOST: Final = 20
"""The most tables on the page: each has a button."""


@dataclass(frozen=True, slots=True)
class MyOrder:
    """What somebody has set at one table."""

    table_id: str
    title: str
    """The game, the table and the server."""
    game: str
    said: str
    address: str


def my_orders_page(orders: Sequence[MyOrder], wording: Wording) -> Page:
    """Return all that a person has set ahead, each with a button that takes it off."""
    _ = wording.gettext
    title = _("Set ahead")
    if not orders:
        text = _("You have set nothing ahead. Press **Set my next move …** on a hand that waits.")
        return Page(title=title, text=text)
    shown = orders[:MOST]
    fields = [
        Field(each.title, f"{each.said}\n[{_('Go to the table')}]({each.address})")
        for each in shown
    ]
    buttons = [
        Button(routes.DROP_ORDER(each.table_id), _("Undo {game}", game=each.game)) for each in shown
    ]
    rows = tuple(tuple(buttons[at : at + ROW]) for at in range(0, len(buttons), ROW))
    return Page(
        title=title,
        text=_(
            "I play it once you're asked. While you are away, others can tell from a move that "
            "it was set ahead; nobody is told otherwise."
        ),
        fields=tuple(fields),
        rows=rows,
    )
