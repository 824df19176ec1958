"""What the person who asks has in sight: their server, its channels, and the tables there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import discord

from storage.rows import LIVE, Phase


class Placed(Protocol):
    """A table as far as it matters who may see it: live, in brief, or as it is stored."""

    @property
    def guild_id(self) -> int:
        """The server it is on."""
        ...

    @property
    def channel_id(self) -> int:
        """Where it was opened."""
        ...

    @property
    def place_id(self) -> int | None:
        """Where its board is."""
        ...

    @property
    def phase(self) -> Phase:
        """How far it has come."""
        ...


class Sitter(Protocol):
    """Whose a seat is."""

    @property
    def person(self) -> int:
        """Who sits there."""
        ...


def server_of(interaction: discord.Interaction[Any]) -> int | None:
    """Return the server where something was asked; None if the bot isn't there.

    That is the case in direct messages, and where somebody uses the bot as an app of their own:
    there the bot may know only the server's id, and can't fetch or post anything.
    """
    return interaction.guild_id if interaction.is_guild_integration() else None


def sees_channel(
    interaction: discord.Interaction[Any], channel_id: int, place_id: int | None
) -> bool:
    """Tell whether the person who asks can see a channel of this server.

    They do if they ask there, or in the place that belongs to it.
    """
    guild, user = interaction.guild, interaction.user
    if interaction.channel_id in (place_id, channel_id):
        return True
    # Right after startup the bot may not know yet what the server looks like.
    if guild is None or not isinstance(user, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread):
        thread, channel = channel, channel.parent
        if thread.is_private() and channel is not None:
            # Discord doesn't tell the bot who was let in; those who were can ask in the thread
            # itself.
            may = channel.permissions_for(user)
            return may.view_channel and may.manage_threads
    return channel is not None and channel.permissions_for(user).view_channel


def may_know_of(
    interaction: discord.Interaction[Any],
    table: Placed,
    seats: Iterable[Sitter],
    *,
    held: bool = False,
) -> bool:
    """Tell whether a person may know of a table: it is on this server, and theirs or in sight.

    It is theirs while they sit there and, if they ever `held` a hand there, once it is over.
    """
    if table.guild_id != server_of(interaction):
        return False
    sits = any(seat.person == interaction.user.id for seat in seats)
    theirs = sits or (held and table.phase not in LIVE)
    return theirs or sees_channel(interaction, table.channel_id, table.place_id)
