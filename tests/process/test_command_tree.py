"""Which calls of a command are let through: by place, by bans, by the choices of an option."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from bot.process.command_tree import CommandTree, _demand_known
from bot.tables.trouble import Trouble


class Banned(Trouble):
    """Somebody is banned."""


class Bans:
    """Bans person 3, and server 5."""

    def demand_not_banned(self, guild_id: int | None, person_id: int) -> None:
        """Raise."""
        if person_id == 3 or guild_id == 5:
            raise Banned("You can't use this bot.")


class Tree(CommandTree):
    """A tree without a Discord."""

    def __init__(self) -> None:
        self.client: Any = SimpleNamespace(bans=Bans())


TREE = Tree()


def command(name: str, *, dm: bool, parent: str | None = None) -> Any:
    """Return a command with an option `row` that has choices, alone or in a group."""

    async def call(
        interaction: discord.Interaction[Any], row: Literal["first", "last"] = "last"
    ) -> None: ...

    places = app_commands.AppCommandContext(guild=True, dm_channel=dm)
    made: Any = app_commands.Command(
        name=name, description="Do it", callback=call, allowed_contexts=places
    )
    if parent is not None:
        group = app_commands.Group(name=parent, description="Some", allowed_contexts=places)
        made.allowed_contexts = None
        group.add_command(made)
    return made


def call(
    made: Any,
    *,
    guild: int | None = 1,
    person: int = 1,
    given: list[dict[str, Any]] | None = None,
    typing: bool = False,
) -> Any:
    """Return a call of a command as it comes in, with or without its group."""
    kinds = discord.InteractionType
    inside: Any = {"options": given or []}
    if made.root_parent is not None:
        inside = {"options": [{"name": made.name, "type": 1, **inside}]}
    return SimpleNamespace(
        command=made,
        type=kinds.autocomplete if typing else kinds.application_command,
        guild_id=guild,
        locale="en-GB",
        guild_locale="en-GB",
        extras={},
        user=SimpleNamespace(id=person),
        data=inside,
    )


def row(value: str, **more: Any) -> list[dict[str, Any]]:
    """Return the option as it is filled in."""
    return [{"name": "row", "type": 3, "value": value, **more}]


PARENTS = pytest.mark.parametrize("parent", [None, "group"])


@PARENTS
async def test_a_command_for_servers_is_refused_in_a_dm_and_no_other(parent: str | None) -> None:
    for dm in (True, False):
        made = command("one", dm=dm, parent=parent)
        assert await TREE.interaction_check(call(made)), "on a server every command works"
        if dm:
            assert await TREE.interaction_check(call(made, guild=None))
        else:
            with pytest.raises(app_commands.NoPrivateMessage):
                await TREE.interaction_check(call(made, guild=None))


@PARENTS
@pytest.mark.parametrize("where", [{"person": 3}, {"guild": 5}])
async def test_who_is_banned_may_use_the_command_for_what_is_kept_of_them_alone(
    parent: str | None, where: dict[str, Any]
) -> None:
    """A command of the same name in another group isn't it."""
    made = command("privacy" if parent else "one", dm=True, parent=parent)
    with pytest.raises(app_commands.CommandInvokeError) as refused:
        await TREE.interaction_check(call(made, **where))
    assert isinstance(refused.value.original, Banned), "who is banned isn't told so"
    assert refused.value.command is made
    allowed = command("about" if parent else "privacy", dm=True, parent=parent and "privacy")
    assert await TREE.interaction_check(call(allowed, **where))


@PARENTS
async def test_a_value_must_be_among_an_options_choices(parent: str | None) -> None:
    made = command("one", dm=True, parent=parent)
    for value in ("first", "last"):
        assert await TREE.interaction_check(call(made, given=row(value)))
    with pytest.raises(app_commands.CommandInvokeError) as refused:
        await TREE.interaction_check(call(made, given=row("middle")))
    trouble = refused.value.original
    assert isinstance(trouble, Trouble)
    said = trouble.say(str.format)
    assert "`row` must be one of `first`, `last`" in said, said
    assert refused.value.command is made


async def test_a_command_that_names_no_places_works_everywhere() -> None:
    made = command("one", dm=True)
    made.allowed_contexts = None
    assert await TREE.interaction_check(call(made, guild=None))


async def test_a_menu_of_discords_own_is_let_through() -> None:
    other: Any = SimpleNamespace(command=None, guild_id=5, user=SimpleNamespace(id=3))
    assert await TREE.interaction_check(other)


async def test_while_somebody_types_something_must_be_offered_for_that_option() -> None:
    made = command("one", dm=True)
    for focused in ({"focused": True}, {}):
        typed = call(made, given=row("mid", **focused), typing=True)
        with pytest.raises(app_commands.CommandSignatureMismatch):
            await TREE.interaction_check(typed)

    async def offer(_interaction: Any, _text: str) -> list[app_commands.Choice[str]]:
        return []

    async def find(interaction: discord.Interaction[Any], word: str) -> None: ...

    free: Any = app_commands.Command(name="two", description="Do it", callback=find)
    free.autocomplete("word")(offer)
    word = {"name": "word", "type": 3, "value": "mid"}
    assert await TREE.interaction_check(call(free, given=[{**word, "focused": True}], typing=True))
    with pytest.raises(app_commands.CommandSignatureMismatch):
        await TREE.interaction_check(call(free, given=[word], typing=True))


def test_an_id_that_discord_explains_gets_through() -> None:
    """Wherever it may be explained, and what is no id needs no explanation."""
    kinds = discord.AppCommandOptionType
    for kind, known in (
        (kinds.user, {"users": {"5": {}}}),
        (kinds.channel, {"channels": {"5": {}}}),
        (kinds.mentionable, {"users": {}, "roles": {"5": {}}}),
        (kinds.string, {}),
    ):
        option: Any = SimpleNamespace(type=kind, display_name="whom")
        made = call(command("do", dm=True))
        made.data["resolved"] = known
        _demand_known(made.command, option, "5", made)
