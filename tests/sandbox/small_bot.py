"""A small discord.py bot that does one thing of each kind."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands

from tests.sandbox.waiting import within

CARDS = ["acorn 1", "acorn 2", "acorn 3", "leaf 1", "leaf 2"]
Button = discord.ui.Button["Panel"]


class Panel(discord.ui.View):
    """Buttons and a select under a message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Count", custom_id="count")
    async def count(self, it: discord.Interaction, _: Button) -> None:
        assert it.message is not None, "the press came from no message"
        await it.response.edit_message(content=it.message.content + "+")

    @discord.ui.button(label="Hand", emoji="🌰", custom_id="hand")
    async def hand(self, it: discord.Interaction, _: Button) -> None:
        await it.response.send_message(f"the hand of {it.user.name}", view=Panel(), ephemeral=True)

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, it: discord.Interaction, _: Button) -> None:
        await it.response.send_modal(Form())

    @discord.ui.button(label="Silent", custom_id="silent")
    async def silent(self, it: discord.Interaction, _: Button) -> None:
        """Never answer."""

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, it: discord.Interaction, _: Button) -> None:
        """Be switched off."""

    @discord.ui.select(
        custom_id="play",
        placeholder="Play a card",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=card.title(), value=card) for card in CARDS],
    )
    async def play(self, it: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await it.response.send_message("played " + ", ".join(select.values))

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="whom", placeholder="Whom?")
    async def whom(self, it: discord.Interaction, select: discord.ui.UserSelect[Any]) -> None:
        await it.response.send_message(f"chose {select.values[0].name}", ephemeral=True)


class Form(discord.ui.Modal, title="Name the table"):
    """A form in the older and the newer way."""

    name: discord.ui.TextInput[Form] = discord.ui.TextInput(
        label="Name", custom_id="name", min_length=2, max_length=10
    )
    why: discord.ui.Label[Form] = discord.ui.Label(
        text="Why",
        component=discord.ui.TextInput(custom_id="why", required=False),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"named {self.name.value}")


class Small(discord.Client):
    """The bot. Everything it hears is kept in `heard` as (event, what)."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        super().__init__(
            intents=intents or discord.Intents.default(),
            guild_ready_timeout=0.05,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.heard: list[tuple[str, Any]] = []
        self._listening: list[tuple[str, int, asyncio.Future[Any]]] = []
        self.tree = app_commands.CommandTree(self)
        _commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        await self.tree.sync()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.heard.append((event, args[0] if args else None))
        for entry in list(self._listening):
            found = [what for name, what in self.heard if name == entry[0]]
            if len(found) >= entry[1] and not entry[2].done():
                entry[2].set_result(found[-1])
        super().dispatch(event, *args, **kwargs)

    async def hears(self, event: str, times: int = 1) -> Any:
        """Wait until an event was heard this often; return what it was about the last time."""
        found = [what for name, what in self.heard if name == event]
        if len(found) >= times:
            return found[times - 1]
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._listening.append((event, times, future))
        return await within(future, f"{times} × the event {event!r}")


def _commands(tree: app_commands.CommandTree[Small]) -> None:
    group = app_commands.Group(
        name="acorns",
        description="A game",
        allowed_contexts=app_commands.AppCommandContext(guild=True),
    )

    @group.command(name="new", description="Open a table")
    @app_commands.describe(seats="How many", pace="How fast")
    @app_commands.choices(pace=[app_commands.Choice(name="Quick", value="q")])
    async def new(
        it: discord.Interaction,
        seats: app_commands.Range[int, 2, 4] = 2,
        pace: str = "slow",
        whom: discord.User | None = None,
    ) -> None:
        embed = discord.Embed(title="A table", description=f"{seats} seats, {pace}")
        embed.add_field(name="With", value=whom.name if whom else "nobody")
        await it.response.send_message("board", embed=embed, view=Panel())

    @group.command(name="add", description="Add a card")
    @app_commands.describe(card="Which")
    async def add(it: discord.Interaction, card: app_commands.Range[str, 2, 20]) -> None:
        await it.response.send_message(f"added {card}", ephemeral=True)

    @add.autocomplete("card")
    async def cards(it: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = [card for card in CARDS if typed in card]
        return [app_commands.Choice(name=card.title(), value=card) for card in found]

    @group.command(name="slow", description="Think first")
    async def slow(it: discord.Interaction, private: bool = True) -> None:
        await it.response.defer(ephemeral=private, thinking=True)
        await it.followup.send("thought", ephemeral=not private)
        await it.followup.send("and more", ephemeral=private)

    tree.add_command(group)

    @tree.command(name="purge", description="For the few")
    @app_commands.default_permissions(manage_messages=True)
    async def purge(it: discord.Interaction) -> None:
        await it.response.send_message("gone", ephemeral=True)
