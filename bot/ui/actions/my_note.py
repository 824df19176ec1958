"""A person's note about a table: written in a form or by command, and seen by nobody else."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.tables.table import Table
from bot.tables.trouble import NoTable, NotAtTable, Trouble
from bot.tables.who_sits import brief_of
from bot.ui.actions.my_calls import MyCalls
from bot.ui.pages.form import filled_in
from bot.ui.pages.page import Page
from bot.ui.pages.tables.my_note import FIELD, note_form, note_line
from bot.ui.pages.typed_words import Suggestion, narrowed
from bot.ui.pages.wording import bare_name
from bot.ui.posting.replies import arrived, show, wording_of
from bot.ui.services import Interaction, Services
from storage.rows import LIVE

_OVER: Final = _(
    "This game has ended, and notes are for games that are on. `/me games` leads to **Finished "
    "games**."
)


class MyNote:
    """What people note about their tables. Every method answers, or raises Trouble."""

    def __init__(self, services: Services, my_calls: MyCalls) -> None:
        self._services = services
        self._notes = services.tables.notes
        self._my_calls = my_calls

    async def ask(self, interaction: Interaction, table_id: str) -> None:
        """Show the form for the person's note about a table."""
        table = await self._services.table(interaction, table_id)
        self._demand_seat(interaction, table)
        note = self._notes.of(interaction.user.id, table.id)
        form = note_form(table.id, note, wording_of(interaction))
        await arrived(interaction, interaction.response.send_modal(form.modal()), first=True)

    async def fill_in(self, interaction: Interaction, table_id: str) -> None:
        """Keep what the form says, and show what the person has set for the table."""
        table = await self._services.table(interaction, table_id)
        self._demand_seat(interaction, table)
        typed = filled_in(interaction.data).get(FIELD, "")
        await self._notes.keep(interaction.user.id, table.id, typed)
        await self._my_calls.show_here(interaction, table.id)

    async def set_typed(self, interaction: Interaction, named: str, text: str | None) -> None:
        """Keep a note about a table of any server that was named by its id; none deletes it.

        Raises NotAtTable for others, whether or not there is such a table.
        """
        try:
            table = await self._services.tables.get(named.strip())
        except NoTable:
            raise NotAtTable from None
        self._demand_seat(interaction, table)
        person, wording = interaction.user.id, wording_of(interaction)
        await self._notes.keep(person, table.id, text or "")
        note = self._notes.of(person, table.id)
        said = note_line(note, len(note)) or wording.gettext("You have no note for this game now.")
        game = self._services.title_of(table.game_key, wording)
        title = wording.gettext("Note · {game}", game=game)
        await show(interaction, Page(title=title, text=said))

    async def offered(self, interaction: Interaction, text: str) -> list[Suggestion]:
        """Return the person's tables that aren't over, on all servers."""
        services, wording = self._services, wording_of(interaction)
        found: list[Suggestion] = []
        for stored in await services.tables.store.tables_of(interaction.user.id):
            table = brief_of(stored)
            game = services.title_of(table.game_key, wording)
            server = services.server_name(table.guild_id)
            names = [game, table.id, *([] if server is None else [bare_name(server)])]
            found.append(Suggestion(table.id, " · ".join(names)))
        return narrowed(found, text)

    def _demand_seat(self, interaction: Interaction, table: Table) -> None:
        """Raise Trouble unless the person sits at a table that isn't over."""
        if not table.sits(interaction.user.id):
            raise NotAtTable
        if table.phase not in LIVE:
            raise Trouble(_OVER)
