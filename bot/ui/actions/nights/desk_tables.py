"""What the leaders of a game night do about one of its tables, or all at once, from its desk."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final

from bot.engine.text import marked as _
from bot.nights.announcing import tell_paused
from bot.nights.guest_list import Guest
from bot.nights.guest_presses import mark_not_here
from bot.nights.leading import answer_call
from bot.nights.minded_seats import left_to_play
from bot.nights.night import Night, Press
from bot.tables.night_verbs import MORE
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import NoTable, Trouble
from bot.ui.actions.at_once import AtOnce
from bot.ui.actions.nights.going_on import tell_last_resumed
from bot.ui.actions.nights.night_desk import NightDesk, Stays
from bot.ui.actions.rights import led_night
from bot.ui.actions.tables.finishing import back_if_possible
from bot.ui.pages.nights.desk_facts import seats_to_fill
from bot.ui.pages.nights.desk_more import days_page, put_page, void_page
from bot.ui.pages.nights.finishing_pages import finish_one_page
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import CALLED
from bot.ui.pages.nights.own_table import plays
from bot.ui.pages.page import Page
from bot.ui.pages.posting_words import REMINDED
from bot.ui.pages.wording import Wording, plain_name, seat_names
from bot.ui.posting.outcomes import say_outcome
from bot.ui.posting.replies import show, wording_of
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services

TableVerb = Callable[[str, Person], Awaitable[Table]]
NOT_NOW: Final = _("That isn't possible any more.")


class DeskTables:
    """The tables of a night and what is pressed about them. Every method answers or raises
    Trouble.
    """

    def __init__(self, services: Services, desk: NightDesk, table_messages: TableMessages) -> None:
        self._services = services
        self._desk = desk
        self._table_messages = table_messages
        self._nights = services.nights
        verbs = services.night_verbs
        self._at_once = AtOnce()
        self._verbs: dict[str, tuple[TableVerb, str]] = {
            "time": (
                verbs.give_time,
                _("Table {number}: everybody whose turn it is got {minutes} more minutes."),
            ),
            "resume": (
                partial(services.table_verbs.resume, role="night"),
                _("Table {number} goes on."),
            ),
            "finish": (
                verbs.play_out,
                _("Table {number}: computers play the game to its end now."),
            ),
            "days": (
                verbs.over_days,
                _("Table {number} goes on over the next days, turn by turn."),
            ),
        }

    async def answer_call(self, interaction: Interaction, night_id: str, table_id: str) -> None:
        """Show a table that has called on the desk; it doesn't call any more.

        A leader who is asked to move elsewhere meanwhile has more time there.
        """
        night, press, table = await self._table_of(interaction, night_id, table_id)
        asked = [each for each in night.calls if each.why == "table" and each.table == table_id]
        wording, notice, stays = wording_of(interaction), "", None
        if asked:
            # The message that said why is gone then.
            answered = self._nights.change(night_id, press, answer_call(table_id))
            asks = asked[-1].asks
            notice = await self._desk.tried(interaction, answered, CALLED[asks] if asks else "")
            table = await self._services.night_verbs.answer(table_id, press.by)
            if table.phase == "playing":
                told = wording.gettext("The table reads that you're looking into it.")
                notice = wording.sentences(notice, told)
            if await self._gets_time(night, press, table_id):
                longer = wording.gettext(
                    "I gave you {n} more minutes for your own move.", n=MORE // 60
                )
                notice = wording.sentences(notice, longer)
            asked_now = table.people_asked() if asks == "missing" else ()
            waited = {seat: table.seats[seat].person for seat in asked_now}
            stays = Stays(notice, table_id, table.revision, asks, waited) if asks else None
        await self._desk.show(interaction, night_id, notice, table_id, stays=stays)

    async def _gets_time(self, night: Night, press: Press, called: str) -> bool:
        """Give a leader who looks after another table more time for their own move; tell whether
        they are asked for one.
        """
        for table in await self._nights.reader.at_play(night):
            asked = {table.seats[seat].person for seat in table.people_asked()}
            if table.id != called and press.by.id in asked:
                with suppress(Trouble):
                    await self._services.night_verbs.give_time(table.id, press.by)
                    return True
        return False

    async def back_for(self, before: Night, people: Iterable[int]) -> None:
        """Give those of some people who weren't here `before`, and are now, their seats back where
        computers play for them, as *I'm here* does.
        """
        night = await self._nights.get(before.id)
        for person in people:
            was, guest = before.guests.find(person), night.guests.find(person)
            if guest is None or not guest.here or (was is not None and was.here):
                continue
            number = 0 if night.playing is None else night.playing.number
            seat = await self._nights.reader.seat_of(night, person, number)
            if seat is not None and not plays(seat.table, person):
                by = Person(person, guest.name)
                await back_if_possible(self._services, self._table_messages, seat.table, by)

    async def do(self, interaction: Interaction, night_id: str, verb: str, table_id: str) -> None:
        """Do something about a table of the night and show the desk."""
        night, press, table = await self._table_of(interaction, night_id, table_id)
        if verb == "finish" and await self._desk.left_to_others(interaction, night, press, table):
            return
        do, done = self._verbs[verb]
        wording = wording_of(interaction)
        gettext = wording.gettext
        said = gettext(done, minutes=MORE // 60, number=table.night_table)
        if verb == "days" and not night.all_dealt:
            said = wording.sentences(said, gettext("Its players can join the next round."))
        notice, _first = await self._at_once.make(
            interaction,
            f"{verb} {table_id}",
            lambda: self._desk.tried(interaction, do(table_id, press.by), said),
        )
        if verb == "resume":
            await tell_last_resumed(self._services, night_id, press)
        # Once computers finish it, or it goes on another day, nothing is left to do there.
        picked = None if verb in ("finish", "days") else table_id
        await self._desk.show(interaction, night_id, notice, picked)

    async def nudge(
        self, interaction: Interaction, night_id: str, table_id: str, meant: tuple[int, ...]
    ) -> None:
        """Remind those at a table who are `meant`, if they are still asked, or call all back."""
        _night, press, _table = await self._table_of(interaction, night_id, table_id)
        nudged = self._services.night_verbs.nudge
        notice, _first = await self._at_once.make(
            interaction,
            f"nudge {table_id}",
            lambda: self._desk.tried(interaction, nudged(table_id, press.by, meant)),
        )
        if notice:
            await self._desk.show(interaction, night_id, notice, table_id)
            return

        async def say(text: str) -> None:
            said = wording_of(interaction).gettext(text)
            await self._desk.show(interaction, night_id, said, table_id)

        await say_outcome(REMINDED, partial(self._table_messages.came_of, table_id), say)

    # What can't be taken back is asked about first

    async def ask_to_void(self, interaction: Interaction, night_id: str, table_id: str) -> None:
        """Ask whether a table should really end without a result."""
        await self._ask(interaction, night_id, table_id, void_page)

    async def ask_to_finish(
        self, interaction: Interaction, night_id: str, table_id: str, *, changed: bool = False
    ) -> None:
        """Ask whether computers should really finish a game; once more if that has `changed`."""
        _night, press, _led = await self._table_of(interaction, night_id, table_id)
        earning = await self._services.night_verbs.earning(table_id, press.by)
        asked = partial(finish_one_page, earning=earning, changed=changed)
        await self._ask(interaction, night_id, table_id, asked)

    async def finish(
        self, interaction: Interaction, night_id: str, table_id: str, said: tuple[int, ...]
    ) -> None:
        """Have computers finish a game; if others than `said` would get points now, ask again."""
        _night, press, table = await self._table_of(interaction, night_id, table_id)
        on = table.phase == "playing" and not table.left_to_computers()
        if on and said != tuple(await self._services.night_verbs.earning(table_id, press.by)):
            await self.ask_to_finish(interaction, night_id, table_id, changed=True)
            return
        await self.do(interaction, night_id, "finish", table_id)

    async def ask_for_days(self, interaction: Interaction, night_id: str, table_id: str) -> None:
        """Ask whether a game should really go on turn by turn."""
        night, _press, led = await self._table_of(interaction, night_id, table_id)
        table = (await self._desk.facts(night)).table(table_id)
        if table is None or table.face.over or led.pace == "days" or led.left_to_computers():
            await self.do(interaction, night_id, "days", table_id)
            return
        await show(interaction, days_page(night, table, wording_of(interaction)))

    async def _ask(
        self,
        interaction: Interaction,
        night_id: str,
        table_id: str,
        question: Callable[..., Page],
    ) -> None:
        night, press, led = await self._table_of(interaction, night_id, table_id)
        if await self._desk.left_to_others(interaction, night, press, led):
            return
        table = (await self._desk.facts(night)).table(table_id)
        if table is None or table.face.over:
            await self._desk.show(interaction, night_id)
            return
        plays = led.sits(press.by.id)
        await show(interaction, question(night, table, wording_of(interaction), plays=plays))

    async def void(self, interaction: Interaction, night_id: str, table_id: str) -> None:
        """End a table without a result."""
        night, press, table = await self._table_of(interaction, night_id, table_id)
        if await self._desk.left_to_others(interaction, night, press, table):
            return
        ended = self._services.table_verbs.end(table_id, press.by, "night")
        notice = await self._desk.tried(interaction, ended, _("Ended without a result."))
        await self._desk.show(interaction, night_id, notice)

    async def put(
        self,
        interaction: Interaction,
        night_id: str,
        table_id: str,
        seat: int,
        person: int,
        *,
        sure: bool = False,
    ) -> None:
        """Put a guest who is there without a seat on a seat whose owner is away.

        Unless the seat is free, ask first: its owner can't come back to it.
        """
        night, press, led = await self._table_of(interaction, night_id, table_id)
        if await self._desk.left_to_others(interaction, night, press, led):
            return
        table, guest = await self._guest_for(night, table_id, seat, person)
        wording = wording_of(interaction)
        if table is None or guest is None:
            notice = _why_not(table, seat, person, wording)
        elif not sure and seat not in table.face.free():
            costs = await self._services.night_verbs.costs(table_id, press.by, seat)
            asked = partial(put_page, costs=costs, own=led.seat_of(press.by.id) == seat)
            left = left_to_play(led, seat)
            await show(interaction, asked(night, table, seat, guest, wording, left=left))
            return
        else:
            whom, owner = Person(guest.person, guest.name), table.face.seats[seat].person
            seated = Wording(wording.language, seat_names(table.face.seats, table.face.language))
            put = self._services.night_verbs.seat_person(table_id, press.by, seat, whom)
            if sure and owner != press.by.id:
                put = self._and_away(put, night_id, press, owner)
            done = wording.gettext(
                "{name} has {owner}'s seat now.",
                name=wording.addressed(plain_name(guest.name)),
                owner=seated.name(seat),
            )
            notice = await self._desk.tried(interaction, put, done)
        await self._desk.show(interaction, night_id, notice)

    async def _and_away(
        self, put: Awaitable[Table], night_id: str, press: Press, owner: int
    ) -> None:
        """Give away a seat; whoever was away from it isn't waiting for another then."""
        await put
        guest = (await self._nights.get(night_id)).guests.find(owner)
        if guest is not None and guest.here:
            with suppress(Trouble):
                await self._nights.change(night_id, press, mark_not_here(owner))

    async def _guest_for(
        self, night: Night, table_id: str, seat: int, person: int
    ) -> tuple[DeskTable | None, Guest | None]:
        """Return a table, and the guest who can have that seat there; None if they can't."""
        facts = await self._desk.facts(night)
        table = facts.table(table_id)
        fitting = [] if table is None else seats_to_fill(night, table, facts)
        return table, next((g for n, g in fitting if n == seat and g.person == person), None)

    async def pause_all(self, interaction: Interaction, night_id: str, *, on: bool) -> None:
        """Pause all tables of the night that are at play, or let them go on."""
        night, press = await led_night(self._services, interaction, night_id)
        verbs = self._services.table_verbs
        done = 0
        for table in (await self._nights.reader.tables_of(night)).values():
            if table.phase != "playing" or table.pace == "days" or table.paused == on:
                continue
            try:
                await (verbs.pause if on else verbs.resume)(table.id, press.by, "night")
            except Trouble:
                # It ended or was paused a moment ago.
                continue
            done += 1
            # Give the boards of other tables their turn on the loop.
            await asyncio.sleep(0)
        if done:
            await self._nights.change(night_id, press, tell_paused(on=on))
        wording = wording_of(interaction)
        text = (
            wording.gettext("No table is left for that. Nothing was changed.")
            if not done and on
            else wording.gettext("No table is paused. To help another one along, pick it.")
            if not done
            else wording.ngettext(
                "Paused {n} table. Nobody can move, and no clock runs, until you resume it.",
                "Paused {n} tables. Nobody can move, and no clock runs, until you resume them.",
                done,
            )
            if on
            else wording.ngettext("{n} table goes on.", "{n} tables go on.", done)
        )
        await self._desk.show(interaction, night_id, text)

    async def _table_of(
        self, interaction: Interaction, night_id: str, table_id: str
    ) -> tuple[Night, Press, Table]:
        night, press = await led_night(self._services, interaction, night_id)
        table = await self._services.tables.get(table_id)
        if table.night_id != night.id:
            raise NoTable
        return night, press, table


def _why_not(table: DeskTable | None, seat: int, person: int, wording: Wording) -> str:
    """Return why somebody can't be put on a seat of a table any more."""
    if table is None or table.face.over:
        return wording.gettext("That game is over.")
    face = table.face
    seated = Wording(wording.language, seat_names(face.seats, face.language))
    if face.sits(person):
        return wording.gettext("They sit at this table already.")
    if face.seats[seat].here:
        return wording.gettext("{name} is playing on that seat.", name=seated.listing(seat))
    if seat in face.played_off():
        return wording.gettext("Hardly a move is left on {name}'s seat.", name=seated.name(seat))
    return wording.gettext(NOT_NOW)
