"""What the host of a lobby chooses: who may join, who is invited, when the game begins."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Final, Literal
from zoneinfo import ZoneInfo

import discord

from bot.engine.text import marked as _
from bot.nights.dates import local_time, zone_of
from bot.nights.typed_dates import Readings
from bot.tables.clock import DAY
from bot.tables.lobby_rules import game_of
from bot.tables.set_times import DAYS_AHEAD
from bot.tables.table import HostSettings, Table
from bot.tables.trouble import HOST_ONLY, OVER, Trouble
from bot.ui.actions.tables.play import Play
from bot.ui.actions.typed_dates import offered_dates, typed_date
from bot.ui.pages.form import filled_in
from bot.ui.pages.tables.lobby_card import begins_line
from bot.ui.pages.tables.lobby_settings import (
    AT_ONCE,
    invitation,
    lobby_settings_page,
    start_form,
)
from bot.ui.pages.typed_words import Suggestion
from bot.ui.posting.forms import Forms
from bot.ui.posting.last_replies import LastReplies
from bot.ui.posting.replies import (
    WIRE,
    bots_among,
    error_name,
    person_of,
    say,
    tell,
    wording_of,
)
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services

Join = Literal["anyone", "invited"]
"""Who may join a table: whoever sees it, or only those who were invited."""
Start = Literal["host", "full"]
"""When a game begins: when its host says so, or when the last seat is taken."""

ENTRIES: Final[Mapping[str, HostSettings]] = {
    "anyone": {"closed": False},
    "invited": {"closed": True},
    "host": {"start_when_full": False},
    "full": {"start_when_full": True},
}
"""What each choice sets about a table: a button of the page, or an option of a command."""

NO_ZONE: Final = _(
    "I don't know your time zone yet. Set it with `/me clock`; `/setup` sets it for the server."
)

log = logging.getLogger(__name__)


class LobbySettings:
    """The host's choices before a game begins. Every method answers or raises Trouble."""

    def __init__(
        self, services: Services, messages: TableMessages, play: Play, forms: Forms
    ) -> None:
        self._services = services
        self._messages = messages
        self._play = play
        self._forms = forms
        self._pages = LastReplies()

    async def show(self, interaction: Interaction, table_id: str) -> None:
        """Show the page to the host."""
        table = await self._services.table(interaction, table_id)
        self._demand_host(interaction, table)
        if table.over:
            raise Trouble(OVER)
        await self._show(interaction, table)

    async def choose(self, interaction: Interaction, table_id: str, entry: str) -> None:
        """Choose who may join, or when the game begins: one of `ENTRIES`."""
        await self._choose(interaction, table_id, ENTRIES[entry])

    async def set_away_days(self, interaction: Interaction, table_id: str, days: int) -> None:
        """Choose for how many days clocks stop while somebody is away."""
        await self._choose(interaction, table_id, {"away_days": days})

    async def _choose(
        self, interaction: Interaction, table_id: str, settings: HostSettings
    ) -> None:
        """Change settings of a table and show the page."""
        table = await self._services.table(interaction, table_id)
        self._demand_host(interaction, table)
        verbs = self._services.lobby_verbs
        table = await verbs.choose(table_id, interaction.user.id, **settings)
        await self._messages.wake_if_asleep(table)
        await self._show(interaction, table)

    async def invite(self, interaction: Interaction, table_id: str, people: Sequence[int]) -> None:
        """Invite people: each is mentioned once at the table's card, and may press Join.

        Raises Trouble if all of them are bots.
        """
        services = self._services
        table = await services.table(interaction, table_id)
        self._demand_host(interaction, table)
        if bots_among(interaction, people):
            raise Trouble(_("Bots don't play, so there is nobody to invite."))
        table, new = await services.lobby_verbs.invite(
            table_id, interaction.user.id, people[:AT_ONCE]
        )
        gettext = wording_of(interaction).gettext
        if not new:
            notice = gettext("They were invited before.") if people else ""
        elif await self._call(table, new):
            notice = gettext(
                "They're invited, and mentioned in {channel}.", channel=f"<#{table.channel_id}>"
            )
        else:
            notice = gettext("They're invited, but I can't write to them here. Please tell them.")
        await self._show(interaction, table, notice)

    async def let_in(self, interaction: Interaction, table_id: str, person_id: int) -> None:
        """Seat somebody who asks to be let in, and tell them at the table's card.

        If the game begins with that, the host sees it as after *Start*.
        """
        services = self._services
        table = await services.table(interaction, table_id)
        self._demand_host(interaction, table)
        table, seated = await services.asking_in.let_in(
            table_id, interaction.user.id, person_id, interaction.id
        )
        await self._messages.wake_if_asleep(table)
        if table.phase == "playing":
            await self._play.show_begun(interaction, table)
            return
        await self._call(table, [person_id])
        gettext = wording_of(interaction).gettext
        taken = gettext("All seats are taken, so they're invited to the next that becomes free.")
        await self._show(interaction, table, gettext("They have a seat.") if seated else taken)

    async def turn_down(self, interaction: Interaction, table_id: str, person_id: int) -> None:
        """Don't let somebody in who asks; nobody tells them."""
        table = await self._services.table(interaction, table_id)
        self._demand_host(interaction, table)
        table = await self._services.asking_in.turn_down(table_id, interaction.user.id, person_id)
        await self._messages.wake_if_asleep(table)
        await self._show(interaction, table)

    async def ask_start(self, interaction: Interaction, table_id: str) -> None:
        """Ask the host when the game should begin by itself."""
        table = await self._services.table(interaction, table_id)
        self._demand_host(interaction, table)
        game_of(table)
        zone = await self._zone(interaction)
        at = table.starts_at
        now_set = "" if at is None else f"{local_time(at, zone):%Y-%m-%d %H:%M}"
        form = start_form(table.face(), now_set, wording_of(interaction))
        await self._forms.open(interaction, form)

    async def set_start(self, interaction: Interaction, table_id: str) -> None:
        """Have the game begin at the time that the form says; at none if that is empty."""
        text = filled_in(interaction.data).get("at", "").strip()
        table, others = await self._start_at(interaction, table_id, text)
        gettext = wording_of(interaction).gettext
        notice = others if text else gettext("No time is set any more.")
        await self._show(interaction, table, notice)

    async def start_at(self, interaction: Interaction, table_id: str, text: str) -> None:
        """Have the game begin at a time that was typed."""
        table, others = await self._start_at(interaction, table_id, text)
        wording = wording_of(interaction)
        said = [
            begins_line(table.face(), wording),
            wording.gettext("The card says so to everybody."),
        ]
        await tell(interaction, wording.sentences(*said, *([others] if others else [])))

    async def offered_starts(self, interaction: Interaction, text: str) -> list[Suggestion]:
        """Return the times that a text may mean, as the person types."""
        try:
            zone = await self._zone(interaction)
        except Trouble as trouble:
            return [Suggestion(text or "?", trouble.say(wording_of(interaction).gettext))]
        latest = self._services.tables.now() + DAYS_AHEAD * DAY
        found = await offered_dates(self._services, interaction, text, zone)
        return [each for moment, each in found if moment is None or moment.at <= latest]

    async def _start_at(
        self, interaction: Interaction, table_id: str, text: str
    ) -> tuple[Table, str]:
        """Set the time; return the table, and what else the text may mean."""
        table = await self._services.table(interaction, table_id)
        self._demand_host(interaction, table)
        at, others = None, ""
        if text:
            zone = await self._zone(interaction)
            readings = await typed_date(self._services, interaction, text, zone)
            at, others = readings.first.at, self._others(interaction, readings)
        verbs = self._services.lobby_verbs
        table = await verbs.set_start(table_id, interaction.user.id, at, interaction.id)
        await self._messages.wake_if_asleep(table)
        return table, others

    def _others(self, interaction: Interaction, readings: Readings) -> str:
        """Return the line that says what else a typed time may mean; nothing if nothing."""
        wording = wording_of(interaction)
        if not readings.others:
            return ""
        times = wording.either([f"<t:{each.at}:f>" for each in readings.others])
        return wording.gettext("If you meant {times}, set the time again.", times=times)

    async def _zone(self, interaction: Interaction) -> ZoneInfo:
        """Return the time zone in which the host means a time. Raises Trouble if it isn't known."""
        person = interaction.user.id
        name = await self._services.zone_name(interaction.guild_id or 0, person)
        if name is None:
            raise Trouble(NO_ZONE)
        return zone_of(name)

    async def make_host(self, interaction: Interaction, table_id: str, person_id: int) -> None:
        """Make somebody who is there the host. Raises Trouble that names who could be it."""
        services, by = self._services, person_of(interaction)
        table = await services.table(interaction, table_id)
        if table.night_id is None:
            self._demand_host(interaction, table)
        others = tuple(n for n in table.people_here() if table.seats[n].person != by.id)
        wording = services.wording(table, str(interaction.locale))
        there = {table.seats[number].person for number in others}
        if not table.over and person_id not in {by.id, *there} and others:
            text = _("They aren't there. You can make one of these the host: {names}.")
            raise Trouble(text, names=wording.names(others))
        table = await services.table_verbs.make_host(table_id, by, person_id)
        seat = table.seat_of(person_id)
        assert seat is not None
        await self._messages.wake_if_asleep(table)
        await say(interaction, _("{name} is the host now."), name=wording.name(seat))

    async def _call(self, table: Table, people: list[int]) -> bool:
        """Mention people where the table's card lies; tell whether that was sent."""
        services = self._services
        wording = services.wording(table)
        host = table.seat_of(table.host)
        name = "" if host is None else wording.name(host)
        text = invitation(services.game_of(table), table.face(), name, people, wording)
        called = discord.AllowedMentions(users=[discord.Object(person) for person in people])
        place = services.bot.get_partial_messageable(table.channel_id)
        try:
            await place.send(text, allowed_mentions=called)
        except WIRE as error:
            log.info("table %s: nobody was called to it: %s", table.id, error_name(error))
            return False
        return True

    async def _show(self, interaction: Interaction, table: Table, notice: str = "") -> None:
        wording = self._services.wording(table, str(interaction.locale))
        playable = self._services.game_of(table)
        page = lobby_settings_page(playable, table.face(), wording, notice)
        await self._pages.show(interaction, table.id, page)

    def _demand_host(self, interaction: Interaction, table: Table) -> None:
        """Check that the person is the host; else name the host."""
        host = table.seat_of(table.host)
        if table.host != interaction.user.id:
            if host is None:
                raise Trouble(HOST_ONLY)
            name = self._services.wording(table, str(interaction.locale)).name(host)
            raise Trouble(_("Only {host}, the host, can change that."), host=name)
