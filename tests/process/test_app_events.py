"""What the bot process does with everything that Discord reports: it is handed on to its part."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from discord.ext import commands

from bot.process.app import Bot
from storage.errors import DatabaseHeld
from storage.statements import WHOLE

HERE, BANNED, OTHER = 7, 8, 9
"""Servers."""


@pytest.fixture
def told(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what discord.py is told to pass on."""
    names: list[str] = []

    def note(_bot: commands.AutoShardedBot, name: str, /, *_args: object) -> None:
        names.append(name)

    monkeypatch.setattr(commands.AutoShardedBot, "dispatch", note)
    return names


def guild(number: int, **more: Any) -> Any:
    """Return a server."""
    made = SimpleNamespace(
        id=number, shard_id=0, unavailable=False, leave=AsyncMock(), emojis=(), stickers=()
    )
    return SimpleNamespace(**{**vars(made), **more})


def on(bot: Bot, *guilds: Any) -> None:
    """Put the bot on some servers."""
    bot._connection._guilds = {each.id: each for each in guilds}


def refused() -> discord.HTTPException:
    """Return what discord.py raises where Discord refuses."""
    answer: Any = SimpleNamespace(status=403, reason="")
    return discord.Forbidden(answer, "no")


# Bans


def banned(bot: Bot, *, new: bool) -> tuple[AsyncMock, AsyncMock]:
    """Ban a server, and a person besides the bot; return what takes people off."""
    known: Any = SimpleNamespace(servers=frozenset({BANNED}), look=AsyncMock(return_value=new))
    bot.bans = known
    bot._jobs._services.announcement.look = AsyncMock()
    bot._jobs._services.reports.heed_operator = AsyncMock()
    seats, lists = AsyncMock(), AsyncMock()
    bot.requests.services.table_verbs.take_off_blocked = seats
    bot._nights.take_off_blocked = lists
    return seats, lists


async def test_who_is_banned_beside_the_bot_leaves_seats_and_lists_of_nights(bot: Bot) -> None:
    seats, lists = banned(bot, new=True)
    on(bot)
    await bot._jobs.heed_operator()
    seats.assert_awaited_once_with()
    lists.assert_awaited_once_with()
    jobs: Any = bot._jobs._services
    jobs.announcement.look.assert_awaited_once_with()
    jobs.reports.heed_operator.assert_awaited_once_with()


async def test_a_look_at_bans_that_fails_is_logged_and_comes_again(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    seats, _lists = banned(bot, new=True)
    on(bot)
    seats.side_effect = ValueError("secret")
    await bot._jobs.heed_operator()
    assert "heeding the operator: ValueError" in caplog.text and "secret" not in caplog.text


async def test_an_event_that_cannot_be_read_ends_nothing(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    bot._connection.parsers["GUILD_ROLE_UPDATE"]({"guild_id": "x"})
    assert "the event GUILD_ROLE_UPDATE can't be read" in caplog.text


async def test_while_nobody_is_newly_banned_nobody_is_looked_for(bot: Bot) -> None:
    seats, lists = banned(bot, new=False)
    on(bot)
    await bot._jobs.heed_operator()
    seats.assert_not_awaited()
    lists.assert_not_awaited()


async def test_a_banned_server_is_left_and_no_other(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    """Also if nothing is new: the last try may have failed. One that fails keeps no other."""
    banned(bot, new=False)
    stays, first, then = guild(HERE), guild(BANNED), guild(OTHER)
    bans: Any = bot.bans
    bans.servers = frozenset({BANNED, OTHER})
    caplog.set_level("INFO")
    first.leave.side_effect = refused()
    on(bot, stays, first, then)
    await bot._jobs.heed_operator()
    stays.leave.assert_not_awaited()
    first.leave.assert_awaited_once_with()
    then.leave.assert_awaited_once_with()
    said = "server 8 is banned and wasn't left"
    assert said in caplog.text, "nobody hears that the bot is still there"
    left = [each for each in caplog.messages if each.startswith("left server")]
    assert left == [f"left server {OTHER}, which is banned"], f"the log says that it {left}"


async def test_a_banned_server_that_invites_the_bot_again_is_left_at_once(bot: Bot) -> None:
    banned(bot, new=False)
    came = bot._events._arrivals.arrived = AsyncMock()
    again, welcome = guild(BANNED), guild(HERE)
    await bot._events.on_guild_join(again)
    again.leave.assert_awaited_once_with()
    came.assert_not_awaited()
    await bot._events.on_guild_join(welcome)
    welcome.leave.assert_not_awaited()
    came.assert_awaited_once_with(welcome)


async def test_the_sweep_takes_off_who_was_blocked_and_sweeps_nights(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats, lists = banned(bot, new=False)
    monkeypatch.setattr("bot.process.regular_jobs.sweep_tables", AsyncMock())
    swept = bot._nights.sweep = AsyncMock()
    noted = bot._tables.servers.only_on = AsyncMock()
    forgotten = bot._jobs._services.reports.sweep = AsyncMock()
    await bot._jobs.sweep()
    forgotten.assert_awaited_once_with()
    seats.assert_awaited_once_with()
    lists.assert_awaited_once_with()
    swept.assert_awaited_once_with()
    noted.assert_not_awaited()  # Which servers it is on isn't known yet.
    bot.is_ready = lambda: True
    on(bot, guild(HERE), guild(OTHER))
    await bot._jobs.sweep()
    noted.assert_awaited_once_with([HERE, OTHER])


# Servers, channels and messages that come and go


async def test_the_servers_it_is_on_are_noted_once_it_knows_them(bot: Bot) -> None:
    noted = bot._tables.servers.only_on = AsyncMock()
    on(bot, guild(HERE))
    await bot._jobs.on_ready()
    noted.assert_awaited_once_with([HERE])
    noted.side_effect = DatabaseHeld("held")
    await bot._jobs.on_ready()


async def test_a_server_that_removes_the_bot_has_all_of_its_things_sleep(bot: Bot) -> None:
    gone = bot._events._arrivals.gone = MagicMock()
    left = bot._tables.servers.left = AsyncMock()
    tables = bot._tables.sleep_guild = AsyncMock()
    nights = bot._night_messages.sleep_guild = AsyncMock()
    await bot._events.on_guild_remove(guild(HERE))
    for each in (gone, left, tables, nights):
        each.assert_called_once_with(HERE)


async def test_a_server_that_comes_back_has_its_shut_places_open(bot: Bot) -> None:
    """Whatever it refused: the bot may have been invited with other rights."""
    bot._events._arrivals.arrived = AsyncMock()
    opened = bot._shut_places.reopen_guild = MagicMock()
    here = guild(HERE)
    await bot._events.on_guild_join(here)
    await bot._events.on_guild_available(here)
    assert [call.args for call in opened.call_args_list] == [(here,), (here,)]


async def test_what_may_allow_something_wakes_what_sleeps(bot: Bot) -> None:
    """A channel, a role, the bot's own rights, a thread; of the server as it is afterwards."""
    tables = bot._messages.wake_guilds = AsyncMock()
    nights = bot._night_messages.wake_guilds = AsyncMock()
    opened = bot._shut_places.reopen_guild = MagicMock(return_value=True)
    here = guild(HERE)
    before: Any = SimpleNamespace(guild=guild(OTHER))
    after: Any = SimpleNamespace(guild=here)
    for changed in (
        bot._events.on_guild_channel_update,
        bot._events.on_guild_role_update,
        bot._events.on_member_update,
        bot._events.on_thread_update,
    ):
        for each in (opened, tables, nights):
            each.reset_mock()
        await changed(before, after)
        opened.assert_called_once_with(here)
        tables.assert_awaited_once_with([here])
        nights.assert_awaited_once_with([here])
    opened.return_value = False
    for each in (tables, nights):
        each.reset_mock()
    await bot._events.on_guild_role_update(before, after)
    tables.assert_not_awaited()
    nights.assert_not_awaited()


async def test_a_nights_card_that_was_deleted_is_told_with_its_server(bot: Bot) -> None:
    gone = bot._night_messages.messages_deleted = AsyncMock()
    one: Any = SimpleNamespace(guild_id=HERE, message_id=31)
    many: Any = SimpleNamespace(guild_id=HERE, message_ids={41, 42})
    await bot._events.on_raw_message_delete(one)
    await bot._events.on_raw_bulk_message_delete(many)
    assert [call.args for call in gone.await_args_list] == [(HERE, [31]), (HERE, {41, 42})]


@pytest.mark.parametrize(
    ("shut", "missing", "opens"), [(True, [], True), (True, ["view"], False), (False, [], False)]
)
async def test_a_click_from_a_shut_place_opens_it_if_nothing_is_missing_there(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, shut: bool, missing: list[str], opens: bool
) -> None:
    monkeypatch.setattr("bot.process.discord_events.missing_here", lambda _interaction: missing)
    bot._events._shut_places = places = MagicMock()
    places.__contains__.side_effect = lambda place: shut and place == 5
    monkeypatch.setattr(bot._new_names, "heard", lambda _interaction: None)
    here: dict[str, Any] = {"guild_id": 7, "is_guild_integration": lambda: True}
    here["user"] = SimpleNamespace(id=11)
    pressed: Any = SimpleNamespace(type=discord.InteractionType.ping, channel_id=5, **here)
    await bot._events.on_interaction(pressed)
    assert places.reopen.call_args_list == ([((5,),)] if opens else [])
    nowhere: Any = SimpleNamespace(type=discord.InteractionType.ping, channel_id=None, **here)
    places.reset_mock()
    await bot._events.on_interaction(nowhere)
    places.reopen.assert_not_called()


async def test_messages_before_the_bot_knows_itself_are_counted(bot: Bot) -> None:
    counted = bot._messages.count_message = MagicMock()
    bot._connection.user = None
    bot._events.message_written({"author": {"id": "3"}, "channel_id": "12"})
    counted.assert_called_once_with(12)


async def test_where_only_whole_messages_are_made_less_is_made(bot: Bot) -> None:
    assert "MESSAGE_UPDATE" not in bot._connection.parsers, "each edit of a board is read in"


# Sessions


async def test_a_shards_new_session_tells_which_servers_are_gone(bot: Bot, told: list[str]) -> None:
    """Only its own, and only those it doesn't name: these are unavailable for now."""
    gone, named, others = guild(1), guild(2, unavailable=True), guild(3, shard_id=1)
    on(bot, gone, named, others)
    bot.dispatch("shard_connect", 0)
    assert [each.id for each in bot.guilds] == [2, 3], "the wrong servers are forgotten"
    assert told == ["guild_remove", "shard_connect"], "a removal comes too late, or isn't told"
    told.clear()
    bot.dispatch("shard_disconnect", 0)
    assert told == ["shard_disconnect"] and len(bot.guilds) == 2


async def test_who_has_pressed_is_waited_for_before_anything_reads_it(
    bot: Bot, told: list[str]
) -> None:
    """A bot that is stopped between a click's arrival and its reader still answers."""
    pressed: Any = SimpleNamespace(
        id=1,
        type=discord.InteractionType.component,
        response=SimpleNamespace(is_done=lambda: False),
    )
    bot.dispatch("message", pressed)
    assert not bot._open.waiting(), "a message counts as a click"
    bot.dispatch("interaction", pressed)
    assert bot._open.waiting() == 1, "nobody knows that somebody waits"
    assert told == ["message", "interaction"]


async def test_once_it_leaves_nothing_is_handed_on(bot: Bot, told: list[str]) -> None:
    bot._leaving = True
    bot.dispatch("ready")
    bot._leaving, bot.is_closed = False, lambda: True
    bot.dispatch("ready")
    assert not told
    bot.is_closed = lambda: False
    bot.dispatch("ready")
    assert told == ["ready"]


async def test_one_shard_alone_is_one_of_one(bot: Bot) -> None:
    repaired = bot._events.repair = MagicMock()
    setattr(bot, "shard_count", None)  # noqa: B010  # it isn't known yet
    await bot._events.on_shard_ready(0)
    await bot._events.on_shard_resumed(0)
    assert [call.args[0] for call in repaired.call_args_list] == [(0, 1), (0, 1)]


async def test_boards_of_a_shard_are_repaired_once_at_a_time(bot: Bot) -> None:
    go_on, begun = asyncio.Event(), []

    async def repair(shard: Any) -> None:
        begun.append(shard)
        await go_on.wait()

    bot._messages.repair = AsyncMock(side_effect=repair)
    bot._night_messages.repair = AsyncMock()
    bot._events.repair()
    bot._events.repair()
    await asyncio.sleep(0)
    assert begun == [WHOLE], "the same boards are repaired twice at once"
    go_on.set()
    await bot._events._repairing[WHOLE]
    bot._events.repair()
    await bot._events._repairing[WHOLE]
    assert len(begun) == 2, "what came later is never repaired"


async def test_cards_of_nights_are_repaired_also_where_boards_fail(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    bot._messages.repair = AsyncMock(side_effect=ValueError("secret"))
    repaired = bot._night_messages.repair = AsyncMock()
    bot._events.repair()
    await bot._events._repairing[WHOLE]
    repaired.assert_awaited_once_with(WHOLE)
    assert "repairing the boards: ValueError" in caplog.text and "secret" not in caplog.text


async def test_a_shard_waits_for_its_own_turn(bot: Bot) -> None:
    waited = bot._starts.wait = AsyncMock()
    await bot.before_identify_hook(3)
    await bot.before_identify_hook(None)
    assert [call.args for call in waited.await_args_list] == [(3,), (0,)]


async def test_once_a_limit_of_discords_is_over_what_sleeps_there_is_woken(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lifts by itself, so nothing else tells of it."""
    tables = bot._messages.wake_guilds = AsyncMock()
    nights = bot._night_messages.wake_guilds = AsyncMock()
    here = guild(HERE)
    channel = MagicMock(spec=discord.TextChannel, guild=here)
    monkeypatch.setattr(bot, "get_channel", {70: channel}.get)
    bot._shut_places.when_over(71)
    assert not bot._events._waking, "a channel that is gone wakes a server"
    bot._shut_places.when_over(70)
    await bot._events._waking[HERE]
    tables.assert_awaited_once_with([here])
    nights.assert_awaited_once_with([here])
