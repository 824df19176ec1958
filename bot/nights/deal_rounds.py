"""The deals of a round: its tables open one after the other, until each game is over."""

from __future__ import annotations

import asyncio
import logging
import random
import traceback
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from bot.engine.game import Options
from bot.nights import rounds
from bot.nights.night import Night, NightGame, Now, Press, Round
from bot.nights.night_points import there_at_end
from bot.nights.nights import Nights
from bot.nights.teaching import teaching_at
from bot.tables.lobby_rules import computer
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.results import SeatResult, moved, without_moves
from bot.tables.seat import Person, Seat
from bot.tables.table import NewTable, Table
from bot.tables.table_cache import seat_rows
from bot.tables.table_event import sat_together
from storage.former_players import is_former

BETWEEN_TABLES: Final = 0.5
"""Seconds between two tables of a round that are dealt, so as not to send Discord too much at
once.
"""
AT_ONCE: Final = 4
"""A round of no more tables is dealt without waiting."""
COMPUTER: Final = "steady"
"""How well a computer that fills up a table plays."""

NOBODY: Final = Press(Person(0, ""), None)
"""The one who notes what has come of tables."""

log = logging.getLogger(__name__)


class RoundDealer:
    """Deals the tables of rounds that have begun, and ends a round once all of them let it go."""

    def __init__(
        self, nights: Nights, lobby_verbs: LobbyVerbs, between_tables: float = BETWEEN_TABLES
    ) -> None:
        """Take the nights, and what opens tables."""
        self._nights = nights
        self._lobby_verbs = lobby_verbs
        self._chance = random.SystemRandom()
        self._between_tables = between_tables
        self._dealing: dict[str, asyncio.Task[None]] = {}
        self._to_deal: set[str] = set()
        self._holders: dict[str, int] = {}
        """How many people have sat at a table, as far as this process has seen."""
        self._back: defaultdict[str, set[int]] = defaultdict(set)
        """Who has come back to their seat and isn't noted as here yet, by night."""
        nights.tables.listeners.append(self._table_changed)

    async def close(self) -> None:
        """Stop dealing; the next start goes on where this one stopped."""
        for task in self._dealing.values():
            task.cancel()
        await asyncio.gather(*self._dealing.values(), return_exceptions=True)

    def deal(self, night_id: str) -> None:
        """Open and deal the tables of a round that aren't dealt yet; check if it is over."""
        self._to_deal.add(night_id)
        if night_id not in self._dealing:
            task = asyncio.create_task(self._deal(night_id), name=f"deal {night_id}")
            self._dealing[night_id] = task

    async def _deal(self, night_id: str) -> None:
        try:
            while night_id in self._to_deal:
                # Whatever has ended by now is seen in this pass.
                self._to_deal.discard(night_id)
                await self._note_back(night_id)
                night = await self._nights.get(night_id)
                if night.playing is not None:
                    await self._deal_round(night, night.playing)
        except Exception as error:
            # The timer tries again. What went wrong may name cards, so only its kind is logged.
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("night %s: dealing: %s\n%s", night_id, type(error).__name__, frames)
        finally:
            self._dealing.pop(night_id, None)
            self._to_deal.discard(night_id)

    def as_tables_have_it(self, night: Night) -> Night:
        """Return a night on which whoever has come back to their seat is here, also where that is
        about to be noted.
        """
        back = rounds.note_back(self._back.get(night.id, ()))
        return back(night, NOBODY, Now(self._nights.tables.now())).night

    async def _note_back(self, night_id: str) -> None:
        if back := frozenset(self._back.get(night_id, ())):
            await self._nights.change(night_id, NOBODY, rounds.note_back(back))
            if since := self._back.pop(night_id, set()) - back:
                self._back[night_id] = since

    async def _deal_round(self, night: Night, playing: Round) -> None:
        tables = await self._nights.reader.tables_of(night)
        seated = playing.seating.seated.tables
        for number in range(1, len(seated) + 1):
            game = _game_at(night, playing, number)
            if (playing.number, number) not in tables:
                if game.key not in self._nights.tables.games:
                    # The other tables needn't wait for a game that isn't here any more.
                    log.error("night %s: there is no game %s to deal", night.id, game.key)
                    continue
                table = await self._lobby_verbs.open_and_deal(
                    self._new_table(night, playing, number)
                )
                tables[playing.number, number] = table
                if len(seated) > AT_ONCE:
                    await asyncio.sleep(self._between_tables)
        mine = [table for (round_, _number), table in tables.items() if round_ == playing.number]
        store = self._nights.tables.store
        together = {
            number: sat_together(table.seats, await store.table_events(table.id))
            for (round_, number), table in tables.items()
            if round_ == playing.number and _newcomers(table)
        }
        idle = await self._idle(night, playing, mine)
        if rounds.with_played(playing, together, idle) != playing:
            note = rounds.note_played(playing.number, together, idle)
            await self._nights.change(night.id, NOBODY, note)
        if mine and all(table.lets_go for table in mine):
            sat = [seat.person for table in mine for seat in table.seats if seat.person > 0]
            ended = [seat for table in mine if table.over for seat in table.seats]
            gone = night.guests.gone
            away = [s.person for s in ended if s.went_away or (s.free and s.person in gone)]
            away += _still_awaited(night, mine)
            away = sorted({*away} - await self._nights.reader.back(night))
            learnt = await self._learnt(night, sat)
            over = rounds.round_over(playing.number, sat, away, learnt=learnt, tables=len(seated))
            await self._nights.change(night.id, NOBODY, over)

    async def _learnt(self, night: Night, sat: Sequence[int]) -> list[int]:
        """Return who of those who sat in a round wanted to be taught, and has finished a game of
        each kind of the night by now.
        """
        marked = [guest.person for guest in night.guests.guests if "learner" in guest.marks]
        there = [each for each in marked if each in sat]
        new = {person for _game, person in await self._nights.reader.new_to(night, there)}
        return [each for each in there if each not in new]

    async def _idle(self, night: Night, playing: Round, tables: Sequence[Table]) -> list[int]:
        """Return who neither stayed nor moved at the tables of a round that have ended, and sits at
        none that is still on.
        """
        ended = [table for table in tables if table.lets_go]
        if not ended:
            return []
        results = await self._nights.tables.store.results.of_night(night.id)
        rows = [row for row in results if row.round == playing.number]
        found = [*without_moves(rows), *await self._unlisted_without_moves(ended, rows)]
        on = {seat.person for table in tables if table not in ended for seat in table.seats}
        return [each for each in found if each not in on]

    async def _unlisted_without_moves(
        self, tables: Sequence[Table], rows: Sequence[SeatResult]
    ) -> list[int]:
        """Return who made no move at a table where they have no result: they took a seat in
        mid-game, or hadn't stayed as it was ended without any.
        """
        store, found = self._nights.tables.store, list[int]()
        for table in tables:
            known = {row.person for row in rows if row.table_id == table.id}
            void, seats = table.phase == "cancelled", seat_rows(table)
            if came := (_everybody(table) if void else _newcomers(table)) - known:
                log, told = await store.log(table.id), await store.table_events(table.id)
                stayed = there_at_end(seats, told) if void else frozenset[int]()
                found += [each for each in came - stayed if not moved(each, seats, log, told)]
        return found

    def _table_changed(self, table: Table) -> None:
        """Note who takes a seat, or comes back to theirs; end a round once a table's change makes
        it over, or lets it go on over days.
        """
        if table.night_id is None:
            return
        count = len(table.holders)
        known = self._holders.get(table.id, count)
        self._holders[table.id] = count
        if table.over:
            del self._holders[table.id]
        back = table.newly_back()
        if back is not None:
            self._back[table.night_id].add(back)
        if table.lets_go or count > known or back is not None:
            self.deal(table.night_id)

    def _new_table(self, night: Night, playing: Round, number: int) -> NewTable:
        """Return what a table of a round is opened with."""
        table = playing.seating.seated.tables[number - 1]
        people = [person for person in table.people if not is_former(person)]
        taught = teaching_at(playing, number)
        learners = () if taught is None else taught.learners
        seats = [_seat(night, person, learns=person in learners) for person in people]
        # Whoever was forgotten since they were seated has a computer in their place.
        while len(seats) < len(table.people) + table.computers:
            seats.append(computer(seats, COMPUTER, self._chance))
        host = people[0] if is_former(table.host) and people else table.host
        if taught is not None and taught.teachers:
            host = taught.teachers[0]
        away = {seat.person for seat in seats if not seat.here}
        host = next((each for each in people if each not in away), host) if host in away else host
        game = _game_at(night, playing, number)
        short = self._nights.tables.games[game.key].info.short if table.short else None
        return NewTable(
            game_key=game.key,
            guild_id=night.row.guild_id,
            channel_id=night.row.channel_id,
            person=Person(host, night.name_of(host) or "?"),
            options=options_of(self._nights, game) if short is None else short,
            # No interaction has this id: one press opens many tables.
            interaction_id=self._chance.getrandbits(62) | 1 << 62,
            language=night.row.language,
            seats=tuple(seats),
            pace="live",
            move_time=night.row.move_time,
            on_timeout="seat",
            night_id=night.id,
            night_round=playing.number,
            night_table=number,
            teaching="" if taught is None else "taught" if taught.teachers else "alone",
        )


def _seat(night: Night, person: int, *, learns: bool) -> Seat:
    """Return the seat of somebody. Whoever said that they come late, and hasn't come yet, has a
    computer that plays there until they do.
    """
    seat = Seat(person, night.name_of(person) or "?", learns=learns)
    guest = night.guests.find(person)
    waits = guest is not None and guest.came_at is None
    return seat.gone_away(0, None) if waits else seat


def _still_awaited(night: Night, tables: Sequence[Table]) -> list[int]:
    """Return who was dealt in before they came, and hasn't come to their table since."""
    awaited = {guest.person for guest in night.guests.guests if guest.came_at is None}
    return [s.person for table in tables for s in table.seats if s.away and s.person in awaited]


def _newcomers(table: Table) -> set[int]:
    """Return who took a seat at a table in mid-game."""
    return _everybody(table) - {seat.first for seat in table.seats}


def _everybody(table: Table) -> set[int]:
    """Return who has ever had a seat at a table."""
    return {each.person for each in table.holders if each.person > 0}


def options_of(nights: Nights, game: NightGame) -> Options:
    """Return how a game of a night is played."""
    return nights.tables.json_of(game.key).load_options(game.options)


def _game_at(night: Night, playing: Round, number: int) -> NightGame:
    """Return what is played at a table of a round, by its number from 1."""
    key = playing.seating.seated.tables[number - 1].game
    return next((each for each in night.games if each.key == key), night.games[0])
