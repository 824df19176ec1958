"""Prove that the operator's bans apply to those who are banned, even after they were forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Database, StorageError, Store
from storage.bans import ban, unban
from tests.storage.samples import ANNA, BEN, CLEO, a_table, some_seats

GUILD = 10


async def test_a_running_bot_sees_what_is_banned_beside_it(store: Store, path: Path) -> None:
    """Persons and servers apart; each only once."""
    assert not (await store.bans.all()).has_person(BEN)
    assert await asyncio.to_thread(ban, path, "person", BEN)
    assert not await asyncio.to_thread(ban, path, "person", BEN), "somebody was banned twice"
    assert await asyncio.to_thread(ban, path, "server", GUILD)
    bans = await store.bans.all()
    assert (bans.has_person(BEN), bans.has_person(ANNA)) == (True, False)
    assert (bans.has_person(GUILD), bans.servers) == (False, {GUILD})
    assert await asyncio.to_thread(unban, path, "person", BEN)
    assert not await asyncio.to_thread(unban, path, "person", BEN), "nobody was banned any more"
    assert not await asyncio.to_thread(unban, path, "person", GUILD), "a server isn't a person"
    assert not (await store.bans.all()).has_person(BEN)


async def test_nobody_washes_off_a_ban_by_being_forgotten(store: Store, path: Path) -> None:
    """The ban stays, without the id, until it is taken back."""
    await asyncio.to_thread(ban, path, "person", BEN)
    await store.privacy.forget(BEN)
    bans = await store.bans.all()
    assert BEN not in bans.people, "the ban names who was forgotten"
    assert (bans.has_person(BEN), bans.has_person(ANNA)) == (True, False)
    assert await store.servers.blocked(GUILD, [ANNA, BEN], 0) == {BEN}
    assert not await asyncio.to_thread(ban, path, "person", BEN)
    assert await asyncio.to_thread(unban, path, "person", BEN)
    assert not (await store.bans.all()).has_person(BEN)


async def test_who_is_banned_is_blocked_on_every_server(store: Store, path: Path) -> None:
    """And is found where they sit."""
    await store.open_table(a_table("aaaaa"), some_seats("aaaaa"))
    await store.open_table(a_table("bbbbb", guild_id=11), some_seats("bbbbb", (CLEO, BEN)))
    await store.open_table(a_table("ccccc", phase="cancelled"), some_seats("ccccc"))
    assert await store.servers.blocked_on_seats(0) == []
    await asyncio.to_thread(ban, path, "person", BEN)
    found = {
        (table_id, row.guild_id, row.person)
        for table_id, row in await store.servers.blocked_on_seats(0)
    }
    assert found == {("aaaaa", 10, BEN), ("bbbbb", 11, BEN)}
    assert await store.servers.blocked(11, [ANNA, BEN, CLEO], 0) == {BEN}
    assert await store.servers.blocks(GUILD, 0) == [], (
        "a server is told whom the operator has banned"
    )


def test_there_must_be_a_database_of_this_version(tmp_path: Path, path: Path) -> None:
    """None is made, and one of another version or another program is left alone."""
    none = tmp_path / "none.sqlite3"
    with pytest.raises(StorageError, match="no database"):
        ban(none, "person", BEN)
    assert not none.exists()
    none.touch()
    with pytest.raises(StorageError, match="no database"):
        ban(none, "person", BEN)
    sqlite3.connect(none).executescript("CREATE TABLE reports (key TEXT)").close()
    with pytest.raises(StorageError, match="some other program"):
        ban(none, "person", BEN)
    asyncio.run(opened(path))
    for version, words in ((39, "older version"), (999, "newer version")):
        with closing(sqlite3.connect(path)) as link:
            link.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(StorageError, match=words):
            ban(path, "person", BEN)


async def opened(path: Path) -> None:
    """Have a bot make a database."""
    await (await Database.open(path)).close()


async def test_a_ban_is_kept_where_no_bot_runs(path: Path) -> None:
    """It is there when the bot starts."""
    await opened(path)
    assert ban(path, "server", GUILD)
    database = await Database.open(path)
    assert (await Store(database).bans.all()).servers == {GUILD}
    await database.close()
