"""What is given to somebody as a file: a night for their calendar, and its results for a host."""

from __future__ import annotations

import io
from collections.abc import Mapping

import discord

from bot.engine.text import marked as _
from bot.nights.calendar_file import CalendarEvent, calendar_file
from bot.nights.night import Night, demand_announced
from bot.nights.result_files import attendance_file, results_file
from bot.nights.taking_back import TAKEN_BACK
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.nights import NightActions
from bot.ui.actions.rights import led_night
from bot.ui.pages.nights.standings_page import bare_name_of
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_rounds import recap_facts
from bot.ui.posting.nights.scheduled_events import event_of
from bot.ui.posting.replies import arrived, may_draw, wording_of
from bot.ui.services import Interaction, Services

HOSTS_CHANGES = ("edited", "cancelled", TAKEN_BACK)
"""What makes a newer calendar file: nothing that a guest does, for the file counts it."""
LONGEST = 1900
"""The most characters of a file that is shown as text."""


class NightFiles:
    """Files for the person alone. Every method answers or raises Trouble."""

    def __init__(self, services: Services, nights: NightActions) -> None:
        self._services = services
        self._nights = nights

    async def calendar(self, interaction: Interaction, night_id: str) -> None:
        """Give somebody a night for their calendar."""
        night = await self._nights.night(interaction, night_id)
        demand_announced(night)
        wording = wording_of(interaction)
        content = calendar_file(await self._event(night, wording))
        said = wording.gettext("Open this file, and the night is in your calendar.")
        await self._give(interaction, said, {"night.ics": content})

    async def results(self, interaction: Interaction, night_id: str) -> None:
        """Give a host the results of a night, and who came. Raises Trouble before any round."""
        night, _press = await led_night(self._services, interaction, night_id)
        if not night.dealt:
            raise Trouble(_("No round of this night has been dealt yet."))
        facts, wording = await recap_facts(self._services, night), wording_of(interaction)

        def name(person: int) -> str:
            return bare_name_of(person, facts.named, None, wording)

        files = {
            "results.csv": results_file(
                facts.results,
                facts.tables,
                name,
                facts.points.earned,
                [each.table_id for each in facts.corrected],
            ),
            "attendance.csv": attendance_file(night, name),
        }
        said = wording.gettext("The results of this night, and who came.")
        await self._give(interaction, said, files)

    async def _event(self, night: Night, wording: Wording) -> CalendarEvent:
        services, shown = self._services, event_of(self._services, night, wording)
        events = await services.nights.store.events(night.id)
        return CalendarEvent(
            night_id=night.id,
            sequence=sum(event.what in HOSTS_CHANGES for event in events),
            made_at=services.tables.now(),
            title=shown.name,
            text=shown.text,
            starts_at=int(shown.starts.timestamp()),
            ends_at=int(shown.ends.timestamp()),
            link=shown.location,
            cancelled=night.row.state == "cancelled",
        )

    async def _give(self, interaction: Interaction, said: str, files: Mapping[str, bytes]) -> None:
        """Send files to the person alone; as text where no files may be sent."""
        if may_draw(interaction):
            sent = [discord.File(io.BytesIO(each), name) for name, each in files.items()]
            answer = interaction.response.send_message(said, files=sent, ephemeral=True)
        else:
            # Names and titles have no backticks of their own.
            texts = [each.decode("utf-8-sig").replace("`", "'") for each in files.values()]
            room = LONGEST // len(texts) - len(said)
            blocks = "".join(f"\n```\n{text[:room]}\n```" for text in texts)
            answer = interaction.response.send_message(f"{said}{blocks}", ephemeral=True)
        await arrived(interaction, answer, first=True)
