"""What the host of a game night does at a table of that night, besides what any table allows.

Each takes the table's lock and is saved in one transaction with the table events that record it.
What raises Trouble has changed nothing. The caller has checked that the person leads the night.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.tables import seat_rules, votes
from bot.tables.clock import HOUR, MINUTE, REMINDERS, USUAL, Clock
from bot.tables.ended_seats import mostly_computers
from bot.tables.results import earning_now
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_cache import seat_rows, table_event_of
from bot.tables.table_event import TableEvent, unanswered
from bot.tables.table_face import called_back
from bot.tables.tables import Tables
from bot.tables.trouble import HAS_GIVEN_UP, PAUSED, Finishing, Trouble
from bot.tables.who_decides import (
    NOT_WHERE_YOU_PLAY,
    demand_may_decide,
    demand_not_about,
    demand_playing,
)
from storage.rows import Freed, Role

MORE: Final = 5 * MINUTE
"""The seconds that everybody who is asked gets at one press."""
MOST_LEFT: Final = HOUR
"""Nobody gets more time while they have this many seconds left."""
NOBODY_MEANT: Final = _("Whoever was to be reminded doesn't have to move there any more.")
REMINDED_ALREADY: Final = _("Everybody who has to move there was reminded already.")


class NightVerbs:
    """Lets leaders of a night manage its tables: remind, give time, fill a seat, end well."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._chance = random.SystemRandom()

    async def nudge(self, table_id: str, by: Person, meant: Collection[int] = ()) -> Table:
        """Remind those who are asked now, or call all back where nobody is; this never reminds
        anybody twice for one move, nor whoever presses it.

        Where seats are `meant`, nobody else is reminded. Raises Trouble if nobody is asked, or all
        of them were reminded.
        """
        async with self._tables.held(table_id) as table:
            _demand_unpaused(table, by)
            seats, now = [*table.seats], self._tables.now()
            asked = table.people_asked()
            if called_back(table):
                raise Trouble(REMINDED_ALREADY)
            if not asked and not table.can_be_called:
                raise Trouble(_("Nobody who is there has to move now: computers do."))
            stills = await self._tables.people.stills_at(table, now)
            remind = [n for n in table.to_remind() if not meant or n in meant]
            remind = [n for n in remind if seats[n].person != by.id]
            if asked and not remind:
                # Since the button was drawn, whom it names may have moved.
                raise Trouble(NOBODY_MEANT if table.to_remind() else REMINDED_ALREADY)
            for number in remind:
                seat = seats[number]
                if seat.clock is None:
                    seats[number] = replace(seat, nudged=True)
                    continue
                all_of_them = replace(seat.clock, reminders=len(REMINDERS[table.pace]))
                clock = all_of_them.run(table.pace, now, stills.get(seat.person))
                seats[number] = replace(seat, clock=clock)
            await self._tables.change(
                table, [TableEvent("nudged", "night", table.seat_of(by.id), by.id)], seats=seats
            )
        return table

    async def answer(self, table_id: str, by: Person) -> Table:
        """Have all at a table read that a leader looks after what it has called for, if its game
        goes on.
        """
        async with self._tables.held(table_id) as table:
            if table.phase == "playing":
                act = TableEvent("answered", "night", table.seat_of(by.id), by.id)
                await self._tables.change(table, [act])
        return table

    async def give_time(self, table_id: str, by: Person) -> Table:
        """Give everybody asked now `MORE` seconds. Raises Trouble if no clock is running."""
        async with self._tables.held(table_id) as table:
            _demand_unpaused(table, by)
            seats, now = [*table.seats], self._tables.now()
            stills = await self._tables.people.stills_at(table, now)
            for number in table.people_asked():
                seat = seats[number]
                if seat.running is None:
                    continue
                more = _longer(seat.running.stop(now, stills.get(seat.person)))
                clock = more.run(table.pace, now, stills.get(seat.person))
                seats[number] = replace(seat, clock=clock)
            if seats == table.seats:
                raise Trouble(_("No clock is running at this table."))
            await self._tables.change(
                table, [TableEvent("more_time", "night", table.seat_of(by.id), by.id)], seats=seats
            )
        return table

    async def put_away(
        self, table_id: str, by: Person, person: int, *, at_own: bool = False
    ) -> Table:
        """Let a computer play for somebody who isn't there any more, until they are back.

        Nothing happens if one does already. Where the leader plays, too, they earn nothing for it;
        unless `at_own` it raises Trouble there.
        """
        async with self._tables.held(table_id) as table:
            _demand_unpaused(table, by)
            if table.sits(by.id) and not at_own:
                raise Trouble(NOT_WHERE_YOU_PLAY)
            number = table.seat_of(person)
            if number is not None and table.seats[number].here:
                gone = table.seats[number].gone_away(table.step(), table.revision)
                await self._tables.change(
                    table,
                    [TableEvent("away", "night", number, by.id)],
                    **seat_rules.without(table, number, gone),
                )
        return table

    async def ask_table(self, table_id: str, by: Person, person: int) -> Table:
        """Ask those who play with a leader of the night whether a computer plays for somebody: what
        they decide costs the leader nothing. Raises Trouble if that can't be asked now.
        """
        async with self._tables.held(table_id) as table:
            _demand_unpaused(table, by)
            seat, whom = table.seat_of(by.id), table.seat_of(person)
            demand_not_about(table, seat)
            if seat is None or whom is None:
                raise Trouble(votes.NOT_ASKED)
            motion = votes.asked_by_leader(table, seat, whom)
            await self._tables.change(table, [], motion=motion)
        return table

    async def release(self, table_id: str, person: int, freed: Freed) -> Table:
        """Let anybody take the seat of somebody who is away and has gone from the night, which
        they have said themselves or not, as `freed` tells.

        Nothing happens if they are back, or somebody has it already.
        """
        async with self._tables.held(table_id) as table:
            number = table.seat_of(person)
            if table.phase == "playing" and number is not None and table.seats[number].away:
                role: Role = "player" if freed == "home" else "clock"
                await self._tables.change(
                    table,
                    [TableEvent("freed", role, number, person)],
                    seats=seat_rules.left(table, number, freed),
                    host=seat_rules.host_without(table, number),
                )
        return table

    async def seat_person(self, table_id: str, by: Person, number: int, person: Person) -> Table:
        """Put a person who asked for a game on a free seat, or on one whose owner is away.

        Its owner is off this table from then on. Who leads a night takes no seat this way: no hand
        can be won by taking it away. Raises Trouble if that isn't so.
        """
        async with self._tables.held(table_id) as table:
            _demand_unpaused(table, by)
            if by.id == person.id:
                raise Trouble(_("You can't put yourself in a seat. Another host can do that."))
            await self._tables.servers.demand_not_blocked(table.guild_id, person.id)
            seat = seat_rules.seat_at(table, number)
            if seat.here:
                raise Trouble(_("{name} is playing on that seat."), name=seat.name)
            if seat.gave_up:
                raise Trouble(HAS_GIVEN_UP, name=seat.name)
            done = [table_event_of(row) for row in await self._tables.store.table_events(table_id)]
            events: list[TableEvent] = []
            freed = table
            if seat.level is None:
                events.append(TableEvent("kicked", "night", number, by.id, seat.person))
                seats = seat_rules.with_stand_in(table, number, self._chance)
                freed = replace(table, seats=seats, host=seat_rules.host_without(table, number))
            host = seat_rules.host_with(freed, person.id)
            seats, replaced = seat_rules.with_newcomer(freed, number, person, [*done, *events])
            await self._tables.change(
                table,
                [*events, replace(replaced, role="night")],
                seats=seats,
                host=host,
                holders=seat_rules.holders_with(table, person),
            )
        return table

    async def play_out(
        self, table_id: str, by: Person | None, *, left_alone: bool = False
    ) -> Table:
        """Let computers play the game to its end; nobody comes back to it. Whoever left most moves
        to a computer until then comes behind the others.

        Without a person it is because the round has run over time, or because the table was
        `left_alone`: then those whom it has waited for are away, and the event has the seat of one.
        Raises Trouble if they do already.
        """
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            if by is not None:
                demand_may_decide(table, by, "night")
            if table.left_to_computers():
                raise Finishing
            # As at the end of a game that nobody finishes for them.
            away = table.people_asked() if left_alone else ()
            gone = {*away, *mostly_computers(table)}
            seats = [
                seat.gone_away(
                    table.step() if number in away else None,
                    table.revision if number in gone else None,
                )
                if seat.here
                else seat
                for number, seat in enumerate(table.seats)
            ]
            waited = next(iter(table.to_act()), 0) if left_alone else None
            event = TableEvent("played_out", "clock", waited)
            if by is not None:
                event = TableEvent("played_out", "night", table.seat_of(by.id), by.id)
            await self._tables.change(table, [event], seats=seats, paused=False, played_out=True)
        return table

    async def costs(self, table_id: str, by: Person, number: int) -> bool:
        """Tell whether a leader who plays at a table earns nothing there once they take a seat from
        its person.
        """
        table = await self._tables.get(table_id)
        events = await self._tables.store.table_events(table_id)
        return table.sits(by.id) and number not in unanswered(events)

    async def earning(self, table_id: str, by: Person) -> list[int]:
        """Return the seats that would get points if this person had computers finish now."""
        table, store = await self._tables.get(table_id), self._tables.store
        log, told = await store.log(table_id), await store.table_events(table_id)
        mine = table.seat_of(by.id)
        return [seat for seat in earning_now(seat_rows(table), log, told) if seat != mine]

    async def over_days(self, table_id: str, by: Person) -> Table:
        """Let a game go on over days, with its usual times.

        Raises Trouble if it does already, or if computers finish it.
        """
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            demand_may_decide(table, by, "night")
            if table.left_to_computers():
                raise Finishing
            if table.pace == "days":
                raise Trouble(_("That is already the pace."))
            changes = votes.at_pace(table, "days", USUAL["days"])
            changes["paused"] = False
            act = TableEvent("pace", "night", table.seat_of(by.id), by.id)
            await self._tables.change(table, [act], **changes)
        return table


def _demand_unpaused(table: Table, by: Person) -> None:
    demand_playing(table)
    demand_may_decide(table, by, "night")
    if table.paused:
        raise Trouble(PAUSED)


def _longer(clock: Clock) -> Clock:
    if clock.left >= MOST_LEFT:
        raise Trouble(_("Whoever has to move there has plenty of time already."))
    return replace(clock, left=clock.left + MORE)
