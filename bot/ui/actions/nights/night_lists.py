"""What somebody reads of all nights of a server: which are planned, and what they want of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.nights.attendance import ATTENDANCE_NIGHTS, Attendance, attendance
from bot.nights.dates import stored
from bot.nights.night import Night
from bot.nights.series_rules import next_dates
from bot.ui.actions.rights import known_of, press_of
from bot.ui.pages.nights.fan_page import Followed, followed
from bot.ui.pages.nights.night_words import as_of
from bot.ui.pages.nights.nights_list import (
    EarlyAnswer,
    attendance_page,
    nights_page,
    to_plan_buttons,
)
from bot.ui.pages.page import Page
from bot.ui.posting.open_pages import OpenPages
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services
from storage.fan_store import FanRow
from storage.night_rows import RIGHT_NOW


class NightLists:
    """What is read of all nights. Every method answers the interaction or raises Trouble."""

    def __init__(self, services: Services, pages: OpenPages) -> None:
        self._services = services
        self._pages = pages

    async def show_list(self, interaction: Interaction, page: int = 0) -> None:
        """List the upcoming nights of this server that the person may know of, a page of them."""
        services, nights, guild = self._services, self._services.nights, interaction.guild_id or 0
        found = await known_of(
            services, interaction, await nights.reader.of_guild(guild, RIGHT_NOW)
        )
        open_asks = await nights.asks.of_guild(guild, ("open",))
        asks = await known_of(services, interaction, open_asks)
        wording = wording_of(interaction)
        titles, person = self._services.titles(wording), interaction.user.id
        wishes = await nights.store.fans.wishes_of(guild, person)
        between = await known_of(services, interaction, await nights.between(guild))
        press = await press_of(services, interaction)
        led = {night.id for night in between if night.leads(press)}
        last = await nights.reader.last(guild, 1)
        to_plan = to_plan_buttons(last, wording) if press.leads else ()
        shown = nights_page(
            found, person, wording, page, asks, titles, wishes, between, led, to_plan
        )
        await show(interaction, shown)

    async def show_attendance(self, interaction: Interaction) -> None:
        """Tell somebody how often they came to nights of this server, what they have answered to
        those to come, and what they are pinged for.
        """
        guild, told = interaction.guild_id or 0, dict[str, FanRow]()

        async def draw() -> Page:
            return await self._attendance(interaction, guild, told)

        page = await draw()
        if await show(interaction, page):
            await self._services.nights.store.fans.told_lapsed([*told.values()])
            await self._pages.lay_open(str(guild), "attend", interaction, page, draw)

    async def _attendance(
        self, interaction: Interaction, guild: int, told: dict[str, FanRow]
    ) -> Page:
        """Return that page as it stands; `told` are the wishes that hold no more of which it says
        so, by series, and goes on to: those that it comes upon are put there.
        """
        nights, person = self._services.nights, interaction.user.id
        theirs = await nights.reader.of_person(person)
        theirs = [each for each in theirs if each.row.guild_id == guild]
        over = [each for each in theirs if each.row.state == "over"]
        meant = [each for each in over if person in attendance([each])]
        found = await nights.reader.attendance(meant[:ATTENDANCE_NIGHTS])
        wishes, series = await self.wishes(interaction, guild, told.values())
        told |= {each.series_id: each for each in wishes if each.lapsed}
        page = attendance_page(
            found.get(person, Attendance()),
            wording_of(interaction),
            wishes,
            series,
            await self._coming(interaction, guild, theirs),
            person,
            guild,
            await self._early(guild, person),
            off=bool(await nights.store.fans.unpinged(guild, [person])),
        )
        text = as_of(self._services.tables.now(), page.text, wording_of(interaction))
        return Page(page.title, text, rows=page.rows)

    async def _coming(
        self, interaction: Interaction, guild: int, theirs: Sequence[Night]
    ) -> list[Night]:
        """Return the nights to come that somebody has answered, or may, the next one first."""
        open_ = await self._services.nights.reader.of_guild(guild, ("open",))
        found = {each.id: each for each in theirs if each.row.state in RIGHT_NOW}
        known = await known_of(self._services, interaction, open_)
        found |= {each.id: each for each in known}
        return sorted(found.values(), key=lambda each: each.guests.starts_at)

    async def _early(self, guild: int, person: int) -> list[EarlyAnswer]:
        """Return the next nights of series that aren't announced yet to which somebody comes."""
        nights, found = self._services.nights, list[EarlyAnswer]()
        for night in await nights.between(guild):
            for date in next_dates(night, self._services.tables.now(), 1):
                early = await nights.early(night, stored(date.local))
                found += [
                    EarlyAnswer(night, date, moved=each.unsure)
                    for each in early
                    if each.id == person and each.comes
                ]
        return found

    async def wishes(
        self, interaction: Interaction, guild_id: int, told: Iterable[FanRow] = ()
    ) -> tuple[list[FanRow], dict[str, Followed]]:
        """Return what somebody wants of a server's nights to come, and what they were just `told`
        holds no more, and its series, by id; when the next night is only of those that they may
        know of.
        """
        nights, person = self._services.nights, interaction.user.id
        wishes = await nights.store.fans.wishes_of(guild_id, person)
        found = {each.series_id for each in wishes}
        wishes += [each for each in told if each.series_id not in found]
        ids = await nights.store.series.newest_of([wish.series_id for wish in wishes])
        newest = {series: await nights.get(night_id) for series, night_id in ids.items()}
        seen = {each.id for each in await known_of(self._services, interaction, [*newest.values()])}
        seen |= {each.id for each in newest.values() if each.guests.find(person) is not None}
        now = self._services.tables.now()
        return wishes, {
            series: followed(night, now, seen=night.id in seen) for series, night in newest.items()
        }
