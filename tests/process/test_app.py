"""The bot process: what it asks of Discord, what it hears from it, and its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from gettext import NullTranslations
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from discord import app_commands

from bot.process import garbage
from bot.process.app import Bot, main
from bot.process.command_tree import register_commands
from bot.process.settings import read_settings
from bot.tables.seat import Person
from bot.tables.tables import Tables
from bot.ui.incoming.clicks import ControlFinder
from bot.ui.incoming.command_texts import CommandTexts
from bot.ui.incoming.rows.row import Control
from bot.ui.pages import command_mentions
from bot.ui.pages.command_mentions import mentioned
from bot.ui.pages.route import Route
from bot.ui.pages.routes import NUMBER
from storage.bans import Bans
from storage.database import Database
from storage.errors import StorageError
from storage.statements import WHOLE
from storage.store import Store
from tests.ui.clicks import Answer, interaction
from tests.up_to_date import up_to_date


async def test_what_comes_after_the_end_is_let_go(tmp_path: Path) -> None:
    database = await Database.open(up_to_date(tmp_path / "games.sqlite3"))
    try:
        async with Bot(Tables(Store(database)), read_settings(None)) as bot:
            pass
        bot.dispatch("ready")
    finally:
        await database.close()


async def test_computers_and_workers_end_with_the_bot(tmp_path: Path) -> None:
    """Else a computer's move could come while the database closes, or a process be left over."""
    database = await Database.open(up_to_date(tmp_path / "games.sqlite3"))
    try:
        async with Bot(Tables(Store(database)), read_settings(None)) as bot:
            bot._workers.start()
        assert bot._computers._closed, "the computers aren't closed"
        assert not bot._workers._posts, "the workers aren't closed"
    finally:
        await database.close()


async def test_all_that_the_bot_began_ends_with_it(bot: Bot) -> None:
    parts: list[Any] = [
        bot._clocks,
        bot._computers,
        bot._workers,
        bot._drawer,
        bot._emoji,
        bot._messages,
        bot._hands,
    ]
    closed: list[str] = []
    for part in parts:

        async def close(name: str = type(part).__name__, inner: Any = part.close) -> None:
            closed.append(name)
            await inner()

        part.close = close
    sweep = bot._jobs.sweep.start()
    await bot.close()
    assert sorted(closed) == sorted(type(part).__name__ for part in parts)
    await asyncio.wait([sweep], timeout=60)
    assert sweep.done(), "the sweep goes on"


async def test_the_database_is_let_go_when_the_bot_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Database] = []
    open_it = Database.open

    async def remember(path: Path, **how: Any) -> Database:
        opened.append(await open_it(path, **how))
        return opened[-1]

    monkeypatch.setattr(Database, "open", remember)
    monkeypatch.setattr(Bot, "start", AsyncMock(side_effect=discord.LoginFailure))
    monkeypatch.setenv("DATABASE", str(tmp_path / "games.sqlite3"))
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    with pytest.raises(discord.LoginFailure):
        await main(read_settings(None), None, None)
    (database,) = opened
    left_open = not database._closed
    await database.close()
    assert not left_open, "the database is still open"


async def test_garbage_is_looked_for_seldom_once_the_games_are_loaded(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    class EnoughError(Exception):
        pass

    async def count() -> None:
        pass

    async def load(_name: str, package: str) -> None:
        done.append(package)

    async def register(*_args: object) -> None:
        raise EnoughError

    monkeypatch.setattr(bot, "_count_shards", count)
    monkeypatch.setattr(bot, "_load", load)
    monkeypatch.setattr("bot.process.app.register_commands", register)
    monkeypatch.setattr(garbage, "look_seldom", lambda: done.append("garbage"))
    with pytest.raises(EnoughError):
        await bot.setup_hook()
    assert done.count("garbage") == 1, "it never says how seldom to look"
    assert done[-1] == "garbage", "games are loaded after that"


async def test_old_tables_are_swept_as_the_settings_say(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot._jobs._keep_days = 30
    swept = AsyncMock()
    monkeypatch.setattr("bot.process.regular_jobs.sweep_tables", swept)
    await bot._jobs.sweep()
    swept.assert_awaited_once_with(bot._tables, 30)


WORDS = "winter 4 in Ada's hand"
"""What an error may say of a hand."""
OPTION_OF_ANOTHER_TYPE = {"name": "row", "type": 3, "value": "1"}


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    """Yield a bot that isn't connected."""
    database = await Database.open(up_to_date(tmp_path / "games.sqlite3"))
    async with Bot(Tables(Store(database)), read_settings(None)) as made:
        yield made
    await database.close()


# What it asks of Discord


def test_it_asks_for_no_more_than_it_needs(bot: Bot) -> None:
    """Nobody is called by a message unless that message says so, and no server's is read."""
    assert bot.allowed_mentions is not None, "anybody could be called by a name or a text"
    assert bot.allowed_mentions.to_dict() == {"parse": []}
    wanted = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    assert bot.intents == wanted, "an intent too many or too few"
    assert not bot.intents.message_content


async def register(bot: Bot) -> None:
    """Tell Discord the commands of a bot as it does when it starts."""
    await register_commands(bot, bot._tables.store, bot._settings.sync_guild)


async def synced(bot: Bot, application_id: int = 7) -> int:
    """Send Discord the bot's commands; return how often that was done."""
    send = AsyncMock(return_value=[])
    bot.http.bulk_upsert_global_commands = bot.http.bulk_upsert_guild_commands = send
    bot._connection.application_id = application_id
    await register(bot)
    return send.await_count


def command(name: str, text: str = "Do something") -> app_commands.Command[Any, ..., None]:
    """Return a command with an option."""

    async def call(interaction: discord.Interaction[Any], row: int) -> None: ...

    return app_commands.Command(name=name, description=text, callback=call)


async def test_commands_are_told_once_and_again_when_they_change(bot: Bot) -> None:
    bot.tree.add_command(command("one"))
    assert await synced(bot) == 1
    assert await synced(bot) == 0, "the same commands are told again"
    bot.tree.remove_command("one")
    bot.tree.add_command(command("one", "Do something else"))
    assert await synced(bot) == 1, "another text isn't told"
    bot.tree.add_command(command("two"))
    assert await synced(bot) == 1, "another command isn't told"
    assert await synced(bot, 8) == 1, "another application has none of them yet"
    bot._settings = bot._settings.model_copy(update={"sync_guild": 5})
    assert await synced(bot) == 1, "one server has none of them yet"


async def test_commands_for_one_server_are_told_to_that_server(bot: Bot) -> None:
    """And in the same order whatever the order in which they were loaded."""
    for name in ("two", "one"):
        bot.tree.add_command(command(name))
    bot._settings = bot._settings.model_copy(update={"sync_guild": 5})
    assert await synced(bot) == 1
    (told,) = bot.http.bulk_upsert_guild_commands.await_args_list  # type: ignore[attr-defined]
    application, guild, forms = told.args
    assert (application, guild) == (7, 5), "they are told to another server"
    assert [each["name"] for each in forms] == ["one", "two"]
    for name in ("two", "one"):
        bot.tree.remove_command(name)
    for name in ("one", "two"):
        bot.tree.add_command(command(name))
    assert await synced(bot) == 0, "another order counts as other commands"


async def test_the_ids_of_commands_are_known_also_when_discord_has_them_already(bot: Bot) -> None:
    bot.tree.add_command(command("one"))
    send = AsyncMock(return_value=[{"name": "one", "id": "11"}])
    bot.http.bulk_upsert_global_commands = send
    bot._connection.application_id = 7
    for _start in range(2):
        command_mentions.learn({})
        await register(bot)
        assert mentioned("`/one`", NullTranslations().pgettext) == "</one:11>"
    command_mentions.learn({})
    assert send.await_count == 1


async def test_commands_are_told_in_all_languages_that_have_a_catalogue(bot: Bot) -> None:
    """As discord.py would tell them, which asks for each text in every language of Discord."""
    added = command("block")
    bot.tree.add_command(added)
    await synced(bot)
    (told,) = bot.http.bulk_upsert_global_commands.await_args_list  # type: ignore[attr-defined]
    (form,) = told.args[1]
    assert form == await added.get_translated_payload(bot.tree, CommandTexts())
    assert form["name_localizations"] == {"ja": "ブロック"}


async def test_commands_that_discord_refused_are_told_again(bot: Bot) -> None:
    bot.tree.add_command(command("one"))
    answer: Any = SimpleNamespace(status=500, reason="")
    refused = AsyncMock(side_effect=discord.HTTPException(answer, "later"))
    bot.http.bulk_upsert_global_commands = refused
    bot._connection.application_id = 7
    await register(bot)
    assert await synced(bot) == 1, "what was refused counts as told"


# What it hears


def called(
    given: list[dict[str, Any]], *, guild: int | None = 1, typing: bool = False
) -> discord.Interaction[Any]:
    """Return a call of a command of a group, `/group one row:…`."""
    found = command("one")
    group = app_commands.Group(
        name="group",
        description="Some",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False),
    )
    group.add_command(found)
    types = discord.InteractionType
    made: Any = SimpleNamespace(
        command=found,
        type=types.autocomplete if typing else types.application_command,
        guild_id=guild,
        user=SimpleNamespace(id=1),
        data={"options": [{"name": "one", "type": 1, "options": given}]},
    )
    return made


async def test_options_that_the_command_does_not_have_are_refused(bot: Bot) -> None:
    right = {"name": "row", "type": 4, "value": 1}
    assert await bot.tree.interaction_check(called([right]))
    for wrong in (OPTION_OF_ANOTHER_TYPE, {**right, "name": "column"}):
        with pytest.raises(app_commands.CommandSignatureMismatch):
            await bot.tree.interaction_check(called([wrong]))
    with pytest.raises(app_commands.CommandSignatureMismatch):
        # Nothing is offered for this option while somebody types.
        await bot.tree.interaction_check(called([{**right, "focused": True}], typing=True))
    with pytest.raises(app_commands.NoPrivateMessage):
        await bot.tree.interaction_check(called([right], guild=None))


async def test_only_clicks_and_forms_go_to_the_reader_of_clicks(bot: Bot) -> None:
    """A command that came there, too, would be answered twice."""
    read: list[discord.InteractionType] = []

    async def enter(interaction: discord.Interaction[Any]) -> None:
        read.append(interaction.type)

    bot._events._clicks.enter = enter
    for kind in discord.InteractionType:
        made: Any = SimpleNamespace(
            type=kind,
            channel_id=None,
            guild_id=None,
            message=None,
            is_guild_integration=lambda: False,
        )
        await bot._events.on_interaction(made)
    assert read == [
        discord.InteractionType.component,
        discord.InteractionType.modal_submit,
    ]


async def test_a_form_is_no_click(bot: Bot) -> None:
    """The bot has no forms: one that has the id of a control was made up."""
    read = AsyncMock()
    toy = Control(Route("toy", NUMBER), read, "anyone")
    bot._events._clicks._controls = ControlFinder((toy,))
    room: Any = SimpleNamespace(interaction=lambda: 1)
    for kind in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        answer = Answer()
        made = interaction(room, Person(1, "Ada"), 200, answer, type=kind, custom_id="toy:1")
        await bot._events.on_interaction(made)
    assert "This button doesn't work any more." in answer.text
    read.assert_awaited_once()


@pytest.mark.parametrize("event", ["ready", "resumed"])
async def test_a_shard_whose_line_is_back_has_its_own_boards_repaired(bot: Bot, event: str) -> None:
    """Also while those of another are being repaired."""
    repair, night_repair = AsyncMock(), AsyncMock()
    bot._messages.repair, bot._night_messages.repair = repair, night_repair
    bot.shard_count = 3
    for shard in (1, 2):
        await getattr(bot._events, f"on_shard_{event}")(shard)
    await asyncio.gather(*bot._events._repairing.values())
    for each in (repair, night_repair):
        shards = [call.args for call in each.await_args_list]
        assert sorted(shards) == [((1, 3),), ((2, 3),)], f"{event} repairs {shards}"


async def test_only_what_others_write_counts_as_below_the_board(bot: Bot) -> None:
    counted: list[int] = []

    def count(channel_id: int) -> None:
        counted.append(channel_id)

    bot._messages.count_message = count
    bot._connection.user = MagicMock(id=9)
    for author, channel in ((9, 1), (8, 2)):
        message = {"author": {"id": str(author)}, "channel_id": str(channel), "content": "hi"}
        bot._connection.parsers["MESSAGE_CREATE"](message)
    assert counted == [2], f"counted in {counted}, where only channel 2 has another's message"


@pytest.mark.parametrize(
    ("how", "answered"),
    [
        ({}, True),
        ({"type": 19}, True),
        ({"type": 6}, False),
        ({"guild_id": "5"}, False),
        ({"author": {"id": "9"}}, False),
        ({"author": {"id": "8", "bot": True}}, False),
        ({"author": {"id": "66"}}, False),
    ],
    ids=["written", "a reply", "a pin", "on a server", "the bot's own", "a bot's", "banned"],
)
def test_a_direct_message_is_answered(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, how: dict[str, Any], answered: bool
) -> None:
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(bot, "dispatch", lambda *about: told.append(about))
    monkeypatch.setattr(bot.bans, "_known", Bans(people=frozenset({66})))
    bot._connection.user = MagicMock(id=9)
    message = {"id": "3", "author": {"id": "8"}, "channel_id": "2", "type": 0, "content": "hi"}
    bot._connection.parsers["MESSAGE_CREATE"](message | how)
    assert told == ([("direct_message", 8, 2, 3)] if answered else [])


async def test_places_that_go_and_come_are_told_to_the_messages(bot: Bot) -> None:
    gone, back = AsyncMock(), AsyncMock()
    night_gone, night_back = AsyncMock(), AsyncMock()
    bot._messages.place_deleted, bot._messages.wake_guilds = gone, back
    bot._night_messages.place_deleted, bot._night_messages.wake_guilds = night_gone, night_back
    guild: Any = SimpleNamespace(id=7)
    noted = bot._tables.servers.joined = AsyncMock()
    thread: Any = SimpleNamespace(thread_id=5, guild_id=7)
    await bot._events.on_raw_thread_delete(thread)
    await bot._events.on_guild_join(guild)
    await bot._events.on_guild_available(guild)
    for each in (gone, night_gone):
        each.assert_awaited_once_with(5)
    for each in (back, night_back):
        assert [call.args for call in each.await_args_list] == [([guild],), ([guild],)]
    assert noted.await_count == 2, "nobody noted that the bot is there again"


async def test_a_server_that_removes_the_bot_is_not_woken_afterwards(bot: Bot) -> None:
    bot._events._arrivals.gone = gone = MagicMock()
    guild: Any = SimpleNamespace(id=7)
    await bot._events.on_guild_remove(guild)
    gone.assert_called_once_with(7)


# What it logs


def fails(words: str = WORDS) -> Callable[..., Any]:
    """Return something that fails with words that nobody may read."""
    return AsyncMock(side_effect=ValueError(words))


async def test_no_fault_is_logged_with_its_own_words(
    bot: Bot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an event, of a repair, of computers that take up their turn, of the sweep."""
    caplog.set_level(logging.DEBUG)
    try:
        raise ValueError(WORDS)
    except ValueError:
        await bot.on_error("on_message")
    bot._messages.repair = fails()
    await bot._events._repair_all(WHOLE)
    bot._computers.resume = fails()
    await bot._resume_computers()
    monkeypatch.setattr("bot.process.regular_jobs.sweep_tables", fails())
    await bot._jobs.sweep()
    faults = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert len(faults) == 4, [each.getMessage() for each in faults]
    assert all("ValueError" in each.getMessage() for each in faults), "nobody could find it"
    shown = caplog.text + "".join(str(each.exc_info) for each in caplog.records)
    assert WORDS not in shown, "an error's own words may hold a hand"


@pytest.mark.parametrize("leaving", [True, False])
@pytest.mark.parametrize(
    "closed", [StorageError("The database is closed."), RuntimeError("Session is closed")]
)
async def test_an_event_that_finds_something_closed_is_no_fault_as_the_bot_leaves(
    bot: Bot, caplog: pytest.LogCaptureFixture, closed: Exception, leaving: bool
) -> None:
    bot._leaving = leaving
    try:
        raise closed
    except Exception:
        await bot.on_error("on_guild_available")
    faults = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    assert bool(faults) is not leaving, faults
    bot._leaving = False
