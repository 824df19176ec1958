"""A kill inside a migration leaves a whole database: the next start brings it on as if nothing was.

Only those migrations are looked at that rewrite what people have; others add empty columns. All go
through the same transaction: the quick share kills in the one that rewrites most.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Database
from storage.database import MIGRATIONS
from tests.storage.children import heard
from tests.storage.older import ASKED, older_database, older_night

WEEK = 7 * 86_400


def content(path: Path) -> list[str]:
    """Return all that is in a database, and how it is built."""
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return [f"format {version}", *connection.iterdump()]


async def brought_on(path: Path) -> list[str]:
    """Return what is in a database after a start of the bot."""
    await (await Database.open(path)).close()
    return content(path)


async def demand_whole(before: Path, folder: Path, least: int) -> None:
    """See that a start after a kill at each moment of a migration brings on the same; there are
    more than `least` such moments.
    """
    folder.mkdir()
    assert heard("migrate_killed", before, folder) == ["whole"]
    killed = sorted(folder.glob("*.sqlite3"))
    assert len(killed) > least, f"only {len(killed)} kills tell little"
    wanted = await brought_on(before)
    for copy in killed:
        assert await brought_on(copy) == wanted, f"{copy.name} isn't as if nothing had been"


def numbered(name: str) -> int:
    """Return the number of a migration."""
    (found,) = MIGRATIONS.glob(f"*_{name}.sql")
    return int(found.name[:4])


@pytest.mark.parametrize(
    "number",
    [*(pytest.param(each, marks=pytest.mark.long) for each in (16, 18, 20)), numbered("series")],
)
async def test_a_migration_that_is_killed_anywhere_is_done_whole_at_the_next_start(
    tmp_path: Path, number: int
) -> None:
    before = tmp_path / "before.sqlite3"
    await older_database(before, tmp_path, number - 1)
    assert content(before)[0] == f"format {number - 1}"
    await demand_whole(before, tmp_path / "killed", 10)


async def test_a_vote_that_was_open_is_over_in_time(tmp_path: Path) -> None:
    """One to end a game a week after it was begun; of others nobody knows when they were."""
    path = tmp_path / "older.sqlite3"
    await older_database(path, tmp_path, 19)
    await brought_on(path)
    with closing(sqlite3.connect(path)) as connection:
        found = dict(connection.execute("SELECT id, due FROM tables"))
    assert found == {"play1": ASKED + WEEK, "out11": None, "done1": None}, found


async def test_what_was_said_on_nights_that_are_over_stays_as_it_is(tmp_path: Path) -> None:
    """What was said on a night that goes on is redrawn; what is still to be said, is said."""
    path = tmp_path / "older.sqlite3"
    await older_database(path, tmp_path, numbered("said") - 1)
    with closing(sqlite3.connect(path)) as connection:
        for night, state in (("goes1", "open"), ("over1", "over")):
            older_night(connection, night, state)
            connection.executemany(
                "INSERT INTO night_posts (night_id, kind, people, details, at, message_id)"
                " VALUES (?, 'word', '[]', '{}', 1, ?)",
                [(night, message) for message in (None, 0, 7)],
            )
        connection.commit()
    await brought_on(path)
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT night_id, message_id FROM night_posts WHERE NOT past")
        assert {*found} == {("goes1", None), ("goes1", 7), ("over1", None)}


async def test_a_table_that_called_before_the_update_says_what_it_said(tmp_path: Path) -> None:
    """Its post is left alone, as nothing can tell any more what it says."""
    path = tmp_path / "older.sqlite3"
    await older_database(path, tmp_path, numbered("table_calls") - 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany(
            "INSERT INTO night_posts (night_id, kind, people, details, at, message_id)"
            " VALUES ('week3', ?, '[]', '{}', 1, ?)",
            [("call", None), ("call", 7), ("needed", 8)],
        )
        connection.commit()
    await brought_on(path)
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT kind, message_id FROM night_posts WHERE NOT past")
        assert [*found] == [("needed", 8)]


async def test_nobody_is_called_any_more_as_nobody_has_moved_for_long(tmp_path: Path) -> None:
    """Where newcomers learn a clock runs since; a night that had called for that can't be read."""
    path = tmp_path / "older.sqlite3"
    await older_database(path, tmp_path, numbered("clocks_for_newcomers") - 1)
    kept = {"why": "still", "round": 1, "at": 5, "still": "paused", "table": "aaaaa"}
    calls = [{**kept, "still": "idle"}, kept, {"why": "doors", "round": 1, "at": 1}]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE nights SET calls = ? WHERE id = 'week3'", (json.dumps(calls),))
        connection.commit()
    await brought_on(path)
    with closing(sqlite3.connect(path)) as connection:
        ((found,),) = connection.execute("SELECT calls FROM nights WHERE id = 'week3'")
    assert json.loads(found) == calls[1:]


async def test_each_chain_of_nights_becomes_a_series(tmp_path: Path) -> None:
    """Its newest night carries it on; one whose newest night doesn't repeat has ended, and so has
    that of a draft that was called off.
    """
    path = tmp_path / "older.sqlite3"
    await older_database(path, tmp_path, numbered("series") - 1)
    with closing(sqlite3.connect(path)) as connection:
        for night, *told in (("off11", "drafted"), ("off12", "drafted", "published")):
            older_night(connection, night, "cancelled", 1)
            connection.executemany(
                "INSERT INTO night_events (night_id, at, what, note) VALUES (?, 1, ?, '')",
                [(night, what) for what in told],
            )
        connection.commit()
    await brought_on(path)
    with closing(sqlite3.connect(path)) as connection:
        columns = "id, night_id, state, weeks, local, json_extract(template, '$.title')"
        found = {*connection.execute(f"SELECT {columns} FROM series")}
        assert found == {
            ("week3", "week3", "runs", 1, "2026-12-04T20:00", "Weekly"),
            ("draft", "draft", "runs", 2, "2026-12-04T20:00", None),
            ("off11", "off11", "ended", 1, "2026-12-04T20:00", "Weekly"),
            ("off12", "off12", "runs", 1, "2026-12-04T20:00", "Weekly"),
        }, found
        nights = dict(connection.execute("SELECT id, series_id FROM nights"))
        numbers = "SELECT id FROM nights WHERE series_id = 'week3' ORDER BY series_number"
        order = [each for (each,) in connection.execute(numbers)]
        assert order == ["week1", "week2", "week3"], f"in another order than announced: {order}"
    chain = dict.fromkeys(("week1", "week2", "week3"), "week3")
    off = {"off11": "off11", "off12": "off12"}
    assert nights == {**chain, **off, "draft": "draft", "again": None, "ended": None, "ends1": None}
