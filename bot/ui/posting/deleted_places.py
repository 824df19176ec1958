"""Channels and threads that were deleted, also while the bot was down: what lay there goes on."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.refusals import GONE, NO_ACCESS
from bot.ui.posting.request_budget import Urgency, urgency
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Services

log = logging.getLogger(__name__)


class DeletedPlaces:
    """Has tables, nights and questions find their next place once theirs is deleted."""

    def __init__(
        self, services: Services, messages: TableMessages, night_messages: NightMessages
    ) -> None:
        self._services = services
        self._messages = messages
        self._night_messages = night_messages

    async def deleted(self, guild_id: int, place_id: int) -> None:
        """Look after what lay in a channel or thread."""
        await self._messages.place_deleted(place_id)
        await self._night_messages.place_deleted(place_id)
        await self._night_messages.channel_deleted(guild_id, place_id)

    async def look(self, guilds: Sequence[discord.Guild]) -> None:
        """Find what was deleted on servers while nobody told the bot.

        Discord names the channels and open threads of a server that arrives. What isn't among them
        may be an archived thread, so it is asked for; once alone in a channel that the bot can't
        see, whose other threads it can't see either.
        """
        there = {guild.id: guild for guild in guilds}
        places = self._services.tables.store.places
        unseen = set[int]()
        for guild_id, channel_id, place_id in await places.in_use(there):
            if channel_id in unseen or there[guild_id].get_channel_or_thread(place_id) is not None:
                continue
            code = await self._refusal(place_id)
            if code == NO_ACCESS:
                unseen.add(channel_id)
            if code in GONE:
                log.info("server %s: place %s was deleted meanwhile", guild_id, place_id)
                await self.deleted(guild_id, place_id)

    async def _refusal(self, place_id: int) -> int:
        """Ask for a place; return the code with which Discord refuses it, 0 if it is there."""
        try:
            with urgency(Urgency.REST):
                await self._services.bot.fetch_channel(place_id)
        except discord.HTTPException as error:
            return error.code
        return 0
