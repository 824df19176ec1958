"""Run a small bot against a sandbox: one thing of each kind that the page must draw and drive.

It is a process of its own, so that the tests can kill it. `DISCORD_URL` and `DISCORD_TOKEN` come
from whoever starts it.
"""

from __future__ import annotations

import asyncio
import io
import os
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.sandbox.images import png

Button = discord.ui.Button[Any]
Menu = discord.ui.Select[Any]
People = discord.ui.UserSelect[Any]
CARDS = ["acorn 1", "acorn 2", "acorn 3", "leaf 1", "leaf 2", "pebble 1"]


class Panel(discord.ui.View):
    """Buttons and menus under a public message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="My hand", style=discord.ButtonStyle.primary, custom_id="hand")
    async def hand(self, interaction: discord.Interaction, _: Button) -> None:
        """Show the presser a hand."""
        name = interaction.user.display_name
        text = f"secret of {name}"
        await interaction.response.send_message(text, view=Hand(), ephemeral=True)

    @discord.ui.button(label="Count 0", emoji="🌰", custom_id="count")
    async def count(self, interaction: discord.Interaction, button: Button) -> None:
        """Count up in place."""
        panel = Panel()
        panel.count.label = f"Count {int((button.label or '0').split()[-1]) + 1}"
        await interaction.response.edit_message(view=panel)

    @discord.ui.button(label="Rename", style=discord.ButtonStyle.success, custom_id="rename")
    async def rename(self, interaction: discord.Interaction, _: Button) -> None:
        """Open a form."""
        await interaction.response.send_modal(Rename())

    @discord.ui.button(label="Never", style=discord.ButtonStyle.danger, custom_id="never")
    async def never(self, interaction: discord.Interaction, _: Button) -> None:
        """Do nothing, which Discord tells the presser after a while."""

    @discord.ui.button(label="Off", disabled=True, custom_id="off")
    async def off(self, interaction: discord.Interaction, _: Button) -> None:
        """Be disabled."""


class Hand(discord.ui.View):
    """Menus under a private message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        custom_id="one",
        placeholder="Play a card",
        options=[discord.SelectOption(label=card, description=f"play {card}") for card in CARDS],
    )
    async def one(self, interaction: discord.Interaction, select: Menu) -> None:
        """Say which was chosen."""
        await interaction.response.edit_message(content=f"one: {select.values[0]}")

    @discord.ui.select(
        custom_id="several",
        placeholder="Give two or three",
        min_values=2,
        max_values=3,
        options=[discord.SelectOption(label=card, value=card) for card in CARDS],
    )
    async def several(self, interaction: discord.Interaction, select: Menu) -> None:
        """Say which were chosen."""
        chosen = ", ".join(sorted(select.values))
        await interaction.response.edit_message(content=f"several: {chosen}")

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="whom", placeholder="Whom?")
    async def whom(self, interaction: discord.Interaction, select: People) -> None:
        """Say who was chosen."""
        await interaction.response.edit_message(content=f"whom: {select.values[0].name}")


class Things(discord.ui.View):
    """Menus of channels, roles, people, and of both."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        cls=discord.ui.ChannelSelect,
        custom_id="where",
        min_values=0,
        max_values=3,
        channel_types=[discord.ChannelType.text],
    )
    async def where(self, interaction: discord.Interaction, select: Any) -> None:
        """Say which channels were chosen."""
        await say_names(interaction, "where", select)

    @discord.ui.select(cls=discord.ui.RoleSelect, custom_id="roles", max_values=2)
    async def roles(self, interaction: discord.Interaction, select: Any) -> None:
        """Say which roles were chosen."""
        await say_names(interaction, "roles", select)

    @discord.ui.select(cls=discord.ui.MentionableSelect, custom_id="any")
    async def either(self, interaction: discord.Interaction, select: Any) -> None:
        """Say who or what was chosen."""
        await say_names(interaction, "any", select)

    @discord.ui.button(label="Change …", custom_id="change")
    async def change(self, interaction: discord.Interaction, _: Button) -> None:
        """Open a form that is filled in already."""
        assert interaction.channel_id is not None, "the press came from no channel"
        await interaction.response.send_modal(Change(interaction.channel_id))


async def say_names(interaction: discord.Interaction, what: str, select: Any) -> None:
    """Answer with the names of what was chosen."""
    names = ", ".join(sorted(each.name for each in select.values))
    await interaction.response.edit_message(content=f"{what}: {names or 'none'}")


class Change(discord.ui.Modal, title="Change the night"):
    """A form that contains the current values: a text and a channel; people may be added."""

    def __init__(self, channel: int) -> None:
        super().__init__()
        self.name: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="name", default="Friday"
        )
        self.where: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
            custom_id="form-where", default_values=[discord.Object(channel)]
        )
        self.whom: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id="form-whom", required=False, max_values=5
        )
        for text, item in (("Title", self.name), ("Where", self.where), ("Hosts", self.whom)):
            self.add_item(discord.ui.Label(text=text, component=item))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Say what was filled in."""
        where = ", ".join(each.name for each in self.where.values)
        whom = ", ".join(each.name for each in self.whom.values)
        text = f"changed: {self.name.value} in {where} by {whom or 'nobody'}"
        await interaction.response.edit_message(content=text)


class Rename(discord.ui.Modal, title="Rename the table"):
    """A form with a short and a long text."""

    name: discord.ui.TextInput[Rename] = discord.ui.TextInput(
        label="Name", custom_id="name", min_length=2, max_length=20
    )
    why: discord.ui.Label[Rename] = discord.ui.Label(
        text="Why",
        description="Nobody needs to say",
        component=discord.ui.TextInput(
            custom_id="why", style=discord.TextStyle.paragraph, required=False
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Say what was filled in."""
        why = self.why.component
        text = why.value if isinstance(why, discord.ui.TextInput) else ""
        await interaction.response.send_message(f"renamed to {self.name.value} because {text!r}")


class SmallBot(discord.Client):
    """A client with a few commands."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.go_on = asyncio.Event()
        self.pictures: list[discord.InteractionMessage] = []
        add_commands(self)

    async def setup_hook(self) -> None:
        """Listen to old buttons and make the commands known."""
        self.add_view(Panel())
        self.add_view(Hand())
        self.add_view(Things())
        await self.tree.sync()


def add_commands(bot: SmallBot) -> None:
    """Give the bot its commands."""
    group = app_commands.Group(name="small", description="Small things")

    @group.command(description="Post a panel")
    async def panel(interaction: discord.Interaction) -> None:
        embed = discord.Embed(title="A **panel**", description="with `words`", colour=0xF0B35A)
        for name in ("Ada", "Bob", "Cleo", "Dai"):
            embed.add_field(name=name, value="3 cards", inline=True)
        embed.set_footer(text="Round 1 of 8")
        await interaction.response.send_message(embed=embed, view=Panel())

    @group.command(description="Choose things")
    async def things(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("things", view=Things())

    @group.command(description="Play a card to a row")
    @app_commands.describe(card="Which card", row="Which row", face="Up or down")
    @app_commands.choices(
        face=[
            app_commands.Choice(name="Face up", value="up"),
            app_commands.Choice(name="Face down", value="down"),
        ]
    )
    async def play(
        interaction: discord.Interaction, card: str, row: int, face: str | None = None
    ) -> None:
        await interaction.response.send_message(f"played {card} to {row} {face}")

    @play.autocomplete("card")
    async def cards(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=card.title(), value=card)
            for card in CARDS
            if typed.lower() in card
        ]

    @group.command(description="Say a text everywhere a text can stand")
    async def everywhere(interaction: discord.Interaction, text: str) -> None:
        embed = discord.Embed(title=text, description=text)
        embed.add_field(name=text, value=text)
        embed.set_footer(text=text)
        embed.set_author(name=text)
        short = text[:100]
        option = discord.SelectOption(label=short, value=short, description=short)
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label=text[:80], custom_id=text[:100]))
        view.add_item(
            discord.ui.Select(
                custom_id=f"x{text[:99]}",
                placeholder=text[:150],
                options=[option],
            )
        )
        await interaction.response.send_message(text, embed=embed, view=view)

    @group.command(description="Show an emoji of the bot's own")
    async def emoji(interaction: discord.Interaction, emoji: str) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="4", emoji=emoji, custom_id="drawn"))
        view.add_item(discord.ui.Button(emoji=emoji, custom_id="bare"))
        option = discord.SelectOption(label="four", value="4", emoji=emoji, default=True)
        view.add_item(discord.ui.Select(custom_id="among", options=[option]))
        text = f"# {emoji} {emoji}\nyou have {emoji} and {emoji}"
        embed = discord.Embed(title=f"t {emoji}", description=text)
        embed.set_footer(text=f"f {emoji}").set_author(name=f"a {emoji}")
        await interaction.response.send_message(text, embed=embed, view=view)

    @group.command(description="Show a picture in an embed, and then by its address")
    async def picture(interaction: discord.Interaction) -> None:
        file = discord.File(io.BytesIO(png(800, 500)), "board.png", description="a file")
        image: Any = {"url": "attachment://board.png", "description": "a board"}
        embed = discord.Embed.from_dict({"title": "board", "image": image})
        said = await interaction.response.send_message(embed=embed, file=file)
        message = said.resource
        assert isinstance(message, discord.InteractionMessage)
        await interaction.followup.send("shown", ephemeral=True)
        bot.pictures.append(message)

    @group.command(description="Name the last picture by its address")
    async def linked(interaction: discord.Interaction) -> None:
        message = bot.pictures.pop()
        await message.edit(embed=message.embeds[0].copy())
        await interaction.response.send_message("linked", ephemeral=True)

    @group.command(description="Never answer")
    async def silent(interaction: discord.Interaction) -> None:
        pass

    @group.command(description="Answer once somebody says go")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await bot.go_on.wait()
        await interaction.followup.send("at last")

    @group.command(description="Let the slow ones answer")
    async def go(interaction: discord.Interaction) -> None:
        bot.go_on.set()
        await interaction.response.send_message("gone")

    @group.command(description="Open a thread")
    async def thread(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"opening {name}")
        message = await interaction.original_response()
        channel = interaction.channel
        if isinstance(channel, discord.TextChannel):
            opened = await channel.create_thread(name=name, message=discord.Object(message.id))
            await opened.send(f"welcome to {name}, {interaction.user.mention}")

    bot.tree.add_command(group)


def main() -> None:
    """Point discord.py at the sandbox and run."""
    url = yarl.URL(os.environ["DISCORD_URL"])
    Route.BASE = str(url / "api" / "v10")
    DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws")
    SmallBot().run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
