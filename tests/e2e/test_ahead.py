"""A move set ahead, at the real bot: played once at its time, whatever ends the process before."""

from __future__ import annotations

import pytest

from bot.sandbox import Actor
from tests.e2e.chairs import asked, called, seat_now
from tests.e2e.play import Sitting
from tests.e2e.scenes import steps
from tests.e2e.stage import Stage
from tests.e2e.timed import MINUTE, move_on, sit
from tests.only import first


async def set_next(sitting: Sitting, person: Actor) -> None:
    """Set a card for each of the two rows on a hand that waits."""
    hand = await sitting.open_hand(person)
    outcome = await person.press(hand, "Set my next move …")
    for row in ("Row 1", "Row 2"):
        for wanted in ("", row):
            menu = outcome.message or hand
            label = first(
                (each for each in menu.buttons if each.startswith(wanted or ("acorn", "pond"))),
                f"{wanted} in {menu.buttons}",
            )
            outcome = await person.press(menu, label)
    assert "⏩ Set:" in (outcome.message or hand).text


def due(sitting: Sitting) -> int | None:
    """Return when what is set at a table is played; None if nothing waits to be."""
    query = "SELECT max(due) FROM orders WHERE table_id = ?"
    ((found,),) = sitting.stage.rows(query, sitting.table_id)
    return found


def lines(sitting: Sitting) -> int:
    """Return how many lines are set at a table."""
    return len(sitting.stage.rows("SELECT 1 FROM orders WHERE table_id = ?", sitting.table_id))


async def play_when_due(sitting: Sitting) -> None:
    """Set the clock to when what is set is due, and wait until it is played."""
    before, at = steps(sitting), due(sitting)
    assert at is not None, "nothing waits to be played"
    sitting.stage.later(at - sitting.stage.now() + 1)
    await sitting.stage.stored(lambda: steps(sitting) > before)


@pytest.mark.takes(3)
async def test_what_is_set_is_played_once_through_a_kill_and_a_restart(clocked: Stage) -> None:
    sitting = await sit(clocked, {"pace": "days"})
    mover, (waiter,) = await asked(sitting)
    revision = clocked.rows("SELECT revision, touched_at FROM tables")
    await set_next(sitting, waiter)
    assert clocked.rows("SELECT revision, touched_at FROM tables") == revision
    await clocked.restart()
    assert lines(sitting) == 2, "a kill loses what was set"
    await move_on(sitting)
    await called(sitting, "<@", waiter)
    at = due(sitting)
    assert at is not None and 19 * MINUTE < at - clocked.now() <= 90 * MINUTE
    before = steps(sitting)
    await clocked.stop()
    clocked.later(at - clocked.now() + MINUTE)
    await clocked.start()
    await clocked.stored(lambda: (due(sitting) or 0) > clocked.now() + 10 * MINUTE)
    assert steps(sitting) == before, "the first seconds after a start show what was set"
    await play_when_due(sitting)
    await called(sitting, "<@", mover)
    assert steps(sitting) == before + 1
    step = clocked.log_of(sitting.table_id)[-1]
    assert step.seat == seat_now(sitting, waiter).seat
    assert step.interaction_id is not None and step.interaction_id < 0
    assert lines(sitting) == 0
    await clocked.restart()
    clocked.later(90 * MINUTE)
    await clocked.shown()
    assert steps(sitting) == before + 1, "it was played twice"


@pytest.mark.long
@pytest.mark.takes(10)
async def test_twenty_that_are_overdue_are_spread_after_a_restart(clocked: Stage) -> None:
    sittings = [await sit(clocked, {"pace": "days"}) for _ in range(20)]
    for sitting in sittings:
        await set_next(sitting, (await asked(sitting))[1][0])
        await move_on(sitting)
    before = [steps(each) for each in sittings]
    await clocked.stop()
    clocked.later(120 * MINUTE)
    await clocked.start()
    await clocked.stored(lambda: all((due(each) or 0) > clocked.now() for each in sittings))
    times = sorted(due(each) or 0 for each in sittings)
    assert times[-1] - times[0] >= 15 * MINUTE, "they are bunched together"
    assert [steps(each) for each in sittings] == before, "some were played at once"
