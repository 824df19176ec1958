"""Being away for some days: set, changed and ended by its person, for all their games at once."""

from __future__ import annotations

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.nights.typed_dates import Edge, Readings
from bot.tables.away import LONGEST
from bot.tables.clock import DAY
from bot.tables.quiet_hours import OwnClock, still_of
from bot.tables.seat import Person
from bot.tables.trouble import NotSaved, Trouble
from bot.tables.who_sits import TableBrief, briefs
from bot.ui.actions.own_zone import keep_typed_zone, own_zone
from bot.ui.actions.tables.finishing import why_not_back
from bot.ui.actions.typed_dates import offered_dates, typed_date
from bot.ui.pages import routes
from bot.ui.pages.away_page import AwayTable, away_page, dates_form
from bot.ui.pages.form import filled_in
from bot.ui.pages.typed_words import Suggestion
from bot.ui.posting.forms import Forms
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services
from storage.night_rows import RIGHT_NOW
from storage.rows import AwayHow

NO_ZONE = _("I don't know your time zone yet. Set it with `/me clock`. Nothing was changed.")


class Away:
    """What people can do about being away. Every method answers, or raises Trouble."""

    def __init__(self, services: Services, forms: Forms) -> None:
        self._services = services
        self._forms = forms
        self._days = services.away_days

    async def show(
        self, interaction: Interaction, notice: str = "", *, ended: bool = False
    ) -> None:
        """Show when the person is away, and what happens at their tables meanwhile.

        `ended` tells that they have just ended it, as a `notice` says.
        """
        services, person = self._services, interaction.user.id
        row, now = await self._days.row(person), services.tables.now()
        found = briefs(await services.tables.store.tables_of(person, phases=("playing",)))
        # A private game waits however long somebody is away.
        tables = [self._table(interaction, row, each, now) for each in found if each.on_server]
        zone = await own_zone(services, person)
        nights = await self._nights_in(row, now)
        guild_id = interaction.guild_id
        wording = wording_of(interaction)
        named = None if zone is None else zone.key
        page = away_page(row, named, tables, now, wording, notice, nights, guild_id, ended=ended)
        await show(interaction, page)

    async def set(
        self, interaction: Interaction, until: str, start: str | None, how: AwayHow | None
    ) -> None:
        """Have the person be away from a typed date, or from now, until another.

        Without a time zone they are asked for it, in a form that has what they typed.
        """
        known = how is not None or await own_zone(self._services, interaction.user.id) is not None
        if known:
            await self._set(interaction, until, start, how)
        else:
            await self._open(interaction, {"until": until, "from": start or ""})

    async def _set(
        self, interaction: Interaction, until: str, start: str | None, how: AwayHow | None
    ) -> None:
        zone = await self._zone(interaction)
        ends = await typed_date(self._services, interaction, until, zone, edge="end")
        begins = None
        if start:
            begins = await typed_date(self._services, interaction, start, zone, edge="start")
        person = interaction.user.id
        await self._days.set(person, begins.first.at if begins else None, ends.first.at, how)
        await self.show(interaction, self._others(interaction, begins, ends))

    async def choose(self, interaction: Interaction, how: AwayHow) -> None:
        """Choose how the person's games go on meanwhile."""
        await self._days.choose(interaction.user.id, how)
        await self.show(interaction)

    async def back(self, interaction: Interaction) -> None:
        """End the person's away days, or have them not begin, and give them back each seat where a
        computer plays for them.
        """
        person, wording = interaction.user.id, wording_of(interaction)
        row, now = await self._days.row(person), self._services.tables.now()
        taken, refused = await self._take_seats(interaction)
        said: list[str] = []
        if taken:
            ours = wording.ngettext(
                "You have your seat back in {n} game.",
                "You have your seats back in {n} games.",
                taken,
            )
            said.append(ours)
        set_now = row.away_until is not None and row.away_until > now
        if set_now or not (taken or refused):
            await self._days.end(person)
            begun = row.away_from is not None and row.away_from <= now
            back = wording.gettext("You're back.")
            said.insert(0, back if begun else wording.gettext("You won't be away."))
        await self.show(interaction, "\n> ".join([*said, *refused]), ended=set_now)

    async def _take_seats(self, interaction: Interaction) -> tuple[int, list[str]]:
        """Give the person back their seats where a computer plays for them, but where the table is
        put away; return how many, and why others can't be.
        """
        services, wording = self._services, wording_of(interaction)
        taken, refused, person = 0, list[str](), interaction.user.id
        for table in briefs(await services.tables.store.tables_of(person, phases=("playing",))):
            mine = table.mine(person)
            if mine is None or not mine.away or table.asleep:
                continue
            try:
                # What they are called on this server is no business of the others.
                await services.table_verbs.back(table.id, Person(person, mine.name))
                taken += 1
            except NotSaved:
                raise
            except Trouble as trouble:
                title = services.title_of(table.game_key, wording)
                there = await services.tables.get(table.id)
                why = await why_not_back(services, interaction, there, trouble)
                refused.append(wording.labelled(title, why))
        return taken, refused

    async def ask_dates(self, interaction: Interaction) -> None:
        """Ask the person from when until when they are away, and for their zone if none is set."""
        await self._open(interaction, {})

    async def _open(self, interaction: Interaction, typed: Mapping[str, str]) -> None:
        """Show the form for the dates with what was typed already."""
        zone = await own_zone(self._services, interaction.user.id)
        row, now = await self._days.row(interaction.user.id), self._services.tables.now()
        form = dates_form(row, None if zone is None else zone.key, now, wording_of(interaction))
        await self._forms.open(interaction, form, routes.AWAY_DATES(), typed)

    async def set_dates(self, interaction: Interaction) -> None:
        """Have the person be away as the form says."""
        filled = filled_in(interaction.data)
        await keep_typed_zone(self._services, interaction)
        await self._set(
            interaction, filled.get("until", "").strip(), filled.get("from", "").strip(), None
        )

    async def offered(
        self, interaction: Interaction, text: str, edge: Edge = "end"
    ) -> list[Suggestion]:
        """Return the dates that a text may mean, as the person types."""
        zone = await own_zone(self._services, interaction.user.id)
        if zone is None:
            label = wording_of(interaction).gettext("Send it: I'll ask for your time zone next")
            return [Suggestion(text, label)] if text else []
        latest = self._services.tables.now() + 2 * LONGEST * DAY
        found = await offered_dates(self._services, interaction, text, zone, edge=edge)
        return [each for moment, each in found if moment is None or moment.at <= latest]

    def _table(
        self, interaction: Interaction, row: OwnClock, table: TableBrief, now: int
    ) -> AwayTable:
        services, mine = self._services, table.mine(row.id)
        assert mine is not None
        server = services.server_name(table.guild_id)
        used = mine.away_used
        if mine.clock is not None:
            used = mine.clock.used(now, still_of(row, table, mine, now))
        return AwayTable(
            table,
            services.title_of(table.game_key, wording_of(interaction)),
            server,
            used,
        )

    async def _nights_in(self, row: OwnClock, now: int) -> list[Night]:
        """Return the nights that begin while a person is away and that they are in for."""
        if row.away_from is None or row.away_until is None:
            return []
        first = max(now, row.away_from)
        found = [
            night
            for night in await self._services.nights.reader.of_person(row.id)
            if night.row.state in RIGHT_NOW
            and first <= night.guests.starts_at < row.away_until
            and (guest := night.guests.find(row.id)) is not None
            and guest.answer == "in"
        ]
        return sorted(found, key=lambda night: night.guests.starts_at)

    def _others(self, interaction: Interaction, *readings: Readings | None) -> str:
        """Return the line that says what else the typed dates may mean; nothing if nothing."""
        wording = wording_of(interaction)
        others = [other for each in readings if each is not None for other in each.others]
        if not others:
            return ""
        times = wording.either([f"<t:{each.at}:f>" for each in others])
        return wording.gettext("If you meant {times}, change the dates.", times=times)

    async def _zone(self, interaction: Interaction) -> ZoneInfo:
        """Return the person's own time zone. Raises Trouble if they haven't set it."""
        zone = await own_zone(self._services, interaction.user.id)
        if zone is None:
            raise Trouble(NO_ZONE)
        return zone
