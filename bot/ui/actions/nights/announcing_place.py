"""Where something of game nights is announced, and what the bot may not do there."""

from __future__ import annotations

import discord

from bot.engine.text import marked as _
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from bot.ui.actions.rights import calls_role
from bot.ui.pages.nights.night_preview import Amiss
from bot.ui.posting import channels
from bot.ui.posting.nights.hosts_on_discord import may_call
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction, Services


async def place_to_announce(
    services: Services, interaction: Interaction, chosen: int | None = None
) -> int:
    """Return where a night is announced: the chosen channel, the server's, or this one, of which
    this may be a thread.

    Raises Trouble if that is no text channel, or closed to tables.
    """
    usual = await services.night_channel(interaction.guild_id or 0)
    channel = chosen or usual or channels.text_channel_of(interaction)
    if channel is None:
        raise Trouble(_("Nights are announced in a text channel. Type the command in one."))
    if channel != usual:
        await _demand_open(services, interaction, channel)
    return channel


async def demand_place_to_announce(
    services: Services, interaction: Interaction, channel: int
) -> None:
    """Raise Trouble unless nights may be announced in a channel of this server that was picked."""
    guild = interaction.guild
    if guild is not None and guild.get_channel(channel) is None:
        raise Trouble(NO_SUCH_CHOICE)
    if channel != await services.night_channel(interaction.guild_id or 0):
        await _demand_open(services, interaction, channel)


async def _demand_open(services: Services, interaction: Interaction, channel: int) -> None:
    servers = services.tables.servers
    by_manager = interaction.permissions.manage_guild
    await servers.demand_place(interaction.guild_id or 0, channel, None, by_manager=by_manager)


def amiss_there(interaction: Interaction, channel_id: int, role: int | None) -> Amiss:
    """Return what the bot may not do where something is to be announced; `role` is called."""
    gettext, guild = wording_of(interaction).gettext, interaction.guild
    channel = None if guild is None else guild.get_channel(channel_id)
    if channel_id == interaction.channel_id:
        may = interaction.app_permissions
    elif guild is None or guild.me is None or channel is None:
        return Amiss(mute_for="bot" if role is not None else "")
    else:
        may = channel.permissions_for(guild.me)
    missing = ()
    if not may.administrator:
        needed = channels.needed(discord.ChannelType.text)
        missing = tuple(gettext(channels.NAMES[each]) for each in needed if not getattr(may, each))
    if role is None:
        return Amiss(missing)
    theirs = "" if calls_role(interaction, role, channel_id) else "host"
    return Amiss(missing, theirs if may_call(may, guild, role) else "bot")


def demand_allowed_there(interaction: Interaction, channel_id: int, role: int | None) -> Amiss:
    """Return the same, once it is to be announced. Raises Trouble if permissions are missing."""
    amiss = amiss_there(interaction, channel_id, role)
    if amiss.missing:
        raise Trouble(
            _("I can't announce it in {channel} yet. I still need: **{missing}**."),
            channel=f"<#{channel_id}>",
            missing=wording_of(interaction).series(amiss.missing),
        )
    return amiss
