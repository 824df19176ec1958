"""A table's messages on Discord: board, ping and lobby card. No turn waits for them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, Literal

import discord

from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.trouble import NoTable
from bot.tables.who_sits import briefs
from bot.ui.pages.page import Page
from bot.ui.posting import channels
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.kept_messages import take_down
from bot.ui.posting.request_budget import RequestBudget, Urgency, urgency
from bot.ui.posting.retry_queue import RetryQueue, may_pass_later
from bot.ui.posting.tables.away_calls import AwayCalls
from bot.ui.posting.tables.boards import BoardMessages, PostedBoard, Told, TooSoon
from bot.ui.posting.tables.calm_boards import CalmBoards
from bot.ui.posting.tables.end_messages import show_end
from bot.ui.posting.tables.find_messages import Found, MessageSearch
from bot.ui.posting.tables.host_calls import show_host_call
from bot.ui.posting.tables.lobby_cards import LobbyCards, PostedCard
from bot.ui.posting.tables.lost_hands import LostHands
from bot.ui.posting.tables.move_on import close_again, move_on
from bot.ui.posting.tables.open_hands import OpenHands
from bot.ui.posting.tables.pings import Pings, PostedPing
from bot.ui.services import Services
from storage.rows import NOTHING_POSTED, Whereabouts
from storage.statements import WHOLE, Shard

CALM_ABOVE: Final = 25.0
"""The usual number of counted requests a second above which boards may lag."""
AT_ONCE = 8
"""How many tables are repaired at the same time."""

Shown = Literal["all", "part", "nowhere"]
"""How much of a table's newest state can be seen on Discord; the rest follows by itself."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class PostedMessages:
    """What this process knows to be on Discord for a table."""

    board: PostedBoard = field(default_factory=PostedBoard)
    card: PostedCard = field(default_factory=PostedCard)
    ping: PostedPing = field(default_factory=PostedPing)
    end: Page | None = None
    """What the end message shows, if this process has put it up or edited it."""


class TableMessages:
    """Puts up board, ping and lobby card of each table, and keeps them up to date.

    Each table has one job in the queue, which shows only the newest state. What was put up is saved
    at once, but `board_revision` only when everything shows that state. So after a crash `repair`
    finds the table, and messages that were put up but not saved are looked for and adopted.
    """

    def __init__(
        self,
        services: Services,
        answers_first: AnswersFirst,
        budget: RequestBudget,
        *,
        picture_pause: float,
        ping_pause: float,
        calm_above: float = CALM_ABOVE,
    ) -> None:
        """`picture_pause` is the least number of seconds between two pictures of a table.

        The ping of somebody who has just made a move is held back for `ping_pause` seconds. Boards
        may lag while more than `calm_above` counted requests leave in a second.
        """
        self._services = services
        self._budget = budget
        self._queue: RetryQueue[str] = RetryQueue("board", self._update, answers_first)
        self._cards: RetryQueue[str] = RetryQueue("card", self._update_card, answers_first)
        """Cards of tables at play: a channel may have many, but only lets a few be edited."""
        self._old_pings: RetryQueue[str] = RetryQueue("old ping", self._clear, answers_first)
        """Pings to be deleted when much is going on: no board and no new ping waits for that."""
        self._posted: dict[str, PostedMessages] = {}
        self._begun: set[str] = set()
        """The tables of which this process may have put something up."""
        self._lost = LostHands(services)
        self._pings = Pings(services, self.schedule, ping_pause)
        self._away = AwayCalls(services, self.schedule)
        self._boards = BoardMessages(
            services,
            self.schedule,
            picture_pause,
            budget,
            CalmBoards(budget, calm_above, picture_pause),
            self._lost,
        )
        self._lobby_cards = LobbyCards(services)
        self._cards_coming: set[str] = set()
        self._wanted_here: dict[str, tuple[int, int]] = {}
        """Who called a table and to which channel, until it is there."""

    async def close(self) -> None:
        """Stop putting things up."""
        self._boards.close()
        self._pings.close()
        await self._queue.close()
        await self._cards.close()
        await self._old_pings.close()

    def table_changed(self, table: Table) -> None:
        """Update a table's messages after it has changed; a table on no server has none."""
        if not table.on_server:
            return
        self._pings.count_calls(table)
        if table.phase != "lobby" or table.card_id is not None:
            # The card of a table just opened comes as the answer to the command that opened it.
            self.schedule(table.id)

    @contextmanager
    def card_coming(self, table_id: str) -> Iterator[None]:
        """Don't put up a table's card while one is on its way as the answer that opens it."""
        self._cards_coming.add(table_id)
        try:
            yield
        finally:
            self._cards_coming.discard(table_id)

    def schedule(self, table_id: str) -> None:
        """Look after a table's messages soon."""
        self._queue.schedule(table_id)

    async def look_for_lost_hands(self, alive: int) -> None:
        """Say at live tables that hands no longer follow since `alive`, before this start."""
        await self._lost.look(alive)

    def follow(self, hands: OpenHands) -> None:
        """Let boards lag while all who play have their hands open, and only then."""
        self._boards.step_shown = hands.step_shown
        hands.when_gone = self._boards.hand_gone

    def pressed(self, message_id: int, person: int) -> None:
        """Bring a board that lags up to date if somebody presses on it who has no hand open."""
        self._boards.pressed(message_id, person)

    def count_message(self, channel_id: int) -> None:
        """Count a message that somebody else has written in a channel."""
        if channel_id in self._boards.counts:
            self._boards.counts[channel_id] += 1

    async def bring_to(self, table: Table, person_id: int, channel_id: int) -> None:
        """Put a table's board, or its card in the lobby, up again in a channel."""
        self._wanted_here[table.id] = (person_id, channel_id)
        self.schedule(table.id)

    async def came_of(self, table_id: str, seconds: float) -> bool | None:
        """Tell whether a table lies on Discord, or None if that isn't known within some seconds."""
        done = await self._queue.came_of(table_id, seconds)
        table = await self._services.tables.get(table_id)
        if done and table.phase == "playing" and table.board_id is None and not table.asleep:
            # Its card is still on its way, and the board comes after it.
            return None
        return done and not table.asleep

    async def told(self, table: Table) -> Told | None:
        """Return a table as its board shows it; None if that has to be waited for."""
        posted = self._posted.get(table.id)
        return await self._boards.told(table, posted and posted.board)

    def tell_pages(self, changed: Callable[[str], None]) -> None:
        """Call something with a table's id and its night's once its board shows more."""
        self._boards.when_told = changed

    async def repair(self, shard: Shard = WHOLE) -> None:
        """Look after all tables of a shard whose messages are out of date."""
        await self._queue.run_all(await self._services.tables.store.to_repair(shard), AT_ONCE)

    async def place_deleted(self, place_id: int) -> None:
        """Let the tables go on elsewhere that lay in a deleted place, or a thread of it.

        What leads to one that is over leads to the channel of its thread from now on.
        """
        tables = self._services.tables
        for found, _seats in await tables.store.tables_in(place_id, ("playing",)):
            self._forget(found.id)
            await tables.save_whereabouts(found.id, board_revision=-1)
            self.schedule(found.id)
        for found, _seats in await tables.store.tables_in(place_id, ("finished", "cancelled")):
            if found.place_id == place_id != found.channel_id:
                self._forget(found.id)
                await tables.save_whereabouts(found.id, place_id=found.channel_id, **NOTHING_POSTED)
                tables.tell(await tables.get(found.id))

    async def wake_guilds(self, guilds: Iterable[discord.Guild]) -> None:
        """Wake the tables of servers that are there again, unless their channels are gone.

        Tables that everybody has left stay asleep.
        """
        by_id = {guild.id: guild for guild in guilds}
        for table in briefs(await self._services.tables.store.asleep_in(by_id)):
            channel = by_id[table.guild_id].get_channel_or_thread(table.channel_id)
            if table.people_here() and channel is not None:
                await self._services.tables.save_whereabouts(
                    table.id, asleep=False, board_revision=-1, place_code=0
                )
                self.schedule(table.id)

    async def wake_if_asleep(self, table: Table) -> None:
        """Let a sleeping table look for its place again, since people are using it."""
        if table.asleep:
            await self._services.tables.save_whereabouts(table.id, asleep=False, place_code=0)
            self.schedule(table.id)

    # One table

    async def _update(self, table_id: str) -> None:
        """Make a table's messages show its newest state."""
        try:
            table = await self._services.tables.get(table_id)
        except NoTable:
            return
        if table_id in self._cards_coming:
            # Whoever sends the card schedules this afterwards.
            return
        if table_id in self._wanted_here:
            await self._bring_to_caller(table)
        if table.asleep and not _put_away(table):
            return
        if table.frozen:
            await self._boards.show_frozen(table)
            return
        if table.over and table.board_revision == table.revision:
            # Everything is shown, so nothing is left to be done for it later.
            self._budget.leave_line(table_id)
            return
        thread = table.place_id
        self._note_thread(table)
        try:
            revision = table.revision
            posted = await self._look_up(table)
            if table.phase == "lobby" or (table.phase == "cancelled" and table.place_id is None):
                shown: Shown = (
                    "all" if await self._lobby_cards.show(table, posted.card) else "nowhere"
                )
            else:
                shown = await self._show_board(table, posted)
            if shown == "all":
                await show_host_call(self._services, table)
            await self._save(table, posted, revision, shown)
        except BaseException:
            self._forget(table_id)
            raise
        if table.over and shown != "part" and table.revision == revision:
            # Else it has ended meanwhile, and what it was called by then is still to be taken down.
            self._forget(table_id)
            self._begun.discard(table_id)
            self._pings.drop(table_id)
            self._lost.drop(table_id)
            if thread is not None:
                self._budget.shut.forget_thread(thread)

    def _note_thread(self, table: Table) -> None:
        """Note in which channel a table's thread lies, unless it goes on in a channel itself."""
        place = table.place_id
        if place is None or place == table.channel_id:
            return
        if not channels.is_channel(self._services.bot, place):
            self._budget.shut.note_thread(place, table.channel_id)

    async def _save(
        self, table: Table, posted: PostedMessages, revision: int, shown: Shown
    ) -> None:
        """Save where the ping is, and the step that is shown once everything shows it."""
        found: Whereabouts = {}
        ping = posted.ping
        if shown != "nowhere" and table.ping_id != ping.id and not ping.outdated:
            # A ping that wasn't saved because of a crash is found again by its button. The one
            # before it may lie far above: until it is gone, it stays on record as the one to take
            # down.
            found["ping_id"] = ping.id
        if shown == "all" and table.board_revision != revision:
            found["board_revision"] = revision
        if found:
            await self._services.tables.save_whereabouts(table.id, **found)

    async def _look_up(self, table: Table) -> PostedMessages:
        """Return what is on Discord for a table; look for it if this process doesn't know yet."""
        posted = self._posted.get(table.id)
        if posted is None:
            found = await self._find(table)
            counts = self._boards.counts
            counted = counts.setdefault(table.place_id, 0) if table.place_id else 0
            posted = PostedMessages(PostedBoard(counted=counted - found.below), ping=found.ping)
            self._posted[table.id] = posted
        return posted

    async def _find(self, table: Table) -> Found:
        """Look for what an earlier process, or a request that failed, may have put up.

        A night's table is opened as it is dealt: nobody has tried before who has seen that.
        """
        new = table.night_id is not None and table.dealt_here and table.id not in self._begun
        self._begun.add(table.id)
        return Found() if new else await MessageSearch(self._services, table).look()

    def _forget(self, table_id: str) -> None:
        self._posted.pop(table_id, None)
        self._pings.forget(table_id)

    async def _bring_to_caller(self, table: Table) -> None:
        """Bring a table to where it was called; a failure that may pass is tried again."""
        person_id, channel_id = self._wanted_here.pop(table.id)
        try:
            await self._bring(table, person_id, channel_id)
        except Exception as error:
            if may_pass_later(error):
                self._wanted_here.setdefault(table.id, (person_id, channel_id))
            raise

    async def _bring(self, table: Table, person_id: int, channel_id: int) -> None:
        """Take down what lies elsewhere, and let the table go on in a channel."""
        if table.phase == "lobby":
            self._forget(table.id)
            # It stays noted, since a rematch without any card calls those who played.
            await take_down(self._services.bot, table.channel_id, table.card_id)
            await self._services.tables.save_whereabouts(table.id, board_revision=-1, asleep=False)
            return
        # Storage doesn't know what was put up just before a crash.
        ping = (await self._look_up(table)).ping
        self._forget(table.id)
        for message_id in (table.board_id, table.end_id, *ping.messages()):
            await take_down(self._services.bot, table.place_id, message_id)
        await self._services.table_verbs.wake(table.id, person_id, channel_id)

    # The board

    async def _show_board(self, table: Table, posted: PostedMessages) -> Shown:
        """Show a table's messages in its place, or where it can go."""

        async def show() -> Shown:
            if table.place_id is None:
                await self._lobby_cards.open_thread(table, posted.card)
            return await self._show_there(table, posted)

        tried: set[int] = set()

        async def elsewhere(error: discord.HTTPException, _first: bool) -> bool:
            place_id, ping = table.place_id, posted.ping
            lying = (table.board_id, table.end_id, *ping.messages())
            if not await move_on(self._services, table, lying, error, tried):
                return False
            if table.place_id != place_id:
                posted.board, posted.ping, posted.end = PostedBoard(), PostedPing(), None
            self._pings.forget(table.id)
            return True

        shown = await channels.show_where_possible(show, elsewhere)
        if shown is not None:
            await close_again(self._services, table, tried)
            return shown
        log.info("table %s sleeps: %s has no place for it", table.id, table.channel_id)
        if table.board_id is not None:
            # Where nothing more can be sent, a board may still say what has happened.
            with suppress(discord.HTTPException, TooSoon):
                await self._boards.show(table, posted.board)
        await self._services.tables.save_whereabouts(table.id, asleep=True)
        return "nowhere"

    async def _show_there(self, table: Table, posted: PostedMessages) -> Shown:
        """Show the ping at once, and the rest as soon as there is room for what isn't urgent.

        A ping comes below its board, so it waits for a board that has yet to be put up: until then
        nobody can play. Any other board may lag behind it.
        """
        if table.board_id is None:
            with urgency(Urgency.PING):
                return await self._show_rest(table, posted, ping_last=True)
        called, stays = True, self._boards.stays(table, posted.board)
        if stays:
            with urgency(Urgency.PING):
                called = await self._pings.show(table, posted.ping)
        if not self._budget.spare(table.id, self.schedule):
            return "part"
        with urgency(Urgency.BOARD):
            shown = await self._show_rest(table, posted, ping_last=not stays)
        return shown if called else "part"

    async def _show_rest(self, table: Table, posted: PostedMessages, *, ping_last: bool) -> Shown:
        """Show the end, the board and the card, and take down what is outdated."""
        all_shown = True
        if table.phase == "finished":
            posted.end = await show_end(self._services, table, posted.end)
        try:
            await self._boards.show(table, posted.board)
        except TooSoon as wait:
            self._boards.schedule_in(table.id, wait.seconds)
            all_shown = False
        if ping_last:
            all_shown = await self._pings.show(table, posted.ping) and all_shown
        if (behind := await self._away.behind(table, posted.ping)) and self._budget.busy:
            self._old_pings.schedule(table.id)
            all_shown = False
        elif behind:
            with urgency(Urgency.REST):
                await self._away.settle(table, posted.ping)
        if self._lobby_cards.is_outdated(table, posted.card):
            self._cards.schedule(table.id)
            all_shown = False
        return "all" if all_shown else "part"

    # What can wait

    async def _clear(self, table_id: str) -> None:
        """Delete the pings of a table in which nothing is true any more."""
        posted = self._posted.get(table_id)
        if posted is None:
            # What is on Discord has to be looked up again.
            return
        table = await self._services.tables.get(table_id)
        await self._away.settle(table, posted.ping)
        self.schedule(table_id)

    async def _update_card(self, table_id: str) -> None:
        """Update the card of a table at play, whose board doesn't wait for it."""
        posted = self._posted.get(table_id)
        if posted is None:
            # What is on Discord has to be looked up again.
            return
        table = await self._services.tables.get(table_id)
        page = self._lobby_cards.page(table)
        with urgency(Urgency.CARD):
            await self._lobby_cards.show(table, posted.card)
            await self._lobby_cards.rename_thread(table, posted.card)
        posted.card.page = page
        self.schedule(table_id)


def _put_away(table: Table) -> bool:
    """Tell whether a sleeping table has yet to say why: that everybody has left it."""
    newest = table.recent[-1] if table.recent else None
    archived = isinstance(newest, TableEvent) and newest.what == "archived"
    return archived and table.board_revision < table.revision
