"""A discord.py bot that answers every click and does nothing else: what the wire alone costs.

With `move` it makes the requests of a move: a hand as the answer and a board, each with a picture,
and a ping that is taken down again.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
from typing import Any, Final

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

SIDE: Final = 150
"""The pixels of a picture's side: its PNG is about as long as a board's."""


class Noop(discord.Client):
    """Answers each click by editing the message it was made on."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer."""
        await interaction.response.edit_message(content="ok")


class Move(discord.Client):
    """Answers each click as a move is answered and shown, without a game behind it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        file = io.BytesIO()
        Image.effect_noise((SIDE, SIDE), 100).save(file, "PNG")
        self._png = file.getvalue()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer, put a message up, edit it and take it down."""
        await interaction.response.edit_message(**self._shown())
        assert interaction.channel_id is not None
        place = self.get_partial_messageable(interaction.channel_id)
        message = await place.send("Your turn.", view=_buttons())
        await message.edit(**self._shown())
        await message.delete()

    def _shown(self) -> dict[str, Any]:
        embed = discord.Embed(title="Your turn", description="What happened.")
        embed.set_image(url="attachment://board.png")
        file = discord.File(io.BytesIO(self._png), "board.png")
        return {"embed": embed, "view": _buttons(), "attachments": [file]}


def _buttons() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for number in range(5):
        view.add_item(discord.ui.Button(label=f"Card {number}", custom_id=f"m:{number}"))
    return view


async def main() -> None:
    """Run against the Discord at DISCORD_URL until killed."""
    url = yarl.URL(os.environ["DISCORD_URL"])
    Route.BASE = str(url / "api/v10")
    DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws") / ""
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    kind = Move if "move" in sys.argv else Noop
    async with kind(intents=intents, max_messages=None, chunk_guilds_at_startup=False) as client:
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
