"""A discord.py bot that answers every click and does nothing else: what the wire alone costs."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


class Noop(discord.Client):
    """Answers each click by editing the message it was made on."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer."""
        await interaction.response.edit_message(content="ok")


async def main() -> None:
    """Run against the Discord at DISCORD_URL until killed."""
    url = yarl.URL(os.environ["DISCORD_URL"])
    Route.BASE = str(url / "api/v10")
    DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws") / ""
    intents = discord.Intents(guilds=True, guild_messages=True)
    async with Noop(intents=intents, max_messages=None, chunk_guilds_at_startup=False) as client:
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
