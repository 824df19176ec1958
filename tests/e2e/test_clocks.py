"""Clocks, at the real bot on a clock of the test's: who is late is reminded, then played for."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox import Actor
from tests.e2e.chairs import acts, asked, called, chair, chairs, come_back, press_page
from tests.e2e.play import Clicks, Sitting, begin
from tests.e2e.scenes import MOVED_ON, move, people, server, steps
from tests.e2e.stage import Stage
from tests.e2e.wander import to_the_end

CLICKS = Clicks()
MINUTE, HOUR = 60, 3600
LIVE: Mapping[str, object] = {"pace": "live", "move_time": 60}
SLACK = 5 * MINUTE
"""By so much the machine's own clock may have gone on meanwhile; no test asks how much it was."""
NEVER = {"COMPUTER_DELAY": "60"}
"""Computers take longer over it than the test does."""


@pytest_asyncio.fixture
async def clocked(tmp_path: Path) -> AsyncIterator[Stage]:
    """Give a stage whose clock the test sets forward."""
    async with Stage(tmp_path, clock=True) as opened:
        yield opened


@pytest_asyncio.fixture
async def patient(tmp_path: Path) -> AsyncIterator[Stage]:
    """Give such a stage where no computer moves until the bot starts anew without delay."""
    async with Stage(tmp_path, clock=True, **NEVER) as opened:
        yield opened


async def sit(stage: Stage, options: Mapping[str, object], *names: str) -> Sitting:
    """Begin a game in a server of its own; everybody has their hand open."""
    seated = people(stage, server(stage), *(names or ("Ada", "Bob")))
    sitting = await begin(stage, seated, CLICKS, "donburiko", options)
    for person in seated[1:]:
        await sitting.open_hand(person)
    return sitting


def left(sitting: Sitting, person: Actor) -> int:
    """Return how many seconds somebody has until their clock rings next."""
    due = chair(sitting, person).due
    assert due is not None
    return due - sitting.stage.now()


def near(seconds: int, wanted: int) -> bool:
    """Tell whether a time is what it should be, give or take how long the test has taken."""
    return wanted - SLACK < seconds <= wanted + 1


def did(sitting: Sitting, what: str) -> int:
    """Return how often something was done to a table."""
    return [each[0] for each in acts(sitting.stage, sitting.table_id)].count(what)


def played_for(sitting: Sitting, person: Actor) -> list[int]:
    """Return the steps that a computer has made in somebody's place."""
    seat = chair(sitting, person).seat
    log = sitting.stage.log_of(sitting.table_id)
    return [step.seq for step in log if step.seat == seat and step.interaction_id is None]


async def test_a_computer_plays_what_runs_out_and_minds_the_seat_after_two(clocked: Stage) -> None:
    """Half time: the ping is renewed. Time out: one move. Once more: the seat, until I'm back."""
    sitting = await sit(clocked, LIVE)
    late, (other,) = await asked(sitting)
    first = await called(sitting, "<@", late)
    assert near(left(sitting, late), 30 * MINUTE)
    clocked.later(31 * MINUTE)
    second = await called(sitting, "⏳ ", late)
    assert second is not first
    assert f"<t:{chair(sitting, late).due}:R>" in second.content
    assert chair(sitting, late).nudges == 1
    assert steps(sitting) == 1
    clocked.later(30 * MINUTE)
    assert await asked(sitting) == (late, [other])
    await clocked.stored(lambda: chair(sitting, other).ask is not None)
    await called(sitting, "<@", other)
    (step,) = clocked.log_of(sitting.table_id)[1:]
    seat = chair(sitting, late)
    assert (step.seat, step.interaction_id) == (seat.seat, None)
    assert (seat.minded, seat.outs, seat.ask) == (None, 1, None)
    assert acts(clocked, sitting.table_id) == [("out", "clock", seat.seat)]
    await clocked.shown()
    assert f"Time has run out for {late.name}." in sitting.board.text
    # The one who is there answers in time; the other's time runs out once more, at one leap.
    await move(sitting)
    await called(sitting, "<@", late)
    clocked.later(61 * MINUTE)
    await called(sitting, "<@", other)
    seat = chair(sitting, late)
    assert (seat.minded, seat.outs, seat.since) == ("away", 2, 2)
    assert acts(clocked, sitting.table_id)[1:] == [("away", "clock", seat.seat)]
    assert f"{late.name} is away; a computer plays that seat." in sitting.board.text
    # From now on nobody waits for the one who is away: the computer answers by itself.
    while len(played_for(sitting, late)) < 4:
        await move(sitting)
        await clocked.stored(lambda: chair(sitting, other).ask is not None)
    outcome = await come_back(sitting, late)
    assert "What was played meanwhile:" in outcome.text
    assert outcome.text.count("• ") >= 3
    seat = chair(sitting, late)
    assert (seat.minded, seat.outs, seat.since) == (None, 0, None)
    await clocked.shown()
    assert "is away" not in sitting.board.text.split("Lately")[0]
    await to_the_end(sitting, random.Random(1))


async def test_who_is_late_may_still_be_first(patient: Stage) -> None:
    """The computer takes its natural while, and until then the person moves, once."""
    sitting = await sit(patient, LIVE)
    late, (other,) = await asked(sitting)
    patient.later(61 * MINUTE)
    await patient.stored(lambda: chair(sitting, late).minded == "once")
    assert did(sitting, "out") == 1
    assert steps(sitting) == 1
    await move(sitting)
    assert chair(sitting, late).minded is None
    assert chair(sitting, late).outs == 0
    assert patient.log_of(sitting.table_id)[-1].interaction_id is not None
    await called(sitting, "<@", other)


async def test_a_computers_stand_in_move_survives_kills(patient: Stage) -> None:
    """Killed while a computer is about to move for somebody: it moves once, after the restart."""
    sitting = await sit(patient, LIVE)
    late, (other,) = await asked(sitting)
    patient.later(61 * MINUTE)
    await patient.stored(lambda: chair(sitting, late).minded == "once")
    await patient.restart()
    await patient.restart()
    assert chair(sitting, late).minded == "once"
    assert steps(sitting) == 1
    assert did(sitting, "out") == 1
    await patient.kill()
    patient.env["COMPUTER_DELAY"] = "0"
    await patient.start()
    await patient.stored(lambda: chair(sitting, other).ask is not None)
    await called(sitting, "<@", other)
    assert steps(sitting) == 2
    assert patient.log_of(sitting.table_id)[-1].interaction_id is None
    assert did(sitting, "out") == 1
    sitting.hands.clear()
    await to_the_end(sitting, random.Random(2))


async def test_the_seat_is_handed_over_at_once_where_the_table_says_so(clocked: Stage) -> None:
    sitting = await sit(clocked, {**LIVE, "timeout": "seat"})
    late, (other,) = await asked(sitting)
    clocked.later(61 * MINUTE)
    await called(sitting, "<@", other)
    assert chair(sitting, late).minded == "away"
    assert acts(clocked, sitting.table_id) == [("away", "clock", chair(sitting, late).seat)]
    while len(played_for(sitting, late)) < 2:
        await move(sitting)
        await clocked.stored(lambda: chair(sitting, other).ask is not None)
    await come_back(sitting, late)
    assert chair(sitting, late).minded is None
    await to_the_end(sitting, random.Random(3))


async def test_a_table_that_only_asks_waits(clocked: Stage) -> None:
    """The ping is renewed once, nothing is played, and the next question has time again."""
    sitting = await sit(clocked, {**LIVE, "timeout": "ask"})
    late, (other,) = await asked(sitting)
    clocked.later(61 * MINUTE)
    ping = await called(sitting, "⏰ ", late)
    seat = chair(sitting, late)
    assert (seat.minded, seat.clock_left, seat.due) == (None, 0, None)
    assert steps(sitting) == 1
    # Nothing more comes of it, not by time and not by a restart.
    clocked.later(200 * HOUR)
    await clocked.restart()
    await clocked.shown()
    assert await called(sitting, "⏰ ", late) is ping
    assert did(sitting, "out") == 1
    sitting.hands.clear()
    await move(sitting)
    await called(sitting, "<@", other)
    assert near(left(sitting, other), 30 * MINUTE)
    await move(sitting)
    await called(sitting, "<@", late)
    assert near(left(sitting, late), 30 * MINUTE)


@pytest.mark.parametrize("unheard", [False, True], ids=["carried out", "lost"])
async def test_a_kill_at_any_request_of_a_ring_loses_and_doubles_nothing(
    tmp_path: Path, unheard: bool
) -> None:
    """Kill at the nth request that a reminder, and then that a time-out, brings on: for every n."""
    async with Stage(tmp_path, clock=True) as stage:
        for minutes in (31, 61):
            nth = 0
            died = True
            while died:
                nth += 1
                sitting = await sit(stage, LIVE)
                late, (other,) = await asked(sitting)
                await called(sitting, "<@", late)
                await stage.shown()
                stage.dying_at(nth, unheard=unheard)
                stage.later(minutes * MINUTE)
                due = late if minutes == 31 else other
                await settled(sitting, due, "nudges" if minutes == 31 else "out")
                died = stage.dead
                stage.sandbox.faults.clear()
                if died:
                    await stage.start()
                await called(sitting, "⏳ " if minutes == 31 else "<@", due)
                await stage.shown()
                assert did(sitting, "out") == (minutes == 61)
                assert steps(sitting) == (1 if minutes == 31 else 2)
                assert chair(sitting, late).nudges == (minutes == 31)
                await put_away(sitting)
            assert nth > 2, "a ring brings on a ping and the end of the old one at least"


async def settled(sitting: Sitting, due: Actor, what: str) -> None:
    """Wait until the bot has died of a ring, or has shown all that came of it."""
    stage = sitting.stage

    def over() -> bool:
        if stage.dead:
            return True
        if what == "nudges" and not any(each.nudges for each in chairs(sitting)):
            return False
        return chair(sitting, due).ask is not None and not stage.behind()

    await stage.stored(over)


async def put_away(sitting: Sitting) -> None:
    """End a table, so that no clock of it rings into what follows."""
    ada = sitting.people[0]
    outcome = await ada.in_(sitting.place).slash("table end")
    assert "closed" in outcome.text, outcome.text
    await sitting.stage.shown()


async def test_an_end_as_time_runs_out_only_puts_the_ring_off(clocked: Stage) -> None:
    """Whether it has rung by then or not: it rings once. Only a kill forgets some of the time."""
    for kill in (True, False):
        sitting = await sit(clocked, LIVE)
        late, (other,) = await asked(sitting)
        clocked.later(61 * MINUTE)
        await clocked.restart(kill=kill)
        if kill and not did(sitting, "out"):
            assert near(left(sitting, late), 30 * MINUTE)
            clocked.later(61 * MINUTE)
        await called(sitting, "<@", other)
        assert did(sitting, "out") == 1
        assert steps(sitting) == 2
        await put_away(sitting)


@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
async def test_time_while_the_bot_is_down_does_not_count(clocked: Stage, kill: bool) -> None:
    sitting = await sit(clocked, {"pace": "days"})
    late, _ = await asked(sitting)
    await called(sitting, "<@", late)
    if kill:
        await clocked.kill()
    else:
        clocked.later(2 * HOUR)
        assert await clocked.stop() == 0
    clocked.later(100 * HOUR)
    await clocked.start()
    await clocked.shown()
    wanted = 12 * HOUR if kill else 10 * HOUR
    assert near(left(sitting, late), wanted)
    assert acts(clocked, sitting.table_id) == []
    assert chair(sitting, late).nudges == 0
    clocked.later(wanted)
    await called(sitting, "⏳ ", late)
    assert steps(sitting) == 1


async def test_live_tonight_and_days_from_tomorrow(clocked: Stage) -> None:
    """More than half of three want it: then all clocks begin anew, at the new pace."""
    sitting = await sit(clocked, LIVE, "Ada", "Bob", "Cleo")
    late, others = await asked(sitting)
    clocked.later(31 * MINUTE)
    await called(sitting, "⏳ ", late)
    outcome = await others[0].in_(sitting.place).slash("table pace", pace="days", move_time=48)
    assert "The others are asked now" in outcome.text
    await clocked.shown()
    assert "over days, 48 hours a move" in sitting.board.text
    ping = await called(sitting, "⏳ ", late, others[1])
    assert "✋ " in ping.content
    assert "live, 60 minutes a move" in sitting.board.text
    # The vote outlives a kill, and who moved it has voted.
    await clocked.restart()
    await clocked.shown()
    again = await others[0].press(sitting.board, "Yes")
    assert "You have voted on this already." in again.text
    outcome = await others[1].press(sitting.board, "Yes")
    assert "With that the vote is over" in outcome.text
    await clocked.shown()
    assert near(left(sitting, late), 24 * HOUR)
    assert acts(clocked, sitting.table_id)[-1][:2] == ("pace", "vote")
    assert "The table has changed the pace." in sitting.board.text
    assert sitting.board.buttons == ["My hand", "Rules", "Table"]
    clocked.later(61 * MINUTE)
    page = await press_page(sitting, late, "Refresh")
    assert "Over days, 48 hours a move" in page.text
    assert f"{late.name}: time runs out <t:" in page.text
    assert did(sitting, "out") == 0


async def test_quiet_hours_stop_the_clock(clocked: Stage) -> None:
    """While it is night for one of two, only the other's clock goes on."""
    sleeping = await sit(clocked, {"pace": "days"})
    other = await sit(clocked, {"pace": "days"}, "Cleo", "花子")
    late, _ = await asked(sleeping)
    awake, _ = await asked(other)
    hour = datetime.fromtimestamp(clocked.now(), UTC).hour
    begin_at, end_at = f"{(hour - 1) % 24}:00", f"{(hour + 9) % 24}:00"
    said = await late.slash("me clock", {"zone": "UTC", "from": begin_at, "to": end_at})
    assert said.only_me, said.text
    night = (int(end_at.partition(":")[0]) - hour) % 24 * HOUR - clocked.now() % HOUR
    assert near(left(sleeping, late), night + 12 * HOUR)
    assert near(left(other, awake), 12 * HOUR)
    clocked.later(12 * HOUR)
    await called(other, "⏳ ", awake)
    assert chair(sleeping, late).nudges == 0
    assert near(left(sleeping, late), night)
    # Without quiet hours the clock goes on from where it stood.
    said = await late.slash("me clock")
    assert said.message is not None
    cleared = await late.press(said.message, "No quiet hours")
    assert cleared.kind == "edit", cleared.text
    assert near(left(sleeping, late), night)
    clocked.later(night)
    await called(sleeping, "⏳ ", late)


async def test_a_paused_table_rings_for_nobody(clocked: Stage) -> None:
    """The clock stands still from the pause until the game goes on, however long that is."""
    sitting = await sit(clocked, LIVE)
    ringing = await sit(clocked, LIVE, "Cleo", "花子")
    late, _ = await asked(sitting)
    awake, (next_one,) = await asked(ringing)
    clocked.later(20 * MINUTE)
    ada = sitting.people[0]
    outcome = await press_page(sitting, ada, "Pause")
    assert "The game is paused." in outcome.text
    stood = chair(sitting, late).clock_left
    assert stood is not None and near(stood, 40 * MINUTE)
    clocked.later(45 * MINUTE)
    await called(ringing, "<@", next_one)
    assert did(ringing, "out") == 1
    assert acts(clocked, sitting.table_id) == [("paused", "host", None)]
    assert chair(sitting, late).clock_left == stood
    await clocked.restart()
    await press_page(sitting, ada, "Go on")
    assert near(left(sitting, late), 10 * MINUTE)
    await called(sitting, "<@", late)
    clocked.later(11 * MINUTE)
    await called(sitting, "⏳ ", late)
    assert awake.name in ("Cleo", "花子")


async def test_an_old_control_of_a_move_that_ran_out_is_stale(clocked: Stage) -> None:
    """Who was late by a moment is told so, and sees their hand as it is now."""
    sitting = await sit(clocked, LIVE)
    late, (other,) = await asked(sitting)
    last = await CLICKS.prepare(sitting, late, lambda _, offered: next(iter(offered)))
    clocked.later(61 * MINUTE)
    await called(sitting, "<@", other)
    outcome = await last()
    assert outcome.kind in ("edit", "message"), outcome.text
    assert outcome.only_me
    assert steps(sitting) == 2
    assert MOVED_ON in outcome.text or "It isn't your turn." in outcome.text, outcome.text


async def test_rings_of_several_tables_at_once(clocked: Stage) -> None:
    """Three tables run out in the same second, and the bot dies in the middle of it."""
    sittings = [await sit(clocked, LIVE) for _ in range(3)]
    for sitting in sittings:
        await asked(sitting)
    await clocked.shown()
    clocked.dying_at(2)
    clocked.later(61 * MINUTE)
    await clocked.until(lambda: clocked.dead)
    clocked.sandbox.faults.clear()
    await clocked.start()
    if not all(did(each, "out") for each in sittings):
        clocked.later(61 * MINUTE)

    def played(sitting: Sitting) -> bool:
        """Tell whether a computer has made one move for each time that ran out."""
        steps = clocked.log_of(sitting.table_id)[1:]
        outs = did(sitting, "out") + did(sitting, "away")
        return 0 < outs == sum(step.interaction_id is None for step in steps)

    await clocked.stored(lambda: all(map(played, sittings)))
    await asyncio.gather(*(put_away(each) for each in sittings))
