"""Affairs of a table: leaving and coming back, seats taken over, hosts, votes, and rematches."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

import pytest

from bot.engine.dealer import LiveDealer
from bot.tables import votes
from bot.tables.after_game import AfterGame
from bot.tables.clock import HOUR, MINUTE
from bot.tables.history import History
from bot.tables.seat import STAND_IN_LEVEL, Person, Seat
from bot.tables.seat_rules import put
from bot.tables.table import Table
from bot.tables.table_event import Motion, TableEvent, people_then
from bot.tables.table_verbs import TableVerbs
from bot.tables.tables import Tables
from bot.tables.trouble import (
    AWAY,
    HAS_KICKED,
    OVER,
    PAUSED,
    TAKEN_OFF,
    Frozen,
    NotAtTable,
    NotBegun,
    NotSaved,
    Trouble,
)
from bot.tables.vote_verbs import VOTE_OVER
from bot.tables.who_decides import NOT_YOURS
from cogs.donburiko.rules import GAME
from storage.errors import DatabaseFull
from storage.rows import Pace
from storage.store import Store
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup, open_setup

ZOE = Person(900, "Zoe")
PEOPLE = (ADA, BOB, CLEO, DAI)
PACES: tuple[Pace, ...] = ("live", "days", "none")


class Backs:
    """Takes moves back in name: it says no when told to, and remembers who was asked for."""

    def __init__(self, tables: Tables) -> None:
        """Take the tables."""
        self.tables = tables
        self.refusal: Trouble | None = None
        self.taken: list[int] = []

    async def may_take_back(self, table: Table, seat: int) -> None:
        """Refuse if so told."""
        assert table._lock.locked(), "the table may change meanwhile"
        if self.refusal is not None:
            raise self.refusal

    async def take_back(self, table: Table, seat: int) -> None:
        """Note whose move is taken back."""
        await self.may_take_back(table, seat)
        self.taken.append(seat)
        await self.tables.change(table, [TableEvent("taken_back", "vote", seat)], motion=None)

    async def take_back_alone(self, table: Table, seat: int, since: int | None) -> None:
        """Note whose move is taken back."""
        await self.take_back(table, seat)


@pytest.fixture
def backs(setup: Setup) -> Backs:
    """Return what takes moves back."""
    return Backs(setup.tables)


@pytest.fixture
def table_verbs(setup: Setup, backs: Backs) -> TableVerbs:
    """Return the affairs of the room's tables."""
    return TableVerbs(setup.tables, backs)


async def done(setup: Setup, table: Table) -> list[TableEvent]:
    """Return what was done to a table, as it stands on disk; check that disk and memory agree."""
    again = Tables(Store(setup.database), now=lambda: setup.time)
    again.add_game(GAME)
    fresh = await again.get(table.id)
    for field in fields(Table):
        # The newest steps are read with the names of now.
        if field.name not in ("_match", "_lock", "_recent_steps", "_read_at"):
            assert getattr(fresh, field.name) == getattr(table, field.name), field.name
    if table._match is not None:
        assert fresh._match is not None, "the table that was read has no game"
        assert fresh._match.sealed() == table._match.sealed(), (
            "the game that was read is another one"
        )
    return [
        TableEvent(row.what, row.role, row.seat, row.person, row.whom)  # type: ignore[arg-type]
        for row in await setup.tables.store.table_events(table.id)
    ]


async def refused(
    table: Table, action: object, match: str = "", kind: type = Trouble, why: str = ""
) -> None:
    """Check that something is refused in words, and that nothing has changed.

    `why` is the whole text, untranslated.
    """
    before = table.revision, list(table.seats), table.host, table.phase, table.motion
    with pytest.raises(kind) as caught:
        await action  # type: ignore[misc]
    said = caught.value.say(str.format)
    assert match in said, f"refused by other words: {said}"
    assert why in ("", caught.value.text), f"refused for another reason: {said}"
    assert "{" not in said, f"a field wasn't filled: {said}"
    assert (table.revision, table.seats, table.host, table.phase, table.motion) == before, (
        "what was refused changed the table"
    )


async def paced(
    setup: Setup, *people: Person, pace: Pace = "days", move_time: int | None = None
) -> Table:
    """Begin a game with a pace."""
    return await setup.game(*people, pace=pace, move_time=move_time or 0)


async def go_away(setup: Setup, table: Table, seat: int) -> None:
    """Let a seat be minded because its person is away, as the clock does."""
    async with setup.tables.held(table.id):
        if not table.seats[seat].here:
            raise Trouble
        gone = Seat(
            table.seats[seat].person,
            table.seats[seat].name,
            first=table.seats[seat].first,
            stand_in="away",
            away_since=table.step(),
        )
        table_events = [TableEvent("away", "clock", seat, gone.person)]
        await setup.tables.change(table, table_events, seats=put(table, seat, gone))


async def move(setup: Setup, table: Table) -> None:
    """Let the next seat that is asked make a move: a person, or the computer there."""
    seat = table.to_act()[0]
    if table.seats[seat].mind is None:
        await setup.play(table, seat)
    else:
        question_number = table.question_number(seat)
        await setup.moves.play_for_computer(
            table.id, seat, lambda _view, legal: legal[0], question_number=question_number
        )


# Leaving and coming back


async def test_a_person_leaves_and_comes_back(setup: Setup, table_verbs: TableVerbs) -> None:
    """A computer minds the seat; it is theirs again, with the step since which they were gone."""
    table = await setup.game(ADA, BOB, CLEO)
    await setup.play(table, table.to_act()[0])
    step = table.step()
    await table_verbs.leave(table.id, BOB)
    seat = table.seats[1]
    assert (seat.person, seat.stand_in, seat.away_since, seat.here) == (BOB.id, "left", step, False)
    assert await done(setup, table) == [TableEvent("left", "player", 1, BOB.id)]
    await refused(table, table_verbs.leave(table.id, BOB), "already left this game")
    for _ in range(4):
        await move(setup, table)
    assert table.step() == step + 4
    renamed = Person(BOB.id, "Bobby")
    assert await table_verbs.back(table.id, renamed) == (table, step)
    seat = table.seats[1]
    assert (seat.name, seat.stand_in, seat.away_since, seat.timeouts) == ("Bobby", None, None, 0)
    assert (await done(setup, table))[-1] == TableEvent("back", "player", 1, BOB.id)
    await refused(table, table_verbs.back(table.id, BOB), "No computer is playing for you")


async def test_acting_is_coming_back(setup: Setup, table_verbs: TableVerbs) -> None:
    """A move from the hand brings back who has left, and says so."""
    table = await setup.game(ADA, BOB)
    seat = table.to_act()[0]
    await table_verbs.leave(table.id, PEOPLE[seat])
    await setup.play(table, seat)
    assert table.seats[seat].here
    assert (await done(setup, table))[-1] == TableEvent("back", "player", seat, PEOPLE[seat].id)


async def test_the_step_since_which_one_is_away_is_the_first(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """Being away and then leaving misses all of it; coming back from one move misses nothing."""
    table = await setup.game(ADA, BOB, CLEO)
    await go_away(setup, table, 2)
    away_since = table.step()
    await move(setup, table)
    assert table.step() > away_since
    await table_verbs.leave(table.id, CLEO)
    assert table.seats[2].stand_in == "left"
    assert (await table_verbs.back(table.id, CLEO))[1] == away_since
    asked = table.to_act()[0]
    async with setup.tables.held(table.id):
        person = PEOPLE[asked]
        once = Seat(person.id, person.name, first=person.id, stand_in="once", timeouts=1)
        await setup.tables.change(table, seats=put(table, asked, once))
    table_events = await done(setup, table)
    assert (await table_verbs.back(table.id, person))[1] is None
    assert (table.seats[asked].stand_in, table.seats[asked].timeouts) == (None, 0)
    assert await done(setup, table) == table_events


async def test_the_host_passes_on_and_the_first_one_back_has_it(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """To the next person here in seat order, over computers and people who are away."""
    table = await setup.game(*PEOPLE)
    await go_away(setup, table, 2)
    await table_verbs.leave(table.id, BOB)
    assert table.host == ADA.id
    await table_verbs.leave(table.id, ADA)
    assert table.host == DAI.id
    assert (await done(setup, table))[-1] == TableEvent("left", "player", 0, ADA.id)
    await table_verbs.back(table.id, ADA)
    assert table.host == DAI.id
    await table_verbs.leave(table.id, DAI)
    assert table.host == ADA.id
    await table_verbs.leave(table.id, ADA)
    assert (table.host, table.deserted(), table.computers_asked()) == (ADA.id, True, ())
    await table_verbs.back(table.id, BOB)
    assert (table.host, table.deserted()) == (BOB.id, False)
    # She has come back to this question before: a move brings her back, or the computer's.
    await setup.play(table, 0)
    assert (table.host, table.seats[0].here) == (BOB.id, True)
    await done(setup, table)


async def test_the_next_host_is_the_next_in_seat_order_and_not_the_first(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    table = await setup.game(ADA, BOB, CLEO)
    await table_verbs.leave(table.id, ADA)
    assert table.host == BOB.id
    await table_verbs.back(table.id, ADA)
    await table_verbs.leave(table.id, BOB)
    assert table.host == CLEO.id, "Ada is on the first seat, and Cleo on the next one"
    await done(setup, table)


async def test_the_last_one_back_is_host_again(setup: Setup, table_verbs: TableVerbs) -> None:
    """By a move as well: nobody else is here."""
    table = await setup.game(ADA, BOB)
    for person in (ADA, BOB):
        await table_verbs.leave(table.id, person)
    assert table.host == BOB.id
    await table_verbs.back(table.id, BOB)
    assert table.host == BOB.id
    await table_verbs.leave(table.id, BOB)
    while table.to_act() != (0,):
        await table_verbs.back(table.id, BOB)
        await setup.play(table, 1)
        await table_verbs.leave(table.id, BOB)
    await setup.play(table, 0)
    assert (table.host, table.people_here()) == (ADA.id, (0,))
    await done(setup, table)


async def test_two_leave_at_once(setup: Setup, table_verbs: TableVerbs) -> None:
    """Both are gone, each once, and the host is whoever is left; the same one's second is told."""
    table = await setup.game(ADA, BOB, CLEO)
    found = await asyncio.gather(
        *(table_verbs.leave(table.id, person) for person in (ADA, BOB, ADA, BOB)),
        return_exceptions=True,
    )
    assert [isinstance(each, Trouble) for each in found] == [False, False, True, True]
    assert (table.people_here(), table.host) == ((2,), CLEO.id)
    assert [act.what for act in await done(setup, table)] == ["left", "left"]


async def test_leaving_stops_the_clock_and_coming_back_winds_it(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """A computer has no clock, nor has a table whose people are all away."""
    table = await paced(setup, ADA, BOB, pace="live")
    asked = table.to_act()[0]
    setup.time += 100
    clock = table.seats[asked].clock
    assert clock is not None
    assert clock.left == 3 * MINUTE
    await table_verbs.leave(table.id, PEOPLE[asked])
    assert table.seats[asked].clock is None
    assert table.computers_asked() == (asked,)
    await done(setup, table)
    await table_verbs.back(table.id, PEOPLE[asked])
    clock = table.seats[asked].clock
    assert clock is not None
    assert (clock.left, clock.at) == (3 * MINUTE, setup.tables.now())
    await done(setup, table)


async def test_one_can_leave_a_paused_table_and_come_back(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """It stays paused, and the clock stands."""
    table = await paced(setup, ADA, BOB)
    asked = table.to_act()[0]
    await table_verbs.pause(table.id, ADA, "host")
    await table_verbs.leave(table.id, PEOPLE[asked])
    assert (table.paused, table.computers_asked()) == (True, ())
    await table_verbs.back(table.id, PEOPLE[asked])
    clock = table.seats[asked].clock
    assert clock is not None
    assert (table.paused, clock.at, clock.due) == (True, None, None)
    await done(setup, table)


async def test_the_lobby_is_left_for_good(setup: Setup, table_verbs: TableVerbs) -> None:
    """The seat goes, the host's part passes on, nobody comes back by that; the last one closes."""
    table = await setup.lobby(ADA, BOB)
    await refused(table, table_verbs.leave(table.id, CLEO), kind=NotAtTable)
    await refused(table, table_verbs.back(table.id, ADA), kind=NotBegun)
    await table_verbs.leave(table.id, ADA)
    assert ([seat.person for seat in table.seats], table.host) == ([BOB.id], BOB.id)
    await refused(table, table_verbs.back(table.id, ADA), kind=NotAtTable)
    await table_verbs.leave(table.id, BOB)
    assert table.phase == "cancelled"
    assert await done(setup, table) == []
    await refused(table, table_verbs.leave(table.id, BOB), why=OVER)


# Seats taken over


async def test_a_willing_person_takes_a_seat_that_was_left(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """Its hand is theirs from now on; who left it isn't at the table any more."""
    table = await paced(setup, ADA, BOB, CLEO)
    asked = table.to_act()[0]
    gone = PEOPLE[asked]
    await table_verbs.leave(table.id, gone)
    view, legal = table.view(asked), table.legal(asked)
    await table_verbs.replace(table.id, EMI, asked)
    seat = table.seats[asked]
    assert (seat.person, seat.name, seat.first, seat.stand_in) == (EMI.id, "Emi", gone.id, None)
    assert seat.away_since is None
    assert seat.clock is not None
    assert (table.view(asked), table.legal(asked)) == (view, legal)
    assert (await done(setup, table))[-1] == TableEvent(
        "replaced", "player", asked, EMI.id, gone.id
    )
    await refused(table, table_verbs.replace(table.id, EMI, asked), "already")
    await refused(table, table_verbs.back(table.id, gone), kind=NotAtTable)
    await refused(table, table_verbs.leave(table.id, gone), kind=NotAtTable)
    await refused(table, table_verbs.replace(table.id, gone, asked), "isn't free")
    await setup.play(table, asked)
    assert table.seats[asked].person == EMI.id


async def test_only_a_seat_that_was_left_can_be_taken(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """Not one with a person or a computer, not one whose person may come back, none that isn't."""
    table = await setup.lobby(ADA, BOB, CLEO)
    await refused(table, table_verbs.replace(table.id, EMI, 0), kind=NotBegun)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "sharp")
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await go_away(setup, table, 1)
    await refused(table, table_verbs.replace(table.id, EMI, 1), "only away and may come back")
    # The host may be the one who is away.
    await refused(
        table, table_verbs.replace(table.id, EMI, 1), "the host or a moderator can remove"
    )
    for seat in (0, 3):
        await refused(table, table_verbs.replace(table.id, EMI, seat), "isn't free")
    for seat in (-1, 4, 99):
        await refused(table, table_verbs.replace(table.id, EMI, seat), "no such seat")
    await table_verbs.leave(table.id, BOB)
    await refused(table, table_verbs.replace(table.id, CLEO, 1), "already")
    await refused(table, table_verbs.replace(table.id, BOB, 1), "already")
    await table_verbs.end(table.id, ZOE, "moderator")
    await refused(table, table_verbs.replace(table.id, EMI, 1), why=OVER)


async def test_nobody_sees_two_hands_by_taking_seats(setup: Setup, table_verbs: TableVerbs) -> None:
    """Who knew a seat's cards takes no other seat, however they lost theirs; their own they may."""
    table = await setup.game(ADA, BOB, CLEO)
    await table_verbs.leave(table.id, ADA)
    await table_verbs.replace(table.id, DAI, 0)
    await table_verbs.leave(table.id, DAI)
    await table_verbs.replace(table.id, EMI, 0)
    await table_verbs.leave(table.id, BOB)
    for knew in (ADA, DAI):
        await refused(table, table_verbs.replace(table.id, knew, 1), "another hand")
    await table_verbs.leave(table.id, EMI)
    for back in (ADA, DAI):
        await table_verbs.replace(table.id, back, 0)
        await table_verbs.leave(table.id, back)
    assert [seat.first for seat in table.seats] == [ADA.id, BOB.id, CLEO.id]
    await done(setup, table)


async def test_who_takes_the_seat_of_a_deserted_table_is_host(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """Somebody has to be."""
    table = await setup.game(ADA, BOB)
    for person in (ADA, BOB):
        await table_verbs.leave(table.id, person)
    await table_verbs.replace(table.id, EMI, 0)
    assert (table.host, table.people_here()) == (EMI.id, (0,))
    await done(setup, table)


# Hosts and moderators


async def test_a_person_is_taken_off_in_play(setup: Setup, table_verbs: TableVerbs) -> None:
    """A computer has the seat then; who was there doesn't come back, and anybody else may come."""
    table = await paced(setup, ADA, BOB, CLEO)
    first = table.seats[1].first
    await table_verbs.kick(table.id, EMI, "moderator", 1)
    seat = table.seats[1]
    assert (seat.person, seat.level, seat.stand_in, seat.first) == (
        -1,
        STAND_IN_LEVEL,
        "left",
        first,
    )
    assert seat.name not in {person.name for person in PEOPLE}
    assert seat.clock is None
    assert await done(setup, table) == [TableEvent("kicked", "moderator", 1, EMI.id, BOB.id)]
    await refused(table, table_verbs.kick(table.id, EMI, "moderator", 1), "computer")
    await refused(table, table_verbs.back(table.id, BOB), kind=NotAtTable)
    await refused(table, table_verbs.replace(table.id, BOB, 1), why=TAKEN_OFF)
    await table_verbs.replace(table.id, DAI, 1)
    seat = table.seats[1]
    assert (seat.person, seat.level, seat.stand_in, seat.first) == (DAI.id, None, None, first)
    assert (await done(setup, table))[-1] == TableEvent("replaced", "player", 1, DAI.id, -1)
    await table_verbs.leave(table.id, CLEO)
    await refused(table, table_verbs.replace(table.id, BOB, 2), why=TAKEN_OFF)


async def test_one_who_is_away_can_be_taken_off(setup: Setup, table_verbs: TableVerbs) -> None:
    """So that somebody else may have the seat."""
    table = await setup.game(ADA, BOB, CLEO)
    await go_away(setup, table, 1)
    await refused(table, table_verbs.kick(table.id, ADA, "host", 1), "plays for Bob already")
    await table_verbs.kick(table.id, ZOE, "moderator", 1)
    await table_verbs.replace(table.id, EMI, 1)
    assert table.people_here() == (0, 1, 2)
    await done(setup, table)


async def test_a_moderator_takes_the_host_off(setup: Setup, table_verbs: TableVerbs) -> None:
    """The host's part passes on; with nobody here it waits for somebody, and isn't theirs."""
    table = await setup.game(ADA, BOB)
    await table_verbs.kick(table.id, EMI, "moderator", 0)
    assert table.host == BOB.id
    await table_verbs.kick(table.id, EMI, "moderator", 1)
    assert (table.deserted(), table.computers_asked()) == (True, ())
    assert len({seat.person for seat in table.seats}) == len({s.name for s in table.seats}) == 2
    await refused(table, table_verbs.end(table.id, BOB, "host"), why=NOT_YOURS)
    await table_verbs.replace(table.id, DAI, 1)
    assert table.host == DAI.id
    await done(setup, table)


async def test_what_may_not_be_taken_off(setup: Setup, table_verbs: TableVerbs) -> None:
    """Oneself, computers, seats that aren't; and not by anybody, nor once the table is over."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    for phase in ("lobby", "playing"):
        await refused(table, table_verbs.kick(table.id, ADA, "host", 0), "yourself")
        own = "yourself" if phase == "lobby" else "You play at this table"
        await refused(table, table_verbs.kick(table.id, BOB, "moderator", 1), own)
        await refused(table, table_verbs.kick(table.id, ADA, "host", 2), "computer")
        await refused(table, table_verbs.kick(table.id, BOB, "host", 0), why=NOT_YOURS)
        for seat in (-1, 3):
            await refused(table, table_verbs.kick(table.id, ADA, "host", seat), "no such seat")
        if table.phase == "lobby":
            await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await table_verbs.end(table.id, ZOE, "moderator")
    await refused(table, table_verbs.kick(table.id, ADA, "host", 1), why=OVER)
    await refused(table, table_verbs.kick(table.id, EMI, "moderator", 1), why=OVER)


async def test_in_the_lobby_the_seat_goes(setup: Setup, table_verbs: TableVerbs) -> None:
    """And whoever is meant is meant, though seats have moved up; they aren't playing down again."""
    table = await setup.lobby(ADA, BOB, CLEO)
    await setup.lobby_verbs.leave(table.id, BOB.id)
    await refused(
        table, table_verbs.kick(table.id, ADA, "host", 1, BOB.id), "The seats have changed"
    )
    await table_verbs.kick(table.id, ADA, "host", 1, CLEO.id)
    assert [seat.person for seat in table.seats] == [ADA.id]
    assert await done(setup, table) == [TableEvent("kicked", "host", None, ADA.id, CLEO.id)]
    await refused(table, setup.lobby_verbs.join(table.id, CLEO), why=TAKEN_OFF)
    await setup.lobby_verbs.join(table.id, BOB)
    await table_verbs.kick(table.id, EMI, "moderator", 0)
    assert ([seat.person for seat in table.seats], table.host) == ([BOB.id], BOB.id)
    await table_verbs.kick(table.id, EMI, "moderator", 0)
    assert table.phase == "cancelled"
    await done(setup, table)


@pytest.mark.parametrize("begun", [False, True])
async def test_a_table_is_ended(setup: Setup, table_verbs: TableVerbs, begun: bool) -> None:
    """By the host or a moderator, in the lobby or in play, paused or with a vote open; once."""
    table = await (paced if begun else Setup.lobby)(setup, ADA, BOB)
    await refused(table, table_verbs.end(table.id, BOB, "host"), why=NOT_YOURS)
    if begun:
        await table_verbs.voting.propose(table.id, ADA, "pace", "live")
        await table_verbs.pause(table.id, ADA, "host")
        assert table.motion
    await table_verbs.end(table.id, EMI, "moderator")
    assert (table.phase, table.paused, table.motion, table.to_act()) == (
        *("cancelled", False, None),
        (),
    )
    assert [seat.clock for seat in table.seats] == [None, None]
    assert (await done(setup, table))[-1] == TableEvent("ended", "moderator", None, EMI.id)
    for again in (
        table_verbs.end(table.id, ADA, "host"),
        table_verbs.end(table.id, EMI, "moderator"),
        table_verbs.pause(table.id, ADA, "host"),
        table_verbs.leave(table.id, ADA),
        table_verbs.back(table.id, ADA),
        table_verbs.voting.propose(table.id, ADA, "pause"),
        table_verbs.voting.vote(table.id, ADA, yes=True),
    ):
        await refused(table, again, why=OVER)


async def test_the_host_pauses_and_lets_go_on(setup: Setup, table_verbs: TableVerbs) -> None:
    """At once, recorded, each once: clocks stand still meanwhile and nobody can move."""
    table = await paced(setup, ADA, BOB, pace="live")
    asked = table.to_act()[0]
    setup.time += 60
    await refused(table, table_verbs.resume(table.id, ADA, "host"), "isn't paused")
    await refused(table, table_verbs.pause(table.id, BOB, "host"), why=NOT_YOURS)
    await table_verbs.pause(table.id, ADA, "host")
    assert (table.people_asked(), await done(setup, table)) == (
        (),
        [TableEvent("paused", "host", None, ADA.id)],
    )
    await refused(table, table_verbs.pause(table.id, EMI, "moderator"), "already paused")
    await refused(table, setup.play(table, asked), why=PAUSED)
    setup.time += 100_000
    await table_verbs.resume(table.id, EMI, "moderator")
    clock = table.seats[asked].clock
    assert clock is not None
    assert (clock.left, clock.at) == (2 * MINUTE, setup.tables.now())
    assert (await done(setup, table))[-1] == TableEvent("resumed", "moderator", None, EMI.id)
    await setup.play(table, asked)


async def test_a_lobby_is_neither_paused_nor_voted_on(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """The game hasn't begun."""
    table = await setup.lobby(ADA, BOB)
    for refusal in (
        table_verbs.pause(table.id, ADA, "host"),
        table_verbs.resume(table.id, ADA, "host"),
        table_verbs.voting.propose(table.id, ADA, "pause"),
        table_verbs.voting.vote(table.id, ADA, yes=True),
    ):
        await refused(table, refusal, kind=NotBegun)


# Votes


async def test_a_vote_pauses_and_lets_go_on(setup: Setup, table_verbs: TableVerbs) -> None:
    """More than half: two of three. It stays open over moves, and a second yes is told so."""
    table = await setup.game(ADA, BOB, CLEO)
    await table_verbs.voting.propose(table.id, BOB, "pause")
    motion = table.motion
    assert motion is not None
    assert motion == Motion("pause", 1, (1,), table.revision)
    await refused(
        table, table_verbs.voting.propose(table.id, BOB, "pause"), "already voted on this"
    )
    await refused(table, table_verbs.voting.vote(table.id, BOB, yes=True), "already voted on this")
    await refused(table, table_verbs.voting.vote(table.id, EMI, yes=True), kind=NotAtTable)
    await setup.play(table, table.to_act()[0])
    assert table.motion == motion
    assert await done(setup, table) == []
    await table_verbs.voting.vote(table.id, CLEO, yes=True, revision=motion.revision)
    assert (table.paused, table.motion) == (True, None)
    assert await done(setup, table) == [TableEvent("paused", "vote", None, BOB.id)]
    await refused(
        table,
        table_verbs.voting.vote(table.id, CLEO, yes=True, revision=motion.revision),
        why=VOTE_OVER,
    )
    await refused(table, table_verbs.voting.vote(table.id, CLEO, yes=True), why=VOTE_OVER)
    await table_verbs.voting.propose(table.id, CLEO, "resume")
    # Whoever moves the same votes for it.
    await table_verbs.voting.propose(table.id, ADA, "resume")
    assert (table.paused, table.motion) == (False, None)
    assert (await done(setup, table))[-1] == TableEvent("resumed", "vote", None, CLEO.id)


async def test_alone_one_decides_at_once(setup: Setup, table_verbs: TableVerbs) -> None:
    """Computers and people who are away have no vote."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await table_verbs.leave(table.id, BOB)
    await table_verbs.voting.propose(table.id, ADA, "pause")
    assert (table.paused, table.motion) == (True, None)
    await refused(table, table_verbs.voting.propose(table.id, BOB, "resume"), why=AWAY)
    await refused(table, table_verbs.voting.vote(table.id, BOB, yes=True), why=AWAY)
    await done(setup, table)


async def test_a_vote_fails_and_can_be_withdrawn(setup: Setup, table_verbs: TableVerbs) -> None:
    """As soon as it can't pass any more, or when its mover says no, which isn't recorded."""
    table = await setup.game(*PEOPLE)
    await table_verbs.voting.propose(table.id, ADA, "pause")
    await table_verbs.voting.vote(table.id, BOB, yes=False)
    assert table.motion is not None
    await refused(table, table_verbs.voting.vote(table.id, BOB, yes=True), "already")
    await done(setup, table)
    await table_verbs.voting.vote(table.id, CLEO, yes=False)
    assert table.motion is None
    await table_verbs.voting.propose(table.id, ADA, "pause")
    await table_verbs.voting.vote(table.id, ADA, yes=False)
    assert (table.motion, table.paused) == (None, False)
    down = TableEvent("voted_down", "player", seat=2, person=CLEO.id)
    assert await done(setup, table) == [down]


async def test_a_newer_vote_takes_the_place_of_the_one_before(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """A click on the older one's button counts for nothing, though no move was made between."""
    table = await setup.game(ADA, BOB, CLEO)
    await table_verbs.voting.propose(table.id, ADA, "pause")
    older = table.motion
    await table_verbs.voting.propose(table.id, BOB, "pace", "live")
    newer = table.motion
    assert older is not None
    assert newer is not None
    assert (newer.what, newer.by) == ("pace", 1)
    clicked = table_verbs.voting.vote(table.id, CLEO, yes=True, revision=older.revision)
    await refused(table, clicked, why=VOTE_OVER)
    # Another time for a move is another vote.
    await table_verbs.voting.propose(table.id, CLEO, "pace", "live", 5 * MINUTE)
    assert table.motion == Motion("pace", 2, (2,), table.revision, "live", 5 * MINUTE)
    await done(setup, table)


async def test_another_pace_winds_all_clocks(setup: Setup, table_verbs: TableVerbs) -> None:
    """Live tonight, over days from tomorrow, and none at all; only with a time that fits."""
    table = await paced(setup, ADA, BOB, pace="days")
    asked = table.to_act()[0]
    setup.time += 10 * HOUR
    await refused(
        table, table_verbs.voting.propose(table.id, ADA, "pace", "days"), "already the pace"
    )
    await refused(
        table, table_verbs.voting.propose(table.id, ADA, "pace", "live", 24 * HOUR), "1 to 60"
    )
    await refused(
        table, table_verbs.voting.propose(table.id, ADA, "pace", "days", MINUTE), "1 to 168"
    )
    for pace, given, limit in (("live", None, 180), ("days", 2 * HOUR, 2 * HOUR)):
        await table_verbs.voting.propose(table.id, ADA, "pace", pace, given)  # type: ignore[arg-type]
        assert (await done(setup, table))[-1:] != [TableEvent("pace", "vote", None, EMI.id)]
        await table_verbs.voting.vote(table.id, BOB, yes=True)
        assert (table.pace, table.move_time) == (pace, limit)
        clock = table.seats[asked].clock
        assert clock is not None
        assert (clock.limit, clock.left, clock.at) == (limit, limit, setup.tables.now())
        assert clock.reminders == 0
        assert (await done(setup, table))[-1] == TableEvent("pace", "vote", None, ADA.id)
        setup.time += 50
    await table_verbs.voting.propose(table.id, BOB, "pace", "none")
    await table_verbs.voting.vote(table.id, ADA, yes=True)
    assert [seat.clock for seat in table.seats] == [None, None]
    await done(setup, table)


async def test_leaving_decides_a_vote_that_is_open(setup: Setup, table_verbs: TableVerbs) -> None:
    """Two of three are enough once the fourth has gone; a mover who goes takes the vote along."""
    table = await setup.game(*PEOPLE)
    await table_verbs.voting.propose(table.id, ADA, "pause")
    await table_verbs.voting.vote(table.id, BOB, yes=True)
    assert not table.paused
    await table_verbs.leave(table.id, CLEO)
    assert (table.paused, table.motion) == (True, None)
    assert (await done(setup, table))[-2:] == [
        TableEvent("left", "player", 2, CLEO.id),
        TableEvent("paused", "vote", None, ADA.id),
    ]
    await table_verbs.back(table.id, CLEO)
    await table_verbs.voting.propose(table.id, ADA, "resume")
    await table_verbs.voting.vote(table.id, BOB, yes=False)
    await table_verbs.voting.vote(table.id, CLEO, yes=True)
    # One of two isn't enough, and can't be.
    await table_verbs.kick(table.id, ZOE, "moderator", 2)
    assert table.motion is not None
    assert table.motion.ayes == (0,)
    await table_verbs.leave(table.id, DAI)
    assert (table.paused, table.motion) == (True, None)
    await table_verbs.voting.propose(table.id, ADA, "resume")
    await table_verbs.leave(table.id, ADA)
    assert (table.paused, table.motion, table.host) == (True, None, BOB.id)
    await done(setup, table)


async def test_the_clock_decides_a_vote_too(setup: Setup, table_verbs: TableVerbs) -> None:
    """Whoever is away by the clock has no vote, and isn't waited for."""
    table = await setup.game(ADA, BOB)
    await table_verbs.voting.propose(table.id, ADA, "pause")
    await go_away(setup, table, 1)
    assert (table.paused, table.motion) == (True, None)
    assert [act.what for act in await done(setup, table)] == ["away", "paused"]


async def test_another_on_the_seat_votes_anew(setup: Setup, table_verbs: TableVerbs) -> None:
    """The vote of who sat there before counts for nothing."""
    table = await setup.game(*PEOPLE)
    await table_verbs.voting.propose(table.id, ADA, "pace", "live")
    await table_verbs.voting.vote(table.id, BOB, yes=False)
    await table_verbs.leave(table.id, BOB)
    await table_verbs.replace(table.id, EMI, 1)
    assert table.motion is not None
    assert table.motion.noes == ()
    await table_verbs.voting.vote(table.id, EMI, yes=True)
    await table_verbs.voting.vote(table.id, CLEO, yes=True)
    assert table.pace == "live"
    await done(setup, table)


async def test_pausing_at_once_ends_the_vote_on_it(setup: Setup, table_verbs: TableVerbs) -> None:
    """There is nothing left to vote on; another vote goes on."""
    table = await setup.game(ADA, BOB)
    await table_verbs.voting.propose(table.id, BOB, "pause")
    await table_verbs.pause(table.id, ADA, "host")
    assert table.motion is None
    await table_verbs.voting.propose(table.id, BOB, "pace", "live")
    await table_verbs.resume(table.id, ADA, "host")
    assert table.motion is not None
    await done(setup, table)


# Taking back


async def test_a_move_is_taken_back_if_all_others_agree(
    setup: Setup, table_verbs: TableVerbs, backs: Backs
) -> None:
    """It is asked whether it may be when it is moved, and again when the last one agrees."""
    table = await setup.game(ADA, BOB, CLEO)
    backs.refusal = Trouble("Not that one.")
    await refused(table, table_verbs.voting.propose(table.id, BOB, "take_back"), "Not that one")
    backs.refusal = None
    await table_verbs.voting.propose(table.id, BOB, "take_back")
    assert table.motion is not None
    revision = table.motion.revision
    await table_verbs.voting.vote(table.id, ADA, yes=True, revision=revision)
    assert (backs.taken, table.motion and table.motion.ayes) == ([], (1, 0))
    backs.refusal = Trouble("Not any more.")
    await refused(
        table, table_verbs.voting.vote(table.id, CLEO, yes=True, revision=revision), "Not any more"
    )
    backs.refusal = None
    await table_verbs.voting.vote(table.id, CLEO, yes=True, revision=revision)
    assert (backs.taken, table.motion) == ([1], None)
    await refused(
        table, table_verbs.voting.vote(table.id, CLEO, yes=True, revision=revision), why=VOTE_OVER
    )
    await done(setup, table)


async def test_what_stops_a_take_back(setup: Setup, table_verbs: TableVerbs, backs: Backs) -> None:
    """One no, another move, a pause, somebody's leaving; and alone nobody may."""
    table = await setup.game(ADA, BOB, CLEO)
    await table_verbs.voting.propose(table.id, ADA, "take_back")
    await table_verbs.voting.vote(table.id, BOB, yes=False)
    assert table.motion is None
    await table_verbs.voting.propose(table.id, ADA, "take_back")
    await setup.play(table, table.to_act()[0])
    assert table.motion is None
    await table_verbs.voting.propose(table.id, ADA, "take_back")
    await table_verbs.pause(table.id, ADA, "host")
    assert table.motion is None
    await refused(table, table_verbs.voting.propose(table.id, ADA, "take_back"), why=PAUSED)
    await table_verbs.resume(table.id, ADA, "host")
    await table_verbs.voting.propose(table.id, ADA, "take_back")
    await table_verbs.voting.vote(table.id, BOB, yes=True)
    await table_verbs.leave(table.id, CLEO)
    assert table.motion is None
    await table_verbs.leave(table.id, BOB)
    await refused(
        table, table_verbs.voting.propose(table.id, ADA, "take_back"), "There is nobody here"
    )
    assert backs.taken == []
    await done(setup, table)


async def test_who_takes_somebody_off_gets_no_hand_by_that(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """Neither that seat nor another; somebody else may sit down."""
    table = await setup.game(ADA, BOB, CLEO)
    await table_verbs.kick(table.id, EMI, "moderator", 1)
    await table_verbs.leave(table.id, CLEO)
    for seat in (1, 2):
        await refused(table, table_verbs.replace(table.id, EMI, seat), why=HAS_KICKED)
    await table_verbs.replace(table.id, DAI, 1)
    await done(setup, table)


async def test_what_was_done_keeps_the_names_of_then(setup: Setup, table_verbs: TableVerbs) -> None:
    """What is said about somebody isn't said about the seat's next owner, even after a restart."""
    table = await setup.game(ADA, BOB, CLEO)
    await table_verbs.leave(table.id, BOB)
    await table_verbs.replace(table.id, DAI, 1)
    await go_away(setup, table, 1)
    await table_verbs.kick(table.id, ZOE, "moderator", 1)
    computer = table.seats[1].name
    for _restart in range(2):
        now = [Person(seat.person, seat.name) for seat in table.seats]
        then = [people[1].name for people in people_then(table.recent, now)]
        named = [(each.name, each.whom_name) for each in table.recent[-4:]]  # type: ignore[union-attr]
        assert named == [("Bob", None), ("Dai", "Bob"), ("Dai", None), (None, "Dai")]
        assert then[-4:] == ["Bob", "Dai", "Dai", computer]
        assert set(then[:-4]) == {"Bob"}, "what came before is said of another"
        setup.tables.cache.drop(table)
        table = await setup.tables.get(table.id)
    record = await History(setup.tables).record(table.id)
    assert [each.name for each in record.people(0)] == ["Ada", "Bob", "Cleo"]


async def test_a_table_that_can_not_be_read_can_be_ended(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """By its host or a moderator; all else in its row stays for who mends it."""
    table = await paced(setup, ADA, BOB)
    before = await setup.tables.store.table(table.id)
    await setup.database.transaction(
        lambda connection: connection.execute("UPDATE tables SET rules_version = 99").rowcount
    )
    setup.tables.cache.drop(table)
    told: list[Table] = []
    setup.tables.listeners.append(told.append)
    table = await setup.tables.get(table.id)
    assert table.frozen
    with pytest.raises(Frozen):
        await table_verbs.pause(table.id, ADA, "host")
    with refused_with(NOT_YOURS):
        await table_verbs.end(table.id, BOB, "host")
    ended = await table_verbs.end(table.id, ADA, "host")
    assert (ended.phase, ended.frozen, told) == ("cancelled", True, [ended])
    found = await setup.tables.store.table(table.id)
    assert found is not None
    at_rest = {
        (each.question_number, each.clock_left, each.reminders, each.due) for each in found[1]
    }
    assert at_rest == {(None, None, 0, None)}, "somebody is asked, or a clock goes, for ever"
    assert await setup.tables.get(table.id) is ended
    with refused_with(OVER):
        await table_verbs.end(table.id, ADA, "host")
    after = await setup.tables.store.table(table.id)
    assert before is not None
    assert after is not None
    changed = {"phase": "cancelled", "rules_version": 99, "revision": before[0].revision + 1}
    assert after[0] == replace(before[0], **changed), "something else in its row has changed"
    assert [seat.due for seat in after[1]] == [None, None], "a clock of a table that is over runs"
    assert [seat.question_number for seat in after[1]] == [None, None]
    (event,) = await setup.tables.store.table_events(table.id)
    assert (event.what, event.name, event.step) == ("ended", "Ada", 0)


# Once the game is over


async def test_hands_are_opened_by_all_who_ever_held_one(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """By those who left or were replaced, too; computers aren't asked. Each agrees once."""
    table = await setup.lobby(ADA, BOB, CLEO)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await refused(table, AfterGame(setup.tables).agree(table.id, ADA), "has ended")
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await table_verbs.leave(table.id, BOB)
    await table_verbs.kick(table.id, ZOE, "moderator", 2)
    await table_verbs.replace(table.id, DAI, 2)
    await refused(table, AfterGame(setup.tables).agree(table.id, ADA), "has ended")
    while table.phase == "playing":
        await move(setup, table)
    await refused(table, AfterGame(setup.tables).agree(table.id, EMI), kind=NotAtTable)
    setup.tables.cache.drop(table)
    table = await setup.tables.get(table.id)
    await AfterGame(setup.tables).agree(table.id, ADA)
    await refused(table, AfterGame(setup.tables).agree(table.id, ADA), "already agreed")
    await AfterGame(setup.tables).agree(table.id, BOB)
    await AfterGame(setup.tables).agree(table.id, DAI)
    assert [(each.name, each.agreed) for each in table.holders] == [
        *(("Ada", True), ("Bob", True), ("Cleo", False), ("Dai", True)),
    ]
    assert not table.hands_open, "hands were opened without somebody who held one"
    assert table.opened_secret() is None
    assert "secret" not in await History(setup.tables).export(table.id, None)
    table_events = await done(setup, table)
    setup.tables.cache.drop(table)
    table = await setup.tables.get(table.id)
    await AfterGame(setup.tables).agree(table.id, CLEO)
    assert table.hands_open
    assert await done(setup, table) == [*table_events, TableEvent("hands_open", "vote")]
    await refused(table, AfterGame(setup.tables).agree(table.id, BOB), "already agreed")
    row, _ = await setup.tables.store.table(table.id) or (None, None)
    assert row is not None
    assert row.result is not None


async def test_hands_of_a_game_that_was_ended_stay_closed(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """Only what was played to its end can be opened."""
    table = await setup.game(ADA, BOB)
    await table_verbs.end(table.id, ZOE, "moderator")
    await refused(table, AfterGame(setup.tables).agree(table.id, ADA), "has ended")


async def test_they_play_again(setup: Setup, table_verbs: TableVerbs) -> None:
    """The same people on the same seats, computers, options and pace; who asks is host; once."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "sharp")
    again = lambda person, interaction: setup.lobby_verbs.rematch(  # noqa: E731
        table.id, person, interaction_id=interaction, guild_id=1, channel_id=9
    )
    await refused(table, again(ADA, 900), "has ended")
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await table_verbs.voting.propose(table.id, ADA, "pace", "days", 5 * HOUR)
    await table_verbs.voting.vote(table.id, BOB, yes=True)
    await refused(table, again(ADA, 900), "has ended")
    while table.phase == "playing":
        await move(setup, table)
    await refused(table, again(EMI, 900), kind=NotAtTable)
    found = await asyncio.gather(again(Person(BOB.id, "Bobby"), 901), again(ADA, 902))
    rematch = found[0]
    assert found[1] is rematch
    assert [(seat.person, seat.name, seat.level) for seat in rematch.seats] == [
        (BOB.id, "Bobby", None),
        (-1, table.seats[2].name, "sharp"),
        (ADA.id, "Ada", None),
    ], "in the lobby they aren't in the order of joining"
    assert (rematch.host, rematch.phase, rematch.rematch_of) == (BOB.id, "lobby", table.id)
    assert (rematch.pace, rematch.move_time) == ("days", 5 * HOUR)
    assert (rematch.channel_id, rematch.options) == (9, table.options)
    assert rematch._secret != table._secret
    assert await done(setup, rematch) == []
    assert await again(BOB, 901) is rematch
    await setup.lobby_verbs.start(rematch.id, BOB, setup.next_interaction())
    assert [seat.first for seat in rematch.seats] == [ADA.id, BOB.id, -1], "a sign has changed"
    await table_verbs.end(rematch.id, ZOE, "moderator")
    await refused(table, again(ADA, 903), "called off")


async def test_nobody_is_seated_who_did_not_ask_for_a_rematch(
    setup: Setup, table_verbs: TableVerbs
) -> None:
    """Nobody gets a seat but by asking for it; nor does a computer that only stood in."""
    table = await setup.game(*PEOPLE)
    await table_verbs.kick(table.id, ZOE, "moderator", 3)
    await table_verbs.leave(table.id, BOB)
    await go_away(setup, table, 2)
    await table_verbs.end(table.id, ZOE, "moderator")
    rematch = await setup.lobby_verbs.rematch(
        table.id, CLEO, interaction_id=900, guild_id=1, channel_id=2
    )
    assert [seat.person for seat in rematch.seats] == [CLEO.id]
    again = setup.lobby_verbs.rematch(table.id, ADA, interaction_id=901, guild_id=1, channel_id=2)
    assert await again is rematch
    assert [seat.person for seat in rematch.seats] == [CLEO.id, ADA.id]
    assert [seat.stand_in for seat in rematch.seats] == [None, None]
    again = setup.lobby_verbs.rematch(table.id, DAI, interaction_id=902, guild_id=1, channel_id=2)
    await refused(rematch, again, kind=NotAtTable)
    assert rematch.host == CLEO.id
    await setup.lobby_verbs.start(rematch.id, CLEO, setup.next_interaction())
    again = setup.lobby_verbs.rematch(table.id, BOB, interaction_id=903, guild_id=1, channel_id=2)
    assert await again is rematch, "who is late isn't told where the rematch is"
    assert [seat.person for seat in rematch.seats] == [ADA.id, CLEO.id]
    await done(setup, rematch)


# Nothing is lost, nothing half done


async def test_what_the_disk_refuses_was_not_done(
    setup: Setup, table_verbs: TableVerbs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is as before, also for who reads it meanwhile; with room again it can be done."""
    table = await setup.game(ADA, BOB)
    meanwhile: list[tuple[bool, str | None]] = []
    save = Store.save_change

    async def full(*_rows: object) -> None:
        meanwhile.append((table.paused, table.seats[0].stand_in))
        raise DatabaseFull("full")

    monkeypatch.setattr(Store, "save_change", full)
    for affair in (
        table_verbs.pause(table.id, ADA, "host"),
        table_verbs.leave(table.id, ADA),
        table_verbs.voting.propose(table.id, ADA, "pause"),
        table_verbs.end(table.id, ZOE, "moderator"),
    ):
        await refused(table, affair, kind=NotSaved)
    assert set(meanwhile) == {(False, None)}
    assert await done(setup, table) == []
    monkeypatch.setattr(Store, "save_change", save)
    await table_verbs.leave(table.id, ADA)
    assert [act.what for act in await done(setup, table)] == ["left"]


async def test_affairs_are_there_after_a_restart(tmp_path: Path) -> None:
    """A vote, a seat that was left, one taken off: all of it stands in another process."""
    setup = await open_setup(tmp_path / "again.sqlite3")
    table_verbs = TableVerbs(setup.tables, Backs(setup.tables))
    table = await setup.game(*PEOPLE)
    await table_verbs.voting.propose(table.id, ADA, "pause")
    assert table.motion is not None
    revision = table.motion.revision
    await table_verbs.leave(table.id, BOB)
    await table_verbs.kick(table.id, ZOE, "moderator", 3)
    await setup.database.close()
    setup = await open_setup(tmp_path / "again.sqlite3")
    table_verbs = TableVerbs(setup.tables, Backs(setup.tables))
    table = await table_verbs.voting.vote(table.id, CLEO, yes=True, revision=revision)
    assert table.paused
    await refused(table, table_verbs.replace(table.id, DAI, 3), why=TAKEN_OFF)
    await table_verbs.replace(table.id, EMI, 3)
    await table_verbs.back(table.id, BOB)
    assert table.people_here() == (0, 1, 2, 3)
    await done(setup, table)
    await setup.database.close()


# All together


async def test_a_move_is_taken_back_in_truth(setup: Setup) -> None:
    """What was voted on is done: it is the mover's turn again, and the step is in the log."""
    table_verbs = TableVerbs(setup.tables, History(setup.tables))
    table = await setup.game(ADA, BOB, CLEO)
    mover, before = -1, object()
    while table.motion is None:
        mover, before = table.to_act()[0], (table.public(), table.to_act())
        await setup.play(table, mover)
        with suppress(Trouble):
            await table_verbs.voting.propose(table.id, PEOPLE[mover], "take_back")
    step = table.step()
    others = [seat for seat in range(3) if seat != mover]
    await refused(
        table,
        table_verbs.voting.propose(table.id, PEOPLE[others[0]], "take_back"),
        "only take back the last move",
    )
    await table_verbs.voting.vote(table.id, PEOPLE[others[0]], yes=True)
    await table_verbs.voting.vote(table.id, PEOPLE[others[1]], yes=True)
    assert (table.public(), table.to_act()) == before
    assert (table.motion, table.step()) == (None, step + 1)
    taken = TableEvent("taken_back", "vote", mover, PEOPLE[mover].id)
    assert await done(setup, table) == [taken]


async def test_whatever_people_do_a_table_stays_whole(tmp_path: Path) -> None:
    """At random: it never hangs on a vote, and host, seats and clocks are always somebody's."""
    setup = await open_setup(
        tmp_path / "any.sqlite3", lambda _secret, drawn: LiveDealer(random.Random(drawn))
    )
    happened: set[str] = set()
    for seed in range(4):
        happened |= await anything(setup, random.Random(seed))
    await setup.database.close()
    assert happened == {
        *("leave", "back", "replace", "kick", "away", "pause", "resume", "moved", "pace"),
        *("taken back", "vote", "play"),
    }


async def anything(setup: Setup, rng: random.Random) -> set[str]:
    """Let people do at a table whatever they may, and check it each time; return what they did."""
    table_verbs = TableVerbs(setup.tables, History(setup.tables))
    people = [*PEOPLE, EMI]
    table = await paced(setup, *PEOPLE, pace="live")

    async def play_and_regret(seat: int) -> None:
        if seat in table.people_asked():
            await setup.play(table, seat)
        await table_verbs.voting.propose(table.id, PEOPLE[seat], "take_back")

    deeds: list[tuple[str, int, Callable[[Person, int], Awaitable[object]]]] = [
        ("leave", 2, lambda by, _: table_verbs.leave(table.id, by)),
        ("back", 4, lambda by, _: table_verbs.back(table.id, by)),
        ("replace", 2, lambda by, seat: table_verbs.replace(table.id, by, seat)),
        ("kick", 2, lambda _, seat: table_verbs.kick(table.id, PEOPLE[0], "moderator", seat)),
        ("away", 2, lambda _, seat: go_away(setup, table, seat)),
        ("pause", 1, lambda by, _: table_verbs.pause(table.id, by, "moderator")),
        ("resume", 3, lambda by, _: table_verbs.resume(table.id, by, "moderator")),
        ("moved", 2, lambda by, _: table_verbs.voting.propose(table.id, by, "pause")),
        ("moved", 3, lambda by, _: table_verbs.voting.propose(table.id, by, "resume")),
        (
            "pace",
            2,
            lambda by, _: table_verbs.voting.propose(table.id, by, "pace", rng.choice(PACES)),
        ),
        ("taken back", 3, lambda _, seat: play_and_regret(seat)),
        ("vote", 12, lambda by, _: table_verbs.voting.vote(table.id, by, rng.random() < 0.8)),
        ("play", 6, lambda _by, _seat: move(setup, table)),
    ]
    happened: set[str] = set()
    for _ in range(200):
        name, _weight, do = rng.choices(deeds, [weight for _, weight, _ in deeds])[0]
        before = table.revision
        try:
            await do(rng.choice(people), rng.randrange(4))
            happened.add(name)
            assert table.revision > before, f"{name} has changed nothing"
        except Trouble:
            assert table.revision == before or name == "taken back", (
                f"{name} was refused, and changed the table"
            )
        if table.phase != "playing":
            break
        setup.time += rng.randrange(100)
        here, motion = table.people_here(), table.motion
        assert len({seat.person for seat in table.seats}) == 4, f"somebody sits twice after {name}"
        assert not here or table.seat_of(table.host) is not None, (
            "people are here, and none of them hosts"
        )
        for number, seat in enumerate(table.seats):
            runs = seat.clock is not None
            assert runs == (table.pace != "none" and number in table.to_act() and not seat.mind), (
                f"seat {number}: the clock doesn't run just when it is their turn"
            )
        if motion is not None:
            assert motion.by in here, f"{motion} is by somebody who isn't here, after {name}"
            assert {*motion.ayes, *motion.noes} <= {*here}, (
                f"somebody voted who isn't here: {motion}"
            )
            assert votes.open_to(table, motion), f"nobody can vote on {motion}"
            assert not votes.passed(table, motion), f"it has passed, and is still asked: {motion}"
            assert not votes.failed(table, motion), f"it has failed, and is still asked: {motion}"
    await done(setup, table)
    return happened
