"""Clocks with a reserve: what isn't used carries over, what a visit gives back, what stops it."""

from __future__ import annotations

import contextlib
import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.tables.clock import DAY, HOUR, Standstill
from bot.tables.clocks import Clocks
from bot.tables.history import History
from bot.tables.quiet_hours import OwnClock, still_of
from bot.tables.reserve import given_back, in_reserve
from bot.tables.seat import Seat
from bot.tables.table import Table
from bot.tables.table_timer import TableTimer
from bot.tables.table_verbs import TableVerbs
from bot.tables.tables import Tables
from bot.tables.timed_seats import timed
from bot.tables.trouble import Trouble
from cogs.donburiko.rules import GAME as DONBURIKO
from cogs.korpokkur.rules import GAME as KORPOKKUR
from storage.rows import OnTimeout, Pace
from tests.tables.conftest import ADA, BOB, Setup
from tests.tables.test_clocks import asked, clock, paced, to_next_ring
from tests.tables.test_restored import restored

RESERVE, BACK = 72 * HOUR, 8 * HOUR


async def with_reserve(setup: Setup, rule: OnTimeout = "move", **more: Any) -> Table:
    """Begin a game of two with a reserve."""
    table = await paced(setup, ADA, BOB, rule=rule, **more)
    await TableVerbs(setup.tables, History(setup.tables)).set_pace(
        table.id, ADA, "host", "days", BACK, RESERVE
    )
    return table


async def has(setup: Setup, table: Table, seat: int) -> int:
    """Return what somebody has in reserve, as the page of the table says."""
    return (await setup.tables.people.reserves(table, int(setup.time)))[seat]


async def test_what_is_left_carries_over_and_a_visit_gives_back(setup: Setup) -> None:
    table = await with_reserve(setup)
    for hours, then in ((20, 60), (3, 65), (5, 68)):
        # Of two seats the first is asked again after the second, who is quick.
        first = table.to_act()[0]
        setup.time += hours * HOUR
        await setup.play(table, first)
        assert await has(setup, table, first) == then * HOUR, "a visit doesn't give back 8 hours"
        other = table.to_act()[0]
        await setup.play(table, other)
        assert await has(setup, table, other) == RESERVE, "more came back than there was"
        assert clock(table).limit == then * HOUR, "a question has another clock than what is left"


async def test_reminders_come_at_half_and_at_nine_tenths_of_what_is_left(setup: Setup) -> None:
    table = await with_reserve(setup)
    seat = table.to_act()[0]
    setup.time += 32 * HOUR
    await setup.play(table, seat)
    await setup.play(table, table.to_act()[0])
    begun, limit, clocks = setup.time, 48 * HOUR, Clocks(setup.tables)
    assert clock(table).limit == limit
    for part in (0.5, 0.9, 1.0):
        await to_next_ring(setup, table)
        assert setup.time == begun + round(part * limit)
        await clocks.ring(table.id)
    assert table.seats[seat].ran_out, "nothing happens when the reserve is used up"


async def test_two_questions_of_a_visit_give_back_once(setup: Setup) -> None:
    table = await with_reserve(setup, game=KORPOKKUR)
    chance, twice = random.Random(1), 0
    while twice < 3:
        seat = table.to_act()[0]
        ran = table.seats[seat].clock
        assert ran is not None
        before = ran.left_at(int(setup.time), None)
        setup.time += HOUR
        await setup.play(table, seat, chance.randrange(100))
        again = seat in table.to_act()
        twice += again
        left = min(RESERVE, before - HOUR + (0 if again else BACK))
        assert await has(setup, table, seat) == left, "a visit gives back more often than once"


@pytest.mark.parametrize("hours", [5, 30])
async def test_a_move_that_is_taken_back_gives_nobody_time(setup: Setup, hours: int) -> None:
    """Also where the reserve was full again after it, and for whoever was asked meanwhile."""
    table, rng = await with_reserve(setup), random.Random(1)
    history = History(setup.tables)
    while True:
        seat = table.to_act()[0]
        setup.time += hours * HOUR
        had, others = await has(setup, table, seat), [1 - seat]
        had_others = [await has(setup, table, each) for each in others]
        await setup.play(table, seat, rng.randrange(100))
        if seat in table.to_act():
            continue
        async with setup.tables.held(table.id) as held:
            with contextlib.suppress(Trouble):
                await history.take_back(held, seat)
                break
    assert await has(setup, table, seat) == clock(table).limit == had, (
        "whoever takes a move back has a visit's time twice, or less than they had"
    )
    assert [await has(setup, table, each) for each in others] == had_others, (
        "whoever was asked meanwhile is given time for a visit that wasn't"
    )
    setup.time += HOUR
    while seat in table.to_act():
        await setup.play(table, seat, 0)
    assert await has(setup, table, seat) == min(RESERVE, had - HOUR + BACK)


@pytest.mark.parametrize("rule", ["move", "seat", "ask"])
async def test_whoever_comes_back_has_one_move_time(setup: Setup, rule: OnTimeout) -> None:
    table = await with_reserve(setup, rule)
    seat, clocks = table.to_act()[0], Clocks(setup.tables)
    verbs = TableVerbs(setup.tables, History(setup.tables))
    while (
        table.seats[seat].here
        and not table.seats[seat].ran_out
        and not (rule == "ask" and clock(table).over)
    ):
        await to_next_ring(setup, table)
        await clocks.ring(table.id)
    if rule == "move":
        number = table.question_number(seat)
        await setup.moves.play_for_computer(
            table.id, seat, lambda _view, legal: legal[0], question_number=number
        )
    elif rule == "seat":
        await verbs.back(table.id, (ADA, BOB)[seat])
        assert clock(table).left == BACK
    else:
        await setup.play(table, seat)
    assert table.seats[seat].reserve_left == BACK, "they come back to no time, or to too much"


async def test_another_pace_starts_all_anew(setup: Setup) -> None:
    table = await with_reserve(setup)
    verbs, seat = TableVerbs(setup.tables, History(setup.tables)), table.to_act()[0]
    setup.time += 50 * HOUR
    await verbs.set_pace(table.id, ADA, "host", "days", 4 * HOUR, RESERVE)
    assert clock(table).left == RESERVE
    assert [each.reserve_left for each in table.seats] == [RESERVE, RESERVE]
    setup.time += HOUR
    await verbs.set_pace(table.id, ADA, "host", "days")
    assert (clock(table).left, table.seats[seat].reserve_left, table.reserve) == (
        24 * HOUR,
        None,
        0,
    )


async def test_a_restart_a_pause_and_sleep_cost_nobody_anything(setup: Setup) -> None:
    table = await with_reserve(setup)
    verbs = TableVerbs(setup.tables, History(setup.tables))
    clocks = Clocks(setup.tables)
    setup.time += HOUR
    await verbs.pause(table.id, ADA, "host")
    setup.time += 30 * HOUR
    await verbs.resume(table.id, ADA, "host")
    await setup.tables.save_whereabouts(table.id, asleep=True)
    await clocks.due_timer.round()
    setup.time += 30 * HOUR
    await setup.tables.save_whereabouts(table.id, asleep=False)
    await clocks.due_timer.round()
    await clocks.start(HOUR)
    await clocks.close()
    setup.time += 30 * HOUR
    # Another process on the same file.
    tables = Tables(setup.tables.store, now=lambda: setup.time)
    tables.add_game(DONBURIKO)
    clocks = Clocks(tables)
    await clocks.start(HOUR)
    await clocks.close()
    found = await tables.get(table.id)
    assert clock(found).left == RESERVE - HOUR
    assert (clock(found).limit, asked(found).reserve_left) == (RESERVE, RESERVE)


@pytest.mark.parametrize("how", ["at a set time", "at a night", "after a restore"])
async def test_wherever_a_game_begins_everybody_has_the_whole_reserve(
    setup: Setup, how: str
) -> None:
    """And a question counts down from it, however the table came to be."""
    night = {"night_id": "night", "night_round": 1, "night_table": 1}
    more: dict[str, Any] = night if how == "at a night" else {}
    table = await setup.lobby(ADA, BOB, pace="days", reserve=RESERVE, move_time=BACK, **more)
    if how == "at a set time":
        at, interaction = int(setup.time) + HOUR, setup.next_interaction()
        await setup.lobby_verbs.set_start(table.id, ADA.id, at, interaction)
        setup.time = at
        await TableTimer(setup.tables, setup.lobby_verbs).due_timer.round()
    else:
        await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    assert [await has(setup, table, seat) for seat in range(2)] == [RESERVE] * 2
    setup.time += 20 * HOUR
    seat = table.to_act()[0]
    if how == "after a restore":
        table = await restored(setup, table)
    assert await has(setup, table, seat) == RESERVE - 20 * HOUR, "its clock counts otherwise"
    await setup.play(table, seat)
    assert await has(setup, table, seat) == RESERVE - 20 * HOUR + BACK


@pytest.mark.parametrize(
    ("pace", "seconds", "reserve", "said"),
    [
        ("days", None, 14 * DAY + 1, "1 hour to 14 days"),
        ("live", None, 61 * 60, "1 to 60 minutes"),
        ("live", 301, 600, "{least} to {most} seconds"),
        ("days", 9 * HOUR, 8 * HOUR, "more than the whole"),
        ("none", None, 60, "only for games with a clock"),
    ],
)
def test_what_there_is_not_is_said(
    pace: Pace, seconds: int | None, reserve: int, said: str
) -> None:
    with pytest.raises(Trouble) as refused:
        given_back(pace, seconds, reserve)
    assert said in refused.value.text


# Random sequences, counted hour by hour


class Reckoned:
    """A seat at a table with a reserve, and what is left counted hour by hour."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.now = 400_000 * HOUR
        quiet = chance.choice([(None, None), (22 * 60, 6 * 60), (9 * 60, 17 * 60)])
        away = self.now + chance.randrange(100) * HOUR
        self.row = OwnClock(
            1,
            "UTC",
            *quiet,
            away_from=away,
            away_until=away + chance.randrange(1, 12 * 24) * HOUR,
            away_how="clock",
        )
        self.facts: dict[str, Any] = {
            "pace": "days",
            "phase": "playing",
            "paused": False,
            "asleep": False,
            "has_clock": True,
            "away_days": chance.choice([0, 3, 7]),
            "reserve": chance.randint(8, 100) * HOUR,
            "move_time": chance.randint(1, 8) * HOUR,
        }
        self.seat = Seat(1, "Ada")
        self.was_asked = False
        self.left = self.facts["reserve"]
        self.away_left = self.facts["away_days"] * 24

    @property
    def table(self) -> Any:
        return SimpleNamespace(**self.facts, to_act=lambda: (0,) if self.was_asked else ())

    def still(self) -> Standstill | None:
        return still_of(self.row, self.table, self.seat, self.now)

    async def become(self, seat: Seat, *, asked: bool, back: bool = False) -> None:
        """Save a change, as tables do; one that goes `back` takes the last move back."""

        async def row(_person: int) -> OwnClock:
            return self.row

        people = cast(Any, SimpleNamespace(row=row))
        changed = (0,) if asked else ()
        seats = [self.seat], [seat]
        (self.seat,) = await timed(people, self.table, *seats, changed, self.now, back=back)
        self.was_asked = asked

    def hour(self) -> None:
        """Let an hour go by, and count it if the clock runs."""
        runs = self.was_asked and not self.facts["paused"] and self.seat.mind is None
        shown = self.now // HOUR % 24 * 60
        start, end = self.row.quiet_from, self.row.quiet_to
        quiet = (
            start is not None
            and end is not None
            and (start <= shown < end if start < end else not end <= shown < start)
        )
        assert self.row.away_from is not None and self.row.away_until is not None, (
            "there is no stay"
        )
        away = self.row.away_from <= self.now < self.row.away_until and self.away_left > 0
        if runs and away:
            self.away_left -= 1
        elif runs and not quiet:
            self.left -= HOUR
        self.now += HOUR


@pytest.mark.parametrize("first", range(0, 500, 100))
async def test_a_reserve_is_what_counting_hour_by_hour_leaves(first: int) -> None:
    for seed in range(first, first + 100):
        one = Reckoned(random.Random(seed))
        whole, back = one.facts["reserve"], one.facts["move_time"]
        await one.become(one.seat, asked=False)
        before: int | None = None
        for _ in range(one.chance.randint(3, 9)):
            for _hour in range(one.chance.choice([0, 1, 5, 20])):
                if one.left <= 2 * HOUR:
                    break
                one.hour()
            what = one.chance.choice(["asked", "answers", "ends", "goes back", "pause", "back"])
            answered = one.seat.back("Ada")
            if what == "asked" and not one.was_asked:
                await one.become(one.seat, asked=True)
                before = None
            elif what == "goes back" and before is not None:
                await one.become(one.seat, asked=True, back=True)
                one.left, before = before, None
            elif what in ("answers", "ends") and one.was_asked and not one.facts["paused"]:
                await one.become(answered, asked=what == "answers")
                if what == "ends":
                    before = one.left
                    one.left = min(whole, one.left + back)
            elif what == "pause":
                one.facts["paused"] = not one.facts["paused"]
                await one.become(one.seat, asked=one.was_asked)
            elif what == "back" and one.was_asked and not one.seat.said_back:
                await one.become(one.seat.still_there(), asked=True)
                one.left = max(one.left, min(back, whole))
            clock = one.seat.clock
            kept = in_reserve(one.table, one.seat)
            left = kept if clock is None else clock.left_at(one.now, one.still())
            assert left == one.left, f"seed {seed}: after {what!r} another time is left"
            assert kept is not None and 0 <= kept <= whole
