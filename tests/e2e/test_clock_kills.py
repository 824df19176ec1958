"""Clocks through ends of the process: no ring is lost and none comes twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.sandbox import Actor
from tests.e2e.chairs import asked, called, chairs, press_page, seat_now, struck, table_events
from tests.e2e.play import Sitting
from tests.e2e.scenes import add, move, steps
from tests.e2e.stage import Stage
from tests.e2e.timed import HOUR, LIVE, LOST_TOO, MINUTE, did, left, near, put_away, sit
from tests.e2e.wander import to_the_end


@pytest.mark.takes(6)
@LOST_TOO
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
                # Else what it still has to say of the start would be the first request.
                await stage.until(lambda: "The game is on" in sitting.card.text)  # noqa: B023
                stage.dying_at(nth, unheard=unheard)
                stage.later(minutes * MINUTE)
                due = late if minutes == 31 else other
                await settled(sitting, due, "reminders" if minutes == 31 else "out")
                died = stage.dead
                stage.sandbox.faults.clear()
                if died:
                    await stage.start()
                    await stage.stored(lambda: not overdue(sitting))  # noqa: B023
                    if not (seat_now(sitting, late).reminders or did(sitting, "out")):
                        # It died before the ring, as it told that a hand follows no more.
                        stage.later(minutes * MINUTE)
                await called(sitting, "⏳ " if minutes == 31 else "<@", due)
                await stage.shown()
                assert did(sitting, "out") == (minutes == 61)
                assert steps(sitting) == (1 if minutes == 31 else 2)
                assert seat_now(sitting, late).reminders == (minutes == 31)
                await put_away(sitting)
            assert nth > 2, "a ring brings on a ping and the end of the old one at least"


def overdue(sitting: Sitting) -> bool:
    """Return whether a clock of the table is still to ring for the time that has gone by."""
    dues = [each.due for each in chairs(sitting) if each.due is not None]
    return any(due <= sitting.stage.now() for due in dues)


async def settled(sitting: Sitting, due: Actor, what: str) -> None:
    """Wait until the bot has died of a ring, or has shown all that came of it."""
    stage = sitting.stage

    def over() -> bool:
        if not stage.running:
            return stage.dead
        if what == "reminders" and not any(each.reminders for each in chairs(sitting)):
            return False
        return seat_now(sitting, due).question_number is not None and not stage.behind()

    await stage.stored(over)


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
    assert table_events(clocked, sitting.table_id) == []
    assert seat_now(sitting, late).reminders == 0
    clocked.later(wanted)
    await called(sitting, "⏳ ", late)
    assert steps(sitting) == 1


@pytest.mark.long
async def test_a_computers_stand_in_move_survives_kills(patient: Stage) -> None:
    """Killed while a computer is about to move for somebody: it moves once, after the restart."""
    sitting = await sit(patient, LIVE)
    late, (other,) = await asked(sitting)
    patient.later(61 * MINUTE)
    await patient.stored(lambda: seat_now(sitting, late).stand_in == "once")
    await patient.restart()
    await patient.restart()
    assert seat_now(sitting, late).stand_in == "once"
    assert steps(sitting) == 1
    assert did(sitting, "out") == 1
    await patient.kill()
    patient.env["COMPUTER_DELAY"] = "0"
    await patient.start()
    await patient.stored(lambda: seat_now(sitting, other).question_number is not None)
    await called(sitting, "<@", other)
    assert steps(sitting) == 2
    assert patient.log_of(sitting.table_id)[-1].interaction_id is None
    assert did(sitting, "out") == 1
    sitting.hands.clear()
    await to_the_end(sitting, random.Random(2))


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
        timeouts = did(sitting, "out") + did(sitting, "away")
        return 0 < timeouts == sum(step.interaction_id is None for step in steps)

    await clocked.stored(lambda: all(map(played, sittings)))
    await asyncio.gather(*(put_away(each) for each in sittings))


def reserves(sitting: Sitting) -> list[int]:
    """Return the seconds that each seat has in reserve, as they lie on disk."""
    query = "SELECT reserve_left FROM seats WHERE table_id = ? ORDER BY seat"
    return [seconds for (seconds,) in sitting.stage.rows(query, sitting.table_id)]


@pytest.mark.long
@pytest.mark.takes(10)
async def test_a_kill_after_each_press_and_ring_gives_and_takes_no_reserve(clocked: Stage) -> None:
    sitting = await sit(clocked, {"pace": "days", "reserve": 72, "move_time": 8})
    whole, back = 72 * HOUR, 8 * HOUR
    had = {person.name: whole for person in sitting.people}
    for hours in (20, 5, 20, 5):
        person, _ = await asked(sitting)
        clocked.later(hours * HOUR)
        # Who adds cards makes one move a visit.
        sitting.hands.clear()
        await move(sitting, add)
        await asked(sitting)
        kept, mine = reserves(sitting), seat_now(sitting, person).seat
        had[person.name] = min(whole, had[person.name] - hours * HOUR + back)
        assert near(min(whole, kept[mine]), had[person.name]), "a visit gives back otherwise"
        await clocked.restart()
        assert reserves(sitting) == kept, "a kill after a press changes what somebody has"
    late, _others = await asked(sitting)
    mine = seat_now(sitting, late).seat
    for reminders in (1, 2):
        clocked.later(left(sitting, late) + 1)
        await clocked.stored(lambda: seat_now(sitting, late).reminders == reminders)  # noqa: B023
        rest = seat_now(sitting, late).clock_left
        await clocked.restart()
        assert seat_now(sitting, late).clock_left == rest, "a kill after a ring gives time"
    question = seat_now(sitting, late).question_number
    clocked.later(left(sitting, late) + 1)
    # What is done for them may leave them to move again, once their turn is played to its end.
    await clocked.stored(
        lambda: (
            (seat := seat_now(sitting, late)).question_number != question and seat.stand_in is None
        )
    )
    assert did(sitting, "out") == 1
    kept = reserves(sitting)
    assert kept[mine] == back, "whoever used up all has one move's time, and no more"
    await clocked.restart()
    assert reserves(sitting) == kept
    after, _others = await asked(sitting)
    await called(sitting, "<@", after)


async def agreed(sitting: Sitting, what: str, *voters: Actor, **words: str | int) -> None:
    """Let the first of some people ask for something and the others agree; each press kills."""
    stage, table = sitting.stage, sitting.table_id
    ada, *others = (each.in_(sitting.place) for each in voters)
    await struck(stage, lambda: ada.slash(f"table {what}", {"table": table, **words}))
    for other in others:
        await struck(
            stage, lambda other=other: other.slash("table vote", answer="yes", table=table)
        )


@pytest.mark.long
@pytest.mark.takes(12)
async def test_a_kill_at_each_press_of_a_vote_gives_and_takes_no_reserve(clocked: Stage) -> None:
    """A pause, a take-back and another pace, each voted on with the bot killed at each press."""
    names = ("Ada", "Bob", "Cleo")
    sitting = await sit(clocked, {"pace": "days", "reserve": 72, "move_time": 8}, *names)
    whole, back = 72 * HOUR, 8 * HOUR
    person, _ = await asked(sitting)
    clocked.later(20 * HOUR)
    sitting.hands.clear()
    await move(sitting, add)
    mine = seat_now(sitting, person).seat
    given = reserves(sitting)[mine]
    assert near(given, whole - 20 * HOUR + back), "a visit gives back otherwise"

    # The host is asked no question when they pause, so the others ask for it.
    turn, _others = await asked(sitting)
    kept, rest = reserves(sitting), left(sitting, turn)
    await agreed(sitting, "pause", *sitting.people[1:])
    assert sitting.stage.rows("SELECT paused FROM tables WHERE id = ?", sitting.table_id) == [(1,)]
    clocked.later(100 * HOUR)
    await clocked.restart()
    await agreed(sitting, "resume", *sitting.people[1:])
    assert reserves(sitting) == kept, "a pause changes what somebody has in reserve"
    assert near(left(sitting, turn), rest), "a pause doesn't stop the clock"

    # Whoever takes a move back has used what they used for it, and nothing is given twice.
    await press_page(sitting, person, "Take back")
    for other in (each for each in sitting.people if each is not person):
        voter = other.in_(sitting.place)
        yes = {"answer": "yes", "table": sitting.table_id}
        await struck(clocked, lambda: voter.slash("table vote", yes))  # noqa: B023
    assert (await asked(sitting))[0] is person, "the move wasn't taken back"
    clocked.later(5 * HOUR)
    sitting.hands.clear()
    await move(sitting, add)
    await asked(sitting)
    again = reserves(sitting)[mine]
    assert near(again, whole - 20 * HOUR - 5 * HOUR + back), (
        "a take-back gives a visit's time twice"
    )
    kept = reserves(sitting)
    await clocked.restart()
    assert reserves(sitting) == kept

    # With another pace everybody begins anew, once.
    await agreed(sitting, "pace", *sitting.people[1:], pace="days", move_time=24)
    assert reserves(sitting) == [None] * 3, "there is a reserve that nobody chose"
    turn, _ = await asked(sitting)
    assert near(left(sitting, turn), 12 * HOUR), "half of the time for a move isn't what it was"
    await agreed(sitting, "pace", *sitting.people[1:], pace="days", move_time=8, reserve=72)
    turn, _ = await asked(sitting)
    assert near(left(sitting, turn), whole // 2), "half of the reserve isn't what it was"
    assert set(reserves(sitting)) <= {None, whole}, reserves(sitting)
    await clocked.restart()
    assert near(left(sitting, turn), whole // 2), "a kill after a vote gives or takes time"
