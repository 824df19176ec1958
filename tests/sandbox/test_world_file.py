"""The world on disk."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import Sandbox, message_payloads, payloads
from bot.sandbox.command_schema import locale_of
from bot.sandbox.world_file import InUse
from tests.sandbox.conftest import Wire

PARTS = [
    {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]},
]


def picture(sandbox: Sandbox) -> dict[str, object]:
    """Return everything worth keeping, in the form it has on the wire."""
    world = sandbox.world
    shapes: dict[str, object] = {"bot": world.bot_id, "commands": world.commands}
    for person in world.people.values():
        shapes[f"person {person.id}"] = (payloads.user(person), person.locale, person.color)
    for guild in world.guilds.values():
        shapes[f"guild {guild.id}"] = payloads.guild(guild)
        shapes[f"members {guild.id}"] = [payloads.member(m) for m in guild.members.values()]
        shapes[f"threads {guild.id}"] = list(guild.threads)
    for channel in world.channels.values():
        shapes[f"channel {channel.id}"] = payloads.channel(channel, world, world.bot_id)
    for message in world.messages.values():
        if message.only_for is None:
            shapes[f"message {message.id}"] = message_payloads.message(message, world)
    shapes["blobs"] = {key: blob.data for key, blob in world.blobs.items()}
    return shapes


async def test_tomorrow_is_as_today(tmp_path: Path) -> None:
    file = tmp_path / "deeper" / "world.sqlite3"
    async with Sandbox(data=file) as sandbox, aiohttp.ClientSession() as session:
        sandbox.ratelimits.generous()
        wire = Wire(sandbox, session)
        games = sandbox.channel("games")
        sandbox.host.bot_permissions(games, give=["attach_files"])
        card = await wire.say(games.id, content="card", components=PARTS, embeds=[{"title": "t"}])
        path = f"/channels/{games.id}/messages/{card.body['id']}"
        thread = (await wire("POST", f"{path}/threads", {"name": "Table"})).body["id"]
        form = aiohttp.FormData()
        form.add_field("payload_json", '{"content": "file"}')
        form.add_field("files[0]", b"bytes", filename="a.txt", content_type="text/plain")
        head = {"Authorization": f"Bot {sandbox.token}"}
        url = f"{sandbox.url}/api/v10/channels/{games.id}/messages"
        async with session.post(url, data=form, headers=head) as answer:
            assert answer.status == 200
        await wire.say(thread, content="board")
        await wire("PATCH", path, {"content": "card!"})
        gone = await wire.say(games.id, content="gone")
        await wire("DELETE", f"/channels/{games.id}/messages/{gone.body['id']}")
        command = {"name": "x", "description": "d"}
        await wire("PUT", f"/applications/{sandbox.world.bot_id}/commands", [command])
        sandbox.host.set_nick("Acorn Café", "Bob", "Bobby")
        sandbox.host.set_locale("Cleo", "ja")
        sandbox.host.add_person("Newt")
        sandbox.host.kick_bot("River House")
        doomed = sandbox.host.add_channel("Acorn Café", "doomed")
        await sandbox.person("Bob").post("inner", "words", doomed)
        sandbox.host.delete_channel(doomed)
        sandbox.host.set_thread(sandbox.world.channels[thread], locked=True, archived=True)
        before = picture(sandbox)
    async with Sandbox(port=sandbox.port, data=file) as again:
        assert picture(again) == before
        assert again.message(card.body["id"]).thread is again.world.channels[thread]
        fresh = await again.person("Bob").say("hi", "games")
        assert int(fresh.id) > max(int(key.split()[1]) for key in before if "message " in key)


async def test_what_one_person_sees_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(data=file) as sandbox:
        games = sandbox.channel("games")
        ada = sandbox.world.person("Ada")
        bot = sandbox.world.bot
        sandbox.world.add_message(games, bot, content="her hand", only_for=ada.id)
    assert b"her hand" not in file.read_bytes(), "a hand lies on the disk"
    async with Sandbox(data=file) as again:
        assert again.channel("games").messages == {}


async def test_a_world_of_an_older_sandbox_opens(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(data=file) as sandbox:
        said = await sandbox.person("Bob").say("hi", "games")
    with sqlite3.connect(file) as db:
        db.execute("UPDATE thing SET json = json_set(json, '$.gone', 5) WHERE kind <> 'commands'")
    db.close()
    async with Sandbox(data=file) as again:
        assert again.message(said.id).content == "hi", "a field that is gone spoils the world"
    assert list(tmp_path.glob("*.unreadable-*")) == []


async def test_changes_are_written_as_they_come(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(data=file) as sandbox:
        said = await sandbox.person("Bob").say("hi", "games")
        store = sandbox._file
        assert store is not None
        store._write(*store._take(sandbox.world))
        # What a killed sandbox leaves behind.
        copy = tmp_path / "copy.sqlite3"
        with sqlite3.connect(copy) as target:
            store._db.backup(target)
        target.close()
    async with Sandbox(data=copy) as again:
        assert again.message(said.id).content == "hi"


async def test_what_waits_to_be_written_as_it_closes_is_not_lost(tmp_path: Path) -> None:
    """A busy machine may not have begun to write what was taken for it."""
    busy, file = threading.Event(), tmp_path / "world"
    sandbox = Sandbox(data=file)
    async with sandbox:
        await sandbox.person("Bob").say("before", "general")
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        blocked = loop.run_in_executor(None, busy.wait)
        await sandbox.person("Bob").say("last words", "general")
        kept = sandbox._file
        assert kept is not None
        while kept._marks:
            await asyncio.sleep(0.01)
        loop.call_later(0.05, busy.set)
    await blocked
    async with Sandbox(data=file) as again:
        said = [message.text for message in again.person("Ada").sees(again.channel("general"))]
    assert said[-2:] == ["before", "last words"], said


@pytest.mark.parametrize("how", ["noise", "nonsense", "newer"])
async def test_an_unreadable_file_is_put_aside(
    tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(data=file) as sandbox:
        await sandbox.person("Bob").say("hi", "games")
    if how == "noise":
        file.write_bytes(b"this is no database" * 100)
    else:
        with sqlite3.connect(file) as db:
            wrong = "UPDATE thing SET json = '{\"id\": 5}' WHERE kind = 'message'"
            db.execute(wrong if how == "nonsense" else "PRAGMA user_version = 99")
        db.close()
    size = file.stat().st_size
    with caplog.at_level(logging.ERROR, "sandbox"):
        async with Sandbox(data=file) as again:
            assert again.channel("games").messages == {}
            assert len(again.world.people) == 9
    assert "can't be read" in caplog.text
    (aside,) = tmp_path.glob("*.unreadable-*")
    assert aside.stat().st_size == size
    async with Sandbox(data=file) as third:
        assert len(third.world.people) == 9


async def test_a_file_in_use_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(data=file):
        with pytest.raises(InUse, match="Another sandbox"):
            Sandbox(data=file)
    assert list(tmp_path.glob("*.unreadable-*")) == []


async def test_a_taken_port_lets_go_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox() as first:
        with pytest.raises(OSError, match="in use"):
            async with Sandbox(port=first.port, data=file):
                pass
    async with Sandbox(data=file) as second:
        assert len(second.world.people) == 9


def test_a_new_world_speaks_the_language_of_its_machine() -> None:
    """As its environment names it; English where it names none that Discord has."""
    for said, locale in (
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en-GB"),
        ({"LANG": "C.UTF-8", "LC_ALL": ""}, "en-US"),
        ({}, "en-US"),
    ):
        assert locale_of(said) == locale, f"{said} isn't read"
    world = Sandbox(locale="ja").world
    speak = {each.locale for each in (*world.people.values(), *world.guilds.values())}
    assert speak == {"ja"}, "people and servers of a new world speak another language"
