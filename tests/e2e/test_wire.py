"""A failing wire: the table stays right, every move counts once, and the board is repaired."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.sandbox import Actor, Message, Outcome
from bot.sandbox.faults import Fault
from bot.sandbox.monitor import Exchange
from tests.e2e.play import (
    Chance,
    Clicks,
    Sitting,
    board_up,
    boards,
    end_game,
    made,
    open_table,
)
from tests.e2e.scenes import CLICKS, asked, command, games, move, people, server, steps, table, take
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

CALLBACK = "/interactions/*/callback"


@pytest_asyncio.fixture(loop_scope="module")
async def stage(module_stage: Stage) -> AsyncIterator[Stage]:
    """Yield the one stage, and check it after each test; no failure is left over."""
    yield module_stage
    assert module_stage.sandbox.faults.script == [], "faults of an earlier test are left"
    module_stage.check()


def tries(stage: Stage, part: str, method: str, since: int = 0) -> list[Exchange]:
    """Return the requests of a kind to a path that holds a word."""
    found = list(stage.sandbox.requests)[since:]
    return [each for each in found if part in each.path and each.method == method]


def shows(sitting: Sitting) -> Message:
    """Return the one board of a table; nowhere is there another, and no more than one ping."""
    pings = [each.content for each in sitting.pings()]
    assert len(pings) <= 1, f"more than one ping lies there: {pings}"
    return sitting.board


async def repaired(sitting: Sitting, seen: str) -> None:
    """Wait until the board shows something newer than what was seen."""
    await sitting.stage.shown()
    assert shows(sitting).text != seen, "the board wasn't repaired"
    await CLICKS.turn(sitting)


@dataclass(frozen=True)
class Failure:
    """How a request fails, before it was carried out or after."""

    status: int
    after_apply: bool = False
    for_all: bool = False

    def strike(self, stage: Stage, method: str, path: str) -> Fault:
        """Make the next such request fail."""
        return stage.sandbox.faults.fail(
            method,
            path,
            status=self.status,
            after_apply=self.after_apply,
            for_all=self.for_all,
            retry_after=0.2,
        )


FAILURES = [
    Failure(429),
    Failure(429, for_all=True),
    Failure(500),
    Failure(502),
    Failure(503),
    Failure(500, after_apply=True),
    Failure(502, after_apply=True),
    Failure(503, after_apply=True),
]
one_by_one = pytest.mark.parametrize("failure", FAILURES, ids=str)


async def each_at_a_table(happen: Callable[[Failure], Coroutine[Any, Any, None]]) -> None:
    """Make every failure happen, side by side, since most of each is waiting."""
    async with asyncio.TaskGroup() as group:
        for failure in FAILURES:
            group.create_task(happen(failure), name=str(failure))


# Each kind of request


@one_by_one
async def test_an_answer_that_fails_is_given_again(stage: Stage, failure: Failure) -> None:
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    person, _ = await asked(sitting)
    hand, seen, before = sitting.hands[person.name], sitting.board.text, steps(sitting)
    fault = failure.strike(stage, "POST", CALLBACK)
    outcome = await person.press(hand, take(person, hand))
    assert made(stage, outcome)
    assert fault.hits == 1
    assert steps(sitting) == before + 1
    await repaired(sitting, seen)
    again = tries(stage, f"/interactions/{outcome.interaction.id}/", "POST")
    await stage.until(lambda: len(tries(stage, again[0].path, "POST")) == 2)
    # The hand lies open still, and follows the game.
    await move(sitting)


@one_by_one
async def test_a_card_whose_answer_fails_is_known_all_the_same(
    stage: Stage, failure: Failure
) -> None:
    """Fail the answer to /donburiko new: there is one table with one card, which is kept up."""
    place = server(stage)
    ada, bob = people(stage, place, "Ada", "Bob")
    failure.strike(stage, "POST", CALLBACK)
    opened = await ada.slash("donburiko new")
    assert opened.message is not None
    query = "SELECT card_id FROM tables WHERE channel_id = ?"
    await stage.stored(lambda: stage.rows(query, int(place.id)) == [(int(opened.message.id),)])  # pyright: ignore[reportOptionalMemberAccess]
    assert "You're in!" in (await bob.press(opened.message, "Join")).text
    await stage.shown()
    assert "▲\u00a0Bob" in opened.message.text
    assert [each.id for each in bob.sees() if not each.only_me] == [opened.message.id]


async def test_a_board_that_fails_is_shown_again(stage: Stage) -> None:
    async def happen(failure: Failure) -> None:
        sitting = await table(stage, "Ada", "Bob")
        await stage.shown()
        seen, path = sitting.board.text, f"/channels/{sitting.place.id}/messages/{sitting.board.id}"
        fault = failure.strike(stage, "PATCH", path)
        await move(sitting)
        await repaired(sitting, seen)
        assert fault.hits == 1

    await each_at_a_table(happen)


async def test_a_ping_that_fails_is_sent_once(stage: Stage) -> None:
    async def happen(failure: Failure) -> None:
        sitting = await table(stage, "Ada", "Bob")
        await stage.shown()
        seen = sitting.board.text
        path = f"/channels/{sitting.place.id}/messages"
        fault = failure.strike(stage, "POST", path)
        person, _ = await asked(sitting)
        while (await asked(sitting))[0] is person:
            await move(sitting)
        await repaired(sitting, seen)
        assert fault.hits == 1
        (ping,) = sitting.pings()
        now, _ = await asked(sitting)
        assert now.mention in ping.content

    await each_at_a_table(happen)


@pytest.mark.parametrize("what", ["thread", "board"])
async def test_a_game_begins_once_whatever_fails(stage: Stage, what: str) -> None:
    """Fail the making of the thread, or the first showing of the board in it."""

    async def happen(failure: Failure) -> None:
        sitting = await open_table(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
        await stage.shown()
        channel, card = sitting.card.channel, sitting.card
        path = f"/channels/{channel.id}/messages/{card.id}/threads"
        if what == "board":
            path = f"/channels/{card.id}/messages"
        fault = failure.strike(stage, "POST", path)
        assert "The game begins." in (await CLICKS.start(sitting)).text
        await board_up(sitting)
        await stage.shown()
        assert fault.hits == 1
        assert channel.guild is not None
        threads = [each for each in channel.guild.threads.values() if each.parent_id == channel.id]
        assert [each.id for each in threads] == [card.id]
        shows(sitting)
        for person in sitting.people:
            await sitting.open_hand(person)
        await move(sitting)

    await each_at_a_table(happen)


async def test_discord_shuts_its_door_for_a_while(stage: Stage) -> None:
    """The proxy bans us for a moment, which doesn't look like a rate limit."""
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    seen = sitting.board.text
    stage.sandbox.faults.fail(
        "PATCH", f"/channels/{sitting.place.id}/messages/*", status=429, via=False
    )
    await move(sitting)
    await repaired(sitting, seen)


async def test_a_message_that_may_not_be_edited_any_more_is_put_up_anew(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    old = sitting.board
    fault = stage.sandbox.faults.fail(
        "PATCH",
        f"/channels/{sitting.place.id}/messages/{old.id}",
        status=429,
        code=30046,
        retry_after=0.05,
        times=5,
    )
    await move(sitting)
    await stage.until(lambda: old.deleted)
    await stage.shown()
    assert fault.hits == 5
    assert shows(sitting).id != old.id


# Too late, and twice


async def test_an_answer_that_comes_too_late_has_counted(stage: Stage) -> None:
    stage.expect("unanswered: ")
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    seen, before = sitting.board.text, steps(sitting)
    person, _ = await asked(sitting)
    hand = sitting.hands[person.name]
    old = {each["custom_id"] for each in hand.controls}
    gone = asyncio.Event()

    async def wait() -> None:
        await gone.wait()

    stage.sandbox.faults.fail("POST", CALLBACK, status=None, before=wait)
    patient = stage.sandbox.deadlines.ack_seconds
    stage.sandbox.deadlines.ack_seconds = 0.3
    pressing = asyncio.create_task(person.press(hand, take(person, hand)))
    outcome = await pressing
    stage.sandbox.deadlines.ack_seconds = patient
    gone.set()
    assert outcome.failed, "the person reads that the application did not respond"
    assert stage.applied(outcome.interaction)
    assert steps(sitting) == before + 1
    await stage.shown()
    assert shows(sitting).text != seen
    # The same button again: the hand says that the table has moved on, and nothing is played twice.
    # The hand may be drawn anew by now: what it offers then is another move.
    there = [c["custom_id"] for c in hand.controls if c["custom_id"] in old]
    late = next((each for each in there if each.startswith("m:")), None)
    if late is not None:
        await person.press(hand, late)
    else:
        await person.press(hand, "More")
    assert steps(sitting) == before + 1


async def test_an_interaction_that_is_delivered_twice_is_applied_once(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    sandbox = stage.sandbox
    person, _ = await asked(sitting)
    hand, before = sitting.hands[person.name], steps(sitting)
    outcome = await person.press(hand, take(person, hand))
    assert made(stage, outcome)
    assert steps(sitting) == before + 1
    await twice(stage, outcome)
    assert steps(sitting) == before + 1
    # A command names no question, so only its id tells that it has been carried out.
    for _ in range(2):
        now, given = await adding(sitting)
        outcome = await now.in_(sitting.place).slash("donburiko add", given)
        assert made(stage, outcome), outcome.text
        assert outcome.message is not None
        sitting.hands[now.name] = outcome.message
        before = steps(sitting)
        await twice(stage, outcome)
        assert steps(sitting) == before
    assert sandbox.gateway.online


async def adding(sitting: Sitting) -> tuple[Actor, dict[str, str]]:
    """Return who can add a card now, and the command's words; other questions are answered first.

    Whoever takes a row of six, for one, is asked whether to announce it.
    """
    for _ in range(20):
        now, _ = await asked(sitting)
        words: dict[str, str] = {}
        for option in ("card", "row", "face"):
            offers = await now.in_(sitting.place).complete("donburiko add", option, options=words)
            if offers:
                words[option] = offers[0]["value"]
        if len(words) == 3:
            return now, words
        await move(sitting)
    raise AssertionError("nobody could add a card within 20 moves")


async def test_what_opens_begins_and_ends_a_table_twice_does_so_once(stage: Stage) -> None:
    place = server(stage)
    ada, bob = people(stage, place, "Ada", "Bob")
    opened = await ada.slash("donburiko new")
    assert opened.message is not None
    await twice(stage, opened)
    query = "SELECT count(*) FROM tables WHERE channel_id = ?"
    assert stage.rows(query, int(place.id)) == [(1,)]
    joined = await bob.press(opened.message, "Join")
    await twice(stage, joined)
    started = await ada.press(opened.message, "Start")
    assert "The game begins." in started.text
    await twice(stage, started)
    closed = await end_game(ada, agree=[bob])
    assert "The vote passed." in closed.text
    before = games(stage)
    await twice(stage, closed)
    assert games(stage) == before
    assert len([each for each in bob.sees() if not each.only_me]) == 1


async def twice(stage: Stage, outcome: Outcome) -> None:
    """Deliver an interaction again that has been answered, and wait until it was dealt with."""
    sandbox, it = stage.sandbox, outcome.interaction
    path = f"/interactions/{it.id}/"
    before = len(tries(stage, path, "POST"))
    sandbox.gateway.dispatch_interaction(sandbox.interactions.payload(it))
    await stage.until(lambda: len(tries(stage, path, "POST")) > before)
    assert tries(stage, path, "POST")[-1].status == 400, "it has been answered already"


async def test_an_interaction_delivered_again_after_a_crash_is_applied_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Kill the bot between the disk and the answer, and bring the same interaction to the next."""
    async with Stage(tmp_path_factory.mktemp("again")) as stage:
        sitting = await table(stage, "Ada", "Bob")
        before = steps(sitting)
        person, _ = await asked(sitting)
        stage.sandbox.faults.fail("POST", CALLBACK, before=stage.kill)
        hand = sitting.hands[person.name]
        pressing = asyncio.create_task(person.press(hand, take(person, hand)))
        await stage.until(lambda: stage.dead)
        assert steps(sitting) == before + 1
        await stage.start()
        (it,) = stage.sandbox.interactions.pending()
        stage.sandbox.gateway.dispatch_interaction(stage.sandbox.interactions.payload(it))
        outcome = await pressing
        assert made(stage, outcome), outcome.text
        assert steps(sitting) == before + 1
        await stage.shown()
        for each in sitting.people:
            await sitting.open_hand(each)
        await move(sitting)


# The gateway


async def test_a_line_that_drops_is_taken_up_again(stage: Stage) -> None:
    """Drop it, and make a move meanwhile: it is brought once the session is resumed."""
    sitting = await table(stage, "Ada", "Bob")
    gateway = stage.sandbox.gateway
    for code in (4000, 4009, 1012):
        resumed, before = gateway.resumed, steps(sitting)
        person, _ = await asked(sitting)
        last = await CLICKS.prepare(sitting, person, Chance(code))
        gateway.pause()
        await gateway.drop(code)
        await stage.until(lambda: not gateway.online)
        moving = asyncio.ensure_future(last())
        gateway.resume()
        outcome = await moving
        assert made(stage, outcome), outcome.text
        assert gateway.resumed == resumed + 1
        assert steps(sitting) == before + 1
        await stage.shown()
    shows(sitting)


async def test_discord_asks_to_reconnect(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    gateway = stage.sandbox.gateway
    resumed = gateway.resumed
    await gateway.reconnect()
    await stage.until(lambda: gateway.resumed == resumed + 1)
    await move(sitting)
    await stage.shown()
    shows(sitting)


async def test_what_is_no_payload_has_the_bot_connect_again(stage: Stage) -> None:
    """It resumes after a text that isn't JSON; where that didn't help, it begins a new session."""
    sitting = await table(stage, "Ada", "Bob")
    gateway = stage.sandbox.gateway
    resumed, identified = gateway.resumed, gateway.identified
    await gateway.send_garbage("{")
    await stage.until(lambda: gateway.resumed == resumed + 1)
    await move(sitting)
    await gateway.send_garbage(b"no stream of zlib's\x00\x00\xff\xff")
    await stage.until(lambda: gateway.identified == identified + 1 and gateway.online)
    await move(sitting)
    await stage.shown()
    shows(sitting)
    assert gateway.resumed == resumed + 1, "what can't be read is asked for again and again"


async def test_a_session_that_can_be_resumed_is(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    gateway = stage.sandbox.gateway
    resumed = gateway.resumed
    await gateway.invalidate(resumable=True)
    await stage.until(lambda: gateway.resumed == resumed + 1)
    await move(sitting)
    await stage.shown()
    shows(sitting)


async def test_a_session_that_is_no_good_any_more_is_begun_anew(stage: Stage) -> None:
    """Lose what happened meanwhile: the line is new, and the tables are as they were."""
    sitting = await table(stage, "Ada", "Bob")
    gateway = stage.sandbox.gateway
    identified, before = gateway.identified, steps(sitting)
    await gateway.invalidate()
    await stage.until(lambda: gateway.identified == identified + 1 and gateway.online)
    await move(sitting)
    assert steps(sitting) == before + 1
    await stage.shown()
    shows(sitting)


async def test_a_place_that_changes_while_the_line_is_down_is_found_changed(stage: Stage) -> None:
    """Delete the thread while the bot hears nothing, and the session can't be resumed."""
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    person, _ = await asked(sitting)
    channel, gateway = sitting.card.channel, stage.sandbox.gateway
    identified = gateway.identified
    await gateway.invalidate()
    stage.sandbox.host.delete_channel(sitting.place)
    await stage.until(lambda: gateway.identified == identified + 1 and gateway.online)
    await command(person, sitting, channel)
    await stage.until(lambda: boards(person.in_(channel), channel, sitting.table_id))
    await stage.shown()


# The start


async def test_commands_that_discord_does_not_take_are_told_again_at_the_next_start(
    tmp_path: Path,
) -> None:
    stage = Stage(tmp_path)
    fault = stage.sandbox.faults.fail("PUT", "/applications/*/commands", status=503)
    async with stage:
        assert fault.hits == 1
        assert any("Discord refused the commands" in line for line in stage.log)
        assert not stage.sandbox.world.commands.get(None)
        await stage.restart()
        assert stage.sandbox.world.commands[None]
        await move(await table(stage, "Ada", "Bob"))
        events = len(tries(stage, "/commands", "PUT"))
        await stage.restart()
        assert len(tries(stage, "/commands", "PUT")) == events, "the same ones aren't told again"


# What Discord sends and what has gone


async def test_a_move_from_a_message_that_has_gone_is_answered_in_a_new_one(stage: Stage) -> None:
    """Somebody dismisses their hand while their click is on its way: the move counts."""
    sitting = await table(stage, "Ada", "Bob")
    person, _ = await asked(sitting)
    hand, before = sitting.hands[person.name], steps(sitting)
    stage.sandbox.faults.fail("POST", CALLBACK, status=404, code=10008)
    outcome = await person.press(hand, take(person, hand))
    assert outcome.only_me, "the answer isn't for them alone"
    assert outcome.message is not None and outcome.message is not hand, "no new message came"
    assert steps(sitting) == before + 1
    await stage.shown()


async def test_an_event_that_can_not_be_read_is_passed_over(stage: Stage) -> None:
    """It ended the process once; now it is noted without its words, and everybody plays on."""
    stage.expect(r"ERROR +bot\.ui\.posting\.replies: the event [A-Z_]+ can't be read: ")
    sitting = await table(stage, "Ada", "Bob")
    for name in ("INTERACTION_CREATE", "MESSAGE_CREATE", "GUILD_CREATE", "THREAD_DELETE"):
        for session in stage.sandbox.gateway.sessions.values():
            session.dispatch(name, {"id": "winter", "type": 3, "guild_id": "4"})
    await move(sitting)
    noted = [line for line in stage.log if "can't be read: " in line]
    assert noted, "nothing was noted, so nothing was sent that can't be read"
    assert not any("winter" in line for line in stage.log), "an event's own words are in the log"
