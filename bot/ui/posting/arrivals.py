"""Servers that the bot joins, or that are there again: those that arrive together wake together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.ui.posting.deleted_places import DeletedPlaces
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Services


class Arrivals:
    """Wakes what sleeps on servers that arrive, and looks for what was deleted there meanwhile.

    At startup Discord names every server separately, all within moments. Looked up one by one, they
    would hold up the clicks that come meanwhile.
    """

    def __init__(
        self,
        services: Services,
        messages: TableMessages,
        night_messages: NightMessages,
        deleted_places: DeletedPlaces,
    ) -> None:
        self._services = services
        self._messages = messages
        self._night_messages = night_messages
        self._deleted_places = deleted_places
        self._waiting: dict[int, discord.Guild] = {}
        self._working = asyncio.Lock()

    async def arrived(self, guild: discord.Guild) -> None:
        """Wake what sleeps on a server, together with all that arrive during a waking."""
        self._waiting[guild.id] = guild
        async with self._working:
            guilds = [*self._waiting.values()]
            self._waiting.clear()
            if guilds:
                await self._wake(guilds)

    def gone(self, guild_id: int) -> None:
        """Leave out a server that has gone before its turn came."""
        self._waiting.pop(guild_id, None)

    async def _wake(self, guilds: Sequence[discord.Guild]) -> None:
        await self._services.tables.servers.joined([guild.id for guild in guilds])
        await self._messages.wake_guilds(guilds)
        await self._night_messages.wake_guilds(guilds)
        await self._deleted_places.look(guilds)
