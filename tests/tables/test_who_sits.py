"""Who sits how: what is worked out from a live table and from its rows is the same."""

from __future__ import annotations

import ast
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import bot
from bot.tables.clocks import Clocks
from bot.tables.history import History
from bot.tables.night_verbs import NightVerbs
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import Trouble
from bot.tables.who_sits import TableBrief, WhoSits, brief_of
from storage.rows import facts_of
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup
from tests.tables.test_night_verbs import new_table

PEOPLE: Final = (ADA, BOB, CLEO, DAI, EMI)
LIVES: Final = 12
DEEDS: Final = 80
TAKES: Final = (0, 0, 0, 30, 100, 100_000)
"""Seconds that may go by between two things done to a table."""

Deed = Callable[[Person], Awaitable[object]]


def live_brief(table: Table) -> TableBrief:
    """Return a live table in brief."""
    return TableBrief(
        **facts_of(table),
        game_key=table.game_key,
        seats=tuple(table.seats),
        asked=table.to_act(),
        voting=table.motion is not None,
    )


def deeds(setup: Setup, table: Table, rng: random.Random, moves: int) -> list[Deed]:
    """Return what people, computers and clocks may try at a table; much of it is refused.

    `moves` is how often a move of the game is among it.
    """
    verbs, night = TableVerbs(setup.tables, History(setup.tables)), NightVerbs(setup.tables)
    clocks, seat = Clocks(setup.tables), rng.randrange(max(1, len(table.seats)))

    async def act(_by: Person) -> None:
        number = rng.choice(table.to_act() or (0,))
        sitting = table.seats[number]
        if sitting.mind is None:
            await setup.play(table, number, rng.randrange(5))
            return
        await setup.moves.play_for_computer(
            table.id,
            number,
            lambda _view, legal: rng.choice(legal),
            question_number=table.question_number(number),
        )

    lobby: list[Deed] = [
        lambda by: setup.lobby_verbs.join(table.id, by),
        lambda by: setup.lobby_verbs.leave(table.id, by.id),
        lambda by: setup.lobby_verbs.add_computer(table.id, by.id, "steady"),
        lambda by: setup.lobby_verbs.start(table.id, by, setup.next_interaction()),
    ]
    play: list[Deed] = [
        *[act] * moves,
        lambda by: verbs.leave(table.id, by),
        lambda by: verbs.back(table.id, by),
        lambda by: verbs.replace(table.id, by, seat),
        lambda by: verbs.kick(table.id, by, "moderator", seat),
        lambda by: verbs.voting.propose(table.id, by, "pause"),
        lambda by: verbs.voting.vote(table.id, by, rng.random() < 0.5),
        lambda by: verbs.pause(table.id, by, "moderator"),
        *[lambda by: verbs.resume(table.id, by, "moderator")] * 3,
        lambda by: verbs.set_pace(table.id, by, "moderator", rng.choice(("live", "none"))),
        lambda by: verbs.leave_for_good(table.id, by),
        lambda by: verbs.rename(table.id, Person(by.id, by.name + "!")),
        lambda by: night.seat_person(table.id, EMI, seat, by),
        lambda by: night.give_time(table.id, by),
        lambda by: night.nudge(table.id, by),
        *[lambda _by: clocks.ring(table.id)] * 6,
        lambda _by: setup.tables.save_whereabouts(table.id, asleep=True),
        *[lambda by: verbs.wake(table.id, by.id, 7)] * 3,
    ]
    rare: list[Deed] = [
        lambda by: night.play_out(table.id, by),
        lambda by: verbs.end(table.id, by, "moderator"),
    ]
    return (lobby if table.phase == "lobby" else play) * 10 + rare


def states(table: WhoSits) -> set[str]:
    """Return how people sit at a table, and how it stands, in words."""
    asked = {f"asked {len(table.people_asked())}", f"thinking {len(table.computers_asked())}"}
    seats = {
        name
        for seat in table.seats
        for name in ("here", "away", "free", "absent", "ran_out", "computer")
        if getattr(seat, name)
    }
    flags = {name for name in ("paused", "asleep", "played_out") if getattr(table, name)}
    deserted = {"deserted"} if table.deserted() else set[str]()
    return {table.phase} | asked | seats | flags | deserted


async def test_a_table_and_its_rows_say_the_same(setup: Setup) -> None:
    """Over random lives of tables, after everything that was done."""
    setup.uncap()
    seen: set[str] = set()
    for life in range(LIVES):
        rng = random.Random(life)
        opened = new_table(setup, ADA, BOB, CLEO, number=life)
        opened = replace(opened, on_timeout=("move", "seat", "ask")[life % 3])
        if life % 2:
            table = await setup.lobby_verbs.open(replace(opened, night_id=None, night_round=None))
        else:
            table = await setup.lobby_verbs.open_and_deal(opened)
        moves = 6 if life % 4 else 200
        for _ in range(DEEDS):
            if table.over:
                break
            setup.time += rng.choice(TAKES)
            deed, by = rng.choice(deeds(setup, table, rng, moves)), rng.choice(PEOPLE)
            try:
                await deed(by)
            except Trouble:
                continue
            stored = await setup.tables.store.table(table.id)
            assert stored is not None, "a table is gone"
            brief = brief_of(stored)
            assert brief == live_brief(table), f"life {life}: the rows say something else"
            assert states(brief) == states(table), f"life {life}: one model, and two answers"
            seen |= states(brief) | ({"voting"} if brief.voting else set())
    wanted = {"lobby", "playing", "finished", "cancelled", "paused", "asleep", "played_out"}
    wanted |= {"here", "away", "free", "absent", "ran_out", "computer", "deserted", "voting"}
    wanted |= {"asked 1", "thinking 1"}
    assert not wanted - seen, f"these lives never came by {wanted - seen}"


def test_only_the_model_asks_how_somebody_sits() -> None:
    """Others ask a seat or a table whether somebody is here, away, or a seat free."""
    house = Path(bot.__file__).parents[1]
    allowed = {"bot/tables/seat.py", "bot/tables/who_sits.py", "bot/tables/table_cache.py"}
    found = [
        f"{name}:{node.lineno}"
        for folder in ("bot", "cogs")
        for file in sorted((house / folder).rglob("*.py"))
        if (name := file.relative_to(house).as_posix()) not in allowed
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr == "stand_in")
        or (isinstance(node, ast.keyword) and node.arg == "stand_in")
    ]
    assert not found, f"`stand_in` is for the model of a seat alone; ask `Seat` in {found}"
