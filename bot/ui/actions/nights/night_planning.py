"""What hosts do about a night before it begins: make, announce, change and cancel it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.announcing import edit
from bot.nights.attendance import ATTENDANCE_NIGHTS
from bot.nights.called_to import called_to
from bot.nights.dates import Moment, read_stored, stored
from bot.nights.guest_presses import invite, take_off
from bot.nights.night import Night, NightGame, NoNight, Rule, demand_announced, demand_lead
from bot.nights.night_json import games_json
from bot.nights.typed_dates import Readings
from bot.tables.seat import Person
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from bot.ui.actions.mistakes import Mistakes
from bot.ui.actions.nights.announcing_place import (
    demand_allowed_there,
    demand_place_to_announce,
)
from bot.ui.actions.nights.cohosts import cohosts_picked
from bot.ui.actions.nights.draft_page import draft_page, plan_page
from bot.ui.actions.nights.night_dates import NightDates, moment_of, zone_of_night
from bot.ui.actions.nights.night_form import (
    also_cohosts,
    changed_by_form,
    demand_other_may_come,
    demand_role,
    night_form,
    read_form,
    read_night_settings,
    read_people,
    read_times,
    scope_asked,
    settings_form,
    times_form,
)
from bot.ui.actions.nights.nights import NightActions
from bot.ui.actions.rights import demand_right_to_host, known_of, led_night, press_of
from bot.ui.actions.typed_dates import typed_instead
from bot.ui.actions.typed_names import night_meant, night_options, of_thread, usual_nights
from bot.ui.pages.form import filled_in
from bot.ui.pages.long_lists import more_from
from bot.ui.pages.nights.night_games import read_way
from bot.ui.pages.nights.night_move import move_night_page, moved_words, old_day_line
from bot.ui.pages.nights.night_preview import changed_words, mute_line
from bot.ui.pages.nights.night_words import (
    SeriesScope,
    discarded_page,
    plain_name_of,
    which_night,
)
from bot.ui.pages.nights.series_page import also_moved, series_page
from bot.ui.pages.page import Page
from bot.ui.pages.posting_words import INVITED, PUBLISHED
from bot.ui.pages.typed_words import folded, meant, several_fit
from bot.ui.pages.wording import plain_name
from bot.ui.posting.forms import Forms
from bot.ui.posting.replies import Which, show, wording_of
from bot.ui.services import Interaction, Services
from storage.night_rows import RIGHT_NOW

OF_SERIES: Final = (("keep",), ("cancel",))
"""The verbs that a series between two nights has as well as a night."""


class NightPlanning:
    """What hosts do. Every method answers the interaction or raises Trouble."""

    def __init__(self, services: Services, guests: NightActions, forms: Forms) -> None:
        self._services = services
        self._guests = guests
        self._forms = forms
        self.outcomes = guests.outcomes
        self.dates = NightDates(services)

    async def show_draft(
        self, interaction: Interaction, night: Night, start: int = 0, kept: str = ""
    ) -> None:
        """Show the preview of a draft to its host; what its games offer is listed from `start`.

        `kept` is said of its time zone.
        """
        home = await self.dates.usual_zone(interaction)
        help_ = await self.dates.help(interaction, night, kept)
        called = await self._services.nights.called(night)
        page = draft_page(self._services, interaction, night, home, help_, start, called)
        await show(interaction, await page)

    async def draft(self, interaction: Interaction, night_id: str) -> Night:
        """Return a draft of somebody who leads it. Raises Trouble if it is announced."""
        night = await self._led(interaction, night_id)
        if night.row.state != "draft":
            raise Trouble(_("This night is announced already."))
        return night

    async def publish(self, interaction: Interaction, night_id: str) -> None:
        """Announce a draft; it stays a draft if the bot lacks a permission where it would go.

        Publishing needs the right to host now, however the draft was made. Its role is pinged if
        both the person and the bot may ping it. Raises Trouble if permissions are missing.
        """
        night = await self.draft(interaction, night_id)
        await demand_right_to_host(self._services, interaction)
        amiss = demand_allowed_there(interaction, night.row.channel_id, night.row.mention)
        press = replace(await press_of(self._services, interaction), calls=not amiss.mute_for)
        night = await self._services.nights.publish(night_id, press)
        self.dates.forget(night_id)
        note = mute_line(night.row.mention, amiss, wording_of(interaction))
        await self.outcomes.tell(interaction, night, PUBLISHED, plain_name_of(night), note)

    async def discard(self, interaction: Interaction, night_id: str) -> None:
        """Delete a draft."""
        await self.draft(interaction, night_id)
        await self._services.nights.discard(night_id, await press_of(self._services, interaction))
        await show(interaction, discarded_page(wording_of(interaction)))

    async def pick_options(self, interaction: Interaction, night_id: str, picked: str) -> None:
        """Change how a game of a draft is played, or show more of a long list.

        Raises Trouble for options that aren't offered.
        """
        night = await self.draft(interaction, night_id)
        start = more_from(picked)
        if start is not None:
            await self.show_draft(interaction, night, start)
            return
        at, number = read_way(picked) or (len(night.games), 0)
        if at >= len(night.games):
            raise Trouble(NO_SUCH_CHOICE)
        services, key = self._services, night.games[at].key
        variants = services.game_by_key(key).game.info.variants
        if number >= len(variants):
            raise Trouble(NO_SUCH_CHOICE)
        options = services.tables.json_of(key).dump_options(variants[number])
        changed = edit(options=options)
        if at:
            further = [*night.further]
            further[at - 1] = NightGame(key, options)
            changed = edit(games=games_json(tuple(further)))
        night = await self._change(interaction, night_id, changed)
        await self.show_draft(interaction, night)

    # Changing

    async def show_form(
        self,
        interaction: Interaction,
        night_id: str,
        scope: SeriesScope = "",
        *,
        anew: bool = False,
    ) -> None:
        """Show the form with which a host changes a night, or plans it `anew`; of a series, ask
        which nights first.
        """
        night = await self._led(interaction, night_id)
        if await scope_asked(interaction, night, "change", scope):
            return
        form = night_form(night, wording_of(interaction), scope, anew=anew)
        await self._forms.open(interaction, form)

    async def show_settings_form(
        self, interaction: Interaction, night_id: str, scope: SeriesScope = ""
    ) -> None:
        """Show the form of rarely changed settings; of a series, ask which nights first."""
        night = await self._led(interaction, night_id)
        wording = wording_of(interaction)
        if await scope_asked(interaction, night, "settings", scope):
            return
        form = settings_form(night, await self._services.seasons(interaction), wording, scope)
        await self._forms.open(interaction, form)

    async def show_times(
        self, interaction: Interaction, night_id: str, scope: SeriesScope = ""
    ) -> None:
        """Show the form of times; of a series, ask which nights first."""
        night = await self._led(interaction, night_id)
        wording = wording_of(interaction)
        if await scope_asked(interaction, night, "times", scope):
            return
        await self._forms.open(interaction, times_form(night, wording, scope))

    async def change(
        self, interaction: Interaction, night_id: str, sign: int, to_come: str = ""
    ) -> None:
        """Change a night as its form says; or also all of its series that come after it."""
        night = await self._led(interaction, night_id)
        sent, mistakes, readings = filled_in(interaction.data), Mistakes(), None
        fields, said = read_form(night, sent, mistakes)
        when, asks = None, False
        with mistakes.noted():
            if channel := fields.get("channel_id"):
                await demand_place_to_announce(self._services, interaction, channel)
        with mistakes.noted():
            if said is not None:
                readings = await self._read_again(interaction, night, said)
        mistakes.tell()
        if readings is not None:
            self.dates.keep(night_id, readings)
            same = stored(readings.first.local) == night.row.local
            # Guests are told of another date: its host says first that it is meant.
            asks = night.row.state != "draft" and not same
            when = None if same or asks else readings.first
        rule = changed_by_form(sign, edit(when, to_come=bool(to_come), **fields))
        before = night
        if fields or not asks:
            night = await self._change(interaction, night_id, rule)
        if asks and readings is not None:
            await self._ask_to_move(
                interaction, night, readings.first, to_come, changed=bool(fields)
            )
        else:
            await self.show_changed(interaction, before, night)

    async def _read_again(self, interaction: Interaction, night: Night, said: str) -> Readings:
        zone = zone_of_night(night)
        near = read_stored(night.row.local)
        return await typed_instead(self._services, interaction, said, zone, near)

    async def pick_date(
        self, interaction: Interaction, night_id: str, at: int, to_come: str = ""
    ) -> None:
        """Take another moment that a typed date may mean; of a night that is announced, ask first
        whether it should move there.
        """
        night = await self._led(interaction, night_id)
        if night.row.state == "draft":
            await self.move(interaction, night_id, at)
        else:
            await self._ask_to_move(interaction, night, moment_of(night, at), to_come)

    async def _ask_to_move(
        self,
        interaction: Interaction,
        night: Night,
        when: Moment,
        to_come: str,
        *,
        changed: bool = False,
    ) -> None:
        """Show whom it calls if a night moves, and what it moves with it."""
        press, now = await press_of(self._services, interaction), self._services.tables.now()
        asked = await called_to(self._services.nights, night)
        rule = edit(when, to_come=bool(to_come))
        moved = await self._services.nights.demand_possible(night, press, rule)
        help_ = await self.dates.help(interaction, moved)
        every, wording = "all" if to_come else "", wording_of(interaction)
        saved = wording.gettext("The rest is saved. The date isn't changed yet.")
        notice = saved if changed else ""
        person = press.by.id
        page = move_night_page(night, moved, every, help_, now, person, wording, notice, asked)
        await show(interaction, page)

    async def move(
        self, interaction: Interaction, night_id: str, at: int, to_come: str = ""
    ) -> None:
        """Move a night, or all of its series to come with it."""
        night = await self._led(interaction, night_id)
        asked = await called_to(self._services.nights, night)
        rule = edit(moment_of(night, at), to_come=bool(to_come), asked=asked)
        after = await self._change(interaction, night_id, rule)
        if after.row.state != "draft":
            self.dates.forget(night_id)
        await self.show_changed(interaction, night, after, asked)

    async def change_settings(
        self, interaction: Interaction, night_id: str, sign: int, to_come: str = ""
    ) -> None:
        """Change a night as the form of rarely changed settings says."""
        night = await self._led(interaction, night_id)
        sent, seasons = filled_in(interaction.data), await self._services.seasons(interaction)
        fields = read_night_settings(night, sent, seasons)
        demand_role(fields.get("mention"), night.row.guild_id)
        rule = changed_by_form(sign, edit(to_come=bool(to_come), **fields))
        if night.row.state == "draft" and "cohosts" in sent:
            people = read_people(sent["cohosts"])
            cohosts = await cohosts_picked(self._services, interaction, night, people)
            rule = also_cohosts(rule, cohosts)
        before, night = night, await self._change(interaction, night_id, rule)
        await self.show_changed(interaction, before, night)

    async def change_times(
        self, interaction: Interaction, night_id: str, sign: int, to_come: str = ""
    ) -> None:
        """Change a night as the form of times says."""
        night = await self._led(interaction, night_id)
        fields = read_times(night, filled_in(interaction.data))
        rule = changed_by_form(sign, edit(to_come=bool(to_come), **fields))
        before, night = night, await self._change(interaction, night_id, rule)
        await self.show_changed(interaction, before, night)

    async def show_changed(
        self, interaction: Interaction, before: Night, night: Night, asked: Collection[int] = ()
    ) -> None:
        """Show a night that a leader has just changed, and how many are asked anew; `asked` were
        called to it before.
        """
        wording = wording_of(interaction)
        notice = wording.sentences(
            changed_words(before, night, wording),
            moved_words(before, night, interaction.user.id, wording, asked),
            also_moved(before, night, wording),
            old_day_line(night, before, wording),
        )
        await self._show_to_change(interaction, night, notice)

    async def show_edit(self, interaction: Interaction, named: str | None) -> None:
        """Show the page on which a host changes a night."""
        night = await self.led_night(interaction, named, ("keep",))
        await self._show_to_change(interaction, night)

    async def _show_to_change(
        self, interaction: Interaction, night: Night, notice: str = ""
    ) -> None:
        """Show the preview of a draft; of any other night, the page on which it is changed, and
        keep that up to date.
        """
        if night.row.state == "draft":
            await self.show_draft(interaction, night)
            return
        if night.over:
            now, wording = self._services.tables.now(), wording_of(interaction)
            await show(interaction, series_page(night, now, wording, notice))
            return

        async def draw() -> Page:
            newest, _press = await led_night(self._services, interaction, night.id)
            said = notice if newest.row.revision == night.row.revision else ""
            help_ = await self.dates.help(interaction, newest)
            return await plan_page(self._services, interaction, newest, help_, said)

        page = await draw()
        if await show(interaction, page):
            await self._guests.messages.pages.lay_open(night.id, "more", interaction, page, draw)

    # Guests

    async def add(self, interaction: Interaction, person: Person, named: str | None) -> None:
        """Invite somebody, who accepts by pressing In. Raises Trouble if the night is a draft."""
        night = await self.led_night(interaction, named, ("add", str(person.id)))
        demand_announced(night)
        await demand_other_may_come(self._services, night, person)
        night = await self._change(interaction, night.id, invite(person))
        title, name = plain_name_of(night), plain_name(person.name)

        async def say(text: str) -> None:
            await show(interaction, Page("", text))

        await self.outcomes.tell(interaction, night, INVITED, title, say_done=say, name=name)

    async def remove(self, interaction: Interaction, person: Person, named: str | None) -> None:
        """Take somebody off the list."""
        night = await self.led_night(interaction, named, ("remove", str(person.id)))
        await self._change(interaction, night.id, take_off(person.id))
        text = wording_of(interaction).gettext(
            "{name} is off the list. They can answer again.", name=plain_name(person.name)
        )
        await show(interaction, Page("", text))

    # What the commands offer

    async def led_nights(self, interaction: Interaction) -> list[Night]:
        """Return the nights that the person may lead here, next one first."""
        found = await self._services.nights.reader.of_guild(
            interaction.guild_id or 0, ("draft", *RIGHT_NOW)
        )
        press = await press_of(self._services, interaction)
        mine = [each for each in found if each.leads(press)]
        return [each for each in mine if each.row.state != "draft" or each.row.host == press.by.id]

    async def led_night(
        self, interaction: Interaction, named: str | None, then: tuple[str, ...] = ()
    ) -> Night:
        """Return the night that a host means: the one named, or the one they mean by not naming it.

        Raises Trouble if there is none. If several could be meant, raises Which when a control goes
        on by itself, and Trouble otherwise; `then` is the control's verb, and what follows the
        id of the night.
        """
        found = await self.led_nights(interaction)
        between = await self._between(interaction) if then in OF_SERIES else []
        if named is not None:
            found += between
            fitting = [each.value for each in meant(night_options(found), named)]
            if not fitting:
                return await self._led(interaction, await self._other_night(interaction, named))
            found = [each for each in found if each.id in fitting]
        else:
            own = of_thread([*found, *between], interaction)
            found = own or [*usual_nights(found, interaction), *between]
        if not found:
            raise Trouble(
                _(
                    "There is no game night that you lead. `/night new` announces one, and "
                    "`/night ask` asks which date suits."
                )
            )
        if len(found) > 1 and then:
            raise Which(which_night(found, then, wording_of(interaction)))
        if len(found) > 1:
            raise several_fit(named or "night", night_options(found))
        return found[0]

    async def _between(self, interaction: Interaction) -> list[Night]:
        """Return the nights that are over and carry a series on which the person may lead."""
        press = await press_of(self._services, interaction)
        return await self._services.nights.between_led(interaction.guild_id or 0, press)

    async def _other_night(self, interaction: Interaction, named: str) -> str:
        """Return a night of this server that the person can't lead now, to say why not."""
        guild, services = interaction.guild_id or 0, self._services
        nights = [
            *await services.nights.reader.of_guild(guild, RIGHT_NOW),
            *await services.nights.reader.last(guild, ATTENDANCE_NIGHTS),
        ]
        nights = await known_of(services, interaction, nights)
        found = meant(night_options(nights), named)
        if not found:
            try:
                # One that ended longer ago is named by its id alone.
                return (await self._guests.night(interaction, folded(named))).id
            except NoNight:
                pass
        return night_meant(nights, named)

    async def ask_which(self, interaction: Interaction, then: tuple[str, ...], start: int) -> None:
        """Ask which night is meant, from a place in the list on. Raises NoNight without any."""
        found = await self.led_nights(interaction)
        found += await self._between(interaction) if then in OF_SERIES else []
        if not found:
            raise NoNight
        await show(interaction, which_night(found, then, wording_of(interaction), start))

    # Within

    async def _change(self, interaction: Interaction, night_id: str, rule: Rule) -> Night:
        press = await press_of(self._services, interaction)
        return await self._services.nights.change(night_id, press, rule)

    async def _led(self, interaction: Interaction, night_id: str) -> Night:
        if interaction.guild_id is None:
            raise NoNight
        night = await self._guests.night(interaction, night_id)
        demand_lead(night, await press_of(self._services, interaction))
        return night
