"""Tables in a database of their own, with Donburiko! on offer, for the tests of the house."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.tables.table import Person, Table
from bot.tables.tables import Tables
from bot.ui.house import House
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from storage.database import Database
from storage.store import Store

ADA, BOB, CLEO = Person(1, "Ada"), Person(2, "Bob"), Person(3, "Cleo")
GUILD, CHANNEL = 100, 200


@dataclass
class Room:
    """A house without a Discord, and the ids of interactions that have come in."""

    house: House
    tables: Tables
    interactions: int = 1000

    def interaction(self) -> int:
        self.interactions += 1
        return self.interactions

    async def open(self, *people: Person) -> Table:
        """Open a table with these people; the first is its host."""
        table = await self.tables.open(
            "donburiko",
            guild_id=GUILD,
            channel_id=CHANNEL,
            person=people[0],
            options=GAME.Options(),
            interaction_id=self.interaction(),
            language="en-GB",
        )
        for person in people[1:]:
            await self.tables.join(table.id, person)
        return table

    async def start(self, *people: Person) -> Table:
        """Open a table and begin."""
        table = await self.open(*people)
        return await self.tables.start(table.id, people[0], self.interaction())

    async def move(self, table: Table, rng: random.Random) -> int:
        """Have who is asked do something; return the person."""
        seat = table.seats[table.to_act()[0]]
        person = Person(seat.person, seat.name)
        await self.tables.play(
            table.id,
            person,
            lambda view, legal: rng.choice(legal),
            interaction_id=self.interaction(),
        )
        return person.id


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Yield a house whose poster is not connected to anything."""
    database = await Database.open(tmp_path / "tables.sqlite3")
    tables = Tables(Store(database))
    bot: Any = None
    house = House(bot, tables)
    house.add_game(GAME, RENDER, HELP)
    # What would be put up on Discord is asked of the sheets; nothing is sent here.
    await house.close()
    yield Room(house, tables)
    await database.close()
