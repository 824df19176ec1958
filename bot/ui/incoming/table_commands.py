"""The slash commands of the verbs that are the same for every game, as `/table …`."""

from __future__ import annotations

import inspect
from typing import Any

import discord
from discord import app_commands

from bot.ui.actions.tables.verbs import Verb
from bot.ui.incoming.game_commands import (
    TABLE,
    TABLE_TEXT,
    Complete,
    no_choices,
    slash_command,
    table_completer,
)
from bot.ui.incoming.requests import Request, Requests
from bot.ui.incoming.which_table import which
from bot.ui.pages.typed_words import Suggestion, narrowed
from bot.ui.posting.replies import person_of
from bot.ui.services import Interaction


def table_command(requests: Requests, verb: Verb) -> app_commands.Command[Any, ..., None]:
    """Return the command that does a verb at a table of any game."""

    async def go(interaction: Interaction, **given: Any) -> None:
        table = given.pop(TABLE, None)
        said = {word: _said(value) for word, value in given.items() if value is not None}
        await requests.run(interaction, Request(verb.name, words=said), table)

    required = inspect.Parameter.empty
    options: dict[str, tuple[Any, Any]] = {
        option.name: (option.type, None if option.optional else required) for option in verb.options
    }
    complete = {
        option.name: completer(requests, verb, option.name)
        for option in verb.options
        if option.offers is not None
    }
    return slash_command(
        go,
        verb.name,
        verb.text,
        options | {TABLE: (str | None, None)},
        {option.name: option.text for option in verb.options} | {TABLE: TABLE_TEXT},
        complete | {TABLE: table_completer(requests.services, verb.tables)},
    )


def _said(value: object) -> str:
    return str(value.id) if isinstance(value, discord.abc.User) else str(value)


def completer(requests: Requests, verb: Verb, name: str) -> Complete:
    """Return what fills in an option of a verb: what the verb offers at the table that is meant."""
    services = requests.services
    offers = next(option.offers for option in verb.options if option.name == name)
    assert offers is not None

    async def complete(interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        try:
            named = getattr(interaction.namespace, TABLE, None)
            table_id = await which(services, interaction, named, verb.tables)
            table = await services.tables.get(table_id)
            wording = services.wording(table, str(interaction.locale))
            person = person_of(interaction)
            found = await offers(requests.actions, table, person, wording)
        except Exception as error:
            return no_choices(interaction, error)
        offered = narrowed([Suggestion(value, label) for value, label in found], text)
        return [app_commands.Choice(name=each.label, value=each.value) for each in offered]

    return complete
