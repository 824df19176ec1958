"""What Discord tells of: clicks, connections that are back, and places and servers that change."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import discord
from discord.ext import commands

from bot.process.command_tree import BotWithBans
from bot.process.regular_jobs import leave_banned
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble
from bot.ui.incoming.clicks import Clicks
from bot.ui.posting.arrivals import Arrivals
from bot.ui.posting.channels import missing_here
from bot.ui.posting.deleted_places import DeletedPlaces
from bot.ui.posting.new_names import NewNames
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.replies import report
from bot.ui.posting.shut_places import ShutPlaces
from bot.ui.posting.tables.table_messages import TableMessages
from storage.statements import WHOLE, Shard

WRITTEN: Final = (discord.MessageType.default.value, discord.MessageType.reply.value)
"""The kinds of messages that somebody has written; others tell of a pin or a call."""

log = logging.getLogger(__name__)


class DiscordEvents(commands.Cog):
    """Passes on what Discord tells of."""

    def __init__(
        self,
        bot: BotWithBans,
        tables: Tables,
        clicks: Clicks,
        messages: TableMessages,
        night_messages: NightMessages,
        shut_places: ShutPlaces,
        new_names: NewNames,
        arrivals: Arrivals,
        deleted_places: DeletedPlaces,
    ) -> None:
        """Take whom to tell, each of the parts for what is theirs."""
        self._bot = bot
        self._tables = tables
        self._clicks = clicks
        self._messages = messages
        self._night_messages = night_messages
        self._shut_places = shut_places
        self._new_names = new_names
        self._arrivals = arrivals
        self._deleted_places = deleted_places
        self._repairing: dict[Shard, asyncio.Task[None]] = {}
        self._waking: dict[int, asyncio.Task[None]] = {}
        """By server."""
        shut_places.when_over = self._refusal_over

    def cancel(self) -> None:
        """Stop what it has begun."""
        for task in (*self._repairing.values(), *self._waking.values()):
            task.cancel()

    # Connections

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        """Log that a shard's session is open."""
        log.info("shard %d of %d is ready", shard_id, self._bot.shard_count)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Repair what was missed while there was no session."""
        self.repair((shard_id, self._bot.shard_count or 1))

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Repair what was missed while the connection was down."""
        self.repair((shard_id, self._bot.shard_count or 1))

    def repair(self, shard: Shard = WHOLE) -> None:
        """Update boards and cards of a shard that missed something; hold nobody up."""
        running = self._repairing.get(shard)
        if running is None or running.done():
            self._repairing[shard] = asyncio.create_task(self._repair_all(shard))

    async def _repair_all(self, shard: Shard) -> None:
        for messages in (self._messages, self._night_messages):
            try:
                await messages.repair(shard)
            except Exception as error:
                report(error, "repairing the boards")

    # Clicks and messages; commands go through the tree

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Pass on every click; commands go through the tree."""
        here = interaction.channel_id
        if here is not None and here in self._shut_places and not missing_here(interaction):
            self._shut_places.reopen(here)
        self._new_names.heard(interaction)
        self._night_messages.who_left.heard(interaction)
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            if interaction.message is not None:
                self._messages.pressed(interaction.message.id, interaction.user.id)
            await self._clicks.enter(interaction)

    def message_written(self, data: Any) -> None:
        """Count messages that others write below a board, and have a direct one answered.

        What they say isn't read. Outside of servers there is also what the bot itself has answered.
        """
        author, place = data["author"], int(data["channel_id"])
        person = int(author["id"])
        if self._bot.user is not None and person == self._bot.user.id:
            return
        self._messages.count_message(place)
        if "guild_id" in data or author.get("bot") or data.get("type") not in WRITTEN:
            return
        with suppress(Trouble):
            self._bot.bans.demand_not_banned(None, person)
            self._bot.dispatch("direct_message", person, place, int(data["id"]))

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Post a night's card again after somebody deleted it."""
        await self._night_messages.messages_deleted(payload.guild_id, [payload.message_id])

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Post cards of nights again after somebody deleted them with other messages."""
        await self._night_messages.messages_deleted(payload.guild_id, payload.message_ids)

    # Places

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Move what lay in a thread that was deleted."""
        await self._deleted_places.deleted(payload.guild_id, payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Move what lay in a channel that was deleted."""
        await self._deleted_places.deleted(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry what a channel has refused."""
        await self._something_allowed(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Retry what a server has refused."""
        await self._something_allowed(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Retry what a server has refused; the bot only hears of changes to itself."""
        await self._something_allowed(after.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """Retry what a thread has refused."""
        await self._something_allowed(after.guild)

    async def _something_allowed(self, guild: discord.Guild) -> None:
        """Wake what has slept since a server's channels were closed: one may be open."""
        if self._shut_places.reopen_guild(guild):
            await self._wake(guild)

    async def _wake(self, guild: discord.Guild) -> None:
        await self._messages.wake_guilds([guild])
        await self._night_messages.wake_guilds([guild])

    def _refusal_over(self, place_id: int) -> None:
        """Wake what has slept on a server since it reached a limit that ends by itself."""
        place = self._bot.get_channel(place_id)
        if isinstance(place, discord.abc.GuildChannel | discord.Thread):
            self._waking[place.guild.id] = asyncio.create_task(self._wake(place.guild))

    # Servers

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that has the bot back, unless it is banned."""
        if guild.id in self._bot.bans.servers:
            await leave_banned(guild)
            return
        self._shut_places.reopen_guild(guild)
        await self._arrivals.arrived(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Put the tables of a server from which the bot was removed to sleep.

        Discord doesn't report a server as removed that is only unavailable for a while.
        """
        self._arrivals.gone(guild.id)
        await self._tables.servers.left(guild.id)
        await self._tables.sleep_guild(guild.id)
        await self._night_messages.sleep_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that is back, or has the bot back."""
        self._shut_places.reopen_guild(guild)
        await self._arrivals.arrived(guild)
