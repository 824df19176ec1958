"""What a person has set ahead, at all their tables. Only they see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.ui.pages import routes
from bot.ui.pages.long_lists import fit
from bot.ui.pages.page import ROW, Button, Page
from bot.ui.pages.render import Field
from bot.ui.pages.wording import Wording

MOST: Final = 10
"""The most tables on the page, so that all of it fits; the others follow as these are undone."""


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
        Button(routes.DROP_ORDER(each.table_id), _("Undo {game}", game=_name(each, shown)))
        for each in shown
    ]
    more = fit([each.title for each in orders], MOST, wording, apart=True)[MOST:]
    rows = tuple(tuple(buttons[at : at + ROW]) for at in range(0, len(buttons), ROW))
    told = _(
        "I play it 20 to 90 minutes after you're asked (2 to 5 seconds in live games) and tell "
        "nobody. Others may guess it from the time, and know it while you are away. Set moves with "
        "good hands and bad ones alike, and that says nothing about your hand."
    )
    return Page(
        title=title,
        text="\n".join([told, *more]),
        fields=tuple(fields),
        rows=rows,
    )


def _name(order: MyOrder, shown: Sequence[MyOrder]) -> str:
    """Return what an order's button calls its game, with the table if it is there twice."""
    twice = sum(each.game == order.game for each in shown) > 1
    return f"{order.game} · {order.table_id}" if twice else order.game
