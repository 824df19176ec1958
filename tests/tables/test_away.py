"""Away days: how long a clock stops for them, and what they do at each of a person's tables."""

from __future__ import annotations

import random
from bisect import bisect_left
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.tables.away_days import AwayDays
from bot.tables.clock import DAY, HOUR, MINUTE, Clock, Quiet
from bot.tables.clocks import Clocks
from bot.tables.quiet_hours import OwnClock, ends_of, still
from bot.tables.seat import Person, Seat
from bot.tables.table import Table
from bot.tables.trouble import NotSaved, Trouble
from bot.ui.pages.tables.who_to_ping import calls_at
from storage.rows import AwayHow, OnTimeout, Pace, PersonRow
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup
from tests.tables.test_clock import LEAPS, leaps, reckoning
from tests.tables.test_clocks import asked, paced

SPAN = 40
"""The days that a trial looks at."""


def calendar(chance: random.Random) -> tuple[OwnClock, list[bool], int]:
    """Return what somebody has set, which minutes are quiet, and when the first of them begins."""
    name, year = chance.choice(LEAPS)
    zone = ZoneInfo(name)
    first = leaps(zone, year)[0] - SPAN // 2 * DAY
    row = OwnClock(1, name)
    quiet = [False] * (SPAN * DAY // MINUTE)
    if chance.random() < 0.7:
        start = chance.randrange(24 * 60)
        end = (start + chance.randint(1, 12 * 60)) % (24 * 60)
        row = replace(row, quiet_from=start, quiet_to=end)
        quiet = [*reckoning(Quiet(zone, start, end), first, SPAN).quiet]
    # Not so close to the ends that what lies beyond them matters.
    begin = first + MINUTE * chance.randrange(2 * DAY // MINUTE, 20 * DAY // MINUTE)
    until = begin + MINUTE * chance.randint(1, 15 * DAY // MINUTE)
    return replace(row, away_from=begin, away_until=until), quiet, first


def try_one(chance: random.Random) -> None:
    """Let a clock run through a calendar, set going anew now and then, and count beside it."""
    row, quiet, first = calendar(chance)
    days, start = chance.choice([0, 3, 7, 14]), chance.randrange(DAY // MINUTE, 18 * DAY // MINUTE)
    limit = HOUR * chance.randint(1, 72)
    assert row.away_from is not None and row.away_until is not None, "there is no stay"
    # Minute by minute: it stands from when somebody is away, as long as that is allowed.
    away, back = ((each - first) // MINUTE for each in (row.away_from, row.away_until))
    away = max(away, start)
    stands = range(away, max(away, min(back, away + days * DAY // MINUTE)))
    runs = [not each for each in quiet]
    runs[stands.start : stands.stop] = [False] * len(stands)
    gone = [0, *accumulate(runs)]
    ends = runs.index(True, bisect_left(gone, gone[start] + limit // MINUTE))
    at = first + MINUTE * start
    clock = Clock(limit, limit, None, 0, None).run("days", at, still(row, days, 0, at))
    for minute in sorted(chance.choices(range(start, ends), k=chance.randrange(8))):
        now = first + MINUTE * minute
        left = limit - MINUTE * (gone[minute] - gone[start])
        used = MINUTE * len(stands[: max(0, minute - stands.start)])
        running = still(row, days, clock.away_used, clock.at or now)
        # A clock that is stopped has a second left at least, which no minute has.
        clock = clock.stop(now, running) if left and chance.random() < 0.3 else clock
        clock = clock.run("days", now, still(row, days, clock.away_used, clock.at or now))
        assert (clock.left, clock.away_used) == (left, used), (
            "the clock counts otherwise than second by second"
        )
    running = still(row, days, clock.away_used, clock.at or first)
    assert clock.ends(running) == first + MINUTE * ends, "time runs out at another moment"
    assert clock.away_used <= days * DAY, "a clock stood longer than is allowed"


def test_no_clock_counts_away_days_and_none_stands_longer_than_allowed() -> None:
    """Whatever the calendar, the hours that leap, and however often it is set going anew."""
    for trial in range(30):
        try_one(random.Random(trial))


@pytest.mark.long
@pytest.mark.takes(50)
@pytest.mark.parametrize("lot", range(10))
def test_no_calendar_of_a_hundred_thousand_lets_a_clock_count_away_days(lot: int) -> None:
    for trial in range(10_000):
        try_one(random.Random(10_000 * (lot + 1) + trial))


# At tables


@pytest.fixture
def away(setup: Setup) -> AwayDays:
    """Return what sets away days in the room; what is due is rung by the test."""
    setup.uncap()
    return AwayDays(setup.tables)


async def ring(away: AwayDays) -> None:
    """Let all begin and end that is due."""
    await away.due_timer.round()


async def waiting_for(setup: Setup, person: Person, pace: Pace = "days") -> Table:
    """Begin a game and play until a person is asked."""
    rule: OnTimeout = "move"
    table = await paced(setup, ADA, BOB, pace=pace, rule=rule)
    while asked(table).person != person.id:
        await setup.play(table, table.to_act()[0])
    return table


def left(setup: Setup, table: Table, row: PersonRow) -> int:
    """Return for how long somebody who is asked has time, from now."""
    ends = ends_of(row, table, asked(table))
    assert ends is not None, "nobody's time runs out"
    return ends - int(setup.time)


async def test_a_clock_stands_while_its_person_is_away_and_goes_on_to_the_second(
    setup: Setup, away: AwayDays
) -> None:
    tables = [await waiting_for(setup, BOB) for _ in range(2)]
    start = int(setup.time)
    setup.time += 2 * HOUR
    begin, until = start + 3 * HOUR, start + 3 * DAY
    before = [(table.revision, asked(table).clock) for table in tables]
    await away.set(BOB.id, begin, until, None)
    after = [(table.revision, asked(table).clock) for table in tables]
    assert after == before, "others can tell that somebody will be away"
    setup.time = begin
    await ring(away)
    for table in tables:
        row = await away.row(BOB.id)
        assert (asked(table).back_at, asked(table).away_how) == (until, "clock")
        assert left(setup, table, row) == until + 21 * HOUR - begin, "the clock doesn't stand"
        assert not calls_at(table.face()), "somebody is called while they are away"
    setup.time = until
    await ring(away)
    for table in tables:
        assert asked(table).back_at is None
        assert left(setup, table, await away.row(BOB.id)) == 21 * HOUR
        assert asked(table).away_used == until - begin
        assert [call.person for call in calls_at(table.face())] == [BOB.id], "no call at the end"
    row = await away.row(BOB.id)
    assert (row.away_from, row.away_until, row.away_due) == (None, None, None)
    # What is used up stays so in the next questions.
    await setup.play(tables[0], tables[0].to_act()[0])
    assert max(seat.away_used for seat in tables[0].seats) == until - begin


async def test_the_clock_goes_on_when_the_days_are_used_up(setup: Setup, away: AwayDays) -> None:
    table = await waiting_for(setup, BOB)
    clocks = Clocks(setup.tables)
    start = int(setup.time)
    await away.set(BOB.id, None, start + 20 * DAY, None)
    assert left(setup, table, await away.row(BOB.id)) == 7 * DAY + 24 * HOUR
    while asked(table).person == BOB.id and not asked(table).timeouts:
        setup.time = asked(table).clock.due or 0  # pyright: ignore[reportOptionalMemberAccess]
        assert await clocks.ring(table.id)
    assert setup.time == start + 8 * DAY, "time ran out at another moment"
    assert table.seats[1].away_used == 7 * DAY


async def test_coming_back_early_ends_it_at_once(setup: Setup, away: AwayDays) -> None:
    table = await waiting_for(setup, BOB)
    start = int(setup.time)
    await away.set(BOB.id, None, start + 5 * DAY, None)
    setup.time += 2 * DAY + HOUR
    await away.end(BOB.id)
    assert asked(table).back_at is None
    row = await away.row(BOB.id)
    assert row.away_until is None
    assert left(setup, table, row) == 24 * HOUR, "the time of the days away was counted"
    with pytest.raises(Trouble):
        await away.end(BOB.id)
    # Called off before they begin: a question that was asked meanwhile has its time from now on.
    await away.set(BOB.id, int(setup.time) + DAY, int(setup.time) + 5 * DAY, None)
    other = await waiting_for(setup, BOB)
    await away.end(BOB.id)
    assert asked(other).clock is not None
    assert asked(other).clock.due == setup.time + 12 * HOUR  # pyright: ignore[reportOptionalMemberAccess]


async def test_a_computer_plays_from_the_next_question_until_the_person_is_back(
    setup: Setup, away: AwayDays
) -> None:
    table, other = await waiting_for(setup, BOB), await waiting_for(setup, ADA)
    until = int(setup.time) + 5 * DAY
    await away.set(BOB.id, None, until, "computer")
    bob = table.seat_of(BOB.id)
    assert bob is not None
    assert table.seats[bob].here, "a computer plays where Bob was asked before he went"
    await setup.play(table, bob)
    assert table.seats[bob].away_how == "clock", "a move takes the seat back"
    while asked(other).person != BOB.id:
        await setup.play(other, other.to_act()[0])
    assert other.seats[bob].sat_in, "no computer sits in"
    assert other.seats[bob].gone is not None, "who lets a computer play comes behind all who play"
    setup.time = until
    await ring(away)
    seat = other.seats[bob]
    assert (seat.here, seat.gone, seat.back_at) == (True, None, None), "the seat isn't Bob's again"
    assert asked(other).clock is not None
    events = [each.what for each in await setup.tables.store.table_events(other.id)]
    assert events == ["away", "back"]


@pytest.mark.parametrize("how", ["clock", "computer"])
async def test_live_tables_have_no_away_days(setup: Setup, away: AwayDays, how: AwayHow) -> None:
    table = await waiting_for(setup, BOB, pace="live")
    before = table.revision
    await away.set(BOB.id, None, int(setup.time) + 5 * DAY, how)
    assert (table.revision, left(setup, table, await away.row(BOB.id))) == (before, 180)
    for _ in range(2):
        await setup.play(table, table.to_act()[0])
    assert all(seat.here and seat.back_at is None for seat in table.seats)


async def test_what_the_disk_refuses_at_one_table_is_made_up_for(
    setup: Setup, away: AwayDays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is what a kill leaves undone: what was set is saved first, as due."""
    tables = [await waiting_for(setup, BOB) for _ in range(3)]
    change, count = setup.tables.change, 0

    async def fails(*given: object, **more: object) -> None:
        nonlocal count
        count += 1
        if count == 2:
            raise NotSaved
        await change(*given, **more)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(setup.tables, "change", fails)
    until = int(setup.time) + 5 * DAY
    await away.set(BOB.id, None, until, None)
    done = [table for table in tables if asked(table).back_at is not None]
    assert len(done) == 1
    revisions = [table.revision for table in done]
    again = AwayDays(setup.tables)
    await ring(again)
    assert [asked(table).back_at for table in tables] == [until] * 3
    assert [table.revision for table in done] == revisions, "it was done twice at one table"
    assert (await away.row(BOB.id)).away_due == until


async def test_a_bot_that_was_down_counts_neither_away_days_nor_its_own_absence(
    setup: Setup, away: AwayDays, tmp_path: Path
) -> None:
    table = await waiting_for(setup, BOB)
    clocks = Clocks(setup.tables)
    start = int(setup.time)
    await clocks._note_alive()
    await away.set(BOB.id, None, start + 3 * DAY, None)
    setup.time += 2 * DAY
    await clocks._note_alive()
    await setup.database.close()
    again = await open_setup(tmp_path / "tables.sqlite3")
    again.time = setup.time + 6 * HOUR
    setup.database, setup.tables = again.database, again.tables
    clocks = Clocks(again.tables)
    await clocks.start(3600)
    try:
        table = await again.tables.get(table.id)
        row = await AwayDays(again.tables).row(BOB.id)
        assert asked(table).away_used == 2 * DAY
        assert left(again, table, row) == 18 * HOUR + 24 * HOUR
    finally:
        await clocks.close()


@pytest.mark.parametrize(
    ("start", "until", "why"),
    [
        (None, -1, "over already"),
        (DAY, DAY, "back before you leave"),
        (2 * DAY, DAY, "back before you leave"),
        (None, 61 * DAY, "at once"),
        (DAY, 62 * DAY, "at once"),
    ],
)
async def test_days_that_cannot_be_are_refused_with_the_reason(
    setup: Setup, away: AwayDays, start: int | None, until: int, why: str
) -> None:
    now = int(setup.time)
    begin = None if start is None else now + start
    with pytest.raises(Trouble, match=why):
        await away.set(BOB.id, begin, now + until, None)
    assert await setup.tables.store.people.row(BOB.id) == PersonRow(BOB.id)


async def test_new_dates_replace_those_of_before(setup: Setup, away: AwayDays) -> None:
    """What has passed of the days counts; changing a time zone leaves them alone."""
    table = await waiting_for(setup, BOB)
    now = int(setup.time)
    await away.set(BOB.id, None, now + 2 * DAY, "computer")
    setup.time += DAY
    await away.set(BOB.id, None, now + 4 * DAY, None)
    row = await away.row(BOB.id)
    assert (row.away_from, row.away_until, row.away_how) == (now, now + 4 * DAY, "computer")
    await Clocks(setup.tables).set_person(OwnClock(BOB.id, "Asia/Tokyo"))
    assert (await away.row(BOB.id)).away_until == now + 4 * DAY, "a new zone ends the days away"
    # Another time, later: back in between.
    await away.set(BOB.id, now + 6 * DAY, now + 9 * DAY, "clock")
    assert asked(table).back_at is None
    assert asked(table).away_used == DAY
    assert left(setup, table, await away.row(BOB.id)) == 24 * HOUR
    with pytest.raises(Trouble):
        await away.choose(CLEO.id, "clock")


def test_a_seat_that_somebody_else_gets_says_nothing_of_days() -> None:
    seat = Seat(BOB.id, "Bob", back_at=5, away_how="computer").gone_away(3, 4)
    assert seat.sat_in
    assert not seat.back("Bob").sat_in
    assert not seat.left(3, 4).sat_in
