"""Whole games at real tables: any game of the house, played at random by people who sit there."""

from __future__ import annotations

import random
import sqlite3
from typing import Any

from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from tests.contract.games import Configuration, configurations, games
from tests.tables.conftest import Setup

PEOPLE = [
    Person(4_000_000_000_000_000 + number, name)
    for number, name in enumerate(["Ada", "Bob", "Cleo", "Dai", "Emi", "Finn"])
]


def each_game() -> list[Configuration]:
    """Return every game once, with its fewest seats and its standard options."""
    found: dict[str, Configuration] = {}
    for configuration in configurations():
        found.setdefault(configuration.game.info.key, configuration)
    return list(found.values())


STANDARD = each_game()
DONBURIKO = next(each for each in STANDARD if each.game.info.key == "donburiko")
KIRIFUDA = next(each for each in STANDARD if each.game.info.key == "kirifuda")


async def begin(setup: Setup, configuration: Configuration) -> Table:
    """Open a table for a game and deal."""
    for game in games():
        setup.tables.add_game(game)
    key, people = configuration.game.info.key, PEOPLE[: configuration.seats]
    return await setup.game(*people, game_key=key, options=configuration.options)


async def move(setup: Setup, table: Table, rng: random.Random) -> int:
    """Let one of those asked do anything; return the seat."""
    seat = rng.choice(table.to_act())
    return await do(setup, table, seat, rng.choice(table.legal(seat)))


async def do(setup: Setup, table: Table, seat: int, action: Any) -> int:
    """Let the person on a seat do this; return the seat."""
    sitting = table.seats[seat]
    await setup.moves.play(
        table.id,
        Person(sitting.person, sitting.name),
        lambda _view, _legal: action,
        interaction_id=setup.next_interaction(),
    )
    return seat


async def play_out(setup: Setup, table: Table, rng: random.Random) -> None:
    """Play on at random to the end."""
    while table.phase == "playing":
        await move(setup, table, rng)


async def take_back_if_possible(setup: Setup, table: Table, seat: int) -> bool:
    """Take the newest move back, if possible."""
    async with setup.tables.held(table.id) as held:
        try:
            await History(setup.tables).take_back(held, seat)
        except Trouble:
            return False
    return True


async def finished(setup: Setup, configuration: Configuration, taken_back: int = 1) -> Table:
    """Play a game to its end, with some moves taken back on the way."""
    rng = configuration.rng("finished")
    table = await begin(setup, configuration)
    while table.phase == "playing":
        seat = await move(setup, table, rng)
        if taken_back and await take_back_if_possible(setup, table, seat):
            taken_back -= 1
    assert not taken_back, f"{taken_back} moves more should have been taken back"
    return table


async def tamper(setup: Setup, query: str, *values: object) -> None:
    """Change the database behind the bot's back, the append-only log included."""

    def run(connection: sqlite3.Connection) -> None:
        for trigger in ("log_is_never_changed", "log_leaves_only_with_its_table"):
            connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        assert connection.execute(query, values).rowcount > 0, f"nothing is changed by {query}"

    await setup.database.transaction(run)
