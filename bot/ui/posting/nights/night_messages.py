"""A night's messages on Discord: card, thread, and what is posted once. No press waits for them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.nights.announcing import edit
from bot.nights.night import Night, NoNight, Press
from bot.nights.night_calls import CallWhy
from bot.nights.pilot import TIMER, call_for
from bot.nights.rounds import recap_due, recap_is_above
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.nights.night_words import night_thread_name
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.posting import channels
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.kept_messages import Kept, adopt, last_messages, take_down
from bot.ui.posting.nights.ask_messages import AskMessages
from bot.ui.posting.nights.night_pages import night_page
from bot.ui.posting.nights.night_post_queue import NightPosts
from bot.ui.posting.nights.night_rounds import (
    LATELY,
    NightRounds,
    PostedRounds,
    following_night,
)
from bot.ui.posting.nights.scheduled_events import ScheduledEvents
from bot.ui.posting.open_pages import OpenPages
from bot.ui.posting.refusals import ARCHIVED, UNKNOWN_CHANNEL, shut
from bot.ui.posting.retry_queue import RetryQueue
from bot.ui.services import Services
from storage.night_rows import RIGHT_NOW
from storage.statements import WHOLE, Shard

AT_ONCE: Final = 4
"""How many nights are repaired at once."""

NOBODY: Final = Press(Person(0, ""), None)
"""Who changes a night because of something on Discord."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class PostedNight:
    """What this process knows to be on Discord for a night."""

    card: Page | None = None
    said: dict[int, int] = field(default_factory=dict)
    """The posts that were found there, each with its message."""
    thread: str = ""
    """What the night's thread was last called."""
    rounds: PostedRounds = field(default_factory=PostedRounds)


class NightMessages:
    """Puts up card, thread and posts of each night, and keeps them up to date.

    Each night has one job in the queue, which shows only the newest state. `shown_revision` is
    saved when everything shows that state; so after a crash `repair` finds the night, and what was
    put up but not saved is looked for and adopted.
    """

    def __init__(self, services: Services, answers_first: AnswersFirst, pause: float = 0.0) -> None:
        """Between two edits of a private page there is a `pause` at least."""
        self._services = services
        self._store = services.nights.store
        self._queue: RetryQueue[str] = RetryQueue("night", self._update, answers_first)
        self._posted: dict[str, PostedNight] = {}
        self._put_anew: set[str] = set()
        self._seated: dict[str, tuple[tuple[int, ...], ...]] = {}
        """Which seats people have left at each table at play, and who sits there."""
        self._posts = NightPosts(services, self._queue.schedule)
        self.who_left = self._posts.who_left
        self._scheduled_events = ScheduledEvents(services)
        self._rounds = NightRounds(services, self._queue.schedule)
        self.pages = OpenPages(services, answers_first, pause)
        """Private pages about nights and tables that lie open."""
        self.asks = AskMessages(services, answers_first, self.who_left, self.pages)
        """The questions which date suits, from which nights come."""

    async def close(self) -> None:
        """Stop putting things up."""
        self._rounds.close()
        self._posts.close()
        await self.asks.close()
        await self.pages.close()
        await self._queue.close()

    def night_changed(self, night: Night) -> None:
        """Update a night's messages after the night has changed."""
        if night.row.state != "draft":
            self._queue.schedule(night.id)
        self.pages.changed(night.id)
        self.pages.changed(str(night.row.guild_id))

    def table_changed(self, table: Table) -> None:
        """Update pages about a table; and a night's messages after a table of it has ended or goes
        on over days, or after somebody has left it, got a seat there, goes away or is back.
        """
        self.pages.changed(table.id)
        if table.night_id is None:
            return
        self.pages.changed(table.night_id)
        before = self._seated.pop(table.id, None)
        seated = table.left(), table.away(), tuple(seat.person for seat in table.seats)
        if not table.over:
            self._seated[table.id] = seated
        if table.over or table.pace == "days" or seated != before:
            self._queue.schedule(table.night_id)

    def post_again(self, night_id: str) -> None:
        """Put a night's card up again, below everything that was written since."""
        self._put_anew.add(night_id)
        self._queue.schedule(night_id)

    async def came_of(self, night_id: str, seconds: float) -> bool | None:
        """Tell whether all of a night is on Discord; None if that isn't known in some seconds."""
        done = await self._queue.came_of(night_id, seconds)
        return done and not (await self._services.nights.get(night_id)).places.asleep

    async def repair(self, shard: Shard = WHOLE) -> None:
        """Look after all nights of a shard whose messages are out of date."""
        since = self._services.tables.now() - LATELY
        ids = [*await self._store.to_show(shard), *await self._store.with_rounds(since, shard)]
        await self._queue.run_all(dict.fromkeys(ids), AT_ONCE)
        await self.asks.repair(shard)

    async def wake_guilds(self, guilds: Iterable[discord.Guild]) -> None:
        """Wake the nights of servers that are there again."""
        ids = [guild.id for guild in guilds]
        for night_id in await self._store.wake_guilds(ids):
            self._forget(night_id)
            self._queue.schedule(night_id)
        for guild_id in ids:
            for night_id in self._scheduled_events.take_put_off(guild_id):
                self._queue.schedule(night_id)
        await self.asks.wake_guilds(ids)

    async def sleep_guild(self, guild_id: int) -> None:
        """Put the nights of a server that has removed the bot to sleep."""
        for night in await self._services.nights.reader.of_guild(guild_id, RIGHT_NOW):
            await self._store.save_whereabouts(night.id, asleep=True)
        await self.asks.sleep_guild(guild_id)

    def look_again(self, night: Night) -> None:
        """Try again what Discord has refused of a night that is awake."""
        self._forget(night.id)

    async def wake(self, night: Night) -> None:
        """Let a sleeping night look for its place again, since people are using it.

        The card of a night that is awake is checked once by each process: Discord doesn't report
        what was deleted while the bot was down.
        """
        if night.places.asleep:
            self._forget(night.id)
            await self._store.save_whereabouts(
                night.id, asleep=False, shown_revision=-1, place_code=0
            )
            self._queue.schedule(night.id)
        elif night.id not in self._posted:
            self._queue.schedule(night.id)

    async def channel_deleted(self, guild_id: int, channel_id: int) -> None:
        """Let the nights that were announced in a deleted channel go on in another one; none names
        it as where its guests talk.
        """
        await self.asks.channel_deleted(guild_id, channel_id)
        for night in await self._services.nights.reader.of_guild(guild_id, RIGHT_NOW):
            if night.row.voice == channel_id:
                series = night.goes_on
                to_come = series is not None and series.template.get("voice") == channel_id
                rule = edit(to_come=to_come, voice=None)
                await self._services.nights.change(night.id, TIMER, rule)
            if night.row.channel_id == channel_id:
                self._forget(night.id)
                await self._store.save_whereabouts(night.id, asleep=False, shown_revision=-1)
                self._queue.schedule(night.id)

    async def place_deleted(self, place_id: int) -> None:
        """Let the night whose thread was deleted go on in another one."""
        for night_id in await self._store.nights_in_thread(place_id):
            self._forget(night_id)
            night = await self._services.nights.get(night_id)
            if place_id != night.row.channel_id:
                # With nothing to say there, nobody would notice that the card leads nowhere.
                await self._leave_thread(night)
            await self._store.save_whereabouts(night_id, shown_revision=-1)
            self._queue.schedule(night_id)

    async def messages_deleted(self, guild_id: int | None, messages: Collection[int]) -> None:
        """Put up the cards of a server's nights and questions again that somebody has deleted."""
        if guild_id is None:
            return
        places = self._services.tables.store.places
        nights, asks = await places.cards_among(guild_id, messages)
        await self.asks.cards_deleted(asks)
        for night_id in nights:
            self._forget(night_id)
            await self._store.save_whereabouts(night_id, shown_revision=-1)
            self._queue.schedule(night_id)

    # One night

    async def _update(self, night_id: str) -> None:
        """Make a night's messages show its newest state, and say what is to be said."""
        try:
            night = await self._services.nights.get(night_id)
        except NoNight:
            return
        if night.row.state == "draft" or night.places.asleep:
            return
        try:
            night = await self._show(night)
        except BaseException:
            self._forget(night_id)
            raise
        posted = self._posted.get(night_id)
        if night.over and not (posted and posted.rounds.play_on):
            self._forget(night_id)

    async def _show(self, night: Night) -> Night:
        """Show a night where it can be shown; if that is nowhere, it sleeps."""
        revision = night.row.revision
        posted = self._posted.get(night.id)
        if posted is None:
            posted = self._posted[night.id] = await self._look(night)
            night = await self._again(night)

        async def show() -> Night:
            nonlocal night
            night = await self._put_card(night, posted)
            night = await self._open_thread(night, posted)
            await self._posts.send(night, posted.said)
            await self._rounds.show(night, posted.rounds)
            if recap_due(night) and (night.places.recap_id is None or recap_is_above(night)):
                # What the thread says of the recap links it once it is up, or up anew.
                night = await self._again(night)
                await self._posts.send(night, posted.said)
            for before in await self._rounds.follow(night, posted.rounds):
                await self._lead_on(before)
            await self._scheduled_events.show(night)
            return night

        tried: set[int] = set()

        async def elsewhere(error: discord.HTTPException, _first: bool) -> bool:
            nonlocal night
            if not await self._elsewhere(night, error, tried, lies_there=posted.rounds.shut):
                return False
            posted.card, posted.rounds.shut = None, False
            night = await self._again(night)
            return True

        # The card, the thread and the channel may each turn out to be gone.
        if await channels.show_where_possible(show, elsewhere) is not None:
            await self._store.save_whereabouts(night.id, shown_revision=revision)
            return night
        log.info("night %s sleeps: %s has no place for it", night.id, night.row.channel_id)
        await self._store.save_whereabouts(night.id, asleep=True)
        return night

    async def _look(self, night: Night) -> PostedNight:
        """Look for what was put up just before a crash but not saved."""
        found, bot = PostedNight(), self._services.bot
        for place_id in {night.row.channel_id, night.places.thread_id} - {None}:
            seen = await last_messages(bot, self._place(place_id or 0))
            for message in seen:
                found.said |= dict.fromkeys(self._posts.marks(message.controls), message.id)
            if place_id != night.row.channel_id:
                continue
            mark, known = routes.TO_DESK(night.id), night.places.card_id
            await adopt(bot, place_id, seen, {mark}, known, self._save_card(night))
            await self._rounds.find(night, seen)
        return found

    async def _leave_thread(self, night: Night) -> None:
        """Put a night's card and thread up again: a card that had a thread can't get another."""
        bot = self._services.bot
        await take_down(bot, night.row.channel_id, night.places.card_id)
        await self._store.save_whereabouts(night.id, card_id=None, thread_id=None)

    async def _elsewhere(
        self, night: Night, error: discord.HTTPException, tried: set[int], *, lies_there: bool
    ) -> bool:
        """Repair the place of a night, or choose another; tell whether there is one to try.

        `tried` are the channels that were shut; if one of them has refused what `lies_there`, not
        in the thread, the thread is no way.
        """
        row, places, bot = night.row, night.places, self._services.bot
        if error.code == UNKNOWN_CHANNEL and _all_said(night):
            return False
        thread = places.thread_id
        if thread is not None and thread != row.channel_id and not lies_there:
            if error.code == ARCHIVED and await channels.reopen(bot, thread):
                return True
            log.info("night %s: its thread is shut (%s)", night.id, error.code)
            await self._leave_thread(night)
            return True
        tried.add(row.channel_id)
        ways = await self._services.ways_on(row.guild_id)
        channel = next((each for each in ways if each not in tried), None)
        if channel is None:
            await self._store.save_whereabouts(night.id, place_code=error.code)
            return False
        # No press may save the previous channel meanwhile.
        async with self._services.nights.held(night.id):
            await self._store.save_whereabouts(
                night.id, channel_id=channel, card_id=None, thread_id=None, place_code=error.code
            )
            if error.code == UNKNOWN_CHANNEL:
                await self._rounds.forget(night)
        if not night.over:
            why: CallWhy = "moved_place" if error.code == UNKNOWN_CHANNEL else "shut"
            pace = self._services.nights.pace_of(night)
            await self._services.nights.change(night.id, NOBODY, call_for(why, pace))
        return True

    # The card

    async def _put_card(self, night: Night, posted: PostedNight) -> Night:
        """Edit the card, or put up a new one if there is none that can be edited."""
        following = await following_night(self._services, night) if night.over else None
        page = night_page(self._services, night, following=following)
        anew = night.id in self._put_anew
        if night.places.card_id is not None and not anew and page == posted.card:
            return night

        kept = Kept(
            night.row.channel_id,
            night.places.card_id,
            self._save_card(night),
            # Whoever took the card of a night that is over down doesn't miss it.
            comes_back=not night.over,
            anew=anew,
        )
        # The thread, if there is one, lies below another card.
        places = replace(night.places, card_id=None)
        alone = replace(night, places=places)
        new = night_page(self._services, alone, following=following)
        put_up = await kept.show(self._services, page, new) != night.places.card_id
        posted.card = new if put_up else page
        return await self._again(night) if put_up else night

    async def _lead_on(self, before: Night) -> None:
        """Have the card of a night lead to the next one, as long as it lies, and what its thread
        says of that one.
        """
        try:
            await self._put_card(before, PostedNight())
            await self._posts.lead_on(before)
        except discord.HTTPException as error:
            if not shut(error):
                raise
            log.info("night %s: its card stays as it is: %s", before.id, error.code)

    def _save_card(self, night: Night) -> Callable[[int], Awaitable[None]]:
        async def save(message_id: int) -> None:
            await self._store.save_whereabouts(night.id, card_id=message_id)
            self._put_anew.discard(night.id)

        return save

    async def _open_thread(self, night: Night, posted: PostedNight) -> Night:
        """Open the night's thread below its card, where that is possible, or name its new day."""
        name = await self._thread_name(night, posted.thread)
        known = night.places.thread_id
        if known is not None and posted.thread != name and not night.over:
            renamed = await channels.rename(self._services.bot, known, posted.thread, name)
            posted.thread = name if renamed else posted.thread
        if known is not None or night.places.card_id is None or night.over:
            return night
        thread, code = await channels.open_thread(
            self._services.bot,
            night.row.channel_id,
            night.places.card_id,
            name,
        )
        posted.thread = name
        # Why it was moved is said as long as it has a thread.
        code = code or night.places.place_code
        await self._store.save_whereabouts(night.id, thread_id=thread, place_code=code)
        return await self._again(night)

    async def _thread_name(self, night: Night, before: str) -> str:
        """Return the name of a night's thread: the one `before` as long as it fits, else one with
        the hour where another night of that channel has the same day and title.
        """
        wording, channel = Wording(night.row.language), night.row.channel_id
        name = night_thread_name(night, wording)
        timed = night_thread_name(night, wording, timed=True)
        if before in (name, timed):
            return before
        nights = await self._services.nights.reader.of_guild(night.row.guild_id, RIGHT_NOW)
        others = [each for each in nights if each.id != night.id]
        taken = [night_thread_name(e, wording) for e in others if e.row.channel_id == channel]
        return timed if name in taken else name

    async def _again(self, night: Night) -> Night:
        """Return the same state of a night with where its messages lie now."""
        now = await self._services.nights.get(night.id)
        lists = {each.number: each.list_id for each in now.rounds}
        rounds = (replace(each, list_id=lists.get(each.number)) for each in night.rounds)
        moved = night.with_row(channel_id=now.row.channel_id)
        return replace(moved, places=now.places, rounds=tuple(rounds))

    def _forget(self, night_id: str) -> None:
        self._posted.pop(night_id, None)
        self._posts.forget(night_id)

    def _place(self, place_id: int) -> discord.PartialMessageable:
        return self._services.bot.get_partial_messageable(place_id)


def _all_said(night: Night) -> bool:
    """Tell whether a night of no series is over and its end was shown: only the morning after is
    still to come, for which it needs no other channel.
    """
    shown = night.places.shown_revision == night.row.revision
    return night.over and shown and night.series is None
