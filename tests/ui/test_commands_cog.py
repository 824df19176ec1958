"""Cogs put their commands up as they are added, and take them down as they are removed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.nights.standings import StandingsCog
from cogs.tables.cog import TableCog
from cogs.tables.me import MeCog
from cogs.tables.play import PlayCog
from cogs.tables.privacy import PrivacyCog
from cogs.tables.server import ServerCog
from tests.ui.conftest import UI

OWN: list[tuple[Any, set[str]]] = [
    (TableCog, {"table", "hand"}),
    (MeCog, {"me"}),
    (PlayCog, {"play"}),
    (PrivacyCog, {"privacy"}),
    (ServerCog, {"setup", "block"}),
    (StandingsCog, {"nights", "night"}),
]


@pytest.mark.parametrize(("cog", "names"), OWN)
async def test_the_commands_of_a_cog_come_and_go_with_it(ui: UI, cog: Any, names: set[str]) -> None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    ui.services.bot = SimpleNamespace(tree=tree)  # pyright: ignore[reportAttributeAccessIssue]
    made = cog(ui.requests)
    await made.cog_load()
    assert {each.name for each in tree.get_commands()} == names
    await made.cog_unload()
    assert tree.get_commands() == [], "a command stays that nobody answers"
