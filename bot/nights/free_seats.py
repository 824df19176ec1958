"""Seats that somebody has left at tables of the round that is played: who waits is told at once.

Whoever has gone from the night and isn't at their table any more leaves their seat there, too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from bot.nights.more_tables import without_seat
from bot.nights.night import Change, Night, NoNight, Now, Post, Press, Rule
from bot.nights.night_json import post_of
from bot.nights.nights import Nights
from bot.nights.pilot import TIMER
from bot.nights.seating import FreeSeat
from bot.nights.standing_posts import FREE
from bot.tables.night_verbs import NightVerbs
from bot.tables.table import Table
from bot.tables.table_face import PublicFacts
from bot.tables.trouble import Trouble
from storage.night_rows import PostRow
from storage.rows import Freed

Told = Collection[tuple[int, str, int]]
"""Who has been told of which seat: the person, the table's id, and the seat."""

log = logging.getLogger(__name__)


def free_now(night: Night, tables: Mapping[tuple[int, int], PublicFacts]) -> tuple[FreeSeat, ...]:
    """Return the seats that can be taken at tables of the round that is played."""
    playing = night.playing
    return tuple(
        FreeSeat(table.id, number, seat, table.place_id or table.channel_id)
        for (round_, number), table in sorted(tables.items())
        if playing is not None and round_ == playing.number and _goes_on(table)
        for seat in table.free()
    )


def _goes_on(table: PublicFacts) -> bool:
    """Tell whether whoever takes a seat at a table plays there now."""
    held_up = table.paused or table.played_out or table.frozen or table.pace == "days"
    return table.phase == "playing" and not held_up


def to_release(night: Night, table: PublicFacts) -> list[int]:
    """Return whose seats at a table are to be free, as they are away and have gone from the night.

    Where somebody plays who leads it, only who has said so themselves: no hand can be won by taking
    it away.
    """
    if not _goes_on(table):
        return []
    gone = {*night.guests.gone}
    if any(table.sits(each) for each in night.leaders):
        gone &= night.guests.gone_home
    return [seat.person for seat in table.seats if seat.away and seat.person in gone]


def note_free(
    number: int, free: tuple[FreeSeat, ...], told: Told = (), seated: Collection[int] = ()
) -> Rule:
    """Return the rule that notes which seats are free in the round of that number, and tells those
    who wait and don't know yet. `seated` are those who sit at a table of the night now.
    """

    def rule(night: Night, _press: Press, _now: Now) -> Change:
        playing = night.playing
        if playing is None or playing.number != number:
            return Change(night, "free_seats")
        seating = replace(playing.seating, free=free)
        night = night.with_round(replace(playing, seating=seating))
        people = untold(night, told, seated)
        details = {"round": number, FREE: [[each.table, each.seat] for each in free]}
        posts = (Post("vacant", people, details),) if people else ()
        return Change(night, "free_seats", posts=posts)

    return rule


def untold(night: Night, told: Told, seated: Collection[int]) -> tuple[int, ...]:
    """Return who waits and hasn't been told of each seat that is free."""
    return tuple(
        guest.person
        for guest in without_seat(night, seated)
        if any((guest.person, each.table, each.seat) not in told for each in night.free_seats)
    )


def told_by(posts: Iterable[PostRow]) -> Iterator[tuple[int, str, int]]:
    """Yield who is told of which seat by posts that stand."""
    for post in (post_of(row) for row in posts if row.kind == "vacant"):
        for table, seat in post.details.get(FREE, ()):
            yield from ((person, table, seat) for person in post.people)


class FreeSeats:
    """Notes on nights which seats are free, as their tables and guests change."""

    def __init__(self, nights: Nights, verbs: NightVerbs) -> None:
        self._nights = nights
        self._verbs = verbs
        self._tables: dict[str, object] = {}
        """Who is gone from each table, as far as this process has seen."""
        self._guests: dict[str, object] = {}
        """The same for the guests of each night."""
        self._looks: set[asyncio.Task[None]] = set()
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

    def _table_changed(self, table: Table) -> None:
        if table.night_id is None:
            return
        shows = _goes_on(table), [(seat.person, seat.absent, seat.free) for seat in table.seats]
        shows = (*shows, table.place_id)
        known = self._tables.get(table.id)
        self._tables[table.id] = shows
        if table.over:
            del self._tables[table.id]
        if known != shows and (known is not None or any(seat.absent for seat in table.seats)):
            self.look(table.night_id)

    def _night_changed(self, night: Night) -> None:
        if night.row.state != "playing":
            self._guests.pop(night.id, None)
            return
        gone = night.guests.gone
        waiting = [each.person for each in without_seat(night)]
        shows = (gone, waiting if night.free_seats else [])
        known, self._guests[night.id] = self._guests.get(night.id), shows
        if known != shows and (gone or waiting):
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
        if night.playing is None:
            return
        tables = await self._nights.reader.tables_of(night)
        for table in tables.values():
            for person in to_release(night, table):
                freed: Freed = "home" if person in night.guests.gone_home else "not_here"
                await self._verbs.release(table.id, person, freed)
        free = free_now(night, tables)
        seated = {
            seat.person for table in tables.values() if _goes_on(table) for seat in table.seats
        }
        told = {*told_by(await self._nights.store.standing(night.id))}
        note = note_free(night.playing.number, free, told, seated)
        after = note(night, TIMER, await self._nights.now_for(night))
        if after.posts or after.night != night:
            await self._nights.apply(night, TIMER, note)
