"""The messages of a question which date suits: its card, and the call of its host at the end."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.nights.ask_rules import Ask, NoAsk, lapses_in
from bot.nights.night import NoNight
from bot.nights.stages import pace_of
from bot.ui.pages.nights import ask_routes
from bot.ui.pages.nights.ask_card import CALL, AskFacts, ask_call_rows, ask_call_text, ask_page
from bot.ui.pages.nights.night_words import card_link
from bot.ui.pages.page import Page
from bot.ui.pages.place_words import discord_address
from bot.ui.pages.wording import Wording
from bot.ui.posting import channels
from bot.ui.posting.alarms import Alarms
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.kept_messages import Kept, adopt, change, last_messages, mentioning, mentions
from bot.ui.posting.nights.who_left import WhoLeft
from bot.ui.posting.open_pages import OpenPages
from bot.ui.posting.refusals import UNKNOWN_CHANNEL, shut
from bot.ui.posting.retry_queue import RetryQueue
from bot.ui.services import Services
from storage.former_players import is_former
from storage.statements import WHOLE, Shard

AT_ONCE: Final = 4
AGAIN: Final = 5.0
"""Seconds until it is looked again whether the night that came of it has its card."""
NOT_CALLED: Final = 0
"""Stands for the message of a call that is never sent."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Posted:
    """What this process knows to be on Discord for a question."""

    card: Page | None = None
    call: str | None = None


class AskMessages:
    """Puts up each question's card, keeps it up to date, and calls its host once it is closed."""

    def __init__(
        self, services: Services, answers_first: AnswersFirst, who_left: WhoLeft, pages: OpenPages
    ) -> None:
        self._services = services
        self.pages = pages
        self._asks = services.nights.asks
        self._store = self._asks.store
        self._who_left = who_left
        self._queue: RetryQueue[str] = RetryQueue("question", self._update, answers_first)
        self._alarms = Alarms(self._queue.schedule, services.tables.now)
        self._posted: dict[str, _Posted] = {}
        self._asks.listeners.append(self.ask_changed)

    async def close(self) -> None:
        """Stop putting things up."""
        self._alarms.close()
        await self._queue.close()

    def ask_changed(self, ask: Ask) -> None:
        """Update a question's messages after it has changed, and what hosts have open about it."""
        self.pages.changed(ask.id)
        if ask.row.state != "draft":
            self._queue.schedule(ask.id)

    async def came_of(self, ask_id: str, seconds: float) -> bool | None:
        """Tell whether a question is on Discord; None if that isn't known in some seconds."""
        done = await self._queue.came_of(ask_id, seconds)
        return done and not (await self._asks.get(ask_id)).places.asleep

    async def repair(self, shard: Shard = WHOLE) -> None:
        """Look after all questions of a shard whose messages are out of date."""
        await self._queue.run_all(await self._store.to_show(shard), AT_ONCE)

    async def wake_guilds(self, guild_ids: Collection[int]) -> None:
        """Wake the questions of servers that are there again."""
        for ask_id in await self._store.wake_guilds(guild_ids):
            self._look_again(ask_id)

    async def sleep_guild(self, guild_id: int) -> None:
        """Put the questions of a server that has removed the bot to sleep."""
        for ask in await self._asks.of_guild(guild_id, ("open", "closed")):
            await self._store.save_whereabouts(ask.id, asleep=True)

    async def wake(self, ask: Ask) -> None:
        """Let a sleeping question look for its place again, since people are using it."""
        if ask.places.asleep:
            await self._store.save_whereabouts(ask.id, asleep=False, shown_revision=-1)
            self._look_again(ask.id)

    async def channel_deleted(self, guild_id: int, channel_id: int) -> None:
        """Close the questions whose channel was deleted; their hosts are called in another one."""
        for ask in await self._asks.of_guild(guild_id, ("open", "closed")):
            if ask.row.channel_id == channel_id:
                await self._store.save_whereabouts(ask.id, shown_revision=-1)
                self._look_again(ask.id)

    async def cards_deleted(self, ask_ids: Collection[str]) -> None:
        """Put up the cards of some questions again, which somebody has deleted."""
        for ask_id in ask_ids:
            await self._store.save_whereabouts(ask_id, shown_revision=-1)
            self._look_again(ask_id)

    def _look_again(self, ask_id: str) -> None:
        self._posted.pop(ask_id, None)
        self._queue.schedule(ask_id)

    # One question

    async def _update(self, ask_id: str) -> None:
        """Make a question's messages show its newest state."""
        try:
            ask = await self._asks.get(ask_id)
        except NoAsk:
            self._posted.pop(ask_id, None)
            return
        if ask.row.state == "draft" or ask.places.asleep:
            return
        try:
            await self._show(ask)
        except BaseException:
            self._posted.pop(ask_id, None)
            raise
        if ask.row.state == "announced":
            self._posted.pop(ask_id, None)

    async def _show(self, ask: Ask) -> None:
        """Show a question where it can be shown; if that is nowhere, it sleeps."""
        revision = ask.row.revision
        posted = self._posted.get(ask.id)
        if posted is None:
            posted = self._posted[ask.id] = _Posted()
            await self._look(ask)
            ask = await self._again(ask)

        async def show() -> bool:
            facts = await self._facts(ask)
            await self._put_card(ask, facts, posted)
            await self._call(await self._again(ask), facts, posted)
            return bool(facts.night) or ask.row.state != "announced"

        tried: set[int] = set()

        async def elsewhere(error: discord.HTTPException, _first: bool) -> bool:
            nonlocal ask
            if not await self._elsewhere(ask, error, tried):
                return False
            posted.card, ask = None, await self._asks.get(ask.id)
            return True

        shown = await channels.show_where_possible(show, elsewhere)
        if shown:
            # It is looked after again, also after a restart, once no date of it is left.
            lapses = await self._lapses_in(ask)
            if lapses:
                self._alarms.set(ask.id, lapses)
            behind = revision - 1 if lapses else revision
            await self._store.save_whereabouts(ask.id, shown_revision=behind)
        elif shown is None:
            log.info("question %s sleeps: there is no place for it", ask.id)
            await self._store.save_whereabouts(ask.id, asleep=True)
        else:
            self._alarms.set(ask.id, AGAIN)

    async def _lapses_in(self, ask: Ask) -> int:
        """Return in how many seconds no date of a closed question is left; 0 if it is otherwise."""
        if ask.row.state != "closed":
            return 0
        if ask.row.call_at is not None and not (await self._again(ask)).places.call_id:
            return 0
        return lapses_in(ask, self._services.tables.now())

    async def _look(self, ask: Ask) -> None:
        """Look for what was put up just before a crash but not saved."""
        bot, place = self._services.bot, ask.row.channel_id
        seen = await last_messages(bot, bot.get_partial_messageable(place))
        card = ask_routes.WHO(ask.id, 0)
        await adopt(bot, place, seen, {card}, ask.places.card_id, self._save_card(ask))
        if ask.row.call_at is not None and ask.places.call_id is None:
            call = ask_routes.WHO(ask.id, 0, mark=CALL)
            await adopt(bot, place, seen, {call}, None, self._save_call(ask))

    async def _elsewhere(self, ask: Ask, error: discord.HTTPException, tried: set[int]) -> bool:
        """Choose another place for a question; tell whether there is one to try."""
        tried.add(ask.row.channel_id)
        ways = await self._services.ways_on(ask.row.guild_id)
        channel = next((each for each in ways if each not in tried), None)
        if channel is None:
            return False
        # No press may save the previous channel meanwhile.
        async with self._asks.held(ask.id):
            await self._store.save_whereabouts(ask.id, channel_id=channel, card_id=None)
        if error.code == UNKNOWN_CHANNEL:
            await self._asks.place_gone(ask.id)
        return True

    async def _put_card(self, ask: Ask, facts: AskFacts, posted: _Posted) -> None:
        """Edit the card, or put up a new one; the first one calls the role."""
        page = ask_page(ask, facts, Wording(ask.row.language))
        if ask.places.card_id is not None and page == posted.card:
            return
        kept = Kept(
            ask.row.channel_id,
            ask.places.card_id,
            self._save_card(ask),
            # Whoever took the card down once a night has come of it doesn't miss it.
            comes_back=ask.row.state != "announced",
            role=None if ask.places.called else ask.row.mention,
        )
        await kept.show(self._services, page)
        posted.card = page

    def _save_card(self, ask: Ask) -> Callable[[int], Awaitable[None]]:
        async def save(message_id: int) -> None:
            await self._store.save_whereabouts(ask.id, card_id=message_id, called=True)

        return save

    # The call

    async def _call(self, ask: Ask, facts: AskFacts, posted: _Posted) -> None:
        """Call the host once, or change what that says."""
        if ask.places.call_id is not None:
            await self._redraw_call(ask, facts, posted)
            return
        if ask.row.call_at is None:
            return
        if ask.row.state == "announced":
            await self._store.save_whereabouts(ask.id, call_id=NOT_CALLED)
            return
        early = ask.row.call_at - facts.now
        if early > 0:
            self._alarms.set(ask.id, early)
            return
        host = () if is_former(ask.row.host) else (ask.row.host,)
        if host and await self._who_left.gone(ask.row.guild_id, host):
            host = ()
        wording = Wording(ask.row.language)
        posted.call = ask_call_text(ask, facts, wording)
        place = self._services.bot.get_partial_messageable(ask.row.channel_id)
        sent = await place.send(
            f"{mentions(host)} {posted.call}".strip(),
            view=Page("", rows=ask_call_rows(ask, facts.now, wording)).view(),
            allowed_mentions=mentioning(host),
        )
        await self._save_call(ask)(sent.id)

    def _save_call(self, ask: Ask) -> Callable[[int], Awaitable[None]]:
        async def save(message_id: int) -> None:
            await self._store.save_whereabouts(ask.id, call_id=message_id)

        return save

    async def _redraw_call(self, ask: Ask, facts: AskFacts, posted: _Posted) -> None:
        """Have the call say what is so by now: somebody who could come may be blocked, or a night
        has come of the question.
        """
        wording = Wording(ask.row.language)
        text = ask_call_text(ask, facts, wording)
        if not ask.places.call_id or text == posted.call:
            return
        place = self._services.bot.get_partial_messageable(ask.row.channel_id)
        message = place.get_partial_message(ask.places.call_id)
        try:
            await change(
                message.edit(
                    content=text,
                    view=Page("", rows=ask_call_rows(ask, facts.now, wording)).view(),
                    allowed_mentions=mentioning(()),
                )
            )
        except discord.HTTPException as error:
            if not shut(error):
                raise
            # Where nothing can be said, nothing can be mended.
        posted.call = text

    async def _facts(self, ask: Ask) -> AskFacts:
        return await ask_facts(self._services, ask, Wording(ask.row.language))

    async def _again(self, ask: Ask) -> Ask:
        """Return the same state of a question with where its messages lie now."""
        return replace(ask, places=(await self._asks.get(ask.id)).places)


async def ask_facts(services: Services, ask: Ask, wording: Wording) -> AskFacts:
    """Return what pages show besides a question; a night without a card has no address yet."""
    night, at = "", 0
    if ask.row.night_id is not None:
        try:
            found = await services.nights.get(ask.row.night_id)
            night = card_link(found) if found.places.card_id or found.places.asleep else ""
            at = found.guests.starts_at
        except NoNight:
            night = discord_address(ask.row.guild_id, ask.row.channel_id)
    infos = [services.games[key].game.info for key in ask.games if key in services.games]
    pace = pace_of(infos) if infos else None
    return AskFacts(services.titles(wording), night, at, services.tables.now(), pace)
