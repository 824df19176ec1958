"""How a person's turn calls them: chosen on a private page, press by press, or for one table."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final, cast

from bot.engine.text import marked as _
from bot.tables.table import Table
from bot.tables.trouble import NotAtTable, Trouble
from bot.tables.turn_calls import demand_digest, next_digest
from bot.tables.who_sits import TableBrief, brief_of
from bot.ui.actions.own_zone import keep_typed_zone, own_zone
from bot.ui.pages.form import filled_in
from bot.ui.pages.my_calls import (
    FIELD,
    OwnWay,
    calls_page,
    digest_form,
    mine_page,
    typed_times,
)
from bot.ui.pages.wording import Wording, plain_name
from bot.ui.posting.direct_calls import DirectCalls
from bot.ui.posting.forms import Forms
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services
from storage.call_store import Way

NO_ZONE: Final = _("A digest needs your time zone. Set it with `/me clock`.")


class MyCalls:
    """What people choose about their calls. Every method answers, or raises Trouble."""

    def __init__(self, services: Services, direct: DirectCalls, forms: Forms) -> None:
        self._services = services
        self._forms = forms
        self._tables = services.tables
        self._store = services.tables.store
        self._ways = services.tables.call_ways
        self._direct = direct

    async def show(self, interaction: Interaction, notice: str = "") -> None:
        """Show how the person is called, with `notice` (finished words) above it."""
        person, wording = interaction.user.id, wording_of(interaction)
        row = await self._store.calls.of(person)
        zone = (await self._tables.people.row(person)).zone
        await show(
            interaction, calls_page(row, zone, await self._own(person, wording), wording, notice)
        )

    async def choose(self, interaction: Interaction, way: str) -> None:
        """Have the person called in one way from now on; a direct message comes at once."""
        person = interaction.user.id
        row = await self._store.calls.of(person)
        if way != row.calls or row.calls_closed:
            await self._ways.choose(replace(row, calls=cast(Way, way), calls_closed=0))
            await self._store.people.note_language(person, str(interaction.locale))
        if way == "dm":
            await self._say_hello(interaction)
        await self._tell_tables(person)
        await self.show(interaction)

    async def try_again(self, interaction: Interaction) -> None:
        """Send the person direct messages again."""
        row = await self._store.calls.of(interaction.user.id)
        await self._ways.choose(replace(row, calls_closed=0))
        await self._say_hello(interaction)
        await self._tell_tables(interaction.user.id)
        await self.show(interaction)

    async def _say_hello(self, interaction: Interaction) -> None:
        """Send a message as a test; note it if the person's direct messages are closed."""
        person = interaction.user.id
        if not await self._direct.say_hello(person, wording_of(interaction)):
            await self._store.calls.note_dms_refused(person, ())
            # The page that is shown now says so.
            await self._store.calls.note_told_dms_refused(person)
            self._ways.note_dms_refused(person, 2)

    async def _tell_tables(self, person: int) -> None:
        """Have the pings of the tables that wait for the person follow what they chose."""
        for head, _seats in await self._store.waiting_for(person):
            self._tables.tell(await self._tables.get(head.id))

    # The digest

    async def ask_digest(self, interaction: Interaction) -> None:
        """Show the form for the times of the person's digest, and for their zone if none is set."""
        person, wording = interaction.user.id, wording_of(interaction)
        zone = await own_zone(self._services, person)
        row = await self._store.calls.of(person)
        await self._forms.open(interaction, digest_form(row, wording, asks_zone=zone is None))

    async def set_digest(self, interaction: Interaction) -> None:
        """Keep the times that the form says. Raises Trouble for what can't be read."""
        person = interaction.user.id
        typed = filled_in(interaction.data).get(FIELD, "")
        times = demand_digest(typed_times(typed, wording_of(interaction)))
        await keep_typed_zone(self._services, interaction)
        zone = await own_zone(self._services, person)
        if zone is None:
            raise Trouble(NO_ZONE)
        row = await self._store.calls.of(person)
        at = next_digest(times, zone, self._tables.now())
        await self._ways.choose(replace(row, digest=json.dumps(times), digest_at=at))
        await self._store.people.note_language(person, str(interaction.locale))
        self._direct.due_timer.look_now()
        await self.show(interaction)

    # One table

    async def show_here(self, interaction: Interaction, table_id: str) -> None:
        """Show what the person has set for a table. Raises NotAtTable for others."""
        services, person = self._services, interaction.user.id
        table = await services.table(interaction, table_id)
        if not table.sits(person):
            raise NotAtTable
        usual = (await self._store.calls.of(person)).calls
        wording = services.own_wording(table, str(interaction.locale), person)
        page = mine_page(
            services.game_of(table),
            table.face(),
            usual,
            self._ways.chosen(person, table.id),
            self._tables.notes.of(person, table.id),
            wording,
        )
        await show(interaction, page)

    async def choose_here(self, interaction: Interaction, table_id: str, way: str) -> None:
        """Have the person called in another way than their usual one at a table."""
        table = await self._services.table(interaction, table_id)
        person = interaction.user.id
        if not table.sits(person):
            raise NotAtTable
        chosen = None if way == "usual" else cast(Way, way)
        if chosen != self._ways.chosen(person, table_id):
            await self._ways.choose_here(table_id, person, chosen)
            await self._store.people.note_language(person, str(interaction.locale))
        if way == "dm":
            await self._say_hello(interaction)
        self._tables.tell(table)
        await self.show_here(interaction, table_id)

    async def as_usual(self, interaction: Interaction, table_id: str) -> None:
        """Have the person called as usual again at a table."""
        await self._ways.choose_here(table_id, interaction.user.id, None)
        await self._tell_tables(interaction.user.id)
        await self.show(interaction)

    async def _own(self, person: int, wording: Wording) -> list[OwnWay]:
        """Return the tables that aren't over for which the person chose another way."""
        found: list[OwnWay] = []
        for stored in await self._store.tables_of(person):
            table = brief_of(stored)
            way = self._ways.chosen(person, table.id)
            if way is not None:
                found.append(OwnWay(table.id, self._name(table, wording), way))
        return found

    def _name(self, table: TableBrief | Table, wording: Wording) -> str:
        server = self._services.server_name(table.guild_id)
        title = self._services.title_of(table.game_key, wording)
        return title if server is None else f"{title} · {plain_name(server)}"
