"""The dates that hosts type, read in their zone and languages, and what else they may mean."""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.text import marked as _
from bot.nights.dates import Moment, UnknownZone, local_time, moment, zone_of
from bot.nights.night import Night
from bot.nights.typed_dates import Readings
from bot.tables.trouble import Trouble
from bot.ui.actions.own_zone import keep_clock
from bot.ui.pages.typed_date_words import DateHelp, date_help, typed_zone
from bot.ui.posting.forms import Keeper
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction, Services

NO_ZONE = _(
    "I don't know your time zone yet. Press **Try again** and type it, as in `Berlin`. "
    "`/setup` sets it for the whole server, `/me clock` for you alone."
)
ZONE_GONE = _("I don't know this time zone any more: plan it anew, in another one.")
"""Why a date can't be read that was planned in a zone which this machine hasn't."""
MOST_KEPT: Final = 500
"""Of how many nights it is remembered what else their date might have meant."""


class NightDates:
    """Knows the zone of what hosts type for dates; remembers what else it might have meant."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._kept: dict[str, Readings] = {}
        self._firsts: Keeper[str, str] = Keeper(services.tables.now)

    async def zone(self, interaction: Interaction, named: str | None) -> ZoneInfo:
        """Return the time zone in which a date is meant. Raises Trouble if nobody has said."""
        if named is not None:
            return zone_of(typed_zone(named, wording_of(interaction)))
        name = await self.usual_zone(interaction)
        if name is None:
            raise Trouble(NO_ZONE)
        return zone_of(name)

    async def usual_zone(self, interaction: Interaction) -> str | None:
        """Return the zone in which somebody means dates here; None if nobody has said yet."""
        return await self._services.zone_name(interaction.guild_id or 0, interaction.user.id)

    async def asked_zone(
        self, interaction: Interaction, typed: str | None
    ) -> tuple[str | None, str | None]:
        """Return the zone that a form names as usual, and what its own line is filled with.

        It names none, and so asks, where the first that is said is kept; one's own stands there.
        """
        usual = await self.usual_zone(interaction)
        return (None, typed or usual) if await self._keeps_next(interaction) else (usual, typed)

    async def _keeps_next(self, interaction: Interaction) -> bool:
        """Tell whether the zone that somebody says next is kept, since there is none yet: for the
        server if the person may set that up, else for themselves.
        """
        person = 0 if interaction.permissions.manage_guild else interaction.user.id
        return await self._services.zone_name(interaction.guild_id or 0, person) is None

    async def keep_first(self, interaction: Interaction, zone: str) -> str:
        """Keep the zone of a date if it is the first here; return what to say of it."""
        if not await self._keeps_next(interaction):
            return ""
        gettext = wording_of(interaction).gettext
        if interaction.permissions.manage_guild:
            await self._services.tables.servers.change(interaction.guild_id or 0, zone=zone)
            return gettext("From now on it's this server's time zone. `/setup` changes it.")
        row = await self._services.tables.people.row(interaction.user.id)
        await keep_clock(self._services, replace(row, zone=zone))
        return gettext("From now on it's your time zone. `/me clock` changes it.")

    async def of_first(self, interaction: Interaction, draft: str, zone: str, kept: str) -> str:
        """Return what was `kept` of a draft's zone, the first here, also once it is shown again: ""
        where it wasn't, or it is another one by now.
        """
        if kept:
            self._firsts.put(draft, kept)
        said = self._firsts.get(draft) or ""
        return said if zone == await self.usual_zone(interaction) else ""

    def keep(self, night_id: str, readings: Readings) -> None:
        """Remember what a night's date was read from, while that is of use."""
        self._kept.pop(night_id, None)
        if not readings.others and not readings.notes:
            return
        self._kept[night_id] = readings
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def forget(self, night_id: str) -> None:
        """Forget what else a night's date might have meant."""
        self._kept.pop(night_id, None)

    async def help(self, interaction: Interaction, night: Night, kept: str = "") -> DateHelp:
        """Return what to say about a night's date where it is set, and of its zone if that isn't
        the usual one, or was `kept`.
        """
        now, wording = self._services.tables.now(), wording_of(interaction)
        row, known = night.row, self._kept.get(night.id)
        if known is not None and night.goes_on is not None:
            # It does repeat by now.
            notes = tuple(note for note in known.notes if note.kind != "every")
            known = replace(known, notes=notes)
        if row.state == "draft":
            kept = await self.of_first(interaction, night.id, row.zone, kept)
        usual = not kept and row.zone == await self.usual_zone(interaction)
        zone = "" if usual else row.zone
        return date_help(known, night.guests.starts_at, zone, now, wording, kept)


def zone_of_night(night: Night) -> ZoneInfo:
    """Return the time zone of a night. Raises Trouble if this machine has it no more."""
    try:
        return zone_of(night.row.zone)
    except UnknownZone:
        raise Trouble(ZONE_GONE) from None


def moment_of(night: Night, at: int) -> Moment:
    """Return a moment as the wall clock shows it where a night is. Raises Trouble if it can't."""
    try:
        zone = zone_of_night(night)
        return moment(local_time(at, zone), zone)
    except (OverflowError, ValueError, OSError):
        raise Trouble(ZONE_GONE) from None
