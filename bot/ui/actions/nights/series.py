"""What those who lead a series do about it, also between its nights."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.engine.text import marked as _
from bot.nights.dates import local_time, moment, read_stored, zone_of
from bot.nights.fans import calling
from bot.nights.next_night import announce_next
from bot.nights.night import Night, Press, Rule
from bot.nights.night_json import post_row
from bot.nights.said_lately import LATELY, still_called
from bot.nights.series_rules import (
    NO_SUCH_DATE,
    NOT_NEWEST,
    asked_now,
    date_sign,
    demand_date,
    demand_goes_on,
    described,
    end_series,
    is_next,
    next_dates,
    other_time,
    skip,
    take_in,
    taken_back,
)
from bot.nights.standing_posts import BEFORE, FROM
from bot.nights.typed_dates import Readings
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.announcing_place import amiss_there
from bot.ui.actions.nights.night_dates import moment_of, zone_of_night
from bot.ui.actions.nights.night_form import name_lines, tidy_about, tidy_title
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.rights import (
    LEADING,
    Who,
    demand_right_to_host,
    led_night,
    press_of,
)
from bot.ui.actions.typed_dates import typed_instead
from bot.ui.in_sight import server_of
from bot.ui.pages.form import Form, filled_in
from bot.ui.pages.nights import series_routes
from bot.ui.pages.nights.night_words import NAMES, plain_name_of, titled
from bot.ui.pages.nights.series_page import moved_text, series_page
from bot.ui.pages.nights.series_questions import (
    CARD_SAYS,
    announce_page,
    end_series_page,
    move_page,
    skip_page,
    time_form,
    told_line,
)
from bot.ui.pages.nights.series_words import day_at, title_to_come
from bot.ui.pages.page import Page
from bot.ui.pages.posting_words import PUBLISHED
from bot.ui.posting.forms import Forms
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.replies import OnPage, pressed_on_own, show, wording_of
from bot.ui.services import Interaction, Services

ON_ITS_PAGE: Final = {
    NOT_NEWEST: _("The next night of this series is announced already."),
    NO_SUCH_DATE: _("That date isn't among the next of this series any more."),
}
"""What is said on the page of the series, to which others are led by the same words."""


class SeriesActions:
    """What is done about a series. Every method answers the interaction or raises Trouble."""

    def __init__(
        self, services: Services, planning: NightPlanning, forms: Forms, messages: NightMessages
    ) -> None:
        self._services = services
        self._who_left = messages.who_left
        self._pages = messages.pages
        self._planning = planning
        self._forms = forms
        self._all_placed: set[int] = set()
        """Servers on which no series waits for a place: they aren't looked up again."""
        services.nights.listeners.append(self._hear)

    async def show(self, interaction: Interaction, night_id: str) -> None:
        """Show a series, by its newest night."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
        await self._show(interaction, night)

    async def ask_to_skip(self, interaction: Interaction, night_id: str, date: str) -> None:
        """Ask whether a date should really be left out."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
            demand_date(night, date, self._services.tables.now())
        now, says = self._services.tables.now(), ""
        if is_next(night, date, now):
            says = await self._says(interaction, night, skip(date))
        await show(interaction, skip_page(night, date, now, says, wording_of(interaction)))

    async def _told(self, interaction: Interaction, night: Night) -> list[str]:
        """Return who is called if somebody changes a series, by name."""
        told = await self._services.nights.fans_of_series(night, interaction.user.id)
        return [*told.values()]

    async def _says(self, interaction: Interaction, night: Night, rule: Rule) -> str:
        """Return who is called if somebody changes some dates of a series by a rule, and when:
        nobody who hasn't heard yet of what this takes back.
        """
        nights, now = self._services.nights, self._services.tables.now()
        press = await press_of(self._services, interaction)
        change = rule(night, press, await nights.now_for(night))
        told = await nights.fans_of_series(night, interaction.user.id)
        rows = await nights.store.standing(night.id)
        said = next(iter(calling(change.posts, (), between=night.over)), None)
        if said is None:
            return told_line(night, (), now, wording_of(interaction))
        lately = await nights.store.series.called_since(night.id, now - LATELY)
        called, held = still_called(rows, post_row(night.row, said, now), told, now, lately)
        names = [told[each] for each in called]
        dates = [said.details[each] for each in (FROM, BEFORE) if each in said.details]
        return told_line(night, names, now, wording_of(interaction), dates, held=held)

    async def skip(self, interaction: Interaction, night_id: str, date: str) -> None:
        """Leave a date out."""
        async with self._or_as_it_stands(interaction, night_id):
            told = await self._who_is_told(interaction, night_id, date, skip(date))
            night = await self._change(interaction, night_id, skip(date))
        wording = wording_of(interaction)
        notice = wording.gettext("{day} is skipped.", day=_day_of(night, date))
        await self._show(interaction, night, wording.sentences(notice, told))

    async def take_in(self, interaction: Interaction, night_id: str, date: str) -> None:
        """Don't leave a date out any more."""
        async with self._or_as_it_stands(interaction, night_id):
            told = await self._who_is_told(interaction, night_id, date, take_in(date))
            night = await self._change(interaction, night_id, take_in(date))
        wording = wording_of(interaction)
        notice = wording.gettext("The night on {day} takes place.", day=_day_of(night, date))
        await self._show(interaction, night, wording.sentences(notice, told))

    async def _who_is_told(
        self, interaction: Interaction, night_id: str, date: str, rule: Rule
    ) -> str:
        """Return who is told if a date of a series is left out by a rule, or isn't any more."""
        night, wording = await self._led(interaction, night_id), wording_of(interaction)
        if not is_next(taken_back(night, date), date, self._services.tables.now()):
            return wording.gettext(CARD_SAYS)
        return await self._says(interaction, night, rule)

    async def ask_to_end(self, interaction: Interaction, night_id: str) -> None:
        """Ask whether a series should really end."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
        told, now = await self._told(interaction, night), self._services.tables.now()
        await show(interaction, end_series_page(night, now, told, wording_of(interaction)))

    async def end(self, interaction: Interaction, night_id: str) -> None:
        """End a series; the night that is announced stays."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._change(interaction, night_id, end_series())
        await self._show(interaction, night)

    async def ask_time(self, interaction: Interaction, night_id: str) -> None:
        """Show the form for another day and time of all nights to come."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
        now = self._services.tables.now()
        await self._forms.open(interaction, time_form(night, now, wording_of(interaction)))

    async def ask_name(self, interaction: Interaction, night_id: str) -> None:
        """Show the form for another title and text of all nights to come."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
        wording, about = wording_of(interaction), demand_goes_on(night).template.get("about", "")
        lines = name_lines(title_to_come(night), about, wording)
        form = Form(series_routes.NAME(night.id), titled(NAMES, wording), lines)
        await self._forms.open(interaction, form)

    async def name(self, interaction: Interaction, night_id: str) -> None:
        """Give all nights to come the title and the text that the form says."""
        sent = filled_in(interaction.data)
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
            title = tidy_title(sent.get("title")) or title_to_come(night)
            rule = described(title, tidy_about(sent.get("about")))
            night = await self._change(interaction, night_id, rule)
        await self._show(interaction, night, wording_of(interaction).gettext("Changed."))

    async def set_time(self, interaction: Interaction, night_id: str) -> None:
        """Show what becomes of all nights to come as the form says."""
        night = await self._led(interaction, night_id)
        zone = zone_of_night(night)
        typed = filled_in(interaction.data).get("when", "")
        services, now = self._services, self._services.tables.now()
        (before, *_more) = next_dates(night, now, 1)
        # The one that is announced stays, and all that move come after it.
        least = local_time(now if night.over else night.guests.starts_at, zone).date()
        least += timedelta(days=0 if night.over else 1)
        when = await typed_instead(services, interaction, typed, zone, before.local, least)
        await self._ask_to_move(interaction, night, when)

    async def other_time(self, interaction: Interaction, night_id: str, at: int) -> None:
        """Show the same of another moment that may have been meant."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
            await self._ask_to_move(interaction, night, Readings(moment_of(night, at)))

    async def move(self, interaction: Interaction, night_id: str, date: str, at: int) -> None:
        """Move all nights to come, of which a date's is the first."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
            rule = other_time(date, moment_of(night, at))
            night = await self._change(interaction, night_id, rule)
        await self._show(interaction, night, moved_text(night, wording_of(interaction)))

    async def _ask_to_move(self, interaction: Interaction, night: Night, when: Readings) -> None:
        now, nights = self._services.tables.now(), self._services.nights
        (before, *_more) = next_dates(night, now, 1)
        press = await press_of(self._services, interaction)
        rule = other_time(date_sign(before.local), when.first)
        await nights.demand_possible(night, press, rule)
        says = await self._says(interaction, night, rule)
        await show(interaction, move_page(night, when, now, says, wording_of(interaction)))

    async def ask_to_announce(self, interaction: Interaction, night_id: str, date: str) -> None:
        """Ask whether the next night of a series should really be announced before its time."""
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
            await demand_right_to_host(self._services, interaction)
            now = self._services.tables.now()
            when = demand_date(night, date, now)
        told = await self._told(interaction, night)
        await show(interaction, announce_page(night, when, len(told), wording_of(interaction)))

    async def announce(self, interaction: Interaction, night_id: str, date: str) -> None:
        """Announce the next night of a series now; where its host has left, in one's own name.

        Raises Trouble for another date than that.
        """
        async with self._or_as_it_stands(interaction, night_id):
            night = await self._led(interaction, night_id)
        night_id = night.id
        await demand_right_to_host(self._services, interaction)
        press, nights = await press_of(self._services, interaction), self._services.nights
        role = demand_goes_on(night).template.get("mention")
        amiss = amiss_there(interaction, night.row.channel_id, role)
        press = replace(press, calls=not amiss.mute_for)
        left = await self._who_left.gone(night.row.guild_id, [night.row.host])
        async with self._or_as_it_stands(interaction, night_id):
            before = await announce_next(nights, night_id, press, date, takes_over=bool(left))
        series = before.series
        night = before if series is None else await nights.get(series.night_id)
        await self._planning.outcomes.tell(interaction, night, PUBLISHED, plain_name_of(night))

    async def ask_where_nowhere(self, interaction: Interaction, who: Who) -> None:
        """Ask whether series go on that have no place for their next night, of somebody who leads
        them and has just done what only such people may do; once each.
        """
        nights, guild = self._services.nights, server_of(interaction) or 0
        if who not in LEADING or guild in self._all_placed:
            return
        self._all_placed.add(guild)
        for night_id in await nights.store.series.without_place(guild):
            self._all_placed.discard(guild)
            with suppress(Trouble):
                # The interaction itself has been answered already, and may have changed this night.
                press = replace(await press_of(self._services, interaction), interaction_id=None)
                night = await nights.change(night_id, press, asked_now())
                await self._show(interaction, night, anew=True)

    def _hear(self, night: Night) -> None:
        if night.series is not None and night.series.state == "asks":
            self._all_placed.discard(night.row.guild_id)

    async def _show(
        self, interaction: Interaction, night: Night, notice: str = "", *, anew: bool = False
    ) -> None:
        page = self._page(interaction, night, notice)

        async def again() -> Page:
            newest, _press = await self._newest(interaction, night.id)
            return self._page(interaction, newest, notice)

        if await show(interaction, page, anew=anew):
            await self._pages.lay_open(night.id, "series", interaction, page, again)

    def _page(self, interaction: Interaction, night: Night, notice: str = "") -> Page:
        now, wording = self._services.tables.now(), wording_of(interaction)
        return series_page(night, now, wording, notice)

    @asynccontextmanager
    async def _or_as_it_stands(
        self, interaction: Interaction, night_id: str
    ) -> AsyncIterator[None]:
        """Where something can't be done that was pressed on one's own page, which may be old, show
        the series as it stands, with why.
        """
        try:
            yield
        except OnPage:
            raise
        except Trouble as trouble:
            if not pressed_on_own(interaction):
                raise
            night, _press = await self._newest(interaction, night_id)
            shown = Trouble(ON_ITS_PAGE.get(trouble.text, trouble.text), **trouble.values)
            why = shown.say(wording_of(interaction).gettext)
            raise OnPage(self._page(interaction, night, why)) from None

    async def _led(self, interaction: Interaction, night_id: str) -> Night:
        """Return the night that carries a series on. Raises Trouble if none does any more."""
        night, _press = await self._newest(interaction, night_id)
        demand_goes_on(night)
        return night

    async def _newest(self, interaction: Interaction, night_id: str) -> tuple[Night, Press]:
        """Return the newest night of a series, by any night of it, and the press.

        A card or page of an earlier one may still lie in the channel.
        """
        night, press = await led_night(self._services, interaction, night_id)
        if night.series is not None and night.series.night_id != night.id:
            return await led_night(self._services, interaction, night.series.night_id)
        return night, press

    async def _change(self, interaction: Interaction, night_id: str, rule: Rule) -> Night:
        night, press = await self._newest(interaction, night_id)
        return await self._services.nights.change(night.id, press, rule)


def _day_of(night: Night, date: str) -> str:
    """Return the day that an id of a control names, `20261211`, at the hour of a series."""
    assert night.series is not None
    day = datetime.fromisoformat(date).date()
    local = datetime.combine(day, read_stored(night.series.local).time())
    return day_at(moment(local, zone_of(night.row.zone)).at)
