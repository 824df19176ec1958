"""Clocks, at the real bot on a clock of the test's: who is late is reminded, then played for."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime

import pytest

from bot.sandbox import Actor, Message
from tests.e2e.chairs import (
    asked,
    called,
    come_back,
    press_page,
    seat_now,
    table_events,
    table_page,
)
from tests.e2e.play import done
from tests.e2e.scenes import MOVED_ON, move, steps
from tests.e2e.stage import Stage
from tests.e2e.timed import (
    HOUR,
    LIVE,
    MINUTE,
    did,
    left,
    move_on,
    near,
    played_for,
    poised,
    sit,
    until_asked,
)
from tests.e2e.wander import to_the_end


@pytest.mark.takes(2.5)
async def test_a_computer_plays_what_runs_out_and_minds_the_seat_after_two(clocked: Stage) -> None:
    """Half time: the ping is renewed. Time out: one move. Once more: the seat, until I'm back."""
    sitting = await sit(clocked, LIVE)
    late, (other,) = await asked(sitting)
    first = await called(sitting, "<@", late)
    assert near(left(sitting, late), 30 * MINUTE)
    clocked.later(31 * MINUTE)
    second = await called(sitting, "⏳ ", late)
    assert second is not first
    assert f"<t:{seat_now(sitting, late).due}:R>" in second.content
    assert seat_now(sitting, late).reminders == 1
    assert steps(sitting) == 1
    clocked.later(30 * MINUTE)
    await clocked.stored(lambda: seat_now(sitting, other).question_number is not None)
    await called(sitting, "<@", other)
    (step,) = clocked.log_of(sitting.table_id)[1:]
    seat = seat_now(sitting, late)
    assert (step.seat, step.interaction_id) == (seat.seat, None)
    assert (seat.stand_in, seat.timeouts, seat.question_number) == (None, 1, None)
    assert table_events(clocked, sitting.table_id) == [("out", "clock", seat.seat)]
    await clocked.shown()
    assert f"{late.name} ran out of time: a computer moves." in sitting.board.text
    # The one who is there answers in time; the other's time runs out once more, at one leap.
    await until_asked(sitting, late)
    await called(sitting, "<@", late)
    last = steps(sitting) - 1
    clocked.later(61 * MINUTE)
    await called(sitting, "<@", other)
    seat = seat_now(sitting, late)
    assert (seat.stand_in, seat.timeouts, seat.away_since) == ("away", 2, last)
    assert table_events(clocked, sitting.table_id)[1:] == [("away", "clock", seat.seat)]
    await clocked.shown()
    assert f"A computer is playing for {late.name}." in sitting.board.text
    # From now on nobody waits for the one who is away: the computer answers by itself.
    while len(played_for(sitting, late)) < 3:
        await move_on(sitting)
        await clocked.stored(lambda: seat_now(sitting, other).question_number is not None)
    # Hands that lay open at the leap follow no more, even if nobody had to move since.
    sitting.hands.clear()
    outcome = await come_back(sitting, late)
    assert " marks the latest:" in outcome.text or " for you, marked " in outcome.text
    assert outcome.text.count("• ") >= 3
    seat = seat_now(sitting, late)
    assert (seat.stand_in, seat.timeouts, seat.away_since) == (None, 0, None)
    await clocked.shown()
    assert "A computer is playing" not in sitting.board.text
    await to_the_end(sitting, random.Random(1))


@pytest.mark.real_start(when_long=True)
@pytest.mark.takes(3)
async def test_who_is_late_may_still_be_first(patient: Stage) -> None:
    """The computer takes its natural while, and until then the person moves, once."""
    sitting = await sit(patient, LIVE)
    late, (other,) = await asked(sitting)
    patient.later(61 * MINUTE)
    await patient.stored(lambda: seat_now(sitting, late).stand_in == "once")
    assert did(sitting, "out") == 1
    assert steps(sitting) == 1
    await move(sitting)
    assert seat_now(sitting, late).stand_in is None
    assert seat_now(sitting, late).timeouts == 0
    assert patient.log_of(sitting.table_id)[-1].interaction_id is not None
    await called(sitting, "<@", other)


@pytest.mark.long
async def test_the_seat_is_handed_over_at_once_where_the_table_says_so(clocked: Stage) -> None:
    sitting = await sit(clocked, {**LIVE, "timeout": "seat"})
    late, (other,) = await asked(sitting)
    clocked.later(61 * MINUTE)
    await called(sitting, "<@", other)
    assert seat_now(sitting, late).stand_in == "away"
    assert table_events(clocked, sitting.table_id) == [
        ("away", "clock", seat_now(sitting, late).seat)
    ]
    while len(played_for(sitting, late)) < 2:
        await move_on(sitting)
        await clocked.stored(lambda: seat_now(sitting, other).question_number is not None)
    await come_back(sitting, late)
    assert seat_now(sitting, late).stand_in is None
    await to_the_end(sitting, random.Random(3))


@pytest.mark.long
async def test_a_table_that_only_asks_waits(clocked: Stage) -> None:
    """The ping is renewed once, nothing is played, and the next question has time again."""
    sitting = await sit(clocked, {**LIVE, "timeout": "ask"})
    late, (other,) = await asked(sitting)
    clocked.later(61 * MINUTE)
    ping = await called(sitting, "⏰ ", late)
    seat = seat_now(sitting, late)
    assert (seat.stand_in, seat.clock_left, seat.due) == (None, 0, None)
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
    await until_asked(sitting, late)
    await called(sitting, "<@", late)
    assert near(left(sitting, late), 30 * MINUTE)


@pytest.mark.long
async def test_over_days_two_reminders_come_each_in_place_of_the_one_before(
    clocked: Stage,
) -> None:
    """At half of the time and at nine tenths; then the move is played, as everywhere."""
    sitting = await sit(clocked, {"pace": "days", "move_time": 10})
    late, (other,) = await asked(sitting)
    await called(sitting, "<@", late)
    clocked.later(5 * HOUR + MINUTE)
    await called(sitting, "⏳ ", late)
    assert near(left(sitting, late), 4 * HOUR - MINUTE)
    clocked.later(4 * HOUR)
    await called(sitting, "⌛ ", late)
    assert near(left(sitting, late), HOUR - MINUTE)
    # It stays where it is over a restart, which takes no time from anybody.
    (before,) = sitting.pings()
    await clocked.restart()
    assert near(said(before, late) - clocked.now(), HOUR - MINUTE)
    assert near(left(sitting, late), HOUR - MINUTE)
    assert sitting.pings() == [before]
    # Nor does one that takes hours, and what board and ping say is put right.
    assert await clocked.stop() == 0
    clocked.later(5 * HOUR)
    await clocked.start()
    due = clocked.now() + left(sitting, late)
    assert near(left(sitting, late), HOUR - MINUTE)
    await clocked.until(lambda: said(sitting.pings()[0], late) == due)
    await clocked.until(lambda: f"<t:{due}:" in sitting.board.text)
    assert steps(sitting) == 1
    clocked.later(HOUR)
    await called(sitting, "<@", other)
    assert did(sitting, "out") == 1


def said(ping: Message, person: Actor) -> int:
    """Return until when a ping says that somebody has time."""
    found = re.search(rf"<@{person.id}>[^@]*?<t:([0-9]+):R>", ping.content)
    assert found is not None, f"the ping gives {person.name} no time: {ping.content}"
    return int(found[1])


async def test_a_move_in_the_last_moment_counts_or_does_not_and_is_never_doubled(
    clocked: Stage,
) -> None:
    """Somebody clicks just as their time runs out: one step comes of it, theirs or a computer's."""
    sitting = await sit(clocked, LIVE)
    for _ in range(6):
        late, _ = await asked(sitting)
        if seat_now(sitting, late).stand_in == "away":
            await come_back(sitting, late)
            late, _ = await asked(sitting)
        last = await poised(sitting, late)
        before = steps(sitting)
        question_number = seat_now(sitting, late).question_number
        timeouts = did(sitting, "out") + did(sitting, "away")
        clocked.later(61 * MINUTE)
        outcome = await last()
        assert outcome.only_me, outcome.text
        await clocked.stored(lambda: seat_now(sitting, late).question_number != question_number)  # noqa: B023
        made = clocked.log_of(sitting.table_id)[before]
        assert made.seat == seat_now(sitting, late).seat
        rang = did(sitting, "out") + did(sitting, "away") - timeouts
        mine = made.interaction_id == int(outcome.interaction.id)
        # An answer whose move ends a round may have no room left to say so.
        assert mine or not done(outcome), f"a move that wasn't made is ticked off: {outcome.text}"
        assert rang or made.interaction_id is not None
    sitting.hands.clear()
    await clocked.restart()


@pytest.mark.long
async def test_live_tonight_and_days_from_tomorrow(clocked: Stage) -> None:
    """More than half of three want it: then all clocks start again, at the new pace."""
    sitting = await sit(clocked, LIVE, "Ada", "Bob", "Cleo")
    late, others = await asked(sitting)
    clocked.later(31 * MINUTE)
    await called(sitting, "⏳ ", late)
    outcome = await others[0].in_(sitting.place).slash("table pace", pace="days", move_time=48)
    assert "I've asked the others to vote" in outcome.text
    await clocked.shown()
    assert "turn by turn, up to 2 days a move" in sitting.board.text
    ping = await called(sitting, "⏳ ", late, others[1])
    assert "✋ " in ping.content
    # The vote outlives a kill, and who moved it has voted.
    await clocked.restart()
    await clocked.shown()
    again = await others[0].press(sitting.board, "Vote yes")
    assert "You have already voted on this." in again.text
    outcome = await others[1].press(sitting.board, "Vote yes")
    assert "The vote passed" in outcome.text
    await clocked.shown()
    assert near(left(sitting, late), 24 * HOUR)
    assert table_events(clocked, sitting.table_id)[-1][:2] == ("pace", "vote")
    assert "The table changed the pace." in sitting.board.text
    assert sitting.board.buttons == ["My hand", "Rules", "More"]
    clocked.later(61 * MINUTE)
    page = await table_page(sitting, late)
    assert "Turn by turn, up to 2 days a move" in page.text
    assert f"{late.name}: deadline <t:" in page.text
    assert did(sitting, "out") == 0


@pytest.mark.long
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
    assert seat_now(sleeping, late).reminders == 0
    assert near(left(sleeping, late), night)
    # Without quiet hours the clock goes on from where it stood.
    said = await late.slash("me clock")
    assert said.message is not None
    cleared = await late.press(said.message, "No quiet hours")
    assert cleared.kind == "edit", cleared.text
    assert near(left(sleeping, late), night)
    clocked.later(night)
    await called(sleeping, "⏳ ", late)


@pytest.mark.long
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
    stood = seat_now(sitting, late).clock_left
    assert stood is not None and near(stood, 40 * MINUTE)
    clocked.later(45 * MINUTE)
    await called(ringing, "<@", next_one)
    assert did(ringing, "out") == 1
    assert table_events(clocked, sitting.table_id) == [("paused", "host", None)]
    assert seat_now(sitting, late).clock_left == stood
    await clocked.restart()
    await press_page(sitting, ada, "Resume")
    assert near(left(sitting, late), 10 * MINUTE)
    await called(sitting, "<@", late)
    clocked.later(11 * MINUTE)
    await called(sitting, "⏳ ", late)
    assert awake.name in ("Cleo", "花子")


@pytest.mark.long
async def test_an_old_control_of_a_move_that_ran_out_is_stale(clocked: Stage) -> None:
    """Whoever was late by a moment is told so, and sees their hand as it is now."""
    sitting = await sit(clocked, LIVE)
    late, (other,) = await asked(sitting)
    last = await poised(sitting, late)
    clocked.later(61 * MINUTE)
    await called(sitting, "<@", other)
    outcome = await last()
    assert outcome.kind in ("edit", "message"), outcome.text
    assert outcome.only_me
    assert steps(sitting) == 2
    assert MOVED_ON in outcome.text or "It isn't your turn." in outcome.text, outcome.text
