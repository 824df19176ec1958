"""The commands for game nights, and for the standings and seasons of a server."""

from __future__ import annotations

from typing import Any

from bot.ui.incoming.commands import CommandsCog
from bot.ui.incoming.rows.all_rows import NIGHT_COMMANDS, TOPS


class NightsCog(CommandsCog):
    """`/night …` and `/nights …`."""


async def setup(bot: Any) -> None:
    """Add the cog to a bot; discord.py calls it."""
    await bot.add_cog(NightsCog(bot.requests, TOPS, NIGHT_COMMANDS))
