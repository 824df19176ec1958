"""Fingerprints bind what was agreed and what was played, and the secret stays where it is."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import random
import secrets
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.chance import SECRET_BYTES, commitment
from bot.tables import fingerprints
from bot.tables.dealers import new_secret
from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import NotSaved
from storage.errors import DatabaseFull
from storage.rows import LogRow
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup
from tests.tables.played import STANDARD, begin, move, play_out

SECRET = bytes(range(32)).hex()
STEPS = [
    LogRow("abcde", 0, None, "null", "[[3,1,2]]", '[["all",{"kind":"began"}]]', 7, 1000),
    LogRow("abcde", 1, 0, '{"kind":"play","name":"ö"}', "[]", "[]", 8, 1001),
    LogRow("abcde", 2, 0, "null", "[]", "[]", None, 1002, back=0),
]
AGREED: dict[str, Any] = {
    "table_id": "abcde",
    "game": "toy",
    "rules_version": 3,
    "options": '{"tricks": 2, "long": true}',
    "people": [100, -1],
}


def test_fingerprints_are_what_they_always_were() -> None:
    """Fixed values: what was shown on a card must be what is worked out years later."""
    start = b'{"game":"toy","options":{"long":true,"tricks":2},"rules_version":3,'
    start += b'"seats":["100","-1"],"table":"abcde"}'
    assert fingerprints.start_print(**AGREED) == hashlib.sha256(start).hexdigest()
    start = start.replace(b'"table"', b'"started_by":"7","table"')
    mixed = fingerprints.start_print(**AGREED, started_by=7)
    assert mixed == hashlib.sha256(start).hexdigest()
    log = (
        b'[{"action":null,"back":null,"draws":[[3,1,2]],"seat":null,"step":0,'
        b'"told":[["all",{"kind":"began"}]]},'
        b'{"action":{"kind":"play","name":"\\u00f6"},"back":null,"draws":[],"seat":0,"step":1,'
        b'"told":[]},'
        b'{"action":null,"back":0,"draws":[],"seat":0,"step":2,"told":[]}]'
    )
    wanted = hmac.new(bytes(range(32)), log, "sha256").hexdigest()
    assert fingerprints.log_print(SECRET, STEPS) == wanted


@pytest.mark.parametrize(
    "other",
    [
        {"table_id": "abcdf"},
        {"game": "other"},
        {"rules_version": 4},
        {"options": '{"tricks": 3, "long": true}'},
        {"options": '{"tricks": 2, "long": false}'},
        {"people": [-1, 100]},
        {"people": [100]},
        {"people": [101, -1]},
    ],
    ids=str,
)
def test_the_start_binds_each_part(other: dict[str, Any]) -> None:
    assert fingerprints.start_print(**AGREED | other) != fingerprints.start_print(**AGREED)


def test_how_options_are_spelt_is_no_part_of_the_start() -> None:
    card_words: dict[str, Any] = {"options": '{"long":true,"tricks":2}'}
    assert fingerprints.start_print(**AGREED | card_words) == fingerprints.start_print(**AGREED)


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize(
    "other",
    [
        {"seat": 5},
        {"action": '{"kind":"pass"}'},
        {"draws": "[9]"},
        {"events": '[[[0],{"kind":"began"}]]'},
        {"back": 1},
        {"step": 9},
    ],
    ids=str,
)
def test_the_log_binds_each_part_of_each_step(at: int, other: dict[str, Any]) -> None:
    steps = [replace(step, **other) if n == at else step for n, step in enumerate(STEPS)]
    assert fingerprints.log_print(SECRET, steps) != fingerprints.log_print(SECRET, STEPS)


def test_the_log_binds_order_length_and_secret() -> None:
    there = fingerprints.log_print(SECRET, STEPS)
    assert fingerprints.log_print(SECRET, STEPS[::-1]) != there
    assert fingerprints.log_print(SECRET, STEPS[:-1]) != there
    assert fingerprints.log_print(bytes(32).hex(), STEPS) != there


def test_the_log_binds_neither_times_nor_interactions() -> None:
    """Those say nothing of the game, and an export has no ids."""
    steps = [replace(step, at=5, interaction_id=None) for step in STEPS]
    assert fingerprints.log_print(SECRET, steps) == fingerprints.log_print(SECRET, STEPS)


async def test_prints_appear_with_the_step_that_settles_them(setup: Setup) -> None:
    """The commitment is there before anyone joins, and never changes."""
    opened = await setup.lobby(ADA)
    promised = opened.commitment
    assert promised == commitment(bytes.fromhex(opened._secret or ""))
    assert (opened.start_print, opened.log_print) == (None, None)
    await setup.lobby_verbs.join(opened.id, BOB)
    table = await setup.lobby_verbs.start(opened.id, ADA, setup.next_interaction())
    start = fingerprints.start_print(
        table_id=table.id,
        game="donburiko",
        rules_version=table.rules_version,
        options=setup.tables.game_json(table).dump_options(table.options),
        people=[ADA.id, BOB.id],
        started_by=table.started_by,
    )
    assert (table.commitment, table.start_print, table.log_print) == (promised, start, None)
    rng = random.Random(1)
    while table.phase == "playing":
        assert table.log_print is None
        await move(setup, table, rng)
    log = await setup.tables.store.log(table.id)
    assert table.log_print == fingerprints.log_print(table._secret or "", log)
    shown = (table.commitment, table.start_print, table.log_print)
    setup.tables.cache.drop(table)
    table = await setup.tables.get(table.id)
    assert (table.commitment, table.start_print, table.log_print) == shown


async def test_a_start_that_is_not_saved_leaves_no_print(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await setup.lobby(ADA, BOB)

    async def full(*_args: object) -> None:
        raise DatabaseFull

    with monkeypatch.context() as patch:
        patch.setattr(setup.tables.store, "save_step", full)
        with pytest.raises(NotSaved):
            await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    assert (table.phase, table.start_print) == ("lobby", None)
    await setup.lobby_verbs.join(table.id, CLEO)
    table = await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    assert table.start_print == fingerprints.start_print(
        table_id=table.id,
        game="donburiko",
        rules_version=table.rules_version,
        options=setup.tables.game_json(table).dump_options(table.options),
        people=[ADA.id, BOB.id, CLEO.id],
        started_by=table.started_by,
    )


async def test_no_two_tables_share_a_secret(setup: Setup) -> None:
    """Not even a rematch, and not the same table opened after a restart."""
    setup.uncap()
    tables = [await setup.lobby(ADA) for _ in range(20)]
    again = await setup.lobby(ADA, rematch_of=tables[0].id)
    secrets = [table._secret for table in [*tables, again]]
    assert len(set(secrets)) == 21
    assert all(len(bytes.fromhex(secret or "")) == 32 for secret in secrets)


async def test_a_deal_goes_on_from_the_secret_after_a_restart(tmp_path: Path) -> None:
    """However often the bot is restarted, the draws are those of one dealer going on."""
    outcomes: list[list[str]] = []
    for restarts in (False, True):
        path = tmp_path / f"{restarts}.sqlite3"
        setup = await open_setup(path)
        table = await setup.lobby(ADA, BOB)
        table.become(replace(table, _secret=SECRET))
        await setup.database.transaction(
            lambda connection: connection.execute("UPDATE tables SET secret = ?", (SECRET,))
        )
        table = await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
        rng = random.Random(8)
        for _ in range(60):
            if table.phase != "playing":
                break
            await move(setup, table, rng)
            if restarts:
                await setup.database.close()
                interaction = setup.interaction
                setup = await open_setup(path)
                setup.interaction = interaction
                table = await setup.tables.get(table.id)
        outcomes.append([step.draws for step in await setup.tables.store.log(table.id)])
        await setup.database.close()
    assert outcomes[0] == outcomes[1]
    assert sum(len(json.loads(draws)) for draws in outcomes[0]) > 2


def public_fields(table: Table) -> str:
    """Return all that can be read of a table without reaching inside."""
    names = [field.name for field in fields(table) if not field.name.startswith("_")]
    return repr([getattr(table, name) for name in names])


async def test_the_secret_is_nowhere_but_in_the_tables_own_keeping(
    setup: Setup, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in what can be read of a table, not in its text, not in any log line, nor in exports."""
    caplog.set_level(logging.DEBUG)
    rng = random.Random(2)
    history = History(setup.tables)
    table = await setup.lobby(ADA, BOB)
    secret = table._secret or ""
    assert len(secret) == 64
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())

    async def full(*_args: object) -> None:
        raise DatabaseFull

    with monkeypatch.context() as patch:
        patch.setattr(setup.tables.store, "save_step", full)
        with pytest.raises(NotSaved):
            await move(setup, table, rng)
    while table.phase == "playing":
        await move(setup, table, rng)
        assert secret not in public_fields(table) + repr(table)
    for person in (None, ADA.id, BOB.id, CLEO.id):
        assert secret not in json.dumps(await history.export(table.id, person))
    assert table.opened_secret() is None
    assert await history.verify(table.id) is None
    record = await history.record(table.id)
    assert secret not in repr([record.lines(step) for step in record.steps])
    heads = await setup.tables.store.tables_of(ADA.id, phases=("finished",))
    assert heads
    assert secret not in repr(heads)
    row = await setup.tables.store.table(table.id)
    assert row is not None
    assert row[0].secret == secret
    assert secret not in repr(row)
    assert secret not in caplog.text
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, hands_open=True)
    assert table.opened_secret() == secret
    assert (await history.export(table.id, None))["secret"] == secret


async def test_a_stranger_checks_a_deal_with_open_hands_from_the_file_alone(setup: Setup) -> None:
    """As the descriptions say: commitment, log, and the first draw, with nothing of ours."""
    table = await begin(setup, STANDARD[0])
    await play_out(setup, table, random.Random(4))
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, hands_open=True)
    file = json.loads(json.dumps(await History(setup.tables).export(table.id, None)))
    key = bytes.fromhex(file["secret"])
    assert hashlib.sha256(key).hexdigest() == file["commitment"]
    text = json.dumps(file["log"], sort_keys=True, separators=(",", ":")).encode()
    assert hmac.new(key, text, "sha256").hexdigest() == file["log_print"]
    draws = [draw for step in file["log"] for draw in step["draws"]]
    first = hashlib.sha256(key + int(file["started_by"]).to_bytes(8, "big") + bytes(16)).digest()
    seats = list(range(len(file["seats"])))
    assert draws[0] == seats[int.from_bytes(first[:8], "big") % len(seats)]


async def test_a_person_is_the_same_whatever_they_are_called(setup: Setup) -> None:
    """The start binds ids: a new display name changes nothing."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    before = table.start_print
    seat = table.to_act()[0]
    person = Person(table.seats[seat].person, "Another name")
    await setup.moves.play(
        table.id, person, lambda _view, legal: legal[0], interaction_id=setup.next_interaction()
    )
    assert table.seats[seat].name == "Another name"
    assert table.start_print == before


def test_secrets_are_of_the_systems_chance_and_never_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {new_secret() for _ in range(1000)}
    assert len(found) == 1000
    assert {len(secret) for secret in found} == {SECRET_BYTES} == {32}
    asked: list[int | None] = []
    monkeypatch.setattr(secrets, "token_bytes", lambda size: asked.append(size) or bytes(32))
    assert new_secret() == bytes(32)
    assert asked == [32]
