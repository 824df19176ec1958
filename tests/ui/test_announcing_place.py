"""Where a night is announced that is planned somewhere."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord

from bot.ui.actions.nights.announcing_place import place_to_announce
from tests.ui.conftest import CHANNEL, GUILD, UI

THREAD = CHANNEL + 1


async def test_a_night_planned_in_a_thread_is_announced_in_its_channel(ui: UI) -> None:
    channel = MagicMock(spec=discord.TextChannel, id=CHANNEL)
    thread = MagicMock(spec=discord.Thread, id=THREAD, parent_id=CHANNEL)
    thread.parent = channel
    asked: Any = SimpleNamespace(
        channel=thread,
        channel_id=THREAD,
        guild_id=GUILD,
        permissions=discord.Permissions.none(),
    )
    assert await place_to_announce(ui.services, asked) == CHANNEL
