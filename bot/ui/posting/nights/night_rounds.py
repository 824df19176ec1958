"""The rounds of a night: a list of tables for each, their threads, and the recap. Nobody waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Final

import discord

from bot.nights.after_night import corrections_of
from bot.nights.night import Night, Round
from bot.nights.night_points import points_so_far
from bot.nights.rounds import recap_due, recap_is_above
from bot.nights.teaching import learners_of
from bot.tables.clock import HOUR, MINUTE
from bot.tables.results import is_first_by_rule
from bot.tables.table import Table
from bot.tables.who_sits import briefs
from bot.ui.pages.nights.night_ranking import RecapFacts
from bot.ui.pages.nights.night_recap import recap_mark, recap_page
from bot.ui.pages.nights.night_tables import DeskTable, LastTable, last_on, overtime_at
from bot.ui.pages.nights.round_list import list_mark, list_page
from bot.ui.pages.nights.standings_page import Named
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.pictures.drawings import PATIENCE
from bot.ui.posting import channels
from bot.ui.posting.alarms import Alarms
from bot.ui.posting.kept_messages import Kept, Seen, adopt, take_down
from bot.ui.posting.refusals import shut
from bot.ui.posting.request_budget import Urgency, urgency
from bot.ui.posting.tables.end_messages import show_end
from bot.ui.services import Services

THREADS_WITHIN: Final = MINUTE
"""How long a list waits at most for the threads of its tables."""
SOON: Final = 1.0
"""Seconds until a list looks again for missing threads."""
WAITS_ANEW: Final = 3 * MINUTE
"""How long a list says for whom its last table waits, before it looks again."""
NO_RECAP: Final = 0
"""Stands for the recap of a night in which nothing was played."""
ARCHIVED_AFTER: Final = 10 * MINUTE
"""How long after the end of its round, or of a game that went on, a thread is archived."""
TOO_LATE: Final = HOUR
"""A thread that a process finds due for so long stays open; Discord closes it in time."""
BETWEEN_THREADS: Final = 0.5
"""Seconds between two threads that are archived."""
LATELY: Final = 14 * 24 * HOUR
"""After a start, the recaps of nights that began no longer ago than this are put in order."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class PostedRounds:
    """What this process knows to be on Discord of the rounds of a night."""

    lists: dict[int, Page] = field(default_factory=dict)
    last: LastTable | None = None
    """The table for which the round at play waits, as its list shows it."""
    recap: Page | None = None
    play_on: bool = False
    """Whether a table is still being played, so that the recap may yet change."""
    awaiting: set[str] = field(default_factory=set)
    """The tables of which it is said that somebody has points if they still come."""
    followed: tuple[object, ...] | None = None
    """What the recap of the night before was last drawn for."""
    shut: bool = False
    """Whether the channel, not the thread, has refused a list or the recap."""


class NightRounds:
    """Puts up the list of a round's tables once, and the recap, and keeps them up to date."""

    def __init__(self, services: Services, schedule: Callable[[str], object]) -> None:
        """`schedule` has a night looked after again."""
        self._services = services
        self._nights = services.nights
        self._alarms = Alarms(schedule, services.tables.now)
        self._thread_alarms = Alarms(schedule, services.tables.now)
        self._archived: dict[int, int] = {}
        """When the threads were due that this process has archived: who opens them again keeps them
        open, unless something changes there.
        """
        self._to_archive: set[int] = set()
        """Those that it is to archive, however late its alarm rings."""

    def close(self) -> None:
        """Forget what was to be looked at later."""
        self._alarms.close()
        self._thread_alarms.close()

    async def find(self, night: Night, seen: Sequence[Seen]) -> None:
        """Adopt what was sent to the channel just before a crash but not noted."""
        bot, channel = self._services.bot, night.row.channel_id
        for each in night.dealt:
            mark, save = list_mark(night.id, each.number), self._save_list(night, each)
            await adopt(bot, channel, seen, {mark}, each.list_id, save)
        known = night.places.recap_id
        if known != NO_RECAP:
            mark, save = recap_mark(night.id), self._save_recap(night)
            await adopt(bot, channel, seen, {mark}, known, save)

    async def forget(self, night: Night) -> None:
        """Let the newest list and the recap be put up again: their channel was deleted."""
        if night.dealt:
            await self._nights.store.save_list(night.id, night.dealt[-1].number, None)
        await self._nights.store.save_whereabouts(night.id, recap_id=None)

    async def show(self, night: Night, posted: PostedRounds) -> None:
        """Show the list of the newest round and the recap, where there is something to show."""
        try:
            await self._show_who_came(night, posted)
            if night.dealt and night.row.state == "playing":
                await self._show_lists(night, posted)
            # Once it is there, another round may be dealt all the same.
            if recap_due(night) or night.places.recap_id not in (None, NO_RECAP):
                if night.dealt and night.row.state == "over":
                    again = await self._show_list(night, night.dealt[-1], posted)
                    self._look_again(night, again)
                    await self._show_corrected(night, posted)
                await self._show_recap(night, posted, anew=recap_is_above(night))
            elif night.row.state == "over" and night.places.recap_id is None:
                await self._nights.store.save_whereabouts(night.id, recap_id=NO_RECAP)
            await self._archive_threads(night)
        except discord.HTTPException as error:
            if not shut(error):
                raise
            log.info("night %s: its channel is shut: %s %s", night.id, error.status, error.code)
            ways = await self._services.ways_on(night.row.guild_id)
            if {*ways} - {night.row.channel_id}:
                # What is refused goes where the night may go on.
                posted.shut = True
                raise

    async def follow(self, night: Night, posted: PostedRounds) -> list[Night]:
        """Have the recaps of the nights before say what becomes of this one, as long as they lie.

        Return those nights, all that is said of which says so now.
        """
        shows = shown_before(night)
        if posted.followed == shows:
            return []
        ids = await self._nights.store.series.leading_to(night.id)
        before = [await self._nights.get(each) for each in ids]
        posted.followed = shows
        for each in before:
            if each.places.recap_id in (None, NO_RECAP):
                continue
            try:
                await self._show_recap(each, PostedRounds())
            except discord.HTTPException as error:
                if not shut(error):
                    raise
                log.info("night %s: its recap stays as it is: %s", each.id, error.code)
        return before

    async def _show_lists(self, night: Night, posted: PostedRounds) -> None:
        """Show the list of the newest round; as it begins, the one before asks nobody back, and
        all say how many rounds there are with one that was added.
        """
        newest = night.dealt[-1]
        before = night.dealt[:-1] if newest.number > night.row.rounds else night.dealt[-2:-1]
        begins = newest.number not in posted.lists
        soonest = await self._show_list(night, newest, posted)
        for round_ in before if begins else ():
            if round_.list_id is not None:
                soonest = min(soonest, await self._show_list(night, round_, posted))
        self._look_again(night, soonest)
        await self._show_corrected(night, posted)

    async def _show_corrected(self, night: Night, posted: PostedRounds) -> None:
        """Show the lists of older rounds a result of which a host has corrected."""
        tables = await self._nights.reader.tables_of(night)
        corrected = {number for (number, _at), table in tables.items() if table.corrected}
        for round_ in night.dealt[:-1]:
            if round_.list_id is not None and round_.number in corrected:
                await self._show_list(night, round_, posted)

    async def _show_who_came(self, night: Night, posted: PostedRounds) -> None:
        """Show the ends of tables again, and the lists of older rounds, that say of somebody that
        they have points if they still come: once they have, or the night is over.
        """
        dealt = {who for each in night.dealt for who in each.seating.from_the_start}
        here = {each.person for each in night.guests.guests if each.came_at is not None}
        if dealt <= here and not posted.awaiting:
            return
        tables = await self._nights.reader.tables_of(night)
        unearned = await self._nights.reader.unearned_of(night, tables.values())
        awaiting = {each for each, why in unearned.items() if "coming" in why.values()}
        older, rounds = set[int](), {each.number: each for each in night.dealt[:-1]}
        for (number, _at), table in tables.items():
            if table.id in posted.awaiting - awaiting:
                older |= {number} & rounds.keys()
                await self._show_end(table)
        for number in sorted(older):
            if rounds[number].list_id is not None:
                await self._show_list(night, rounds[number], posted)
        posted.awaiting = awaiting

    async def _show_end(self, table: Table) -> None:
        """Show again how a game has ended, where it lies and can be reached; a thread that was
        archived is so again then.
        """
        bot, place = self._services.bot, table.place_id
        if place is None or table.end_id is None:
            return
        reopen, opened = channels.reopening(bot, place), False

        async def reopened(error: discord.HTTPException, first: bool) -> bool:
            nonlocal opened
            opened = await reopen(error, first)
            return opened

        show = partial(show_end, self._services, table, None)
        if await channels.show_where_possible(show, reopened) is None:
            log.info("table %s: its end stays as it is", table.id)
        if opened:
            await channels.archive(bot, place)

    def _look_again(self, night: Night, seconds: float) -> None:
        if seconds < inf:
            self._alarms.set(night.id, seconds)

    async def _show_list(self, night: Night, round_: Round, posted: PostedRounds) -> float:
        """Show the list of a round's tables once they all have their threads; return in how many
        seconds to look again.
        """
        services = self._services
        tables = await self._nights.reader.tables_of(night)
        mine = [tables[key] for key in sorted(tables) if key[0] == round_.number]
        ready = len(mine) == len(round_.seating.seated.tables) and all(
            table.place_id is not None or table.over for table in mine
        )
        now = services.tables.now()
        if not ready and round_.list_id is None and now < (round_.began_at or 0) + THREADS_WITHIN:
            return SOON
        games = services.some_games_of(night)
        unearned = await self._nights.reader.unearned_of(night, mine)
        alone = await self._nights.reader.left_alone(night, mine)
        shown = [
            DeskTable(
                round_.number,
                table.night_table or 0,
                table.face(),
                unearned=unearned.get(table.id, {}),
                alone=table.id in alone,
                home=night.guests.gone_home,
            )
            for table in mine
        ]
        last = await self._last_on(night, shown, mine, posted.last)
        posted.last = last or posted.last
        page = list_page(night, round_, shown, games, now, Wording(night.row.language), last)
        if round_.list_id is None or posted.lists.get(round_.number) != page:
            # One that was taken down stays away.
            kept = Kept(night.row.channel_id, round_.list_id, self._save_list(night, round_))
            await kept.show(services, page)
            posted.lists[round_.number] = page
        await self._take_down_cards(mine)
        if round_.list_id is None:
            # What the thread says of the round can lead to the list only now.
            return SOON
        late = overtime_at(night, games)
        anew = inf if last is None else WAITS_ANEW - (now - last.at) % WAITS_ANEW
        end = None if last is None else last.table.ends_by
        if end is not None and end >= now:
            # Then it doesn't wait any more for whom it names.
            anew = min(anew, end - now + SOON)
        return min(anew, late - now if late is not None and late > now else inf)

    async def _last_on(
        self,
        night: Night,
        shown: Sequence[DeskTable],
        tables: Sequence[Table],
        before: LastTable | None,
    ) -> LastTable | None:
        """Return the table for which the round at play waits: as it was looked at `before`, unless
        it waits for something else now, and that was long ago, the time that it names is past, or
        others play: so moves there bring no edits.
        """
        found, now = last_on(night, shown), self._services.tables.now()
        if found is None:
            return None
        (table,) = [each for each in tables if each.id == found.face.id]
        found = replace(found, ends=await self._services.tables.people.ends(table))
        if before is None or before.table.face.id != found.face.id:
            return LastTable(found, now)
        same, ends_by = before.table.waits_for == found.waits_for, before.table.ends_by
        long_ago = now >= before.at + WAITS_ANEW or (ends_by is not None and now > ends_by)
        changed = before.table.players != found.players or (long_ago and not same)
        return LastTable(found, now) if changed else before

    async def _take_down_cards(self, tables: Sequence[Table]) -> None:
        """Take down the cards of tables that lie in threads: the list says all that they say."""
        services = self._services
        for table in tables:
            if table.card_id is not None and table.place_id not in (None, table.channel_id):
                with urgency(Urgency.REST):
                    await take_down(services.bot, table.channel_id, table.card_id)
                await services.tables.save_whereabouts(table.id, card_id=None)

    async def _archive_threads(self, night: Night) -> None:
        """Archive the threads of tables that are long over, and come back for the others."""
        due = await self._threads_due(night)
        now = self._services.tables.now()
        for number, thread in enumerate(each for each, at in due.items() if at <= now):
            if number:
                await asyncio.sleep(BETWEEN_THREADS)
            with urgency(Urgency.REST):
                await channels.archive(self._services.bot, thread)
            self._archived[thread] = due[thread]
            self._to_archive.discard(thread)
        if later := {thread: at for thread, at in due.items() if at > now}:
            self._to_archive.update(later)
            self._thread_alarms.set(night.id, min(later.values()) - now)

    async def _threads_due(self, night: Night) -> dict[int, int]:
        """Return when the threads of a night's tables that are over are to be archived."""
        over = {each.number: each.over_at for each in night.dealt if each.over_at is not None}
        due: dict[int, int] = {}
        if not over:
            return due
        now = self._services.tables.now()
        for head, _seats in await self._services.tables.store.tables_of_night(night.id):
            thread, round_ = head.place_id, head.night_round or 0
            if head.phase not in ("finished", "cancelled") or round_ not in over:
                continue
            at = max(over[round_], head.touched_at) + ARCHIVED_AFTER
            if thread in (None, head.channel_id) or at <= self._archived.get(thread, 0):
                continue
            if now < at + TOO_LATE or thread in self._to_archive:
                due[thread] = at
        return due

    async def _show_recap(self, night: Night, posted: PostedRounds, *, anew: bool = False) -> None:
        facts = await recap_facts(self._services, night)
        posted.play_on = bool(facts.still_on)
        following = await following_night(self._services, night)
        page = recap_page(night, facts, Wording(night.row.language), following)
        known = night.places.recap_id
        if known == NO_RECAP or (known is not None and posted.recap == page and not anew):
            return
        kept = Kept(night.row.channel_id, known, self._save_recap(night), anew=anew)
        await kept.show(self._services, page, patience=PATIENCE)
        posted.recap = page

    def _save_list(self, night: Night, round_: Round) -> Callable[[int], Awaitable[None]]:
        return partial(self._nights.store.save_list, night.id, round_.number)

    def _save_recap(self, night: Night) -> Callable[[int], Awaitable[None]]:
        async def save(message_id: int) -> None:
            await self._nights.store.save_whereabouts(night.id, recap_id=message_id)

        return save


def shown_before(night: Night) -> tuple[object, ...]:
    """Return what the recap of the night before, and what was said after it, show of a night."""
    # Of one that was called off they say when the next one is.
    goes_on = night.goes_on if night.over else None
    repeats = night.series and night.series.state
    return night.row.state, night.guests.starts_at, night.places.card_id, repeats, goes_on


async def following_night(services: Services, night: Night) -> Night | None:
    """Return the night that was announced as the next one after another; None without one."""
    next_id = await services.nights.store.series.following(night.id)
    return None if next_id is None else await services.nights.get(next_id)


async def recap_facts(services: Services, night: Night, upto: int | None = None) -> RecapFacts:
    """Return the facts of a night's recap: what has ended, and nothing that is still hidden.

    `upto` leaves out the rounds after that one.
    """
    nights, store = services.nights, services.tables.store
    # Read first, so that no older order is said to be the corrected one.
    corrected = await corrections_of(nights, night)
    results, void = await nights.reader.results_of(night)
    if upto is not None:
        night = replace(night, rounds=tuple(r for r in night.rounds if r.number <= upto))
        results = [each for each in results if (each.round or 0) <= upto]
    seated = await store.tables_of_night(night.id)
    heads = [head for head, _seats in seated]
    where = {head.id: (head.night_round or 0, head.night_table or 0) for head in heads}
    names = {row.person: row.name for row in results if row.person is not None and row.name}
    names |= {guest.person: guest.name for guest in night.guests.guests}
    names |= {each.id: each.name for each in night.cohosts}
    names |= {night.row.host: night.host_name} if night.host_name else {}
    hidden = await store.results.hidden(names)
    tables = briefs(seated)
    finished = [each for each in tables if each.phase == "finished" and each.left_to_computers()]
    return RecapFacts(
        points_so_far(night, results, void),
        Named(names, frozenset(hidden)),
        results,
        where,
        [where[head.id] for head in heads if head.phase == "playing"],
        corrected,
        services.games_of(night),
        await nights.reader.decided_own(night, results),
        await nights.reader.new_to(night, learners_of(night)),
        [where[each.id] for each in finished],
        {each.id: each for each in tables},
        [
            table
            for table in where
            if await is_first_by_rule(store, [row for row in results if row.table_id == table])
        ],
    )
