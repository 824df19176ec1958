"""Tells Discord which commands the bot has, where they have changed."""

from __future__ import annotations

import hashlib
import json
import logging

import discord
from discord.ext import commands

from bot.ui.incoming.command_texts import CommandTexts
from bot.ui.pages import command_mentions
from storage.store import Store

log = logging.getLogger(__name__)


async def register_commands(
    bot: commands.AutoShardedBot, store: Store, guild_id: int | None
) -> None:
    """Send the commands to Discord unless it has these very ones already.

    With `guild_id` they are for that server alone.
    """
    guild = None
    if guild_id is not None:
        guild = discord.Object(guild_id)
        bot.tree.copy_global_to(guild=guild)
    texts = CommandTexts()
    await bot.tree.set_translator(texts)
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
        told = await bot.tree.sync(guild=guild)
    except discord.HTTPException as error:
        # The commands that Discord has already still work, and the next start tries again.
        log.warning("Discord refused the commands: %s %s", error.status, error.text)
        return
    ids = {command.name: str(command.id) for command in told}
    command_mentions.learn(ids)
    await store.set_meta("command ids", json.dumps(ids))
    await store.set_meta("commands", digest)
    log.info("registered %d commands with Discord", len(forms))
