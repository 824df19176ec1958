"""A room of tables on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot.tables.dealers import Dealers
from bot.tables.history import History
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.moves import Moves
from bot.tables.seat import Person
from bot.tables.table import NewTable, Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.tables import Tables
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import Options
from storage.database import Database
from storage.store import Store
from tests.uncapped import uncap
from tests.up_to_date import up_to_date

ADA, BOB, CLEO, DAI, EMI = (
    Person(100 + number, name) for number, name in enumerate(["Ada", "Bob", "Cleo", "Dai", "Emi"])
)


@dataclass
class Setup:
    """The room, its database, and a clock that the test sets."""

    path: Path
    database: Database
    tables: Tables
    lobby_verbs: LobbyVerbs
    moves: Moves
    events: list[tuple[str, int, str]] = field(default_factory=list)
    time: float = 1_000_000.0
    interaction: int = 0

    def next_interaction(self) -> int:
        """Return an interaction id that was not used before."""
        self.interaction += 1
        return self.interaction

    def uncap(self) -> None:
        """Let everybody have any number of open tables."""
        uncap(self.tables, 1)

    def new(self, person: Person, **fields: Any) -> NewTable:
        """Return what a person's table is opened with."""
        table = NewTable(
            game_key="donburiko",
            guild_id=1,
            channel_id=2,
            person=person,
            options=Options(),
            interaction_id=self.next_interaction(),
            language="en-GB",
        )
        return replace(table, **fields)

    async def lobby(self, *people: Person, **fields: Any) -> Table:
        """Open a table and seat people at it, the first one as host."""
        table = await self.lobby_verbs.open(self.new(people[0], **fields))
        for person in people[1:]:
            await self.lobby_verbs.join(table.id, person)
        return table

    async def game(self, *people: Person, **fields: Any) -> Table:
        """Open a table, seat people and begin."""
        table = await self.lobby(*people, **fields)
        return await self.lobby_verbs.start(table.id, people[0], self.next_interaction())

    async def play_beside_computer(self, table: Table, moves: int) -> None:
        """Make so many moves: the first seat's person theirs, and a computer those of the other."""
        for _move in range(moves):
            (asked,) = table.to_act()
            if asked == 0:
                await self.play(table, asked)
                continue
            await self.moves.play_for_computer(
                table.id,
                asked,
                lambda _view, legal: legal[0],
                question_number=table.question_number(asked),
            )

    async def play(self, table: Table, seat: int, index: int = 0) -> Table:
        """Let a seat take the legal action of this index."""
        person = Person(table.seats[seat].person, table.seats[seat].name)
        return await self.moves.play(
            table.id,
            person,
            lambda _view, legal: legal[index % len(legal)],
            interaction_id=self.next_interaction(),
        )

    async def end(self, table_id: str) -> Table:
        """End a table, as a moderator may."""
        return await TableVerbs(self.tables, History(self.tables)).end(table_id, EMI, "moderator")


async def open_setup(path: Path, dealers: Dealers | None = None) -> Setup:
    """Open the room on a database file."""
    database = await Database.open(up_to_date(path))
    setup: Setup
    tables = Tables(Store(database), dealers=dealers, now=lambda: setup.time)
    tables.add_game(GAME)
    setup = Setup(path, database, tables, LobbyVerbs(tables), Moves(tables))
    tables.listeners.append(
        lambda table: setup.events.append((table.id, table.revision, table.phase))
    )
    return setup


@pytest.fixture
async def setup(tmp_path: Path) -> AsyncIterator[Setup]:
    """Yield an open room."""
    setup = await open_setup(tmp_path / "tables.sqlite3")
    yield setup
    await setup.database.close()
