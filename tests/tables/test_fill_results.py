"""Results of games that ended before results were kept: found, whatever ends the bot meanwhile."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from bot.tables import results
from bot.tables.results import fill_in_results
from bot.tables.table import Table
from storage.database import Database
from storage.result_rows import FULL_POINTS, ResultRow
from storage.store import Store
from tests.tables.conftest import ADA, BOB, CLEO, Setup
from tests.tables.played import STANDARD, finished, play_out, tamper

KEPT = Path(__file__).parents[1] / "e2e" / "kept" / "tables.sql"


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at two games at a time, without a pause."""
    monkeypatch.setattr(results, "BATCH", 2)
    monkeypatch.setattr(results, "BREATH", 0)


async def whole(store: Store) -> list[Any]:
    """Return all results there are."""
    return await store.database.read(
        lambda link: link.execute("SELECT * FROM results ORDER BY table_id, seat").fetchall()
    )


async def empty(store: Store) -> None:
    """Leave the database as one that has kept no results so far."""

    def run(link: sqlite3.Connection) -> None:
        link.execute("DELETE FROM results")
        link.execute("DELETE FROM meta WHERE key = ?", (results.DONE,))

    await store.database.transaction(run)


async def old_games(setup: Setup, count: int) -> list[Table]:
    """Play some games of two and of three to their ends."""
    found: list[Table] = []
    for number in range(count):
        table = await setup.game(*((ADA, BOB), (ADA, BOB, CLEO))[number % 2])
        await play_out(setup, table, random.Random(number))
        found.append(table)
    return found


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_an_old_game_gets_what_it_would_have_got_at_its_end(
    setup: Setup, configuration: Any
) -> None:
    await finished(setup, configuration)
    store = setup.tables.store
    written = await whole(store)
    assert written
    await empty(store)
    await fill_in_results(store)
    assert await whole(store) == written


async def test_it_looks_at_old_games_once_and_at_no_others(setup: Setup) -> None:
    store = setup.tables.store
    await old_games(setup, 5)
    playing, ended = await setup.game(ADA, BOB), await setup.game(ADA, BOB)
    await setup.end(ended.id)
    written = await whole(store)
    await empty(store)
    await fill_in_results(store)
    assert await whole(store) == written
    assert await store.results.of_table(playing.id) == []
    assert await store.results.of_table(ended.id) == []
    await store.database.transaction(lambda link: link.execute("DELETE FROM results"))
    await fill_in_results(store)
    assert await whole(store) == [], "it has begun again though it was done"


class Dies(Exception):
    """The process ends."""


class MortalStore:
    """A store at whose n-th call the process ends: before it, or when it is done."""

    def __init__(self, store: Store, calls: int, after: bool) -> None:
        self._calls = calls
        self._after = after
        self._whole = store
        self.results = _MortalPart(self, store.results)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self.mortal(getattr(self._whole, name))

    def mortal(self, made: Callable[..., Any]) -> Callable[..., Any]:
        """Return a call that may be the last."""

        async def call(*arguments: Any) -> Any:
            self._calls -= 1
            if self._calls == 0 and not self._after:
                raise Dies
            found = await made(*arguments)
            if self._calls == 0:
                raise Dies
            return found

        return call


class _MortalPart:
    """The store for one subject, whose calls count as well."""

    def __init__(self, whole: MortalStore, part: Any) -> None:
        self._whole = whole
        self._part = part

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self._whole.mortal(getattr(self._part, name))


@pytest.mark.parametrize("after", [False, True])
async def test_wherever_it_is_broken_off_it_goes_on(setup: Setup, after: bool) -> None:
    store = setup.tables.store
    await old_games(setup, 5)
    written = await whole(store)
    deaths = 0
    while True:
        await empty(store)
        mortal: Any = MortalStore(store, deaths + 1, after)
        try:
            await fill_in_results(mortal)
        except Dies:
            deaths += 1
        else:
            break
        found = await whole(store)
        assert set(found) <= set(written), f"after call {deaths} something else is kept"
        await fill_in_results(store)
        assert await whole(store) == written, f"something is missing after call {deaths}"
    assert deaths > 15, "it asked too little for this to prove anything"


async def test_a_kill_loses_and_doubles_nothing(setup: Setup, tmp_path: Path) -> None:
    """A copy of the files after each batch is what a killed process leaves."""
    store = setup.tables.store
    await old_games(setup, 5)
    written = await whole(store)
    await empty(store)
    copies: list[Path] = []
    save = store.results.save

    async def copied(results: list[ResultRow]) -> None:
        await save(results)
        for suffix in ("", "-wal"):
            source = Path(f"{setup.path}{suffix}")
            target = tmp_path / f"killed{len(copies)}.sqlite3{suffix}"
            target.write_bytes(source.read_bytes())
        copies.append(tmp_path / f"killed{len(copies)}.sqlite3")

    cast(Any, store.results).save = copied
    await fill_in_results(store)
    assert len(copies) == 3, "two games at a time: there are three batches"
    for number, path in enumerate(copies):
        left = Store(await Database.open(path))
        before = await whole(left)
        assert {row[0] for row in before} == {row[0] for row in written[: len(before)]}
        assert len({row[0] for row in before}) == min(2 * number + 2, 5)
        await fill_in_results(left)
        assert await whole(left) == written
        await left.database.close()


async def test_a_table_that_cannot_be_read_is_left_out_and_named(
    setup: Setup, caplog: pytest.LogCaptureFixture
) -> None:
    store = setup.tables.store
    tables = await old_games(setup, 5)
    await empty(store)
    secret = "the loach lies in row 2"
    wrong = [f'{{"scores": "{secret}"}}', '{"scores":[1],"winners":[0],"breakdown":[[]]}', None]
    for table, result in zip(tables, wrong, strict=False):
        await tamper(setup, "UPDATE tables SET result = ? WHERE id = ?", result, table.id)
    await fill_in_results(store)
    found = {row[0] for row in await whole(store)}
    assert found == {table.id for table in tables[3:]}
    for table in tables[:3]:
        assert f"table {table.id} has no results" in caplog.text
    assert secret not in caplog.text


async def test_games_of_an_older_version_are_filled_in(tmp_path: Path) -> None:
    """On a database as an old version left it: with games ended, ended early, and going on."""
    path = tmp_path / "old.sqlite3"
    link = sqlite3.connect(path)
    link.executescript(KEPT.read_text("utf-8"))
    link.close()
    store = Store(await Database.open(path))
    await fill_in_results(store)
    tables = await store.database.read(
        lambda link: link.execute(
            "SELECT id, (SELECT count(*) FROM seats WHERE table_id = id) FROM tables"
            " WHERE phase = 'finished' ORDER BY id"
        ).fetchall()
    )
    rows = await whole(store)
    assert {row[0] for row in rows} == {table_id for table_id, _ in tables}
    assert len(tables) >= 5, "the old database holds too few games that ended"
    for table_id, seats in tables:
        results = await store.results.of_table(table_id)
        assert len(results) == seats
        assert 2 * sum(each.points for each in results) == seats * FULL_POINTS
        assert any(each.person is not None and each.name for each in results)
    await store.database.close()
