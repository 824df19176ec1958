"""Interactions: three seconds, one first answer, fifteen minutes, one person's eyes only."""

from __future__ import annotations

import asyncio

import pytest

from bot.sandbox import Message, Sandbox
from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT, Interaction
from tests.only import first
from tests.sandbox.conftest import Wire

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
ROW = {"type": 1, "components": [BUTTON]}
LOW, HIGH = 64, 0


def command(sandbox: Sandbox, who: str = "Ada") -> Interaction:
    """Hand in a command that nobody registered."""
    data = {"id": "1", "name": "x", "type": 1, "options": []}
    channel = sandbox.channel("games")
    person = sandbox.world.person(who)
    return sandbox.interactions.hand_in(COMMAND, person, channel, data, name="x")


def touch(sandbox: Sandbox, message: Message, who: str = "Ada") -> Interaction:
    """Press the button of a message."""
    return sandbox.users.press(sandbox.world.person(who), message, "go")


def hook(it: Interaction, rest: str = "") -> str:
    """Return the path of an interaction's webhook."""
    return f"/webhooks/{it.channel.guild and _bot(it)}/{it.token}{rest}"


def _bot(it: Interaction) -> str:
    guild = it.channel.guild
    assert guild is not None, "the bot is on no server"
    bots = (m.person.id for m in guild.members.values() if m.person.bot)
    return first(bots, "a bot on the server")


def callback(it: Interaction) -> str:
    """Return the path of an interaction's callback."""
    return f"/interactions/{it.id}/{it.token}/callback?with_response=1"


async def board(sandbox: Sandbox, wire: Wire) -> Message:
    """Write a message with a button."""
    answer = await wire.say(sandbox.channel("games").id, content="board", components=[ROW])
    return sandbox.message(answer.body["id"])


async def test_a_late_answer_finds_nothing(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.deadlines.ack_seconds = 0.01
    it = command(sandbox)
    await asyncio.wait_for(it.first, 5)
    assert it.status == "failed"
    late = await wire("POST", callback(it), {"type": 4, "data": {"content": "late"}})
    assert late.verdict == (404, 10062)
    assert (await wire("POST", hook(it), {"content": "x"})).verdict == (404, 10015)
    assert sandbox.channel("games").messages == {}
    # Nobody was connected, so the bot is not to blame.
    assert sandbox.problems == []


async def test_only_one_first_answer(sandbox: Sandbox, wire: Wire) -> None:
    it = command(sandbox)
    assert (await wire("POST", hook(it), {"content": "x"})).verdict == (404, 10015)
    first = await wire("POST", callback(it), {"type": 4, "data": {"content": "one"}})
    assert first.status == 200
    assert first.body["resource"]["message"]["content"] == "one"
    assert (
        first.body["interaction"]["response_message_id"] == first.body["resource"]["message"]["id"]
    )
    second = await wire("POST", callback(it), {"type": 4, "data": {"content": "two"}})
    assert second.verdict == (400, 40060)
    assert [m.content for m in sandbox.channel("games").messages.values()] == ["one"]


async def test_a_refused_answer_does_not_use_it_up(sandbox: Sandbox, wire: Wire) -> None:
    it = command(sandbox)
    refused = await wire("POST", callback(it), {"type": 4, "data": {"content": "x" * 2001}})
    assert refused.verdict == (400, 50035)
    assert refused.body["errors"]["data"]["content"]["_errors"][0]["code"] == (
        "BASE_TYPE_MAX_LENGTH"
    )
    empty = await wire("POST", callback(it), {"type": 4, "data": {}})
    assert empty.verdict == (400, 50006)
    good = await wire("POST", callback(it), {"type": 4, "data": {"content": "x"}})
    assert good.status == 200


@pytest.mark.parametrize(
    ("kind", "answers"), [(COMMAND, {4, 5, 9}), (COMPONENT, {4, 5, 6, 7, 9}), (AUTOCOMPLETE, {8})]
)
async def test_which_answers_fit(
    sandbox: Sandbox, wire: Wire, kind: int, answers: set[int]
) -> None:
    message = await board(sandbox, wire)
    bodies = {
        1: {},
        4: {"content": "x"},
        5: {},
        6: {},
        7: {"content": "x"},
        8: {"choices": []},
        9: {
            "custom_id": "m",
            "title": "M",
            "components": [
                {
                    "type": 1,
                    "components": [{"type": 4, "custom_id": "t", "label": "T", "style": 1}],
                }
            ],
        },
    }
    taken: set[int] = set()
    for answer, data in bodies.items():
        if kind == COMPONENT:
            it = touch(sandbox, message)
        else:
            person, channel = sandbox.world.person("Ada"), sandbox.channel("games")
            it = sandbox.interactions.hand_in(kind, person, channel, {"options": []}, name="x")
        got = await wire("POST", callback(it), {"type": answer, "data": data})
        assert got.verdict in ((200, None), (400, 50035))
        if got.status == 200:
            taken.add(answer)
    assert taken == answers


async def test_tokens_live_fifteen_minutes(sandbox: Sandbox, wire: Wire) -> None:
    now = [1_800_000_000.0]
    sandbox.world.clock = lambda: now[0]
    it = command(sandbox)
    await wire("POST", callback(it), {"type": 4, "data": {"content": "one"}})
    now[0] += 899
    assert (await wire("PATCH", hook(it, "/messages/@original"), {"content": "two"})).status == 200
    now[0] += 2
    for method, rest, body in (
        ("PATCH", "/messages/@original", {"content": "three"}),
        ("GET", "/messages/@original", None),
        ("DELETE", "/messages/@original", None),
        ("POST", "", {"content": "more"}),
    ):
        assert (await wire(method, hook(it, rest), body)).verdict == (401, 50027)
    assert it.original is not None and it.original.content == "two"


async def test_choices_open_no_webhook(sandbox: Sandbox, wire: Wire) -> None:
    person, channel = sandbox.world.person("Ada"), sandbox.channel("games")
    it = sandbox.interactions.hand_in(AUTOCOMPLETE, person, channel, {"options": []}, name="x")
    await wire("POST", callback(it), {"type": 8, "data": {"choices": []}})
    more = await wire("POST", hook(it), {"content": "x"})
    assert more.verdict == (404, 10015), "what was being typed has no message to follow"


async def test_a_form_of_a_command_has_no_message_to_update(sandbox: Sandbox, wire: Wire) -> None:
    person, channel = sandbox.world.person("Ada"), sandbox.channel("games")
    for answer in (6, 7):
        it = sandbox.interactions.hand_in(SUBMIT, person, channel, {"components": []}, name="x")
        got = await wire("POST", callback(it), {"type": answer, "data": {"content": "x"}})
        assert got.verdict == (400, 50035), f"answer {answer} needs a message"


async def test_a_whisper_is_nowhere_in_the_channel(sandbox: Sandbox, wire: Wire) -> None:
    it = command(sandbox)
    got = await wire("POST", callback(it), {"type": 4, "data": {"content": "sh", "flags": 64}})
    number = got.body["resource"]["message"]["id"]
    assert got.body["resource"]["message"]["flags"] & 64
    place = f"/channels/{it.channel.id}/messages"
    assert (await wire("GET", f"{place}/{number}")).verdict == (404, 10008)
    assert (await wire("PATCH", f"{place}/{number}", {"content": "x"})).verdict == (404, 10008)
    assert (await wire("DELETE", f"{place}/{number}")).verdict == (404, 10008)
    assert (await wire("GET", place)).body == []
    channel = (await wire("GET", f"/channels/{it.channel.id}")).body
    assert channel["last_message_id"] is None
    assert sandbox.person("Bob", "games").sees() == []
    assert [m.content for m in sandbox.person("Ada", "games").sees()] == ["sh"]
    changed = await wire("PATCH", hook(it, "/messages/@original"), {"content": "shh"})
    assert changed.body["flags"] & 64 and changed.body["content"] == "shh"
    sandbox.person("Ada").dismiss(sandbox.message(number))
    assert sandbox.person("Ada", "games").sees() == []


async def test_first_followup_fills_the_deferred_place(sandbox: Sandbox, wire: Wire) -> None:
    it = command(sandbox)
    await wire("POST", callback(it), {"type": 5, "data": {"flags": 64}})
    assert it.original is not None and it.original.flags & 128 and not it.settled.done()
    filled = await wire("POST", hook(it), {"content": "here"})
    assert filled.body["id"] == it.original.id
    assert filled.body["flags"] & 64 and not filled.body["flags"] & 128
    assert it.settled.done()
    second = await wire("POST", hook(it), {"content": "for all"})
    assert second.body["id"] != it.original.id and not second.body["flags"] & 64
    assert [m.content for m in sandbox.channel("games").messages.values()] == ["for all"]
    edited = await wire("PATCH", hook(it, f"/messages/{second.body['id']}"), {"content": "all!"})
    assert edited.body["content"] == "all!"


async def test_a_control_updates_its_message(sandbox: Sandbox, wire: Wire) -> None:
    message = await board(sandbox, wire)
    it = touch(sandbox, message)
    got = await wire(
        "POST", callback(it), {"type": 7, "data": {"content": "new", "components": []}}
    )
    assert got.body["resource"]["message"]["id"] == message.id
    assert message.content == "new" and message.components == []
    other = await board(sandbox, wire)
    it = touch(sandbox, other)
    await wire("POST", callback(it), {"type": 6})
    edited = await wire("PATCH", hook(it, "/messages/@original"), {"content": "later"})
    assert edited.body["id"] == other.id and other.content == "later"
    it = touch(sandbox, other)
    sandbox.host.delete_message(other)
    gone = await wire("POST", callback(it), {"type": 7, "data": {"content": "x"}})
    assert gone.verdict == (404, 10008)


async def test_an_answer_to_what_is_deleted_refers_to_nothing(sandbox: Sandbox, wire: Wire) -> None:
    for deleted in (False, True):
        message = await board(sandbox, wire)
        it = touch(sandbox, message)
        if deleted:
            sandbox.host.delete_message(message)
        got = await wire("POST", callback(it), {"type": 4, "data": {"content": "x"}})
        answer = it.original
        assert answer is not None, "nothing was answered"
        quoted = got.body["resource"]["message"].get("referenced_message")
        assert (quoted or {}).get("id") == (None if deleted else message.id), f"it quotes {quoted}"
        assert (answer.reference is None) is deleted, f"it refers to {answer.reference}"
        assert answer.type == (0 if deleted else 19), "it calls itself a reply to nothing"


async def test_a_token_reaches_only_its_own_messages(sandbox: Sandbox, wire: Wire) -> None:
    mine, other = command(sandbox), command(sandbox, "Bob")
    for it in (mine, other):
        await wire("POST", callback(it), {"type": 4, "data": {"content": "x", "flags": 64}})
    assert other.original is not None
    wrong = await wire("PATCH", hook(mine, f"/messages/{other.original.id}"), {"content": "y"})
    assert wrong.verdict == (404, 10008)
    made_up = mine.token[:-3] + "abc"
    path = f"/interactions/{mine.id}/{made_up}/callback"
    assert (await wire("POST", path, {"type": 4, "data": {}})).verdict == (404, 10062)


async def test_what_an_interaction_says(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.host.set_locale("Ada", "ja")
    sandbox.host.set_locale("Acorn Café", "de")
    message = await board(sandbox, wire)
    shape = sandbox.interactions.payload(touch(sandbox, message))
    guild = sandbox.guild()
    assert shape["locale"] == "ja" and shape["guild_locale"] == "de"
    assert shape["guild_id"] == guild.id and shape["context"] == 0
    assert shape["channel"]["id"] == shape["channel_id"] == message.channel.id
    assert shape["message"]["id"] == message.id
    assert shape["data"] == {"custom_id": "go", "component_type": 2, "id": 2}
    assert int(shape["app_permissions"]) & (1 << 11)
    assert int(shape["member"]["permissions"]) & (1 << 3)
    sandbox.host.bot_permissions(message.channel, take=["send_messages"])
    shape = sandbox.interactions.payload(touch(sandbox, message))
    assert not int(shape["app_permissions"]) & (1 << 11)


async def test_answers_need_no_permission(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.host.bot_permissions("Acorn Café", set_to=[])
    it = command(sandbox)
    got = await wire("POST", callback(it), {"type": 4, "data": {"embeds": [{"title": "x"}]}})
    assert got.status == 200


async def test_a_bot_that_was_kicked_is_not_asked(sandbox: Sandbox, wire: Wire) -> None:
    message = await board(sandbox, wire)
    sandbox.host.kick_bot("Acorn Café")
    it = touch(sandbox, message)
    assert it.status == "failed" and it.first.done()
