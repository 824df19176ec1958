"""The rounds of a night in its channel: a list of tables for each, and the recap. Nobody waits."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.nights.after_night import corrections_of
from bot.nights.night import Night, NoNight, Round
from bot.nights.night_points import standings_of
from bot.tables.clock import HOUR, MINUTE
from bot.tables.table import Table
from bot.ui.pages.nights.night_recap import (
    RecapFacts,
    list_mark,
    list_page,
    recap_due,
    recap_mark,
    recap_page,
)
from bot.ui.pages.nights.night_tables import DeskTable, overtime_at
from bot.ui.pages.nights.standings_page import Named
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.pictures.drawings import PATIENCE
from bot.ui.posting.alarms import Alarms
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.kept_messages import change, last_messages
from bot.ui.posting.picture_messages import send_with_picture
from bot.ui.posting.refusals import shut
from bot.ui.posting.retry_queue import RetryQueue
from bot.ui.services import Services
from storage.statements import WHOLE, Shard

LOOK: Final = 50
"""How many of a channel's last messages are looked through for one that wasn't noted."""
THREADS_WITHIN: Final = MINUTE
"""How long a list waits at most for the threads of its tables."""
SOON: Final = 1.0
"""Seconds until a list looks again for missing threads."""
LATELY: Final = 14 * 24 * HOUR
"""After a start, the recaps of nights that began no longer ago than this are put in order."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class PostedRounds:
    """What this process knows to be on Discord for a night."""

    lists: dict[int, Page] = field(default_factory=dict)
    recap: Page | None = None


class NightRounds:
    """Puts up the list of a round's tables once, and the recap, and keeps them up to date.

    What was sent just before a crash but not noted is found by the id of a button that only it has.
    """

    def __init__(self, services: Services, answers_first: AnswersFirst) -> None:
        self._services = services
        self._nights = services.nights
        self._queue: RetryQueue[str] = RetryQueue("rounds", self._update, answers_first)
        self._posted: dict[str, PostedRounds] = {}
        self._alarms = Alarms(self._queue.schedule)

    async def close(self) -> None:
        """Stop putting things up."""
        self._alarms.close()
        await self._queue.close()

    def night_changed(self, night: Night) -> None:
        """Update the messages after a night has changed."""
        if night.dealt:
            self._queue.schedule(night.id)

    def table_changed(self, table: Table) -> None:
        """Update the messages after a table of a night has ended, or goes on over days."""
        if table.night_id is not None and (table.over or table.pace == "days"):
            self._queue.schedule(table.night_id)

    async def repair(self, shard: Shard = WHOLE) -> None:
        """Look after all nights of a shard whose rounds may have something to show."""
        since = self._services.tables.now() - LATELY
        for night_id in await self._nights.store.with_rounds(since, shard):
            self._queue.schedule(night_id)

    # One night

    async def _update(self, night_id: str) -> None:
        try:
            night = await self._nights.get(night_id)
        except NoNight:
            self._posted.pop(night_id, None)
            return
        if night.places.asleep:
            return
        posted = self._posted.setdefault(night_id, PostedRounds())
        try:
            if night.dealt and night.row.state == "playing":
                await self._show_list(night, night.dealt[-1], posted)
            if recap_due(night):
                if night.dealt and night.row.state == "over":
                    await self._show_list(night, night.dealt[-1], posted)
                await self._show_recap(night, posted)
            elif night.row.state == "over" and night.places.recap_id is None:
                await self._nights.store.save_whereabouts(night_id, recap_id=0)
        except discord.HTTPException as error:
            if not shut(error):
                raise
            log.info("night %s: its channel is shut: %s %s", night_id, error.status, error.code)

    async def _show_list(self, night: Night, round_: Round, posted: PostedRounds) -> None:
        """Show the list of a round's tables once they all have their threads."""
        services = self._services
        tables = await self._nights.tables_of(night)
        mine = [tables[key] for key in sorted(tables) if key[0] == round_.number]
        ready = len(mine) == len(round_.seating.seated.tables) and all(
            table.place_id is not None or table.over for table in mine
        )
        now = services.tables.now()
        if not ready and round_.list_id is None and now < (round_.began_at or 0) + THREADS_WITHIN:
            self._alarms.set(night.id, SOON)
            return
        playable = services.game_by_key(night.row.game)
        shown = [DeskTable(round_.number, table.night_table or 0, table.face()) for table in mine]
        page = list_page(night, round_, shown, playable, now, Wording(night.row.language))
        if posted.lists.get(round_.number) != page:
            await self._put_list(night, round_, page)
            posted.lists[round_.number] = page
        late = overtime_at(night, playable.game.info)
        if late is not None and late > now:
            self._alarms.set(night.id, late - now)

    async def _put_list(self, night: Night, round_: Round, page: Page) -> None:
        place = self._services.bot.get_partial_messageable(night.row.channel_id)
        found = round_.list_id or await self._find(night, list_mark(night.id, round_.number))
        if found is None:
            new = await place.send(embed=page.embed(), view=page.view())
            found = new.id
        else:
            # One that was taken down stays away.
            message = place.get_partial_message(found)
            await change(message.edit(embed=page.embed(), view=page.view()))
        if found != round_.list_id:
            await self._nights.store.save_list(night.id, round_.number, found)

    async def _show_recap(self, night: Night, posted: PostedRounds) -> None:
        facts = await recap_facts(self._services, night)
        page = recap_page(night, facts, Wording(night.row.language))
        if posted.recap == page or night.places.recap_id == 0:
            return
        if night.places.recap_id is None:
            found = await self._find(night, recap_mark(night.id))
            if found is not None:
                await self._nights.store.save_whereabouts(night.id, recap_id=found)
                night = replace(night, places=replace(night.places, recap_id=found))
        await send_with_picture(
            self._services,
            page,
            night.row.channel_id,
            lambda embed, view, files: self._put_recap(night, embed, view, files),
            PATIENCE,
        )
        posted.recap = page

    async def _put_recap(
        self, night: Night, embed: discord.Embed, view: discord.ui.View, files: list[discord.File]
    ) -> None:
        place = self._services.bot.get_partial_messageable(night.row.channel_id)
        if night.places.recap_id is not None:
            recap = place.get_partial_message(night.places.recap_id)
            await change(recap.edit(embed=embed, view=view, attachments=files))
            return
        new = await place.send(embed=embed, view=view, files=files)
        await self._nights.store.save_whereabouts(night.id, recap_id=new.id)

    async def _find(self, night: Night, mark: str) -> int | None:
        """Return the message in the channel that has a button with this id, if it is there."""
        bot = self._services.bot
        place = bot.get_partial_messageable(night.row.channel_id)
        for message in await last_messages(bot, place, LOOK):
            if mark in message.controls:
                return message.id
        return None


async def recap_facts(services: Services, night: Night) -> RecapFacts:
    """Return the facts of a night's recap: what has ended, and nothing that is still hidden."""
    nights, store = services.nights, services.tables.store
    results, void = await nights.results_of(night)
    standings = standings_of(night, results, void)
    heads = [head for head, _seats in await store.tables_of_night(night.id)]
    where = {head.id: (head.night_round or 0, head.night_table or 0) for head in heads}
    names = {row.person: row.name for row in results if row.person is not None and row.name}
    names |= {guest.person: guest.name for guest in night.guests.guests}
    names |= {each.id: each.name for each in night.cohosts}
    hidden = await store.hidden([*names, night.row.host])
    return RecapFacts(
        standings,
        Named(names, frozenset(hidden)),
        results,
        where,
        [where[head.id] for head in heads if head.phase == "playing"],
        await corrections_of(nights, night),
    )
