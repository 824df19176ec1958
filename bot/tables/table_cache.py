"""Where tables are kept: taken down from storage when somebody asks for one, put back by weight."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import cast
from weakref import WeakValueDictionary

from bot.engine.computer import LEVELS, Level
from bot.engine.game import AnyGame, Event, Options
from bot.engine.match import Match
from bot.tables.clock import Clock
from bot.tables.game_json import GameJson, dump_motion, load_motion
from bot.tables.replay_log import replay_log
from bot.tables.table import RECENT, Seat, Table, TableEvent, TableEventKind, known_level
from bot.tables.trouble import Frozen, NoTable
from storage.rows import LogRow, SeatRow, TableEventRow, TableRow
from storage.store import Store

WARM = 1024
"""So many tables stay in memory though nobody is using them."""

log = logging.getLogger(__name__)


class TableCache:
    """Holds each table at most once in memory, and reads it from storage when it isn't there."""

    def __init__(self, store: Store) -> None:
        """Take the storage."""
        self.store = store
        self.games: dict[str, AnyGame] = {}
        self.game_json: dict[str, GameJson] = {}
        self._in_use: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._warm: OrderedDict[str, Table] = OrderedDict()

    def add_game(self, game: AnyGame) -> None:
        """Make a game known by its key."""
        self.games[game.info.key] = game
        self.game_json[game.info.key] = GameJson(game)

    async def get(self, table_id: str) -> Table:
        """Return a table; raise NoTable if there is none of this id."""
        table = self._in_use.get(table_id)
        if table is None:
            # The log first: nothing may come between reading the row and keeping the table,
            # or a note on where its board lies could be missed.
            steps = await self.store.log(table_id)
            table_events = await self.store.table_events(table_id)
            found = await self.store.table(table_id)
            table = self._in_use.get(table_id)
            if table is None:
                if found is None:
                    raise NoTable
                table = self._take_down(*found, steps, table_events)
        return self.keep(table)

    def keep(self, table: Table) -> Table:
        """Hold a table in memory, and let go of the one used longest ago."""
        if table.id in self._warm:
            self._warm.move_to_end(table.id)
            return table
        self._in_use[table.id] = self._warm[table.id] = table
        if len(self._warm) > WARM:
            self._warm.popitem(last=False)
        return table

    def loaded(self, table_id: str) -> Table | None:
        """Return a table if it is in memory."""
        return self._in_use.get(table_id)

    def drop(self, table: Table) -> None:
        """Forget a table in memory, because storage may know better."""
        table._dropped = True
        self._warm.pop(table.id, None)
        if self._in_use.get(table.id) is table:
            del self._in_use[table.id]

    def drop_over(self, before: int) -> None:
        """Forget the tables in memory that were over before a time, as storage has."""
        for table in [*self._in_use.values()]:
            if table.phase in ("finished", "cancelled") and table.touched_at < before:
                self.drop(table)

    @asynccontextmanager
    async def held(self, table_id: str) -> AsyncIterator[Table]:
        """Hold the lock of a table that can be read; raise NoTable or Frozen."""
        while True:
            table = await self.get(table_id)
            async with table._lock:
                if table._dropped:
                    continue
                if table.frozen:
                    raise Frozen
                yield table
                return

    def row(self, table: Table, *, state: str | None, result: str | None = None) -> TableRow:
        """Return the row of a table as it stands."""
        return TableRow(
            id=table.id,
            game=table.game_key,
            rules_version=table.rules_version,
            phase=table.phase,
            options=self.game_json[table.game_key].dump_options(table.options),
            host=table.host,
            guild_id=table.guild_id,
            channel_id=table.channel_id,
            place_id=table.place_id,
            card_id=table.card_id,
            board_id=table.board_id,
            board_seq=table.board_seq,
            ping_id=table.ping_id,
            asleep=table.asleep,
            seq=table.seq,
            state=state,
            result=result,
            opened_by=table.opened_by,
            opened_at=table.opened_at,
            touched_at=table.touched_at,
            language=table.language,
            pace=table.pace,
            move_time=table.move_time,
            on_timeout=table.on_timeout,
            paused=table.paused,
            motion=None if table.motion is None else dump_motion(table.motion),
            secret=table._secret,
            commitment=table.commitment,
            start_print=table.start_print,
            log_print=table.log_print,
            hands_open=table.hands_open,
            rematch_of=table.rematch_of,
        )

    def _take_down(
        self,
        row: TableRow,
        seats: list[SeatRow],
        steps: list[LogRow],
        table_events: list[TableEventRow],
    ) -> Table:
        game = self.games.get(row.game)
        table = Table(
            id=row.id,
            game=game,
            game_key=row.game,
            rules_version=row.rules_version,
            options=Options(),
            phase=row.phase,
            host=row.host,
            seats=[_seat(seat, row.move_time) for seat in seats],
            language=row.language,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            opened_by=row.opened_by,
            opened_at=row.opened_at,
            touched_at=row.touched_at,
            seq=row.seq,
            place_id=row.place_id,
            card_id=row.card_id,
            board_id=row.board_id,
            board_seq=row.board_seq,
            ping_id=row.ping_id,
            asleep=row.asleep,
            pace=row.pace,
            move_time=row.move_time,
            on_timeout=row.on_timeout,
            paused=row.paused,
            commitment=row.commitment,
            start_print=row.start_print,
            log_print=row.log_print,
            hands_open=row.hands_open,
            rematch_of=row.rematch_of,
            _secret=row.secret,
        )
        try:
            if game is None:
                raise ValueError(f"this version has no game {row.game!r}")
            if row.rules_version != game.info.rules_version:
                raise ValueError(
                    f"played by rules version {row.rules_version}, "
                    f"this is {game.info.rules_version}"
                )
            game_json = self.game_json[row.game]
            table.options = game_json.load_options(row.options)
            if row.state is not None:
                try:
                    table._match = Match.resume(game, game_json, row.state)
                except ValueError:
                    # Another build gave it another form, or it is damaged: the log tells it anew.
                    log.info("table %s is read from its log", row.id)
                    matches, _ = replay_log(game, game_json, len(seats), table.options, steps)
                    table._match = matches[-1]
                table._drawn = sum(len(json.loads(step.draws)) for step in steps)
            table.motion = None if row.motion is None else load_motion(row.motion)
            table.recent.extend(_recent(game_json, steps[-RECENT:], table_events[-RECENT:]))
        except Exception as error:
            # Whatever is wrong with one table must not stand in the way of all others. The
            # error's text may quote the state, so only its kind is logged.
            why = str(error) if type(error) is ValueError else type(error).__name__
            log.error("table %s can't be read and is frozen: %s", row.id, why)
            table.frozen = True
        return table


def seat_rows(table: Table) -> list[SeatRow]:
    """Return the rows of a table's seats as they stand."""
    asked = table.to_act()
    return [
        SeatRow(
            table.id,
            number,
            seat.person,
            seat.name,
            table.question_seq(number) if number in asked else None,
            seat.level,
            seat.first,
            seat.stand_in,
            seat.away_since,
            seat.timeouts,
            clock_left=seat.clock.left if seat.clock else None,
            clock_at=seat.clock.at if seat.clock else None,
            reminders=seat.clock.reminders if seat.clock else 0,
            due=seat.clock.due if seat.clock else None,
            agreed=seat.agreed,
        )
        for number, seat in enumerate(table.seats)
    ]


def table_event_row(table: Table, act: TableEvent, at: int, step: int) -> TableEventRow:
    """Return the row of something done to a table, after a step of its game."""
    return TableEventRow(table.id, step, at, act.what, act.role, act.seat, act.person, act.whom)


def table_event_of(row: TableEventRow) -> TableEvent:
    """Return what a row says was done."""
    return TableEvent(cast(TableEventKind, row.what), row.role, row.seat, row.person, row.whom)


def _seat(row: SeatRow, move_time: int) -> Seat:
    clock = None
    if row.clock_left is not None:
        clock = Clock(move_time, row.clock_left, row.clock_at, row.reminders, row.due)
    return Seat(
        row.person,
        row.name,
        _level(row.level),
        row.first,
        row.stand_in,
        row.away_since,
        row.timeouts,
        clock,
        row.agreed,
    )


def _recent(
    game_json: GameJson, steps: list[LogRow], table_events: list[TableEventRow]
) -> list[Event | TableEvent]:
    """Return what all could see happen lately, oldest first."""
    found: list[tuple[int, int, Sequence[Event | TableEvent]]] = [
        (step.seq, 0, public_events(game_json, step)) for step in steps
    ]
    # What was done in the lobby came before the first step.
    first = steps[0].seq if steps and steps[0].seq > 0 else -1
    found += [(row.seq, 1, [table_event_of(row)]) for row in table_events if row.seq >= first]
    found.sort(key=lambda each: each[:2])
    return [each for _, _, several in found for each in several]


def _level(text: str | None) -> Level | None:
    """Return a level that was kept; one that this version doesn't know becomes the first."""
    return None if text is None else known_level(text) or LEVELS[0]


def public_events(game_json: GameJson, step: LogRow) -> list[Event]:
    """Return what a log row told everybody."""
    return [each.event for each in game_json.load_events(step.events) if each.audience == "all"]
