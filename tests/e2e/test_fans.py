"""A weekly series with regulars over three weeks, and a kill wherever something is said of them."""

from __future__ import annotations

import pytest

from bot.sandbox import Actor, Message
from tests.e2e.night_host import Evening
from tests.e2e.night_host import shown as page
from tests.e2e.stage import Stage
from tests.e2e.test_nights import announce, people_of, shown
from tests.e2e.timed import HOUR, MINUTE
from tests.only import only

pytestmark = pytest.mark.long

DAY = 24 * HOUR
SENT = "/channels/*/messages"


async def first_night(stage: Stage, *names: str) -> Evening:
    """Announce the first night of a weekly series."""
    people = people_of(stage, *names)
    await announce(stage, people[0], repeat="weekly", title="Tricks", rounds=1)
    ((night_id,),) = stage.rows("SELECT id FROM nights")
    return Evening(stage, people, night_id)


async def answered(night: Evening, person: Actor, on: Message, which: str) -> Message:
    """Press something about a night; return what the person alone is told."""
    said = page(await person.press(on, which))
    await shown(night.stage)
    return said


async def until(night: Evening, before: int) -> None:
    """Let time pass until so many seconds before a night begins."""
    ((starts,),) = night.stage.rows("SELECT starts_at FROM nights WHERE id = ?", night.id)
    night.stage.later(starts - before - night.stage.now())
    await shown(night.stage)


async def played(night: Evening, *people: Actor) -> None:
    """Play a night with some people, up to its end."""
    await until(night, 29 * MINUTE)
    await night.come(*people)
    await night.finish(*await night.start(1))
    await night.over(1)
    await night.press(await night.press(await night.desk(), "End the night …"), "End the night")
    await shown(night.stage)


async def next_night(night: Evening, struck: tuple[str, str] | None = None) -> Evening:
    """Wait for the next night of a series, the bot dying at a request as it is announced."""
    stage = night.stage
    query = "SELECT night_id FROM series WHERE id = (SELECT series_id FROM nights WHERE id = ?)"
    if struck is not None:
        stage.dying_at(1, *struck)
    stage.later(15 * HOUR)
    if struck is not None:
        await stage.death()
        await stage.start()
    await stage.stored(lambda: stage.rows(query, night.id) != [(night.id,)])
    await shown(stage)
    ((next_id,),) = stage.rows(query, night.id)
    return Evening(stage, night.guests, next_id)


async def regulars_asked(night: Evening) -> Message:
    """Let the bot die as it asks those who come every time; return what is said to them, once."""
    night.stage.dying_at(1, "POST", SENT)
    ((starts,),) = night.stage.rows("SELECT starts_at FROM nights WHERE id = ?", night.id)
    night.stage.later(starts - DAY + 1 - night.stage.now())
    await night.stage.death()
    await night.stage.start()
    await shown(night.stage)
    return once(night, "You come every time. This time, too?")


def once(night: Evening, words: str) -> Message:
    """Return what was said in a night's thread with some words, which was said once."""
    return only(night.said(words), f"“{words}” in the thread")


async def test_three_weeks_with_regulars(clocked: Stage) -> None:
    stage = clocked
    first = await first_night(stage, "Ada", "Bob", "Cleo", "Dai", "Emi", "Finn")
    ada, bob, cleo, dai, emi, finn = first.guests
    for person in (ada, bob, cleo):
        said = await answered(first, person, first.card(), "I'm in")
        said = await answered(first, person, said, "I'm in every time")
        assert "From now on you're in every time" in said.text, said.text
    said = await answered(first, dai, first.card(), "I'm in")
    said = await answered(first, dai, said, "Ping me for this series")
    assert "pings you" in said.text, said.text
    await played(first, ada, bob, cleo, dai)
    recap = only([m for m in emi.sees("games") if "I'm in every time" in m.buttons], "the recap")
    await answered(first, emi, recap, "I'm in every time")
    second = await next_night(first, ("POST", SENT))
    card = second.card()
    assert "In (4)" in card.text, card.text
    told = once(second, "is announced: ")
    assert f"<@{dai.id}>" in told.text and f"<@{bob.id}>" not in told.text, told.text
    await answered(second, dai, told, "Can't come")
    morning = once(first, "The next one is on")
    # Computers have finished the only game, so nobody has won.
    assert "Thanks for coming" in morning.text and "<@" not in morning.text, morning.text
    come = only([each for each in morning.buttons if each.endswith(": I'm in")], "I'm in")
    await answered(second, finn, morning, come)
    await answered(second, finn, morning, "I'm in every time")
    asked = await regulars_asked(second)
    assert f"<@{finn.id}>" not in asked.text and f"<@{emi.id}>" in asked.text, asked.text
    await answered(second, ada, asked, "Yes")
    await answered(second, bob, asked, "Not this time")
    await answered(second, finn, second.card(), "Can't come")
    assert "In (3, 2 yet to confirm)" in second.card().text, second.card().text
    await played(second, ada, cleo)
    third = await next_night(second, ("POST", SENT))
    assert "In (5)" in third.card().text, third.card().text
    once(second, "The next one is on")
    assert not first.said("The next one is on"), "it names a night that is over"
    list_ = page(await finn.slash("nights attend"))
    line = f"**Tricks** · <t:{third.column('starts_at')}:F> · You're in every time"
    assert line in list_.text, list_.text
    list_ = await answered(third, finn, list_, "Not every time: Tricks")
    assert "You're no longer in every time: **Tricks**." in list_.text, list_.text
    await played(third, ada, bob, cleo)
    fourth = await next_night(third)
    assert "Emi" not in fourth.card().text and "Finn" not in fourth.card().text
    await stage.restart()
    list_ = page(await emi.slash("nights attend"))
    assert "You're no longer in every time" in list_.text, list_.text
    await stage.stored(lambda: len(stage.rows("SELECT 1 FROM fans WHERE silent > 1")) == 0)
    names = [name for (name,) in stage.rows("SELECT name FROM fans WHERE kind = 'every'")]
    assert sorted(names) == ["Ada", "Bob", "Cleo"], f"Emi was silent twice: {names}"
