"""Checking a deal: an honest game is equal, and whatever was changed is named."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.chance import commitment
from bot.engine.dealer import LiveDealer
from bot.engine.match import Match
from bot.tables import dealers, fingerprints, verify_deal
from bot.tables.dealers import replay_log
from bot.tables.history import NEVER_ENDED, NEVER_SEALED, OTHER_RULES, STILL_ON, History
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.trouble import NoTable
from storage.rows import LogRow, SeatRow, TableEventRow
from tests.contract.games import Configuration, game_json, rule_of_thumb
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, Setup, open_setup
from tests.tables.played import (
    DONBURIKO,
    KIRIFUDA,
    STANDARD,
    begin,
    do,
    finished,
    move,
    play_out,
    take_back_if_possible,
    tamper,
)


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_an_honest_game_is_equal(setup: Setup, configuration: Configuration) -> None:
    """Also read from disk, with moves taken back, and when hands were opened since."""
    history = History(setup.tables)
    table = await finished(setup, configuration, taken_back=2)
    assert await history.verify(table.id) is None
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, [TableEvent("hands_open", "vote")], hands_open=True)
    setup.tables.cache.drop(table)
    assert await history.verify(table.id) is None


async def differs(setup: Setup, table: Table) -> tuple[str, dict[str, object]]:
    """Return what verify names."""
    found = await History(setup.tables).verify(table.id)
    assert found is not None, "no difference was found"
    assert found.say(str.format), "the difference isn't said"
    return found.text, found.values


def other_action(configuration: Configuration, log: list[LogRow]) -> Iterator[tuple[int, str]]:
    """Yield, for each move of a log, another action that was legal there."""
    game, form = configuration.game, game_json(configuration.game)
    matches, _ = replay_log(game, form, configuration.seats, configuration.options, log)
    for row in log[1:]:
        assert row.seat is not None, "only the deal is nobody's move"
        legal = [form.dump_action(action) for action in matches[row.step - 1].legal(row.seat)]
        others = [action for action in legal if action != row.action]
        if row.back is None and others:
            yield row.step, others[-1]


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_any_other_move_in_the_log_is_found(
    setup: Setup, configuration: Configuration
) -> None:
    """A legal one in place of each move in turn: found there, later, or by the fingerprint."""
    table = await finished(setup, configuration)
    log = await setup.tables.store.log(table.id)
    tried = 0
    for number, action in other_action(configuration, log):
        query = "UPDATE log SET action = ? WHERE table_id = ? AND step = ?"
        await tamper(setup, query, action, table.id, number)
        text, values = await differs(setup, table)
        assert values.get("step", number) >= number  # type: ignore[operator]
        assert text in {
            verify_deal.OTHER_LOG,
            verify_deal.NO_END,
            verify_deal.NOT_LEGAL,
            verify_deal.OTHER_DRAW,
            verify_deal.OTHER_TOLD,
        }
        await tamper(setup, query, log[number].action, table.id, number)
        tried += 1
    assert tried > 5
    assert await History(setup.tables).verify(table.id) is None


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_any_other_draw_is_found_where_it_is(
    setup: Setup, configuration: Configuration
) -> None:
    """Each draw of the log in turn: turned round, left out, or one too many."""
    table = await finished(setup, configuration)
    query = "UPDATE log SET draws = ? WHERE table_id = ? AND step = ?"
    for row in await setup.tables.store.log(table.id):
        draws = json.loads(row.draws)
        others = [[*draws, 1], draws[1:]]
        others += [[*draws[:n], each[::-1], *draws[n + 1 :]] for n, each in
                   enumerate(draws) if isinstance(each, list)]  # fmt: skip
        for other in others:
            if other != draws:
                await tamper(setup, query, json.dumps(other), table.id, row.step)
                assert await differs(setup, table) == (verify_deal.OTHER_DRAW, {"step": row.step})
        await tamper(setup, query, row.draws, table.id, row.step)
    assert await History(setup.tables).verify(table.id) is None


async def test_whatever_is_changed_is_named(setup: Setup) -> None:
    """One thing at a time, behind the bot's back: verify says which, and where."""
    table = await finished(setup, KIRIFUDA)
    log = await setup.tables.store.log(table.id)
    last = log[-1].step
    back = next(row for row in log if row.back is not None)
    events = next(row for row in log if row.step > 3 and len(json.loads(row.events)) > 0)
    less = json.dumps(json.loads(events.events)[1:])
    secret = bytes(range(32)).hex()
    in_table, in_log = "UPDATE tables SET {} WHERE id = ?", "UPDATE log SET {} WHERE table_id = ?"

    async def named(query: str, *values: object) -> tuple[str, dict[str, object]]:
        """Change something, look what is named, and change it back."""
        saved = await setup.database.read(
            lambda connection: (
                connection.execute("SELECT * FROM tables").fetchall(),
                connection.execute("SELECT * FROM log").fetchall(),
                connection.execute("SELECT * FROM seats").fetchall(),
            )
        )
        await tamper(setup, query, *values)
        found = await differs(setup, table)

        def restore(connection: Any) -> None:
            for name, rows in zip(("tables", "log", "seats"), saved, strict=True):
                marks = ",".join("?" * len(rows[0]))
                if name != "tables":
                    connection.execute(f"DELETE FROM {name}")
                connection.executemany(f"INSERT OR REPLACE INTO {name} VALUES ({marks})", rows)

        await setup.database.transaction(restore)
        return found

    one = table.id
    for value, name in [(secret, verify_deal.OTHER_SECRET), ("xyz", verify_deal.NO_SECRET)]:
        assert await named(in_table.format("secret = ?"), value, one) == (name, {})
    assert await named(in_table.format("commitment = ?"), "00" * 32, one) == (
        verify_deal.OTHER_SECRET,
        {},
    )
    # Another secret with its own commitment: the very first draw is another.
    other = commitment(bytes.fromhex(secret))
    query = in_table.format("secret = ?, commitment = ?")
    assert await named(query, secret, other, one) == (verify_deal.OTHER_DRAW, {"step": 0})
    assert await named(in_table.format("start_print = ?"), "00" * 32, one) == (
        verify_deal.OTHER_START,
        {},
    )
    # The order of the seats, one at a time of those who sat there first.
    people = [seat.first for seat in table.seats]
    case = "UPDATE seats SET first = CASE seat WHEN 0 THEN ? WHEN 1 THEN ? ELSE first END"
    assert await named(f"{case} WHERE table_id = ?", people[1], people[0], one) == (
        verify_deal.OTHER_START,
        {},
    )
    assert await named(in_table.format("options = ?"), '{"other": 1}', one) == (
        verify_deal.OTHER_START,
        {},
    )
    assert await named(in_log.format("events = ?") + " AND step = ?", less, one, events.step) == (
        verify_deal.OTHER_TOLD,
        {"step": events.step},
    )
    assert await named(in_log.format("action = ?") + " AND step = ?", "{}", one, 5) == (
        verify_deal.UNREADABLE,
        {"step": 5},
    )
    assert await named(in_log.format("seat = ?") + " AND step = ?", 9, one, 5) == (
        verify_deal.NOT_LEGAL,
        {"step": 5},
    )
    assert await named(in_log.format("back = ?") + " AND step = ?", last, one, back.step) == (
        verify_deal.OTHER_BACK,
        {"step": back.step},
    )
    assert await named("DELETE FROM log WHERE table_id = ? AND step = ?", one, 7) == (
        verify_deal.MISSING,
        {"step": 7},
    )
    assert await named("DELETE FROM log WHERE table_id = ? AND step = ?", one, last) == (
        verify_deal.NO_END,
        {},
    )
    assert await named(in_table.format("log_print = ?"), "00" * 32, one) == (
        verify_deal.OTHER_LOG,
        {},
    )
    assert await named(in_table.format("log_print = NULL"), one) == (verify_deal.OTHER_LOG, {})
    result = {"scores": [1, 1, 1], "winners": [0], "breakdown": [[["x", 1]]] * 3}
    assert await named(in_table.format("result = ?"), json.dumps(result), one) == (
        verify_deal.OTHER_RESULT,
        {},
    )
    sealed = json.loads((await setup.tables.store.table(one) or [None])[0].state or "")  # type: ignore[union-attr]
    sealed["step"] += 1
    assert await named(in_table.format("state = ?"), json.dumps(sealed), one) == (
        verify_deal.OTHER_STATE,
        {},
    )
    assert await History(setup.tables).verify(one) is None


async def test_an_order_that_was_changed_is_found(setup: Setup) -> None:
    """Each pair of neighbours in the log, exchanged."""
    table = await finished(setup, KIRIFUDA)
    last = table.step()
    query = "UPDATE log SET step = ? WHERE table_id = ? AND step = ?"

    async def exchange(step: int) -> None:
        for new, old in [(-1, step), (step, step + 1), (step + 1, -1)]:
            await tamper(setup, query, new + 1000, table.id, old if old >= 0 else 999)
        for number in (step, step + 1):
            await tamper(setup, query, number, table.id, number + 1000)

    for step in range(0, last, 5):
        await exchange(step)
        text, values = await differs(setup, table)
        assert values.get("step", step) >= step  # type: ignore[operator]
        assert text
        await exchange(step)
    assert await History(setup.tables).verify(table.id) is None


async def test_another_option_is_found(setup: Setup) -> None:
    """One that the game knows, too."""
    configuration = next(each for each in STANDARD if len(each.game.info.variants) > 1)
    table = await finished(setup, configuration)
    variants = [game_json(configuration.game).dump_options(each) for each in
                configuration.game.info.variants]  # fmt: skip
    for other in variants[1:]:
        await tamper(setup, "UPDATE tables SET options = ? WHERE id = ?", other, table.id)
        assert await differs(setup, table) == (verify_deal.OTHER_START, {})
        # Even if the fingerprint of the start was made to fit.
        start = fingerprints.start_print(
            table_id=table.id,
            game=table.game_key,
            rules_version=table.rules_version,
            options=other,
            people=[seat.person for seat in table.seats],
            started_by=table.started_by,
        )
        query = "UPDATE tables SET start_print = ? WHERE id = ?"
        await tamper(setup, query, start, table.id)
        assert (await differs(setup, table))[0]
        await tamper(setup, query, table.start_print, table.id)


async def test_a_table_dealt_from_a_file_differs_at_the_deal(tmp_path: Path) -> None:
    """For tests only: its secret never had a part in it."""
    configuration = DONBURIKO
    rng = random.Random(6)
    recorder = LiveDealer(rng)
    Match.deal(
        configuration.game, game_json(configuration.game), 2, configuration.options, recorder
    )
    for _ in range(200):
        recorder.shuffle(sorted(recorder.draws[1]))  # type: ignore[type-var]
    file = tmp_path / "draws.json"
    file.write_text(json.dumps(recorder.draws))
    setup = await open_setup(tmp_path / "tables.sqlite3", dealers.from_file(file))
    table = await begin(setup, configuration)
    await play_out(setup, table, rng)
    assert await differs(setup, table) == (verify_deal.OTHER_DRAW, {"step": 0})
    await setup.database.close()


async def test_what_cannot_be_checked_says_so(setup: Setup) -> None:
    """Still on, never ended, older than seals, played by other rules: each in its own words."""
    history = History(setup.tables)
    lobby = await setup.lobby(ADA)
    table = await begin(setup, DONBURIKO)
    for each in (lobby, table):
        with refused_with(STILL_ON):
            await history.verify(each.id)
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, phase="cancelled")
    with refused_with(NEVER_ENDED):
        await history.verify(table.id)
    with pytest.raises(NoTable):
        await history.verify("zzzzz")
    table = await finished(setup, DONBURIKO)
    await tamper(setup, "UPDATE tables SET rules_version = 99 WHERE id = ?", table.id)
    setup.tables.cache.drop(table)
    with refused_with(OTHER_RULES) as other:
        await history.verify(table.id)
    assert other.value.say(str.format).startswith("This game was played by version 99 of its rules")
    table = await finished(setup, DONBURIKO)
    query = "UPDATE tables SET secret = NULL, commitment = NULL WHERE id = ?"
    await tamper(setup, query, table.id)
    setup.tables.cache.drop(table)
    with refused_with(NEVER_SEALED):
        await history.verify(table.id)


async def test_a_table_older_than_seals_is_played_to_its_end(setup: Setup) -> None:
    """Nothing of what came since stands in its way; its draws come from the system's chance."""
    table = await begin(setup, DONBURIKO)
    query = "UPDATE tables SET secret = NULL, commitment = NULL, start_print = NULL WHERE id = ?"
    await tamper(setup, query, table.id)
    setup.tables.cache.drop(table)
    table = await setup.tables.get(table.id)
    rng = random.Random(1)
    taken_back = False
    while table.phase == "playing":
        seat = await move(setup, table, rng)
        taken_back = taken_back or await take_back_if_possible(setup, table, seat)
    assert taken_back
    assert (table.start_print, table.log_print) == (None, None)
    assert (await History(setup.tables).record(table.id)).last == table.step()
    assert "secret" not in await History(setup.tables).export(table.id, None)


async def test_a_game_played_well_checks_too(setup: Setup) -> None:
    """Moves of the computer players, which know the rules of thumb, make for longer games."""
    rng = random.Random(3)
    for configuration in STANDARD:
        thumb = rule_of_thumb(configuration.game)
        table = await begin(setup, configuration)
        while table.phase == "playing":
            seat = table.to_act()[0]
            await do(setup, table, seat, thumb(table.view(seat), table.legal(seat), rng))
        assert await History(setup.tables).verify(table.id) is None


async def test_what_starts_a_game_is_mixed_into_its_draws(tmp_path: Path) -> None:
    """So a secret can't be chosen by the cards that it would give; another start differs."""
    deals: list[str] = []
    for started_by in (71, 71, 72):
        setup = await open_setup(tmp_path / f"{len(deals)}.sqlite3")
        table = await setup.lobby(ADA, BOB)
        table.become(replace(table, _secret=bytes(range(32)).hex()))
        await setup.lobby_verbs.start(table.id, ADA, started_by)
        assert table.started_by == started_by
        deals.append((await setup.tables.store.log(table.id))[0].draws)
        await setup.database.close()
    assert deals[0] == deals[1], "the same secret and start gave two deals"
    assert deals[0] != deals[2], "the interaction that started the game isn't in its draws"


async def test_another_start_is_found(setup: Setup) -> None:
    """Also one that is left out, as in games dealt before it counted."""
    table = await finished(setup, DONBURIKO)
    for other in (None, 4):
        query = "UPDATE tables SET started_by = ? WHERE id = ?"
        await tamper(setup, query, other, table.id)
        assert await differs(setup, table) == (verify_deal.OTHER_START, {})
    # Even if the fingerprint of the start was made to fit.
    start = fingerprints.start_print(
        table_id=table.id,
        game=table.game_key,
        rules_version=table.rules_version,
        options=setup.tables.game_json(table).dump_options(table.options),
        people=[seat.person for seat in table.seats],
        started_by=4,
    )
    await tamper(setup, "UPDATE tables SET start_print = ? WHERE id = ?", start, table.id)
    assert await differs(setup, table) == (verify_deal.OTHER_DRAW, {"step": 0})


async def test_a_game_dealt_from_its_secret_alone_goes_on_and_checks(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As games were before: no start is kept with it."""
    with monkeypatch.context() as patch:
        deal_key = Table.deal_key
        patch.setattr(Table, "deal_key", lambda table, _start=None: deal_key(table))
        table = await begin(setup, DONBURIKO)
    start = fingerprints.start_print(
        table_id=table.id,
        game=table.game_key,
        rules_version=table.rules_version,
        options=setup.tables.game_json(table).dump_options(table.options),
        people=[seat.person for seat in table.seats],
    )
    query = "UPDATE tables SET started_by = NULL, start_print = ? WHERE id = ?"
    await tamper(setup, query, start, table.id)
    setup.tables.cache.drop(table)
    table = await setup.tables.get(table.id)
    await play_out(setup, table, random.Random(1))
    assert await History(setup.tables).verify(table.id) is None


def test_rows_have_the_columns_that_are_checked() -> None:
    """A column that comes to the log later must be thought of in the fingerprint."""
    assert set(LogRow.__dataclass_fields__) == {
        *("table_id", "step", "seat", "action", "draws", "events", "interaction_id", "at", "back")
    }
    assert {"seat", "first", "person"} <= set(SeatRow.__dataclass_fields__)
    assert {"what", "seat", "whom", "step"} <= set(TableEventRow.__dataclass_fields__)
