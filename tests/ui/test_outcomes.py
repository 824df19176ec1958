"""Nothing that Discord refused is claimed to be done: each request of what posts fails in turn."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import discord
import pytest

from bot.nights.announcing import edit
from bot.nights.night import Press
from bot.nights.series_rules import date_sign, next_dates
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.pages import posting_words
from bot.ui.pages.posting_words import PostingWords
from bot.ui.posting import outcomes, retry_queue
from bot.ui.posting.retry_queue import RetryQueue
from storage.night_rows import RIGHT_NOW
from tests.only import first
from tests.ui.clicks import MODERATOR, Answer, command, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI
from tests.ui.fake_discord import FakeDiscord, failure
from tests.ui.night_evening import HOST as LEADER
from tests.ui.night_evening import evening
from tests.ui.rows_world import question_of

HOST = discord.Permissions(manage_events=True, manage_guild=True, manage_messages=True)
REFUSALS: Final = {
    "403": failure(403, 50013),
    "404": failure(404, 10003),
    "400": failure(400, 30031),
    "mistake": failure(400, 50006),
}
KINDS: Final = ("send", "edit", "thread", "delete", "history")
GONE: Final = "gone"
"""The channel was deleted, with all threads."""
WORDS: Final = tuple(
    each for each in vars(posting_words).values() if isinstance(each, PostingWords)
)


def _longest(sentence: str) -> str:
    """Return the longest part of a sentence's claim that is always the same."""
    return max(re.split(r"\{\w+\}", sentence), key=len).strip()


CLAIMS: Final = (
    *(_longest(each.done) for each in WORDS if each.done),
    "and mentioned in",
    "It works",
)
"""What is in sentences that say that something was put up."""


class Log(Answer):
    """An answer that remembers everything it ever said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        super().__init__()

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "text" and value:
            self.said.append(value)
        super().__setattr__(name, value)


def asked(ui: UI, **more: Any) -> tuple[Any, Log]:
    """Return an interaction of the host, also for what is said after the first answer."""
    log = Log()
    made = interaction(ui, ADA, CHANNEL, log, permissions=HOST, **more)
    first = made.response.send_message

    async def later(*words: Any, **sent: Any) -> Any:
        made.response.is_done = lambda: True
        sent.pop("content", None)
        return await first(*words, **sent)

    made.response.send_message = later
    made.response.edit_message = later
    made.edit_original_response = later
    made.followup = discord.Object(1)
    made.followup.send = later  # pyright: ignore[reportAttributeAccessIssue]
    made.is_expired = lambda: False
    return made, log


Act = Callable[[UI, Any], Awaitable[None]]
Ready = Callable[[UI], Awaitable[Act]]


async def draft(ui: UI) -> str:
    made, log = asked(ui)
    given = {"when": "in 10 days", "game": "donburiko", "zone": "Europe/Berlin"}
    await command(ui, "night new", made, **given)
    return log.buttons["Publish"].split(":")[2]


async def _night(ui: UI) -> str:
    night_id = await draft(ui)
    await ui.requests.actions.planning.publish(asked(ui)[0], night_id)
    await ui.answered(asked(ui)[0], ui.requests.actions.nights.answer(asked(ui)[0], "in", night_id))
    return night_id


async def _publishes(ui: UI) -> Act:
    night_id = await draft(ui)
    return lambda ui, made: ui.requests.actions.planning.publish(made, night_id)


async def _posts_again(ui: UI) -> Act:
    night_id = await _night(ui)
    return lambda ui, made: ui.requests.actions.night_desk.post_again(made, night_id)


async def _says(ui: UI) -> Act:
    night_id = await _night(ui)

    async def act(ui: UI, made: Any) -> None:
        line = {"type": 4, "custom_id": "word", "value": "Hello"}
        made.data = {"components": [{"type": 1, "components": [line]}]}
        await ui.requests.actions.night_desk.say(made, night_id)

    return act


async def _cancels(ui: UI) -> Act:
    night_id = await _night(ui)
    # Somebody else has to be told.
    await press(ui, BOB, f"n:in:{night_id}")
    return lambda ui, made: ui.requests.actions.cancelling.cancel(made, night_id)


async def _invites_to_a_night(ui: UI) -> Act:
    night_id = await _night(ui)
    return lambda ui, made: ui.requests.actions.planning.add(made, CLEO, night_id)


async def _invites_to_a_table(ui: UI) -> Act:
    table = await ui.open(ADA)
    await ui.messages.came_of(table.id, 5)
    actions = ui.requests.actions
    return lambda ui, made: actions.lobby_settings.invite(made, table.id, [CLEO.id])


async def _starts(ui: UI) -> Act:
    table = await ui.open(ADA, BOB)
    ui.messages.schedule(table.id)
    await ui.messages.came_of(table.id, 5)
    return lambda ui, made: ui.requests.actions.lobby.start(made, table.id)


async def _brings_the_board(ui: UI) -> Act:
    table = await ui.start(ADA, BOB)
    await ui.messages.came_of(table.id, 5)
    return lambda ui, made: ui.requests.actions.play.show_board(made, table.id)


async def _nudges(ui: UI) -> Act:
    night = await evening(ui, 4, move_time=600)
    table = (await night.start())[0]
    await ui.messages.came_of(table.id, 5)
    await ui.night_messages.came_of(night.id, 5)
    tables = ui.requests.actions.desk_tables
    return lambda ui, made: tables.nudge(made, night.id, table.id, ())


async def _calls_the_host(ui: UI) -> Act:
    night = await evening(ui, 4)
    table = (await night.start())[0]
    await ui.messages.came_of(table.id, 5)
    await ui.night_messages.came_of(night.id, 5)

    async def act(ui: UI, made: Any) -> None:
        sits = first((seat for seat in table.seats if seat.person != LEADER.id), "another seat")
        person = Person(sits.person, sits.name)
        made.user = interaction(ui, person, CHANNEL, Answer()).user
        await ui.requests.actions.table_page.call_host(made, table.id, "rule")

    return act


async def _asks(ui: UI) -> Act:
    ask_id = await question_of(ui, ADA)
    return lambda ui, made: ui.requests.actions.ask_planning.post(made, ask_id)


async def _announces_the_next(ui: UI) -> Act:
    night_id = await _night(ui)
    weekly = Press(ADA, ui.interaction(), leads=True)
    night = await ui.services.nights.change(night_id, weekly, edit(weeks=1))
    (coming, *_later) = next_dates(night, ui.tables.now())
    series = ui.requests.actions.series
    return lambda ui, made: series.announce(made, night_id, date_sign(coming.local))


async def _tries_a_table(_room: UI) -> Act:
    return lambda ui, made: ui.requests.actions.setup.try_table(made)


ACTS: Final[dict[str, Ready]] = {
    "publish": _publishes,
    "post again": _posts_again,
    "say to all": _says,
    "cancel": _cancels,
    "invite to a night": _invites_to_a_night,
    "invite to a table": _invites_to_a_table,
    "start": _starts,
    "board here": _brings_the_board,
    "nudge": _nudges,
    "call the host": _calls_the_host,
    "ask which date": _asks,
    "announce the next of a series": _announces_the_next,
    "try a table": _tries_a_table,
}


@pytest.fixture
async def live(ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> UI:
    """Let what is put up be put up by itself, as in a running bot."""
    monkeypatch.setattr(outcomes, "SOON", 5.0)
    monkeypatch.setattr(outcomes, "LATER", 5.0)
    for part in (ui.messages, ui.night_messages, ui.night_messages.asks):
        for queue in vars(part).values():
            if isinstance(queue, RetryQueue):
                queue._closed = False
    return ui


async def _tried(ui: UI, name: str, fail: Callable[[], None]) -> list[str]:
    """Do something after Discord has begun to fail; return everything that is said about it."""
    act = await ACTS[name](ui)
    fail()
    made, log = asked(ui)
    await ui.answered(made, act(ui, made))
    assert log.said, f"{name}: nothing is said"
    return log.said


def _claimed(texts: list[str]) -> list[str]:
    return [claim for claim in CLAIMS if any(claim in text for text in texts)]


async def _check(ui: UI, server: FakeDiscord, name: str, kind: str, refusal: str) -> None:
    """Nothing may be claimed unless a message was put up after all."""
    sent = 0

    def fail() -> None:
        nonlocal sent
        if kind == GONE:
            server.places.clear()
        server.refusing = {} if kind == GONE else {kind: REFUSALS[refusal]}
        sent = server.sent

    texts = await _tried(ui, name, fail)
    claimed = _claimed(texts)
    if name == "try a table" and kind in ("send", "delete", GONE):
        assert not claimed, f"{name}, {kind} {refusal}: {texts}"
    assert not claimed or server.sent > sent, f"{name}, {kind} {refusal}: {texts}"


@pytest.mark.parametrize("name", ACTS)
async def test_what_was_put_up_is_said_to_be(live: UI, server: FakeDiscord, name: str) -> None:
    texts = await _tried(live, name, lambda: None)
    if name == "board here":
        assert texts == ["Moving the board here."], "more is said than needs to be"
    else:
        assert _claimed(texts), f"{name}: what came of it isn't said: {texts}"


@pytest.mark.parametrize("name", ACTS)
async def test_what_discord_refuses_isnt_said_to_be_done(
    live: UI, server: FakeDiscord, name: str
) -> None:
    await _check(live, server, name, "send", "403")


@pytest.mark.parametrize(
    "name", ["publish", "post again", "say to all", "cancel", "invite to a night", "call the host"]
)
async def test_what_a_night_couldnt_post_is_tried_again_at_a_press(
    live: UI, server: FakeDiscord, name: str
) -> None:
    act = await ACTS[name](live)
    made, log = asked(live)
    server.refusing = dict.fromkeys(("send", "edit", "thread"), REFUSALS["403"])
    await live.answered(made, act(live, made))
    assert "Try again" in log.buttons, f"{name}: {log.text}"
    again, sent = log.buttons["Try again"], server.sent
    still = await press(live, ADA, again, own=True, permissions=HOST)
    assert "Try again" in still.buttons, f"{name}: it is refused, yet: {still.text}"
    server.refusing = {}
    said = await press(live, ADA, again, own=True, permissions=HOST)
    assert "It's posted now" in said.text and server.sent > sent, f"{name}: {said.text}"


@pytest.mark.long
@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ACTS)
async def test_whatever_discord_refuses_isnt_said_to_be_done(
    live: UI, server: FakeDiscord, name: str, kind: str, refusal: str
) -> None:
    await _check(live, server, name, kind, refusal)


@pytest.mark.parametrize("name", ACTS)
async def test_in_a_channel_that_is_gone_nothing_is_said_to_be_done(
    live: UI, server: FakeDiscord, name: str
) -> None:
    await _check(live, server, name, GONE, "")


@pytest.mark.parametrize("phase", ["lobby", "playing", "finished"])
async def test_no_verb_of_a_table_claims_what_discord_refuses(
    live: UI, server: FakeDiscord, phase: str
) -> None:
    """Each verb there is, whether or not it can be done now."""
    actions = live.requests.actions
    for name, verb in VERBS.items():
        server.refusing = {}
        table = await live.open(ADA, BOB)
        if phase != "lobby":
            await live.services.lobby_verbs.start(table.id, ADA, live.interaction())
        if phase == "finished":
            await live.services.table_verbs.end(table.id, MODERATOR, "moderator")
        await live.messages.came_of(table.id, 5)
        server.refusing = dict.fromkeys(KINDS, REFUSALS["403"])
        made, log = asked(live)
        words = {"pace": "live", "level": "casual", "answer": "yes", "seat": "2", "person": "3"}
        await live.answered(made, verb.do(actions, made, table.id, words))
        assert log.said, f"{name}: nothing is said"
        assert not _claimed(log.said), f"{name}: {log.said}"
        for person in (ADA, BOB):
            for found, _seats in await live.tables.store.tables_of(
                person.id, GUILD, ("lobby", "playing")
            ):
                await live.services.table_verbs.end(found.id, MODERATOR, "moderator")


def test_only_here_is_something_said_to_be_posted() -> None:
    """A sentence of an action that says so belongs to the words that are said once it is."""
    known = {
        *(each.done for each in WORDS),
        # What is so by what is saved, or is said by whoever has just waited for Discord.
        "They're invited, and mentioned in {channel}.",
        "It works: I posted a test table in {channel} and removed it.",
        "I posted a test table in {channel}, but couldn't remove it: {why}.",
        "They were invited before.",
        "All seats are taken, so they're invited to the next that becomes free.",
        "Nobody needs to be told.",
        "Role to mention when announced",
        "This night is announced already.",
        "The next night of this series is announced already.",
        "Nights are announced in a text channel. Type the command in one.",
    }
    posted = re.compile(
        r"\b(posted|announced|told|sent|mentioned|reminded|notified|invited)\b", re.I
    )
    found = {
        text
        for file in Path("bot/ui/actions").rglob("*.py")
        for text in re.findall(r'(?:_|gettext)\(\s*"([^"]*)"', file.read_text("utf-8"))
        if posted.search(text) and "can't" not in text
    }
    assert found, "no sentence is looked at"
    assert found <= known, f"said without waiting for it: {sorted(found - known)}"


async def test_until_it_is_known_it_is_only_said_to_be_under_way(
    live: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of Discord's is tried again; and once it is over, it is said that it was posted."""
    monkeypatch.setattr(outcomes, "SOON", 0.01)
    monkeypatch.setattr(retry_queue, "FIRST_WAIT", 0.05)
    act = await ACTS["publish"](live)
    server.places[CHANNEL].failures["send"] = [failure(500)]
    made, log = asked(live)
    await live.answered(made, act(live, made))
    assert len(log.said) == 2, log.said
    assert "Posting it in" in log.said[0] and not _claimed(log.said[:1]), log.said
    (night,) = await live.services.nights.reader.of_guild(GUILD, RIGHT_NOW)
    card = night.places.card_id
    link = f"https://discord.com/channels/{GUILD}/{CHANNEL}/{card}"
    assert f"Announced: {link}" in log.said[1], f"nothing leads to the card: {log.said}"
    again, said = asked(live)
    await live.requests.actions.night_desk.post_again(again, night.id)
    card = (await live.services.nights.get(night.id)).places.card_id
    link = f"https://discord.com/channels/{GUILD}/{CHANNEL}/{card}"
    assert f"posted again: {link}" in said.said[-1], f"it leads to an older card: {said.said}"


async def test_a_night_is_announced_where_it_lies_in_the_end(live: UI, server: FakeDiscord) -> None:
    """Its channel was deleted, and the server has one where it wants nights."""
    act = await ACTS["publish"](live)
    del server.places[CHANNEL]
    server.add(300, discord.TextChannel)
    await live.tables.servers.change(GUILD, night_channel=300)
    made, log = asked(live)
    await live.answered(made, act(live, made))
    assert f"Announced: https://discord.com/channels/{GUILD}/300/" in log.said[-1], log.said
    assert "Press **I'm in** if you play, too." in log.said[-1], log.said


async def test_no_bot_is_invited(live: UI) -> None:
    table = await live.open(ADA)
    made, log = asked(live)
    made.data = {"resolved": {"users": {"9": {"bot": True}, "3": {}}}}
    invite = live.requests.actions.lobby_settings.invite
    await live.answered(made, invite(made, table.id, [9, CLEO.id]))
    assert "Bots don't play" in log.said[0], log.said
    assert not table.invited, "somebody was invited by a press that was refused"


async def test_the_hand_of_a_game_that_begins_comes_below_its_board(
    live: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And says where that is; a board that takes long is told to be on its way."""
    boards: list[int | None] = []
    for slow in (False, True):
        if slow:
            monkeypatch.setattr(outcomes, "AT_START", 0.01)
            monkeypatch.setattr(retry_queue, "FIRST_WAIT", 0.05)
        table = await live.open(ADA, BOB)
        await live.messages.came_of(table.id, 5)
        if slow:
            server.places[CHANNEL].failures["thread"] = [failure(500)]
        made, log = asked(live)
        send = made.response.send_message

        async def sent(*words: Any, _send: Any = send, _table: Table = table, **given: Any) -> Any:
            boards.append(_table.board_id)
            return await _send(*words, **given)

        made.response.send_message = sent
        await live.answered(made, live.requests.actions.lobby.start(made, table.id))
        assert f"Go to the board: <#{table.place_id}>" in log.said[-1], log.said
        assert len(log.said) == 1 + slow, log.said
        assert ("Posting the board" in log.said[0]) == slow, log.said
    assert boards[0] is not None, "the hand came before its board, which pushed it away"
    assert boards[1] is None, "the hand has waited for a board that takes long"
