"""A person's own time zone, which what needs it asks for on the spot."""

from __future__ import annotations

from dataclasses import replace
from zoneinfo import ZoneInfo

from bot.nights.dates import zone_of
from bot.tables.quiet_hours import OwnClock
from bot.tables.zone_names import known_zones
from bot.ui.pages.form import filled_in
from bot.ui.pages.typed_date_words import OWN_ZONE, typed_zone
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction, Services


async def own_zone(services: Services, person: int) -> ZoneInfo | None:
    """Return what a person has set; None if that is nothing, or no time zone any more."""
    zone = (await services.tables.people.row(person)).zone
    return zone_of(zone) if zone is not None and zone in known_zones() else None


async def keep_clock(services: Services, row: OwnClock) -> None:
    """Save a time zone and quiet hours, which the digest follows, too."""
    tables = services.tables
    await services.clocks.set_person(row)
    zone = None if row.zone is None else ZoneInfo(row.zone)
    await tables.call_ways.follow_zone(row.id, zone, tables.now())


async def keep_typed_zone(services: Services, interaction: Interaction) -> None:
    """Save the time zone that a form has asked for. Raises Trouble for what isn't one."""
    typed = filled_in(interaction.data).get(OWN_ZONE)
    if typed is None:
        return
    row = await services.tables.people.row(interaction.user.id)
    await keep_clock(services, replace(row, zone=typed_zone(typed, wording_of(interaction))))
