"""What the host of a game night does at its tables: reminders, time, seats, ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import votes
from bot.tables.clock import HOUR, MINUTE
from bot.tables.clocks import after_ring
from bot.tables.history import History
from bot.tables.night_verbs import MORE, NightVerbs
from bot.tables.seat import Person, Seat
from bot.tables.table import NewTable, Table
from bot.tables.table_cache import seat_rows
from bot.tables.table_event import who_decided_own
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import HAS_KICKED, OVER, PAUSED, Finishing, Trouble
from bot.tables.turn_calls import turn_reason
from bot.tables.vote_verbs import VoteVerbs
from bot.tables.who_decides import NOT_YOURS
from bot.tables.who_sits import stored_seat
from storage.store import Store
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup
from tests.tables.test_computer_players import Thinkers, seated, until

LIVE = 2 * MINUTE


@pytest.fixture
def verbs(setup: Setup) -> NightVerbs:
    """Return what a host of a night can do."""
    return NightVerbs(setup.tables)


async def night_table(setup: Setup, *people: Person, number: int = 1) -> Table:
    """Open and deal a table of a night."""
    return await setup.lobby_verbs.open_and_deal(new_table(setup, *people, number=number))


def new_table(setup: Setup, *people: Person, number: int = 1) -> NewTable:
    """Return what a table of a night is opened with."""
    return setup.new(
        people[0],
        pace="live",
        move_time=LIVE,
        on_timeout="seat",
        seats=tuple(Seat(each.id, each.name) for each in people),
        night_id="night",
        night_round=1,
        night_table=number,
    )


async def test_a_table_of_a_night_is_opened_and_dealt_once(setup: Setup) -> None:
    """Whatever presses again for the same number of a round gets the table that is there."""
    first = await night_table(setup, ADA, BOB)
    again = await night_table(setup, ADA, BOB)
    other = await night_table(setup, CLEO, DAI, number=2)
    assert first.phase == "playing", "the table wasn't dealt as it was opened"
    assert again.id == first.id, "the same number of a round got two tables"
    store = Store(setup.database)
    found = [(head.id, head.night_table) for head, _ in await store.tables_of_night("night")]
    assert found == [(first.id, 1), (other.id, 2)]
    assert [seat.first for seat in first.seats] == [ADA.id, BOB.id]


async def test_what_does_not_fit_opens_nothing(setup: Setup) -> None:
    """A deal that can't be made leaves no table behind."""
    with pytest.raises(Trouble):
        await night_table(setup, ADA)
    assert await Store(setup.database).tables_of_night("night") == []


async def test_a_nudge_reminds_once(setup: Setup, verbs: NightVerbs) -> None:
    """Whoever was reminded of a move isn't reminded of it again, by the clock or by a host."""
    table = await night_table(setup, ADA, BOB)
    (asked,) = table.to_act()
    await verbs.nudge(table.id, EMI)
    clock = table.seats[asked].clock
    assert clock is not None
    assert clock.reminders == 1
    assert clock.due == setup.time + LIVE, "the clock would remind a second time"
    with pytest.raises(Trouble, match="was reminded already"):
        await verbs.nudge(table.id, EMI)


async def test_a_nudge_reminds_nobody_but_whom_its_button_names(
    setup: Setup, verbs: NightVerbs
) -> None:
    """Nor whoever presses it; without a name, as older buttons are, everybody else."""
    table = await night_table(setup, ADA, BOB)
    (asked,) = table.to_act()
    own = table.seats[asked]
    for by, meant in ((EMI, (1 - asked,)), (Person(own.person, own.name), ())):
        with pytest.raises(Trouble, match="to move there any more"):
            await verbs.nudge(table.id, by, meant)
    assert table.to_remind() == (asked,), "somebody else was reminded"
    await verbs.nudge(table.id, EMI, (asked,))
    assert table.to_remind() == ()


async def ask_about(setup: Setup, verbs: NightVerbs, *people: Person) -> tuple[Table, int, int]:
    """Have somebody who leads the night ask their table about who is asked; return both seats."""
    table = await night_table(setup, *people)
    (asked,) = table.to_act()
    by = (asked + 1) % len(people)
    leader = Person(table.seats[by].person, table.seats[by].name)
    await verbs.ask_table(table.id, leader, table.seats[asked].person)
    return table, asked, by


@pytest.mark.parametrize("yes", [True, False])
async def test_a_leader_asks_their_own_table_about_who_is_missing(
    setup: Setup, verbs: NightVerbs, *, yes: bool
) -> None:
    """One more at least decides it, and it costs nobody there anything."""
    table, asked, by = await ask_about(setup, verbs, ADA, BOB, CLEO)
    assert table.motion is not None and table.seats[asked].here, "the leader alone decides it"
    seat = table.seats[3 - asked - by]
    voting = VoteVerbs(setup.tables, History(setup.tables))
    await voting.vote(table.id, Person(seat.person, seat.name), yes)
    assert (table.motion, table.seats[asked].away) == (None, yes)
    rows = await setup.tables.store.table_events(table.id)
    assert [row.role for row in rows if row.what == "away"] == ["vote"] * yes
    assert not who_decided_own(rows), "it counts as decided by the leader"


@pytest.mark.parametrize("how", ["moves", "is back"])
async def test_who_shows_that_they_are_there_ends_that_vote(
    setup: Setup, verbs: NightVerbs, how: str
) -> None:
    table, asked, _by = await ask_about(setup, verbs, ADA, BOB, CLEO)
    person = Person(table.seats[asked].person, table.seats[asked].name)
    if how == "moves":
        await setup.play(table, asked)
    else:
        await TableVerbs(setup.tables, History(setup.tables)).back(table.id, person)
    assert table.motion is None and table.seats[asked].here


async def test_where_nobody_else_is_there_a_leader_cannot_ask(
    setup: Setup, verbs: NightVerbs
) -> None:
    with pytest.raises(Trouble, match="nobody else is there to ask"):
        await ask_about(setup, verbs, ADA, BOB)


async def test_a_nudge_reminds_once_of_each_question_where_no_clock_runs(
    setup: Setup, verbs: NightVerbs
) -> None:
    """It is remembered over a restart, and the next question is a new one."""
    table = await night_table(setup, ADA, BOB)
    changes = votes.at_pace(table, "live", 0)
    await setup.tables.change(table, **changes)
    (asked,) = table.to_act()
    assert turn_reason(table.seats[asked]) == "move"
    table = await verbs.nudge(table.id, EMI)
    assert turn_reason(table.seats[asked]) == "half", "they aren't called again"
    with pytest.raises(Trouble, match="was reminded already"):
        await verbs.nudge(table.id, EMI)
    kept = [stored_seat(row) for row in seat_rows(table)]
    assert [seat.nudged for seat in kept] == [n == asked for n in range(2)], "a restart forgets it"
    while table.to_act() == (asked,):
        await setup.play(table, asked)
    assert not any(seat.nudged for seat in table.seats), "another question counts as reminded of"
    await verbs.nudge(table.id, EMI)


async def test_more_time_is_added_to_what_is_left(setup: Setup, verbs: NightVerbs) -> None:
    """Five minutes more for whoever is asked, and not without end."""
    table = await night_table(setup, ADA, BOB)
    (asked,) = table.to_act()
    setup.time += 30
    await verbs.give_time(table.id, EMI)
    clock = table.seats[asked].clock
    assert clock is not None
    assert clock.left == LIVE - 30 + MORE
    for _ in range(HOUR // MORE - 1):
        await verbs.give_time(table.id, EMI)
    with pytest.raises(Trouble, match="plenty"):
        await verbs.give_time(table.id, EMI)


async def test_a_guest_gets_the_seat_of_someone_who_is_away(
    setup: Setup, verbs: NightVerbs
) -> None:
    """The owner is off the table then; a seat where somebody plays is nobody's to give."""
    table = await night_table(setup, ADA, BOB)
    with pytest.raises(Trouble, match="is playing on that seat"):
        await verbs.seat_person(table.id, EMI, 0, CLEO)
    await TableVerbs(setup.tables, History(setup.tables)).leave(table.id, ADA)
    with pytest.raises(Trouble, match="put yourself"):
        await verbs.seat_person(table.id, EMI, 0, EMI)
    await verbs.seat_person(table.id, EMI, 0, CLEO)
    assert [seat.person for seat in table.seats] == [CLEO.id, BOB.id]
    assert table.host in (BOB.id, CLEO.id), "somebody without a seat is host"
    assert {each.person for each in table.holders} == {ADA.id, BOB.id, CLEO.id}
    whats = [event.what for event in await Store(setup.database).table_events(table.id)]
    assert whats == ["left", "kicked", "replaced"]
    await TableVerbs(setup.tables, History(setup.tables)).leave(table.id, BOB)
    await verbs.release(table.id, BOB.id, "home")
    with pytest.raises(Trouble, match="A host gave your seat at this table to somebody else"):
        await TableVerbs(setup.tables, History(setup.tables)).replace(table.id, ADA, 1)


@pytest.mark.parametrize(
    ("how", "free"),
    [
        ("is there", False),
        ("runs out of time", True),
        ("ran out of time, and is back", False),
        ("left", True),
        ("left, and is back", False),
        ("is put away by the leader", False),
        ("is put away by another leader", False),
    ],
)
async def test_a_leader_who_plays_takes_no_seat_for_free_of_who_answers_in_time(
    setup: Setup, verbs: NightVerbs, how: str, free: bool
) -> None:
    """Whoever lost theirs to the clock, or left it, doesn't: the leader keeps their points."""
    others = TableVerbs(setup.tables, History(setup.tables))
    table = await night_table(setup, ADA, BOB, CLEO)
    (seat,) = table.to_act()
    whom = Person(table.seats[seat].person, table.seats[seat].name)
    leader = next(each for each in (ADA, BOB) if each.id != whom.id)
    if "out of time" in how:
        setup.time += LIVE + 1
        seats, told = after_ring(table, int(setup.time), {})
        await setup.tables.change(table, told, seats=seats)
        assert table.seats[seat].went_away, "their time isn't over"
    if "left" in how:
        await others.leave(table.id, whom)
    if "put away" in how:
        by = EMI if "another" in how else leader
        await verbs.put_away(table.id, by, whom.id, at_own=True)
    if "back" in how:
        await others.back(table.id, whom)
    costs = await verbs.costs(table.id, leader, seat)
    assert costs is not free, f"of a seat whose person {how}, something untrue is said: {costs}"
    await others.kick(table.id, leader, "night", seat)
    decided = who_decided_own(await setup.tables.store.table_events(table.id))
    assert decided == (set() if free else {leader.id}), f"a seat is taken whose person {how}"


async def test_who_freed_a_seat_never_gets_it(setup: Setup, verbs: NightVerbs) -> None:
    """A leader who has put somebody on a seat has taken a hand away from its owner."""
    table = await night_table(setup, ADA, BOB)
    away = TableVerbs(setup.tables, History(setup.tables))
    await away.leave(table.id, ADA)
    await verbs.seat_person(table.id, EMI, 0, CLEO)
    await away.leave(table.id, CLEO)
    with refused_with(HAS_KICKED):
        await verbs.seat_person(table.id, DAI, 0, EMI)


async def test_computers_play_a_game_to_its_end(setup: Setup, verbs: NightVerbs) -> None:
    """All seats are computers' to play, also with nobody there; nobody comes back to it."""
    table = await night_table(setup, ADA, BOB)
    await verbs.play_out(table.id, EMI)
    assert not table.deserted(), "the computers would wait for people"
    assert table.computers_asked() == table.to_act()
    for press in (verbs.play_out, verbs.over_days):
        with pytest.raises(Finishing):
            await press(table.id, EMI)
    decisions = TableVerbs(setup.tables, History(setup.tables))
    (asked,) = table.to_act()
    for act in (decisions.back(table.id, ADA), setup.play(table, asked)):
        with pytest.raises(Finishing):
            await act
    assert table.left_to_computers(), "one press undoes what a leader has ordered"


@pytest.mark.parametrize("thinking", [True, False])
async def test_computers_finish_where_a_guest_was_put(
    setup: Setup, verbs: NightVerbs, thinking: bool
) -> None:
    """Also if one was about to move there for who had left."""
    thinkers = Thinkers()
    if thinking:
        thinkers.gate.clear()
    async with seated(setup, thinkers):
        table = await night_table(setup, ADA, BOB, CLEO)
        gone = table.to_act()[0]
        leaver = Person(table.seats[gone].person, table.seats[gone].name)
        await TableVerbs(setup.tables, History(setup.tables)).leave(table.id, leaver)
        if thinking:
            await until(lambda: thinkers.jobs)
        await verbs.seat_person(table.id, EMI, gone, DAI)
        await verbs.play_out(table.id, EMI)
        thinkers.gate.set()
        await until(lambda: table.phase == "finished")


async def test_a_game_goes_on_over_days(setup: Setup, verbs: NightVerbs) -> None:
    """The clock of whoever is asked starts again at the other pace."""
    table = await night_table(setup, ADA, BOB)
    await verbs.over_days(table.id, EMI)
    (asked,) = table.to_act()
    clock = table.seats[asked].clock
    assert table.pace == "days"
    assert clock is not None
    assert clock.left == 24 * HOUR
    revision = table.revision
    with pytest.raises(Trouble, match="already the pace"):
        await verbs.over_days(table.id, EMI)
    assert table.revision == revision, "a second press gave everybody a day more"


async def test_only_tables_of_a_night_have_its_host(setup: Setup, verbs: NightVerbs) -> None:
    """The right to lead a night is none at any other table, and none once a game is over."""
    other = await setup.game(ADA, BOB)
    for press in (verbs.play_out, verbs.over_days, verbs.nudge, verbs.give_time):
        with refused_with(NOT_YOURS):
            await press(other.id, EMI)
    table = await night_table(setup, ADA, BOB)
    decisions = TableVerbs(setup.tables, History(setup.tables))
    await decisions.pause(table.id, EMI, "night")
    with refused_with(PAUSED):
        await verbs.nudge(table.id, EMI)
    await decisions.resume(table.id, EMI, "night")
    await decisions.end(table.id, EMI, "night")
    with refused_with(OVER):
        await verbs.play_out(table.id, EMI)


async def test_who_would_earn_points_is_who_does_once_computers_finish(
    setup: Setup, verbs: NightVerbs
) -> None:
    table = await night_table(setup, ADA, BOB)
    assert await verbs.earning(table.id, EMI) == [], "points come of no move"
    (seat,) = table.to_act()
    await setup.play(table, seat)
    assert await verbs.earning(table.id, EMI) == [seat]
    mover = Person(table.seats[seat].person, table.seats[seat].name)
    assert await verbs.earning(table.id, mover) == [], "a host earns by finishing their own game"
    async with setup.tables.held(table.id) as held:
        away = held.seats[seat].gone_away(held.step(), held.revision)
        await setup.tables.change(
            held, seats=[away if s == seat else x for s, x in enumerate(held.seats)]
        )
    assert await verbs.earning(table.id, EMI) == [], "who is gone comes last, and is said to earn"


async def test_a_refused_press_changes_nothing(setup: Setup, verbs: NightVerbs) -> None:
    """The table is the same before and after, also in the database."""
    table = await night_table(setup, ADA, BOB)
    before = replace(table), await Store(setup.database).table(table.id)
    with pytest.raises(Trouble):
        await verbs.seat_person(table.id, EMI, 0, CLEO)
    with pytest.raises(Trouble):
        await verbs.seat_person(table.id, EMI, 7, CLEO)
    assert table.revision == before[0].revision
    assert await Store(setup.database).table(table.id) == before[1]


async def test_results_of_a_night_know_their_round(setup: Setup) -> None:
    """What a night adds up is found by the night, not by who played."""
    table = await night_table(setup, ADA, BOB)
    while table.phase == "playing":
        await setup.play(table, table.to_act()[0])
    rows = await Store(setup.database).results.of_night("night")
    assert [(row.table_id, row.round) for row in rows] == [(table.id, 1)] * 2
