"""The button that leads from one table to the next that waits for its person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.waiting import Waiting
from bot.ui.pages import routes
from bot.ui.pages.page import Button
from bot.ui.pages.tables.my_tables import address
from bot.ui.pages.wording import Wording


def next_button(
    waits: Sequence[Waiting], game: str, here: int | None, table_id: str, wording: Wording
) -> Button:
    """Return the button to the first of the tables that wait, where `game` is played.

    On the server that its person is on it opens in their message; what belongs to another server
    isn't carried there, so a link leads to it. `table_id` is the table that the message shows, if
    it shows one.
    """
    first = waits[0].table
    label = wording.gettext("▸ Next: {game}", game=game)
    if len(waits) > 1:
        label = f"{label} · {len(waits)}"
    if first.guild_id == here:
        return Button(routes.NEXT(table_id) if table_id else routes.FIRST_THAT_WAITS(), label)
    return Button("", label, url=address(first))
