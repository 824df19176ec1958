"""Votes at a table: somebody proposes something, and those who sit there say yes or no.

Each takes the table's lock and is saved in one transaction with the table events that record it.
What raises Trouble has changed nothing.
"""

from __future__ import annotations

from typing import Protocol

from bot.engine.text import marked as _
from bot.tables import early_end, votes
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_event import Moved, TableEvent
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble
from bot.tables.who_decides import demand_not_about, seat_here
from storage.rows import Pace

VOTE_OVER = _("That vote has ended. Nothing was counted.")


class TakesBack(Protocol):
    """Takes moves back; the table's lock is held, and Trouble says why not."""

    async def may_take_back(self, table: Table, seat: int) -> None:
        """Raise Trouble unless a seat may take its move back now."""
        ...

    async def take_back(self, table: Table, seat: int) -> None:
        """Take the move of a seat back, as a step that is saved with its table event."""
        ...

    async def take_back_alone(self, table: Table, seat: int, since: int | None) -> None:
        """Take back the last move of the one person at a table, with the computers' answers."""
        ...


class VoteVerbs:
    """Opens votes, and counts them."""

    def __init__(self, tables: Tables, history: TakesBack) -> None:
        self._tables = tables
        self._history = history

    async def propose(
        self,
        table_id: str,
        person: Person,
        what: Moved,
        pace: Pace | None = None,
        move_time: int | None = None,
        sign: int | None = None,
        whom: int | None = None,
        reserve: int = 0,
    ) -> Table:
        """Open a vote, in place of any other, with the person's own yes; that alone may pass it.

        Times are in seconds. Whoever proposes what is being voted on already votes for it.
        `sign` is that of the table when its page was drawn, for what ends the game, and `whom` the
        seat without whose person it is to go on.
        """
        async with self._tables.held(table_id) as table:
            seat_here(table, person)
            early_end.demand_as_drawn(table, sign, with_points=what == "end_points")
            await self.ask(table, person, what, pace, move_time, whom, reserve)
        return table

    async def ask(
        self,
        table: Table,
        person: Person,
        what: Moved,
        pace: Pace | None = None,
        move_time: int | None = None,
        whom: int | None = None,
        reserve: int = 0,
    ) -> None:
        """Open a vote at a table whose lock is held."""
        seat, now = seat_here(table, person), self._tables.now()
        motion = votes.moved(table, seat, what, pace, move_time, now, whom, reserve)
        asked: list[TableEvent] = []
        if what == "take_back":
            await self._history.may_take_back(table, seat)
        now_open = None if votes.lapsed(table, now) else table.motion
        demand_not_about(table, seat)
        if now_open is not None and votes.same(motion, now_open):
            motion = votes.voted(now_open, seat, yes=True)
        elif votes.SUBJECTS[what].ends:
            rows = await self._tables.store.table_events(table.id)
            again = votes.ask_again_at(rows, person.id, now)
            if again is not None:
                raise Trouble(votes.ASKED, when=f"<t:{again}:R>")
            asked = [TableEvent("asked_end", "player", seat, person.id)]
        await self._tables.change(table, asked, motion=motion)

    async def take_back(self, table_id: str, person: Person, since: int | None = None) -> Table:
        """Take back a person's last move: at once in a game with computers alone, else by vote.

        `since` is the step at which a control was drawn; alone it takes nothing back once they have
        done something after it.
        """
        async with self._tables.held(table_id) as table:
            if table.practice:
                await self._history.take_back_alone(table, seat_here(table, person), since)
                return table
        return await self.propose(table_id, person, "take_back")

    async def vote(
        self, table_id: str, person: Person, yes: bool, revision: int | None = None
    ) -> Table:
        """Vote on what is open. `revision` is that of the motion that a control was drawn for.

        Raises Trouble if that vote is over.
        """
        async with self._tables.held(table_id) as table:
            seat = seat_here(table, person)
            if votes.lapsed(table, self._tables.now()):
                await self._tables.change(table)
            if table.motion is None or revision not in (None, table.motion.revision):
                raise Trouble(VOTE_OVER)
            demand_not_about(table, seat)
            motion = votes.voted(table.motion, seat, yes)
            if motion.what == "take_back" and votes.passed(table, motion):
                await self._history.take_back(table, motion.by)
            else:
                await self._tables.change(table, motion=motion)
        return table
