"""All game nights: how they are changed, with one lock per night."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import Protocol
from weakref import WeakValueDictionary

from bot.engine.game import GameInfo
from bot.engine.text import marked as _
from bot.nights.added_rounds import added_post
from bot.nights.announcing import NewNight, publish
from bot.nights.ask_rules import Ask, of_ask, people_who_can, put_on_list
from bot.nights.asks import KEPT_DAYS, Asks
from bot.nights.dates import read_stored
from bot.nights.drafts import draft_row
from bot.nights.fans import OF_EARLY, Called, EarlyComer, calling, early_comers, silent_count
from bot.nights.guest_list import NOT_A_GUEST
from bot.nights.guest_presses import blocked
from bot.nights.morning_calls import at_night
from bot.nights.next_due import next_due
from bot.nights.night import (
    CHANGED_MEANWHILE,
    Change,
    Night,
    NoNight,
    Now,
    Post,
    Press,
    Rule,
    demand_lead,
    demand_open,
)
from bot.nights.night_events import events_of
from bot.nights.night_json import (
    guest_rows,
    loaded,
    post_row,
    round_rows,
    row_of,
    ticks_json,
)
from bot.nights.night_reading import NightReader
from bot.nights.series import Series, series_row
from bot.nights.series_rules import date_sign, end_posts
from bot.nights.stages import RoundPace, pace_of_games, staged
from bot.nights.standing_posts import OF_SERIES, SAID_YES, from_round, in_their_hours
from bot.tables.clock import DAY
from bot.tables.listening import reported
from bot.tables.seat import Person
from bot.tables.sweep_tables import UNTOUCHED_DAYS
from bot.tables.tables import Tables, unused_id
from bot.tables.trouble import NO_SUCH_CHOICE, NotSaved, Trouble
from storage.errors import AlreadyDone, OutOfStep, WriteRefused
from storage.fan_store import FanRow
from storage.night_rows import RIGHT_NOW, NightEventRow, NightRow, PostRow
from storage.night_store import NightStore


class KnowsServers(Protocol):
    """What is set about a server and its people, besides its nights."""

    async def demand_not_blocked(self, guild_id: int, person_id: int) -> None:
        """Raise Trouble for somebody who may not come."""
        ...

    async def blocked(self, guild_id: int, people: Collection[int]) -> Collection[int]:
        """Return which of some people may not come."""
        ...

    async def apart_among(self, people: Collection[int]) -> Sequence[tuple[int, int]]:
        """Return the pairs among some people who mustn't sit together."""
        ...


class Nights:
    """Opens nights, reads and changes them. What a method returned from is on disk.

    What it raised Trouble for has changed nothing. Listeners are told about every change.
    """

    def __init__(self, tables: Tables, store: NightStore, servers: KnowsServers) -> None:
        """Take the tables, the storage, and what is known about servers."""
        self.tables = tables
        self.store = store
        self.reader = NightReader(tables, store)
        self.servers = servers
        self.announcing = asyncio.Lock()
        """Held while a night is announced, so that no two are announced for one moment."""
        self.listeners: list[Callable[[Night], None]] = []
        self._chance = random.SystemRandom()
        self.asks = Asks(tables, servers, self._chance)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def get(self, night_id: str) -> Night:
        """Return a night as it stands. Raises NoNight if there is none of this id."""
        found = await self.store.night(night_id)
        if found is None:
            raise NoNight
        return loaded(found)

    # Changes

    async def open(self, new: NewNight, press: Press) -> Night:
        """Make the draft of a night, which its host alone sees. Raises NotSaved."""
        assert press.interaction_id is not None
        now = self.tables.now()
        row = draft_row(await self.free_id(), new, press.interaction_id, now)
        series = Series(row.id, new.guild_id, row.id, new.repeat, row.local)
        begins = series_row(series) if new.repeat else None
        event = NightEventRow(
            night_id=row.id,
            at=now,
            what="drafted",
            interaction_id=press.interaction_id,
            by=press.by.id,
            note=new.ask,
        )
        try:
            await self.store.open(row, event, begins)
        except AlreadyDone as done:
            return await self.get(done.table_id)
        except WriteRefused as error:
            raise NotSaved from error
        return await self.get(row.id)

    async def between(self, guild: int) -> list[Night]:
        """Return the nights of a server that are over and carry a series on."""
        found = [await self.get(each) for each in await self.store.series.newest(guild)]
        return [each for each in found if each.over]

    async def between_led(self, guild_id: int, press: Press) -> list[Night]:
        """Return those of them on which somebody leads."""
        return [each for each in await self.between(guild_id) if each.leads(press)]

    async def discard(self, night_id: str, press: Press) -> None:
        """Delete a draft."""
        async with self.held(night_id) as night:
            demand_lead(night, press)
            await self.store.discard(night_id)

    async def change(self, night_id: str, press: Press, rule: Rule) -> Night:
        """Change a night by a rule, and return it.

        An interaction that was applied before isn't applied again. Raises whatever Trouble the rule
        raises.
        """
        async with self.held(night_id) as night:
            if await self.done_before(press):
                return night
            return await self.apply(night, press, rule)

    async def publish(self, night_id: str, press: Press) -> Night:
        """Announce a draft.

        One that was made like the newest night of a series is its next one from now on. Raises
        Trouble if what it repeats is already announced for that moment, by another host or by its
        series.
        """
        made_like = await self._made_like(night_id)
        async with AsyncExitStack() as stack:
            like: Night | None = None
            if made_like is not None:
                with suppress(NoNight):
                    like = await stack.enter_async_context(self.held(made_like))
            draft = await stack.enter_async_context(self.held(night_id))
            # After the nights' locks, as when a series goes on: else each could wait for the other.
            await stack.enter_async_context(self.announcing)
            if await self.done_before(press):
                return draft
            if made_like is not None:
                ask = await self.asks.find(made_like)
                if ask is not None:
                    return await self._publish_asked(draft, ask, press)
                others = await self.followers(made_like, draft.row)
                if any(each.row.state in RIGHT_NOW for each in others):
                    raise Trouble(_("This night is already announced for that time."))
            return await self._publish(draft, like, press)

    async def _publish(self, draft: Night, like: Night | None, press: Press) -> Night:
        """Announce a draft, maybe made like another night; the locks of both are held."""
        joins = None if like is None else like.goes_on
        fans = await self.fans_of(draft.row.guild_id, None if joins is None else joins.id)
        early = [] if like is None or joins is None else await self.early(like, draft.row.local)
        return await self.apply(draft, press, publish(like, fans, early))

    async def early(self, night: Night, local: str | None = None) -> list[EarlyComer]:
        """Return who has said on a night of a series, of those who may come, that they come to one
        that isn't announced yet; of one at a wall time also who has said that they don't.
        """
        series = night.series
        if series is None:
            return []
        date, last = (each and date_sign(read_stored(each)) for each in (local, series.local))
        events = await self.store.series.events(series.id, OF_EARLY)
        found = early_comers(events, series.weeks, date, last or "")
        gone = await self.servers.blocked(night.row.guild_id, [each.id for each in found])
        return [each for each in found if each.id not in gone]

    async def fans_of(self, guild_id: int, series_id: str | None) -> list[FanRow]:
        """Return who wants to be told of a night of a server, or comes every time to its series.

        Whoever may not come is left out; of somebody who wants both, coming counts.
        """
        fans = await self.store.fans.of(guild_id, series_id)
        gone = await self.servers.blocked(guild_id, [fan.person for fan in fans])
        return [fan for fan in fans if fan.person not in gone]

    async def fans_of_series(self, night: Night, but: int) -> dict[int, str]:
        """Return who comes every time to the series of a night, is told of its dates, or has said
        that they come to the next one, but for one person, and their names: they are called as
        something changes.
        """
        series = "" if night.series is None else night.series.id
        fans = await self.fans_of(night.row.guild_id, series)
        people = {each.person: each.name for each in fans if each.series_id == series}
        people |= {each.id: each.name for each in await self.early(night) if each.id not in people}
        return {person: name for person, name in people.items() if person != but}

    async def called(self, draft: Night) -> Called:
        """Return how many people a draft would call if its host announced it now."""
        series, can, kept, again = None, set[int](), set[int](), False
        made_like = await self._made_like(draft.id)
        ask = None if made_like is None else await self.asks.find(made_like)
        if ask is not None:
            can = {*people_who_can(ask, draft.row.starts_at)}
            gone = await self.servers.blocked(draft.row.guild_id, can)
            can -= {*gone}
            limit, host = draft.guests.limit, draft.row.host
            listed = put_on_list(ask, draft.row.starts_at, limit, gone, host)
            kept = {each.id for each in listed}
        elif made_like is not None:
            with suppress(NoNight):
                before = await self.get(made_like)
                series, again = before.goes_on, bool(before.dealt)
        fans = await self.fans_of(draft.row.guild_id, None if series is None else series.id)
        told = {each.person for each in fans if each.kind == "tell"} - can
        host = {draft.row.host}
        return Called(len(told - host), len(kept - host), len(can - kept - host), again)

    async def _made_like(self, night_id: str) -> str | None:
        """Return the id of the night or the question that a draft was made from."""
        events = await self.store.events(night_id)
        return next((each.note for each in events if each.what == "drafted"), None)

    async def _publish_asked(self, draft: Night, ask: Ask, press: Press) -> Night:
        """Announce a draft made from a question, its lock held; ask those in who can come."""
        async with self.asks.held(ask.id) as ask:
            if ask.row.state == "announced" and ask.row.night_id != draft.id:
                raise Trouble(_("A game night was announced from this question already."))
            people = [each.person for each in ask.answers]
            gone = await self.servers.blocked(ask.row.guild_id, people)
            fans = await self.fans_of(draft.row.guild_id, None)

            def rule(night: Night, press: Press, now: Now) -> Change:
                can = people_who_can(ask, night.row.starts_at)
                can = tuple(each for each in can if each not in gone)
                told = [fan for fan in fans if fan.person not in can]
                limit, by = night.guests.limit, press.by.id
                early = put_on_list(ask, night.row.starts_at, limit, gone, by)
                change = of_ask(publish(fans=told, early=early)(night, press, now), ask)
                kept = tuple(each.id for each in early if each.id != by)
                can = tuple(each for each in can if each not in (*kept, by))
                posts = Post("unconfirmed", kept, {SAID_YES: True}), Post("asked", can)
                asked = tuple(each for each in posts if each.people)
                return replace(change, posts=(*change.posts, *asked), ask=ask.id)

            night = await self.apply(draft, press, rule)
        self.asks.tell(await self.asks.get(ask.id))
        return night

    async def answer(self, night_id: str, press: Press, rule: Rule) -> Night:
        """Change a night by what a guest presses. Raises Trouble for whoever may not come."""
        await self.demand_may_come(await self.get(night_id), press.by.id)
        return await self.change(night_id, press, rule)

    async def tick(self, night_id: str, person: int, games: Collection[str]) -> Night:
        """Note what a guest would play of several games; none for any.

        Nobody is told and nothing is shown anew, so that it can't be told from anything who has
        ticked what. Raises Trouble for whoever isn't on the list.
        """
        async with self.held(night_id) as night:
            await self.demand_may_come(night, person)
            demand_open(night)
            if night.guests.find(person) is None:
                raise Trouble(NOT_A_GUEST)
            if not {*games} <= {game.key for game in night.games}:
                raise Trouble(NO_SUCH_CHOICE)
            await self.store.save_ticks(night_id, person, ticks_json(games))
        return await self.get(night_id)

    async def demand_may_come(self, night: Night, person: int) -> None:
        """Raise Trouble for somebody who may not come to a night."""
        await self.servers.demand_not_blocked(night.row.guild_id, person)

    async def take_off_blocked(self) -> None:
        """Take everybody who may not come any more off nights, and out of later rounds."""
        await self.asks.take_off_blocked()
        for night_id in await self.store.ids_in(RIGHT_NOW):
            night = await self.get(night_id)
            coming = {each.person for each in night.guests.guests if each.answer != "out"}
            coming |= {each.id for each in night.cohosts}
            for person in await self.servers.blocked(night.row.guild_id, coming):
                await self.change(night_id, Press(Person(0, ""), None), blocked(person))

    async def sweep(self) -> None:
        """Delete the drafts that weren't published for a week, and what people wanted of series
        that ended a month ago.
        """
        now = self.tables.now()
        await self.store.discard_old(now - UNTOUCHED_DAYS * DAY)
        await self.store.fans.discard_ended(now - KEPT_DAYS * DAY)
        await self.asks.sweep()

    # One change

    @asynccontextmanager
    async def held(self, night_id: str) -> AsyncIterator[Night]:
        """Hold the lock of a night, and yield it as it stands. Raises NoNight."""
        lock = self._locks.setdefault(night_id, asyncio.Lock())
        async with lock:
            yield await self.get(night_id)

    async def done_before(self, press: Press) -> bool:
        """Tell whether an interaction was applied before."""
        return press.interaction_id is not None and await self.store.applied(press.interaction_id)

    async def apply(self, night: Night, press: Press, rule: Rule) -> Night:
        """Save what a rule makes out of a night whose lock is held."""
        now = await self.now_for(night)
        change = rule(night, press, now)
        return await self.save(night, change, press, now.at)

    async def now_for(self, night: Night) -> Now:
        """Return the time, and the quiet hours of those who wait for a seat."""
        waiting = [guest.person for guest in night.guests.with_answer("waits")]
        return Now(self.tables.now(), await self.tables.people.quiets(waiting))

    def infos_of(self, night: Night) -> list[GameInfo]:
        """Return what the games of a night say about themselves, but for those that are gone."""
        found = [self.tables.games.get(game.key) for game in night.games]
        return [game.info for game in found if game is not None]

    def pace_of(self, night: Night) -> RoundPace | None:
        """Return what a night's games say about its rounds; None if all of them are gone."""
        infos = self.infos_of(night)
        return pace_of_games(night, infos) if infos else None

    async def pace_now(self, night: Night) -> RoundPace | None:
        """Return the same, with whether only the last of some tables of a round is still on."""
        pace, tables = self.pace_of(night), await self.reader.at_play(night)
        on = [table for table in tables if not table.lets_go]
        return None if pace is None else replace(pace, last_on=len(on) < 2 <= len(tables))

    async def demand_possible(self, night: Night, press: Press, rule: Rule) -> Night:
        """Return the night as a press would leave it now, unmade. Raises Trouble if it can't be."""
        return rule(night, press, await self.now_for(night)).night

    async def save(self, before: Night, change: Change, press: Press, at: int) -> Night:
        """Save a change, then report it; the night's lock is held.

        Raises Trouble if the night isn't what it was, and NotSaved if the disk refuses it.
        """
        pace = self.pace_of(before)
        after = staged(before, change, press, at, pace)
        row = replace(after.row, **row_of(after, revision=before.row.revision + 1, touched_at=at))
        after = replace(after, row=row)
        row = replace(row, due=next_due(after, pace))
        events = events_of(change, before, after, press, at)
        posts = await self._said_by(change, before, after, press, at)
        guests = guest_rows(row.id, after.guests)
        if change.follows is not None and change.follows_guests is not None:
            guests += guest_rows(change.follows.id, change.follows_guests)
        try:
            await self.store.save(
                row,
                guests,
                round_rows(after),
                events,
                posts,
                change.follows,
                change.results,
                change.ask,
                None if after.series in (None, before.series) else series_row(after.series),
                silent_count(before, after),
            )
        except AlreadyDone:
            return await self.get(row.id)
        except OutOfStep as error:
            raise Trouble(CHANGED_MEANWHILE) from error
        except WriteRefused as error:
            raise NotSaved from error
        await self.tables.read_anew({each.table_id for each in change.results})
        saved = await self.get(row.id)
        self.tell(saved)
        if change.follows is not None:
            self.tell(await self.get(change.follows.id))
        return saved

    async def _said_by(
        self, change: Change, before: Night, after: Night, press: Press, at: int
    ) -> list[PostRow]:
        """Return the rows of all that is to be said of a change, also on the night that follows."""
        said = *(from_round(after, each) for each in change.posts), *end_posts(before, after)
        said += added_post(before, after, press)
        if any(post.kind in OF_SERIES for post in said):
            people = [*await self.fans_of_series(before, press.by.id)]
            said = calling(said, people, between=before.over)
        posts = await self._post_rows(before, after.row, said, at)
        if change.follows is not None:
            posts += await self._post_rows(before, change.follows, change.follows_posts, at)
        return posts

    async def _post_rows(
        self, before: Night, row: NightRow, posts: Sequence[Post], at: int
    ) -> list[PostRow]:
        """Return the rows of what is to be said, and again where quiet hours are over."""
        people = {person for post in posts for person in post.people}
        quiets = await self.tables.people.quiets(people)
        found: list[PostRow] = []
        for post in posts:
            night = at_night(before, post, at, row.starts_at)
            hours = {**dict.fromkeys(post.people, night), **quiets}
            said = in_their_hours(before, post, max(at, post.not_before), hours)
            found += [post_row(row, each, when) for each, when in said]
        return found

    def tell(self, night: Night) -> None:
        """Tell the listeners that a night has changed."""
        for listener in self.listeners:
            with reported(f"night {night.id}"):
                listener(night)

    async def followers(self, night_id: str, row: NightRow) -> list[Night]:
        """Return the nights that follow one, as of a row: of its series, or by *Same again*."""
        ids = await self.store.made_after(night_id, row.guild_id, row.starts_at)
        return [await self.get(each) for each in ids if each != row.id]

    async def free_id(self) -> str:
        """Return an id that no night has."""
        return await unused_id(self._chance, self.store.night)
