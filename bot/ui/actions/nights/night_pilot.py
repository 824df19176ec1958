"""How far a night runs by itself: chosen by those who lead it."""

from __future__ import annotations

from bot.engine.text import marked as _
from bot.nights.stages import set_pilot
from bot.ui.actions.nights.night_desk import NightDesk
from bot.ui.actions.nights.night_form import asks_scope, led_night
from bot.ui.pages.nights.night_words import SeriesScope
from bot.ui.pages.nights.pilot_words import pilot_page
from bot.ui.pages.nights.series_page import scope_page
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services
from storage.night_rows import Pilot


class NightPilot:
    """The pilot of a night and what is pressed about it. Every method answers or raises Trouble."""

    def __init__(self, services: Services, desk: NightDesk) -> None:
        self._services = services
        self._desk = desk

    async def show(self, interaction: Interaction, night_id: str, scope: SeriesScope = "") -> None:
        """Show how far a night runs by itself, to change it; of a series, ask for which nights."""
        night, _press = await led_night(self._services, interaction, night_id)
        wording = wording_of(interaction)
        if asks_scope(night, scope):
            await show(interaction, scope_page(night, "pilot", wording))
            return
        await show(interaction, pilot_page(night, wording, to_come="all" if scope == "all" else ""))

    async def choose(
        self, interaction: Interaction, night_id: str, to_come: str, pilot: Pilot
    ) -> None:
        """Take another pilot; or also for all nights of the series that come after it."""
        _night, press = await led_night(self._services, interaction, night_id)
        changed = self._services.nights.change(
            night_id, press, set_pilot(pilot, to_come=bool(to_come))
        )
        notice = await self._desk.tried(interaction, changed, _("Changed."))
        night = await self._services.nights.get(night_id)
        await show(interaction, pilot_page(night, wording_of(interaction), notice, to_come))
