"""Who may know of a night, and who may decide for everybody who sits there."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeVar

import discord

from bot.engine.text import marked as _
from bot.nights.ask_rules import Ask, NoAsk
from bot.nights.leading import UNLED, demand_impartial, night_that_decides, press_by
from bot.nights.night import Night, NoNight, Press, demand_lead_always, demand_may_host
from bot.tables.servers import ServerSettings
from bot.tables.table import Table
from bot.tables.trouble import Blocked, Trouble
from bot.tables.who_decides import NOT_YOURS, Right, removable
from bot.ui.in_sight import Placed, sees_channel, server_of
from bot.ui.pages.wording import plain_name
from bot.ui.posting.nights.hosts_on_discord import has_right, may_call
from bot.ui.posting.public_labels import LANGUAGE
from bot.ui.posting.replies import person_of
from bot.ui.services import Interaction, Services
from storage.former_players import is_former
from storage.night_rows import RIGHT_NOW

Planned = TypeVar("Planned", Night, Ask)
Who = Literal[
    "anyone",
    "player",
    "host",
    "decider",
    "player or decider",
    "guest",
    "leader",
    "organizer",
    "announcer",
    "manager",
]
"""Who may do something. A `player` sits at the table and a `host` has opened it; a `decider` is its
host or moderates there, and leads the night if it is of one. A `guest` has answered to the night, a
`leader` leads it; an `organizer` may host nights on the server, and so be the `announcer` of the
next one after a night, or of one that was asked about; a `manager` has *Manage Server*.
"""

LEADING: Final[Collection[Who]] = frozenset({"leader", "organizer", "announcer", "manager"})
"""Who may be asked about nights that wait for somebody who leads them."""
LATE: Final = 5
"""This many past nights may still have tables to be led."""


async def known_of(
    services: Services, interaction: Interaction, planned: Sequence[Planned]
) -> list[Planned]:
    """Return those nights, or questions which date suits, that a person may know of.

    They are of this server: the person's own, or in sight. Whoever may host knows of all.
    """
    found = [each for each in planned if _in_sight(interaction, each)]
    if len(found) == len(planned) or not (await press_of(services, interaction)).leads:
        return found
    return [*planned]


async def demand_known(
    services: Services, interaction: Interaction, planned: Planned, unknown: type[Trouble]
) -> None:
    """Raise `unknown` for a night or question that the person may not know of here.

    It is of another server, out of sight, or somebody else's draft.
    """
    row = planned.row
    others = row.state == "draft" and row.host != interaction.user.id
    here = row.guild_id == interaction.guild_id and not others
    if not here or not await known_of(services, interaction, [planned]):
        raise unknown


async def night_here(services: Services, interaction: Interaction, night_id: str) -> Night:
    """Return a night of this server that the person may know of. Raises NoNight for any other.

    Its messages keep its language, whatever the server's is by now: so are their buttons named.
    """
    night = await services.nights.get(night_id)
    await demand_known(services, interaction, night, NoNight)
    interaction.extras[LANGUAGE] = night.row.language
    return night


async def ask_here(services: Services, interaction: Interaction, ask_id: str) -> Ask:
    """Return a question of this server that the person may know of. Raises NoAsk for any other."""
    ask = await services.nights.asks.get(ask_id)
    await demand_known(services, interaction, ask, NoAsk)
    return ask


async def hosted_ask(services: Services, interaction: Interaction, ask_id: str) -> Press:
    """Return the press of somebody who may close a question, or announce a date of it.

    Raises Trouble: for a guest, it says whose question it is.
    """
    ask = await ask_here(services, interaction, ask_id)
    press = await press_of(services, interaction)
    if not press.leads and not press.blocked and not is_former(ask.row.host):
        raise Trouble(
            _(
                "This question is from {host}. Only people who may host game nights here can close "
                "it, or announce a date."
            ),
            host=f"<@{ask.row.host}>",
        )
    demand_may_host(press)
    return press


async def led_night(
    services: Services, interaction: Interaction, night_id: str
) -> tuple[Night, Press]:
    """Return a night, even one over, that the person may lead, and their press. Raises Trouble."""
    night = await night_here(services, interaction, night_id)
    press = await press_of(services, interaction)
    demand_lead_always(night, press)
    return night, press


async def followed_night(
    services: Services, interaction: Interaction, night_id: str
) -> tuple[Night, Press]:
    """Return a night after which the person may announce another one, and their press.

    Raises Trouble: for a guest, the same as whatever else those who lead the night do.
    """
    night, press = await led_night(services, interaction, night_id)
    await demand_right_to_host(services, interaction)
    return night, press


def _in_sight(interaction: Interaction, planned: Night | Ask) -> bool:
    """Tell whether a night or question is somebody's own, or in a channel that they see."""
    person = interaction.user.id
    if isinstance(planned, Night):
        theirs = {*planned.leaders, *planned.dealt_in}
        thread = planned.places.thread_id
        answered = planned.guests.find(person)
    else:
        theirs, thread, answered = {planned.row.host}, None, planned.find(person)
    own = person in theirs or answered is not None
    return own or sees_channel(interaction, planned.row.channel_id, thread)


def moderates(interaction: Interaction, table: Placed) -> bool:
    """Tell whether the person who asks may manage messages where a table lies.

    What counts is their right in the table's channel, wherever on the server they ask.
    """
    if table.guild_id != server_of(interaction):
        return False
    if interaction.channel_id in (table.place_id, table.channel_id):
        return interaction.permissions.manage_messages
    guild, user = interaction.guild, interaction.user
    if guild is None or not isinstance(user, discord.Member):
        return False
    channel = guild.get_channel_or_thread(table.channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if channel is None:
        return False
    may = channel.permissions_for(user)
    return may.view_channel and may.manage_messages


class NightDecides(Trouble):
    """The hosts of the night decide for a table, and can be called there."""


async def right_of(services: Services, interaction: Interaction, table: Table) -> Right | None:
    """Return what right the person who asks has to decide for the whole table, if any.

    A table of a night has no host of its own: the leaders of the night decide, and those who may
    manage messages there unless they play there themselves. At other tables nobody decides for all
    in a game that they play, but for the table's host.
    """
    sits = table.sits(interaction.user.id)
    if table.night_id is None and sits and table.host == interaction.user.id:
        return "host"
    if sits and table.night_id is None and table.phase == "playing" and not table.frozen:
        return None
    press = await press_of(services, interaction)
    if table.night_id is not None:
        with contextlib.suppress(NoNight):
            if (await services.nights.get(table.night_id)).leads(press):
                return "night"
        if sits:
            return None
    return "moderator" if moderates(interaction, table) and not press.blocked else None


async def demand_right(services: Services, interaction: Interaction, table: Table) -> Right:
    """Return the right to decide for the whole table. Raises Trouble if there is none."""
    right = await right_of(services, interaction, table)
    if right is None:
        if table.night_id is not None:
            raise await of_its_night(services, table)
        host = table.seat_of(table.host)
        if host is None:
            raise Trouble(NOT_YOURS)
        text = _("Only the host ({host}) or a moderator can do that.")
        raise Trouble(text, host=plain_name(table.seats[host].name))
    return right


async def demand_right_over_others(
    services: Services, interaction: Interaction, table: Table
) -> Right:
    """Return the right to take something from others at a table: a seat, or the game's result.

    Raises Trouble if there is none, or if the person leads a night, plays there, and another one
    who leads it is here to decide.
    """
    right = await demand_right(services, interaction, table)
    if right == "night" and table.night_id is not None:
        night, press = (
            await services.nights.get(table.night_id),
            await press_of(services, interaction),
        )
        await demand_impartial(services.tables.servers, night, press, table)
    return right


async def removable_by(
    services: Services, interaction: Interaction, table: Table
) -> tuple[int, ...]:
    """Return the seats of those whom the person who asks may remove now, or ask to."""
    try:
        right = await demand_right_over_others(services, interaction, table)
    except Trouble:
        return ()
    return removable(table, interaction.user.id, right, services.tables.now())


async def demand_vote(services: Services, table: Table) -> None:
    """Check that those at a table may vote. Raises NightDecides if a night's hosts decide."""
    if await night_that_decides(services.nights, table) is not None:
        raise await of_its_night(services, table)


async def of_its_night(services: Services, table: Table) -> NightDecides:
    """Return why somebody can't decide for a table of a night, naming its leaders."""
    try:
        night = await services.nights.get(table.night_id or "")
    except NoNight:
        return NightDecides(UNLED)
    gone = await services.tables.servers.blocked(night.row.guild_id, night.leaders)
    leaders = [f"<@{each}>" for each in night.leaders if each not in gone and not is_former(each)]
    if not leaders:
        return NightDecides(UNLED)
    return NightDecides(
        _(
            "This night is led by {hosts}. Only its hosts can do that, or somebody who may manage "
            "messages here and doesn't play at this table."
        ),
        hosts=", ".join(leaders),
    )


async def led_nights(services: Services, interaction: Interaction) -> frozenset[str]:
    """Return this server's current and recent nights that the person who asks may lead."""
    nights, guild = services.nights, server_of(interaction) or 0
    press = await press_of(services, interaction)
    found = [
        *await nights.reader.of_guild(guild, RIGHT_NOW),
        *await nights.reader.last(guild, LATE),
    ]
    return frozenset(each.id for each in found if each.leads(press))


async def press_of(services: Services, interaction: Interaction) -> Press:
    """Return a press by the person who asks, with what they may do."""
    settings = await services.tables.servers.settings(interaction.guild_id or 0)
    return await press_by(
        services.tables.servers,
        interaction.guild_id or 0,
        person_of(interaction),
        interaction.id,
        leads=leads_nights(interaction, settings),
    )


def calls_role(interaction: Interaction, role: int, channel_id: int) -> bool:
    """Tell whether the person who asks may themselves mention a role in a channel."""
    may, guild, user = interaction.permissions, interaction.guild, interaction.user
    if channel_id != interaction.channel_id:
        channel = None if guild is None else guild.get_channel(channel_id)
        if channel is None or not isinstance(user, discord.Member):
            return False
        may = channel.permissions_for(user)
    return may_call(may, guild, role)


def leads_nights(interaction: Interaction, settings: ServerSettings) -> bool:
    """Tell whether the person who asks has the right to host.

    Then they lead all game nights of this server, and its seasons.
    """
    return has_right(interaction.permissions, interaction.user, settings)


async def demand_right_to_host(services: Services, interaction: Interaction) -> None:
    """Check that the person who asks may host. Raises Blocked, or Trouble that says who may."""
    press = await press_of(services, interaction)
    if press.blocked:
        raise Blocked
    if press.leads:
        return
    settings = await services.tables.servers.settings(interaction.guild_id or 0)
    if not settings.host_roles:
        raise Trouble(_("You need **Manage Events** or **Manage Server** to host game nights."))
    raise Trouble(
        _("You need {roles}, **Manage Events** or **Manage Server** to host game nights."),
        roles=", ".join(f"<@&{role}>" for role in settings.host_roles),
    )


def demand_manager(interaction: Interaction) -> None:
    """Check that the person who asks may set up this server. Raises Trouble if they may not."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Trouble(_("You need **Manage Server** to do that."))


async def demand_right_on_server(services: Services, interaction: Interaction, who: Who) -> None:
    """Check a right that somebody has on the whole server. Raises Trouble if they don't.

    What depends on a table or a night is checked with it, as it stands once it is locked.
    """
    if who == "manager":
        demand_manager(interaction)
    elif who == "organizer":
        await demand_right_to_host(services, interaction)
