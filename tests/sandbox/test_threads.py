"""Threads, forum posts, archives and locks."""

from __future__ import annotations

import pytest

from bot.sandbox import Channel, NotPossible, Sandbox, threads
from tests.only import first
from tests.sandbox.conftest import Wire

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


async def opened(sandbox: Sandbox, wire: Wire, place: str = "games") -> Channel:
    """Open a thread from a message of the bot with a message in it."""
    channel = sandbox.channel(place)
    message = await wire.say(channel.id, content="card")
    path = f"/channels/{channel.id}/messages/{message.body['id']}/threads"
    made = await wire("POST", path, {"name": "Table", "auto_archive_duration": 10080})
    assert made.status == 201 and made.body["id"] == message.body["id"]
    board = await wire.say(
        made.body["id"], content="board", components=[{"type": 1, "components": [BUTTON]}]
    )
    assert board.status == 200, "the message of the thread can't be read"
    return sandbox.world.channels[made.body["id"]]


def board_of(thread: Channel) -> str:
    """Return the path of the board in a thread."""
    there = [m for m in thread.messages.values() if m.content == "board"]
    board = first(there, f"the board in the thread {thread.name}")
    return f"/channels/{thread.id}/messages/{board.id}"


async def test_a_thread_grows_from_a_message_once(sandbox: Sandbox, wire: Wire) -> None:
    thread = await opened(sandbox, wire)
    starter = sandbox.message(thread.id)
    assert starter.thread is thread and starter.flags & 32
    again = await wire(
        "POST", f"/channels/{starter.channel.id}/messages/{starter.id}/threads", {"name": "x"}
    )
    assert again.verdict == (400, 160004)
    shape = (await wire("GET", f"/channels/{thread.id}")).body
    assert shape["type"] == 11 and shape["parent_id"] == starter.channel.id
    assert shape["message_count"] == 1 and shape["member"]["user_id"] == sandbox.world.bot_id
    assert thread.auto_archive == 10080


async def test_a_thread_needs_a_name(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    made = await wire.say(channel.id, content="card")
    path = f"/channels/{channel.id}/messages/{made.body['id']}/threads"
    for name in ("", "x" * 101):
        refused = await wire("POST", path, {"name": name})
        assert refused.verdict == (400, 50035), f"a thread can have a name of {len(name)} letters"


async def test_threads_elsewhere(sandbox: Sandbox, wire: Wire) -> None:
    news = await opened(sandbox, wire, "news")
    assert news.type == 10
    lounge = sandbox.channel("Lounge")
    said = await wire.say(lounge.id, content="x")
    path = f"/channels/{lounge.id}/messages/{said.body['id']}/threads"
    assert (await wire("POST", path, {"name": "x"})).verdict == (400, 50024)
    board = board_of(news)
    assert (await wire("POST", f"{board}/threads", {"name": "x"})).verdict == (400, 50024)


async def test_forum_posts(sandbox: Sandbox, wire: Wire) -> None:
    forum = sandbox.channel("tables")
    assert (await wire.say(forum.id, content="x")).verdict == (400, 50008)
    theirs = await sandbox.person("Bob", forum).post("Mine", "words")
    assert [m.content for m in sandbox.person("Ada").sees(theirs)] == ["words"]
    assert (await wire.say(theirs.id, content="x")).status == 200


async def test_an_archived_thread(sandbox: Sandbox, wire: Wire) -> None:
    thread = await opened(sandbox, wire)
    path = board_of(thread)
    sandbox.host.set_thread(thread, archived=True)
    assert (await wire("PATCH", path, {"content": "x"})).verdict == (400, 50083)
    assert (await wire("DELETE", path)).verdict == (400, 50083)
    renamed = await wire("PATCH", f"/channels/{thread.id}", {"name": "x"})
    assert renamed.verdict == (400, 50083)
    # Writing takes an unlocked thread out of the archive, and so does asking for it.
    assert (await wire.say(thread.id, content="x")).status == 200
    assert not thread.archived
    sandbox.host.set_thread(thread, archived=True)
    back = await wire("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert back.status == 200 and back.body["thread_metadata"]["archived"] is False
    assert (await wire("PATCH", path, {"content": "x"})).status == 200
    own = await wire("PATCH", f"/channels/{thread.id}", {"archived": True})
    assert own.status == 200 and thread.archived


async def test_a_locked_thread(sandbox: Sandbox, wire: Wire) -> None:
    thread = await opened(sandbox, wire)
    path = board_of(thread)
    assert (await wire("PATCH", f"/channels/{thread.id}", {"locked": True})).verdict == (403, 50013)
    sandbox.host.set_thread(thread, locked=True)
    assert (await wire.say(thread.id, content="x")).verdict == (400, 160005)
    assert (await wire("PATCH", path, {"content": "y"})).status == 200
    sandbox.host.set_thread(thread, archived=True)
    assert (await wire.say(thread.id, content="x")).verdict == (400, 50083)
    back = await wire("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert back.verdict == (403, 50013)
    sandbox.host.bot_permissions("Acorn Café", give=["manage_threads"])
    assert (await wire("PATCH", f"/channels/{thread.id}", {"archived": False})).status == 200
    assert (await wire.say(thread.id, content="x")).status == 200


async def test_people_in_archived_and_locked_threads(sandbox: Sandbox, wire: Wire) -> None:
    thread = await opened(sandbox, wire)
    there = [m for m in thread.messages.values() if m.content == "board"]
    board = first(there, f"the board in the thread {thread.name}")
    bob = sandbox.world.person("Bob")
    sandbox.host.set_thread(thread, archived=True)
    sandbox.users.press(bob, board, "go")
    assert not thread.archived
    sandbox.host.set_thread(thread, archived=True)
    await sandbox.person("Bob").say("hi", thread)
    assert not thread.archived
    sandbox.host.set_thread(thread, locked=True)
    with pytest.raises(NotPossible, match="locked"):
        sandbox.users.press(bob, board, "go")
    with pytest.raises(NotPossible, match="locked"):
        await sandbox.person("Bob").say("hi", thread)
    sandbox.host.set_thread(thread, archived=True, locked=False)
    sandbox.host.overwrite(sandbox.channel("games"), bob, deny=["send_messages_in_threads"])
    with pytest.raises(NotPossible, match="archived"):
        sandbox.users.press(bob, board, "go")
    sandbox.host.set_thread(thread, locked=True)
    # Ada owns the server and manages its threads.
    sandbox.users.press(sandbox.world.person("Ada"), board, "go")
    with pytest.raises(NotPossible):
        sandbox.users.set_thread(bob, thread, locked=False)
    with pytest.raises(NotPossible):
        sandbox.users.set_thread(bob, thread, archived=True)
    sandbox.host.set_thread(thread, archived=True, locked=False)
    sandbox.users.set_thread(bob, thread, archived=False)
    assert not thread.archived, "a thread that isn't locked stays in the archive"
    sandbox.host.set_thread(thread, archived=True, locked=True)
    with pytest.raises(NotPossible, match="locked"):
        sandbox.users.set_thread(bob, thread, archived=False)
    sandbox.users.set_thread(sandbox.world.person("Ada"), thread, archived=False)
    assert not thread.archived, "who manages threads opens a locked one"


async def test_permissions_in_threads(sandbox: Sandbox, wire: Wire) -> None:
    thread = await opened(sandbox, wire)
    parent = sandbox.channel("games")
    sandbox.host.bot_permissions(parent, take=["send_messages_in_threads"])
    assert (await wire.say(thread.id, content="x")).verdict == (403, 50013)
    sandbox.host.set_thread(thread, archived=True)
    back = await wire("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert back.verdict == (403, 50013), "who can't speak in a thread can't open it again"
    assert (await wire.say(parent.id, content="x")).status == 200
    sandbox.host.bot_permissions(parent, take=["create_public_threads"])
    card = await wire.say(parent.id, content="card")
    path = f"/channels/{parent.id}/messages/{card.body['id']}/threads"
    assert (await wire("POST", path, {"name": "x"})).verdict == (403, 50013)


async def test_threads_and_messages_that_are_deleted(sandbox: Sandbox, wire: Wire) -> None:
    thread = await opened(sandbox, wire)
    path, starter = board_of(thread), sandbox.message(thread.id)
    first = next(message for message in thread.messages.values() if message.type == 21)
    gone = await wire("DELETE", f"/channels/{thread.id}/messages/{first.id}")
    assert gone.verdict == (403, 50021), "Discord's own first line of a thread stays"
    sandbox.host.delete_message(starter)
    assert (await wire("PATCH", path, {"content": "x"})).status == 200
    sandbox.host.delete_channel(thread)
    assert (await wire("PATCH", path, {"content": "x"})).verdict == (404, 10003)
    other = await opened(sandbox, wire)
    card = sandbox.message(other.id)
    sandbox.host.delete_channel(other)
    assert card.thread is None and not card.flags & 32, "its message still leads to the thread"
    other = await opened(sandbox, wire)
    path = board_of(other)
    board = next(m for m in other.messages.values() if m.content == "board")
    sandbox.host.delete_channel(sandbox.channel("games"))
    assert (await wire("PATCH", path, {"content": "x"})).verdict == (404, 10003)
    assert board.deleted and board.id not in sandbox.world.messages


async def test_idle_threads_are_archived(sandbox: Sandbox, wire: Wire) -> None:
    thread = await opened(sandbox, wire)
    now = thread.active
    sandbox.world.clock = lambda: now
    threads.archive_idle(sandbox.world)
    assert not thread.archived
    now += 10080 * 60 + 1
    threads.archive_idle(sandbox.world)
    assert thread.archived


def test_the_post_in_the_forum_begins_with_a_message_of_who_opened_it(sandbox: Sandbox) -> None:
    post = sandbox.channel("Friday round")
    starter = post.messages.get(post.id)
    assert starter is not None, "the post has no first message, and on Discord each has one"
    assert starter.author.id == post.owner_id, f"{starter.author.name} has begun another's post"


async def test_the_line_about_a_new_thread_says_where_it_is(sandbox: Sandbox) -> None:
    channel = sandbox.channel("games")
    thread = sandbox.channel("Friday round")
    threads.announce_thread(sandbox.world, channel, sandbox.world.person("Ada"), thread)
    *_before, line = channel.messages.values()
    wanted = {"type": 0, "channel_id": thread.id, "guild_id": sandbox.guild().id}
    assert line.reference == wanted, f"it leads to {line.reference}"
