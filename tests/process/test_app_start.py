"""How the bot process starts, and how it ends: in which order, and what it waits for."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from discord.ext import commands

import bot.process.app as app
from bot.process import discord_fixes
from bot.process.app import Bot, _until_stopped, main, operator_of  # pyright: ignore[reportPrivateUsage]
from bot.process.regular_jobs import OPERATOR_EVERY
from bot.process.settings import read_settings
from bot.process.shards import NoStartsLeft
from bot.tables.due_timer import LOOK
from bot.tables.tables import Tables
from bot.ui.pages.server.policies import NOBODY, NOWHERE
from storage.store import Store

# Its shards


def allowed(bot: Bot, remaining: int, *, recommended: int = 2) -> None:
    """Make Discord recommend a number of shards, and allow this many starts."""
    limit = {"remaining": remaining, "reset_after": 7_200_000, "max_concurrency": 16}
    bot.http.get_bot_gateway = AsyncMock(return_value=(recommended, "wss://here", limit))


async def test_exactly_as_many_starts_left_as_shards_are_enough(bot: Bot) -> None:
    allowed(bot, 2)
    await bot._count_shards()
    assert bot.shard_count == 2
    allowed(bot, 1)
    with pytest.raises(NoStartsLeft, match=r"1 more starts.* 2 shards\. .* about 2 h"):
        await bot._count_shards()


async def test_shards_are_as_many_as_set_or_else_as_discord_recommends(bot: Bot) -> None:
    allowed(bot, 9, recommended=3)
    await bot._count_shards()
    assert bot.shard_count == 3
    bot._settings = bot._settings.model_copy(update={"shards": 5})
    await bot._count_shards()
    assert bot.shard_count == 5
    allowed(bot, 4)
    with pytest.raises(NoStartsLeft):
        await bot._count_shards()


async def test_as_many_shards_start_at_once_as_discord_allows(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    monkeypatch.setattr(app, "ShardStarts", made.append)
    allowed(bot, 9)
    await bot._count_shards()
    assert made == [16]


# What is loaded


async def test_a_game_that_fails_is_left_out_and_another_package_ends_the_start(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    """And it is logged by what went wrong, not by discord.py's wrapping."""
    inner = KeyError("secret")
    bot.load_extension = AsyncMock(side_effect=commands.ExtensionFailed("cogs.donburiko", inner))
    await bot._load("donburiko", "cogs.donburiko")
    assert "KeyError" in caplog.text and "cogs.donburiko is left out" in caplog.text
    with pytest.raises(commands.ExtensionFailed):
        await bot._load("tables", "cogs.tables")


async def test_every_game_brings_the_player_of_its_computers(bot: Bot) -> None:
    bot.load_extension = AsyncMock()
    await bot._load("donburiko", "cogs.donburiko")
    await bot._load("tables", "cogs.tables")
    assert [*bot._players] == ["donburiko"]
    services = bot.requests.services
    assert services.players is bot._players, "hints know another rule of thumb than computers"
    assert [call.args for call in bot.load_extension.await_args_list] == [
        ("cogs.donburiko.cog",),
        ("cogs.tables",),
    ]


async def test_background_work_that_fails_at_the_start_is_logged(
    bot: Bot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill = AsyncMock(side_effect=ValueError("secret"))
    monkeypatch.setattr(app, "fill_in_results", fill)
    await bot._fill_in_results()
    fill.assert_awaited_once_with(bot._tables.store)
    assert "filling in the results of old games" in caplog.text
    assert "secret" not in caplog.text


# The last answers


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the end take less time."""
    monkeypatch.setattr(app, "SENT_BEFORE", 0.01)
    monkeypatch.setattr(app, "LAST_ANSWERS", 60.0)
    monkeypatch.setattr(discord_fixes, "CANCEL_AGAIN", 0.01)


def pressed(answered: list[bool]) -> Any:
    """Return a click that is answered once the list says so."""
    return SimpleNamespace(
        id=1,
        type=discord.InteractionType.component,
        response=SimpleNamespace(is_done=lambda: bool(answered)),
    )


async def goes_on(ending: asyncio.Task[None]) -> bool:
    """Tell whether the end still waits, after some moments."""
    await asyncio.wait([ending], timeout=0.08)
    return not ending.done()


@pytest.mark.usefixtures("quick")
async def test_who_pressed_before_the_end_is_answered_first(bot: Bot) -> None:
    """Whether their click has come to its reader yet or not, and also if the answer is deferred."""
    answered: list[bool] = []
    bot._open.came(pressed(answered))
    ending = asyncio.create_task(bot.answer_the_last())
    assert await goes_on(ending), "somebody who has no answer at all is left alone"
    with bot._answers_first.answering():
        answered.append(True)
        assert await goes_on(ending), "somebody whose answer is deferred is left alone"
    await asyncio.wait_for(ending, 60)


@pytest.mark.usefixtures("quick")
async def test_what_was_sent_before_the_end_still_comes_in(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SENT_BEFORE", 0.05)
    answered: list[bool] = []
    ending = asyncio.create_task(bot.answer_the_last())
    await asyncio.sleep(0)
    bot._open.came(pressed(answered))
    assert await goes_on(ending), "a click that was under way is left alone"
    answered.append(True)
    await asyncio.wait_for(ending, 60)


async def test_who_cannot_be_answered_keeps_the_bot_a_while_only(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app, "SENT_BEFORE", 0.0)
    monkeypatch.setattr(app, "LAST_ANSWERS", 0.03)
    bot._open.came(pressed([]))
    await asyncio.wait_for(bot.answer_the_last(), 60)
    assert "1 people were left without an answer" in caplog.text


class Line:
    """Replaces a bot: runs until it is told to stop, perhaps twice."""

    def __init__(self, deaf: int = 0) -> None:
        self.deaf = deaf
        self.said: list[str] = []
        self.running = asyncio.Event()

    async def start(self, token: str) -> None:
        """Run."""
        self.said.append(token)
        self.running.set()
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.said.append("told to stop")
                if not self.deaf:
                    raise
                self.deaf -= 1

    async def answer_the_last(self) -> None:
        """Answer."""
        self.said.append("answered")
        await asyncio.sleep(0)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("deaf", [0, 2])
async def test_the_last_answers_come_before_the_line_is_cut(deaf: int) -> None:
    """As it connects, discord.py may swallow that it is to stop: it is told until it does."""
    line: Any = Line(deaf)
    task = asyncio.create_task(_until_stopped(line, "token"))
    await asyncio.wait_for(line.running.wait(), 60)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait_for(task, 60)
    assert task.cancelled(), "who cancelled it doesn't hear that it has ended"
    assert line.said == ["token", "answered", *["told to stop"] * (deaf + 1)]


@pytest.mark.usefixtures("quick")
async def test_cancelled_again_it_leaves_at_once() -> None:
    line: Any = Line()
    never = asyncio.Event()
    line.answer_the_last = never.wait
    task = asyncio.create_task(_until_stopped(line, "token"))
    await asyncio.wait_for(line.running.wait(), 60)
    task.cancel()
    await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.wait([task], timeout=60)
    assert task.cancelled() and line.said == ["token", "told to stop"], line.said


# What it is put together with


class Made:
    """Replaces `Bot`; notes how it was made."""

    all: list[Made]

    def __init__(
        self, tables: Tables, settings: Any, look: float, steady: Callable[[], float]
    ) -> None:
        self.tables, self.settings, self.look, self.steady = tables, settings, look, steady
        self.watched = MagicMock()
        self.start = AsyncMock()
        self.all.append(self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None: ...


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Made]:
    """Return the bots that `main` makes."""
    monkeypatch.setenv("DATABASE", str(tmp_path / "games.sqlite3"))
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setattr(Made, "all", [], raising=False)
    monkeypatch.setattr(app, "Bot", Made)
    monkeypatch.setattr(app.Database, "open", AsyncMock(return_value=AsyncMock()))
    return Made.all


async def test_the_bot_goes_by_the_machines_clock_and_looks_seldom(made: list[Made]) -> None:
    assert await main(read_settings(None), None, None) == 0
    (one,) = made
    assert one.look == LOOK
    one.start.assert_awaited_once_with("word")
    assert abs(one.tables.now() - app.time.time()) < 60, "its clock isn't the machine's"


async def test_a_file_that_sets_the_clock_is_read_often(made: list[Made], tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("86400")
    await main(read_settings(None), None, clock)
    (one,) = made
    assert one.look == app.LOOK_OFTEN < LOOK
    assert one.steady() - app.time.monotonic() > 1000, "setting the file is taken for a leap"
    assert abs(one.tables.now() - app.time.time() - 86400) < 60, "the file sets no clock"


async def test_fixed_deals_are_dealt(
    made: list[Made], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = MagicMock()
    read = MagicMock(return_value=source)
    monkeypatch.setattr(app.dealers, "from_file", read)
    deals = tmp_path / "deals"
    await main(read_settings(None), deals, None)
    await main(read_settings(None), None, None)
    read.assert_called_once_with(deals)
    first, then = made
    assert first.tables.dealers is source and then.tables.dealers is not source


async def test_a_bot_has_what_the_settings_say(bot: Bot) -> None:
    """Each number reaches the part that goes by it."""
    settings = bot._settings.model_copy(
        update={
            "computer_workers": 3,
            "computer_delay": 4.5,
            "computer_delay_alone": 1.5,
            "picture_pause": 7.0,
            "ping_pause": 9.0,
            "requests_a_second": 11,
            "calm_above": 6.0,
            "upload_kb_a_second": 5.0,
        }
    )
    seen: dict[str, Any] = {}

    def note(name: str) -> Any:
        real = getattr(app, name)

        def make(*args: Any, **more: Any) -> Any:
            seen[name] = (args, more)
            return real(*args, **more)

        return make

    names = ("RequestBudget", "Workers", "TableMessages", "Computers", "Uploads")
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            patch.setattr(app, name, note(name))
        async with Bot(Tables(Store(MagicMock())), settings):
            pass
    assert seen["RequestBudget"][0][0] == 11
    assert seen["Workers"][0][1] == 3
    assert seen["Computers"][0][-2:] == (4.5, 1.5)
    pauses = seen["TableMessages"][1]
    assert (pauses["picture_pause"], pauses["ping_pause"]) == (7.0, 9.0)
    assert pauses["calm_above"] == 6.0
    assert seen["Uploads"][0] == (5.0,)


async def test_parts_are_handed_the_parts_they_go_by(bot: Bot) -> None:
    watched = bot.watched
    assert watched.client is bot and watched.store is bot._tables.store
    assert watched.interactions is bot._open and watched.workers is bot._workers
    assert watched.queues is bot._answers_first.queues
    assert bot.http.http_trace is watched.budget.trace
    arrivals: Any = bot._events._arrivals
    assert arrivals._messages is bot._messages
    assert arrivals._night_messages is bot._night_messages


async def test_what_happens_at_tables_and_nights_is_followed(bot: Bot) -> None:
    followers = [each.__self__ for each in bot._tables.listeners]  # type: ignore[attr-defined]
    for part in (bot._messages, bot._hands, bot._night_messages):
        assert part in followers, f"{type(part).__name__} doesn't hear of tables"
    followers = [each.__self__ for each in bot._nights.listeners]  # type: ignore[attr-defined]
    assert bot._night_messages in followers, "the messages of nights don't hear of nights"


def test_how_long_it_waits_at_its_end() -> None:
    """Docker kills after ten seconds, and Discord takes no answer after three."""
    assert app.SENT_BEFORE + app.LAST_ANSWERS < 8
    assert app.LAST_ANSWERS > 3


def test_who_runs_the_bot_is_as_the_settings_say() -> None:
    plain = read_settings(None)
    nobody = operator_of(plain)
    assert (nobody.name, nobody.contact) == (NOBODY, NOWHERE)
    assert nobody.keep_days is None and nobody.backup_days is None
    told = {"operator_name": "Ada", "contact": "ada@example.org", "keep_days": 30}
    found = operator_of(plain.model_copy(update=told))
    assert (found.name, found.contact, found.keep_days) == (*told.values(),)


# The order of it all


@pytest.fixture
def begun(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return what is begun as the bot starts, in order, each with what it is told."""
    done: list[Any] = []

    def note(name: str, answer: Any = None) -> Any:
        def call(*given: Any, **more: Any) -> Any:
            done.append((name, *given, *more.values()))
            return answer

        return call

    for name in ("_count_shards", "_load", "_resume_computers", "_fill_in_results"):
        monkeypatch.setattr(bot, name, AsyncMock(side_effect=note(name)))
    monkeypatch.setattr(bot._events, "repair", note("repair"))
    monkeypatch.setattr(app, "packages", lambda: {"one": "cogs.one", "two": "cogs.two"})
    monkeypatch.setattr(app.garbage, "look_seldom", note("garbage"))
    monkeypatch.setattr(app, "register_commands", AsyncMock(side_effect=note("register")))
    bot._tables.store.meta = AsyncMock(side_effect=note("alive", "77"))
    bot._tables.store.calls.ways = AsyncMock(return_value=([], [], set()))
    bot._tables.store.notes.all = AsyncMock(return_value=[])
    bot._clocks.start = AsyncMock(side_effect=note("clocks"))
    bot._night_timer.start = AsyncMock(side_effect=note("nights"))
    bot.bans.look = AsyncMock(side_effect=note("bans"))
    bot._jobs._services.announcement.look = AsyncMock(side_effect=note("announced"))
    for name in ("heed_operator", "sweep"):
        loop = MagicMock(start=note(name), change_interval=note(f"{name} every"))
        monkeypatch.setattr(bot._jobs, name, loop)
    for name in ("_workers", "_drawer", "_emoji", "_hands"):
        getattr(bot, name).start = note(name)
    bot._messages.look_for_lost_hands = AsyncMock(side_effect=note("lost hands"))
    return done


async def test_everything_is_begun_once_and_in_order(bot: Bot, begun: list[Any]) -> None:
    """Commands are told once all games are there; nights learn how long the bot was away."""
    await bot.setup_hook()
    await asyncio.sleep(0)
    names = [each[0] for each in begun]
    assert sorted(names) == sorted(
        [
            *("_count_shards", "_load", "_load", "garbage", "register", "alive", "clocks"),
            *("nights", "bans", "heed_operator every", "heed_operator", "sweep", "_workers"),
            *("_drawer", "_emoji", "_resume_computers", "_fill_in_results", "repair"),
            *("_hands", "lost hands", "announced"),
        ]
    ), "something isn't begun, or twice"
    for before, after in (
        ("_count_shards", "_load"),
        ("_load", "garbage"),
        ("_load", "register"),
        ("alive", "clocks"),  # The clocks note a sign of life as they start.
        ("clocks", "nights"),
        ("lost hands", "repair"),
        ("bans", "heed_operator"),
    ):
        assert names.index(before) < names.index(after), f"{after} comes before {before}"
    told = {each[0]: each[1:] for each in begun}
    assert told["register"][2] is None and told["nights"] == (77, LOOK)
    assert told["lost hands"] == (77,) and told["_hands"] == (LOOK,)
    assert told["clocks"] == (LOOK,) and told["heed_operator every"] == (OPERATOR_EVERY,)


async def test_a_first_start_was_never_away_and_another_clock_is_looked_at_often(
    bot: Bot, begun: list[Any]
) -> None:
    bot._tables.store.meta = AsyncMock(return_value=None)
    bot._look = bot._jobs._look = LOOK / 10
    await bot.setup_hook()
    told = {each[0]: each[1:] for each in begun}
    assert told["nights"] == (None, LOOK / 10) and "lost hands" not in told
    assert told["heed_operator every"] == (pytest.approx(OPERATOR_EVERY / 10),)


async def test_all_that_was_begun_is_put_away_before_the_line_is_cut(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody moves any more before messages are let go, nor is anything told meanwhile."""
    done: list[str] = []
    parts = (
        *("_night_timer", "_round_runner", "_clocks", "_computers", "_workers", "_messages"),
        *("_night_messages", "_hands", "_emoji", "_drawer"),
    )

    def close(name: str) -> Any:
        async def call(*_bot: Any) -> None:
            assert bot._leaving, "events still come in"
            done.append(name)

        return call

    for name in parts:
        monkeypatch.setattr(getattr(bot, name), "close", close(name))
    monkeypatch.setattr(commands.AutoShardedBot, "close", close("the line"))
    for name in ("heed_operator", "sweep"):
        monkeypatch.setattr(getattr(bot._jobs, name), "cancel", lambda name=name: done.append(name))
    running = [asyncio.create_task(asyncio.Event().wait()) for _ in range(3)]
    started: Any = bot
    started._events._repairing, started._resuming, started._filling_in = (
        {0: running[0]},
        *running[1:],
    )
    await bot.close()
    await asyncio.wait(running, timeout=60)
    assert all(task.cancelled() for task in running), "a start that isn't over goes on"
    assert sorted(done) == sorted([*parts, "heed_operator", "sweep", "the line"])
    assert done[-1] == "the line"
    for before, after in (("_clocks", "_messages"), ("_computers", "_workers")):
        assert done.index(before) < done.index(after), f"{after} is closed before {before}"
