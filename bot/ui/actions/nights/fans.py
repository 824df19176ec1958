"""What people say about the nights to come: that they want to be told, or come every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.nights.called_to import is_unpinged
from bot.nights.dates import read_stored
from bot.nights.fans import MOST, NO_ROOM, NOT_NEXT, come_next, lapsed_for, scope_of, wish_for
from bot.nights.guest_presses import not_every_time, press_in, remind_me
from bot.nights.night import Night, Press, demand_announced, demand_open
from bot.nights.series_rules import date_sign, next_dates
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from bot.ui.actions.nights.night_lists import NightLists
from bot.ui.actions.nights.nights import NightActions
from bot.ui.actions.rights import known_of, press_of
from bot.ui.pages.nights.fan_page import (
    LAPSED,
    LAST_NIGHT,
    Followed,
    again_button,
    fan_page,
    kept_reminders,
    next_page,
    no_reminders_button,
    off_line,
    reminded_line,
    still_in_line,
    stopped_line,
    wishes_page,
)
from bot.ui.pages.nights.night_answers import came_line, not_this_time
from bot.ui.pages.nights.night_words import linked_card
from bot.ui.pages.nights.no_pings import BACK_ON, unpinged_page
from bot.ui.pages.nights.remind_page import own_rows, read_reminds, remind_page
from bot.ui.pages.nights.series_routes import ALL_NIGHTS
from bot.ui.pages.nights.series_words import title_to_come
from bot.ui.pages.page import Button, Page
from bot.ui.posting.nights.night_rounds import following_night
from bot.ui.posting.replies import person_of, pressed_on_own, show, wording_of
from bot.ui.services import Interaction, Services
from storage.fan_store import ALL_HERE, FanKind, FanRow

MOST_KEPT: Final = 4
"""How many nights are named of which somebody is still reminded who stops their pings."""


class FanActions:
    """What people want of the nights to come. Every method answers, or raises Trouble."""

    def __init__(self, services: Services, nights: NightActions, lists: NightLists) -> None:
        self._services = services
        self._nights = nights
        self._lists = lists
        self._store = services.nights.store

    async def show(self, interaction: Interaction, night_id: str) -> None:
        """Show what somebody wants of the nights after one, to change it."""
        night = await self._nights.night(interaction, night_id)
        wishes = await self._store.fans.wishes_of(night.row.guild_id, interaction.user.id)
        page = fan_page(night, wishes, wording_of(interaction), "")
        await show(interaction, await self._with_note(interaction, night, page))

    async def want(self, interaction: Interaction, night_id: str, kind: FanKind) -> None:
        """Note that somebody wants to be told of the nights after one, or comes every time.

        Whoever comes every time, and hasn't answered the night that is announced by now, is In.
        """
        night, nights = await self._nights.night(interaction, night_id), self._services.nights
        demand_announced(night)
        person, guild = person_of(interaction), night.row.guild_id
        await nights.demand_may_come(night, person.id)
        scope = await self._scope(interaction, night, kind)
        wishes = await self._store.fans.wishes_of(guild, person.id)
        lapsed = lapsed_for(night, wishes)
        every = any(wish.series_id == scope and wish.kind == "every" for wish in wishes)
        if kind == "every" or not every or lapsed or pressed_on_own(interaction):
            # A button that everybody sees doesn't make a regular one who is only told.
            row = FanRow(
                guild_id=guild,
                series_id=scope,
                person=person.id,
                name=person.name,
                kind=kind,
                since=self._services.tables.now(),
            )
            # A night that is being announced either knows of it, or is found below.
            async with nights.announcing:
                if not await self._store.fans.put(row, MOST[kind]):
                    raise Trouble(NO_ROOM[kind])
        notice = wording_of(interaction).gettext(LAPSED) if lapsed and kind == "tell" else ""
        came: Night | None = None
        if kind == "every" and (came := await self._come(interaction, night)):
            notice = came_line(night, came, person.id, wording_of(interaction))
        elif every and not lapsed and pressed_on_own(interaction):
            notice = await self._take_off(interaction, guild, scope)
        wishes = await self._store.fans.wishes_of(guild, person.id)
        wording = wording_of(interaction)
        pressed = "already" if every and not lapsed else "now"
        page = fan_page(night, wishes, wording, notice, pressed if kind == "every" else "")
        now = came if came is not None and came.id == night.id else night
        if not night.over:
            # On the answer to *I'm in* they were there before, too.
            page = replace(page, rows=(*own_rows(now, person.id, wording), *page.rows))
        if came is not None and came.id != night.id:
            page = replace(page, rows=((not_this_time(came, wording),), *page.rows))
        await show(interaction, await self._with_note(interaction, night, page))

    async def _scope(self, interaction: Interaction, night: Night, kind: FanKind) -> str:
        """Return of what somebody wants to be told. Raises Trouble where nobody can come every
        time; as long as the last night of a series is to come or on, with what leads there.
        """
        try:
            return scope_of(night, kind)
        except Trouble:
            if night.series is None:
                raise
            last = await self._services.nights.get(night.series.night_id)
            if last.over or not await known_of(self._services, interaction, [last]):
                raise
            link = linked_card(last, wording_of(interaction))
            date = f"<t:{last.guests.starts_at}:F>"
            raise Trouble(LAST_NIGHT, date=date, link=link) from None

    async def come_next(
        self, interaction: Interaction, night_id: str, date: str, *, comes: bool = True
    ) -> None:
        """Note that somebody comes to the night after one, on a date, `20261211`, or doesn't after
        all; once it is announced, that is their answer to it.
        """
        night, nights = await self._nights.night(interaction, night_id), self._services.nights
        seen = {night.id}
        # Others may have been announced since the button was put up.
        while (following := await following_night(self._services, night)) is not None:
            if date_sign(read_stored(following.row.local)) == date:
                await self._nights.answer(interaction, "in" if comes else "out", following.id)
                return
            if following.id in seen:
                break
            seen.add(following.id)
            night = following
        press = await press_of(self._services, interaction)
        dates = next_dates(night, nights.tables.now())
        found = [each for each in dates if date_sign(each.local) == date]
        if not found:
            raise Trouble(NOT_NEXT)
        night = await nights.answer(night.id, press, come_next(date, comes=comes))
        page = next_page(night, found[0], wording_of(interaction), comes=comes)
        await show(interaction, await self._with_note(interaction, night, page))

    async def _come(self, interaction: Interaction, night: Night) -> Night | None:
        """Put somebody who comes every time onto the list of the night that is announced by now;
        return that as it is then, None if they aren't put there.
        """
        nights, person = self._services.nights, interaction.user.id
        assert night.series is not None
        # Another one may have been announced since the night was read.
        series = (await nights.get(night.id)).series or night.series
        newest = await nights.get(series.night_id)
        guest = newest.guests.find(person)
        if newest.row.state != "open" or (guest is not None and guest.answer != "invited"):
            return None
        press = await press_of(self._services, interaction)
        newest = await nights.answer(newest.id, press, press_in())
        await self._nights.messages.wake(newest)
        return newest

    async def unwish(self, interaction: Interaction, guild_id: int, scope: str) -> None:
        """Note that somebody doesn't want that any more; an announced night keeps their answer."""
        series, wording = ALL_HERE if scope == ALL_NIGHTS else scope, wording_of(interaction)
        wishes, followed = await self._lists.wishes(interaction, guild_id)
        async with self._services.nights.announcing:
            await self._store.fans.drop(guild_id, series, interaction.user.id)
        newest = await self._store.series.newest_of([series])
        dropped = [each for each in wishes if each.series_id == series]
        again = tuple(
            again_button(each, newest.get(series, ""), wording)
            for each in dropped
            if series == ALL_HERE or series in newest
        )
        notice = await self._take_off(interaction, guild_id, series)
        # Only now are they off the list of nights to which they came as they do every time.
        await self._store.fans.unname(guild_id, series, interaction.user.id)
        done = [
            stopped_line(each, followed.get(series, Followed("?")), wording) for each in dropped
        ]
        open_ = await self._services.nights.reader.of_guild(guild_id, ("open",))
        kept = [*kept_reminders(open_, series, interaction.user.id)][:MOST_KEPT]
        reminded = reminded_line(kept, wording)
        if not notice and not reminded:
            notice = wording.gettext("What you answered to nights stays as it is.")
        again += tuple(no_reminders_button(night, wording) for night in kept)
        notice = wording.sentences("", *done, notice, reminded)
        await self._show_wishes(interaction, guild_id, notice, again)

    async def want_all(self, interaction: Interaction, guild_id: int) -> None:
        """Note that somebody wants to be told of all nights of a server."""
        services, person = self._services, person_of(interaction)
        await services.tables.servers.demand_not_blocked(guild_id, person.id)
        row = FanRow(
            guild_id=guild_id,
            series_id=ALL_HERE,
            person=person.id,
            name=person.name,
            kind="tell",
            since=services.tables.now(),
        )
        async with services.nights.announcing:
            if not await self._store.fans.put(row, MOST["tell"]):
                raise Trouble(NO_ROOM["tell"])
        await self._show_wishes(interaction, guild_id)

    async def show_reminders(self, interaction: Interaction, night_id: str) -> None:
        """Ask a guest when to be reminded; whoever hasn't answered is asked for that first."""
        night = await self._nights.night(interaction, night_id)
        person = interaction.user.id
        demand_open(night)
        if night.guests.find(person) is None:
            await self._services.nights.demand_may_come(night, person)
        await self._show_reminders(interaction, night)

    async def remind(self, interaction: Interaction, night_id: str, picked: Sequence[str]) -> None:
        """Save when a guest wants to be reminded. Raises Trouble for a value that isn't offered."""
        await self._nights.night(interaction, night_id)
        wanted = read_reminds(picked)
        if wanted is None:
            raise Trouble(NO_SUCH_CHOICE)
        press = await press_of(self._services, interaction)
        night = await self._services.nights.answer(night_id, press, remind_me(wanted))
        await self._show_reminders(interaction, night)

    async def _show_reminders(self, interaction: Interaction, night: Night) -> None:
        person, wording = interaction.user.id, wording_of(interaction)
        off = await is_unpinged(self._services.nights, night, person)
        await show(interaction, remind_page(night, person, wording, off=off))

    async def turn_pings(self, interaction: Interaction, guild_id: int, to: str) -> None:
        """Note that somebody isn't pinged about a server's nights any more, or is again."""
        fans, person = self._store.fans, interaction.user.id
        if to == "on":
            await fans.ping_again(guild_id, person)
            said = wording_of(interaction).gettext(BACK_ON)
            await self._show_wishes(interaction, guild_id, said)
            return
        async with self._services.nights.announcing:
            await fans.stop_pings(guild_id, person)
        await fans.unname(guild_id, ALL_HERE, person)
        await self._show_wishes(interaction, guild_id)

    async def _with_note(self, interaction: Interaction, night: Night, page: Page) -> Page:
        """Return a page with a note for whoever isn't pinged about a night."""
        off = await is_unpinged(self._services.nights, night, interaction.user.id)
        return unpinged_page(page, wording_of(interaction)) if off else page

    async def _take_off(self, interaction: Interaction, guild_id: int, series: str) -> str:
        """Take somebody who came every time to a series off its nights that they haven't answered;
        return from which, "" if there are none.
        """
        nights, person, wording = (
            self._services.nights,
            person_of(interaction),
            wording_of(interaction),
        )
        said: list[str] = []
        for night in await nights.reader.of_guild(guild_id, ("open", "doors")):
            guest = night.guests.find(person.id)
            if night.row.series_id != series or guest is None or not guest.only_regular:
                continue
            # The interaction itself may have changed another one.
            await self._nights.messages.wake(
                await nights.change(night.id, Press(person, None), not_every_time())
            )
            said.append(off_line(night, wording))
        return wording.sentences("", *said)

    async def stop(self, interaction: Interaction, night_id: str) -> None:
        """Note that somebody doesn't want to be told of nights like one any more.

        Whoever comes every time is shown how that ends: this alone doesn't take them off a list.
        """
        night = await self._nights.night(interaction, night_id)
        guild = night.row.guild_id
        wishes = await self._store.fans.wishes_of(guild, interaction.user.id)
        wish = wish_for(night, wishes)
        if wish is None:
            await self._show_wishes(interaction, guild)
            return
        if wish.kind == "every":
            still = still_in_line(wish, title_to_come(night), wording_of(interaction))
            await self._show_wishes(interaction, guild, still)
            return
        await self.unwish(interaction, guild, wish.series_id or ALL_NIGHTS)

    async def _show_wishes(
        self,
        interaction: Interaction,
        guild_id: int,
        notice: str = "",
        again: tuple[Button, ...] = (),
    ) -> None:
        wishes, series = await self._lists.wishes(interaction, guild_id)
        off = bool(await self._store.fans.unpinged(guild_id, [interaction.user.id]))
        wording = wording_of(interaction)
        page = wishes_page(wishes, series, wording, notice, again, guild_id, off=off)
        if await show(interaction, page):
            await self._store.fans.told_lapsed(wishes)
