"""What the leaders of a game night do about its guests: who is there, co-hosts, seats."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.ask_again import ask_again
from bot.nights.cohosts import set_cohosts
from bot.nights.guest_list import NOT_LISTED, Guest
from bot.nights.guest_presses import let_in, mark_here, mark_not_here, press_here, take_off
from bot.nights.leading import demand_impartial
from bot.nights.night import Night, Press, Rule
from bot.nights.rounds import seat_of
from bot.tables.seat import Person
from bot.tables.trouble import NoTable, Trouble
from bot.ui.actions.nights.cohosts import cohosts_picked
from bot.ui.actions.nights.desk_tables import DeskTables
from bot.ui.actions.nights.night_desk import AsTold, NightDesk
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.nights.night_proposal import NightProposal
from bot.ui.actions.rights import led_night, press_of
from bot.ui.pages.nights.desk_facts import DeskFacts, not_seated, seats_to_fill
from bot.ui.pages.nights.desk_more import off_page, put_away_page
from bot.ui.pages.nights.night_guests import (
    guest_page,
    guests_page,
    place_label,
    places_for,
    places_page,
    seat_line,
    tables_waiting_for,
)
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.page import Page
from bot.ui.pages.typed_words import Suggestion, meant, the_one
from bot.ui.pages.wording import Wording, seat_names
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services

SWAP: Final = "with"
"""The value of a place that a guest gets by swapping with another one begins with this."""

Suggestions = list[Suggestion]


class NightGuests:
    """The page of the guests, and `/night seat`. Every method answers or raises Trouble."""

    def __init__(
        self,
        services: Services,
        desk: NightDesk,
        tables: DeskTables,
        proposal: NightProposal,
        planning: NightPlanning,
    ) -> None:
        self._services = services
        self._nights = services.nights
        self._desk = desk
        self._tables = tables
        self._proposal = proposal
        self._planning = planning

    async def show(
        self, interaction: Interaction, night_id: str, notice: str = "", start: int = 0
    ) -> None:
        """Show who has answered, and who came to the last nights."""
        night, _press = await led_night(self._services, interaction, night_id)
        wording = wording_of(interaction)

        async def draw(night: Night, told: AsTold | None, notice: str) -> Page:
            facts = await self._desk.facts(night, told, came=True)
            return guests_page(night, facts, wording, notice, start)

        page = await draw(night, None, notice)
        await self._desk.show_open(interaction, night_id, page, draw, notice)

    async def mark_here(
        self, interaction: Interaction, night_id: str, people: list[int], start: int
    ) -> None:
        """Note that guests are there, for example seen in a voice channel.

        If nobody is picked, the list of guests is shown from another place on.
        """
        if not people:
            await self.show(interaction, night_id, start=start)
            return
        night, press = await led_night(self._services, interaction, night_id)
        marked = self._nights.change(night_id, press, mark_here(people))
        notice = await self._desk.tried(interaction, marked, _("Marked as arrived."))
        await self._tables.back_for(night, people)
        await self.show(interaction, night_id, notice)

    async def here_myself(self, interaction: Interaction, night_id: str) -> None:
        """Note that the leader is here, and show the desk."""
        night, press = await led_night(self._services, interaction, night_id)
        marked = self._nights.change(night_id, press, press_here())
        notice = await self._desk.tried(interaction, marked, _("You're marked as here."))
        await self._tables.back_for(night, [press.by.id])
        await self._desk.show(interaction, night_id, notice)

    async def show_one(
        self,
        interaction: Interaction,
        night_id: str,
        person: int,
        notice: str = "",
        *,
        left: bool = False,
    ) -> None:
        """Show a guest, and what can be done about them; if they `left` just now, say what becomes
        of their seat.
        """
        night, _press = await led_night(self._services, interaction, night_id)
        wording = wording_of(interaction)

        async def draw(night: Night, told: AsTold, notice: str) -> Page:
            facts = await self._desk.facts(night, told, came=True)
            return guest_page(night, facts, _listed(night, person), wording, notice)

        facts, guest = await self._desk.facts(night, came=True), _listed(night, person)
        if left:
            notice = wording.sentences(notice, seat_line(facts, person, wording))
        page = guest_page(night, facts, guest, wording, notice)
        await self._desk.show_open(interaction, night_id, page, draw, notice)

    async def change_one(
        self,
        interaction: Interaction,
        night_id: str,
        person: int,
        what: str,
        *,
        sure: bool = False,
    ) -> None:
        """Do something about a guest, and show what came of it; ask first before they lose their
        place, unless the leader is `sure`.
        """
        night, press = await led_night(self._services, interaction, night_id)
        if what == "off" and not sure:
            guest, wording = _listed(night, person), wording_of(interaction)
            await show(interaction, off_page(night, guest, wording))
            return
        if what == "ask":
            done = _("They are asked.")
            doing = ask_again(self._nights, night_id, press, person)
        else:
            rules: dict[str, tuple[str, Rule]] = {
                "here": (_("Marked as arrived."), mark_here([person])),
                "not": (_("Marked as not here."), mark_not_here(person)),
                "let": (_("They have a seat on the list now."), let_in(person)),
                "off": (_("They're off the list. They can answer again."), take_off(person)),
            }
            done, rule = rules[what]
            doing = self._nights.change(night_id, press, rule)
        notice = await self._desk.tried(interaction, doing, done)
        left = what in ("off", "not")
        if left:
            await self._put_away(press.by, night_id, person)
        await self._tables.back_for(night, [person])
        await self.show_one(interaction, night_id, person, notice, left=left)

    async def have_gone(
        self,
        interaction: Interaction,
        night_id: str,
        people: list[int],
        start: int = 0,
        *,
        proposed: bool = False,
    ) -> None:
        """Note on the desk, or on the proposal, that some aren't there any more.

        If nobody is picked, the list is shown from another place on.
        """
        _night, press = await led_night(self._services, interaction, night_id)
        notice = ""
        if people:
            marked = self._nights.change(night_id, press, mark_not_here(*people))
            refused = await self._desk.tried(interaction, marked)
            for person in people:
                await self._put_away(press.by, night_id, person)
            notice = await self._gone(interaction, night_id, people, refused)
        if proposed:
            await self._proposal.show(interaction, night_id, notice)
        else:
            await self._desk.show(interaction, night_id, notice, start=start)

    async def _gone(
        self, interaction: Interaction, night_id: str, people: Sequence[int], refused: str
    ) -> str:
        """Return that some aren't there any more, and what becomes of their seats."""
        night, wording = await self._nights.get(night_id), wording_of(interaction)
        names = GuestNames(night, wording)
        gone = wording.ngettext(
            "{names} is marked as not here.",
            "{names} are marked as not here.",
            len(people),
            names=wording.listed([names.said(each) for each in people]),
        )
        facts = await self._desk.facts(night)
        lines = dict.fromkeys(seat_line(facts, each, wording) for each in people)
        return wording.sentences(refused or gone, *lines)

    async def not_at_table(
        self,
        interaction: Interaction,
        night_id: str,
        table_id: str,
        person: int,
        *,
        sure: bool = False,
    ) -> None:
        """Note that somebody isn't there any more who has a seat at a table, and show that table.

        Where they play themselves, a computer plays then only if the leader is `sure`; and where
        the leader plays, too, only if no other leader is here.
        """
        night, press = await led_night(self._services, interaction, night_id)
        led = await self._services.tables.get(table_id)
        if led.night_id != night.id:
            raise NoTable
        if await self._desk.left_to_others(interaction, night, press, led):
            return
        waiting = tables_waiting_for(await self._desk.facts(night), person)
        there = next((t for t in waiting if t.face.id == table_id), None)
        plays = led.sits(press.by.id)
        if there is not None and not sure:
            asked = put_away_page(night, there, person, wording_of(interaction), plays=plays)
            await show(interaction, asked)
            return
        marked = self._nights.change(night_id, press, mark_not_here(person))
        refused = await self._desk.tried(interaction, marked)
        await self._put_away(press.by, night_id, person, table_id if plays else None)
        notice = await self._gone(interaction, night_id, [person], refused)
        await self._desk.show(interaction, night_id, notice, table_id)

    async def ask_table(
        self, interaction: Interaction, night_id: str, table_id: str, person: int
    ) -> None:
        """Ask those who play with the leader whether somebody is there, and show that table."""
        night, press = await led_night(self._services, interaction, night_id)
        led = await self._services.tables.get(table_id)
        if led.night_id != night.id:
            raise NoTable
        wording = wording_of(interaction)
        done = wording.gettext(
            "I asked your table. If most say yes, a computer plays for {name}, and it costs you "
            "nothing.",
            name=GuestNames(night, wording).said(person),
        )
        asking = self._services.night_verbs.ask_table(table_id, press.by, person)
        notice = await self._desk.tried(interaction, asking, done)
        await self._desk.show(interaction, night_id, notice, table_id)

    async def _put_away(
        self, by: Person, night_id: str, person: int, own: str | None = None
    ) -> None:
        """Let a computer play for somebody who went; no clock need run out first.

        Of the tables where the leader plays, too, that is done at their `own` alone.
        """
        night = await self._nights.get(night_id)
        guest = night.guests.find(person)
        if guest is None or guest.here:
            return
        for table in tables_waiting_for(await self._desk.facts(night), person):
            with suppress(Trouble):
                at_own = table.face.id == own
                await self._services.night_verbs.put_away(table.face.id, by, person, at_own=at_own)

    async def ask_place(
        self,
        interaction: Interaction,
        night_id: str,
        person: int,
        start: int = 0,
        *,
        at_desk: bool = False,
    ) -> None:
        """Ask whose seat a guest gets, unless there is only one that the leader can give them.

        *Back* leads to the guest's page, or to the desk if they were picked there.
        """
        night, press = await led_night(self._services, interaction, night_id)
        guest, facts = _listed(night, person), await self._desk.facts(night)
        found = places_for(night, facts, person)
        facts = await self._without_own(night, press, facts)
        places = places_for(night, facts, person)
        if len(places) == 1 or (found and not places):
            # Where none is left, the answer says who gives the one that there is.
            table, seat = (places or found)[0]
            await self._tables.put(interaction, night_id, table.face.id, seat, person)
            return
        wording = wording_of(interaction)
        page = places_page(night, facts, guest, wording, start, at_desk=at_desk)
        await show(interaction, page)

    async def _without_own(self, night: Night, press: Press, facts: DeskFacts) -> DeskFacts:
        """Return what is known of the tables but those where a leader plays and another decides."""
        tables: list[DeskTable] = []
        for each in facts.tables:
            table = await self._services.tables.get(each.face.id)
            with suppress(Trouble):
                await demand_impartial(self._services.tables.servers, night, press, table)
                tables.append(each)
        return replace(facts, tables=tables)

    async def set_cohosts(
        self, interaction: Interaction, night_id: str, seen: int, people: Sequence[int]
    ) -> None:
        """Save who may lead the night besides its host, unless another has changed that since.

        `seen` is the sign of the co-hosts that were marked on the list.
        """
        night, press = await led_night(self._services, interaction, night_id)
        cohosts = await cohosts_picked(self._services, interaction, night, people)
        kept = self._nights.change(night_id, press, set_cohosts(cohosts, seen))
        done = (
            _("Co-hosts can use the desk, too: `/night desk`.")
            if cohosts
            else _("There are no co-hosts any more.")
        )
        notice = await self._desk.tried(interaction, kept, done)
        if (await self._nights.get(night_id)).leads(press):
            await self.show(interaction, night_id, notice)
        else:
            # A co-host who has taken themselves off: the page isn't theirs any more.
            await show(interaction, Page("", notice))

    # `/night seat`

    async def seat(
        self, interaction: Interaction, guest: str, place: str, named: str | None
    ) -> None:
        """Give a guest another place.

        In the proposal two guests swap places; at a table at play the guest gets the seat of
        somebody who is away.
        """
        night = await self._planning.led_night(interaction, named)
        facts, wording = await self._desk.facts(night), wording_of(interaction)
        none = Trouble(_("That seat can't be given to them now. Pick both from the lists."))
        person = int(the_one(_guests(night, facts, wording), guest, none).value)
        found = the_one(_places(night, facts, person, wording), place, none).value
        where, _dot, which = found.partition(".")
        if where == SWAP:
            await self._proposal.swap(interaction, night.id, None, person, int(which))
        else:
            await self._tables.put(interaction, night.id, where, int(which), person)

    async def guests_to_seat(self, interaction: Interaction, named: str | None) -> Suggestions:
        """Return the guests that `/night seat` can give a place."""
        night = await self._planning.led_night(interaction, named)
        return _guests(night, await self._desk.facts(night), wording_of(interaction))

    async def places_for(
        self, interaction: Interaction, guest: str, named: str | None
    ) -> Suggestions:
        """Return the places that `/night seat` can give a guest."""
        night = await self._planning.led_night(interaction, named)
        facts, wording = await self._desk.facts(night), wording_of(interaction)
        found = meant(_guests(night, facts, wording), guest)
        facts = await self._without_own(night, await press_of(self._services, interaction), facts)
        return _places(night, facts, int(found[0].value), wording) if len(found) == 1 else []


def _listed(night: Night, person: int) -> Guest:
    guest = night.guests.find(person)
    if guest is None:
        raise Trouble(NOT_LISTED)
    return guest


def _guests(night: Night, facts: DeskFacts, wording: Wording) -> Suggestions:
    """Return the guests of the proposal and those without a seat at a table now."""
    names, proposal = GuestNames(night, wording), night.proposal
    people = [] if proposal is None else sorted(proposal.seating.seated.everybody())
    if facts.tables:
        people += [guest.person for guest in not_seated(night, facts)]
    return [
        Suggestion(str(person), names.bare(person), (night.name_of(person),))
        for person in dict.fromkeys(people)
    ]


def _places(night: Night, facts: DeskFacts, person: int, wording: Wording) -> Suggestions:
    """Return the places of others that a guest can have."""
    gettext, names, found = wording.gettext, GuestNames(night, wording), Suggestions()
    if night.proposal is not None:
        seated = night.proposal.seating.seated
        own = seat_of(seated, person)
        for other in sorted(seated.everybody()):
            at = seat_of(seated, other)
            if at == own or person not in seated.everybody():
                continue
            text = gettext("{name} (sits out)")
            if at is not None:
                text = gettext("{name} (table {number})")
            label = text.format(name=names.bare(other), number=at)
            called = (names.bare(other), night.name_of(other))
            found.append(Suggestion(f"{SWAP}.{other}", label, called))
    for table in facts.tables:
        called = Wording(wording.language, seat_names(table.face.seats, table.face.language))
        found += [
            Suggestion(
                f"{table.face.id}.{seat}",
                place_label(table, seat, called),
                (called.bare(seat), table.face.seats[seat].name),
            )
            for seat, guest in seats_to_fill(night, table, facts)
            if guest.person == person
        ]
    return found
