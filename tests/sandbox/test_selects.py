"""Selects of people, roles and channels, as discord.py sends and reads them."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.sandbox import Message, NotPossible, Sandbox
from tests.sandbox.small_bot import Small

TEXT = discord.ChannelType.text


class Things(discord.ui.View):
    """One select of each kind; what was chosen is kept in `chosen`."""

    def __init__(self, role: int, person: int, channel: int) -> None:
        super().__init__(timeout=None)
        self.chosen: dict[str, list[Any]] = {}
        user = discord.SelectDefaultValue(id=person, type=discord.SelectDefaultValueType.user)
        for item in (
            discord.ui.ChannelSelect[Any](
                custom_id="where",
                channel_types=[TEXT],
                min_values=0,
                max_values=3,
                default_values=[discord.Object(channel)],
            ),
            discord.ui.RoleSelect[Any](
                custom_id="roles", max_values=2, default_values=[discord.Object(role)]
            ),
            discord.ui.UserSelect[Any](custom_id="whom", max_values=2),
            discord.ui.MentionableSelect[Any](custom_id="any", max_values=2, default_values=[user]),
        ):
            item.callback = self.keep(item)  # pyright: ignore[reportAttributeAccessIssue]
            self.add_item(item)

    def keep(self, item: Any) -> Any:
        """Return what keeps the values of an item."""

        async def kept(it: discord.Interaction) -> None:
            self.chosen[item.custom_id] = list(item.values)
            await it.response.send_message("kept", ephemeral=True)

        return kept


async def shown(sandbox: Sandbox, bot: Small) -> tuple[Things, Message]:
    """Let the bot show its selects."""
    await bot.hears("guild_available", 2)
    games = sandbox.channel("games")
    role = sandbox.host.role(sandbox.guild(), "Moderator")
    view = Things(int(role.id), int(sandbox.world.person("Bob").id), int(games.id))
    channel = bot.get_channel(int(games.id))
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("choose", view=view)
    return view, sandbox.message(str(sent.id))


async def test_what_is_chosen_arrives(sandbox: Sandbox, bot: Small) -> None:
    view, message = await shown(sandbox, bot)
    guild, bob = sandbox.guild(), sandbox.person("Bob")
    emi = sandbox.person("Emi")
    games, night = sandbox.channel("games"), sandbox.channel("game-night")
    where = next(part for part in message.selects if part["custom_id"] == "where")
    assert where["default_values"] == [{"id": games.id, "type": "channel"}]
    assert where["channel_types"] == [0]

    await bob.select(message, "where", [games.id, night.id])
    chosen = view.chosen["where"]
    assert [each.name for each in chosen] == ["games", "game-night"]
    assert all(not each.permissions.manage_threads for each in chosen), "what Bob may do there"
    await emi.select(message, "where", [games.id])
    assert view.chosen["where"][0].permissions.manage_threads, "what Emi may do there"
    await bob.select(message, "where", [])
    assert view.chosen["where"] == []

    member = sandbox.host.role(guild, "Member")
    outcome = await bob.select(message, "roles", member.id)
    assert [each.name for each in view.chosen["roles"]] == ["Member"]
    assert outcome.interaction.data["resolved"]["roles"].keys() == {member.id}

    outcome = await bob.select(message, "whom", [emi.id, bob.id])
    assert [each.name for each in view.chosen["whom"]] == ["Emi", "Bob"]
    resolved = outcome.interaction.data["resolved"]
    assert resolved["users"].keys() == resolved["members"].keys() == {emi.id, bob.id}
    assert int(resolved["members"][emi.id]["permissions"]) & 1 << 34
    assert all(isinstance(each, discord.Member) for each in view.chosen["whom"])

    await bob.select(message, "any", [emi.id, member.id])
    assert [each.name for each in view.chosen["any"]] == ["Emi", "Member"]
    assert sandbox.problems == []


async def test_what_is_not_offered(sandbox: Sandbox, bot: Small) -> None:
    _, message = await shown(sandbox, bot)
    bob = sandbox.person("Bob")
    night, lounge = sandbox.channel("game-night"), sandbox.channel("Lounge")
    stranger = sandbox.host.add_person("Newt", guilds=["River House"])
    sandbox.host.overwrite(night, bob.person, deny=["view_channel"])
    member = sandbox.host.role(sandbox.guild(), "Member").id
    before = len(sandbox.interactions.all)
    for which, values in (
        ("where", [lounge.id]),
        ("where", [night.id]),
        ("where", [sandbox.channel("games", "River House").id]),
        ("roles", [bob.id]),
        ("roles", []),
        ("roles", [member, member]),
        ("whom", [member]),
        ("whom", [stranger.id]),
        ("whom", [bob.id] * 3),
        ("any", [night.id]),
    ):
        with pytest.raises(NotPossible):
            await bob.select(message, which, values)
        assert len(sandbox.interactions.all) == before, f"{which} took {values}"


class Form(discord.ui.Modal, title="Change the night"):
    """A form with texts, one filled in, and two selects, one with something chosen."""

    def __init__(self, channel: int) -> None:
        super().__init__()
        self.heard: list[object] = []
        self.title_box: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="title", default="Friday", max_length=20
        )
        self.words: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="words", style=discord.TextStyle.paragraph, required=False
        )
        self.where: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
            custom_id="where", channel_types=[TEXT], default_values=[discord.Object(channel)]
        )
        self.whom: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id="whom", required=False, min_values=0, max_values=5
        )
        for text, item in (
            ("Title", self.title_box),
            ("Words", self.words),
            ("Where", self.where),
            ("Co-hosts", self.whom),
        ):
            self.add_item(discord.ui.Label(text=text, component=item))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Keep what came."""
        self.heard = [
            self.title_box.value,
            self.words.value,
            [each.name for each in self.where.values],
            [each.name for each in self.whom.values],
        ]
        await interaction.response.edit_message(content="changed")


async def test_a_form_with_labels(sandbox: Sandbox, bot: Small) -> None:
    games = sandbox.channel("games")
    forms: list[Form] = []

    class Change(discord.ui.View):
        @discord.ui.button(label="Change …")
        async def change(self, it: discord.Interaction, _: discord.ui.Button[Any]) -> None:
            forms.append(Form(int(games.id)))
            await it.response.send_modal(forms[-1])

    channel = bot.get_channel(int(games.id))
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("preview", view=Change(timeout=None))
    message = sandbox.message(str(sent.id))
    ada, bob = sandbox.person("Ada", games), sandbox.person("Bob", games)

    opened = (await ada.press(message, "Change …")).modal
    assert opened is not None and list(opened.labels) == ["Title", "Words", "Where", "Co-hosts"]
    with pytest.raises(NotPossible):
        await opened.submit({"Title": "x" * 21})
    with pytest.raises(NotPossible):
        await opened.submit({"Title": ""})
    with pytest.raises(NotPossible):
        await opened.submit({"Nothing": "x"})
    done = await opened.submit()
    assert done.kind == "edit" and message.content == "changed"
    assert forms[-1].heard == ["Friday", "", ["games"], []], "what was there and wasn't touched"

    opened = (await ada.press(message, "Change …")).modal
    assert opened is not None
    night = sandbox.channel("game-night")
    done = await opened.submit(
        {"Title": "Saturday", "Words": "bring\ntea", "Where": [night.id], "Co-hosts": [bob.id]}
    )
    assert forms[-1].heard == ["Saturday", "bring\ntea", ["game-night"], ["Bob"]]
    assert sandbox.problems == []
