"""What people do at a table besides the moves of the game.

Each takes the table's lock and is saved in one transaction with the table events that record it.
What raises Trouble has changed nothing.
"""

from __future__ import annotations

import logging
import random
from dataclasses import replace

from bot.engine.text import marked as _
from bot.tables import early_end, lobby_rules, seat_rules, votes
from bot.tables.going_on import can_go_on
from bot.tables.seat import Person
from bot.tables.table import Changes, Table
from bot.tables.table_cache import table_event_of, table_event_row
from bot.tables.table_event import TableEvent, with_names
from bot.tables.tables import Tables
from bot.tables.trouble import HAS_GIVEN_UP, HOST_ONLY, OVER, NoTable, NotAtTable, Trouble
from bot.tables.vote_verbs import TakesBack, VoteVerbs
from bot.tables.who_decides import (
    NEEDS_ALL,
    Right,
    demand_can_ask,
    demand_may_decide,
    demand_not_about,
    demand_playing,
    ends_alone,
    only_asks,
    seat_here,
    seat_in_play,
    seat_of_leader,
)
from storage.rows import NOTHING_POSTED, Pace

log = logging.getLogger(__name__)

NEEDS_VOTE = _("The others asked to end the last pause, so another one needs a vote.")
ONLY_A_MOVE = _(
    "You have already said once that you're here. Only a move keeps your seat now: press *My hand* "
    "and play."
)
COMPUTER_FIRST = _(
    "You have come back to this question before: a computer answers it now. Come back after that."
)


class TableVerbs:
    """Lets people leave, come back, take seats, and decide as host; knows what they vote on."""

    def __init__(self, tables: Tables, history: TakesBack) -> None:
        self.voting = VoteVerbs(tables, history)
        self._tables = tables
        self._chance = random.SystemRandom()

    # Coming and going

    async def leave(self, table_id: str, person: Person) -> Table:
        """Get up: from the lobby for good; in play a computer plays on."""
        async with self._tables.held(table_id) as table:
            if table.phase == "lobby":
                await self._tables.change(table, **lobby_rules.without_person(table, person.id))
                return table
            seat = seat_in_play(table, person)
            await self._tables.change(
                table,
                [TableEvent("left", "player", seat, person.id)],
                seats=seat_rules.left(table, seat),
                host=seat_rules.host_without(table, seat),
            )
        return table

    async def give_up(self, table_id: str, person: Person, sign: int | None = None) -> Table:
        """Give a game up for good: a computer plays the seat to the end, or the game is over.

        `sign` is `early_end.sign_of` the table when its page was drawn. Raises Trouble if that has
        changed.
        """
        async with self._tables.held(table_id) as table:
            seat = seat_here(table, person)
            early_end.demand_as_drawn(table, sign)
            seats = seat_rules.given_up(table, seat)
            changes: Changes = {"seats": seats, "host": seat_rules.host_without(table, seat)}
            changes |= early_end.after_giving_up(replace(table, **changes))
            act = TableEvent("conceded", "player", seat, person.id)
            await self._tables.change(table, [act], **changes)
        return table

    async def back(self, table_id: str, person: Person) -> tuple[Table, int | None]:
        """Give a person their seat back; also return the step since which they were away.

        Raises Trouble if no computer plays for them, if computers finish the game, or if a computer
        is to answer a question to which they have come back before: so leaving and coming back wins
        no time again and again.
        """
        async with self._tables.held(table_id) as table:
            seat = seat_in_play(table, person)
            if can_go_on(table, "stand_in", seat, self._tables.now()):
                await self._still_there(table, seat)
                return table, table.seats[seat].away_since
            seats, table_events = seat_rules.by_person(table, seat, person)
            if table.seats[seat].mind is None:
                raise Trouble(_("No computer is playing for you here."))
            if table.seats[seat].said_back and seat in table.computers_asked():
                raise Trouble(COMPUTER_FIRST)
            away_since = table.seats[seat].away_since
            host = seat_rules.host_with(table, person.id)
            seats[seat] = replace(seats[seat], said_back=seat in table.to_act())
            await self._tables.change(table, table_events, seats=seats, host=host)
        return table, away_since

    async def _still_there(self, table: Table, number: int) -> None:
        """End a vote on going on without somebody, and give them the time for a move once more:
        once a question. The table's lock is held.
        """
        seat = table.seats[number]
        if seat.said_back:
            raise Trouble(ONLY_A_MOVE)
        seats = seat_rules.put(table, number, seat.still_there())
        await self._tables.change(table, seats=seats)

    async def seats_open_to(
        self, table: Table, person: Person
    ) -> tuple[tuple[int, ...], Trouble | None]:
        """Return the seats that a person may take over now; or why no free seat is for them."""
        free = table.free()
        if table.phase != "playing" or not free or table.sits(person.id):
            # Most looks at a table end here, and read nothing.
            return (), None
        try:
            await self._tables.servers.demand_not_blocked(table.guild_id, person.id)
            await self._tables.demand_not_forgotten(table.id, person.id)
        except Trouble as trouble:
            return (), trouble
        done = [table_event_of(row) for row in await self._tables.store.table_events(table.id)]
        found, why = list[int](), None
        for seat in free:
            try:
                seat_rules.with_newcomer(table, seat, person, done)
            except Trouble as trouble:
                why = trouble
            else:
                found.append(seat)
        return tuple(found), None if found else why

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
        """Let the table go on in a channel, called by a player. Raises NotAtTable for others."""
        table = await self._tables.get(table_id)
        if not table.sits(person_id):
            raise NotAtTable
        await self._tables.save_whereabouts(
            table_id,
            place_id=channel_id,
            board_revision=-1,
            asleep=False,
            place_code=0,
            **NOTHING_POSTED,
        )
        self._tables.tell(table)
        return table

    # The host, and members who may manage messages

    async def kick(
        self, table_id: str, by: Person, role: Right, seat: int, whom: int | None = None
    ) -> Table:
        """Take a person off the table: from the lobby; in play a computer gets the seat, and the
        host only asks the others to let one play until that person is back.

        `whom` is the person who is meant, in case the seat in the lobby is somebody else's by now.
        Raises Trouble if it is, if a computer sits there, if it is oneself, or if it isn't time to
        ask.
        """
        async with self._tables.held(table_id) as table:
            demand_may_decide(table, by, role)
            await self._take_off(table, by, role, seat, whom)
        return table

    async def _take_off(
        self, table: Table, by: Person, role: Right, seat: int, whom: int | None
    ) -> None:
        """Take a person off a table whose lock is held, or ask the others as the host does."""
        person = seat_rules.seat_at(table, seat).person
        if whom not in (None, person):
            raise Trouble(_("The seats have changed since this was shown. Nothing was done."))
        if table.seats[seat].level is not None:
            raise Trouble(_("A computer sits there, so there is nobody to remove."))
        if person == by.id:
            raise Trouble(_("You can't remove yourself, but you can leave."))
        if table.seats[seat].gave_up:
            raise Trouble(HAS_GIVEN_UP, name=table.seats[seat].name)
        if only_asks(table, role):
            demand_can_ask(table, seat, self._tables.now())
            await self.voting.ask(table, by, "stand_in", whom=seat)
            return
        if table.phase == "lobby":
            # Seats move up in the lobby, so its number would say nothing later.
            act = TableEvent("kicked", role, None, by.id, person)
            await self._tables.change(table, [act], **lobby_rules.without_person(table, person))
            return
        await self._tables.change(
            table,
            [TableEvent("kicked", role, seat, by.id, person)],
            seats=seat_rules.with_stand_in(table, seat, self._chance),
            host=seat_rules.host_without(table, seat),
        )

    async def make_host(self, table_id: str, by: Person, person_id: int) -> Table:
        """Hand the host's part over to somebody who is there.

        Raises Trouble for anybody but the host, and if that person isn't there.
        """
        async with self._tables.held(table_id) as table:
            if table.over:
                raise Trouble(OVER)
            if table.night_id is not None or not table.sits(by.id) or table.host != by.id:
                raise Trouble(HOST_ONLY)
            if person_id == by.id:
                raise Trouble(_("You are the host already."))
            mine = table.mine(person_id)
            if mine is None or not mine.here:
                raise Trouble(_("Only somebody who plays here and is there can be the host."))
            seat = table.seat_of(person_id) if table.phase == "playing" else None
            act = TableEvent("host", "host", seat, by.id, person_id)
            await self._tables.change(table, [act], host=person_id)
        return table

    async def take_off_blocked(self) -> None:
        """Take everybody who can't come to the server any more off their tables."""
        store, now = self._tables.store, self._tables.now()
        for table_id, block in await store.servers.blocked_on_seats(now):
            try:
                async with self._tables.held(table_id) as table:
                    seat = table.seat_of(block.person)
                    if seat is not None and not table.over:
                        by = Person(block.by, "")
                        await self._take_off(table, by, "moderator", seat, block.person)
            except Trouble as trouble:
                log.warning("table %s: who is blocked stays: %s", table_id, trouble)

    async def end(self, table_id: str, by: Person, role: Right, sign: int | None = None) -> Table:
        """End a table in the lobby or in play, without a result; also one that can't be read.

        In play the host ends it alone only if nobody else ever sat there. `sign` is that of the
        table when its page was drawn. Raises Trouble if it has changed, or others must agree.
        """
        async with self._tables.held(table_id, frozen=True) as table:
            demand_may_decide(table, by, role)
            early_end.demand_as_drawn(table, sign)
            if role == "host" and not ends_alone(table):
                raise Trouble(NEEDS_ALL)
            # The record also says that whoever leads the night sits there.
            own = seat_of_leader(table, by, role)
            act = TableEvent("ended", role, own, by.id)
            if table.frozen:
                return await end_unread(self._tables, table, act)
            await self._tables.change(table, [act], phase="cancelled", paused=False)
        return table

    async def pause(self, table_id: str, by: Person, role: Right) -> Table:
        """Pause a table at once: nobody is asked, and all clocks stand still."""
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            demand_may_decide(table, by, role)
            votes.demand_pause_fits(table, "pause")
            if role == "host" and table.pause_by_vote:
                raise Trouble(NEEDS_VOTE)
            demand_not_about(table, table.seat_of(by.id))
            act = TableEvent("paused", role, seat_of_leader(table, by, role), by.id)
            await self._tables.change(table, [act], paused=True)
        return table

    async def resume(self, table_id: str, by: Person, role: Right) -> Table:
        """Let a paused table go on at once."""
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            demand_may_decide(table, by, role)
            votes.demand_pause_fits(table, "resume")
            # A pause that the others asked to end isn't begun anew at once, whoever ended it.
            asked = table.motion is not None and table.motion.what == "resume"
            await self._tables.change(
                table,
                [TableEvent("resumed", role, seat_of_leader(table, by, role), by.id)],
                paused=False,
                pause_by_vote=table.pause_by_vote or asked,
            )
        return table

    async def set_pace(
        self,
        table_id: str,
        by: Person,
        role: Right,
        pace: Pace,
        move_time: int | None = None,
        reserve: int = 0,
    ) -> Table:
        """Set another pace at once; times are in seconds, no `move_time` is the usual one."""
        async with self._tables.held(table_id) as table:
            demand_playing(table)
            demand_may_decide(table, by, role)
            seconds = votes.other_time(table, pace, move_time, reserve)
            changes = votes.at_pace(table, pace, seconds, reserve)
            act = TableEvent("pace", role, seat_of_leader(table, by, role), by.id)
            await self._tables.change(table, [act], **changes)
        return table


async def end_unread(tables: Tables, table: Table, event: TableEvent) -> Table:
    """End a table that can't be read, leaving all else in its row as it is; return it as read
    again.

    The table's lock is held. Raises NoTable if there is none of this id.
    """
    found = await tables.store.table(table.id)
    if found is None:
        raise NoTable
    row, seats = found
    steps, now = await tables.store.log(table.id), tables.now()
    event_row = table_event_row(
        table, with_names(event, table.seats, ()), now, steps[-1].step if steps else -1
    )
    ended = replace(
        row,
        phase="cancelled",
        revision=row.revision + 1,
        touched_at=now,
        paused=False,
        motion=None,
        due=None,
    )
    at_rest = [
        replace(
            seat,
            question_number=None,
            clock_left=None,
            clock_at=None,
            reminders=0,
            due=None,
            clock_limit=None,
        )
        for seat in seats
    ]
    with tables.saving(table):
        await tables.store.save_change(ended, at_rest, [event_row], orders=[])
    tables.cache.drop(table)
    table = await tables.get(table.id)
    tables.tell(table)
    return table
