"""Who may see a table, and who may decide for all who sit there."""

from __future__ import annotations

from collections.abc import Collection

import discord

from bot.engine.text import marked as _
from bot.tables.servers import ServerSettings
from bot.tables.table import Table
from bot.tables.table_verbs import NOT_YOURS, Right
from bot.tables.trouble import HostOnly, NoTable, Trouble
from bot.ui.pages.wording import plain_name
from bot.ui.services import Interaction, Services, server_of
from storage.rows import SeatRow, TableHead
from storage.store import Seated


def sits(seats: list[SeatRow], person: int) -> bool:
    """Tell whether a person has one of the seats."""
    return any(seat.person == person for seat in seats)


def may_see(interaction: Interaction, head: TableHead | Table) -> bool:
    """Tell whether the person who asks sees the channel of a table on this server."""
    guild, user = interaction.guild, interaction.user
    if head.guild_id != server_of(interaction):
        return False
    if interaction.channel_id in (head.place_id, head.channel_id):
        return True
    # Right after the start the bot may not know yet what the server looks like.
    if guild is None or not isinstance(user, discord.Member):
        return False
    channel = guild.get_channel_or_thread(head.channel_id)
    if isinstance(channel, discord.Thread):
        thread, channel = channel, channel.parent
        if thread.is_private() and channel is not None:
            # Discord doesn't tell the bot who was let in; who is may ask in the thread itself.
            may = channel.permissions_for(user)
            return may.view_channel and may.manage_threads
    return channel is not None and channel.permissions_for(user).view_channel


def moderates(interaction: Interaction, head: TableHead | Table) -> bool:
    """Tell whether the person who asks may manage messages where a table lies.

    What counts is their right in the table's channel, wherever on the server they ask.
    """
    if head.guild_id != server_of(interaction):
        return False
    if interaction.channel_id in (head.place_id, head.channel_id):
        return interaction.permissions.manage_messages
    guild, user = interaction.guild, interaction.user
    if guild is None or not isinstance(user, discord.Member):
        return False
    channel = guild.get_channel_or_thread(head.channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if channel is None:
        return False
    may = channel.permissions_for(user)
    return may.view_channel and may.manage_messages


def may_know_of(interaction: Interaction, table: Seated, held: Collection[str] = ()) -> bool:
    """Tell whether a person may know of a table: it is on this server, and theirs or in sight.

    `held` are the ids of tables where they once held a hand, on a seat there still or not.
    """
    head, seats = table
    here, person = head.guild_id == server_of(interaction), interaction.user.id
    sat = head.id in held or any(person in (seat.person, seat.first) for seat in seats)
    return here and (sat or may_see(interaction, head))


def right_of(interaction: Interaction, table: Table) -> Right | None:
    """Return by what right the person who asks may decide for the whole table, if by any."""
    if table.host == interaction.user.id and table.seat_of(interaction.user.id) is not None:
        return "host"
    return "moderator" if moderates(interaction, table) else None


def demand_right(interaction: Interaction, table: Table) -> Right:
    """Return the right to decide for the whole table; raise HostOnly without any."""
    right = right_of(interaction, table)
    if right is None:
        host = table.seat_of(table.host)
        if host is None:
            raise HostOnly(NOT_YOURS)
        text = _("Only the host ({host}) or a moderator can do that.")
        raise HostOnly(text, host=plain_name(table.seats[host].name))
    return right


def leads_nights(interaction: Interaction, settings: ServerSettings) -> bool:
    """Tell whether the person who asks may lead all game nights of this server, and its seasons."""
    may, user = interaction.permissions, interaction.user
    if may.manage_events or may.manage_guild:
        return True
    return isinstance(user, discord.Member) and any(
        user.get_role(role) is not None for role in settings.host_roles
    )


async def demand_lead(services: Services, interaction: Interaction) -> None:
    """Raise Trouble that names who may, unless the person who asks may lead game nights."""
    settings = await services.tables.servers.settings(interaction.guild_id or 0)
    if leads_nights(interaction, settings):
        return
    if not settings.host_roles:
        raise Trouble(_("You need **Manage Events** or **Manage Server** to do that."))
    raise Trouble(
        _("You need {roles}, **Manage Events** or **Manage Server** to do that."),
        roles=", ".join(f"<@&{role}>" for role in settings.host_roles),
    )


def demand_manager(interaction: Interaction) -> None:
    """Raise Trouble unless the person who asks may set up this server."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Trouble(_("You need **Manage Server** to do that."))


async def table_in_sight(
    services: Services, interaction: Interaction, table_id: str, *, frozen: bool = False
) -> Table:
    """Return a table that the person may know of; raise NoTable or, unless `frozen`, Frozen.

    Who once held a hand there may know how it ended, though they have no seat any more.
    """
    table = await services.table(interaction, table_id, frozen=frozen)
    person = interaction.user.id
    mine = table.seat_of(person) is not None or (table.over and table.holder(person) is not None)
    if not mine and not may_see(interaction, table):
        raise NoTable
    return table
