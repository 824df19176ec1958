"""Seats that are free at tables of the round that is played: who waits is told at once, by a post
or, if they have just come, on their own page.

Those are the seats of computers, and those that somebody has left. Whose seat goes to somebody else
is told, too.

Whoever has gone from the night and isn't at their table any more leaves their seat there, too. So
does, while somebody waits, for whom a computer has played for long: they count as gone then.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from bot.nights.guest_presses import mark_not_here
from bot.nights.minded_seats import away_now, goes_on, left_to_play, minded_now, note_minded
from bot.nights.more_tables import without_seat
from bot.nights.night import Change, Night, NoNight, Now, Post, Press, Round, Rule
from bot.nights.nights import Nights
from bot.nights.pilot import TIMER
from bot.nights.seating import FreeSeat
from bot.nights.standing_posts import FREE, misses_seat
from bot.tables.night_verbs import NightVerbs
from bot.tables.table import Table
from bot.tables.table_face import PublicFacts
from bot.tables.trouble import Trouble
from storage.rows import Freed

log = logging.getLogger(__name__)


def free_now(night: Night, tables: Mapping[tuple[int, int], Table]) -> tuple[FreeSeat, ...]:
    """Return the seats that can be taken at tables of the round that is played."""
    playing, found = night.playing, list[FreeSeat]()
    for (round_, number), table in sorted(tables.items()):
        if playing is None or round_ != playing.number or not goes_on(table):
            continue
        for seat in table.free():
            left, late = left_to_play(table, seat)
            place = table.place_id or 0
            found.append(FreeSeat(table.id, number, seat, place, left=left, late=late))
    return tuple(found)


def with_seats_for(night: Night, person: int) -> Night:
    """Return a night with only those free seats that somebody can take: none to whoever has, or
    had, a seat in its round, nor where they have seen a hand.
    """
    playing = night.playing
    if playing is None:
        return night
    seating = playing.seating
    free = [each for each in seating.free if seating.may_sit(person, each.table)]
    return _with_free(night, playing, [] if person in seating.had_seat else free)


def as_it_is(
    night: Night, post: Post, tables: Mapping[tuple[int, int], Table]
) -> tuple[Night, Post]:
    """Return a night with only those noted seats that whoever waits could be called to at its
    tables now, and a call to them with only those who still wait: a change may not be noted yet.
    """
    playing = night.playing
    if playing is None:
        return night, post
    offered = {each.at for each in free_now(night, tables) if not each.late}
    free = [each for each in night.free_seats if each.at in offered]
    waiting = [each.person for each in without_seat(night, _seated_at(tables))]
    people = tuple(person for person in post.people if person in waiting)
    return _with_free(night, playing, free), replace(post, people=people)


def _is_late(table: Table, person: int) -> bool:
    """Tell whether too little is left for points on a person's seat."""
    seat = table.seat_of(person)
    return seat is not None and left_to_play(table, seat)[1]


def _seated_at(tables: Mapping[tuple[int, int], Table]) -> set[int]:
    """Return who sits at tables that are played."""
    return {seat.person for table in tables.values() if goes_on(table) for seat in table.seats}


def to_release(night: Night, table: PublicFacts) -> list[int]:
    """Return whose seats at a table are to be free, as they are away and have gone from the night.

    Where somebody plays who leads it, only who has said so themselves: no hand can be won by taking
    it away.
    """
    gone = night.guests.gone_home if _led_there(night, table) else night.guests.gone
    return [person for person in _away(table) if person in gone]


def freed_once_gone(night: Night, table: PublicFacts) -> list[int]:
    """Return whose seats at a table will be free once a leader says that they aren't there."""
    return [] if _led_there(night, table) else _away(table)


def _led_there(night: Night, table: PublicFacts) -> bool:
    return any(table.sits(each) for each in night.leaders)


def _away(table: PublicFacts) -> list[int]:
    """Return who is away from a table where whoever took their seat would play now."""
    return [seat.person for seat in table.seats if seat.away and goes_on(table)]


def lost_seats(
    night: Night, tables: Mapping[tuple[int, int], PublicFacts]
) -> dict[int, Mapping[str, Any]]:
    """Return who has lost the seat that they were dealt in the round that is played, with its table
    and who has it now: a computer has no name.
    """
    playing = night.playing
    return {
        seat.first: {"round": round_, "table": number, "by": "" if seat.level else seat.name}
        for (round_, number), table in tables.items()
        if playing is not None and round_ == playing.number and not table.over
        for seat in table.seats
        if seat.first is not None and seat.first > 0 and not table.sits(seat.first)
    }


def lost_hands(
    night: Night, tables: Mapping[tuple[int, int], Table]
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return who has lost their seat in the round that is played and could sit at another table of
    it, with the tables whose hands they have seen.
    """
    playing = night.playing
    if playing is None:
        return ()
    on = {number: table for (round_, number), table in tables.items() if round_ == playing.number}
    seated = {seat.person for table in on.values() for seat in table.seats}
    for number, dealt in enumerate(playing.seating.seated.tables, 1):
        if number not in on:
            seated.update(dealt.people)
    found = list[tuple[int, tuple[str, ...]]]()
    held = {each.person for table in on.values() for each in table.holders}
    for person in sorted(held - seated):
        seen = tuple(table.id for table in on.values() if table.holder(person) is not None)
        if any(goes_on(table) and table.id not in seen for table in on.values()):
            found.append((person, seen))
    return tuple(found)


def lost_to(
    night: Night,
    waiting: Iterable[int],
    free: Iterable[FreeSeat],
    minded: Iterable[tuple[str, int]],
) -> list[tuple[str, int]]:
    """Return which seats of those that are `minded`, by table and person, go to those who wait, as
    there are too few `free` ones at which they can sit.
    """
    playing, lost = night.playing, list[tuple[str, int]]()
    if playing is None:
        return lost
    places: list[tuple[str, int | None]] = [(each.table, None) for each in free]
    places += minded
    seen = dict(playing.seating.again)
    # Who can't sit everywhere is served first.
    for person in sorted(waiting, key=lambda person: person not in seen):
        fits = (each for each in places if playing.seating.may_sit(person, each[0]))
        if (place := next(fits, None)) is not None:
            places.remove(place)
            table, loser = place
            lost += [] if loser is None else [(table, loser)]
    return lost


def note_free(
    number: int,
    free: tuple[FreeSeat, ...],
    seated: Collection[int] = (),
    reading: Collection[int] = (),
) -> Rule:
    """Return the rule that notes which seats are free in the round of that number, and calls those
    who wait and don't know yet, if enough is left to play there. `seated` are those who sit at a
    table of the night now, `reading` those who are just being told on a page of their own.
    """

    def rule(night: Night, _press: Press, now: Now) -> Change:
        playing = night.playing
        if playing is None or playing.number != number:
            return Change(night, "free_seats")
        known = {each.at: (each.since, each.told) for each in night.free_seats}
        noted = ((each, *known.get(each.at, (now.at, ()))) for each in free)
        seats = [replace(each, since=since, told=told) for each, since, told in noted]
        waiting = [guest.person for guest in without_seat(night, seated)]
        people = tuple(
            person
            for person in waiting
            if person not in reading
            and any(
                not (each.late or person in each.told)
                and playing.seating.may_sit(person, each.table)
                for each in seats
            )
        )
        told = [each if each.late else each.known_to(people) for each in seats]
        night = _with_free(night, playing, told)
        details = {"round": number, FREE: [[each.table, each.seat] for each in night.offered_seats]}
        posts = (Post("vacant", people, details),) if people else ()
        return Change(night, "free_seats", posts=posts)

    return rule


def note_again(number: int, again: tuple[tuple[int, tuple[str, ...]], ...]) -> Rule:
    """Return the rule that notes who waits again in the round of that number."""

    def rule(night: Night, _press: Press, _now: Now) -> Change:
        playing = night.playing
        if playing is not None and playing.number == number:
            seating = replace(playing.seating, again=again)
            night = night.with_round(replace(playing, seating=seating))
        return Change(night, "free_seats")

    return rule


def note_lost(number: int, lost: Mapping[int, Mapping[str, Any]]) -> Rule:
    """Return the rule that tells those who have lost their seats in the round of that number, once,
    but who has gone home or is off the list. `lost` is as above.
    """

    def rule(night: Night, _press: Press, _now: Now) -> Change:
        playing = night.playing
        if playing is None or playing.number != number:
            return Change(night, "free_seats")
        told = playing.seating.lost
        new = tuple(each for each in lost if each not in told and misses_seat(night, each))
        seating = replace(playing.seating, lost=(*told, *new))
        posts = tuple(Post("lost", (person,), lost[person]) for person in new)
        night = night.with_round(replace(playing, seating=seating))
        return Change(night, "free_seats", posts=posts)

    return rule


def note_read(person: int, seats: Collection[tuple[str, int]]) -> Rule:
    """Return the rule that notes that somebody has read on their own page which seats are free."""

    def rule(night: Night, _press: Press, _now: Now) -> Change:
        if night.playing is not None:
            free = [
                each.known_to([person] if each.at in seats else ()) for each in night.free_seats
            ]
            night = _with_free(night, night.playing, free)
        return Change(night, "free_seats")

    return rule


def _with_free(night: Night, playing: Round, free: Iterable[FreeSeat]) -> Night:
    seating = replace(playing.seating, free=tuple(free))
    return night.with_round(replace(playing, seating=seating))


class FreeSeats:
    """Notes on nights which seats are free, as their tables and guests change."""

    def __init__(self, nights: Nights, verbs: NightVerbs) -> None:
        self._nights = nights
        self._verbs = verbs
        self._tables: dict[str, object] = {}
        """Who is gone from each table, as far as this process has seen."""
        self._guests: dict[str, object] = {}
        """The same for the guests of each night."""
        self._reading = Counter[tuple[str, int]]()
        """Who is just being told on a page of their own, of which night."""
        self._again: set[str] = set()
        """The nights that were looked at meanwhile."""
        self._looks: set[asyncio.Task[None]] = set()
        self._lost_at: dict[str, int] = {}
        """When somebody may lose their seat next on each night to whoever waits."""
        nights.tables.listeners.append(self._table_changed)
        nights.listeners.append(self._night_changed)

    async def close(self) -> None:
        """Stop noting; the next start looks again."""
        for task in self._looks:
            task.cancel()
        await self.settled()

    async def settled(self) -> None:
        """Wait until all that has changed is noted."""
        while self._looks:
            await asyncio.gather(*self._looks, return_exceptions=True)

    def look(self, night_id: str) -> None:
        """Look at all tables of a night, and note which seats are free."""
        task = asyncio.create_task(self._look(night_id), name=f"free seats of {night_id}")
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)

    async def look_at_minded(self) -> None:
        """Look at the nights where a computer has played for somebody for long."""
        now = self._nights.tables.now()
        for night_id, at in self._lost_at.items():
            if at <= now:
                self.look(night_id)

    @contextmanager
    def reads(self, night_id: str, person: int) -> Iterator[None]:
        """Call nobody to a seat who is just being told of it: a look waits until that is over."""
        key = night_id, person
        self._reading[key] += 1
        try:
            yield
        finally:
            self._reading[key] -= 1
            if not self._reading[key]:
                del self._reading[key]
            if night_id in self._again:
                self._again.discard(night_id)
                self.look(night_id)

    async def has_read(self, night: Night, person: int) -> None:
        """Note that somebody was shown which seats were free on a night, as it stood then."""
        seats = {each.at for each in night.free_seats if person not in each.told}
        if not seats:
            return
        try:
            await self._nights.change(night.id, TIMER, note_read(person, seats))
        except Trouble as error:
            # They are called to it as well.
            log.warning("night %s: who has read of a seat wasn't noted: %s", night.id, error)

    def _table_changed(self, table: Table) -> None:
        if table.night_id is None:
            return
        free = table.free()
        shows = goes_on(table), free, [(seat.person, seat.absent) for seat in table.seats]
        shows = (*shows, table.place_id, [left_to_play(table, seat) for seat in free])
        known = self._tables.get(table.id)
        self._tables[table.id] = shows
        if table.over:
            del self._tables[table.id]
        if known != shows and (known is not None or free or table.absent()):
            self.look(table.night_id)

    def _night_changed(self, night: Night) -> None:
        if night.row.state != "playing":
            self._guests.pop(night.id, None)
            return
        gone = night.guests.gone
        waiting = [each.person for each in without_seat(night)]
        offered = night.free_seats or self._lost_at.get(night.id)
        shows = (gone, waiting if offered else [])
        known, self._guests[night.id] = self._guests.get(night.id), shows
        lost = night.playing is not None and night.playing.seating.lost
        # Whoever lost their seat may have said that they are here again.
        if lost or (known != shows and (gone or waiting)):
            self.look(night.id)

    async def _look(self, night_id: str) -> None:
        try:
            async with self._nights.held(night_id) as night:
                await self._note(night)
        except NoNight:
            pass
        except Trouble as error:
            # The next change of the night or of a table looks again.
            log.warning("night %s: its free seats weren't noted: %s", night_id, error)

    async def _note(self, night: Night) -> None:
        playing = night.playing
        if playing is None:
            self._lost_at.pop(night.id, None)
            return
        tables = await self._nights.reader.tables_of(night)
        seated = _seated_at(tables)
        here = {guest.person for guest in night.guests.guests if guest.here}
        again = lost_hands(night, tables)
        if again:
            back = await self._nights.reader.back(night)
            again = tuple(each for each in again if each[0] in back)
        if again != playing.seating.again:
            night = await self._nights.apply(night, TIMER, note_again(playing.number, again))
        waiting = [guest.person for guest in without_seat(night, seated)]
        night, minded = await self._minded_for_long(night, playing, tables.values())
        offered = [each for each in free_now(night, tables) if not each.late]
        lost = lost_to(night, waiting, offered, minded)
        if found_gone := [person for _table, person in lost if person in here]:
            night = await self._nights.apply(night, TIMER, mark_not_here(*found_gone))
        for table in tables.values():
            losers = (person for at, person in lost if at == table.id)
            for person in dict.fromkeys((*to_release(night, table), *losers)):
                freed: Freed = "home" if person in night.guests.gone_home else "not_here"
                await self._verbs.release(table.id, person, freed)
        free = free_now(night, tables)
        reading = {person for night_id, person in self._reading if night_id == night.id}
        if reading:
            self._again.add(night.id)
        lost, now = lost_seats(night, tables), await self._nights.now_for(night)
        for note in (
            note_free(playing.number, free, seated, reading),
            note_lost(playing.number, lost),
        ):
            after = note(night, TIMER, now)
            if after.posts or after.night != night:
                night = await self._nights.apply(night, TIMER, note)

    async def _minded_for_long(
        self, night: Night, playing: Round, tables: Collection[Table]
    ) -> tuple[Night, list[tuple[str, int]]]:
        """Note where computers play for somebody, and who is away; return where that has gone on
        for long, the longest first, and enough is left for points.
        """
        now = self._nights.tables.now()
        minded, away = minded_now(playing, tables, now), away_now(tables)
        if (minded, away) != (playing.seating.minded, playing.seating.away):
            note = note_minded(playing.number, minded, away)
            night = await self._nights.apply(night, TIMER, note)
        self._lost_at.pop(night.id, None)
        if minded:
            self._lost_at[night.id] = minded[0].until
        on = {table.id: table for table in tables}
        long = [(each.table, each.person) for each in minded if each.until <= now]
        return night, [(at, person) for at, person in long if not _is_late(on[at], person)]
