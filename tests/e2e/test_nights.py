"""A game night on the real bot, from its announcement to the doors."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.sandbox import Actor, Channel, Message
from tests.e2e.stage import Stage
from tests.only import only

GAMES = ("\nDonburiko!", "\nAmeno Kirifuda", "at a table: Ameno Kirifuda")
"""The games that are played on these nights, as cards have them."""
GUESTS = ("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana")


def card_of(person: Actor) -> Message:
    """Return the card of the only night that anybody sees."""
    cards = [each for each in person.sees("games") if "<t:" in each.text and not each.only_for]
    found = [each for each in cards if any(game in each.text for game in GAMES)]
    return only(found, f"the card of a night that {person.name} sees in #games")


async def shown(stage: Stage) -> None:
    """Wait until every night shows its newest state, and has said what it had to say by now."""
    query = (
        "SELECT id FROM nights WHERE state <> 'draft' AND (shown_revision < revision"
        " OR id IN (SELECT night_id FROM night_posts WHERE message_id IS NULL AND at <= ?))"
    )
    await stage.stored(lambda: not stage.rows(query, int(stage.now())))


async def announce(stage: Stage, host: Actor, **options: object) -> Message:
    """Announce a night in ten days; return its card."""
    given = {"when": "in 10 days", "game": "donburiko", "zone": "Europe/Berlin", **options}
    preview = await host.slash("night new", given)
    assert preview.only_me and "Preview" in preview.text, preview.text
    assert all(each.only_for for each in host.sees("games") if "Donburiko! " in each.text), (
        "a preview is shown to all"
    )
    assert preview.message is not None, "the preview wasn't sent"
    published = await host.press(preview.message, "Publish")
    assert {"Posting", "Announced:"} & {*published.text.split()}, published.text
    await shown(stage)
    return card_of(host)


async def press_all(people: Sequence[Actor], card: Message, which: str) -> list[str]:
    """Let people press the same button one after the other; return what they are told."""
    return [(await person.press(card, which)).text for person in people]


def thread_of(stage: Stage) -> Channel:
    """Return the thread of the only night that is announced."""
    ((thread,),) = stage.rows("SELECT thread_id FROM nights WHERE state <> 'draft'")
    return stage.sandbox.world.channels[str(thread)]


def thread_texts(stage: Stage, person: Actor) -> list[str]:
    """Return what was said in the night's thread, oldest first."""
    return [each.text for each in person.sees(thread_of(stage))]


def answers_of(stage: Stage) -> dict[int, str]:
    """Return who has answered what, from the database file."""
    return dict(stage.rows("SELECT person, answer FROM guests"))


def people_of(stage: Stage, *names: str) -> list[Actor]:
    """Return some of the sandbox's people, in the channel of games."""
    known = {person.name for person in stage.sandbox.world.people.values()}
    for name in names or GUESTS:
        if name not in known:
            stage.sandbox.host.add_person(name)
    return [stage.person(name, "games") for name in names or GUESTS]


async def test_an_evening_from_its_announcement_to_the_doors(clocked: Stage) -> None:
    """With a limit, a waitlist, an offer over a kill, reminders, and the doors."""
    stage = clocked
    people = people_of(stage)
    card = await announce(stage, people[0], limit=4, title="Friday of tricks")
    told = await press_all(people, card, "I'm in")
    assert ["You're in!" in text for text in told] == [True] * 4 + [False] * 4, told
    assert "number 2 on the waitlist" in told[5]
    await shown(stage)
    card = card_of(people[0])
    assert "In (4 of 4)" in card.text and "Waitlist (4)" in card.text, card.text
    assert "4 would sit at 1 table" in card.text, card.text

    # Somebody can't come: the first who waits is asked, in the thread, also after a kill.
    await people[1].press(card, "Can't come")
    await shown(stage)
    await stage.restart()
    await shown(stage)
    (offer,) = [each for each in thread_texts(stage, people[4]) if "A seat is free for you" in each]
    assert people[4].mention in offer
    assert "isn't offered" in (await people[1].press(post(stage, people[1], offer), "Take it")).text
    passed = await people[4].press(post(stage, people[4], offer), "Pass")
    assert "Passed" in passed.text
    await shown(stage)
    second = [each for each in thread_texts(stage, people[5]) if people[5].mention in each]
    assert len(second) == 1, second
    taken = await people[5].press(post(stage, people[5], second[0]), "Take it")
    assert "You're in!" in taken.text
    await shown(stage)

    # An hour before, those who are In are reminded; half an hour before, the doors open.
    ((starts, doors),) = stage.rows("SELECT starts_at, doors_at FROM nights")
    stage.later(starts - 3600 + 5 - stage.now())
    await said(stage, people[0], "Reminder")
    stage.later(doors + 5 - stage.now())
    await said(stage, people[0], "Doors are open")
    await shown(stage)
    card = card_of(people[0])
    assert "Doors are open" in card.text and "Here (0)" in card.text, card.text
    welcome = await press_all([people[0], people[2], people[6]], card, "I'm here")
    assert "Welcome!" in welcome[0] and "Welcome!" in welcome[1], welcome
    assert "waitlist" in welcome[2], welcome

    # The doors close five minutes after the beginning: who waits there gets a seat.
    stage.later(starts + 305 - stage.now())
    await said(stage, people[6], "it's yours")
    await shown(stage)
    await stage.restart()
    await shown(stage)
    assert "Here (3)" in card_of(people[0]).text, card_of(people[0]).text
    called = [each for each in thread_texts(stage, people[0]) if "Reminder" in each]
    assert not called, f"it stays above the doors, or somebody was reminded twice: {called}"


def post(stage: Stage, person: Actor, text: str) -> Message:
    """Return the message of the night's thread that says this."""
    found = [each for each in person.sees(thread_of(stage)) if each.text == text]
    return only(found, f"the post {text!r} in the night's thread")


async def said(stage: Stage, person: Actor, words: str) -> None:
    """Wait until something is said in the night's thread."""
    await stage.until(lambda: any(words in each for each in thread_texts(stage, person)))


async def test_the_servers_own_event_follows_the_night(stage: Stage) -> None:
    """A bot killed right after it has made one makes no second."""
    guild = stage.sandbox.world.guild("Acorn Café")
    stage.sandbox.host.bot_permissions(guild, give=["create_events"])
    ada, bob = people_of(stage, "Ada", "Bob")
    preview = await ada.slash(
        "night new", when="in 10 days", game="donburiko", zone="Europe/Berlin", title="Acorns"
    )
    assert preview.message is not None
    stage.dying_at(1, "POST", "/guilds/*/scheduled-events")
    await stage.death(ada.press(preview.message, "Publish"))
    assert len(guild.events) == 1, "no event was made"
    await stage.start()
    await shown(stage)
    ((event_id,),) = stage.rows("SELECT event_id FROM nights")
    assert list(guild.events) == [str(event_id)]
    card = card_of(bob)
    assert guild.events[str(event_id)].location.endswith(card.id)
    form = await ada.slash("night edit")
    assert form.message is not None
    modal = (await ada.press(form.message, "Title, text, date …")).modal
    assert modal is not None
    await modal.submit(title="Sunday of acorns")
    await shown(stage)
    assert guild.events[str(event_id)].name == "Sunday of acorns"
    really = await ada.slash("night cancel")
    assert really.message is not None
    await ada.press(really.message, "Yes, cancel it")
    await shown(stage)
    await stage.until(lambda: not guild.events)
    assert "Cancelled" in card_of(bob).text


@pytest.mark.real_start(when_long=True)
async def test_what_was_sent_as_the_bot_died_is_not_said_again(stage: Stage) -> None:
    """Card, thread and a post that was sent, of which the bot never heard."""
    ada, bob = people_of(stage, "Ada", "Bob")
    card = await announce(stage, ada, limit=2)
    await press_all([ada, bob], card, "I'm in")
    await shown(stage)
    really = await ada.slash("night cancel")
    assert really.message is not None
    stage.dying_at(1, "POST", "/channels/*/messages")
    await stage.death(ada.press(really.message, "Yes, cancel it"))
    await stage.start()
    await shown(stage)
    told = [each for each in thread_texts(stage, bob) if "is cancelled" in each]
    assert len(told) == 1, f"said {len(told)} times"
    assert "Cancelled" in card_of(bob).text


@pytest.mark.long
async def test_a_kill_after_every_press_loses_and_doubles_nothing(clocked: Stage) -> None:
    stage = clocked
    people = people_of(stage)
    card = await announce(stage, people[0], limit=3)
    pressed = [
        (0, "I'm in"), (1, "I'm in"), (2, "Maybe"), (2, "I'm in"), (3, "I'm in"), (4, "I'm in"),
        (1, "Can't come"),
    ]  # fmt: skip
    for number, which in pressed:
        answer = people[number].press(card, which)
        stage.dying_at(1, "POST", "/interactions/*/*/callback")
        await stage.death(answer)
        await stage.start()
        await shown(stage)
        card = card_of(people[0])
    kept = {
        int(people[n].id): answer for n, answer in enumerate(("in", "out", "in", "waits", "waits"))
    }
    assert answers_of(stage) == kept
    assert len(stage.rows("SELECT id FROM night_events WHERE what IN ('in', 'maybe', 'out')")) == 7
    offers = [each for each in thread_texts(stage, people[0]) if "A seat is free for you" in each]
    assert len(offers) == 1 and people[3].mention in offers[0], offers
