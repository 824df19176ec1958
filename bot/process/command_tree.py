"""The slash commands: how they are registered, which calls are let through, and what is
answered.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.process import refused_input
from bot.process.discord_fixes import translating_into
from bot.tables.servers import OperatorBans
from bot.tables.trouble import Trouble
from bot.ui.incoming.command_texts import CommandTexts
from bot.ui.pages import command_mentions
from bot.ui.posting.replies import refuse, wording_of
from storage.store import Store

log = logging.getLogger(__name__)

PRIVACY = "privacy"
"""The command that also works for those who are banned."""


class BotWithBans(commands.AutoShardedBot):
    """A bot that knows whom its operator has banned."""

    bans: OperatorBans


class CommandTree(app_commands.CommandTree[BotWithBans]):
    """The slash commands; whatever goes wrong in one gets an answer."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Clean whatever was typed; let the call through.

        Raises an AppCommandError if it isn't for this place, was made for other options, or has a
        value that isn't among an option's choices.
        """
        command = interaction.command
        if not isinstance(command, app_commands.Command):
            return True
        if (command.root_parent or command).name != PRIVACY:
            # Whoever is banned may still see and delete what is stored about them.
            try:
                self.client.bans.demand_not_banned(interaction.guild_id, interaction.user.id)
            except Trouble as trouble:
                raise app_commands.CommandInvokeError(command, trouble) from trouble
        places = (command.root_parent or command).allowed_contexts
        if interaction.guild_id is None and places is not None and not places.dm_channel:
            raise app_commands.NoPrivateMessage
        typing = interaction.type is discord.InteractionType.autocomplete
        # An option may have another name on Discord than in the code, where `from` isn't allowed.
        options = {option.display_name: option for option in command.parameters}
        for given in _given(interaction.data):
            option = options.get(given["name"])
            if option is None or option.type.value != given["type"]:
                raise app_commands.CommandSignatureMismatch(command)
            if interaction.type is discord.InteractionType.application_command:
                if isinstance(given["value"], str):
                    # Before any command reads it: others may read what somebody types here.
                    given["value"] = cleaned(given["value"])
                _demand_choice(command, option, given["value"], interaction)
                _demand_known(command, option, given["value"], interaction)
            elif given.get("focused") and option.autocomplete:
                typing = False
        if typing:
            raise app_commands.CommandSignatureMismatch(command)
        return True

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Say why a command wasn't carried out."""
        await refuse(interaction, error)


def _demand_choice(
    command: app_commands.Command[Any, ..., Any],
    option: app_commands.Parameter,
    value: object,
    interaction: discord.Interaction[Any],
) -> None:
    """Refuse a value that isn't among an option's choices, which discord.py would let through."""
    if option.choices and value not in [choice.value for choice in option.choices]:
        refused_input.note("commands", f"/{command.qualified_name} with a value that is no choice")
        wording = wording_of(interaction)
        trouble = Trouble(
            _("`{option}` must be one of {choices}. Nothing was done."),
            option=wording.option(command.qualified_name, option.display_name),
            choices=wording.series(
                f"`{wording.pgettext('choice', choice.name)}`" for choice in option.choices
            ),
        )
        raise app_commands.CommandInvokeError(command, trouble)


RESOLVED: Final = {
    discord.AppCommandOptionType.user: ("users",),
    discord.AppCommandOptionType.channel: ("channels",),
    discord.AppCommandOptionType.role: ("roles",),
    discord.AppCommandOptionType.mentionable: ("users", "roles"),
    discord.AppCommandOptionType.attachment: ("attachments",),
}
"""Where Discord says who or what the id in an option is."""


def _demand_known(
    command: app_commands.Command[Any, ..., Any],
    option: app_commands.Parameter,
    value: object,
    interaction: discord.Interaction[Any],
) -> None:
    """Refuse an id that Discord didn't say anything about; the command would get nobody."""
    kinds = RESOLVED.get(option.type)
    data: Any = interaction.data
    resolved = data.get("resolved") or {}
    if kinds is not None and not any(str(value) in resolved.get(kind, {}) for kind in kinds):
        refused_input.note("commands", f"/{command.qualified_name} with an unknown {kinds[0][:-1]}")
        trouble = Trouble(
            _("I don't know who or what `{option}` is. Pick it from the list. Nothing was done."),
            option=wording_of(interaction).option(command.qualified_name, option.display_name),
        )
        raise app_commands.CommandInvokeError(command, trouble)


def _given(data: Any) -> list[Any]:
    """Return the options that a call fills in, out of its subcommand."""
    options = data.get("options", [])
    return _given(options[0]) if options and options[0]["type"] in (1, 2) else options


async def register_commands(
    bot: commands.AutoShardedBot, store: Store, guild_id: int | None
) -> None:
    """Send the commands, for one server or all, unless Discord has exactly these."""
    guild = None if guild_id is None else discord.Object(guild_id)
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    texts = CommandTexts()
    await bot.tree.set_translator(texts)
    with translating_into(texts.locales()):
        forms = [
            await command.get_translated_payload(bot.tree, texts)
            for command in bot.tree.get_commands(guild=guild)
        ]
    forms.sort(key=lambda form: form["name"])
    where = [bot.application_id, guild_id]
    text = json.dumps([where, forms], sort_keys=True, default=str)
    digest = hashlib.sha256(text.encode()).hexdigest()
    known = await store.meta("command ids")
    if known is not None and await store.meta("commands") == digest:
        command_mentions.learn(json.loads(known))
        return
    try:
        told = await _send(bot, forms, guild_id)
    except discord.HTTPException as error:
        # The commands that Discord has already still work, and the next start tries again.
        log.warning("Discord refused the commands: %s %s", error.status, error.text)
        return
    ids = {command["name"]: str(command["id"]) for command in told}
    command_mentions.learn(ids)
    await store.set_meta("command ids", json.dumps(ids))
    await store.set_meta("commands", digest)
    log.info("registered %d commands with Discord", len(forms))


async def _send(
    bot: commands.AutoShardedBot, forms: list[dict[str, Any]], guild_id: int | None
) -> list[Any]:
    """Have Discord replace all commands. To sync the tree would make all forms once more."""
    assert bot.application_id is not None, "commands are sent once the bot has logged in"
    if guild_id is None:
        return await bot.http.bulk_upsert_global_commands(bot.application_id, forms)
    return await bot.http.bulk_upsert_guild_commands(bot.application_id, guild_id, forms)
