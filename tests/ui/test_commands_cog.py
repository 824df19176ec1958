"""Commands are put up as their cog is added, and taken down as it is removed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

import cogs.nights
import cogs.tables
from tests.ui.conftest import UI

OWN: list[tuple[Any, set[str]]] = [
    (cogs.tables, {"table", "hand", "me", "play", "learn", "privacy", "setup", "block"}),
    (cogs.nights, {"nights", "night"}),
]


@pytest.mark.parametrize(("package", "names"), OWN)
async def test_the_commands_of_a_cog_come_and_go_with_it(
    ui: UI, package: Any, names: set[str]
) -> None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    ui.services.bot = SimpleNamespace(tree=tree)  # pyright: ignore[reportAttributeAccessIssue]
    added: list[Any] = []

    async def add_cog(cog: Any) -> None:
        added.append(cog)
        await cog.cog_load()

    await package.setup(SimpleNamespace(requests=ui.requests, add_cog=add_cog))
    assert {each.name for each in tree.get_commands()} == names
    for cog in added:
        await cog.cog_unload()
    assert tree.get_commands() == [], "a command stays that nobody answers"
