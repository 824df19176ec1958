"""All game nights: one lock a night, one transaction a change. Every way in leads here."""

from __future__ import annotations

import asyncio
import logging
import random
import traceback
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from math import inf
from typing import Final, Protocol
from weakref import WeakValueDictionary

from bot.engine.text import marked as _
from bot.nights import rounds
from bot.nights.announcing import NewNight, morning_after, next_date, next_night, times_of
from bot.nights.assign_tables import Proposal, SeatingJob
from bot.nights.attendance import Attendance, attendance
from bot.nights.dates import stored
from bot.nights.due_times import due as guests_due
from bot.nights.guest_presses import blocked
from bot.nights.night import (
    Change,
    ChangedMeanwhile,
    Night,
    NoNight,
    Now,
    Press,
    Round,
    Rule,
    demand_lead,
)
from bot.nights.night_json import guest_rows, loaded, post_row, round_rows, row_of
from bot.nights.night_points import points_of_night, tonight
from bot.nights.seating_process import Seats, proposal
from bot.nights.table_sizes import TableSizes
from bot.tables.lobby_rules import computer
from bot.tables.new_table import NewTable
from bot.tables.seat import Person, Seat
from bot.tables.table import Table
from bot.tables.tables import DAY, LETTERS, UNTOUCHED_DAYS, Tables
from bot.tables.trouble import NotSaved, Trouble
from storage.errors import AlreadyDone, OutOfStep, WriteRefused
from storage.former_players import is_former
from storage.night_rows import RIGHT_NOW, NightEventRow, NightRow, NightState
from storage.night_store import NightStore
from storage.rows import ResultRow

BETWEEN_TABLES: Final = 0.5
"""Seconds between two tables of a round that are dealt, so that Discord isn't asked too much."""
AT_ONCE: Final = 4
"""A round of no more tables is dealt without waiting."""
LAST_NIGHTS: Final = 4
"""Who sat together on one of so many nights before is rather seated with others."""
EVER: Final = 1 << 60
"""Later than any night."""
COMPUTER: Final = "steady"
"""How well a computer plays that fills up a table."""

log = logging.getLogger(__name__)


class KnowsServers(Protocol):
    """What is set about a server and its people, beside its nights."""

    async def check_person(self, guild_id: int, person_id: int) -> None:
        """Raise Trouble for somebody who may not come."""
        ...

    async def blocked(self, guild_id: int, people: Collection[int]) -> Collection[int]:
        """Return who of some people may not come."""
        ...

    async def apart_among(self, people: Collection[int]) -> Sequence[tuple[int, int]]:
        """Return the pairs among some people who aren't to sit together."""
        ...


class Nights:
    """Opens nights and changes them. What a method returned from is on disk.

    What it raised Trouble for has changed nothing. Whoever listens is told of every change.
    """

    def __init__(
        self,
        tables: Tables,
        store: NightStore,
        process: Seats,
        servers: KnowsServers,
        between_tables: float = BETWEEN_TABLES,
    ) -> None:
        """Take the tables, the storage, what seats guests, and what is known of servers."""
        self.tables = tables
        self.store = store
        self.listeners: list[Callable[[Night], None]] = []
        self._process = process
        self._servers = servers
        self._between_tables = between_tables
        self._chance = random.SystemRandom()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._dealing: dict[str, asyncio.Task[None]] = {}
        self._to_deal: set[str] = set()
        tables.listeners.append(self._table_changed)

    async def close(self) -> None:
        """Stop dealing; the next start goes on where this one stopped."""
        for task in self._dealing.values():
            task.cancel()
        await asyncio.gather(*self._dealing.values(), return_exceptions=True)

    # Reading

    async def get(self, night_id: str) -> Night:
        """Return a night as it stands; raise NoNight."""
        found = await self.store.night(night_id)
        if found is None:
            raise NoNight
        return loaded(found)

    async def of_guild(self, guild_id: int, states: Collection[NightState]) -> list[Night]:
        """Return the nights of a server in some states, the next one first."""
        return [loaded(each) for each in await self.store.nights_of_guild(guild_id, states)]

    async def of_person(self, person: int) -> list[Night]:
        """Return the nights that a person has answered, the newest first."""
        return [loaded(each) for each in await self.store.nights_of_person(person)]

    async def tables_of(self, night: Night) -> dict[tuple[int, int], Table]:
        """Return the tables of a night by round and number."""
        found: dict[tuple[int, int], Table] = {}
        for head, _seats in await self.tables.store.tables_of_night(night.id):
            if head.night_round is not None and head.night_table is not None:
                found[head.night_round, head.night_table] = await self.tables.get(head.id)
        return found

    async def results_of(self, night: Night) -> tuple[list[ResultRow], frozenset[tuple[int, int]]]:
        """Return how the games of a night have ended, and (round, table) of those without result.

        A table that is gone from storage, and whose result stayed, has a result.
        """
        results = await self.tables.store.results_of_night(night.id)
        heads = await self.tables.store.tables_of_night(night.id)
        void = {
            (head.night_round, head.night_table)
            for head, _seats in heads
            if head.phase == "cancelled" and head.night_round and head.night_table
        }
        return results, frozenset(void)

    async def before(self, night: Night, most: int) -> list[Night]:
        """Return the last nights of a server before one, the newest first."""
        return await self.last(night.row.guild_id, most, night.row.starts_at)

    async def last(self, guild_id: int, most: int, before: int = EVER) -> list[Night]:
        """Return the last nights of a server that are over, the newest first."""
        found = await self.store.nights_before(guild_id, before, most)
        return [loaded(each) for each in found]

    async def attendance(self, nights: Sequence[Night]) -> Mapping[int, Attendance]:
        """Return how often each person came to some nights, and how many games they left."""
        return attendance(nights, await self.store.left([night.id for night in nights]))

    # Changes

    async def open(self, new: NewNight, press: Press) -> Night:
        """Make the draft of a night, which its host alone sees."""
        assert press.interaction_id is not None
        now = self.tables.now()
        row = NightRow(
            id=await self._free_id(),
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            language=new.language,
            host=new.host.id,
            title=new.title,
            game=new.game,
            options=new.options,
            mode=new.mode,
            rounds=new.rounds,
            move_time=new.move_time,
            pause=new.pause,
            cap=new.cap,
            local=stored(new.when.local),
            zone=new.zone,
            **times_of(new.when),
            rung=now,
            season=new.season,
            repeat=new.repeat,
            mention=new.mention,
            touched_at=now,
            opened_by=press.interaction_id,
        )
        event = NightEventRow(
            night_id=row.id,
            at=now,
            what="drafted",
            interaction_id=press.interaction_id,
            by=press.by.id,
        )
        try:
            await self.store.open(row, event)
        except AlreadyDone as done:
            return await self.get(done.table_id)
        except WriteRefused as error:
            raise NotSaved from error
        return await self.get(row.id)

    async def discard(self, night_id: str, press: Press) -> None:
        """Delete a draft."""
        async with self.held(night_id) as night:
            demand_lead(night, press)
            await self.store.discard(night_id)

    async def change(
        self, night_id: str, press: Press, rule: Rule, *, seq: int | None = None
    ) -> Night:
        """Change a night by a rule, and return it; raise Trouble.

        An interaction that was applied before isn't applied again. `seq` is the revision that a
        host's page was drawn for; another one raises ChangedMeanwhile.
        """
        async with self.held(night_id) as night:
            if await self._done_before(press):
                return night
            return await self._change(night, press, rule, seq)

    async def answer(self, night_id: str, press: Press, rule: Rule) -> Night:
        """Change a night by what a guest presses; raise Trouble for who may not come."""
        await self.check_guest(await self.get(night_id), press.by.id)
        return await self.change(night_id, press, rule)

    async def check_guest(self, night: Night, person: int) -> None:
        """Raise Trouble for somebody who may not come to a night."""
        await self._servers.check_person(night.row.guild_id, person)

    async def take_off_blocked(self) -> None:
        """Take everybody off nights who may not come any more, and out of later rounds."""
        for night_id in await self.store.ids_in(RIGHT_NOW):
            night = await self.get(night_id)
            coming = {each.person for each in night.guests.guests if each.answer != "out"}
            coming |= {each.id for each in night.cohosts}
            for person in await self._servers.blocked(night.row.guild_id, coming):
                await self.change(night_id, Press(Person(0, ""), None), blocked(person))

    async def sweep(self) -> None:
        """Delete the drafts that nobody has published for a week."""
        await self.store.discard_old(self.tables.now() - UNTOUCHED_DAYS * DAY)

    # Rounds

    async def size_choices(self, night: Night) -> list[TableSizes]:
        """Return the table sizes for those who are there; several if the host has to choose."""
        return rounds.choices(night, await self._facts(night, seated=False))

    async def seat(
        self,
        night_id: str,
        press: Press,
        *,
        seq: int | None,
        choice: int = 0,
        shift: int | None = None,
        shuffle: bool = False,
    ) -> Night:
        """Propose the next round, or propose it otherwise.

        `choice` is one of `size_choices`, `shift` by how much larger tables are wanted, and with
        `shuffle` the seating is another one.
        """
        async with self.held(night_id) as night:
            if await self._done_before(press):
                return night
            _demand_newest(night, seq)
            rounds.demand_seatable(night, press)
            asked = night if shift is None else night.with_row(size_shift=shift)
            facts = await self._facts(night)
            sizes = rounds.choices(asked, facts)
            if not sizes:
                raise Trouble(_("Nobody can be seated yet."))
            chosen = sizes[min(choice, len(sizes) - 1)]
            seed = 1 + night.proposal.seed if night.proposal else self._chance.getrandbits(32)
            job = rounds.job_of(asked, facts, chosen, seed, planned=not shuffle)
            found: Proposal = await self._propose(job)
            return await self._change(
                night, press, rounds.propose(chosen, found, seed, shift), None
            )

    async def swap(
        self, night_id: str, press: Press, one: int, other: int, *, seq: int | None
    ) -> Night:
        """Have two guests of the proposal change places."""
        facts = await self._facts(await self.get(night_id))
        return await self.change(night_id, press, rounds.swap(facts, one, other), seq=seq)

    async def start_all(self, night_id: str, press: Press, *, seq: int | None) -> Night:
        """Deal the proposed round; its tables follow, also if the bot dies meanwhile."""
        night = await self.change(night_id, press, rounds.start_all(), seq=seq)
        self.deal(night_id)
        return night

    def deal(self, night_id: str) -> None:
        """Have the tables of a round opened and dealt that aren't yet, and see if it is over."""
        self._to_deal.add(night_id)
        if night_id not in self._dealing:
            task = asyncio.create_task(self._deal(night_id), name=f"deal {night_id}")
            self._dealing[night_id] = task

    async def _deal(self, night_id: str) -> None:
        try:
            while night_id in self._to_deal:
                # Whatever has ended until now is seen in this round of looking.
                self._to_deal.discard(night_id)
                night = await self.get(night_id)
                if night.playing is not None:
                    await self._deal_round(night, night.playing)
        except Exception as error:
            # The timer tries again. What went wrong may name cards, so only its kind is logged.
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("night %s: dealing: %s\n%s", night_id, type(error).__name__, frames)
        finally:
            self._dealing.pop(night_id, None)
            self._to_deal.discard(night_id)

    async def _deal_round(self, night: Night, playing: Round) -> None:
        tables = await self.tables_of(night)
        seated = playing.seating.seated.tables
        for number in range(1, len(seated) + 1):
            if (playing.number, number) not in tables:
                table = await self.tables.open_and_deal(self._new_table(night, playing, number))
                tables[playing.number, number] = table
                if len(seated) > AT_ONCE:
                    await asyncio.sleep(self._between_tables)
        if all(_lets_go(tables[playing.number, number]) for number in range(1, len(seated) + 1)):
            timer = Press(Person(0, ""), None)
            await self.change(night.id, timer, rounds.round_over(playing.number))

    def _new_table(self, night: Night, playing: Round, number: int) -> NewTable:
        """Return what a table of a round is opened with."""
        table = playing.seating.seated.tables[number - 1]
        people = [person for person in table.people if not is_former(person)]
        seats = [Seat(person, night.name_of(person) or "?") for person in people]
        # Whoever was forgotten since they were seated has a computer in their place.
        while len(seats) < len(table.people) + table.computers:
            seats.append(computer(seats, COMPUTER, self._chance))
        host = people[0] if is_former(table.host) and people else table.host
        game_json = self.tables.json_of(night.row.game)
        return NewTable(
            game_key=night.row.game,
            guild_id=night.row.guild_id,
            channel_id=night.row.channel_id,
            person=Person(host, night.name_of(host) or "?"),
            options=game_json.load_options(night.row.options),
            # No interaction has this id: one press opens many tables.
            interaction_id=self._chance.getrandbits(62) | 1 << 62,
            language=night.row.language,
            seats=tuple(seats),
            pace="live",
            move_time=night.row.move_time,
            on_timeout="seat",
            night_id=night.id,
            night_round=playing.number,
            night_table=number,
        )

    async def _propose(self, job: SeatingJob) -> Proposal:
        return await proposal(self._process, job)

    async def _facts(self, night: Night, *, seated: bool = True) -> rounds.SeatingFacts:
        """Return what is known of the guests for seating them; less for sizes alone."""
        game = self.tables.games.get(night.row.game)
        if game is None:
            raise Trouble(_("There is no such game here."))
        info = game.info
        facts = rounds.SeatingFacts(tuple(info.seats), info.wanted_seats, {})
        if not seated:
            return facts
        results, void = await self.results_of(night)
        people = [guest.person for guest in night.guests.there]
        return replace(
            facts,
            points=tonight(points_of_night(night, results, void)),
            earlier=rounds.pairs_before(await self.before(night, LAST_NIGHTS)),
            apart=tuple(await self._servers.apart_among(people)),
        )

    # One change

    @asynccontextmanager
    async def held(self, night_id: str) -> AsyncIterator[Night]:
        """Hold the lock of a night, and give it as it stands; raise NoNight."""
        lock = self._locks.setdefault(night_id, asyncio.Lock())
        async with lock:
            yield await self.get(night_id)

    async def _done_before(self, press: Press) -> bool:
        """Tell whether an interaction was applied before."""
        return press.interaction_id is not None and await self.store.applied(press.interaction_id)

    async def _change(self, night: Night, press: Press, rule: Rule, seq: int | None) -> Night:
        """Save what a rule makes of a night whose lock is held."""
        _demand_newest(night, seq)
        now = await self.now_for(night)
        change = rule(night, press, now)
        return await self.save(night, change, press, now.at)

    async def now_for(self, night: Night) -> Now:
        """Return the time, and the quiet hours of those who wait for a seat."""
        waiting = [guest.person for guest in night.guests.with_answer("waits")]
        return Now(self.tables.now(), await self.tables.people.quiets(waiting))

    async def save(self, before: Night, change: Change, press: Press, at: int) -> Night:
        """Write a change down, and tell of it; the night's lock is held."""
        after = change.night
        row = replace(after.row, **row_of(after, seq=before.row.seq + 1, touched_at=at))
        after = replace(after, row=row)
        row = replace(row, due=next_due(after))
        event = NightEventRow(
            night_id=row.id,
            at=at,
            what=change.what,
            interaction_id=press.interaction_id,
            by=press.by.id or None,
            whom=change.whom,
            note=change.note,
        )
        posts = [post_row(row.id, post, at) for post in change.posts]
        if change.follows is not None:
            posts += [post_row(change.follows.id, post, at) for post in change.follows_posts]
        try:
            await self.store.save(
                row,
                guest_rows(after),
                round_rows(after),
                [event],
                posts,
                change.follows,
                change.results,
            )
        except AlreadyDone:
            return await self.get(row.id)
        except OutOfStep as error:
            raise ChangedMeanwhile from error
        except WriteRefused as error:
            raise NotSaved from error
        saved = await self.get(row.id)
        self.tell(saved)
        if change.follows is not None:
            self.tell(await self.get(change.follows.id))
        return saved

    def tell(self, night: Night) -> None:
        """Tell the listeners that a night has changed."""
        for listener in self.listeners:
            try:
                listener(night)
            except Exception as error:
                # The change is saved; whoever shows it must not undo that.
                frames = "".join(traceback.format_tb(error.__traceback__))
                log.error("night %s: a listener: %s\n%s", night.id, type(error).__name__, frames)

    def _table_changed(self, table: Table) -> None:
        """See whether a round is over, once a table of it is, or goes on over days."""
        if table.night_id is not None and _lets_go(table):
            self.deal(table.night_id)

    async def following(self, night: Night, opened_by: int) -> NightRow | None:
        """Return the row of the next night after one, as a draft; None without a date."""
        now = self.tables.now()
        when = next_date(night, now)
        if when is None:
            return None
        return next_night(night, await self._free_id(), when, opened_by, now)

    async def _free_id(self) -> str:
        while True:
            night_id = "".join(self._chance.choice(LETTERS) for _ in range(5))
            if await self.store.night(night_id) is None:
                return night_id


def next_due(night: Night) -> int | None:
    """Return when something must next happen on a night by itself; None if never."""
    times: list[float] = [morning_after(night) or inf]
    if night.row.state not in ("draft", "over", "cancelled"):
        times += [guests_due(night.guests) or inf, rounds.closes_at(night) or inf]
    earliest = min(times)
    return None if earliest == inf else int(earliest)


def _lets_go(table: Table) -> bool:
    """Tell whether a round, and its guests, need not wait for a table any more."""
    return table.over or table.pace == "days"


def _demand_newest(night: Night, seq: int | None) -> None:
    """Raise ChangedMeanwhile for a page that was drawn for an older night."""
    if seq not in (None, night.row.seq):
        raise ChangedMeanwhile
