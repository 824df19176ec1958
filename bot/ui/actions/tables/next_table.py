"""From one table to the next that waits, in the same message."""

from __future__ import annotations

from bot.engine.text import marked as _
from bot.ui.actions.me import Me
from bot.ui.actions.tables.play import Play
from bot.ui.in_sight import server_of
from bot.ui.posting.replies import wording_of
from bot.ui.posting.tables.next_tables import NextTables
from bot.ui.services import Interaction, Services

NONE_WAITS = _("No other game waits for you now.")
ELSEWHERE = _("The next game that waits for you is on another server.")


class NextTable:
    """Leads people through the tables that wait for them."""

    def __init__(self, services: Services, play: Play, me: Me) -> None:
        self._services = services
        self._tables = NextTables(services)
        self._play = play
        self._me = me

    async def open(self, interaction: Interaction, at: str = "") -> None:
        """Show the person's hand at the next table that waits for them, in place of the one `at`.

        From then on the message belongs to that table alone. If none waits on this server any more,
        what the message shows is shown as it stands.
        """
        person = interaction.user.id
        waits = await self._tables.waiting(person, at)
        if not waits or waits[0].table.guild_id != server_of(interaction):
            await self._stay(interaction, at, ELSEWHERE if waits else NONE_WAITS)
            return
        table = await self._services.table(interaction, waits[0].table.id)
        await self._play.hands.left(interaction, at)
        await self._play.show_hand(interaction, table)

    async def _stay(self, interaction: Interaction, at: str, why: str) -> None:
        """Show what a message shows, with the reason why it leads nowhere else."""
        if not at:
            await self._me.games(interaction)
            return
        notice = wording_of(interaction).gettext(why)
        table = await self._services.table(interaction, at)
        await self._play.show_hand(interaction, table, notice)
