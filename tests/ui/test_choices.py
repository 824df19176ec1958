"""Options that take one of a few choices, filled in by a client that doesn't keep to them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from bot.process import refused_input
from bot.process.app import Bot
from bot.process.settings import read_settings
from bot.tables.tables import Tables
from bot.ui.actions.command_options import REQUIRED
from bot.ui.actions.tables.verbs import VERBS
from storage.database import Database
from storage.store import Store
from tests.ui.conftest import CHANNEL, GUILD
from tests.up_to_date import up_to_date


@pytest.fixture
async def bot(tmp_path: Path, kept_modules: None) -> AsyncIterator[Bot]:
    """Yield a bot with one game, that isn't connected to anything."""
    database = await Database.open(up_to_date(tmp_path / "games.sqlite3"))
    async with Bot(Tables(Store(database)), read_settings(None)) as bot:
        me: Any = {"id": 7, "username": "bot", "discriminator": "0", "avatar": None}
        bot._connection.user = discord.ClientUser(state=bot._connection, data=me)
        for extension in ("cogs.donburiko.cog", "cogs.tables", "cogs.nights"):
            await bot.load_extension(extension)
        yield bot
    await database.close()


class Id(int):
    """An id of Discord's that a client has made up."""


class Person(Id):
    """One of a person."""


class Role(Id):
    """One of a role."""


async def answer(bot: Bot, group: str, name: str, **given: object) -> str:
    """Return what is said in answer to `/group name …`, as Discord would send it."""
    types = {str: 3, int: 4, Person: 6, Role: 8}
    options = [
        {"name": key, "type": types[type(v)], "value": str(v) if isinstance(v, Id) else v}
        for key, v in given.items()
    ]
    payload: Any = {
        "id": 900,
        "application_id": 1,
        "type": 2,
        "token": "t",
        "version": 1,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "locale": "en-GB",
        "attachment_size_limit": 0,
        "data": {
            "id": 5,
            "name": group,
            "type": 1,
            "options": [{"name": name, "type": 1, "options": options}],
        },
    }
    interaction: discord.Interaction[Any] = discord.Interaction(data=payload, state=bot._connection)
    interaction.user = MagicMock(spec=discord.Member, id=1)
    response = MagicMock()
    response.is_done.return_value = False
    response.send_message = AsyncMock()
    interaction._cs_response = response  # pyright: ignore[reportAttributeAccessIssue]
    try:
        await bot.tree._call(interaction)
    except discord.app_commands.AppCommandError as error:
        await bot.tree.on_error(interaction, error)
    return str(response.send_message.await_args.args[0])


@pytest.mark.parametrize(
    ("group", "name", "given", "wrong", "choices"),
    [
        ("donburiko", "new", {"pace": "soon"}, "pace", ("live", "days", "none")),
        (
            "donburiko",
            "new",
            {"timeout": "never"},
            "timeout",
            ("they are reminded and the table waits",),
        ),
        ("table", "pace", {"pace": "soon"}, "pace", ("live", "days", "none")),
        ("table", "vote", {"answer": "perhaps"}, "answer", ("yes", "no")),
        ("table", "computer", {"level": "perfect"}, "level", ("casual", "steady", "sharp")),
    ],
)
async def test_a_value_that_is_no_choice_is_refused_in_the_players_words(
    bot: Bot,
    caplog: pytest.LogCaptureFixture,
    group: str,
    name: str,
    given: dict[str, object],
    wrong: str,
    choices: tuple[str, ...],
) -> None:
    with caplog.at_level(logging.ERROR):
        said = await answer(bot, group, name, **given)
    assert not caplog.records, "what a client makes up is logged as a fault of the bot"
    assert said.startswith(f"`{wrong}` must be one of "), f"no plain refusal, but: {said}"
    for choice in choices:
        assert f"`{choice}`" in said, f"the refusal doesn't name {choice}"


@pytest.mark.parametrize("verb", ["pace", "vote", "computer"])
async def test_every_choice_there_is_gets_through(bot: Bot, verb: str) -> None:
    (option, *_) = [each for each in VERBS[verb].options if each.usual is REQUIRED]
    for value in option.type.__args__:
        said = await answer(bot, "table", verb, **{option.name: value})
        assert "must be one of" not in said, f"{option.name}: {value} is refused"


@pytest.mark.parametrize(
    ("group", "name", "given", "option"),
    [
        ("night", "remove", {"person": Person(5)}, "person"),
        ("night", "add", {"person": Person(5)}, "person"),
        ("night", "new", {"when": "fri 20:00", "game": "x", "mention": Role(5)}, "mention"),
        ("block", "add", {"person": Person(5)}, "person"),
    ],
)
async def test_an_id_that_stands_for_nobody_is_refused_on_one_line(
    bot: Bot,
    caplog: pytest.LogCaptureFixture,
    group: str,
    name: str,
    given: dict[str, object],
    option: str,
) -> None:
    """Discord says who an id is; a client that makes one up gets a refusal, not a fault."""
    before = refused_input.counts["commands"]
    with caplog.at_level(logging.WARNING):
        said = await answer(bot, group, name, **given)
    assert said.startswith("I don't know who or what"), f"no plain refusal, but: {said}"
    assert f"`{option}`" in said, f"the refusal doesn't name the option: {said}"
    assert refused_input.counts["commands"] == before + 1, (
        "nobody can see that somebody tries it out"
    )
    lines = [each for each in caplog.records if each.name.startswith("bot")]
    assert len(lines) == 1, (
        f"{len(lines)} lines in the log: {[each.getMessage() for each in lines]}"
    )
    assert lines[0].exc_info is None, "a made-up id is logged as a fault of the bot"
