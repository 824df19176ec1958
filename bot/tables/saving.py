"""The ledger: every change of a table is written first, in one transaction, and then is true."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Unpack

from bot.engine.game import AnyGame
from bot.engine.match import Match, Step
from bot.tables import fingerprints, votes
from bot.tables.clock import kept
from bot.tables.game_json import GameJson
from bot.tables.quiet_hours import People
from bot.tables.table import Changes, Seat, Table, TableEvent
from bot.tables.table_cache import TableCache, seat_rows, table_event_row
from bot.tables.trouble import NotSaved
from storage.errors import WriteRefused
from storage.rows import LogRow, Phase
from storage.store import AlreadyDone, Store

log = logging.getLogger(__name__)


class SavedTables:
    """Keeps the tables, and writes down what changes about them: all of a change or nothing."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        """Take the storage and a clock in seconds since 1970."""
        self.store = store
        self.people = People(store)
        self.listeners: list[Callable[[Table], None]] = []
        self._cache = TableCache(store)
        self._now = now

    @property
    def games(self) -> dict[str, AnyGame]:
        """Return the games by their keys."""
        return self._cache.games

    def add_game(self, game: AnyGame) -> None:
        """Make a game known; its cog does so when it is loaded."""
        self._cache.add_game(game)

    async def get(self, table_id: str) -> Table:
        """Return a table to read; raise NoTable."""
        return await self._cache.get(table_id)

    def held(self, table_id: str) -> AbstractAsyncContextManager[Table]:
        """Hold the lock of a table that can be read, to change it; raise NoTable or Frozen."""
        return self._cache.held(table_id)

    def game_json(self, table: Table) -> GameJson:
        """Return the JSON forms of a table's game."""
        return self._cache.game_json[table.game_key]

    def now(self) -> int:
        """Return the time in whole seconds since 1970."""
        return int(self._now())

    # One transaction a change

    async def change(
        self, table: Table, table_events: Sequence[TableEvent] = (), **new: Unpack[Changes]
    ) -> None:
        """Save a change that is no move, then make it; all of it or nothing.

        The table's lock is held. `acts` say what was done, for all to read. Clocks are wound,
        stopped and set going as the change asks for. An open vote is counted anew: what passes
        is done along with the change.
        """
        now = self.now()
        after = replace(table, **new, seq=table.seq + 1, touched_at=now)
        counted, carried = votes.settled(after)
        after = replace(after, **counted)
        table_events = [*table_events, *carried]
        try:
            after.seats = await self._timed(after, after.seats, after.to_act(), now)
            state = table._match.sealed() if table._match else None
            over = after.phase == "finished"
            result = self.game_json(table).dump_result(table.result()) if over else None
            row = self._cache.row(after, state=state, result=result)
            event_rows = [table_event_row(table, act, now, table.step()) for act in table_events]
            await self.store.save_change(row, seat_rows(after), event_rows)
        except WriteRefused as error:
            raise not_saved(table, error) from error
        except BaseException:
            self._cache.drop(table)
            raise
        for name in {*new, *counted, "seats", "seq", "touched_at"}:
            setattr(table, name, getattr(after, name))
        table.recent.extend(table_events)
        self.tell(table)

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
    ) -> bool:
        """Save a step and make it the truth; False if the interaction was applied before.

        The table's lock is held. `seats` are as they are to be, but for their clocks. `host` is
        given if it becomes another. `back` is the step that the game goes back to.
        """
        game_json = self._cache.game_json[table.game_key]
        now = self.now()
        result = None if step.result is None else game_json.dump_result(step.result)
        phase: Phase = "playing" if step.result is None else "finished"
        log_row = LogRow(
            table_id=table.id,
            seq=step.seq,
            seat=step.seat,
            action="null" if step.action is None else game_json.dump_action(step.action),
            draws=game_json.dump_draws(step.draws),
            events=game_json.dump_events(step.events),
            interaction_id=interaction_id,
            at=now,
            back=back,
        )
        start_print, log_print = await self._prints(table, seats, step, log_row)
        after = replace(
            table,
            seats=await self._timed(table, seats, step.to_act, now),
            phase=phase,
            host=table.host if host is None else host,
            motion=votes.after_step(table.motion, phase),
            seq=table.seq + 1,
            touched_at=now,
            start_print=start_print,
            log_print=log_print,
        )
        row = self._cache.row(after, state=step.sealed, result=result)
        rows = [
            replace(each, question_seq=step.asks[each.seat] if each.seat in step.to_act else None)
            for each in seat_rows(after)
        ]
        event_rows = [table_event_row(table, act, now, step.seq) for act in table_events]
        try:
            await self.store.save_step(row, rows, log_row, event_rows)
        except AlreadyDone:
            return False
        except WriteRefused as error:
            raise not_saved(table, error) from error
        except BaseException:
            # It may be on disk and it may not: the next one who asks reads what is there.
            self._cache.drop(table)
            raise
        if step.seat is not None:
            match.accept(step)
        table._match = match
        table._drawn += len(step.draws)
        table.seats, table.host, table.motion = after.seats, after.host, after.motion
        table.phase, table.seq, table.touched_at = phase, row.seq, now
        table.start_print, table.log_print = start_print, log_print
        table.recent.extend(each.event for each in step.events if each.audience == "all")
        table.recent.extend(table_events)
        return True

    async def _prints(
        self, table: Table, seats: Sequence[Seat], step: Step, row: LogRow
    ) -> tuple[str | None, str | None]:
        """Return the fingerprints of the start and of the log, as they are with a step."""
        start = table.start_print
        if step.seat is None:
            start = fingerprints.start_print(
                table_id=table.id,
                game=table.game_key,
                rules_version=table.rules_version,
                options=self.game_json(table).dump_options(table.options),
                people=[seat.person for seat in seats],
            )
        if step.result is None or table._secret is None:
            return start, None
        steps = [*await self.store.log(table.id), row]
        return start, fingerprints.log_print(table._secret, steps)

    async def _timed(
        self, table: Table, seats: Sequence[Seat], asked: tuple[int, ...], now: int
    ) -> list[Seat]:
        """Return the seats with clocks for those where a person is asked, and no others."""
        acting = {n for n in asked if seats[n].mind is None}
        people = [seats[n].person for n in acting] if table.pace == "days" else []
        quiets = await self.people.quiets(people)
        timed: list[Seat] = []
        for number, seat in enumerate(seats):
            clock = None
            if number in acting:
                clock = kept(
                    seat.clock,
                    table.pace,
                    table.move_time,
                    now,
                    quiets.get(seat.person),
                    stands=table.paused or table.asleep,
                )
            # A turn that somebody else has ended needs no computer any more.
            stand_in = None if seat.stand_in == "once" and number not in asked else seat.stand_in
            same = clock == seat.clock and stand_in == seat.stand_in
            timed.append(seat if same else replace(seat, clock=clock, stand_in=stand_in))
        return timed

    def tell(self, table: Table) -> None:
        """Tell the listeners that a table has changed."""
        for listener in self.listeners:
            try:
                listener(table)
            except Exception:
                # The change is saved; whoever shows it must not undo that.
                log.exception("table %s: a listener failed", table.id)


def not_saved(table: Table, error: WriteRefused) -> NotSaved:
    """Tell those who run the bot why a change wasn't saved; the player is asked to try again."""
    log.error("table %s: a change was not saved: %s", table.id, error)
    return NotSaved()
