"""What people do at a table besides the moves of the game.

Each takes the table's lock and is saved in one transaction with the table events that record it.
What raises Trouble has changed nothing.
"""

from __future__ import annotations

import contextlib
import logging
import random
from dataclasses import replace
from typing import Final, Literal, Protocol

from bot.engine.text import marked as _
from bot.tables import lobby_rules, seat_rules, votes
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_cache import table_event_of
from bot.tables.table_event import Moved, TableEvent
from bot.tables.tables import Tables
from bot.tables.trouble import AWAY, OVER, NotAtTable, NotBegun, Trouble
from storage.rows import Pace

Right = Literal["host", "moderator", "night"]
"""What gives somebody the right to decide for the whole table.

The caller has checked that a moderator is one, or leads the night that the table belongs to.
"""

NOT_YOURS = _("Only the host of this table or a moderator can do that.")
log = logging.getLogger(__name__)

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


SHARE_THERE: Final = _("Share it in the table's channel.")


class TableVerbs:
    """Lets people leave and come back, take seats over, decide as host, vote, and carry on
    afterwards.
    """

    def __init__(self, tables: Tables, history: TakesBack) -> None:
        self._tables = tables
        self._history = history
        self._chance = random.SystemRandom()

    # Coming and going

    async def leave(self, table_id: str, person: Person) -> Table:
        """Get up: from the lobby for good; in play a computer plays on."""
        async with self._tables.held(table_id) as table:
            if table.phase == "lobby":
                await self._tables.change(table, **lobby_rules.without_person(table, person.id))
                return table
            seat = _seat(table, person)
            await self._tables.change(
                table,
                [TableEvent("left", "player", seat, person.id)],
                seats=seat_rules.left(table, seat),
                host=seat_rules.host_without(table, seat),
            )
        return table

    async def back(self, table_id: str, person: Person) -> tuple[Table, int | None]:
        """Give a person their seat back; also return the step since which they were away.

        Raises Trouble if no computer plays for them.
        """
        async with self._tables.held(table_id) as table:
            seat = _seat(table, person)
            if table.seats[seat].mind is None:
                raise Trouble(_("No computer is playing for you here."))
            away_since = table.seats[seat].away_since
            host = seat_rules.host_with(table, person.id)
            seats, table_events = seat_rules.by_person(table, seat, person)
            await self._tables.change(table, table_events, seats=seats, host=host)
        return table, away_since

    async def seats_open_to(self, table: Table, person: Person) -> tuple[int, ...]:
        """Return the seats that a person may take over now."""
        free = table.free()
        if table.phase != "playing" or not free or table.seat_of(person.id) is not None:
            # Most looks at a table end here, and read nothing.
            return ()
        if await self._tables.servers.blocked(table.guild_id, [person.id]):
            return ()
        if await self._tables.store.was_forgotten_at(table.id, person.id):
            return ()
        done = [table_event_of(row) for row in await self._tables.store.table_events(table.id)]
        found: list[int] = []
        for seat in free:
            with contextlib.suppress(Trouble):
                seat_rules.with_newcomer(table, seat, person, done)
                found.append(seat)
        return tuple(found)

    async def replace(self, table_id: str, person: Person, seat: int) -> Table:
        """Put a willing person on a seat that somebody has left. Its hand is theirs from now on."""
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            await self._tables.servers.demand_not_blocked(table.guild_id, person.id)
            await self._tables.demand_not_forgotten(table_id, person.id)
            done = [table_event_of(row) for row in await self._tables.store.table_events(table_id)]
            host = seat_rules.host_with(table, person.id)
            seats, act = seat_rules.with_newcomer(table, seat, person, done)
            holders = seat_rules.holders_with(table, person)
            await self._tables.change(table, [act], seats=seats, host=host, holders=holders)
        return table

    async def leave_for_good(self, table_id: str, person: Person) -> Table:
        """Get up and leave the seat to a computer, since the person is about to be forgotten."""
        async with self._tables.held(table_id) as table:
            seat = table.seat_of(person.id)
            if seat is None or table.over:
                return table
            if table.phase == "lobby":
                await self._tables.change(table, **lobby_rules.without_person(table, person.id))
                return table
            await self._tables.change(
                table,
                [TableEvent("forgotten", "player", seat, whom=person.id)],
                seats=seat_rules.with_stand_in(table, seat, self._chance),
                host=seat_rules.host_without(table, seat),
            )
        return table

    async def rename(self, table_id: str, person: Person) -> None:
        """Change a person's name on their seat."""
        async with self._tables.held(table_id) as table:
            seat = table.seat_of(person.id)
            if seat is None or table.over or table.seats[seat].name == person.name:
                return
            mine = replace(table.seats[seat], name=person.name)
            await self._tables.change(table, seats=seat_rules.put(table, seat, mine))

    async def wake(self, table_id: str, person_id: int, channel_id: int) -> Table:
        """Let the table go on in a channel, called by someone who sits there.

        Raises NotAtTable for anybody else.
        """
        table = await self._tables.get(table_id)
        if table.seat_of(person_id) is None:
            raise NotAtTable
        await self._tables.save_whereabouts(
            table_id,
            place_id=channel_id,
            board_id=None,
            board_revision=-1,
            end_id=None,
            ping_id=None,
            asleep=False,
        )
        self._tables.tell(table)
        return table

    # The host, and members who may manage messages

    async def kick(
        self, table_id: str, by: Person, role: Right, seat: int, whom: int | None = None
    ) -> Table:
        """Take a person off the table: from the lobby; in play a computer gets the seat.

        `whom` is the person who is meant, in case the seat in the lobby is somebody else's by now.
        Raises Trouble if it is, if a computer sits there, or if it is oneself.
        """
        async with self._tables.held(table_id) as table:
            demand_may_decide(table, by, role)
            person = seat_rules.seat_at(table, seat).person
            if whom not in (None, person):
                raise Trouble(_("The seats have changed since this was shown. Nothing was done."))
            if table.seats[seat].level is not None:
                raise Trouble(_("A computer sits there, so there is nobody to remove."))
            if person == by.id:
                raise Trouble(_("You can't remove yourself, but you can leave."))
            if table.phase == "lobby":
                # Seats move up in the lobby, so its number would say nothing later.
                act = TableEvent("kicked", role, None, by.id, person)
                await self._tables.change(table, [act], **lobby_rules.without_person(table, person))
                return table
            await self._tables.change(
                table,
                [TableEvent("kicked", role, seat, by.id, person)],
                seats=seat_rules.with_stand_in(table, seat, self._chance),
                host=seat_rules.host_without(table, seat),
            )
        return table

    async def take_off_blocked(self) -> None:
        """Take everybody who can't come to the server any more off their tables."""
        store, now = self._tables.store, self._tables.now()
        for table_id, block in await store.blocked_on_seats(now):
            try:
                seat = (await self._tables.get(table_id)).seat_of(block.person)
                if seat is not None:
                    by = Person(block.by, "")
                    await self.kick(table_id, by, "moderator", seat, block.person)
            except Trouble as trouble:
                log.warning("table %s: who is blocked stays: %s", table_id, trouble)

    async def end(self, table_id: str, by: Person, role: Right) -> Table:
        """End a table in the lobby or in play, without a result; also one that can't be read."""
        async with self._tables.held(table_id, frozen=True) as table:
            demand_may_decide(table, by, role)
            # The record also says that whoever leads the night sits there.
            own = table.seat_of(by.id) if role == "night" else None
            act = TableEvent("ended", role, own, by.id)
            if table.frozen:
                return await self._tables.end_unread(table, act)
            await self._tables.change(table, [act], phase="cancelled", paused=False)
        return table

    async def pause(self, table_id: str, by: Person, role: Right) -> Table:
        """Pause a table at once: nobody is asked, and all clocks stand still."""
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            demand_may_decide(table, by, role)
            votes.demand_pause_fits(table, "pause")
            await self._tables.change(
                table, [TableEvent("paused", role, person=by.id)], paused=True
            )
        return table

    async def resume(self, table_id: str, by: Person, role: Right) -> Table:
        """Let a paused table go on at once."""
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            demand_may_decide(table, by, role)
            votes.demand_pause_fits(table, "resume")
            await self._tables.change(
                table, [TableEvent("resumed", role, person=by.id)], paused=False
            )
        return table

    async def set_pace(
        self, table_id: str, by: Person, role: Right, pace: Pace, move_time: int | None = None
    ) -> Table:
        """Set another pace at once; `move_time` is in seconds, None is the usual time."""
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            demand_may_decide(table, by, role)
            seconds = votes.other_time(table, pace, move_time)
            changes = votes.at_pace(table, pace, seconds)
            await self._tables.change(table, [TableEvent("pace", role, person=by.id)], **changes)
        return table

    # Votes

    async def propose(
        self,
        table_id: str,
        person: Person,
        what: Moved,
        pace: Pace | None = None,
        move_time: int | None = None,
    ) -> Table:
        """Open a vote, in place of any other, with the person's own yes; that alone may pass it.

        `move_time` is in seconds. Whoever proposes what is being voted on already votes for it.
        """
        async with self._tables.held(table_id) as table:
            seat = _seat_here(table, person)
            motion = votes.moved(table, seat, what, pace, move_time)
            if what == "take_back":
                await self._history.may_take_back(table, seat)
            if table.motion is not None and votes.same(motion, table.motion):
                motion = votes.voted(table.motion, seat, yes=True)
            await self._tables.change(table, motion=motion)
        return table

    async def take_back(self, table_id: str, person: Person, since: int | None = None) -> Table:
        """Take back a person's last move: at once in a game with computers alone, else by vote.

        `since` is the step at which a control was drawn; alone it takes nothing back once they have
        done something after it.
        """
        async with self._tables.held(table_id) as table:
            if table.practice:
                await self._history.take_back_alone(table, _seat_here(table, person), since)
                return table
        return await self.propose(table_id, person, "take_back")

    async def vote(
        self, table_id: str, person: Person, yes: bool, revision: int | None = None
    ) -> Table:
        """Vote on what is open. `revision` is that of the motion that a control was drawn for.

        Raises Trouble if that vote is over.
        """
        async with self._tables.held(table_id) as table:
            seat = _seat_here(table, person)
            if table.motion is None or revision not in (None, table.motion.revision):
                raise Trouble(VOTE_OVER)
            motion = votes.voted(table.motion, seat, yes)
            if motion.what == "take_back" and votes.passed(table, motion):
                await self._history.take_back(table, motion.by)
            else:
                await self._tables.change(table, motion=motion)
        return table

    # Once the game is over

    async def agree(self, table_id: str, person: Person) -> Table:
        """Agree to open all hands; once all who ever held one have, they are open to everybody.

        That includes whoever was taken off the table, or replaced: their cards are shown as well.
        Until the last of them agrees nothing opens, because open hands reveal the closed ones.
        Raises Trouble if the game isn't over, or they held no hand or agreed already.
        """
        async with self._tables.held(table_id) as table:
            holder = table.holder(person.id)
            if holder is None and table.seat_of(person.id) is None:
                raise NotAtTable
            if table.phase != "finished":
                raise Trouble(_("You can reveal hands once the game has ended."))
            if holder is None:
                raise NotAtTable
            if holder.agreed:
                raise Trouble(_("You have already agreed."))
            holders = tuple(
                replace(each, agreed=True) if each is holder else each for each in table.holders
            )
            everybody = all(each.agreed for each in holders)
            table_events = [TableEvent("hands_open", "vote")] if everybody else []
            await self._tables.change(table, table_events, holders=holders, hands_open=everybody)
        return table

    async def share(self, table_id: str, person: Person, place_id: int | None) -> Table:
        """Note that somebody who sat there shares how a game has ended, once and for all.

        Raises Trouble if the game isn't over, for a place that isn't the table's, and afterwards.
        """
        async with self._tables.held(table_id) as table:
            seat = table.seat_of(person.id)
            if seat is None:
                raise NotAtTable
            if table.phase != "finished":
                raise Trouble(_("You can share the end once the game is over."))
            if not table.on_server or place_id not in (table.channel_id, table.place_id):
                raise Trouble(SHARE_THERE)
            done = await self._tables.store.table_events(table_id)
            if any(each.what == "shared" for each in done):
                raise Trouble(_("This end was shared already."))
            await self._tables.change(table, [TableEvent("shared", "player", seat, person.id)])
        return table


def demand_playing(table: Table) -> None:
    """Raise Trouble unless the game at a table has begun and goes on."""
    if table.phase == "lobby":
        raise NotBegun
    if table.phase != "playing":
        raise Trouble(OVER)


def demand_may_decide(table: Table, by: Person, role: Right) -> None:
    """Raise Trouble unless the table still goes on, and somebody may decide for it."""
    if table.over:
        raise Trouble(OVER)
    if role == "night" and table.night_id is None:
        raise Trouble(NOT_YOURS)
    # Whoever was taken off while nobody else was here is host in name only. At a table of a night
    # nobody decides as its host: that is a name there.
    if role == "host" and (
        by.id != table.host or table.seat_of(by.id) is None or table.night_id is not None
    ):
        raise Trouble(NOT_YOURS)


def _seat(table: Table, person: Person) -> int:
    seat = table.seat_of(person.id)
    if seat is None:
        raise NotAtTable
    demand_playing(table)
    return seat


def _seat_here(table: Table, person: Person) -> int:
    """Return the seat of a person in play who is not away."""
    seat = _seat(table, person)
    if not table.seats[seat].here:
        raise Trouble(AWAY)
    return seat
