"""All tables: every change is written down first, in one transaction, and only then is true."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import replace
from typing import Unpack

from bot.engine.ahead import Ahead, Line
from bot.engine.game import AnyGame
from bot.engine.match import Match, Step
from bot.engine.views import PublicView
from bot.tables import fingerprints, timed_seats, votes
from bot.tables.dealers import Dealers, live
from bot.tables.ended_seats import with_ended_seats
from bot.tables.game_json import GameJson
from bot.tables.listening import reported
from bot.tables.notes import Notes
from bot.tables.order import Orders
from bot.tables.order_book import OrderBook
from bot.tables.order_pace import OrderPace
from bot.tables.quiet_hours import People
from bot.tables.readers import Readers
from bot.tables.results import SeatResult, results_of
from bot.tables.seat import Seat
from bot.tables.servers import Servers
from bot.tables.table import (
    RECENT,
    Changes,
    Table,
    made_after,
    new_holders,
    with_recent_step,
)
from bot.tables.table_cache import TableCache, log_row_of, seat_rows, table_event_row
from bot.tables.table_event import TableEvent, with_names
from bot.tables.trouble import WAS_FORGOTTEN, NoTable, NotSaved, Trouble
from bot.tables.turn_calls import CallWays
from storage.errors import AlreadyDone, WriteRefused
from storage.forget import Forgotten
from storage.rows import (
    NO_SERVER,
    Holder,
    LogRow,
    Phase,
    SeatRow,
    TableEventRow,
    TableRow,
    Whereabouts,
)
from storage.store import Store

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


async def unused_id(chance: random.Random, find: Callable[[str], Awaitable[object]]) -> str:
    """Return an id of five letters by which nothing is found."""
    while await find(made := "".join(chance.choice(LETTERS) for _ in range(5))) is not None:
        pass
    return made


class Tables:
    """Keeps the tables, one lock each, and writes down what changes: all of a change or nothing.

    What a method returned from is on disk. What it raised Trouble for has changed nothing. What
    people, computers and clocks do at a table has classes of its own, which have the tables.
    """

    def __init__(
        self,
        store: Store,
        *,
        dealers: Dealers | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Take the storage, who deals, and a clock in seconds since 1970."""
        self.store = store
        self.dealers = dealers or live()
        self.people = People(store)
        self.readers = Readers(store)
        self.call_ways = CallWays(store)
        self.notes = Notes(store)
        self.listeners: list[Callable[[Table], None]] = []
        self.about_to_save: Callable[[Table, PublicView, Sequence[int]], object] = lambda *_: None
        """Told what a person's move leads to, and who is asked then, for nobody to see it yet."""
        self.cache = TableCache(store)
        self.games = self.cache.games
        """By their keys."""
        self._now = now
        self._chance = random.SystemRandom()
        pace = OrderPace(self._chance)
        self.order_book = OrderBook(self.cache, self.people, pace, self.now)
        self.servers = Servers(store, self.now)

    def add_game(self, game: AnyGame) -> None:
        """Make a game known; its cog does so when it is loaded."""
        self.cache.add_game(game)

    def add_ahead(self, key: str, ahead: Ahead) -> None:
        """Make known what can be set ahead in a game, before its cog is loaded."""
        self.cache.add_ahead(key, ahead)

    async def get(self, table_id: str) -> Table:
        """Return a table to read. Raises NoTable if there is none of this id."""
        return await self.cache.get(table_id)

    def held(self, table_id: str, *, frozen: bool = False) -> AbstractAsyncContextManager[Table]:
        """Hold the lock of a table to change it.

        Raises NoTable if there is none of this id, and unless `frozen` Frozen if it can't be read.
        """
        return self.cache.held(table_id, frozen=frozen)

    def game_json(self, table: Table) -> GameJson:
        """Return the JSON forms of a table's game."""
        return self.json_of(table.game_key)

    def json_of(self, game_key: str) -> GameJson:
        """Return the JSON forms of a game. Raises KeyError if this bot doesn't have it."""
        return self.cache.game_json[game_key]

    def now(self) -> int:
        """Return the time in whole seconds since 1970."""
        return int(self._now())

    async def free_id(self) -> str:
        """Return an id that no table has."""
        return await unused_id(self._chance, self.store.table)

    async def demand_not_forgotten(self, table_id: str, person_id: int) -> None:
        """Raise Trouble for somebody who was at a table before they were forgotten.

        They know a hand there, or were taken off, and nobody could tell any more.
        """
        if await self.store.privacy.was_forgotten_at(table_id, person_id):
            raise Trouble(WAS_FORGOTTEN)

    # One transaction per change

    async def save_new(self, table: Table, most_open: int | None) -> None:
        """Save a table that waits in its lobby, and keep it.

        Raises AlreadyDone, which says which table is stored instead, and TooManyOpen if its opener
        has `most_open` already.
        """
        row = self.cache.row(table, state=None)
        with self.saving(table):
            await self.store.open_table(
                row, seat_rows(table), invited=table.invited, most=most_open
            )
        self.cache.keep(table)
        self.tell(table)

    async def change(
        self, table: Table, table_events: Sequence[TableEvent] = (), **new: Unpack[Changes]
    ) -> None:
        """Save a change that is no move, then make it; all of it or nothing.

        The table's lock is held. `table_events` say what was done, for all to read. Clocks are
        wound, stopped and set going as the change requires. An open vote is counted again, and what
        passes is done with the change.
        """
        now = self.now()
        after = replace(table, **new, revision=table.revision + 1, touched_at=now)
        counted, carried = votes.settled(after, now)
        after = replace(after, **counted)
        done = [with_names(each, table.seats, after.seats) for each in [*table_events, *carried]]
        after = replace(after, recent=(*after.recent, *done)[-RECENT:])
        with self.saving(table):
            seats = await timed_seats.timed(
                self.people, after, table.seats, after.seats, after.to_act(), now
            )
            after = replace(after, seats=seats)
            ends_early = after.early is not None and table.early is None
            after = with_ended_seats(after) if ends_early else after
            after = await self.order_book.after_change(table, after)
            state = table._match.sealed() if table._match else None
            over = after.phase == "finished"
            result = self.game_json(table).dump_result(after.result()) if over else None
            row = self.cache.row(after, state=state, result=result)
            rows = [table_event_row(table, each, now, table.step()) for each in done]
            holders = new_holders(table, after)
            new_people = after.invited - table.invited
            results: list[SeatResult] = []
            if ends_early:
                after, row, results = await self._ended_early(after, row, rows)
            askers = [each for each in after.askers if each not in table.askers]
            seat_rows_after = seat_rows(after)
            calls = self.call_ways.planned(seat_rows(table), seat_rows_after, row, now)
            await self.store.save_change(
                row,
                seat_rows_after,
                rows,
                holders,
                new_people,
                results,
                askers,
                self.order_book.rows(table, after),
                calls,
            )
        table.become(after)
        self.tell(table)

    async def _ended_early(
        self, after: Table, row: TableRow, event_rows: Sequence[TableEventRow]
    ) -> tuple[Table, TableRow, list[SeatResult]]:
        """Return a table that people end before its game is over, its row, and the results."""
        steps = await self.store.log(after.id)
        if after._secret is not None:
            log_print = fingerprints.log_print(after._secret, steps)
            after, row = replace(after, log_print=log_print), replace(row, log_print=log_print)
        if not after.on_server:
            return after, row, []
        assert after.early is not None
        told = [*await self.store.table_events(after.id), *event_rows]
        return after, row, results_of(row, after.early, seat_rows(after), steps, told)

    async def save_step(
        self,
        table: Table,
        match: Match,
        step: Step,
        interaction_id: int | None,
        *,
        seats: Sequence[Seat],
        table_events: Sequence[TableEvent] = (),
        host: int | None = None,
        back: int | None = None,
        used: Line | None = None,
        opens: bool = False,
        most_open: int | None = None,
    ) -> bool:
        """Save a step, then make it count; return False if the interaction was applied before.

        The table's lock is held. `seats` are as they are to be, but for their clocks. `host` is
        given if it changes. `back` is the step that the game goes back to, `used` the line of what
        was set ahead that it follows. With `opens` it is the deal of a table that isn't stored yet;
        then AlreadyDone says which table is stored already, and TooManyOpen that its opener has
        `most_open` open.
        """
        game_json, now = self.game_json(table), self.now()
        seats, sat_in = await timed_seats.sat_in(self.people, table, step, seats, now)
        log_row = log_row_of(game_json, table.id, step, interaction_id, now, back)
        # Only the end needs all that came before it.
        steps = [] if step.result is None else [*await self.store.log(table.id), log_row]
        told = *table_events, *votes.lapsed_by(table, step), *sat_in
        done = [with_names(each, table.seats, seats) for each in told]
        after = await self._after_step(table, match, step, log_row, seats, steps)
        after = replace(after, host=table.host if host is None else host)
        after = with_recent_step(table, after, step, done, interaction_id, back)
        after = after if step.result is None else with_ended_seats(after)
        after = await self.order_book.after_step(table, after, step, used, back)
        written = table, after, step, log_row, steps, done
        if not await self._write_step(*written, opens=opens, most_open=most_open):
            return False
        if step.seat is not None:
            match.accept(step)
        table.become(after)
        self.readers.ended(_here_at_end(after, step), table.game_key)
        if opens:
            self.cache.keep(table)
        return True

    async def _write_step(
        self,
        table: Table,
        after: Table,
        step: Step,
        log_row: LogRow,
        steps: Sequence[LogRow],
        done: Sequence[TableEvent],
        *,
        opens: bool,
        most_open: int | None,
    ) -> bool:
        """Write down a step and the table `after` it; return False if it was applied before.

        `steps` is the whole log if the game ends with it.
        """
        result = None if step.result is None else self.game_json(table).dump_result(step.result)
        # The match takes the step only once that is saved.
        match = after._match
        left = match if match is None or step.seat is None else match.left_by(step)
        row = self.cache.row(replace(after, _match=left), state=step.sealed, result=result)
        rows = seat_rows(after, step.asks, step.to_act)
        event_rows = [table_event_row(table, each, log_row.at, step.number) for each in done]
        holders = new_holders(table, after)
        won = await self._results(row, step, rows, steps, event_rows)
        calls = self.call_ways.planned(seat_rows(table), rows, row, log_row.at)
        ends = won, _here_at_end(after, step), self.order_book.rows(table, after), calls
        try:
            with self.saving(table):
                if opens:
                    new = row, rows, log_row, holders, after.invited
                    await self.store.open_table(*new, most=most_open, calls=calls)
                else:
                    await self.store.save_step(row, rows, log_row, event_rows, holders, *ends)
        except AlreadyDone:
            if opens:
                raise
            return False
        return True

    async def _results(
        self,
        row: TableRow,
        step: Step,
        seats: Sequence[SeatRow],
        steps: Sequence[LogRow],
        done: Sequence[TableEventRow],
    ) -> list[SeatResult]:
        """Return how each seat has ended; nothing before the end, nor on no server."""
        if step.result is None or row.guild_id == NO_SERVER:
            return []
        told = [*await self.store.table_events(row.id), *done]
        return results_of(row, step.result, seats, steps, told)

    @contextmanager
    def saving(self, table: Table) -> Iterator[None]:
        """Report that a change wasn't saved, or drop the table to be read again if nobody knows."""
        try:
            yield
        except AlreadyDone:
            raise
        except WriteRefused as error:
            raise NotSaved from error
        except BaseException:
            # It may be on disk and it may not: whoever asks next reads what is there.
            self.cache.drop(table)
            raise

    async def _after_step(
        self,
        table: Table,
        match: Match,
        step: Step,
        row: LogRow,
        seats: Sequence[Seat],
        steps: Sequence[LogRow],
    ) -> Table:
        """Return the table as a step leaves it, with the clocks of those who are asked then.

        `steps` is the whole log if the game ends with it.
        """
        phase: Phase = "playing" if step.result is None else "finished"
        if phase == "playing" and step.seat is not None and row.interaction_id is not None:
            with reported(f"table {table.id}"):
                self.about_to_save(table, match.left_by(step).public(), step.to_act)
        if step.seat is None:
            held = tuple(Holder(seat.person, seat.name) for seat in seats if seat.level is None)
            table = replace(table, started_by=row.interaction_id, holders=held)
        start_print, log_print = table.start_print, None
        if step.seat is None:
            options, people = (
                self.game_json(table).dump_options(table.options),
                [each.person for each in seats],
            )
            start_print = fingerprints.start_of(table, table.game_key, options, people)
        if step.result is not None and table._secret is not None:
            log_print = fingerprints.log_print(table._secret, steps)
        then = replace(table, phase=phase, _made=made_after(table, step, seats, row))
        sitting = table.seats, seats, step.to_act, row.at
        return replace(
            table,
            seats=await timed_seats.timed(self.people, then, *sitting, back=row.back is not None),
            phase=phase,
            motion=votes.after_step(table.motion, phase, step.seat, step.to_act),
            revision=table.revision + 1,
            touched_at=row.at,
            start_print=start_print,
            log_print=log_print,
            _match=match,
            _made=then._made,
            _drawn=table._drawn + len(step.draws),
        )

    async def save_orders(self, table: Table, kept: Orders) -> None:
        """Save only what is set ahead at a table, whose lock is held; nobody is told of it."""
        with self.saving(table):
            await self.store.orders.save(table.id, self.cache.order_rows(table, kept))
        table.keep_orders(kept)

    def tell(self, table: Table) -> None:
        """Tell the listeners that a table has changed."""
        for listener in self.listeners:
            with reported(f"table {table.id}"):
                listener(table)

    async def read_anew(self, table_ids: Collection[str]) -> None:
        """Read tables again whose results were corrected, and tell the listeners."""
        await self.cache.drop_rewritten(table_ids)
        for table_id in table_ids:
            with contextlib.suppress(NoTable):
                self.tell(await self.get(table_id))

    # Where messages lie, and who isn't there any more

    async def save_whereabouts(self, table_id: str, **found: Unpack[Whereabouts]) -> None:
        """Save where a table's messages are."""
        if found.get("asleep") is False:
            # What came due as it slept would be played at the very moment that it wakes.
            with contextlib.suppress(Trouble):
                async with self.held(table_id) as table:
                    if table.asleep and table._orders:
                        await self.save_orders(table, await self.order_book.drawn_anew(table))
        await self.store.save_whereabouts(table_id, **found)
        table = self.cache.loaded(table_id)
        nowhere = table is not None and table.place_id is None
        if table is not None:
            table.lie_at(found)
        if "asleep" in found or (nowhere and found.get("place_id")):
            # Nobody's time goes by at a table that sleeps; what names one leads there from now on.
            with contextlib.suppress(NoTable):
                self.tell(await self.get(table_id))

    async def sleep_guild(self, guild_id: int) -> None:
        """Put all tables of a server to sleep at once, since the bot isn't there any more."""
        asleep = await self.store.sleep_guild(guild_id)
        for table_id in asleep:
            table = self.cache.loaded(table_id)
            if table is not None:
                table.lie_at({"asleep": True})
        for table_id in asleep:
            with contextlib.suppress(NoTable):
                self.tell(await self.get(table_id))

    async def forget(self, person_id: int, names: Collection[str]) -> Forgotten:
        """Remove a person from everything that is kept, also in memory; `names` are what they are
        called.

        They sit at no table that isn't over. Whoever was changing a table meanwhile may have saved
        it with them once more, so repeat this until nothing names them.
        """
        forgotten = await self.store.privacy.forget(person_id, names)
        self.people.forget(person_id)
        self.readers.forget(person_id)
        self.call_ways.forget(person_id)
        self.notes.forget(person_id)
        await self.cache.drop_rewritten(forgotten.tables)
        return forgotten


def _here_at_end(table: Table, step: Step) -> list[int]:
    """Return who is at a table as its game ends with a step; nobody before that."""
    return [seat.person for seat in table.seats if seat.here and step.result is not None]
