"""The bot process: everything is put together here, from the bottom up."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import discord

from bot.games.find_games import (
    extension_of,
    folders_of,
    is_game,
    is_ours,
    log_installed,
    opponent,
    packages,
)
from bot.nights.deal_rounds import RoundDealer
from bot.nights.next_night import SeriesRunner
from bot.nights.night_timer import NightTimer
from bot.nights.nights import Nights
from bot.nights.run_rounds import RoundRunner
from bot.process import discord_fixes, garbage
from bot.process.backups import backing_up
from bot.process.command_tree import BotWithBans, CommandTree, register_commands
from bot.process.discord_events import DiscordEvents
from bot.process.health import Watched
from bot.process.metrics_server import offered
from bot.process.open_interactions import OpenInteractions
from bot.process.regular_jobs import RegularJobs
from bot.process.settings import Settings
from bot.process.shards import NoStartsLeft, ShardStarts
from bot.tables import dealers
from bot.tables.clocks import Clocks, shifted
from bot.tables.computer_players import Computers
from bot.tables.due_timer import LOOK
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.order_timer import OrderTimer
from bot.tables.results import fill_in_results
from bot.tables.table_timer import TableTimer
from bot.tables.tables import Tables
from bot.tables.workers import AFTER_START, Workers
from bot.ui.actions.actions import Actions
from bot.ui.incoming.clicks import Clicks
from bot.ui.incoming.commands import Requests
from bot.ui.pages import catalogues
from bot.ui.pages.server.policies import NOBODY, NOWHERE, Operator
from bot.ui.pictures.drawings import Drawings, drawing_process
from bot.ui.pictures.uploads import Uploads
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.app_emoji import AppEmoji
from bot.ui.posting.arrivals import Arrivals
from bot.ui.posting.deleted_places import DeletedPlaces
from bot.ui.posting.direct_calls import DirectCalls
from bot.ui.posting.new_names import NewNames
from bot.ui.posting.nights.hosts_on_discord import HostsOnDiscord
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.replies import report
from bot.ui.posting.request_budget import RequestBudget
from bot.ui.posting.shut_places import ShutPlaces
from bot.ui.posting.tables.open_hands import OpenHands
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Services
from storage.database import Database
from storage.errors import StorageError
from storage.night_store import NightStore
from storage.statements import ALIVE
from storage.store import Store

SENT_BEFORE = 0.2
"""Seconds in which what Discord sent before the bot was told to stop can still arrive."""
LAST_ANSWERS = 5.0
"""The most seconds for answering it. Docker, for example, kills after ten."""
LOOK_OFTEN = 0.2
"""Seconds after which the timer checks the time where a file sets the clock."""
WORKER: Final = (sys.executable, "-m", "bot.process.worker")
"""The command that starts a process in which computers think."""

HEARS_LITTLE: Final[Mapping[str, Any]] = {
    "intents": discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
    "max_messages": None,
    "chunk_guilds_at_startup": False,
    "member_cache_flags": discord.MemberCacheFlags.none(),
}
"""What Discord should send, and discord.py cache: no messages and no members."""

log = logging.getLogger(__name__)


class Bot(BotWithBans):
    """One bot process on Discord, with all shards. It caches no messages and no members."""

    _leaving = False
    """The shards go on reading until the end of `close`."""
    _resuming: asyncio.Task[None] | None = None
    _filling_in: asyncio.Task[None] | None = None

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        look: float = LOOK,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the tables to serve, the seconds between two looks, and a clock nobody sets."""
        self._shut_places = ShutPlaces()
        budget = RequestBudget(settings.requests_a_second, self._shut_places)
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=CommandTree,
            allowed_mentions=discord.AllowedMentions.none(),
            **HEARS_LITTLE,
            http_trace=budget.trace,
        )
        self._tables = tables
        # From the bottom up: nothing here knows what is built after it.
        self._drawer = drawing_process()
        lobby_verbs = LobbyVerbs(tables)
        self._build_timers(tables, lobby_verbs, steady)
        self._workers = Workers(WORKER, settings.computer_workers)
        services = Services(
            self,
            tables,
            lobby_verbs,
            self._clocks,
            Drawings(self._drawer),
            self._nights,
            self._round_runner,
            self._workers,
        )
        self._away_timer = services.away_days.due_timer
        services.uploads = Uploads(settings.upload_kb_a_second)
        self._answers_first = answers_first = AnswersFirst()
        self._open = OpenInteractions()
        self._build_posting(services, budget, settings)
        self._order_timer = OrderTimer(tables, services.moves, self._new_names)
        self.bans = services.bans
        actions = self._build_actions(services, settings)
        self._events = self._build_events(services, Clicks(actions, answers_first, self.bans))
        self._jobs = RegularJobs(self, services, settings.keep_days, look)
        self.requests = Requests(services, actions, answers_first)
        self._mend_discord_py()
        self._listen()
        self._settings = settings
        self._players = services.players
        """Filled as the games are loaded."""
        self._computers = self._computer_players(services, settings)
        self.watched = Watched(
            self, tables.store, self._open, budget, self._workers, answers_first.queues
        )
        self._look = look
        self._starts = ShardStarts()

    def _build_timers(
        self, tables: Tables, lobby_verbs: LobbyVerbs, steady: Callable[[], float]
    ) -> None:
        """Build what waits until something is due: clocks, set times of tables, and nights."""
        self._clocks = Clocks(tables)
        self._table_timer = TableTimer(tables, lobby_verbs)
        self._nights = Nights(tables, NightStore(tables.store.database), tables.servers)
        self._round_runner = RoundRunner(
            self._nights, RoundDealer(self._nights, lobby_verbs), self._drawer
        )
        hosts = HostsOnDiscord(self, tables.servers)
        self._night_timer = NightTimer(
            self._nights, self._round_runner, SeriesRunner(self._nights, hosts), steady
        )

    def _build_posting(self, services: Services, budget: RequestBudget, settings: Settings) -> None:
        """Build what is posted without anybody waiting for it."""
        answers_first = self._answers_first
        self._emoji = AppEmoji(services)
        self._messages = TableMessages(
            services,
            answers_first,
            budget,
            picture_pause=settings.picture_pause,
            calm_above=settings.calm_above,
            ping_pause=settings.ping_pause,
        )
        self._hands = OpenHands(services, answers_first, settings.picture_pause)
        self._messages.follow(self._hands)
        self._direct_calls = DirectCalls(
            services, answers_first, self._messages.schedule, settings.ping_pause
        )
        self._night_messages = NightMessages(services, answers_first, settings.picture_pause)
        self._messages.tell_pages(self._night_messages.pages.changed)
        self._new_names = NewNames(services, answers_first)

    def _build_actions(self, services: Services, settings: Settings) -> Actions:
        """Build what people can do."""
        return Actions(
            services,
            self._messages,
            self._hands,
            self._night_messages,
            self._direct_calls,
            operator_of(settings),
        )

    def _build_events(self, services: Services, clicks: Clicks) -> DiscordEvents:
        deleted_places = DeletedPlaces(services, self._messages, self._night_messages)
        return DiscordEvents(
            self,
            services.tables,
            clicks,
            self._messages,
            self._night_messages,
            self._shut_places,
            self._new_names,
            Arrivals(services, self._messages, self._night_messages, deleted_places),
            deleted_places,
        )

    def _computer_players(self, services: Services, settings: Settings) -> Computers:
        return Computers(
            services.tables,
            services.moves,
            self._workers,
            self._players,
            settings.computer_delay,
            settings.computer_delay_alone,
        )

    def _mend_discord_py(self) -> None:
        """Make discord.py do less where it does too much, and go on where it would exit."""
        discord_fixes.sweep_seldom(self.http)
        discord_fixes.read_messages_with(self, self._events.message_written)
        discord_fixes.pass_over_unreadable(self._connection.parsers)
        discord_fixes.reconnect_after_unreadable()

    def _listen(self) -> None:
        """Make messages follow what happens at tables and nights."""
        self._tables.listeners += [
            self._messages.table_changed,
            self._hands.table_changed,
            self._direct_calls.table_changed,
            self._night_messages.table_changed,
        ]
        self._nights.listeners.append(self._night_messages.night_changed)

    async def setup_hook(self) -> None:
        """Load all packages, register the commands with Discord if they changed, repair boards."""
        await self.add_cog(self._events)
        await self.add_cog(self._jobs)
        await self._count_shards()
        log_installed()
        for name, package in packages().items():
            await self._load(name, package)
        garbage.look_seldom()
        await register_commands(self, self._tables.store, self._settings.sync_guild)
        # The clocks note a sign of life as they start.
        noted = await self._tables.store.meta(ALIVE)
        since = None if noted is None else int(noted)
        if since is not None:
            await self._messages.look_for_lost_hands(since)
        await self._tables.call_ways.load()
        await self._tables.notes.load()
        self._direct_calls.start(self._look)
        self._hands.start(self._look)
        await self._clocks.start(self._look)
        self._table_timer.start(self._look)
        self._order_timer.start(self._look)
        self._away_timer.start(self._look)
        await self._night_timer.start(since, self._look)
        self._night_messages.pages.start(self._look)
        await self._jobs.start()
        self._workers.start(AFTER_START)
        self._drawer.start(AFTER_START)
        self._emoji.start()
        self._resuming = asyncio.create_task(self._resume_computers())
        self._filling_in = asyncio.create_task(self._fill_in_results())
        self._events.repair()

    async def _count_shards(self) -> None:
        """Ask Discord how many shards there should be, and how fast they may start."""
        recommended, _url, limit = await self.http.get_bot_gateway()
        self.shard_count = self._settings.shards or recommended
        if limit["remaining"] < self.shard_count:
            seconds = limit["reset_after"] / 1000
            raise NoStartsLeft(self.shard_count, limit["remaining"], seconds)
        self._starts = ShardStarts(limit["max_concurrency"])
        log.info("shards: %d", self.shard_count)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may start its session."""
        await self._starts.wait(shard_id or 0)

    async def _load(self, name: str, package: str) -> None:
        """Load a package. A game that fails is logged and left out."""
        if not is_game(package):
            # Without `/table` the bot is of no use.
            await self.load_extension(extension_of(package))
            return
        try:
            found = opponent(name, package)
            if found.ahead is not None:
                self._tables.add_ahead(name, found.ahead)
            if not is_ours(package):
                catalogues.add_texts(package, folders_of(package))
            await self.load_extension(extension_of(package))
            self._players[name] = found.player
        except Exception as error:
            report(getattr(error, "original", error), f"{package} is left out")

    async def answer_the_last(self) -> None:
        """Answer those who pressed something before the bot was told to stop."""
        await asyncio.sleep(SENT_BEFORE)
        try:
            async with asyncio.timeout(LAST_ANSWERS):
                # discord.py doesn't say when it has sent an answer, so this asks it for a few
                # moments.
                while self._open.waiting() or self._answers_first.answering_now:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        except TimeoutError:
            log.warning("%d people were left without an answer", self._open.waiting())

    async def close(self) -> None:
        """Leave Discord. What isn't shown yet is caught up on at the next start."""
        self._leaving = True
        self._jobs.cancel()
        self._events.cancel()
        for task in (self._resuming, self._filling_in):
            if task is not None:
                task.cancel()
        await self._night_timer.close()
        await self._round_runner.close()
        await self._table_timer.close()
        await self._order_timer.close()
        await self._away_timer.close()
        await self._clocks.close()
        await self._computers.close()
        await self._workers.close()
        await self._new_names.close()
        await self._direct_calls.close()
        await self._messages.close()
        await self._night_messages.close()
        await self._hands.close()
        await self._emoji.close()
        await self._drawer.close()
        await super().close()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on, unless the bot has left.

        discord.py counts the servers for some seconds after the start, and fails if it is closed
        before that.
        """
        if self._leaving or self.is_closed():
            return
        if event_name == "interaction":
            self._open.came(args[0])
        if event_name == "shard_connect":
            # Before any server is told as available again.
            self._remove_gone(*args)
        super().dispatch(event_name, *args, **kwargs)

    def _remove_gone(self, shard: int) -> None:
        for guild in discord_fixes.removed_meanwhile(self, shard):
            self.dispatch("guild_remove", guild)

    async def _resume_computers(self) -> None:
        try:
            await self._computers.resume()
        except Exception as error:
            report(error, "taking up the turns of computers")

    async def _fill_in_results(self) -> None:
        try:
            await fill_in_results(self._tables.store)
        except Exception as error:
            report(error, "filling in the results of old games")

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an error by its kind and place, without what it was about."""
        error = sys.exc_info()[1]
        if self._leaving and isinstance(error, StorageError | RuntimeError):
            # It had begun before the database was closed, or the line, for which aiohttp raises a
            # RuntimeError; the next start looks again.
            return
        if error is not None:
            report(error, event_method)


def operator_of(settings: Settings) -> Operator:
    """Return who runs the bot, according to the settings."""
    backup_days = None
    if settings.backup_every is not None:
        backup_days = math.ceil(settings.backup_every * settings.backup_keep / 24)
    return Operator(
        settings.operator_name or NOBODY,
        settings.contact or NOWHERE,
        settings.keep_days,
        backup_days,
    )


async def main(settings: Settings, deals: Path | None, clock: Path | None) -> int:
    """Run the bot until it is cancelled, then clean up; return the exit code.

    `deals` is a file of draws to use in place of chance; `clock` is a file with the seconds by
    which the tables are ahead of the machine. Raises StorageError, CannotListen, NoStartsLeft and
    discord.LoginFailure.
    """
    assert settings.discord_token is not None
    discord_fixes.warn_of_no_voice()
    database = await Database.open(settings.database, busy_seconds=settings.busy_seconds)
    try:
        source = dealers.live() if deals is None else dealers.from_file(deals)
        now, look, steady = time.time, LOOK, time.monotonic
        if clock is not None:
            # Whoever sets the file means time to go by, so both clocks do.
            (now, steady), look = shifted(clock), LOOK_OFTEN
        tables = Tables(Store(database), dealers=source, now=now)
        async with (
            backing_up(settings),
            Bot(tables, settings, look, steady) as bot,
            offered(bot.watched, settings.metrics_host, settings.metrics_port),
        ):
            await _until_stopped(bot, settings.discord_token.get_secret_value())
    finally:
        await database.close()
    return 0


async def _until_stopped(bot: Bot, token: str) -> None:
    """Run the bot; once cancelled, let it send its last answers. Cancelled again, leave at once."""
    running = asyncio.create_task(bot.start(token))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        try:
            await bot.answer_the_last()
        finally:
            await discord_fixes.cancel_until_done(running)
        raise
