"""What guests press on a night's card, in its thread and on their own pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.nights.called_to import is_unpinged
from bot.nights.doors import with_seat_to_keep
from bot.nights.fans import lapsed_for, wish_for
from bot.nights.free_seats import with_seats_for
from bot.nights.guest_list import TIME_OVER
from bot.nights.guest_presses import PRESSES, PlaysTonight, come_late
from bot.nights.late_times import ON_TIME, late_times
from bot.nights.leading import call_to_start
from bot.nights.minded_seats import may_be_lost
from bot.nights.night import Night, demand_announced, demand_open
from bot.nights.night_reading import OwnSeat
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.night_outcomes import NightOutcomes
from bot.ui.actions.rights import night_here, press_of
from bot.ui.actions.tables.finishing import back_if_possible
from bot.ui.pages.nights.fan_page import wish_words
from bot.ui.pages.nights.going_home import go_home_page
from bot.ui.pages.nights.in_line import unkept_line
from bot.ui.pages.nights.leading_on import Reader, over_page
from bot.ui.pages.nights.night_answers import (
    GOES,
    answer_first_page,
    answer_page,
    not_here_page,
    not_the_desk_page,
)
from bot.ui.pages.nights.night_card import everybody_page
from bot.ui.pages.nights.night_games import (
    night_lessons_page,
    night_rules_page,
    ticked_line,
    ticked_page,
)
from bot.ui.pages.nights.night_late import late_page
from bot.ui.pages.nights.night_words import as_of, plain_name_of, show_button
from bot.ui.pages.nights.no_pings import unpinged_page, without_reminders
from bot.ui.pages.nights.own_table import plays, seat_text
from bot.ui.pages.nights.remind_page import (
    REMINDED,
    may_be_reminded,
    remind_select,
)
from bot.ui.pages.nights.seats_to_take import may_be_free_line, may_sit_at, own_take_buttons, waits
from bot.ui.pages.nights.teach_toggles import taught_words, teach_toggles
from bot.ui.pages.page import ROWS, Page, with_buttons
from bot.ui.pages.posting_words import CALLED
from bot.ui.pages.wording import Wording
from bot.ui.posting.forms import Keeper
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.nights.night_pages import night_page
from bot.ui.posting.nights.night_rounds import following_night
from bot.ui.posting.replies import OnPage, show, wording_of
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services
from storage.fan_store import FanRow

Draw = Callable[[Night, OwnSeat | None], Awaitable[Page]]
"""Returns a guest's page, as a night stands and by where they sit."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a guest has pressed."""

    verb: str
    wishes: Sequence[FanRow]
    """What they want of the nights to come."""
    keys: Sequence[str] = ()
    """The games that they ticked before."""
    follows: bool = False
    """Whether the page is kept up to date."""
    notice: str = ""
    """Why they read this, in finished words, if they haven't just come."""


class NightActions:
    """What guests do. Every method answers the interaction or raises Trouble."""

    def __init__(
        self,
        services: Services,
        messages: NightMessages,
        outcomes: NightOutcomes,
        table_messages: TableMessages,
    ) -> None:
        self._services = services
        self._table_messages = table_messages
        self.messages = messages
        self.outcomes = outcomes
        self._ticked: Keeper[tuple[str, int], Sequence[str]] = Keeper(services.tables.now)

    async def answer(
        self,
        interaction: Interaction,
        verb: str,
        night_id: str,
        ticked: Sequence[int] | None = None,
    ) -> None:
        """Do what a guest has pressed, and say in one line what came of it.

        `ticked` are the places of the games that they ticked before they answered, on the page that
        asked for the answer; None anywhere else.
        """
        await self.night(interaction, night_id)
        await self._services.note_language(interaction)
        with self._services.round_runner.free_seats.reads(night_id, interaction.user.id):
            await self._answer(interaction, verb, night_id, ticked)

    async def call_to_start(self, interaction: Interaction, night_id: str) -> None:
        """Call a host who hasn't come to start a night, in its thread."""
        await self.night(interaction, night_id)
        services, press = self._services, await press_of(self._services, interaction)
        night = await call_to_start(services.nights, services.tables.servers, night_id, press)
        await self.outcomes.tell(interaction, night, CALLED, plain_name_of(night))

    async def _answer(
        self, interaction: Interaction, verb: str, night_id: str, ticked: Sequence[int] | None
    ) -> None:
        press, wording = await press_of(self._services, interaction), wording_of(interaction)
        before = await self._services.nights.get(night_id)
        try:
            night = await self._services.nights.answer(night_id, press, PRESSES[verb]())
        except PlaysTonight:
            await show(interaction, go_home_page(before, wording))
            return
        await self.messages.wake(night)
        kept = before.guests.find(press.by.id) is None and self._ticked.get((night_id, press.by.id))
        keys = [each.key for place, each in enumerate(night.games) if place in (ticked or ())]
        keys = keys or kept or ()
        if keys:
            night = await self._services.nights.tick(night_id, press.by.id, keys)
        elif (guest := night.guests.find(press.by.id)) and verb in ("in", "late", "learn", "teach"):
            # What they have ticked still holds, so the reply that replaces it says so.
            keys = [each.key for each in night.games if each.key in guest.games]
        wishes = await self._wishes_for(night, press.by.id)
        if (seat := await self._seat_of(night, press.by.id)) and verb in ("here", *GOES):
            if verb == "here" and not plays(seat.table, press.by.id):
                await back_if_possible(self._services, self._table_messages, seat.table, press.by)
            # Its board says who has gone home.
            self._table_messages.schedule(seat.table.id)
        arrives = verb == "here" and seat is None
        unkept = unkept_line(before, night, press.by.id, wording) if arrives else ""
        said = Answered(verb, wishes, keys, notice=unkept)
        guest = night.guests.find(press.by.id)
        if guest is not None and guest.here and verb in ("learn", "teach"):
            # Who is there needn't be told when it starts, but where they sit.
            taught = taught_words(guest, verb, wording)
            said = Answered("here", wishes, keys, notice=taught)
        await self._tell(interaction, night, said, seat, anew=ticked is None)

    async def show_without_seat(
        self, interaction: Interaction, table: Table, notice: str, *, waits: bool = False
    ) -> bool:
        """Show a guest who has no seat at a table of a night how they play again, as *I'm here*
        says it, with `notice` (finished words) above it.

        False for whom the night has nothing to say to: who isn't here, unless somebody has their
        seat or they want one, so that they may wait for it.
        """
        if table.night_id is None:
            return False
        nights, person = self._services.nights, interaction.user.id
        night = await nights.get(table.night_id)
        guest, taken_by = night.guests.find(person), await nights.reader.taker_of(night, person)
        # Whoever had that seat reads who has it now.
        notice = notice if waits or not taken_by else ""
        seat, wording = await self._seat_of(night, person), wording_of(interaction)
        if guest is not None and guest.here:
            await self.show_here(interaction, night, seat, notice)
        elif seat is not None:
            await show(interaction, Page("", f"{notice}\n{await self._said(night, seat, wording)}"))
        elif taken_by or waits:
            await show(interaction, not_here_page(night, person, taken_by, notice, wording))
        else:
            return False
        return True

    async def show_here(
        self, interaction: Interaction, night: Night, seat: OwnSeat | None = None, notice: str = ""
    ) -> None:
        """Show a guest who is here what *I'm here* says now, with `notice` above it."""
        wishes = await self._wishes_for(night, interaction.user.id)
        asked = Answered("here", wishes, notice=notice)
        await self._tell(interaction, night, asked, seat, anew=False)

    async def _tell(
        self,
        interaction: Interaction,
        night: Night,
        asked: Answered,
        seat: OwnSeat | None,
        *,
        anew: bool,
    ) -> None:
        """Say what came of a guest's press, and keep that up to date."""
        guest = night.guests.find(interaction.user.id)
        asked = replace(asked, follows=guest is not None and not night.over)
        draw = partial(self._answered, interaction, asked)
        page = await draw(night, seat)
        # In place of the one that it would delete, not below it.
        anew = anew and not self.messages.pages.pressed(night.id, "night", interaction)
        if await show(interaction, page, anew=anew):
            await self._services.nights.store.fans.told_lapsed(lapsed_for(night, asked.wishes))
            take = own_take_buttons(night, interaction.user.id, wording_of(interaction))
            if take and any(take[0] in row for row in page.rows if isinstance(row, tuple)):
                read = self._services.round_runner.free_seats.has_read
                await read(night, interaction.user.id)
            if asked.follows:
                await self._follow(interaction, night, page, draw)

    async def _answered(
        self, interaction: Interaction, asked: Answered, night: Night, seat: OwnSeat | None
    ) -> Page:
        """Return what came of a guest's press, as the night stands; `seat` is where they sit."""
        nights, person = self._services.nights, interaction.user.id
        wording = wording_of(interaction)
        games, now = self._services.games_of(night), self._services.tables.now()
        taken_by = await nights.reader.taker_of(night, person) if seat is None else ""
        pace = await nights.pace_now(night)
        off = await is_unpinged(nights, night, person)
        night = without_reminders(night, person) if off else night
        page = answer_page(
            night,
            person,
            asked.verb,
            wording,
            games,
            asked.wishes,
            seat,
            taken_by,
            pace,
            now,
            asked.notice,
        )
        text = page.text
        if asked.verb == "here" and seat is None and waits(night, person):
            tables = await nights.reader.at_play(night)
            theirs = [each for each in tables if may_sit_at(night, person, each.id)]
            for seats in may_be_lost(night, theirs, now):
                text += f"\n{may_be_free_line(night, *seats, wording)}"
        if asked.keys:
            text += f"\n{ticked_line(night, asked.keys, games, wording)}"
        if off:
            text = unpinged_page(replace(page, text=text), wording).text
        elif asked.verb in REMINDED and may_be_reminded(night, person):
            page = replace(page, rows=(*page.rows, remind_select(night, wording)))
        if not asked.follows:
            return replace(page, text=text)
        # Once it isn't kept up to date any more, a press on it shows how the night stands.
        shows = show_button(night, wording)
        rows = page.rows if (shows,) in page.rows else with_buttons(page.rows, shows)
        return replace(page, text=as_of(now, text, wording), rows=rows)

    async def _follow(self, interaction: Interaction, night: Night, page: Page, draw: Draw) -> None:
        """Keep a guest's page up to date, which takes the place of their last one of the night; it
        shows nothing that a board hasn't shown yet.
        """

        async def again() -> Page | None:
            now = await self._services.nights.get(night.id)
            seat = await self._seat_of(now, interaction.user.id)
            tables = await self._services.nights.reader.at_play(now)
            told = [await self._table_messages.told(each) for each in tables]
            return None if None in told else await draw(now, seat)

        await self.messages.pages.lay_open(night.id, "night", interaction, page, again)

    async def _seat_of(self, night: Night, person: int) -> OwnSeat | None:
        """Return where somebody sits in the round that is played."""
        if night.playing is None:
            return None
        return await self._services.nights.reader.seat_of(night, person, night.playing.number)

    async def _said(self, night: Night, seat: OwnSeat | None, wording: Wording) -> str:
        pace, now = await self._services.nights.pace_now(night), self._services.tables.now()
        return "" if seat is None else seat_text(night, seat, pace, now, wording)

    async def show(self, interaction: Interaction, night_id: str) -> None:
        """Show the night's card to the person alone, kept up to date, with where they sit."""
        night = await self.night(interaction, night_id)
        draw = partial(self._page, interaction)
        page = await draw(night, await self._seat_of(night, interaction.user.id))
        if await show(interaction, page):
            await self._follow(interaction, night, page, draw)

    async def instead_of_desk(self, interaction: Interaction, night_id: str) -> OnPage:
        """Return whom it is for, for a guest who pressed *Desk* on what everybody sees, and what
        leads to what they can do.
        """
        night, wording = await self.night(interaction, night_id), wording_of(interaction)
        seat = await self._seat_of(night, interaction.user.id)
        return OnPage(not_the_desk_page(night, await self._said(night, seat, wording), wording))

    async def instead_of_over(self, interaction: Interaction, night_id: str) -> OnPage:
        """Return that a night is over or cancelled, in answer to a press that came too late, when
        the next one is, and what leads to what can still be done.
        """
        night, wording = await self.night(interaction, night_id), wording_of(interaction)
        following = await following_night(self._services, night)
        press = await press_of(self._services, interaction)
        person, now = press.by.id, self._services.tables.now()
        page = over_page(night, following, person, wording, now, leads=night.leads(press))
        return OnPage(page)

    async def _page(self, interaction: Interaction, night: Night, seat: OwnSeat | None) -> Page:
        wording, person = wording_of(interaction), interaction.user.id
        leads = night.leads(await press_of(self._services, interaction))
        following = await following_night(self._services, night) if night.over else None
        reader = Reader(leads, await self._wishes_for(night, person))
        theirs = with_seats_for(night, person)
        page = night_page(self._services, theirs, wording, reader, following)
        toggles = teach_toggles(night, night.guests.find(person), wording)
        if toggles and len(page.rows) < ROWS:
            page = replace(page, rows=(*page.rows[:1], toggles, *page.rows[1:]))
        wish = wish_for(night, reader.wishes)
        wished = "" if wish is None else f"-# {wish_words(wish, wording)}"
        lines = page.text, await self._said(night, seat, wording), wished
        text = "\n".join(filter(None, lines))
        return replace(page, text=as_of(self._services.tables.now(), text, wording))

    async def try_again(self, interaction: Interaction, night_id: str) -> None:
        """Try again to post what Discord has refused."""
        night = await self.night(interaction, night_id)
        demand_announced(night)
        await self.outcomes.retry(interaction, night)

    async def show_everybody(self, interaction: Interaction, night_id: str, page: int) -> None:
        """Show all guests of a night whose card has room for some."""
        night = await self.night(interaction, night_id)
        wording, now = wording_of(interaction), self._services.tables.now()
        shown = everybody_page(night, page, wording)
        await show(interaction, replace(shown, text=as_of(now, shown.text, wording)))

    async def ask_rules(self, interaction: Interaction, night_id: str) -> None:
        """Ask of which of a night's games somebody wants the rules."""
        night = await self.night(interaction, night_id)
        page = night_rules_page(self._services.games_of(night), wording_of(interaction))
        await show(interaction, page)

    async def ask_lesson(self, interaction: Interaction, night_id: str) -> None:
        """Ask which of a night's games somebody wants to learn."""
        night = await self.night(interaction, night_id)
        page = night_lessons_page(self._services.games_of(night), wording_of(interaction))
        await show(interaction, page, anew=True)

    async def ask_late(self, interaction: Interaction, night_id: str) -> None:
        """Ask how late somebody will be who is In, or is by what they answer; kept up to date, as
        the times to choose from are guesses.
        """
        night = await self.night(interaction, night_id)
        demand_open(night)
        await self._services.nights.demand_may_come(night, interaction.user.id)
        page = await self._late_page(interaction, night)
        if not await show(interaction, page):
            return

        async def draw(now: Night, seat: OwnSeat | None) -> Page:
            try:
                return await self._late_page(interaction, now)
            except Trouble:
                # They can't be late any more: it shows how the night stands.
                return await self._page(interaction, now, seat)

        await self._follow(interaction, night, page, draw)

    async def _late_page(self, interaction: Interaction, night: Night) -> Page:
        """Return the question how late somebody will be. Raises Trouble for whom it is too late."""
        demand_open(night)
        person, now = interaction.user.id, await self._services.nights.now_for(night)
        _guests, guest, _news = with_seat_to_keep(night.guests, person, "", now.at, now.quiets)
        times, wording = self._late_times(night), wording_of(interaction)
        page = late_page(night, guest, times, self._minutes(night), wording)
        return replace(page, text=as_of(now.at, page.text, wording))

    async def come_late(self, interaction: Interaction, night_id: str, by: str) -> None:
        """Keep a guest's seat until they will come. Raises Trouble for a time that is over."""
        night = await self.night(interaction, night_id)
        demand_open(night)
        until = {**self._late_times(night)}.get(by)
        if until is None and by != ON_TIME:
            raise Trouble(TIME_OVER)
        press = await press_of(self._services, interaction)
        night = await self._services.nights.answer(
            night_id, press, come_late(until, second=by == "round")
        )
        await self.messages.wake(night)
        wishes = await self._wishes_for(night, press.by.id)
        seat = await self._seat_of(night, press.by.id)
        await self._tell(interaction, night, Answered("late", wishes), seat, anew=False)

    async def tick(self, interaction: Interaction, night_id: str, games: Sequence[str]) -> None:
        """Note what somebody would play of several games.

        Whoever hasn't answered is asked for that, and their pick is kept with the answer.
        """
        night = await self.night(interaction, night_id)
        person, wording = interaction.user.id, wording_of(interaction)
        demand_open(night)
        if night.guests.find(person) is None:
            await self._services.nights.demand_may_come(night, person)
            self._ticked.put((night_id, person), games)
            page = answer_first_page(night, wording, games, self._services.games_of(night))
            await show(interaction, page, anew=True)
            return
        night = await self._services.nights.tick(night_id, person, games)
        page = ticked_page(night, games, self._services.games_of(night), wording)
        await show(interaction, page, anew=True)

    def _late_times(self, night: Night) -> dict[str, int]:
        return late_times(night, self._minutes(night), self._services.tables.now())

    def _minutes(self, night: Night) -> int:
        """Return how long a round of a night takes, as far as that is known."""
        pace = self._services.nights.pace_of(night)
        return 0 if pace is None else pace.minutes

    async def _wishes_for(self, night: Night, person: int) -> list[FanRow]:
        return await self._services.nights.store.fans.wishes_of(night.row.guild_id, person)

    async def night(self, interaction: Interaction, night_id: str) -> Night:
        """Return a night that the person may know of.

        It is one of this server in sight or, in direct messages, one they are a guest of. Raises
        NoNight for any other, and for somebody else's draft.
        """
        if interaction.guild_id is None:
            night = await self._services.nights.get(night_id)
            answered = night.guests.find(interaction.user.id) is not None
            if answered and night.row.state != "draft":
                return night
        return await night_here(self._services, interaction, night_id)
