"""A weekly series whose bot is killed after every press about it, and at each of its rings."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from datetime import datetime, timedelta

import pytest

from bot.nights.said_lately import HELD
from bot.sandbox import Message, Outcome
from bot.sandbox.actor import Modal
from storage.fan_store import ENDED
from tests.e2e.night_host import Evening
from tests.e2e.night_host import shown as page
from tests.e2e.stage import Stage
from tests.e2e.test_fans import (
    DAY,
    SENT,
    first_night,
    next_night,
    once,
    played,
    regulars_asked,
    until,
)
from tests.e2e.test_night_kills import events, struck
from tests.e2e.test_nights import shown
from tests.only import only

pytestmark = pytest.mark.long

ONE, ALL = "Only ", "This and all to come"


async def edit(night: Evening) -> Message:
    """Open the page on which a night is changed; pick it if there are several."""
    found = page(await night.host.slash("night edit"))
    if "Which night?" in found.text:
        found = page(await night.host.select(found, "Pick a night", night.id))
    return found


def label(found: Message, begins: str) -> str:
    """Return the label of a page's button that begins like this."""
    return only([each for each in found.buttons if each.startswith(begins)], begins)


async def opened(doing: Awaitable[Outcome]) -> Modal:
    """Return the form that a press opens."""
    found = (await doing).modal
    assert found is not None, "the press opened no form"
    return found


def series_of(stage: Stage) -> tuple[str, list[str], str]:
    """Return the state of the only series, what is left out, and its last date."""
    ((state, skipped, local),) = stage.rows("SELECT state, skipped, local FROM series")
    return str(state), json.loads(skipped), str(local)


def answer_of(night: Evening, person: str) -> list[tuple[str]]:
    """Return how somebody is on the list of a night."""
    query = "SELECT answer FROM guests WHERE night_id = ? AND name = ?"
    return night.stage.rows(query, night.id, person)


async def said_by_now(stage: Stage) -> None:
    """Let so much time pass that what was held back is said."""
    stage.later(2 * HELD)
    await stage.restart()
    await shown(stage)


async def test_a_kill_after_every_press_about_a_series(clocked: Stage) -> None:
    """Nothing comes twice, nothing that was pressed is lost, and the days said are those meant."""
    stage = clocked
    first = await first_night(stage, "Ada", "Bob", "Cleo")
    ada, bob, cleo = first.guests
    for person in (ada, bob, cleo):
        await struck(stage, person.press(first.card(), "I'm in"))
    assert "In (3" in first.card().text, first.card().text
    said = page(await bob.press(first.card(), "I'm in"))
    await struck(stage, bob.press(said, "I'm in every time"))
    said = page(await bob.press(first.card(), "I'm in"))
    assert "Not every time" in said.buttons, f"that he comes every time is lost: {said.buttons}"

    # A date is left out, and taken in again; then the one after it is left out for good.
    series = await first.press(await edit(first), "Series …")
    skip = label(series, "Skip ")
    really = skip.removesuffix(" …")
    await struck(stage, ada.press(await first.press(series, skip), really))
    left = series_of(stage)[1]
    assert len(left) == 1 and events(first, "skipped") == 1, f"left out: {left}"
    series = await first.press(await edit(first), "Series …")
    assert skip not in series.buttons and "Skipped:" in series.text, series.text
    await struck(stage, ada.press(series, really.replace("Skip", "Don't skip")))
    assert series_of(stage)[1] == [], "it is left out still"
    series = await first.press(await edit(first), "Series …")
    await struck(stage, ada.press(await first.press(series, skip), really))
    assert series_of(stage)[1] == left

    # One night moves, and not the others; then all to come are another hour's.
    local = series_of(stage)[2]
    which = await first.press(await edit(first), "Title, text, date …")
    form = await opened(ada.press(which, label(which, ONE)))
    asked = page(await form.submit(when="in 11 days"))
    await struck(stage, ada.press(asked, "Move it"))
    # That a date is left out called them just before.
    await said_by_now(stage)
    moved = first.said("has a new date")
    assert len(moved) == 1 and events(first, "edited") == 1, [each.text for each in moved]
    assert series_of(stage)[1:] == (left, local), "the others move with it"
    which = await first.press(await edit(first), "Title, text, date …")
    form = await opened(ada.press(which, ALL))
    await struck(stage, form.submit(title="Acorns"))
    assert "Acorns" in first.card().text, first.card().text

    await played(first, ada, bob, cleo)
    second = await next_night(first, ("POST", SENT))
    assert "Acorns" in second.card().text, second.card().text
    ((at,),) = stage.rows("SELECT local FROM nights WHERE id = ?", second.id)
    assert at > left[0] and at[10:] == local[10:], f"left out was {left}, announced is {at}"
    assert answer_of(second, "Bob") == [("in",)], answer_of(second, "Bob")
    once(first, "The next one is on")

    # The night is asked of its regulars, and is called off; the series goes on.
    asked = await regulars_asked(second)
    await struck(stage, bob.press(asked, "Yes"))
    assert second.said("I asked") == [], "a question that all have answered still lies there"
    which = await second.press(await edit(second), "Cancel the night …")
    really = await second.press(which, label(which, ONE))
    await struck(stage, ada.press(really, "Yes, cancel it"))
    await said_by_now(stage)
    assert events(second, "cancelled") == 1 and series_of(stage)[0] == "runs"
    once(second, "is cancelled.")

    # The third comes by itself, and is the last one.
    stage.later(2 * DAY)
    third = await next_night(second)
    assert third.id != second.id, "a night that is called off ends its series"
    assert answer_of(third, "Bob") == [("in",)], "whoever comes every time isn't on the list"
    series = await third.press(await edit(third), "Series …")
    await struck(stage, ada.press(await third.press(series, "End the series …"), "End the series"))
    assert events(third, "series_ended") == 1 and series_of(stage)[0] == "ended"
    assert third.card().buttons, "the night that is announced goes with its series"
    kept = stage.rows("SELECT name, silent FROM fans")
    assert kept == [("Bob", ENDED)], "whoever follows a series that has ended isn't told of it"
    await until(third, -DAY)
    stage.later(21 * DAY)
    await stage.restart()
    await shown(stage)
    ((count,),) = stage.rows("SELECT count(*) FROM nights WHERE state <> 'draft'")
    assert count == 3, f"a series that has ended goes on: {count} nights"


async def rung(stage: Stage, until_so: str) -> None:
    """Let whatever is due of the newest night of the series happen, one thing after the other,
    until a query finds something.
    """
    newest = "SELECT n.due FROM series s JOIN nights n ON n.id = s.night_id"
    for _ring in range(30):
        if stage.rows(until_so):
            return
        ((due,),) = stage.rows(newest)
        stage.later(max(0, due - stage.now()) + 1)
        await stage.stored(lambda due=due: stage.rows(newest) != [(due,)])
        await shown(stage)
    raise AssertionError(f"after thirty rings nothing is found by: {until_so}")


NEWEST_OVER = (
    "SELECT 1 FROM series s JOIN nights n ON n.id = s.night_id AND n.state = 'over'"
    " WHERE (SELECT count(*) FROM nights WHERE state <> 'draft') = "
)


async def test_a_kill_as_a_host_is_asked_whether_a_series_goes_on(clocked: Stage) -> None:
    """Once, after two nights to which nobody came; what they answer is kept."""
    stage = clocked
    first = await first_night(stage, "Ada")
    await rung(stage, f"{NEWEST_OVER} 2")
    ((second_id,),) = stage.rows("SELECT night_id FROM series")
    second = Evening(stage, first.guests, second_id)
    stage.dying_at(1, "POST", SENT)
    stage.later(DAY)
    await stage.death()
    await stage.start()
    await shown(stage)
    asked = once(second, "Shall it go on?")
    assert second.host.mention in asked.text, asked.text
    before = series_of(stage)[2]
    sure = page(await second.host.press(asked, label(asked, "Host: Skip ")))
    await struck(stage, second.host.press(sure, label(sure, "Skip ")))
    state, *_dates = series_of(stage)
    assert (state, events(second, "skipped")) == ("runs", 1), "the answer is lost"
    after_skipped = datetime.fromisoformat(before) + timedelta(weeks=2)
    assert not second.said("Shall it go on?"), "whoever has answered is asked on"
    once(second, "goes on. Skipped: ")
    await rung(stage, f"{NEWEST_OVER} 3")
    ((third_id,),) = stage.rows("SELECT night_id FROM series")
    ((at,),) = stage.rows("SELECT local FROM nights WHERE id = ?", third_id)
    assert datetime.fromisoformat(at) == after_skipped, f"after {before} is announced {at}"
    third = Evening(stage, first.guests, third_id)
    await rung(stage, "SELECT 1 FROM series WHERE state = 'asks'")
    once(third, "Shall it go on?")
    await stage.kill()
    stage.later(7 * DAY)
    await stage.start()
    await stage.stored(lambda: series_of(stage)[0] == "ended")
    await shown(stage)
    assert not third.said("Shall it go on?"), "it has ended, and asks on"
    ((count,),) = stage.rows("SELECT count(*) FROM nights WHERE state <> 'draft'")
    assert count == 3, f"a series that has ended goes on: {count} nights"
