"""Game nights as they stand on disk: what they are, their tables and how these have ended."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.nights.attendance import Attendance, attendance
from bot.nights.night import Night, PostKind
from bot.nights.night_json import loaded
from bot.nights.night_points import NightPoints, points_so_far, there_at_end, why_unearned
from bot.tables.clock import DAY
from bot.tables.results import SeatResult, WhyNobodys, nobodys
from bot.tables.table import Table
from bot.tables.table_event import who_decided_own
from bot.tables.tables import Tables
from storage.night_rows import RIGHT_NOW, NightState
from storage.night_store import NightStore

MOST_A_DAY: Final = 5
"""The most nights that a channel has a day, nearly."""
EVER: Final = 1 << 60
"""Later than any night."""


class OwnSeat(NamedTuple):
    """Where somebody sits in a round."""

    number: int
    table: Table
    tables: Mapping[int, Table]
    """All tables of the round by their numbers."""

    @property
    def still_on(self) -> list[int]:
        """Return the numbers of the tables for which the round waits."""
        return [number for number, table in self.tables.items() if not table.lets_go]


class NightReader:
    """Reads nights, and changes none."""

    def __init__(self, tables: Tables, store: NightStore) -> None:
        self._tables = tables
        self._store = store

    async def of_guild(self, guild_id: int, states: Collection[NightState]) -> list[Night]:
        """Return the nights of a server in some states, the next one first."""
        return [loaded(each) for each in await self._store.nights_of_guild(guild_id, states)]

    async def shares_its_day(self, night: Night) -> bool:
        """Tell whether another night is on the same day in the channel of a night."""
        row = night.row
        found = await self.of_guild(row.guild_id, RIGHT_NOW)
        found += await self.last(row.guild_id, MOST_A_DAY, row.starts_at + DAY)
        others = (each.row for each in found if each.row.id != row.id)
        return any(
            each.channel_id == row.channel_id and each.local[:10] == row.local[:10]
            for each in others
        )

    async def of_person(self, person: int) -> list[Night]:
        """Return the nights that a person has answered, the newest first."""
        return [loaded(each) for each in await self._store.nights_of_person(person)]

    async def tables_of(self, night: Night) -> dict[tuple[int, int], Table]:
        """Return the tables of a night by round and number."""
        found: dict[tuple[int, int], Table] = {}
        for head, _seats in await self._tables.store.tables_of_night(night.id):
            if head.night_round is not None and head.night_table is not None:
                found[head.night_round, head.night_table] = await self._tables.get(head.id)
        return found

    async def at_play(self, night: Night) -> list[Table]:
        """Return the tables of the round that is played."""
        number = None if night.playing is None else night.playing.number
        tables = {} if number is None else await self.tables_of(night)
        return [table for (round_, _at), table in tables.items() if round_ == number]

    async def asked_to(self, night: Night) -> list[int]:
        """Return whom the thread of a night has asked whether they come, without their answer: as
        they wished to be, or as it takes place after all.
        """
        return await self.called_by(night, ("told", "asked", "after_all", "doors"))

    async def called_by(
        self, night: Night, kinds: Collection[PostKind], now: int = EVER
    ) -> list[int]:
        """Return whom those posts of a night mention that still stand in its thread, or will, each
        once; by `now`, if it is given.
        """
        posts = await self._store.standing(night.id)
        called = [
            json.loads(each.people) for each in posts if each.kind in kinds and each.at <= now
        ]
        return [*dict.fromkeys(person for people in called for person in people)]

    async def seat_of(self, night: Night, person: int, round_: int) -> OwnSeat | None:
        """Return at which table somebody sits in a round; None if at none."""
        found = sorted((await self.tables_of(night)).items())
        tables = {at: table for (number, at), table in found if number == round_}
        sits = (OwnSeat(at, each, tables) for at, each in tables.items() if each.sits(person))
        return next(sits, None)

    async def away(self, night: Night) -> set[int]:
        """Return who left or was away as the last round that was dealt ended, and hasn't been heard
        of since.
        """
        tables = await self.tables_of(night)
        newest = max((number for number, _at in tables), default=0)
        return {
            seat.person
            for (number, _at), table in tables.items()
            for seat in table.seats
            if number == newest and (seat.went_away or seat.free)
        } - await self.back(night)

    async def back(self, night: Night) -> set[int]:
        """Return who has shown since the last round began that they are here, if they were gone,
        or has pressed something since it was over.
        """
        last = night.dealt[-1] if night.dealt else None
        if last is None or last.began_at is None:
            return set()
        found = await self._store.came_back_since(night.id, last.began_at)
        if last.over_at:
            found |= await self._store.pressed_since(night.id, last.over_at)
        return found

    async def taker_of(self, night: Night, person: int) -> str:
        """Return who sits where somebody was dealt in, in the round that is played; "" if nobody
        has taken that seat.
        """
        playing = night.playing
        if playing is None:
            return ""
        for (number, _at), table in (await self.tables_of(night)).items():
            if number != playing.number:
                continue
            for seat in table.seats:
                if seat.first == person != seat.person > 0:
                    return seat.name
        return ""

    async def results_of(
        self, night: Night
    ) -> tuple[list[SeatResult], dict[tuple[int, int], frozenset[int]]]:
        """Return how the games of a night have ended, and (round, table) of those without result.

        The latter come with the people who were there, but for whoever led the night and ended
        their own table. A table that is gone from storage counts as having a result if its result
        stayed.
        """
        results = await self._tables.store.results.of_night(night.id)
        heads = await self._tables.store.tables_of_night(night.id)
        void: dict[tuple[int, int], frozenset[int]] = {}
        for head, seats in heads:
            if head.phase == "cancelled" and head.night_round and head.night_table:
                told = await self._tables.store.table_events(head.id)
                void[head.night_round, head.night_table] = there_at_end(seats, told)
        return results, void

    async def points_with(self, night: Night, corrected: Sequence[SeatResult]) -> NightPoints:
        """Return the points of a night as they would be with other results of some seats."""
        results, void = await self.results_of(night)
        other = {(row.table_id, row.seat): row for row in corrected}
        return points_so_far(
            night, [other.get((row.table_id, row.seat), row) for row in results], void
        )

    async def decided_own(
        self, night: Night, results: Sequence[SeatResult]
    ) -> frozenset[tuple[int, int]]:
        """Return who earned nothing in a round as they decided for the others at their own table:
        the round, and the person.
        """
        lost = {row.table_id for row in results if not row.of_seat}
        found: set[tuple[int, int]] = set()
        for head, _seats in await self._tables.store.tables_of_night(night.id):
            if head.night_round and (head.phase == "cancelled" or head.id in lost):
                told = await self._tables.store.table_events(head.id)
                found |= {(head.night_round, person) for person in who_decided_own(told)}
        return frozenset(found)

    async def new_to(self, night: Night, people: Collection[int]) -> tuple[tuple[str, int], ...]:
        """Return who of some people hasn't finished a game of which kind on this night, as tables
        name it: whoever wants to be taught may have learned it on an earlier one.
        """
        over = [t for t in (await self.tables_of(night)).values() if t.phase == "finished"]
        done = {
            (table.game_key, each.person) for table in over for each in table.seats if each.here
        }
        return tuple(
            (game.key if night.several else "", person)
            for game in night.games
            for person in people
            if (game.key, person) not in done
        )

    async def unearned_of(
        self, night: Night, tables: Iterable[Table]
    ) -> Mapping[str, Mapping[int, WhyNobodys]]:
        """Return, by table that is over, the seats whose results are nobody's, and why."""
        over = [table for table in tables if table.phase == "finished"]
        rows = await self._tables.store.results.of_night(night.id) if over else ()
        return {
            table.id: why_unearned(
                night,
                table,
                nobodys(
                    [row for row in rows if row.table_id == table.id],
                    [seat.person for seat in table.seats],
                ),
            )
            for table in over
        }

    async def left_alone(self, night: Night, tables: Iterable[Table]) -> set[str]:
        """Return the tables whose games computers finish as nobody seemed to be there."""
        if not any(table.played_out for table in tables):
            return set()
        return await self._store.left_alone(night.id)

    async def before(self, night: Night, most: int) -> list[Night]:
        """Return the last nights of a server before one, the newest first."""
        return await self.last(night.row.guild_id, most, night.row.starts_at)

    async def last(self, guild_id: int, most: int, before: int = EVER) -> list[Night]:
        """Return the last nights of a server that are over, the newest first."""
        found = await self._store.nights_before(guild_id, before, most)
        return [loaded(each) for each in found]

    async def attendance(self, nights: Sequence[Night]) -> Mapping[int, Attendance]:
        """Return how often each person came to some nights, and how many games they left."""
        return attendance(nights, await self._store.left([night.id for night in nights]))
