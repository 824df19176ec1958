"""The moves of the game: every entry point leads to the methods here."""

from __future__ import annotations

from typing import Any

from bot.engine.ahead import Line
from bot.engine.game import Action, Pick
from bot.engine.match import NotAsked, NotLegal, Step
from bot.engine.views import SeatView
from bot.tables.seat import Person
from bot.tables.seat_rules import by_computer, by_person, host_with, put
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.trouble import (
    NOT_POSSIBLE,
    OVER,
    PAUSED,
    STALE,
    NotAtTable,
    NotBegun,
    NotYourTurn,
    Trouble,
)


class Moves:
    """Lets people and computers play: checked under the table's lock, saved in one transaction."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def play(
        self,
        table_id: str,
        person: Person,
        pick: Pick,
        *,
        question_number: int | None = None,
        interaction_id: int,
    ) -> Table:
        """Play a move: seat, turn, question and legality are checked under the lock.

        `question_number` is the question that a control was drawn for; a command passes None and
        answers the one that stands. An interaction that was applied before is not applied again.
        Raises Trouble if a check fails.
        """
        async with self._tables.held(table_id) as table:
            seat = table.seat_of(person.id)
            if seat is None:
                raise NotAtTable
            if table.phase == "lobby":
                raise NotBegun
            try:
                step = self._propose(table, seat, pick, question_number)
            except Trouble:
                if await self._tables.store.applied(interaction_id) == table.id:
                    return table
                raise
            assert table._match is not None
            seats, table_events = by_person(table, seat, person)
            host = host_with(table, person.id)
            if not await self._tables.save_step(
                table,
                table._match,
                step,
                interaction_id,
                seats=seats,
                table_events=table_events,
                host=host,
            ):
                return table
        self._tables.tell(table)
        return table

    async def play_for_computer(
        self, table_id: str, seat: int, pick: Pick, *, question_number: int
    ) -> Table:
        """Play the move of a computer, its own or a person's who is away; checked like any.

        `question_number` is the question that it has thought about. Raises Trouble if it isn't that
        seat's turn any more.
        """
        async with self._tables.held(table_id) as table:
            if not 0 <= seat < len(table.seats) or table.seats[seat].mind is None:
                raise NotAtTable
            if table.asleep:
                raise NotYourTurn
            if table.seats[seat].ran_out:
                pick = _without_extras(pick)
            step = self._propose(table, seat, pick, question_number)
            assert table._match is not None
            seats = by_computer(table, seat)
            await self._tables.save_step(table, table._match, step, None, seats=seats)
        self._tables.tell(table)
        return table

    async def follow(
        self, table: Table, seat: int, line: Line, interaction_id: int, name: str
    ) -> None:
        """Play a move that the person on a seat, who is called this now, has set ahead; checked
        like any.

        The table's lock is held. It counts as theirs, but is no sign that they are there. Raises
        Trouble if it can't be played now.
        """
        step = self._propose(table, seat, lambda _view, _legal: line.action, None)
        assert table._match is not None
        seats = put(table, seat, table.seats[seat].answered(name))
        await self._tables.save_step(
            table, table._match, step, interaction_id, seats=seats, used=line
        )

    def _propose(self, table: Table, seat: int, pick: Pick, question_number: int | None) -> Step:
        if table.phase != "playing" or table._match is None:
            raise Trouble(OVER)
        if table.paused:
            raise Trouble(PAUSED)
        match = table._match
        if question_number is not None and question_number != table.question_number(seat):
            raise Trouble(STALE)
        if seat not in match.to_act():
            raise NotYourTurn
        action = pick(match.view(seat), match.legal(seat))
        try:
            return match.propose(seat, action, self._tables.dealers(table.deal_key(), table._drawn))
        except NotAsked as error:
            raise NotYourTurn from error
        except NotLegal as error:
            raise Trouble(NOT_POSSIBLE) from error


def _without_extras(pick: Pick) -> Pick:
    """Return what picks a move for somebody whose time ran out: the one that they owe, and nothing
    that they may want to keep for later.
    """

    def picked(view: SeatView[Any, Any], legal: list[Any]) -> Action:
        return pick(view, [each for each in legal if not each.extra] or legal)

    return picked
