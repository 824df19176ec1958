"""`check`: a sound database passes, and every kind of damage planted in one is found."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.process import check_database as check_database_module
from bot.process.check_database import check_database
from bot.tables.history import History
from bot.tables.trouble import Trouble
from storage.backups import begin_epoch
from storage.database import APPLICATION_ID
from storage.errors import StorageError
from storage.night_rows import GuestRow, NightEventRow, PostRow
from storage.night_store import NightStore
from tests.storage.samples import a_night
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a database with tables in every phase, one with a move taken back, and nights."""
    path = tmp_path_factory.mktemp("sound") / "games.sqlite3"
    asyncio.run(fill(path))
    return path.read_bytes()


async def fill(path: Path) -> None:
    """Play some games at all kinds of tables."""
    setup = await open_setup(path)
    setup.uncap()
    await setup.lobby(ADA)
    plays = await setup.game(ADA, BOB)
    await setup.play(plays, plays.to_act()[0])
    over = await setup.game(ADA, BOB)
    while over.phase == "playing":
        await setup.play(over, over.to_act()[0])
    await setup.end((await setup.game(BOB, CLEO)).id)
    await take_back(setup)
    await setup.database.transaction(lambda link: begin_epoch(link, 7_000_000))
    await plant_night(setup)
    await setup.database.close()


async def plant_night(setup: Setup) -> None:
    """Store a game night as it is announced, with a guest and something to be said."""
    nights = NightStore(setup.database)
    night = a_night()
    await nights.open(night, NightEventRow(night_id=night.id, at=0, what="announced"))
    await nights.save(
        replace(night, revision=1),
        [GuestRow(night_id=night.id, person=ADA.id, name=ADA.name, answer="in", place=1)],
        [],
        posts=[PostRow(night_id=night.id, kind="doors", at=0)],
    )


async def take_back(setup: Setup) -> None:
    """Take a move back at a table; one that has shown a card can't be."""
    for _ in range(200):
        table = await setup.game(ADA, BOB)
        seat = table.to_act()[0]
        await setup.play(table, seat)
        async with setup.tables.held(table.id) as held:
            with contextlib.suppress(Trouble):
                await History(setup.tables).take_back(held, seat)
                return
    raise AssertionError("no move could be taken back")


@pytest.fixture
def path(tmp_path: Path, sound: bytes) -> Path:
    """Return a sound database."""
    found = tmp_path / "games.sqlite3"
    found.write_bytes(sound)
    return found


def spoil(path: Path, *statements: str) -> None:
    """Change a database as nothing in the bot would; every statement must change something."""
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        triggers = link.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        kept = [(name, sql) for name, sql in triggers if name.startswith("log_")]
        for name, _ in kept:
            link.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert link.execute(statement).rowcount > 0, f"nothing was spoilt: {statement}"
        for _, sql in kept:
            link.execute(sql)


async def test_a_sound_database_passes_and_is_left_alone(path: Path) -> None:
    before = path.read_bytes()
    report = await check_database(path)
    assert report.faults == report.notes == ()
    assert report.tables >= 5
    assert report.nights == 1
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name], "something was left"


async def test_it_looks_beside_a_running_bot(path: Path) -> None:
    setup = await open_setup(path)
    setup.uncap()
    setup.interaction = 1_000_000
    table = await setup.game(ADA, BOB)
    await setup.play(table, table.to_act()[0])
    report = await check_database(path)
    assert report.faults == ()
    await setup.play(table, table.to_act()[0])
    await setup.database.close()


PLAYING = "phase = 'playing'"
FAULTS = {
    "state": (
        f"UPDATE tables SET state = json_set(state, '$.step', 77) WHERE {PLAYING}",
        "has a state that its log doesn't lead to",
    ),
    "no state": (f"UPDATE tables SET state = NULL WHERE {PLAYING}", "has a log and no state"),
    "no log": (
        f"DELETE FROM log WHERE table_id IN (SELECT id FROM tables WHERE {PLAYING})",
        "has a state and no log",
    ),
    "neither": ("UPDATE tables SET phase = 'playing' WHERE phase = 'lobby'", "has no state"),
    "messages on no server": (
        "UPDATE tables SET guild_id = 0, card_id = 5 WHERE phase = 'lobby'",
        "is on no server, and has messages there",
    ),
    "company on no server": (
        f"UPDATE tables SET guild_id = 0 WHERE {PLAYING}",
        "is on no server, and several people sit there",
    ),
    "last step lost": (
        "DELETE FROM log WHERE step = (SELECT max(step) FROM log o WHERE o.table_id = log.table_id)"
        f" AND step > 0 AND table_id IN (SELECT id FROM tables WHERE {PLAYING})",
        "has a state that its log doesn't lead to",
    ),
    "step lost": ("DELETE FROM log WHERE step = 0", "can't be read"),
    "other draws": ("UPDATE log SET draws = '[]' WHERE step = 0", "can't be read"),
    "other events": ("UPDATE log SET events = '[]' WHERE step = 0", "tells other events"),
    "other question": (
        "UPDATE seats SET question_number = question_number + 1 WHERE question_number IS NOT NULL",
        "asks other seats",
    ),
    "not asked": (
        "UPDATE seats SET question_number = NULL WHERE question_number > 0",
        "asks other seats",
    ),
    "no epoch": (f"UPDATE tables SET question_base = 0 WHERE {PLAYING}", "asks other seats"),
    "phase": ("UPDATE tables SET phase = 'playing' WHERE phase = 'finished'", "is playing, and"),
    "result": (
        "UPDATE tables SET result = json_set(result, '$.scores[0]', 999) WHERE phase = 'finished'",
        "has another result",
    ),
    "options": ("UPDATE tables SET options = 'x' WHERE phase = 'lobby'", "can't be read"),
    "vote": (f"UPDATE tables SET motion = '{{}}' WHERE {PLAYING}", "can't be read"),
    "seats": ("UPDATE seats SET seat = 5 WHERE seat = 1", "has a gap in its seats"),
    "reserve": (
        "UPDATE seats SET reserve_left = 9 WHERE seat = 1",
        "has more left in reserve than it began with",
    ),
    "points": ("UPDATE results SET points = points / 2", "has points that don't add up"),
    "result lost": ("DELETE FROM results WHERE seat = 0", "has results of 1 seats"),
    "orphan": ("INSERT INTO invited VALUES ('nowhere', 5)", "rows of invited belong to nothing"),
    "night": ("UPDATE nights SET hosts = 'x'", "Night nnnnn can't be read"),
    "guest": ("UPDATE guests SET marks = 'x'", "Night nnnnn can't be read"),
    "post": ("UPDATE night_posts SET details = 'x'", "Night nnnnn can't be read"),
}


@pytest.mark.parametrize("what", FAULTS)
async def test_what_is_wrong_is_found(path: Path, what: str) -> None:
    statement, words = FAULTS[what]
    spoil(path, statement)
    report = await check_database(path)
    assert any(words in fault for fault in report.faults), report


async def test_what_this_version_cannot_read_is_no_fault(path: Path) -> None:
    spoil(
        path,
        "UPDATE tables SET rules_version = 999 WHERE phase = 'finished'",
        "UPDATE tables SET game = 'hopscotch' WHERE phase = 'lobby'",
    )
    report = await check_database(path)
    assert report.faults == ()
    assert sorted(note.split(" ", 2)[2] for note in report.notes) == [
        "was played by other rules of donburiko than this version's.",
        "was played with hopscotch, which this version doesn't have.",
    ]


async def test_no_word_of_the_state_is_told(path: Path) -> None:
    """What can't be read may be a hand."""
    spoil(path, f"UPDATE tables SET state = 'queen of hearts' || state WHERE {PLAYING}")
    spoil_again = "UPDATE tables SET options = 'queen of hearts'"
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute(spoil_again)
    report = await check_database(path)
    assert report.faults
    assert "queen" not in str(report)


async def test_a_damaged_schema_is_named(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE guests", b"CREATE\xffTABLE guests"))
    with pytest.raises(StorageError, match="damaged"):
        await check_database(path)


async def test_a_name_that_no_file_can_have_is_refused(path: Path) -> None:
    """Links that lead in a circle, a name that is too long, and one below a file."""
    circle = path.with_name("circle")
    circle.symlink_to(circle)
    for name in (circle, path.with_name("x" * 300), path / "below"):
        with pytest.raises(StorageError):
            await check_database(name)


async def test_a_damaged_page_is_named(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xff" * 8192 + content[16384:])
    with pytest.raises(StorageError, match="damaged"):
        await check_database(path)


def bare(path: Path, *statements: str) -> Path:
    """Make a database of nothing but some statements."""
    path.unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        for statement in statements:
            link.execute(statement)
    return path


MARKED = f"PRAGMA application_id = {APPLICATION_ID}"


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        ([], "is empty"),
        ([MARKED, "PRAGMA user_version = 14"], "is empty"),
        (["CREATE TABLE others (text)"], "some other program"),
        (["CREATE TABLE others (text)", "DROP TABLE others"], "is empty"),
    ],
)
async def test_nothing_and_another_programs_is_not_in_order(
    path: Path, statements: list[str], words: str
) -> None:
    bare(path, *statements).touch()
    with pytest.raises(StorageError, match=words):
        await check_database(path)


async def test_an_empty_file_is_not_in_order(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(StorageError, match="is empty"):
        await check_database(path)


async def test_what_a_newer_bot_wrote_is_called_by_its_name(path: Path) -> None:
    """And not by that of the copy that is looked at, which is gone by then."""
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("PRAGMA user_version = 999")
    with pytest.raises(StorageError, match="newer version") as refusal:
        await check_database(path)
    assert str(path) in str(refusal.value), f"another file is named: {refusal.value}"


async def test_what_isnt_built_as_the_bot_builds_it_is_named(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("DROP TRIGGER log_is_never_changed")
        link.execute("UPDATE nights SET hosts = 'x'")
    faults = (await check_database(path)).faults
    assert any("The trigger log_is_never_changed is missing." in each for each in faults), faults
    assert any("Night nnnnn can't be read" in each for each in faults), "the rest wasn't looked at"


async def test_with_other_tables_nothing_in_them_is_judged(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("DROP TABLE apart")
    report = await check_database(path)
    assert [each.split(".")[0] for each in report.faults] == [
        "The index apart_by_other is missing",
        "The table apart is missing",
    ]
    assert report.notes, "nobody is told that the rest wasn't looked at"


@pytest.mark.parametrize("writable", [True, False])
def test_it_looks_at_a_copy_beside_the_database_where_it_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writable: bool
) -> None:
    path = tmp_path / "of it" / "games.sqlite3"
    path.parent.mkdir()
    path.touch()
    monkeypatch.setattr(os, "access", lambda *_how: writable)
    with check_database_module._folder_next_to(path) as folder:
        beside = folder.parent == path.parent
        assert beside is writable, f"the copy lies in {folder}, the database in {path.parent}"
