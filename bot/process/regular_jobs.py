"""What a running bot does again and again: it sweeps old tables and heeds its operator's bans."""

from __future__ import annotations

import contextlib
import logging

import discord
from discord.ext import commands, tasks

from bot.process.command_tree import BotWithBans
from bot.tables.due_timer import LOOK
from bot.tables.sweep_tables import sweep_tables
from bot.ui.posting.replies import WIRE, error_name, report
from bot.ui.services import Services
from storage.errors import WriteRefused

OPERATOR_EVERY = 10.0
"""Seconds after which a running bot notices what its operator has done on the command line."""

log = logging.getLogger(__name__)


class RegularJobs(commands.Cog):
    """Has the jobs that come round."""

    def __init__(
        self, bot: BotWithBans, services: Services, keep_days: int | None, look: float
    ) -> None:
        """Take the days a finished table is kept (None: for ever), and the time between looks."""
        self._bot = bot
        self._services = services
        self._keep_days = keep_days
        self._look = look

    async def start(self) -> None:
        """Look who is banned and what is announced, note the kinds of errors, and begin."""
        logging.getLogger().addHandler(self._services.reports.errors)
        await self._bot.bans.look()
        await self._services.announcement.look()
        seconds = min(OPERATOR_EVERY, OPERATOR_EVERY * self._look / LOOK)
        self.heed_operator.change_interval(seconds=seconds)
        self.heed_operator.start()
        self.sweep.start()

    def cancel(self) -> None:
        """Stop."""
        logging.getLogger().removeHandler(self._services.reports.errors)
        self.sweep.cancel()
        self.heed_operator.cancel()

    @tasks.loop(hours=1)
    async def sweep(self) -> None:
        """Close forgotten lobbies, and forget old tables if the settings say so."""
        try:
            if self._bot.is_ready():
                await self._note_servers()
            await sweep_tables(self._services.tables, self._keep_days)
            await self._services.table_verbs.take_off_blocked()
            await self._services.nights.take_off_blocked()
            await self._services.nights.sweep()
            await self._services.reports.sweep()
        except Exception as error:
            report(error, "sweeping the tables")

    @tasks.loop(seconds=OPERATOR_EVERY)
    async def heed_operator(self) -> None:
        """Look what is announced, and note where the operator looks at hands; take the newly banned
        off seats, and leave banned servers.
        """
        try:
            await self._services.announcement.look()
            if await self._bot.bans.look():
                await self._services.table_verbs.take_off_blocked()
                await self._services.nights.take_off_blocked()
            for guild in self._bot.guilds:
                if guild.id in self._bot.bans.servers:
                    await leave_banned(guild)
            await self._services.reports.heed_operator()
        except Exception as error:
            report(error, "heeding the operator")

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Note which servers the bot has left while it was down: by now it knows all its own."""
        # If the disk refuses, the next sweep notes it.
        with contextlib.suppress(WriteRefused):
            await self._note_servers()

    async def _note_servers(self) -> None:
        await self._services.tables.servers.only_on([guild.id for guild in self._bot.guilds])


async def leave_banned(guild: discord.Guild) -> None:
    """Leave a server that the operator has banned; if Discord refuses, it is tried again."""
    try:
        await guild.leave()
        log.info("left server %d, which is banned", guild.id)
    except WIRE as error:
        log.warning("server %d is banned and wasn't left: %s", guild.id, error_name(error))
