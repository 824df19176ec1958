"""What somebody may do on a server although they press nothing right now, as Discord says."""

from __future__ import annotations

import discord

from bot.nights.leading import Host, HostUnknown
from bot.tables.servers import Servers, ServerSettings
from bot.ui.posting.nights.who_left import is_unknown
from storage.former_players import is_former


class HostsOnDiscord:
    """Looks up the right to host and to ping a role: the bot isn't told who is on a server."""

    def __init__(self, bot: discord.Client, servers: Servers) -> None:
        self._bot = bot
        self._servers = servers

    async def look_up(self, guild_id: int, person: int, channel_id: int, role: int | None) -> Host:
        """Return what a person may do now. Raises HostUnknown if that can't be found out."""
        if is_former(person):
            return Host()
        guild = self._bot.get_guild(guild_id)
        if guild is None:
            # The bot has just started, or isn't there any more.
            raise HostUnknown
        try:
            member = await guild.fetch_member(person)
        except (discord.HTTPException, OSError) as error:
            if is_unknown(error):
                return Host()
            raise HostUnknown from error
        settings = await self._servers.settings(guild_id)
        hosts = has_right(member.guild_permissions, member, settings)
        channel = guild.get_channel(channel_id)

        def may(person: discord.Member | None) -> discord.Permissions:
            if person is None:
                return discord.Permissions.none()
            return person.guild_permissions if channel is None else channel.permissions_for(person)

        # The bot says it in their name.
        return Host(hosts, all(may_call(may(each), guild, role) for each in (member, guild.me)))


def has_right(may: discord.Permissions, person: discord.abc.User, settings: ServerSettings) -> bool:
    """Tell whether somebody has the right to host game nights of a server."""
    if may.manage_events or may.manage_guild:
        return True
    return isinstance(person, discord.Member) and any(
        person.get_role(role) is not None for role in settings.host_roles
    )


def may_call(may: discord.Permissions, guild: discord.Guild | None, role_id: int | None) -> bool:
    """Tell whether somebody with these permissions, or the bot, can ping a role.

    Never @everyone: for mentions, Discord doesn't count it as a role.
    """
    all_of_them = may.administrator or may.mention_everyone
    if guild is None:
        # Right after startup the bot may not know yet what the server looks like.
        return all_of_them
    role = None if role_id is None else guild.get_role(role_id)
    if role is None or role.id == guild.id:
        return False
    return role.mentionable or all_of_them
