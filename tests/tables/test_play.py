"""Acting at a table: everything is checked under the lock, and what returned is on disk."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.engine.dealer import ReplayDealer
from bot.engine.match import Match
from bot.tables import dealers
from bot.tables.game_json import GameJson
from bot.tables.history import History
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import (
    NOT_POSSIBLE,
    NOT_YOUR_TURN,
    OVER,
    STALE,
    Frozen,
    NotAtTable,
    NotSaved,
    Trouble,
)
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import Add, Options
from storage.errors import DatabaseFull
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup

FORMS = GameJson(GAME)


def seen(table: Table) -> tuple[object, ...]:
    """Return everything that any seat can see of a table, and what it is asked."""
    seats = range(len(table.seats))
    return (
        table.revision,
        table.phase,
        table.to_act(),
        [table.question_number(seat) for seat in seats],
        [table.view(seat) for seat in seats],
        [table.legal(seat) for seat in seats],
        list(table.recent),
    )


async def finish(setup: Setup, table: Table, rng: random.Random) -> int:
    """Play at random to the end; return the number of actions."""
    count = 0
    while table.phase == "playing":
        await setup.play(table, table.to_act()[0], rng.randrange(1000))
        count += 1
    return count


@pytest.mark.parametrize("people", [(ADA, BOB), (ADA, BOB, CLEO)])
async def test_what_is_on_disk_is_what_was_seen_after_every_action(
    setup: Setup, people: tuple[object, ...]
) -> None:
    """A table read from disk shows the same as the one in memory, and so does its log replayed."""
    table = await setup.game(*people)  # pyright: ignore[reportArgumentType]
    rng = random.Random(5)
    steps = 0
    while table.phase == "playing":
        await setup.play(table, table.to_act()[0], rng.randrange(1000))
        steps += 1
        before = seen(table)
        setup.tables.cache.drop(table)
        table = await setup.tables.get(table.id)
        assert seen(table) == before
        if steps % 7 == 0 or table.phase != "playing":
            assert await replayed(setup, table) == table._match.sealed()  # type: ignore[union-attr]
    assert steps > 5
    assert table.result().winners
    row, _ = await setup.tables.store.table(table.id) or (None, None)
    assert row is not None
    assert json.loads(row.result or "")["winners"]
    with refused_with(OVER):
        await setup.play(table, 0)


async def replayed(setup: Setup, table: Table) -> str:
    """Return the sealed text that the table's log leads to."""
    log = await setup.tables.store.log(table.id)
    opening = ReplayDealer(FORMS.load_draws(log[0].draws))
    match, step = Match.deal(GAME, FORMS, len(table.seats), Options(), opening)
    assert FORMS.dump_events(step.events) == log[0].events, "the game began otherwise than was kept"
    for row in log[1:]:
        assert row.seat is not None, "only the deal is nobody's move"
        dealer = ReplayDealer(FORMS.load_draws(row.draws))
        step = match.propose(row.seat, FORMS.load_action(row.action), dealer)
        assert FORMS.dump_events(step.events) == row.events, (
            "a move came out otherwise than was kept"
        )
        match.accept(step)
    return match.sealed()


async def test_refused_moves_change_nothing(setup: Setup) -> None:
    """Not seated, not asked, an old question, a card not held: each has its own answer."""
    table = await setup.game(ADA, BOB)
    before = seen(table)
    asked = table.to_act()[0]
    turn, other = (ADA, BOB) if asked == 0 else (BOB, ADA)
    held = {action.card for action in table.legal(asked) if isinstance(action, Add)}
    missing = next(card for card in (1, 2, 3, 4, 5, 0, -1, -2) if card not in held)
    stale_ask = table.question_number(asked) + 1

    async def play(person: object, action: object, question_number: int | None = None) -> None:
        await setup.moves.play(
            table.id,
            person,  # pyright: ignore[reportArgumentType]
            lambda _view, _legal: action,  # pyright: ignore[reportArgumentType]
            question_number=question_number,
            interaction_id=setup.next_interaction(),
        )

    legal = table.legal(asked)[0]
    with pytest.raises(NotAtTable):
        await play(CLEO, legal)
    with refused_with(NOT_YOUR_TURN):
        await play(other, legal)
    with refused_with(STALE):
        await play(turn, legal, question_number=stale_ask)
    for card, row in [(missing, 1), (99, 1), (next(iter(held)), 9), (next(iter(held)), -1)]:
        with refused_with(NOT_POSSIBLE):
            await play(turn, Add(card, row, False))
    assert seen(table) == before
    setup.tables.cache.drop(table)
    assert seen(await setup.tables.get(table.id)) == before


async def test_an_interaction_is_applied_once(setup: Setup) -> None:
    """Delivered again, also after the game has gone on and from disk, it answers as done."""
    table = await setup.game(ADA, BOB)
    seat = table.to_act()[0]
    person = (ADA, BOB)[seat]
    for forget in (False, False, True):
        if forget:
            setup.tables.cache.drop(table)
        table = await setup.moves.play(
            table.id, person, lambda _view, legal: legal[0], interaction_id=4242
        )
    assert len(await setup.tables.store.log(table.id)) == 2


async def test_one_start_deals_once(setup: Setup) -> None:
    """The same Start, delivered again, is answered as done."""
    table = await setup.lobby(ADA, BOB)
    for _ in range(2):
        await setup.lobby_verbs.start(table.id, ADA, 99)
    assert len(await setup.tables.store.log(table.id)) == 1


async def test_of_many_clicks_at_once_one_is_played(setup: Setup) -> None:
    """Ten answers to the same question race; nine are stale."""
    table = await setup.game(ADA, BOB)
    seat = table.to_act()[0]
    question_number = table.question_number(seat)

    async def click() -> bool:
        try:
            await setup.moves.play(
                table.id,
                (ADA, BOB)[seat],
                lambda _view, legal: legal[0],
                question_number=question_number,
                interaction_id=setup.next_interaction(),
            )
        except Trouble as trouble:
            return trouble.text not in (STALE, NOT_YOUR_TURN)
        return True

    assert sorted(await asyncio.gather(*(click() for _ in range(10)))) == [False] * 9 + [True]
    assert len(await setup.tables.store.log(table.id)) == 2


async def test_the_two_answers_to_one_question_leave_the_other_seats_alone(setup: Setup) -> None:
    """A seat's ask changes when it has acted, and not when another one has without touching it."""
    table = await setup.game(ADA, BOB, CLEO)
    seat = table.to_act()[0]
    after = (seat + 2) % 3
    before = table.question_number(after)
    await setup.play(table, seat)
    assert table.question_number(seat) == 1
    assert table.question_number(after) == before


async def test_a_full_disk_is_told_and_loses_nothing(setup: Setup) -> None:
    """The refused move changes nothing anywhere, and goes through once there is room."""
    table = await setup.game(ADA, BOB)
    before = seen(table)
    limit = "PRAGMA max_page_count = {}"
    pages = await setup.database.read(lambda c: c.execute("PRAGMA page_count").fetchone()[0])
    await setup.database.read(lambda c: c.execute(limit.format(pages)).fetchall())

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE filler (x TEXT)")
        connection.execute("INSERT INTO filler VALUES (?)", ("x" * 4_000_000,))

    with pytest.raises(DatabaseFull):
        await setup.database.transaction(fill)
    refused = 0
    for _ in range(200):
        try:
            await setup.play(table, table.to_act()[0])
        except NotSaved:
            refused += 1
            break
        before = seen(table)
    assert refused, "the disk never ran full"
    assert seen(table) == before
    await setup.database.read(lambda c: c.execute(limit.format(2**30)).fetchall())
    await setup.play(table, table.to_act()[0])
    assert table.revision == before[0] + 1  # type: ignore[operator]


async def test_a_cancelled_caller_leaves_a_table_that_is_read_again(setup: Setup) -> None:
    """Cut off while saving, memory and disk still agree afterwards."""
    table = await setup.game(ADA, BOB)
    for _ in range(10):
        if table.phase != "playing":
            break
        task = asyncio.create_task(setup.play(table, table.to_act()[0]))
        for _ in range(3):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await setup.database.read(lambda c: None)
        table = await setup.tables.get(table.id)
        log = await setup.tables.store.log(table.id)
        assert await replayed(setup, table) == table._match.sealed()  # type: ignore[union-attr]
        assert log[-1].step == table._match.step  # type: ignore[union-attr]


async def test_a_table_that_cant_be_read_is_frozen_alone(
    setup: Setup, caplog: pytest.LogCaptureFixture
) -> None:
    """Broken options, an unknown game, another rules version: frozen, and others go on.

    The log says why, but not in the words of an error that quotes what was stored.
    """
    good = await setup.game(ADA, BOB)
    spoilers = [
        "UPDATE tables SET options = '{\"form\": 0' WHERE id = ?",
        "UPDATE tables SET options = '{}x', state = '{}' WHERE id = ?",
        "UPDATE tables SET game = 'tsuro' WHERE id = ?",
        "UPDATE tables SET rules_version = 99 WHERE id = ?",
    ]
    for spoil in spoilers:
        table = await setup.game(ADA, BOB)
        setup.tables.cache.drop(table)
        await setup.database.transaction(
            lambda c, spoil=spoil, table=table: c.execute(spoil, (table.id,)).rowcount
        )
        again = await setup.tables.get(table.id)
        assert again.frozen
        assert again.to_act() == ()
        with pytest.raises(Frozen):
            await setup.play(again, 0)
        with pytest.raises(Frozen):
            again.public()
    assert "this version has no game 'tsuro'" in caplog.text, "the log doesn't say what is missing"
    assert "form" not in caplog.text, "an error was logged in its own words, which quote the table"
    await setup.play(good, good.to_act()[0])


async def test_why_a_table_is_frozen_is_never_said_in_the_words_of_an_error(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """`int()` quotes what it can't read, and that may be a card."""
    table = await setup.game(ADA, BOB)
    setup.tables.cache.drop(table)
    monkeypatch.setattr(GameJson, "load_options", lambda _self, _text: int("the ace"))
    assert (await setup.tables.get(table.id)).frozen
    assert "frozen: ValueError" in caplog.text and "ace" not in caplog.text


@pytest.mark.parametrize("state", ["", "{", "{}", '{"step":1,"asks":[0,0],"state":{"former":1}}'])
async def test_a_state_in_another_form_is_read_from_the_log(setup: Setup, state: str) -> None:
    """As after an update of the bot: the game goes on where it stood, and is saved in this form."""
    table = await setup.game(ADA, BOB)
    for _ in range(3):
        await setup.play(table, table.to_act()[0])
    before = seen(table)
    setup.tables.cache.drop(table)
    await setup.database.transaction(
        lambda c: c.execute("UPDATE tables SET state = ? WHERE id = ?", (state, table.id)).rowcount
    )
    table = await setup.tables.get(table.id)
    assert seen(table) == before
    await setup.play(table, table.to_act()[0])
    match = table._match
    assert match is not None
    assert await replayed(setup, table) == match.sealed()
    found = await setup.tables.store.table(table.id)
    assert found is not None
    assert found[0].state == match.sealed()


async def test_a_bug_in_the_rules_changes_nothing(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error while applying leaves the table as it was, for the next move."""
    table = await setup.game(ADA, BOB)
    before = seen(table)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(type(GAME), "apply", broken)
        with pytest.raises(ZeroDivisionError):
            await setup.play(table, table.to_act()[0])
    assert seen(table) == before
    await setup.play(table, table.to_act()[0])


async def test_a_pick_may_refuse(setup: Setup) -> None:
    """What a typed word can't mean is told by whoever reads it."""
    table = await setup.game(ADA, BOB)

    def pick(_view: object, _legal: object) -> Add:
        raise Trouble("no such card")

    with pytest.raises(Trouble, match="no such card"):
        await setup.moves.play(
            table.id, (ADA, BOB)[table.to_act()[0]], pick, interaction_id=setup.next_interaction()
        )
    assert table.revision == 2


async def test_a_file_of_draws_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Two rooms deal the same game from the same file, one of them closed after every action."""
    live = await open_setup(tmp_path / "live.sqlite3")
    table = await live.game(ADA, BOB)
    await finish(live, table, random.Random(3))
    log = await live.tables.store.log(table.id)
    file = tmp_path / "deals.json"
    file.write_text(json.dumps([draw for row in log for draw in json.loads(row.draws)]))
    final = table.view(0), table.result()
    await live.database.close()

    path = tmp_path / "again.sqlite3"
    setup = await open_setup(path, dealers.from_file(file))
    again = await setup.game(ADA, BOB)
    for row in log[1:]:
        action = FORMS.load_action(row.action)
        await setup.database.close()
        used = setup.interaction
        setup = await open_setup(path, dealers.from_file(file))
        setup.interaction = used
        again = await setup.moves.play(
            again.id,
            (ADA, BOB)[row.seat or 0],
            lambda _view, _legal, action=action: action,
            interaction_id=setup.next_interaction(),
        )
    assert (again.view(0), again.result()) == final
    await setup.database.close()


async def test_waking_lets_a_table_go_on_elsewhere(setup: Setup) -> None:
    """Somebody seated wakes it where they are; others can't."""
    table = await setup.game(ADA, BOB)
    await setup.tables.save_whereabouts(
        table.id, place_id=5, board_id=6, board_revision=1, asleep=True
    )
    table_verbs = TableVerbs(setup.tables, History(setup.tables))
    with pytest.raises(NotAtTable):
        await table_verbs.wake(table.id, CLEO.id, 9)
    await table_verbs.wake(table.id, BOB.id, 9)
    setup.tables.cache.drop(table)
    again = await setup.tables.get(table.id)
    assert (again.place_id, again.board_id, again.board_revision, again.asleep) == (
        9,
        None,
        -1,
        False,
    )


async def test_who_waited_for_a_table_that_was_dropped_reads_it_anew(setup: Setup) -> None:
    """What was dropped may differ from what is on disk: nobody goes on with it."""
    table = await setup.game(ADA, BOB)

    async def wait() -> Table:
        async with setup.tables.held(table.id) as held:
            return held

    async with setup.tables.held(table.id) as held:
        waiting = [asyncio.create_task(wait()) for _ in range(2)]
        while not table._lock._waiters or len(table._lock._waiters) < 2:
            await asyncio.sleep(0)
        setup.tables.cache.drop(held)
    found = [await each for each in waiting]
    assert held not in found, "somebody goes on with a table that was dropped"
    assert found[0] is found[1], "one table is in memory twice"


async def test_what_is_put_up_while_a_change_is_saved_is_not_forgotten(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change that began before a board was put up says nothing of where that board lies."""
    table = await setup.game(ADA, BOB)
    save = setup.tables.store.save_change

    async def slowly(*rows: Any) -> None:
        await setup.tables.save_whereabouts(table.id, board_id=77, board_revision=2)
        await save(*rows)

    monkeypatch.setattr(setup.tables.store, "save_change", slowly)
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, paused=True)
    assert table.paused
    assert (table.board_id, table.board_revision) == (77, 2), "a change forgot where the board lies"
    row = await setup.tables.store.table(table.id)
    assert row is not None
    assert (row[0].board_id, row[0].board_revision) == (77, 2)


async def test_the_questions_on_disk_are_those_after_the_step(setup: Setup) -> None:
    """Who waits for whom is asked of the disk: lists, and computers after a restart."""
    table = await setup.game(ADA, BOB)
    for _ in range(12):
        found = await setup.tables.store.table(table.id)
        assert found is not None
        asked = [
            table.question_number(seat) if seat in table.to_act() else None
            for seat in range(len(table.seats))
        ]
        kept = [row.question_number for row in found[1]]
        assert kept == asked, "a question of another step is kept"
        await setup.play(table, table.to_act()[0])
