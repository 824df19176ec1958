"""Where tables are kept: read from storage when somebody asks for one, dropped when there are too
many.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import cast
from weakref import WeakValueDictionary

from bot.engine.ahead import Ahead
from bot.engine.dealer import AddressedEvent
from bot.engine.game import AnyGame, Event, Options
from bot.engine.match import Match, Step
from bot.tables.dealers import replay_log
from bot.tables.game_json import CaseJson, GameJson, case_json, dump_motion, game_json, load_motion
from bot.tables.order import NO_ORDERS, Orders, order_rows, orders_of
from bot.tables.recent_step import RECENT_STEPS, RecentStep
from bot.tables.results import mover_of, seats_and_reason, sitting, standing_decisions
from bot.tables.set_times import due_of
from bot.tables.table import RECENT, MadeMove, Table
from bot.tables.table_event import TableEvent, TableEventKind
from bot.tables.trouble import Frozen, NoTable
from bot.tables.who_sits import stored_seat
from storage.order_store import OrderRow
from storage.rows import Holder, LogRow, SeatRow, TableEventRow, TableRow, facts_of
from storage.store import Store

WARM = 1024
"""How many tables stay in memory though nobody is using them."""

log = logging.getLogger(__name__)


class _OtherVersion(Exception):
    """A table that another version of the bot can read; `str()` names no card."""


class TableCache:
    """Holds each table at most once in memory, and reads it from storage when it isn't there."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.games: dict[str, AnyGame] = {}
        self.game_json: dict[str, GameJson] = {}
        self.aheads: dict[str, Ahead] = {}
        """What can be set ahead, of games where that is possible."""
        self._case_json: dict[str, CaseJson] = {}
        self._in_use: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._warm: OrderedDict[str, Table] = OrderedDict()
        self._rewritten = 0
        """How often rows were changed without the tables in memory."""

    def add_game(self, game: AnyGame) -> None:
        """Make a game known by its key."""
        self.game_json[game.info.key] = game_json(game)
        self.games[game.info.key] = game

    def add_ahead(self, key: str, ahead: Ahead) -> None:
        """Make known what can be set ahead in a game."""
        self._case_json[key] = case_json(ahead)
        self.aheads[key] = ahead

    async def get(self, table_id: str) -> Table:
        """Return a table. Raises NoTable if there is none of this id."""
        table = self._in_use.get(table_id)
        while table is None:
            rewritten = self._rewritten
            # The log first: nothing may come between reading the row and keeping the table, or a
            # note of where its board is could be missed.
            steps = await self.store.log(table_id)
            table_events = await self.store.table_events(table_id)
            holders = await self.store.holders(table_id)
            invited = await self.store.invited(table_id)
            askers = await self.store.asking_in.at(table_id)
            orders = await self.store.orders.at(table_id)
            corrected = await self.store.results.corrected(table_id)
            noted = await self.store.results.correction(table_id) if corrected else None
            found = await self.store.table(table_id)
            table = self._in_use.get(table_id)
            # What was read may be of before somebody was forgotten.
            if table is None and rewritten == self._rewritten:
                if found is None:
                    raise NoTable
                table = self._load(*found, steps, table_events, holders)
                table = replace(
                    table,
                    invited=frozenset(invited),
                    askers=tuple(askers),
                    corrected=tuple(corrected) or None,
                    why_corrected=seats_and_reason(noted or "")[1],
                    _orders=self._orders_of(table, orders),
                )
        return self.keep(table)

    def keep(self, table: Table) -> Table:
        """Hold a table in memory, and drop the one used longest ago if it may go.

        It goes if it is over, as hardly anybody comes back to it, or if there are too many.
        """
        if table.id in self._warm:
            self._warm.move_to_end(table.id)
            return table
        oldest = next(iter(self._warm.values()), None)
        if oldest is not None and (oldest.over or len(self._warm) >= WARM):
            del self._warm[oldest.id]
        self._in_use[table.id] = self._warm[table.id] = table
        return table

    def loaded(self, table_id: str) -> Table | None:
        """Return a table if it is in memory."""
        return self._in_use.get(table_id)

    def drop(self, table: Table) -> None:
        """Forget a table in memory, because storage may know better."""
        self._warm.pop(table.id, None)
        if self._in_use.get(table.id) is table:
            del self._in_use[table.id]

    async def drop_rewritten(self, table_ids: Iterable[str]) -> None:
        """Forget tables in memory whose rows were changed without them.

        Whoever is changing one finishes that first, so that nothing is saved after it.
        """
        self._rewritten += 1
        for table_id in table_ids:
            table = self._in_use.get(table_id)
            if table is not None:
                async with table._lock:
                    self.drop(table)

    def drop_guild(self, guild_id: int) -> None:
        """Forget the tables in memory of a server whose rows are gone."""
        for table in [*self._in_use.values()]:
            if table.guild_id == guild_id:
                self.drop(table)

    def drop_over(self, before: int) -> None:
        """Forget the tables in memory that were over before a time, as storage has."""
        for table in [*self._in_use.values()]:
            if table.over and table.touched_at < before:
                self.drop(table)

    @asynccontextmanager
    async def held(self, table_id: str, *, frozen: bool = False) -> AsyncIterator[Table]:
        """Hold the lock of a table.

        With `frozen` a table that can't be read is held, too. Raises NoTable if there is none of
        this id, and otherwise Frozen for one that can't be read.
        """
        while True:
            table = await self.get(table_id)
            async with table._lock:
                if self._in_use.get(table_id) is not table:
                    # It was dropped while somebody waited for its lock.
                    continue
                if table.frozen and not frozen:
                    raise Frozen
                yield table
                return

    def row(self, table: Table, *, state: str | None, result: str | None = None) -> TableRow:
        """Return the row of a table as it stands."""
        return TableRow(
            **facts_of(table),
            game=table.game_key,
            options=self.game_json[table.game_key].dump_options(table.options),
            motion=None if table.motion is None else dump_motion(table.motion),
            result=result,
            state=state,
            secret=table._secret,
            due=due_of(table),
        )

    def order_rows(self, table: Table, orders: Orders) -> list[OrderRow]:
        """Return the rows of what is set ahead at a table."""
        if not orders:
            return []
        key = table.game_key
        return order_rows(table.id, orders, self._case_json[key], self.game_json[key])

    def _orders_of(self, table: Table, rows: Sequence[OrderRow]) -> Orders:
        """Return what the rows say is set ahead at a table; nothing if they can't be read."""
        if not rows or table.frozen:
            return NO_ORDERS
        try:
            key = table.game_key
            return orders_of(rows, self._case_json[key], self.game_json[key])
        except (KeyError, ValueError) as error:
            # Whoever set it is called as if nothing were set. Its words may name cards, and where
            # something is set is secret; `bot check` names the table.
            log.error("what is set ahead can't be read: %s", type(error).__name__)
            return NO_ORDERS

    def _load(
        self,
        row: TableRow,
        seats: list[SeatRow],
        steps: list[LogRow],
        table_events: list[TableEventRow],
        holders: list[Holder],
    ) -> Table:
        """Return the table of a row; one that can't be read is frozen."""
        table = Table(
            **facts_of(row),
            game=self.games.get(row.game),
            game_key=row.game,
            options=Options(),
            seats=[stored_seat(seat) for seat in seats],
            holders=tuple(holders),
            _secret=row.secret,
        )
        try:
            made = _made(seats, steps, table_events)
            return replace(self._with_game(table, row, seats, steps, table_events), _made=made)
        except Exception as error:
            # Whatever is wrong with one table must not stand in the way of all others. The
            # error's text may quote the state, so only its kind is logged.
            why = str(error) if isinstance(error, _OtherVersion) else type(error).__name__
            log.error("table %s can't be read and is frozen: %s", row.id, why)
            return replace(table, frozen=True)

    def _with_game(
        self,
        table: Table,
        row: TableRow,
        seats: list[SeatRow],
        steps: list[LogRow],
        table_events: list[TableEventRow],
    ) -> Table:
        """Return a table with everything that only its game can read."""
        game = table.game
        if game is None:
            raise _OtherVersion(f"this version has no game {row.game!r}")
        if row.rules_version != game.info.rules_version:
            raise _OtherVersion(
                f"played by rules version {row.rules_version}, this is {game.info.rules_version}"
            )
        game_json = self.game_json[row.game]
        table = replace(table, options=game_json.load_options(row.options))
        match = None
        if row.state is not None:
            match = _match(table, game, game_json, row.state, steps)
        told = {each.step: game_json.load_events(each.events) for each in steps[-RECENT:]}
        early = row.phase == "finished" and match is not None and match.to_act()
        return replace(
            table,
            early=game_json.load_result(row.result or "") if early else None,
            motion=None if row.motion is None else load_motion(row.motion),
            recent=tuple(_recent(told, table_events[-RECENT:]))[-RECENT:],
            _match=match,
            _recent_steps=_newest_steps(told, seats, steps, table_events),
            _read_at=-1 if match is None else match.step,
            _drawn=sum(len(json.loads(step.draws)) for step in steps),
        )


def _match(
    table: Table, game: AnyGame, game_json: GameJson, state: str, steps: list[LogRow]
) -> Match:
    """Return the match that a table's state seals, or, failing that, the one its log leads to."""
    try:
        return Match.resume(game, game_json, state)
    except ValueError:
        # Another build gave it another form, or it is damaged.
        log.info("table %s is read from its log", table.id)
        return replay_log(game, game_json, len(table.seats), table.options, steps)[0][-1]


def _made(
    seats: Sequence[SeatRow], steps: Sequence[LogRow], table_events: Sequence[TableEventRow]
) -> tuple[MadeMove, ...]:
    """Return the moves that stand, oldest first; none if the log is damaged."""
    try:
        standing = standing_decisions(steps)
    except ValueError:
        return ()
    return tuple(
        MadeMove(row.step, row.seat, mover_of(row, seats[row.seat], table_events))
        for row in reversed(standing)
        if row.seat is not None
    )


def _newest_steps(
    told: Mapping[int, Sequence[AddressedEvent]],
    seats: Sequence[SeatRow],
    steps: Sequence[LogRow],
    table_events: Sequence[TableEventRow],
) -> tuple[RecentStep, ...]:
    """Return the newest steps that stand, as they are kept while a game is played."""
    kept: list[LogRow] = []
    for row in steps:
        if row.back is not None:
            kept = [each for each in kept if each.step <= row.back]
        kept.append(row)
    return tuple(
        RecentStep(
            row.step,
            row.interaction_id,
            row.seat,
            tuple(sitting(seat, row.step, table_events) for seat in seats),
            tuple(told[row.step]),
        )
        for row in kept[-RECENT_STEPS:]
        if row.step in told
    )


def seat_rows(
    table: Table, questions: Sequence[int] | None = None, asked: Sequence[int] | None = None
) -> list[SeatRow]:
    """Return the rows of a table's seats as they stand, or with the questions of a new step.

    `questions` has the number of each seat's question, `asked` the seats that are to answer.
    """
    asked = table.to_act() if asked is None else asked
    return [
        SeatRow(
            table.id,
            number,
            seat.person,
            seat.name,
            _question(table, number, questions) if number in asked else None,
            seat.level,
            seat.first,
            seat.stand_in,
            seat.away_since,
            seat.gone,
            seat.gave_up,
            seat.timeouts,
            clock_left=seat.clock.left if seat.clock else None,
            clock_at=seat.clock.at if seat.clock else None,
            reminders=seat.reminders,
            due=seat.clock.due if seat.clock else None,
            clock_limit=seat.clock.limit if seat.clock else None,
            reserve_left=seat.reserve_left,
            away_used=seat.away_used,
            back_at=seat.back_at,
            away_how=seat.away_how,
            asked_at=seat.asked_at,
            vote_at=seat.vote_at,
            said_back=seat.said_back,
            freed=seat.freed,
            learns=seat.learns,
        )
        for number, seat in enumerate(table.seats)
    ]


def _question(table: Table, seat: int, questions: Sequence[int] | None) -> int:
    if questions is None:
        return table.question_number(seat)
    return table.question_base + questions[seat]


def log_row_of(
    game_json: GameJson,
    table_id: str,
    step: Step,
    interaction_id: int | None,
    now: int,
    back: int | None,
) -> LogRow:
    """Return the row of a step; `back` is the step that it goes back to, if it does."""
    return LogRow(
        table_id=table_id,
        step=step.number,
        seat=step.seat,
        action="null" if step.action is None else game_json.dump_action(step.action),
        draws=game_json.dump_draws(step.draws),
        events=game_json.dump_events(step.events),
        interaction_id=interaction_id,
        at=now,
        back=back,
    )


def table_event_row(table: Table, act: TableEvent, at: int, step: int) -> TableEventRow:
    """Return the row of something done to a table, after a step of its game."""
    return TableEventRow(
        *(table.id, step, at, act.what, act.role, act.seat, act.person, act.whom),
        *(act.name, act.whom_name),
    )


def table_event_of(row: TableEventRow) -> TableEvent:
    """Return what a row says was done."""
    return TableEvent(
        *(cast(TableEventKind, row.what), row.role, row.seat, row.person, row.whom),
        *(row.name, row.whom_name),
    )


def _recent(
    told: Mapping[int, Sequence[AddressedEvent]], table_events: Sequence[TableEventRow]
) -> list[Event | TableEvent]:
    """Return what all could see happen lately, oldest first."""
    found: list[tuple[int, int, Sequence[Event | TableEvent]]] = [
        (step, 0, [each.event for each in events if each.audience == "all"])
        for step, events in told.items()
    ]
    # What was done in the lobby came before the first step.
    first = min(told, default=0) or -1
    found += [(row.step, 1, [table_event_of(row)]) for row in table_events if row.step >= first]
    found.sort(key=lambda each: each[:2])
    return [each for _, _, several in found for each in several]
