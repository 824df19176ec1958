"""The list of the tables of a server."""

from __future__ import annotations

from typing import Final

from bot.tables.who_sits import TableBrief, briefs
from bot.ui.actions.tables.fitting_tables import state
from bot.ui.in_sight import may_know_of
from bot.ui.pages import routes
from bot.ui.pages.long_lists import on_page, page_line, turning
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording, plain_name, seat_names
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services

MOST_LISTED: Final = 12
"""The most tables on a page."""


class TableList:
    """Lists the tables of a server that a person may know of."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def show(self, interaction: Interaction, page: int = 0) -> None:
        """Show a page of the list, those first where the person sits."""
        wording = wording_of(interaction)
        _ = wording.gettext
        store = self._services.tables.store
        found = [
            (head, seats)
            for head, seats in await store.tables_of_guild(interaction.guild_id or 0)
            if may_know_of(interaction, head, seats)
        ]
        person = interaction.user.id
        found.sort(key=lambda each: all(seat.person != person for seat in each[1]))
        shown, page, pages = on_page(found, page, MOST_LISTED)
        # Of a server's many tables, only those that are shown are worth looking at closely.
        lines = [self._line(table, wording, person) for table in briefs(shown)]
        if not lines:
            lines = [_("No games here right now. Start one with `/play`.")]
        row = turning(page, pages, lambda to, mark: routes.TABLE_LIST(to, mark=mark), wording)
        listed = Page(
            title=_("Tables"),
            text="\n\n".join(lines),
            footer=page_line(page, pages, wording),
            rows=(row,) if row else (),
        )
        await show(interaction, listed)

    def _line(self, table: TableBrief, wording: Wording, person: int) -> str:
        names = wording.series(map(plain_name, seat_names(table.seats, table.language)))
        where = f"<#{table.place_id or table.channel_id}>"
        title = self._services.title_of(table.game_key, wording)
        said = f"**{title}** `{table.id}` · {state(table, wording, person)} · {where}"
        return f"{said}\n{names}"
