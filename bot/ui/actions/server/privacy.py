"""What people can ask about their own data: what is kept, a file of it, and its deletion."""

from __future__ import annotations

import io

import discord

from bot.engine.text import cleaned
from bot.ui.pages.server.policies import Operator
from bot.ui.pages.server.privacy_page import (
    POLICIES,
    about_page,
    deleted_page,
    kept_page,
    own_file,
    policy_page,
    sure_page,
)
from bot.ui.posting.replies import arrived, show, wording_of
from bot.ui.services import Interaction, Services


class Privacy:
    """What people do about their data. Every method answers or raises Trouble."""

    def __init__(self, services: Services, operator: Operator) -> None:
        self._services = services
        self._forgetting = services.forgetting
        self._operator = operator

    async def about(self, interaction: Interaction) -> None:
        """Show in brief what is kept, and who keeps it."""
        await show(interaction, about_page(self._operator, wording_of(interaction)))

    async def policy(self, interaction: Interaction, verb: str) -> None:
        """Show one of `POLICIES` in full."""
        page = policy_page(self._operator, POLICIES[verb], wording_of(interaction))
        await show(interaction, page)

    async def show(self, interaction: Interaction) -> None:
        """Give the person a file of everything that is kept about them."""
        person = interaction.user.id
        rows = await self._forgetting.own_rows(person)
        wording = wording_of(interaction)
        content = own_file(person, rows, self._services.tables.now(), wording)
        said = wording.gettext("Everything I keep about you, as a file.")
        answer = interaction.response.send_message(
            said, file=discord.File(io.BytesIO(content), "my-data.json"), ephemeral=True
        )
        await arrived(interaction, answer, first=True)

    async def ask(self, interaction: Interaction) -> None:
        """Say what is deleted and what stays, and ask whether they are sure."""
        live, over = await self._forgetting.seats(interaction.user.id)
        await show(interaction, sure_page(live, over, wording_of(interaction)))

    async def keep(self, interaction: Interaction) -> None:
        """Say that nothing was deleted."""
        await show(interaction, kept_page(wording_of(interaction)))

    async def delete(self, interaction: Interaction) -> None:
        """Delete the person's data."""
        # It may take longer than Discord waits for an answer.
        await arrived(interaction, interaction.response.defer(), first=True)
        user = interaction.user
        raw = {user.name, user.display_name, user.global_name or ""}
        # Also look for what was saved before names were cleaned.
        names = (raw | {cleaned(name) for name in raw}) - {""}
        wiped = await self._forgetting.forget(user.id, names)
        await show(interaction, deleted_page(wiped, wording_of(interaction)))
