"""What the leaders of a game night do from its desk, wherever on the server they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import discord

from bot.engine.text import marked as _
from bot.nights import rounds
from bot.nights.announcing import open_now, word_to_all
from bot.nights.attendance import ATTENDANCE_NIGHTS
from bot.nights.guest_presses import set_limit
from bot.nights.leading import CALLED, demand_impartial
from bot.nights.night import Night, Press, Rule, demand_announced, demand_open
from bot.nights.night_calls import TableWhy
from bot.tables.clock import DAY, HOUR
from bot.tables.table import Table
from bot.tables.trouble import Blocked, Trouble
from bot.tables.who_sits import briefs
from bot.ui.actions.nights.night_form import LIMITS, NO_LIMIT, scope_asked, typed_number
from bot.ui.actions.nights.night_outcomes import NightOutcomes
from bot.ui.actions.rights import led_night, press_of
from bot.ui.actions.typed_names import of_thread, usual_nights
from bot.ui.pages.form import Form, TextLine, filled_in
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_more import early_doors_page
from bot.ui.pages.nights.desk_page import desk_page
from bot.ui.pages.nights.night_card import why_there
from bot.ui.pages.nights.night_games import infos_of
from bot.ui.pages.nights.night_tables import DeskTable, since_call
from bot.ui.pages.nights.night_words import SeriesScope, plain_name_of, which_night
from bot.ui.pages.nights.series_page import series_page
from bot.ui.pages.page import Page
from bot.ui.pages.posting_words import POSTED_AGAIN, SAID, PostingWords
from bot.ui.pages.wording import Wording
from bot.ui.posting.forms import Forms
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.nights.night_rounds import following_night
from bot.ui.posting.open_pages import OpenPages
from bot.ui.posting.replies import show, wording_of
from bot.ui.posting.tables.boards import Told
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services
from storage.night_rows import RIGHT_NOW

LONGEST_WORD: Final = 500
"""The most characters of a host's message to everybody."""

LATELY: Final = 14 * DAY
"""For how long after its start a night that is over is meant where its leader has no other."""

MOST_EARLY: Final = 2 * HOUR
"""How long before they would by themselves doors open without a question."""

AsTold = Mapping[str, Told]
"""Tables by their ids, as boards show them."""
DrawNight = Callable[[Night, AsTold, str], Awaitable[Page]]
"""Returns a page about a night as it stands, but for its tables, with a notice."""


@dataclass(slots=True)
class Stays:
    """A notice about a table that stays on a desk until the table has changed."""

    notice: str
    table: str
    revision: int
    asks: TableWhy
    """Why that table called."""
    waited: Mapping[int, int] = field(default_factory=dict)
    """Whom it waited for then, by their seat."""
    changed: int | None = None
    """The first other revision that was seen: with it, the notice says so."""

    def said(self, told: AsTold, wording: Wording) -> str:
        """Return the notice; once, that its table has changed; then nothing any more."""
        now = told[self.table].revision if self.table in told else None
        if now == self.revision:
            return self.notice
        self.changed = self.changed or now
        if now is None or now != self.changed:
            return ""
        came = since_call(told[self.table].face, self.waited, wording)
        return wording.sentences(
            self.notice, *came or [wording.gettext("Something has happened there since.")]
        )


class NightDesk:
    """The desk and what is pressed there. Every method answers or raises Trouble."""

    def __init__(
        self,
        services: Services,
        messages: NightMessages,
        table_messages: TableMessages,
        forms: Forms,
        outcomes: NightOutcomes,
    ) -> None:
        self._services = services
        self._outcomes = outcomes
        self._messages = messages
        self._table_messages = table_messages
        self._forms = forms
        self._nights = services.nights

    @property
    def pages(self) -> OpenPages:
        """Return the pages of leaders that lie open."""
        return self._messages.pages

    # Looking

    async def find(self, interaction: Interaction, start: int = 0) -> None:
        """Show the desk of the night that the person leads here: this thread's own, else the one
        that runs or is next, else the one that was over last.

        Between the nights of a series that is the series. Raises Blocked, or Trouble if they lead
        none and led none lately.
        """
        press = await press_of(self._services, interaction)
        if press.blocked:
            raise Blocked
        guild_id = interaction.guild_id or 0
        found = await self._nights.reader.of_guild(guild_id, RIGHT_NOW)
        led = [night for night in found if night.leads(press)]
        in_thread = isinstance(interaction.channel, discord.Thread)
        before = [] if led and not in_thread else await self._led_before(guild_id, press)
        if own := of_thread([*led, *before], interaction):
            await self.show(interaction, own[0].id)
            return
        led = led or await self._still_on(before)
        if not led and (between := await self._nights.between_led(guild_id, press)):
            await show(interaction, self._series(between, wording_of(interaction)))
            return
        since = self._services.tables.now() - LATELY
        led = led or [night for night in before[:1] if night.row.starts_at > since]
        if not led:
            raise Trouble(
                _(
                    "You don't host a game night here now. `/night new` announces one, and "
                    "`/night ask` asks which date suits."
                )
                if press.leads or not found
                else _("Only the hosts of a night, or members who may manage events, can do that.")
            )
        meant = usual_nights(led, interaction)
        if len(meant) == 1:
            await self.show(interaction, meant[0].id)
        else:
            await show(interaction, which_night(meant, ("desk",), wording_of(interaction), start))

    async def _led_before(self, guild_id: int, press: Press) -> list[Night]:
        """Return the last nights that are over and that somebody led, the newest first."""
        last = await self._nights.reader.last(guild_id, ATTENDANCE_NIGHTS)
        return [night for night in last if night.leads(press)]

    async def _still_on(self, nights: Iterable[Night]) -> list[Night]:
        """Return which of some nights have games that go on."""
        found: list[Night] = []
        for night in nights:
            heads = await self._services.tables.store.tables_of_night(night.id)
            if any(head.phase == "playing" for head, _seats in heads):
                found.append(night)
        return found

    def _series(self, between: list[Night], wording: Wording) -> Page:
        """Return the page of a series by the night that carries it on; of several, ask which."""
        if len(between) > 1:
            return which_night(between, ("keep",), wording)
        return series_page(between[0], self._services.tables.now(), wording)

    async def show(
        self,
        interaction: Interaction,
        night_id: str,
        notice: str = "",
        picked: str | None = None,
        start: int = 0,
        *,
        more: bool = False,
        stays: Stays | None = None,
    ) -> None:
        """Show the desk as it stands now; with `more`, all controls of the table that is picked.

        The notice goes once something has changed, but where it `stays`.
        """
        night, _press = await led_night(self._services, interaction, night_id)
        if not night.over:
            await self._messages.wake(night)
        asks = stays.asks if stays else None
        page = await self.page(interaction, night, notice, picked, start, more=more, asks=asks)

        async def draw(night: Night, told: AsTold, notice: str) -> Page:
            said = stays.said(told, wording_of(interaction)) if stays else notice
            why = asks if said else None
            return await self.page(
                interaction, night, said, picked, start, told, more=more, asks=why
            )

        await self.show_open(interaction, night_id, page, draw, notice)

    async def page(
        self,
        interaction: Interaction,
        night: Night,
        notice: str = "",
        picked: str | None = None,
        start: int = 0,
        told: AsTold | None = None,
        *,
        more: bool = False,
        asks: TableWhy | None = None,
    ) -> Page:
        """Return the desk of a night as it stands; where tables are `told` of, as those say.

        `asks` is why the table that is picked has called, where the notice says so.
        """
        wording = wording_of(interaction)
        note, me = why_there(night, wording), interaction.user.id
        night = self._services.round_runner.dealer.as_tables_have_it(night)
        facts = replace(await self.facts(night, told), note=note, me=me, asks=asks)
        return desk_page(night, facts, wording, notice, picked, start, more=more)

    async def show_open(
        self,
        interaction: Interaction,
        night_id: str,
        page: Page,
        draw: DrawNight,
        notice: str = "",
    ) -> None:
        """Show a page for a leader of a night, and keep it up to date while it lies open.

        `draw` returns it as it is then; what a board hasn't shown yet isn't shown there either, but
        nothing either that was before what the press has shown. The notice, which stands on it,
        stays until something changes.
        """
        reader = self._nights.reader
        night = await self._nights.get(night_id)
        since = {each.id: each.revision for each in (await reader.tables_of(night)).values()}
        before = night.row.revision, since

        async def again() -> Page | None:
            night, _press = await led_night(self._services, interaction, night_id)
            found: dict[str, Told] = {}
            for table in (await reader.tables_of(night)).values():
                told = await self._table_messages.told(table)
                if told is None or told.revision < since.get(table.id, 0):
                    return None
                found[table.id] = told
            now = night.row.revision, {each: told.revision for each, told in found.items()}
            return await draw(night, found, notice if now == before else "")

        if await show(interaction, page):
            await self._messages.pages.lay_open(night_id, "desk", interaction, page, again)

    async def facts(
        self, night: Night, told: AsTold | None = None, *, came: bool = False
    ) -> DeskFacts:
        """Return what is shown of a night's tables: only what everybody may see, and only as much
        as is `told`.
        """
        services, told = self._services, told or {}
        games = services.some_games_of(night)
        newest, reader = len(night.dealt), self._nights.reader
        tables = {
            at: each
            for at, each in sorted((await reader.tables_of(night)).items())
            if at[0] == newest or each.phase == "playing"
        }
        unearned = await reader.unearned_of(night, tables.values())
        alone = await reader.left_alone(night, tables.values())
        shown: list[DeskTable] = []
        for (number, table), each in tables.items():
            as_told = told.get(each.id)
            face = as_told.face if as_told else each.face()
            ends = as_told.ends if as_told else await services.tables.people.ends(each)
            theirs, home = unearned.get(each.id, {}), night.guests.gone_home
            left = each.id in alone
            shown.append(DeskTable(number, table, face, ends, theirs, alone=left, home=home))
        legal = rounds.SeatingFacts(rounds.sizes_of(night, infos_of(games)))
        before = await self._nights.reader.before(night, ATTENDANCE_NIGHTS) if came else []
        calls = await self._nights.store.events(night.id, CALLED)
        return DeskFacts(
            games,
            services.tables.now(),
            shown,
            rounds.choices(night, legal),
            await self._nights.reader.attendance(before) if came else {},
            await self.elsewhere(night),
            await self._nights.reader.back(night),
            called={(each.note or "", each.by or 0): each.at for each in calls},
            following=await following_night(services, night) if night.over else None,
        )

    async def elsewhere(self, night: Night) -> set[int]:
        """Return who plays at a live table on this server outside the night."""
        tables = await self._services.tables.store.tables_of_guild(night.row.guild_id, ["playing"])
        return {
            seat.person
            for table in briefs(tables)
            if table.pace == "live" and table.night_id != night.id and not table.asleep
            for seat in table.seats
            if seat.here
        }

    # Changing the night

    async def change(
        self,
        interaction: Interaction,
        night_id: str,
        rule: Rule,
        done: str = "",
    ) -> None:
        """Change the night by a rule and show its desk."""
        _night, press = await led_night(self._services, interaction, night_id)
        await self._change(interaction, night_id, press, rule, done)

    async def _change(
        self, interaction: Interaction, night_id: str, press: Press, rule: Rule, done: str
    ) -> None:
        notice = await self.tried(interaction, self._nights.change(night_id, press, rule), done)
        await self.show(interaction, night_id, notice)

    async def open_doors(self, interaction: Interaction, night_id: str, sure: int) -> None:
        """Open the doors now; long before they would open, ask first."""
        night, press = await led_night(self._services, interaction, night_id)
        now = self._services.tables.now()
        early = night.guests.doors_at - now > MOST_EARLY
        if early and night.row.state == "open" and sure != desk_routes.SURE:
            await show(interaction, early_doors_page(night, now, wording_of(interaction)))
            return
        await self._change(interaction, night_id, press, open_now(), _("The doors are open."))

    async def post_again(self, interaction: Interaction, night_id: str) -> None:
        """Put the night's card up again, below everything that was written since."""
        night, _press = await led_night(self._services, interaction, night_id)
        demand_announced(night)
        demand_open(night)
        await self._messages.wake(night)
        self._messages.post_again(night_id)
        await self._say_outcome(interaction, night, POSTED_AGAIN)

    async def ask_limit(
        self, interaction: Interaction, night_id: str, scope: SeriesScope = ""
    ) -> None:
        """Ask how many guests there may be; of a series, ask which nights first."""
        night, _press = await led_night(self._services, interaction, night_id)
        wording = wording_of(interaction)
        if await scope_asked(interaction, night, "limit", scope):
            return
        gettext = wording.gettext
        limit = "" if night.guests.limit is None else str(night.guests.limit)
        label = gettext(
            "Most guests, {least} to {most}; empty for no limit", least=LIMITS[0], most=LIMITS[-1]
        )
        line = TextLine("limit", label, limit, most=3, needed=False)
        sent = desk_routes.LIMITED(night.id, "all" if scope == "all" else "")
        await self._forms.open(interaction, Form(sent, gettext("Limit of guests"), (line,)))

    async def set_limit(self, interaction: Interaction, night_id: str, to_come: str) -> None:
        """Save how many guests there may be, as the form says; or also for all nights to come.

        Raises Trouble for a number out of range.
        """
        text = filled_in(interaction.data).get("limit", "").strip()
        limit = typed_number(text, LIMITS, NO_LIMIT) if text else None
        rule = set_limit(limit, to_come=bool(to_come))
        done = _("The limit is changed.") if text else _("There is no limit any more.")
        night, press = await led_night(self._services, interaction, night_id)
        if limit is not None and limit < len(night.guests.coming):
            done = _("The limit is changed. More are in already: they keep their seats.")
        await self._change(interaction, night_id, press, rule, done)

    async def ask_word(self, interaction: Interaction, night_id: str) -> None:
        """Ask what should be said to everybody."""
        night, _press = await led_night(self._services, interaction, night_id)
        gettext = wording_of(interaction).gettext
        pinged = gettext("I ping all who are here, and all who are still expected.")
        if night.row.state == "open":
            pinged = gettext("I ping everybody who is In.")
        line = TextLine("word", gettext("Your message"), most=LONGEST_WORD, detail=pinged)
        form = Form(desk_routes.SAY(night.id), gettext("Tell all in the thread"), (line,))
        await self._forms.open(interaction, form)

    async def say(self, interaction: Interaction, night_id: str) -> None:
        """Post what the form says in the night's thread. Raises Trouble if it is empty."""
        text = filled_in(interaction.data).get("word", "").strip()[:LONGEST_WORD]
        if not text:
            raise Trouble(_("Write a message first."))
        night, press = await led_night(self._services, interaction, night_id)
        await self._messages.wake(night)
        said = self._nights.change(night_id, press, word_to_all(text))
        notice = await self.tried(interaction, said)
        if notice:
            await self.show(interaction, night_id, notice)
        else:
            await self._say_outcome(interaction, night, SAID)

    async def _say_outcome(
        self, interaction: Interaction, night: Night, words: PostingWords
    ) -> None:
        """Say on the desk whether the night's messages were put up."""
        said = partial(self.show, interaction, night.id)
        await self._outcomes.tell(interaction, night, words, plain_name_of(night), say_done=said)

    async def left_to_others(
        self, interaction: Interaction, night: Night, press: Press, table: Table
    ) -> bool:
        """Tell whether a leader who plays at a table must leave it to others; then the desk says
        so.
        """
        servers = self._services.tables.servers
        refused = await self.tried(interaction, demand_impartial(servers, night, press, table))
        if refused:
            await self.show(interaction, night.id, refused, table.id)
        return bool(refused)

    async def tried(
        self, interaction: Interaction, doing: Awaitable[object], done: str = ""
    ) -> str:
        """Wait until something is done; return what to say about it, also if it can't be done.

        Somebody who may not lead any more is refused.
        """
        gettext = wording_of(interaction).gettext
        try:
            await doing
        except Trouble as trouble:
            return trouble.say(gettext)
        return gettext(done) if done else ""
