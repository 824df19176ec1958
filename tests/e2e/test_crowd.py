"""Several people, several tables, old hands: who acts where, and what each of them is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.sandbox import Actor, Message, Outcome
from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT
from bot.sandbox.json_text import Json
from tests.e2e.play import (
    Clicks,
    Sitting,
    done,
    end_game,
    has_menu,
    is_hand,
    made,
    open_table,
    says_done,
)
from tests.e2e.scenes import (
    MOVED_ON,
    NO_TABLE,
    OVER,
    answer,
    asked,
    command,
    move,
    people,
    server,
    steps,
    table,
    take,
    typed,
)
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def stage(module_stage: Stage) -> AsyncIterator[Stage]:
    """Yield the one stage, and check it after each test."""
    yield module_stage
    module_stage.check()


def said(outcome: Outcome) -> str:
    """Return an answer that only the person who asked must see."""
    assert outcome.only_me, outcome.text
    return typed(outcome.text)


async def opened_again(sitting: Sitting, person: Actor) -> Message:
    """Open a hand again while the older one can't be deleted, and so keeps its controls."""
    lost = sitting.stage.sandbox.faults.fail(
        "DELETE", "/webhooks/*/*/messages/@original", status=404, code=10008
    )
    hand = await sitting.open_hand(person)
    await sitting.stage.until(lambda: lost.hits == 1)
    return hand


def leads_to(outcome: Outcome) -> set[str]:
    """Return the tables that the controls of a private answer lead to."""
    said(outcome)
    assert outcome.message is not None, "the answer has no message to press on"
    # A lesson is of a game, not of a table.
    controls = [
        each for each in outcome.message.controls if not each["custom_id"].startswith("learn:")
    ]
    return {part["custom_id"].split(":")[place(part)] for part in controls}


def place(part: Json) -> int:
    """Return which part of a control's id names its table.

    `m12:table:…`, but `t:hand:table`, and last in that of the rules.
    """
    return {"m": 1, "r": -1}.get(part["custom_id"][0], 2)


# At once


async def test_of_two_who_press_join_at_once_one_gets_the_last_seat(stage: Stage) -> None:
    place = server(stage)
    sitting = await open_table(stage, people(stage, place, "Ada", "Bob", "Cleo"), Clicks())
    dai, emi = people(stage, place, "Dai", "Emi")
    answers = await asyncio.gather(*(each.press(sitting.card, "Join") for each in (dai, emi)))
    texts = sorted(map(said, answers))
    assert texts[0] == "All seats at this table are taken. Open one of your own with `/play`."
    assert texts[1] == "You're in! 4 of 4 seats are taken."
    seats = stage.rows("SELECT person FROM seats WHERE table_id = ?", sitting.table_id)
    assert len(seats) == 4


async def test_who_presses_join_twice_has_one_seat(stage: Stage) -> None:
    place = server(stage)
    sitting = await open_table(stage, people(stage, place, "Ada"), Clicks())
    (bob,) = people(stage, place, "Bob")
    answers = await asyncio.gather(*(bob.press(sitting.card, "Join") for _ in range(2)))
    texts = sorted(map(said, answers))
    assert texts == ["You already have a seat here.", "You're in! 2 of 4 seats are taken."]
    assert len(stage.rows("SELECT * FROM seats WHERE table_id = ?", sitting.table_id)) == 2


async def test_a_game_that_is_started_twice_is_dealt_once(stage: Stage) -> None:
    place = server(stage)
    sitting = await open_table(stage, people(stage, place, "Ada", "Bob"), Clicks())
    ada = sitting.people[0]
    answers = await asyncio.gather(*(ada.press(sitting.card, "Start") for _ in range(2)))
    texts = sorted(map(said, answers), key=len)
    assert texts[0] == "The game has already begun."
    assert "The game begins." in texts[1]
    assert steps(sitting) == 1


async def test_a_button_pressed_twice_plays_once(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    person, _ = await asked(sitting)
    hand = sitting.hands[person.name]
    button = take(person, hand)
    answers = await asyncio.gather(*(person.press(hand, button) for _ in range(2)))
    texts = sorted((answer(stage, each) for each in answers), key=lambda text: MOVED_ON in text)
    assert [says_done(text) for text in texts] == [True, False], texts
    assert MOVED_ON in texts[1]
    assert steps(sitting) == 3


async def test_of_two_moves_out_of_two_hands_one_is_played(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob", "Cleo")
    person, _ = await asked(sitting)
    first = sitting.hands[person.name]
    second = await opened_again(sitting, person)
    assert first is not second
    answers = await asyncio.gather(
        person.press(first, take(person, first)),
        person.press(second, take(person, second)),
        person.in_(sitting.place).slash("donburiko take", row="1"),
    )
    texts = [answer(stage, each) for each in answers]
    assert sum(map(says_done, texts)) == 1, texts
    assert steps(sitting) == 3


async def test_two_who_click_at_once_each_get_their_own_answer(stage: Stage) -> None:
    """One acts while the other opens their hand again: only one move is made."""
    sitting = await table(stage, "Ada", "Bob")
    person, (other,) = await asked(sitting)
    before = steps(sitting)
    mine, theirs = await asyncio.gather(
        person.press(sitting.hands[person.name], take(person, sitting.hands[person.name])),
        other.press(sitting.board, "My hand"),
    )
    assert made(stage, mine)
    assert is_hand(theirs), said(theirs)
    assert not done(theirs)
    # The other's new question came with the move, and their open hand shows it.
    await stage.until(lambda: not has_menu(sitting.hands[person.name]))
    assert steps(sitting) == before + 1


# Old hands


async def test_an_old_hand_shows_the_fresh_one_and_says_what_changed(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    person, _ = await asked(sitting)
    old = sitting.hands[person.name]
    stale = take(person, old)
    await opened_again(sitting, person)
    await move(sitting)
    before = steps(sitting)
    outcome = await person.press(old, stale)
    assert outcome.kind == "edit"
    assert outcome.message is old
    assert MOVED_ON in said(outcome)
    quoted = [line for line in outcome.text.splitlines() if line.startswith("> ")]
    assert quoted[0] == f"> {MOVED_ON}", outcome.text
    assert quoted[1].startswith("> • You "), "it was their own move that changed the hand"
    assert steps(sitting) == before
    # What it shows now is good: nothing of the old menu is left in it.
    assert not any(part["custom_id"] == stale for part in old.controls)


async def test_a_hand_opened_again_deletes_the_older_one(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    person, _ = await asked(sitting)
    old = sitting.hands[person.name]
    hand = await sitting.open_hand(person)
    await stage.until(lambda: old.deleted)
    assert has_menu(hand) and not hand.deleted, "the hand that was opened last is gone"
    assert made(stage, await person.press(hand, take(person, hand)))


async def test_the_buttons_of_a_game_that_is_over_say_so(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    ada, bob = sitting.people
    person, _ = await asked(sitting)
    hand = sitting.hands[person.name]
    old = take(person, hand)
    page = (await ada.in_(sitting.place).slash("table concede")).message
    assert page is not None, "nothing is asked before the end"
    page = (await ada.press(page, "I give up …")).message
    assert page is not None, "nothing is asked before the end"
    stage.sandbox.gateway.pause()
    pressing = asyncio.create_task(person.press(hand, old))
    closing = asyncio.create_task(ada.press(page, "I give up"))
    await stage.until(lambda: len(stage.sandbox.interactions.pending()) == 2)
    stage.sandbox.gateway.resume()
    closed, pressed = await asyncio.gather(closing, pressing)
    if "The table changed" in closed.text:
        # The move came first, so she is asked once more.
        assert closed.message is not None
        page = (await ada.press(closed.message, "I give up …")).message
        assert page is not None, "nothing is asked before the end"
        closed = await ada.press(page, "I give up")
    assert "You gave up, and the game is over." in closed.text
    assert made(stage, pressed) or OVER in said(pressed)
    data = {"custom_id": old, "component_type": 2, "id": 1}
    again = await person.raw(COMPONENT, data, message=hand)
    assert OVER in said(again)
    for verb in ("add", "take"):
        words = {"row": "1"} if verb == "take" else {"card": "4", "row": "1", "face": "up"}
        events = await bob.in_(sitting.place).slash(f"donburiko {verb}", words)
        assert said(events) == OVER
    assert said(await ada.in_(sitting.place).slash("table end")) == OVER
    assert said(await bob.slash("table join", table=sitting.table_id)) == OVER


# Places and which table is meant


async def test_a_command_in_the_wrong_place_is_answered(stage: Stage) -> None:
    place = server(stage)
    assert place.guild is not None
    elsewhere = stage.sandbox.host.add_channel(place.guild, "elsewhere")
    (cleo,) = people(stage, elsewhere, "Cleo")
    none = "You aren't in a game where you can do that. Start one with `/play`."
    assert said(await cleo.slash("donburiko take", row="1")) == none
    assert said(await cleo.slash("hand")) == "You aren't in a game here. Start one with `/play`."
    sitting = await table(stage, "Ada", "Bob", place=place)
    # A stranger's command there means no table either.
    assert said(await cleo.slash("donburiko take", row="1")) == none
    # On another server nobody knows of the table.
    away = people(stage, server(stage), "Ada")[0]
    assert said(await away.slash("donburiko take", row="1")) == none
    named = await away.slash("donburiko take", row="1", table=sitting.table_id)
    assert "There is no such table here." in said(named)
    listed = said(await away.slash("table list"))
    assert "No games here right now." in listed
    assert sitting.table_id not in listed
    # At home, whoever sits there is understood anywhere.
    person, _ = await asked(sitting)
    assert done(await command(person, sitting, elsewhere))
    assert [each for each in cleo.sees(elsewhere) if not each.only_me] == []


async def test_two_games_in_one_channel_are_told_apart(stage: Stage) -> None:
    place = server(stage)
    first = await table(stage, "Ada", "Bob", place=place)
    second = await table(stage, "Ada", "Bob", place=place)
    assert first.place is not second.place
    person, _ = await asked(first)
    while (await asked(second))[0].name != person.name:
        await move(second)
    # Both wait for the same person, so either could be meant here.
    asking = await person.slash("hand")
    assert "Which table?" in said(asking)
    assert asking.message is not None
    chosen = await person.select(asking.message, "Pick a table", second.table_id)
    assert leads_to(chosen) == {second.table_id}
    # In its own thread each is meant without being named.
    for sitting in (first, second):
        hand = await person.in_(sitting.place).slash("hand")
        assert leads_to(hand) == {sitting.table_id}
    # A move is made once it is said where.
    before = steps(first), steps(second)
    asking = await person.slash("donburiko take", row="1")
    assert "Which table?" in said(asking)
    assert asking.message is not None
    assert (steps(first), steps(second)) == before
    chosen = await person.select(asking.message, "Pick a table", first.table_id)
    assert made(stage, chosen), chosen.text
    assert (steps(first), steps(second)) == (before[0] + 1, before[1])
    # Now only one may wait for them, and that one is meant.
    if (await asked(first))[0].name != person.name:
        hand = await person.slash("hand")
        assert leads_to(hand) == {second.table_id}


async def test_a_table_picked_too_late_is_answered(stage: Stage) -> None:
    place = server(stage)
    sittings = [
        await open_table(stage, people(stage, place, "Ada", "Bob"), Clicks()) for _ in range(2)
    ]
    (cleo,) = people(stage, place, "Cleo")
    asking = await cleo.slash("table join")
    assert asking.message is not None
    ada = sittings[0].people[0]
    await end_game(ada, sittings[0].table_id)
    chosen = await cleo.select(asking.message, "Pick a table", sittings[0].table_id)
    assert said(chosen) == OVER


async def test_a_table_out_of_sight_is_not_told_of(stage: Stage) -> None:
    """Play where Cleo can't see: no list, no autocomplete, no answer tells her of the table."""
    place = server(stage)
    assert place.guild is not None
    host = stage.sandbox.host
    elsewhere = host.add_channel(place.guild, "elsewhere")
    host.overwrite(place, stage.sandbox.world.person("Cleo"), deny=["view_channel"])
    sitting = await open_table(stage, people(stage, place, "Ada", "Bob"), Clicks())
    (cleo,) = people(stage, elsewhere, "Cleo")
    assert sitting.table_id not in said(await cleo.slash("table list"))
    assert await cleo.complete("table join", "table") == []
    made_up = said(await cleo.slash("table join", table="zzzzz"))
    assert said(await cleo.slash("table join", table=sitting.table_id)) == made_up
    data = {"custom_id": f"t:join:{sitting.table_id}", "component_type": 2, "id": 1}
    mine = (await cleo.slash("table list")).message
    pressed = said(await cleo.raw(COMPONENT, data, message=mine))
    data = {"custom_id": "t:join:zzzzz", "component_type": 2, "id": 1}
    assert said(await cleo.raw(COMPONENT, data, message=mine)) == pressed == NO_TABLE


async def test_commands_are_for_servers(stage: Stage) -> None:
    """Call each command but those for everywhere in a DM, where no client offers them."""
    cleo = stage.person("Cleo")
    here = stage.sandbox.world.dm(cleo.person)
    for known in stage.sandbox.world.commands[None].values():
        if known["name"] in ("learn", "me", "play", "privacy"):
            continue
        subs = [each for each in known.get("options", []) if each["type"] == 1]
        for sub in subs or [known]:
            given: list[Json] = [
                {"type": 3, "name": option["name"], "value": "1", "focused": place == 0}
                for place, option in enumerate(sub.get("options", []))
            ]
            options = [{"type": 1, "name": sub["name"], "options": given}] if subs else given
            data = {"id": known["id"], "name": known["name"], "type": 1, "options": options}
            answer = await cleo.raw(COMMAND, data, channel=here)
            assert said(answer).startswith("This command only works in a server.")
            if given:
                typed = await cleo.raw(AUTOCOMPLETE, data, channel=here)
                assert typed.kind == "choices"
                assert typed.interaction.choices == []


async def test_everybody_presses_all_moves_at_once(stage: Stage) -> None:
    """Let everybody at four tables press all moves that lie open, twice and at the same time."""
    sittings = [
        await table(stage, *names)
        for names in [("Ada", "Bob", "Cleo", "Dai"), ("Emi", "Finn", "花子")] * 2
    ]
    for _ in range(3):
        before = [steps(sitting) for sitting in sittings]
        presses = [
            person.press(hand, part["custom_id"])
            for sitting in sittings
            for person in sitting.people
            if has_menu(hand := sitting.hands[person.name])
            for part in hand.controls
            if part["type"] == 2 and part["custom_id"].startswith("m")
            for _ in range(2)
        ]
        answers = await asyncio.gather(*presses)
        assert not [each for each in answers if each.failed]
        moved = sum(steps(sitting) for sitting in sittings) - sum(before)
        texts = [answer(stage, each) for each in answers]
        # An answer whose move ends a round may have no room left to say so.
        assert sum(map(says_done, texts)) <= moved
        assert moved == sum(stage.applied(each.interaction) for each in answers)
        assert (moved > 0) == any(MOVED_ON in text for text in texts)
        assert all(steps(s) - b <= 1 for s, b in zip(sittings, before, strict=True))
        for sitting in sittings:
            await asked(sitting)
