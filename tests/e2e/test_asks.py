"""A question which date suits on the real bot, from the command to the night that comes of it."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest

from bot.sandbox import Actor, Message, Outcome
from tests.e2e.play import page_of
from tests.e2e.stage import Stage
from tests.e2e.test_nights import people_of, shown, thread_texts
from tests.only import only

ASKED = {"when": "in 10 days 20:00, in 11 days 19:00", "game": "donburiko", "game2": "shiranui"}
PLAY = "I'd play … (everybody sees it)"


def question(person: Actor) -> Message:
    """Return the card of the only question."""
    return only(public(person, "Everybody here sees who answers"), "the card of a question")


async def settled(stage: Stage) -> None:
    """Wait until every question shows its newest state.

    One that is closed is looked after until its last date: it is done once its host is called.
    """
    query = (
        "SELECT id FROM asks WHERE CASE state WHEN 'draft' THEN 0"
        " WHEN 'closed' THEN call_at IS NOT NULL AND call_id IS NULL"
        " ELSE shown_revision < revision END"
    )
    await stage.stored(lambda: not stage.rows(query))


def public(person: Actor, words: str) -> list[Message]:
    """Return what everybody in the channel reads with some words."""
    return [each for each in person.sees("games") if words in each.text and not each.only_for]


async def test_from_question_to_night(stage: Stage) -> None:
    """Its role is called once; who can on the best date is asked to come."""
    ada, bob, cleo = people_of(stage, "Ada", "Bob", "Cleo")
    preview = await ada.slash("night ask", {**ASKED, "zone": "Europe/Berlin"})
    assert preview.only_me and "Preview" in preview.text, preview.text
    said = (await ada.press(page_of(preview), "Ask")).text
    assert "Asked: " in said and "I ping you there" in said, said
    await settled(stage)
    await bob.select(question(bob), "I can …", ["0", "1"])
    await cleo.select(question(cleo), "I can …", "1")
    await bob.select(question(bob), PLAY, "Shiranui")
    told = await cleo.select(question(cleo), PLAY, ["Donburiko!", "Shiranui"])
    assert "You'd play: Donburiko! and Shiranui" in told.text, told.text
    await bob.select(question(bob), "If need be …", "0")
    await settled(stage)
    assert "Can come (2): Bob, Cleo" in question(ada).text, question(ada).text
    refused = await bob.press(question(bob), "Host: Close …")
    assert f"This question is from {ada.mention}." in refused.text, refused.text
    sure = await ada.press(question(ada), "Host: Close …")
    closed = await ada.press(page_of(sure), "Close it")
    best = await previewed(ada.press(page_of(closed), "Announce the best …"))
    assert "Shiranui" in best.text and "Preview" in best.text, best.text
    ((game, further),) = stage.rows("SELECT game, games FROM nights")
    assert game == "shiranui" and "donburiko" in further, "the most wanted game isn't the first"
    await ada.press(page_of(best), "Publish")
    await shown(stage)
    await settled(stage)
    ((starts, dates),) = stage.rows("SELECT starts_at, dates FROM nights JOIN asks")
    assert str(starts) in dates.split("},")[1], "the night isn't on the best date"
    (call,) = [each for each in thread_texts(stage, ada) if "you said you can come" in each]
    assert bob.mention in call and cleo.mention in call and ada.mention not in call
    cards = public(ada, "suits you? · announced")
    assert (
        f"/{card_of(ada, 'Shiranui & Donburiko! night').id}"
        in only(cards, "the card of the question").text
    )


def card_of(person: Actor, title: str) -> Message:
    """Return the card of the night."""
    return only(public(person, title), "the card of the night")


async def previewed(press: Awaitable[Outcome]) -> Outcome:
    """Return the preview that a press leads to, by a form that is sent as it stands."""
    modal = (await press).modal
    assert modal is not None, "nobody is asked how the evening goes"
    return await modal.submit()


async def struck(stage: Stage, press: Awaitable[Outcome]) -> None:
    """Kill the bot as it answers a press, and start it again."""
    stage.dying_at(1, "POST", "/interactions/*/*/callback")
    await stage.death(press)
    await stage.start()
    await settled(stage)
    await shown(stage)


@pytest.mark.long
async def test_a_kill_after_every_press_loses_and_doubles_nothing(clocked: Stage) -> None:
    stage = clocked
    ada, bob, cleo = people_of(stage, "Ada", "Bob", "Cleo")
    given = {**ASKED, "zone": "Europe/Berlin"}
    await struck(stage, ada.slash("night ask", given))
    assert stage.rows("SELECT state FROM asks") == [("draft",)]
    preview = await ada.slash("night ask", given)
    await struck(stage, ada.press(page_of(preview), "Ask"))
    for person, which, dates in (
        (bob, "I can …", ["0", "1"]),
        (cleo, "I can …", ["1"]),
        (bob, "If need be …", ["0"]),
        (cleo, PLAY, ["1"]),
    ):
        await struck(stage, person.select(question(person), which, dates))
    await struck(stage, ada.press(question(ada), "No date suits me"))
    answers = stage.rows("SELECT name, can, maybe, games, none FROM ask_answers ORDER BY name")
    assert answers == [
        ("Ada", "[]", "[]", "[]", 1),
        ("Bob", "[1]", "[0]", "[]", 0),
        ("Cleo", "[1]", "[]", '["shiranui"]', 0),
    ]
    assert "Can come (2): Bob, Cleo" in question(ada).text, question(ada).text

    # Its time passes while the bot is down; its host is called once, whatever happens then.
    ((until,),) = stage.rows("SELECT until FROM asks WHERE state = 'open'")
    stage.dying_at(1, "POST", "/channels/*/messages")
    stage.later(until + 5 - stage.now())
    await stage.death()
    await stage.start()
    await settled(stage)
    await stage.restart()
    await settled(stage)
    calls = [each for each in ada.pings("games") if "You asked which date suits" in each.text]
    assert len(calls) == 1, f"its host is called {len(calls)} times"
    card = only(public(ada, "Which date suits you? · closed"), "the closed card")
    await struck(stage, ada.press(card, "Host: Announce the best …"))
    best = await previewed(ada.press(card, "Host: Announce the best …"))
    drafts = stage.rows("SELECT id FROM nights")
    assert len(drafts) == 1, "a second draft was made of it"
    await struck(stage, ada.press(page_of(best), "Publish"))
    told = [each for each in thread_texts(stage, bob) if "you said you can come" in each]
    assert len(told) == 1, f"those who can are asked {len(told)} times"
    assert stage.rows("SELECT state, night_id FROM asks WHERE state <> 'draft'") == [
        ("announced", drafts[0][0])
    ]
    assert len(public(ada, "suits you? · announced")) == 1, "two cards of the question"
    assert card_of(ada, "Players at a table: Shiranui (3–5), Donburiko! (2–4)")
