"""The computer players: they hear of every change, have workers think, and act when it is time."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.engine.computer import Player
from bot.engine.game import Action
from bot.engine.views import SeatView
from bot.tables.computer_pace import MoveTiming, Turn
from bot.tables.moves import Moves
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.trouble import NotSaved, Trouble
from bot.tables.worker_jobs import Job
from bot.tables.workers import NoAnswer, Workers

FIRST_WAIT: Final = 2.0
LONGEST_WAIT: Final = 300.0

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Attended:
    """A table where computers are asked: their turns, and the task that takes them."""

    turns: dict[int, Turn] = field(default_factory=dict)
    """By seat."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Computers:
    """Takes the turns of all computer players, with one task for each table where they are asked.

    A computer sees what a person on its seat would see: a worker gets the view of that seat, and
    the move goes through the same checks as everybody's. Whether a decision is forced is not asked
    here: every one is sent to a worker (`computer_pace` says why). After a restart `resume` goes
    on where they were.
    """

    def __init__(
        self,
        tables: Tables,
        moves: Moves,
        workers: Workers,
        players: Mapping[str, Player],
        delay: float,
        delay_alone: float,
    ) -> None:
        """Listen to the tables; `players` holds each game's rule of thumb, by the game's key.

        `delay` is the time, in seconds, from a seat's being asked to its move; `delay_alone` is the
        same in games that nobody else watches or waits in: private ones, and those that computers
        play to their end.
        """
        self._tables = tables
        self._moves = moves
        self._workers = workers
        self._players = players
        self._chance = random.SystemRandom()
        self._public_pace = MoveTiming(delay, self._chance)
        self._private_pace = MoveTiming(delay_alone, self._chance)
        self._attended: dict[str, _Attended] = {}
        self._closed = False
        tables.listeners.append(self.hear)

    async def resume(self) -> None:
        """Take up all turns of computers that were open when the bot went down."""
        for table_id in await self._tables.store.computers_asked():
            try:
                self.hear(await self._tables.get(table_id))
            except Trouble as trouble:
                log.warning("table %s: its computers can't go on: %s", table_id, trouble)

    async def close(self) -> None:
        """Stop taking turns; `resume` takes them up after a restart."""
        self._closed = True
        tasks = [each.task for each in self._attended.values() if each.task is not None]
        self._attended.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def hear(self, table: Table) -> None:
        """Note which computers are asked now that a table has changed."""
        if self._closed:
            return
        asked = table.computers_asked()
        if not asked:
            self._leave(table.id)
            return
        attended = self._attended.setdefault(table.id, _Attended())
        turns, now, pace = attended.turns, _now(), self._pace(table)
        for seat in [seat for seat in turns if seat not in asked]:
            del turns[seat]
        for seat in asked:
            if seat in turns:
                turns[seat].due = pace.moved(turns[seat].due, now)
            else:
                turns[seat] = Turn(pace.asked(now))
        attended.changed.set()
        if attended.task is None:
            attended.task = asyncio.create_task(
                self._attend(table.id, attended), name=f"computers {table.id}"
            )

    def _pace(self, table: Table) -> MoveTiming:
        watched = table.on_server and not table.left_to_computers()
        return self._public_pace if watched else self._private_pace

    def _leave(self, table_id: str) -> None:
        attended = self._attended.pop(table_id, None)
        # A task that hears of its own move comes to its end by itself.
        if attended and attended.task and attended.task is not asyncio.current_task():
            attended.task.cancel()

    # One table

    async def _attend(self, table_id: str, attended: _Attended) -> None:
        """Take turns at a table for as long as computers are asked there."""
        wait = FIRST_WAIT
        while self._attended.get(table_id) is attended:
            try:
                await self._go_on(table_id, attended)
                wait = FIRST_WAIT
            except NotSaved:
                log.debug("table %s: a computer's move was not saved, again soon", table_id)
            except Trouble as trouble:
                # The table is gone or can't be read: there is nothing to be done for it here.
                log.warning("table %s: its computers can't go on: %s", table_id, trouble)
                self._leave(table_id)
                return
            except Exception as error:
                # Its words may name cards, so they are left out.
                log.error("table %s: computers failed: %s", table_id, type(error).__name__)
            else:
                continue
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _go_on(self, table_id: str, attended: _Attended) -> None:
        """Take one step at a table: think for a seat, wait until a move is due, or make it."""
        table = await self._tables.get(table_id)
        turns = attended.turns
        if turns.keys() != set(table.computers_asked()):
            # The table was read again, so it isn't the one last heard of.
            self.hear(table)
            return
        attended.changed.clear()
        seat = min(
            turns,
            key=lambda seat: (
                turns[seat].question_number == table.question_number(seat),
                turns[seat].due,
            ),
        )
        turn = turns[seat]
        if turn.question_number != table.question_number(seat):
            turn.question_number = table.question_number(seat)
            turn.action = await self._think(table, seat)
            now = _now()
            for each in turns.values():
                each.due = self._pace(table).beat(each.due, now)
        elif turn.due > _now():
            try:
                async with asyncio.timeout_at(turn.due):
                    await attended.changed.wait()
            except TimeoutError:
                pass
        else:
            await self._act(table, seat, attended)

    async def _think(self, table: Table, seat: int) -> Action | None:
        """Return what the computer on a seat decides; None if nobody could think about it."""
        level = table.seats[seat].mind
        assert level is not None
        try:
            job = Job(table.game_key, level, table.view(seat))
            # Whoever plays with others comes before those who play alone.
            return await self._workers.think(job, urgent=len(table.people_here()) > 1)
        except NoAnswer as why:
            log.info("table %s: seat %d plays by rule of thumb: %s", table.id, seat, why)
            return None

    async def _act(self, table: Table, seat: int, attended: _Attended) -> None:
        """Make the move of a seat, unless its question has changed meanwhile."""
        turn = attended.turns.pop(seat)
        assert turn.question_number is not None

        def pick(view: SeatView[Any, Any], legal: list[Any]) -> Action:
            if turn.action is not None and turn.action in legal:
                return turn.action
            return self._by_thumb(table.game_key, view, legal)

        try:
            await self._moves.play_for_computer(
                table.id, seat, pick, question_number=turn.question_number
            )
        except NotSaved:
            attended.turns.setdefault(seat, turn)
            raise
        except Trouble:
            # The question has changed or gone; whatever stands now is heard of separately.
            self.hear(await self._tables.get(table.id))

    def _by_thumb(self, game_key: str, view: SeatView[Any, Any], legal: list[Any]) -> Action:
        """Return what the rule of thumb says, or any legal action: no table waits for ever."""
        action = by_thumb(self._players, game_key, view, legal, self._chance)
        return self._chance.choice(legal) if action is None else action


def by_thumb(
    players: Mapping[str, Player],
    game_key: str,
    view: SeatView[Any, Any],
    legal: list[Any],
    chance: random.Random,
) -> Action | None:
    """Return what the rule of thumb of a game says, at once, from a seat's view alone.

    None if it fails or there is none; that is logged.
    """
    try:
        action = players[game_key].choose(view, legal, chance)
        if action in legal:
            return action
        log.error("the rule of thumb of %s wants what it may not", game_key)
    except Exception as error:
        # Its words may name cards, so they are left out.
        log.error("the rule of thumb of %s failed: %s", game_key, type(error).__name__)
    return None


def _now() -> float:
    return asyncio.get_running_loop().time()
