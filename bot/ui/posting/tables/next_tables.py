"""Finds the tables that wait for a person, for the button that leads to the next of them."""

from __future__ import annotations

from bot.tables.waiting import Waiting, waiting_for
from bot.ui.in_sight import server_of
from bot.ui.pages.page import Button
from bot.ui.pages.tables.my_tables import next_button
from bot.ui.pages.wording import Wording
from bot.ui.services import Interaction, Services


class NextTables:
    """Knows which tables wait for somebody besides the one that they are at.

    Nobody waits in a private game, so those are left out.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    async def waiting(self, person: int, but: str = "") -> list[Waiting]:
        """Return the tables that wait for a person, the most urgent first; all but one."""
        asked = await self._services.tables.store.waiting.asked_at(person)
        found = [each for each in asked if each.table.id != but]
        if not found:
            return []
        return waiting_for(found, await self._services.tables.people.row(person))

    async def button(
        self, interaction: Interaction, wording: Wording, at: str = ""
    ) -> Button | None:
        """Return the button from a table to the next that waits for who asked; None without any."""
        waits = await self.waiting(interaction.user.id, at)
        if not waits:
            return None
        game = self._services.title_of(waits[0].table.game, wording)
        return next_button(waits, game, server_of(interaction), at, wording)
