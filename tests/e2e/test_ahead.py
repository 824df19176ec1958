"""A move set ahead, at the real bot: played once at its time, whatever ends the process before."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox import Actor, Message
from tests.e2e.chairs import asked, called, seat_now, struck
from tests.e2e.play import Clicks, Sitting, begin, says_done
from tests.e2e.scenes import people, server, steps
from tests.e2e.scripts import endless
from tests.e2e.stage import Stage
from tests.e2e.timed import MINUTE, move_on, sit
from tests.only import first

CARD = ("acorn", "pond")
"""How buttons for most cards begin."""


async def set_next(sitting: Sitting, person: Actor) -> Message:
    """Set a card for each of the two rows on a hand that waits; return the menu."""
    hand = await sitting.open_hand(person)
    outcome = await person.press(hand, "Set my next move …")
    for row in "12":
        # Where a screen is full, a row is a number.
        for wanted in (CARD, (f"Row {row}", f"{row} →")):
            menu = outcome.message or hand
            label = first(
                (each for each in menu.buttons if each.startswith(wanted)),
                f"{wanted} in {menu.buttons}",
            )
            outcome = await person.press(menu, label)
    menu = outcome.message or hand
    assert "⏩ Set:" in menu.text
    return menu


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


def states(sitting: Sitting) -> list[str]:
    """Return why each line at a table isn't played any more, or that it stands or waits."""
    query = "SELECT coalesce(dropped, iif(due, 'waits', 'stands')) FROM orders WHERE table_id = ?"
    return [state for (state,) in sitting.stage.rows(query, sitting.table_id)]


async def menu_of(sitting: Sitting, person: Actor) -> Message:
    """Open the menu in which a move is set ahead."""
    hand = await sitting.open_hand(person)
    leads = first((each for each in hand.buttons if "my next move" in each), f"{hand.buttons}")
    return (await person.press(hand, leads)).message or hand


async def set_row(sitting: Sitting, person: Actor, row: str) -> None:
    """Set a card for a row, the bot being killed as it answers each press."""
    menu = await menu_of(sitting, person)
    card = first((each for each in menu.buttons if each.startswith(CARD)), f"{menu.buttons}")
    await struck(sitting.stage, lambda: person.press(menu, card))
    menu = await menu_of(sitting, person)
    rows = (await person.press(menu, card)).message or menu
    label = first((each for each in rows.buttons if each.startswith(row)), f"{rows.buttons}")
    await struck(sitting.stage, lambda: person.press(rows, label))


@pytest.mark.long
@pytest.mark.takes(5)
async def test_a_kill_after_each_press_about_what_is_set(clocked: Stage) -> None:
    """Set once, undone for good, dropped in the very press that leaves nothing of it to play."""
    sitting = await sit(clocked, {"pace": "days"})
    mover, (waiter,) = await asked(sitting)
    before = clocked.rows("SELECT revision, touched_at FROM tables")
    await set_row(sitting, waiter, "Row 2")
    assert states(sitting) == ["stands"], "set twice, or not at all"
    hand = await sitting.open_hand(waiter)
    assert "⏩ Set:" in hand.text, hand.text
    await struck(clocked, lambda: waiter.press(hand, "Undo"))
    assert states(sitting) == [], "what was undone is there again"
    assert clocked.rows("SELECT revision, touched_at FROM tables") == before
    await set_row(sitting, waiter, "Row 2")
    hand = await sitting.open_hand(mover)
    card = first((each for each in hand.buttons if each.startswith(CARD)), f"{hand.buttons}")
    menu = (await mover.press(hand, card)).message or hand
    row = first((each for each in menu.buttons if each.startswith("Row 2")), f"{menu.buttons}")
    count = steps(sitting)
    await struck(clocked, lambda: mover.press(menu, row))
    assert steps(sitting) == count + 1
    assert states(sitting) == ["unfit"], "what is set and fits no more isn't dropped"
    await called(sitting, "<@", waiter)
    hand = await sitting.open_hand(waiter)
    assert "Row 2 changed" in hand.text and "Undo" not in hand.buttons, hand.text
    clocked.later(90 * MINUTE)
    await clocked.restart()
    await clocked.shown()
    assert steps(sitting) == count + 1, "it is played all the same"


@pytest.mark.long
@pytest.mark.takes(5)
async def test_a_kill_between_the_two_questions_of_a_visit(clocked: Stage) -> None:
    """An answer and the offer after it are both set, and each is played once."""
    people_there = people(clocked, server(clocked), "Ada", "Bob")
    sitting = await begin(clocked, people_there, Clicks(), "korpokkur", {"pace": "days"})
    for _bag in range(2):
        await move_on(sitting)
    giver, (waiter,) = await asked(sitting)
    for number, case in enumerate(
        ("1 chip is offered", "2 chips are offered", "It's your turn"), 1
    ):
        shown = await menu_of(sitting, waiter)
        for label in (case, "", ""):
            if len(states(sitting)) < number:
                press = next(each for each in shown.buttons if each.startswith(label))
                shown = (await waiter.press(shown, press)).message or shown
    assert states(sitting) == ["stands"] * 3
    await play(sitting, giver, "1 butterbur")
    await called(sitting, "<@", waiter)
    count = steps(sitting)
    for played in (1, 2):
        at = due(sitting)
        assert at is not None, f"question {played} isn't answered"
        await clocked.shown()
        clocked.dying_at(1, "PATCH", "/channels/*/messages/*")
        clocked.later(max(0, at - clocked.now()) + 1)
        await clocked.death()
        assert steps(sitting) == count + played
        await clocked.start()
    await called(sitting, "<@", giver)
    clocked.later(90 * MINUTE)
    await clocked.shown()
    assert (steps(sitting), states(sitting)) == (count + 2, []), "it is played twice"
    seat = seat_now(sitting, waiter).seat
    assert [each.seat for each in clocked.log_of(sitting.table_id)[-2:]] == [seat, seat]


def public(sitting: Sitting) -> list[str]:
    """Return all that somebody who doesn't play can see of a table."""
    watcher = sitting.stage.person("Emi", sitting.place)
    places = {each.id: each for each in (sitting.card.channel, sitting.place)}
    seen = [each for place in places.values() for each in watcher.sees(place) if not each.only_me]
    return [sitting.written(each) for each in seen]


async def in_public(
    folder: Path, what: str, after: int | None = None
) -> tuple[list[str], list[str], int]:
    """Play one of two twins: return what all see while it waits to be played, and once it was, and
    how many seconds after the question that was; `after` so many it is pressed if nothing is set.
    """
    folder.mkdir()
    async with Stage(folder, deals=endless(2, 5), clock=True) as stage:
        sitting = await sit(stage, {"pace": "days"})
        mover, (waiter,) = await asked(sitting)
        if what != "nothing":
            menu = await set_next(sitting, waiter)
            if what == "undone":
                hand = (await waiter.press(menu, "Done")).message or menu
                await waiter.press(hand, "Undo all")
        await play(sitting, mover, CARD, "Row 2")
        await called(sitting, "<@", waiter)
        await stage.shown()
        start = stage.now()
        stage.later(19 * MINUTE)
        await stage.shown()
        waits = public(sitting)
        if what == "set":
            after = (due(sitting) or 0) - start
            await play_when_due(sitting)
        else:
            assert after is not None, "nobody says when it is pressed"
            stage.later(after - (stage.now() - start))
            await play(sitting, waiter, CARD, "Row 1")
        await called(sitting, "<@", mover)
        await stage.shown()
        return waits, public(sitting), after


async def play(sitting: Sitting, person: Actor, *labels: str | tuple[str, ...]) -> None:
    """Make a move by presses: on the first button each that begins with such words."""
    shown = await sitting.open_hand(person)
    for wanted in labels:
        told = f"{wanted} in {shown.buttons}"
        label = first((each for each in shown.buttons if each.startswith(wanted)), told)
        shown = (await person.press(shown, label)).message or shown
    assert says_done(shown.text), shown.text


@pytest.mark.long
@pytest.mark.takes(10)
async def test_in_public_a_move_set_ahead_is_as_one_that_is_pressed(tmp_path: Path) -> None:
    """Until it is played, and once it was: to the byte."""
    *those, after = await in_public(tmp_path / "set", "set")
    assert those[0] != those[1], "nothing is shown of the move"
    for what in ("nothing", "undone"):
        *others, _ = await in_public(tmp_path / what, what, after)
        assert others[0] == those[0], f"while it waits all can tell it from a table with {what}"
        assert others[1] == those[1], f"once it was played all can tell it from {what}"


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
