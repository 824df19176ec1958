"""A server with tables and nights on a database of its own, and a clock: for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from bot.nights import seating_search
from bot.nights.announcing import NewNight, publish
from bot.nights.assign_tables import Proposal, SeatingJob
from bot.nights.dates import moment, zone_of
from bot.nights.deal_rounds import RoundDealer
from bot.nights.guest_presses import press_here, press_in
from bot.nights.leading import Host, HostUnknown
from bot.nights.mend import seated
from bot.nights.next_night import SeriesRunner
from bot.nights.night import Night, Press, Rule
from bot.nights.night_timer import NightTimer
from bot.nights.nights import Nights
from bot.nights.run_rounds import RoundRunner
from bot.nights.typed_dates import read
from bot.tables.clock import HOUR, MINUTE
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.moves import Moves
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble
from cogs.donburiko.rules import GAME
from storage.database import Database
from storage.night_store import NightStore
from storage.store import Store
from tests.up_to_date import up_to_date

GUILD = 1
ZONE = "Europe/Berlin"
BEGINNING = 1_795_806_000 - 10 * 24 * HOUR
"""Ten days before Friday, 27 November 2026, 20:00 in Berlin."""
HOST = Person(100, "Ada")


STEPS: Final = 20_000
"""The work for one proposal, instead of 600,000: how good tables are is looked at elsewhere."""


class Here:
    """Seats in this process, and doesn't look for long."""

    async def think(self, job: SeatingJob, /) -> Proposal:
        """Return a proposal."""
        with patch.object(seating_search, "STEPS", min(STEPS, seating_search.STEPS)):
            return seated(job)


@dataclass
class Known:
    """What is set about a server: who may not come, and who shouldn't sit with each other."""

    blocked_people: set[int] = field(default_factory=set)
    host: Host | None = field(default_factory=lambda: Host(hosts=True, calls=True))
    """What everybody may do when nobody presses; None while that can't be found out."""
    apart: list[tuple[int, int]] = field(default_factory=list)

    async def demand_not_blocked(self, guild_id: int, person_id: int) -> None:
        """Refuse somebody who is blocked."""
        if guild_id == GUILD and person_id in self.blocked_people:
            raise Trouble("blocked")

    async def blocked(self, guild_id: int, people: Collection[int]) -> set[int]:
        """Return which of some people are blocked."""
        return self.blocked_people & set(people) if guild_id == GUILD else set()

    async def look_up(self, guild_id: int, person: int, channel_id: int, role: int | None) -> Host:
        """Return what somebody may do."""
        if self.host is None:
            raise HostUnknown
        return self.host

    async def apart_among(self, people: Collection[int]) -> Sequence[tuple[int, int]]:
        """Return the pairs among some people."""
        return [pair for pair in self.apart if set(pair) <= set(people)]


@dataclass
class Setup:
    """The server, with what runs there."""

    database: Database
    tables: Tables
    lobby_verbs: LobbyVerbs
    nights: Nights
    round_runner: RoundRunner
    timer: NightTimer
    known: Known
    time: float = BEGINNING
    interaction: int = 0
    told: list[Night] = field(default_factory=list)

    def press(self, by: Person = HOST, *, leads: bool | None = None) -> Press:
        """Return a press by a new interaction; the host has the right to host, others don't."""
        self.interaction += 1
        return Press(by, self.interaction, by == HOST if leads is None else leads)

    async def draft(self, typed: str = "27.11. 20:00", **fields: Any) -> Night:
        """Make a draft for a date."""
        zone = fields.pop("zone", ZONE)
        when = read(typed, int(self.time), zone_of(zone)).first
        new: dict[str, Any] = {
            "guild_id": GUILD,
            "channel_id": 2,
            "language": "en",
            "host": HOST,
            "title": "Friday",
            "game": "donburiko",
            "options": "{}",
            "when": moment(when.local, zone_of(zone)),
            "zone": zone,
            "rounds": 2,
            **fields,
        }
        return await self.nights.open(NewNight(**new), self.press())

    async def announced(self, typed: str = "27.11. 20:00", **fields: Any) -> Night:
        """Make a night and announce it."""
        night = await self.draft(typed, **fields)
        return await self.nights.change(night.id, self.press(leads=True), publish())

    async def following(self, night: Night) -> Night | None:
        """Return the newest night of the series of a night, if that is another one."""
        series = (await self.nights.get(night.id)).series
        newest = night.id if series is None else series.night_id
        return None if newest == night.id else await self.nights.get(newest)

    async def guests(
        self, night: Night, *people: Person, rule: Callable[[], Rule] = press_in
    ) -> Night:
        """Let people press something."""
        for person in people:
            night = await self.nights.answer(night.id, self.press(person), rule())
        return night

    async def at_doors(self, night: Night, *people: Person) -> Night:
        """Open the doors, and let people come."""
        await self.guests(night, *people)
        self.time = night.guests.doors_at + MINUTE
        await self.timer.ring(night.id)
        return await self.guests(night, *people, rule=press_here)

    async def dealt(self, night: Night) -> list[Table]:
        """Seat the next round and start it; return its tables."""
        night = await self.round_runner.seat(night.id, self.press(), choice="computers")
        night = await self.round_runner.start_all(night.id, self.press())
        return await self.dealt_now(night)

    async def dealt_now(self, night: Night) -> list[Table]:
        """Return the tables of the newest round, once all are dealt."""
        await self.quiet()
        night = await self.nights.get(night.id)
        number = len(night.dealt)
        tables = await self.nights.reader.tables_of(night)
        return [table for (round_, _), table in tables.items() if round_ == number]

    async def play_out(self, table: Table) -> None:
        """Play a table to its end."""
        while table.phase == "playing":
            await self.play_move(table)
        await self.quiet()

    async def play_move(self, table: Table) -> None:
        """Make the first move that may be made at a table now."""
        seat = table.seats[table.to_act()[0]]
        self.interaction += 1
        await Moves(self.tables).play(
            table.id,
            Person(seat.person, seat.name),
            lambda _view, legal: legal[0],
            interaction_id=self.interaction,
        )

    async def quiet(self) -> None:
        """Wait until no round is being dealt."""
        while self.round_runner.dealer._dealing:
            await asyncio.sleep(0.005)


def people(count: int) -> list[Person]:
    """Return some people, the host first."""
    return [HOST, *(Person(100 + number, f"P{number}") for number in range(1, count))]


async def open_house(path: Path) -> Setup:
    """Open the server on a database file."""
    database = await Database.open(up_to_date(path))
    setup: Setup
    tables = Tables(Store(database), now=lambda: setup.time)
    tables.add_game(GAME)
    known = Known()
    lobby_verbs = LobbyVerbs(tables)
    nights = Nights(tables, NightStore(database), known)
    round_runner = RoundRunner(nights, RoundDealer(nights, lobby_verbs, between_tables=0), Here())
    series_runner = SeriesRunner(nights, known)
    timer = NightTimer(nights, round_runner, series_runner, steady=lambda: setup.time)
    setup = Setup(database, tables, lobby_verbs, nights, round_runner, timer, known)
    nights.listeners.append(setup.told.append)
    return setup
