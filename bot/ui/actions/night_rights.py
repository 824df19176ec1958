"""The night that a control means, and whether who presses may lead it."""

from __future__ import annotations

from bot.engine.text import marked as _
from bot.nights.night import Night, NoNight, Press, demand_lead_always
from bot.tables.seat import Person
from bot.tables.trouble import Blocked, Trouble
from bot.ui.actions.rights import press_of
from bot.ui.pages.wording import plain_name
from bot.ui.services import Interaction, Services


async def night_here(services: Services, interaction: Interaction, night_id: str) -> Night:
    """Return a night of the server where this was asked; raise NoNight.

    A draft is its host's alone.
    """
    night = await services.nights.get(night_id)
    if night.row.guild_id != interaction.guild_id:
        raise NoNight
    if night.row.state == "draft" and night.row.host != interaction.user.id:
        raise NoNight
    return night


async def check_other(services: Services, night: Night, person: Person) -> None:
    """Raise Trouble, in words for a host, for somebody who may not come to a night."""
    try:
        await services.nights.check_guest(night, person.id)
    except Blocked:
        raise Trouble(
            _("{name} is blocked on this server."), name=plain_name(person.name)
        ) from None


async def led_night(
    services: Services, interaction: Interaction, night_id: str
) -> tuple[Night, Press]:
    """Return a night that who asks may lead, and their press; raise Trouble if they may not.

    It may be over.
    """
    night = await night_here(services, interaction, night_id)
    press = await press_of(services, interaction)
    demand_lead_always(night, press)
    return night, press
