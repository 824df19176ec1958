"""The public face of a table: everything that everybody may see, with no way to anything else."""

from __future__ import annotations

import gc
import random
import types
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from bot.engine.match import Match, Sealed
from bot.engine.views import PrivateView, SeatView
from bot.tables.table import Table
from bot.tables.table_face import PublicFacts, TableFace
from bot.tables.trouble import Frozen, NotBegun
from storage.rows import TableFacts
from tests.contract.games import Configuration
from tests.tables.conftest import ADA, BOB, CLEO, Setup
from tests.tables.played import STANDARD, begin, move, play_out

CODE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)


def reached(thing: object) -> list[Any]:
    """Return all objects that can be reached from a thing, except code."""
    seen: dict[int, Any] = {}
    waiting: list[Any] = [thing]
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, CODE):
            continue
        seen[id(each)] = each
        waiting += gc.get_referents(each)
    return list(seen.values())


def check_face(table: Table, state: type, secret: str) -> None:
    """Check that nothing but what is public can be reached from the face of a table."""
    found = reached(table.face())
    hidden = (Match, Table, Sealed, PrivateView, SeatView, state)
    leaks = {type(each).__name__ for each in found if isinstance(each, hidden)}
    assert not leaks, f"from a public face one can reach {leaks}"
    methods = [each for each in found if isinstance(each, types.MethodType)]
    assert not methods, f"a public face holds methods of something else: {methods}"
    told = any(isinstance(each, str) and secret in each for each in found)
    assert told == table.hands_open, "the secret is told before hands are open, or not after"


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_nothing_hidden_can_be_reached(setup: Setup, configuration: Configuration) -> None:
    rng = random.Random(1)
    state = configuration.game.State
    table = await begin(setup, configuration)
    secret = table._secret
    assert secret is not None
    check_face(table, state, secret)
    for _ in range(5):
        await move(setup, table, rng)
        check_face(table, state, secret)
    await play_out(setup, table, rng)
    check_face(table, state, secret)


async def test_a_face_says_what_the_table_says(setup: Setup) -> None:
    """In the lobby, in play and after; once made it stays as it was."""
    table = await setup.lobby(ADA, BOB, CLEO)
    lobby = table.face()
    with pytest.raises(NotBegun):
        lobby.public()
    assert (lobby.phase, lobby.step(), lobby.to_act()) == ("lobby", -1, ())
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    assert lobby.phase == "lobby", "a face changed after it was made"
    rng = random.Random(2)
    while True:
        face = table.face()
        for each in fields(TableFacts):
            assert getattr(face, each.name) == getattr(table, each.name), each.name
        assert face.public() == table.public()
        assert face.to_act() == table.to_act()
        assert face.people_asked() == table.people_asked()
        assert face.computers_asked() == table.computers_asked()
        assert (face.people_here(), face.deserted()) == (table.people_here(), table.deserted())
        assert face.seat_of(BOB.id) == table.seat_of(BOB.id) == 1
        assert (face.step(), face.recent) == (table.step(), tuple(table.recent))
        if table.phase != "playing":
            break
        await move(setup, table, rng)
    assert face.result() == table.result()


async def test_a_face_can_not_be_changed(setup: Setup) -> None:
    face = (await setup.lobby(ADA, BOB)).face()
    for each in fields(TableFace):
        with pytest.raises(FrozenInstanceError):
            setattr(face, each.name, None)


async def test_a_table_that_can_not_be_read_has_a_face(setup: Setup) -> None:
    table = await setup.game(ADA, BOB, CLEO)
    face = replace(table, frozen=True).face()
    with pytest.raises(Frozen):
        face.public()
    assert (face.frozen, face.public_view, face.end_result) == (True, None, None)


def test_what_is_drawn_for_all_asks_for_no_hand() -> None:
    """Neither the face nor what it shares with tables has a way to a hand."""
    for name in ("view", "legal", "question_number", "_match", "_secret", "game"):
        assert not hasattr(PublicFacts, name)
        assert not hasattr(TableFace, name)


async def test_a_face_says_where_a_table_lies_also_if_it_was_made_before(setup: Setup) -> None:
    """It is made once, and kept until something changes."""
    table = await setup.lobby(ADA, BOB)
    assert table.face() is table.face(), "a face is made anew though nothing has changed"
    await setup.tables.save_whereabouts(table.id, asleep=True)
    assert table.face().asleep, "a face is out of date"
    before = table.face()
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    assert (before.phase, table.face().phase) == ("lobby", "playing")
    assert replace(table, paused=True).face().paused, "a copy has the face of the table before"
