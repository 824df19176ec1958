"""Where slash commands come in: all of them are made here, from their rows."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final, Optional

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.trouble import Trouble
from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import Offers, Option
from bot.ui.actions.rights import demand_right_on_server
from bot.ui.actions.tables.which_table import Several
from bot.ui.incoming.rows.row import Command, Top
from bot.ui.pages.typed_words import LONGEST_LABEL, MOST_CHOICES
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.public_labels import note_language
from bot.ui.posting.replies import report
from bot.ui.services import Interaction, Services
from storage.errors import WriteRefused

IN_SERVERS: Final = app_commands.AppCommandContext(
    guild=True, dm_channel=False, private_channel=False
)
FOR_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)
ANYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
FOR_EVERYBODY: Final = app_commands.AppInstallationType(guild=True, user=True)
"""With `ANYWHERE`: for servers, and for whoever has added the app to their account. Both apply to a
whole command with all its subcommands.
"""
MANAGERS: Final = discord.Permissions(manage_guild=True)
"""Who sees the commands for managers unless a server decides otherwise; the right is checked at
each use.
"""

Made = app_commands.Command[Any, ..., Any] | app_commands.Group
Choices = list[app_commands.Choice[str]]


class Requests:
    """Carries out what commands ask for."""

    def __init__(self, services: Services, actions: Actions, answers_first: AnswersFirst) -> None:
        """Take what requests lead to, and what waits while they are answered."""
        self.services = services
        self.actions = actions
        self._answers_first = answers_first

    async def enter(self, interaction: Interaction, row: Command, typed: Mapping[str, Any]) -> None:
        """Answer a command, whatever was typed."""
        await self._answers_first.answered(interaction, self._answer(interaction, row, typed))

    async def _answer(
        self, interaction: Interaction, row: Command, typed: Mapping[str, Any]
    ) -> None:
        await note_language(self.services, interaction)
        await demand_right_on_server(self.services, interaction, row.who)
        await self.services.tables.readers.reads_words(interaction.user.id)
        await self.actions.bound(row.do)(interaction, **typed)
        await self.actions.series.ask_where_nowhere(interaction, row.who)

    async def offered(self, interaction: Interaction, offers: Offers, text: str) -> Choices:
        """Return what an option offers; while somebody types, nothing may fail."""
        try:
            found = await offers(self.actions, interaction, text)
        except (Trouble, Several, WriteRefused):
            return []
        except Exception as error:
            report(error, f"autocomplete {interaction.id}")
            return []
        return [
            app_commands.Choice(name=each.label[:LONGEST_LABEL], value=each.value)
            for each in found[:MOST_CHOICES]
        ]


class CommandsCog(commands.Cog):
    """Puts commands up when it is added, and takes them down when it is removed."""

    def __init__(
        self, requests: Requests, tops: Mapping[str, Top], rows: Sequence[Command]
    ) -> None:
        """Take what carries commands out, and their rows."""
        self.requests = requests
        self.own = made(requests, tops, rows)

    async def cog_load(self) -> None:
        """Put the commands up."""
        for each in self.own:
            self.requests.services.bot.tree.add_command(each)

    async def cog_unload(self) -> None:
        """Take the commands down."""
        for each in self.own:
            self.requests.services.bot.tree.remove_command(each.name)


def made(requests: Requests, tops: Mapping[str, Top], rows: Sequence[Command]) -> list[Made]:
    """Return the commands of some rows, those of one group together."""
    found: dict[str, Made] = {}
    for row in rows:
        first, _, rest = row.name.partition(" ")
        top = tops[first]
        if not rest:
            found[first] = _slash_command(requests, row, first, **_of_all(top))
            continue
        if first not in found:
            found[first] = app_commands.Group(name=first, description=top.text, **_of_all(top))
        group = found[first]
        assert isinstance(group, app_commands.Group)
        group.add_command(_slash_command(requests, row, rest))
    return [*found.values()]


def _of_all(top: Top) -> dict[str, Any]:
    """Return what Discord is told of a command together with all its subcommands."""
    return {
        "allowed_contexts": ANYWHERE if top.anywhere else IN_SERVERS,
        "allowed_installs": FOR_EVERYBODY if top.anywhere else FOR_SERVERS,
        "default_permissions": MANAGERS if top.managers else None,
    }


def _slash_command(
    requests: Requests, row: Command, name: str, *, default_permissions: Any = None, **top: Any
) -> app_commands.Command[Any, ..., None]:
    """Return one command, as if its options had been written as parameters of a function."""

    async def go(interaction: Interaction, **typed: Any) -> None:
        await requests.enter(interaction, row, typed)

    # discord.py reads a command's options from the signature of its callback.
    go.__signature__ = inspect.Signature(  # pyright: ignore[reportFunctionMemberAccess]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=Any),
            *map(_parameter, row.options),
        ]
    )
    app_commands.describe(**{each.parameter: each.text for each in row.options})(go)
    app_commands.rename(
        **{each.parameter: each.name for each in row.options if each.parameter != each.name}
    )(go)
    app_commands.choices(
        **{
            each.parameter: [
                app_commands.Choice(name=text, value=value) for value, text in each.choices.items()
            ]
            for each in row.options
            if each.choices
        }
    )(go)
    command: app_commands.Command[Any, ..., None]
    command = app_commands.Command(name=name, description=row.text, callback=go, **top)
    command.default_permissions = default_permissions
    for each in row.options:
        if each.offers is not None:
            command.autocomplete(each.parameter)(_completer(requests, each.offers))
    return command


def _parameter(option: Option) -> inspect.Parameter:
    kind = Optional[option.type] if option.usual is None else option.type  # noqa: UP045
    return inspect.Parameter(
        option.parameter, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=option.usual
    )


def _completer(
    requests: Requests, offers: Offers
) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    async def complete(interaction: Interaction, text: str) -> Choices:
        return await requests.offered(interaction, offers, text)

    return complete
