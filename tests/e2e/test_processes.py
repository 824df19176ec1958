"""The bot as a process: its database, its disk, its token, how it ends, and others next to it.

What its command line has to do with (how it starts, or doesn't, and how it ends) starts it by that.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import re
import resource
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e import forks
from tests.e2e.play import (
    Clicks,
    Commands,
    Script,
    begin,
    board_up,
    done,
    is_hand,
    open_table,
    play_on,
)
from tests.e2e.scenes import asked, command, games, move, people, server, steps, table, take
from tests.e2e.scripts import golden
from tests.e2e.stage import PATIENCE, Stage
from tests.storage.children import IN_A_MOUNT_NAMESPACE, may_mount, needs_mount

NOT_SAVED = "That couldn't be saved, so nothing has changed. Please try again in a moment."
NOT_SAVED_LOGGED = r"ERROR +storage\.refusals: writes were refused, \d+ by now: "


@dataclass(frozen=True)
class Ended:
    """How another process of the bot has ended."""

    code: int
    said: str


async def bot(stage: Stage, *arguments: str) -> Ended:
    """Run the bot's command line next to the bot on the stage, to its end."""
    if forks.in_use:
        # The stage goes on meanwhile.
        done = await asyncio.to_thread(forks.run, arguments, stage.folder, stage.environment())
        return Ended(done.returncode, done.stdout + done.stderr)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        cwd=stage.folder,
        env=stage.environment(),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode is not None, "the bot is still running"
    return Ended(process.returncode, said.decode())


def last_words(stage: Stage) -> str:
    """Return the last line that the bot wrote; there must be no traceback before it."""
    assert not any("Traceback" in line for line in stage.log), "the bot wrote a traceback"
    return stage.log[-1]


# Others next to it


async def test_a_second_bot_on_the_same_database_is_refused(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    second = await bot(stage, "run")
    assert second.code == 1
    assert f"The database {stage.database} is in use by another running bot." in second.said
    assert "Traceback" not in second.said
    # It has not come as far as Discord, and the first one goes on.
    assert stage.sandbox.gateway.identified == 1
    await move(sitting)


@pytest.mark.takes(2.5)
async def test_a_backup_of_a_bot_that_plays_is_whole_and_can_be_played_on(tmp_path: Path) -> None:
    """Copy the database again and again during a game, and go on from a copy as if from disk."""
    written = golden(2)
    async with Stage(tmp_path, deals=written.draws) as stage:
        sitting = await begin(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
        playing = asyncio.create_task(play_on(sitting, Clicks(), Script(written.words)))
        copies: list[Path] = []
        while not playing.done() or not copies:
            copies.append(tmp_path / f"copy{len(copies)}.sqlite3")
            made = len(stage.log_of(sitting.table_id))
            copied = await bot(stage, "backup", str(copies[-1]))
            assert copied.code == 0, copied.said
            assert str(copies[-1]) in copied.said
            await stage.stored(
                lambda made=made: playing.done() or len(stage.log_of(sitting.table_id)) > made
            )
        await playing
        for copy in copies:
            with contextlib.closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)) as link:
                assert link.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                ((newest,),) = link.execute("SELECT max(step) FROM log").fetchall()
                kept = link.execute("SELECT * FROM log ORDER BY step").fetchall()
            assert newest == len(kept) - 1
            assert kept == stage.rows("SELECT * FROM log WHERE step <= ? ORDER BY step", newest)
        again = await bot(stage, "backup", str(copies[0]))
        assert again.code == 1
        assert "exists already" in again.said

        await stage.stop()
        stage.database.unlink()
        shutil.copy(copies[0], stage.database)
        await stage.start()
        made = steps(sitting) - 1
        rest = [word for move in written.moves[made:] for word in move.words]
        await play_on(sitting, Commands(), Script(rest))
        ((result,),) = stage.rows("SELECT result FROM tables")
        assert json.loads(result)["scores"] == written.scores


# A database that it can't use


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a database in which a game is played."""
    async with Stage(tmp_path_factory.mktemp("whole")) as stage:
        await table(stage, "Ada", "Bob")
        assert await stage.stop() == 0, "the bot didn't stop in order"
        return stage.database.read_bytes()


async def refused(stage: Stage) -> str:
    """Start the bot on what it can't use; return what it says as it ends."""
    async with stage.sandbox:
        await stage.launch()
        assert await stage.ended() == 1, "the bot wasn't refused its start"
        assert not stage.sandbox.requests, "it must not come online"
        stage.check()
    return last_words(stage)


@pytest.mark.real_start(when_long=True)
@pytest.mark.parametrize(
    "harm",
    [
        "newer",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("header", "cut", "foreign")),
    ],
)
async def test_a_database_that_is_newer_or_damaged_is_named_and_left_alone(
    tmp_path: Path, whole: bytes, harm: str
) -> None:
    stage = Stage(tmp_path)
    stage.database.write_bytes(whole)
    match harm:
        case "newer":
            with contextlib.closing(sqlite3.connect(stage.database)) as link:
                link.execute("PRAGMA user_version = 999")
            words = "was written by a newer version of the bot"
        case "header":
            stage.database.write_bytes(b"no acorns here! " + whole[16:])
            words = "is damaged or no database at all"
        case "cut":
            os.truncate(stage.database, len(whole) // 2)
            words = "is damaged or no database at all"
        case _:
            stage.database.unlink()
            with contextlib.closing(sqlite3.connect(stage.database)) as link:
                link.execute("CREATE TABLE recipes (name TEXT)")
            words = "is a database of some other program"
    harmed = stage.database.read_bytes()
    assert harmed != whole
    said = await refused(stage)
    assert words in said
    assert str(stage.database) in said
    assert stage.database.read_bytes() == harmed


@pytest.fixture
def shut_folder(tmp_path: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield a folder that the bot can't write to, and what its command must be handed to."""
    folder = tmp_path / "shut"
    folder.mkdir()
    if os.geteuid() != 0:
        folder.chmod(0o555)
        yield folder, []
        folder.chmod(0o755)
        return
    mount = f'mount --bind "{folder}" "{folder}"; mount -o remount,ro,bind "{folder}"; exec "$@"'
    yield folder, [*IN_A_MOUNT_NAMESPACE, "sh", "-ec", mount, "sh"]


@pytest.mark.real_start
@pytest.mark.skipif(os.geteuid() == 0 and not may_mount(), reason="mounting is not allowed here")
@pytest.mark.parametrize("old", [pytest.param(False, marks=pytest.mark.long), True])
async def test_a_folder_that_can_not_be_written_is_named(
    tmp_path: Path, whole: bytes, shut_folder: tuple[Path, list[str]], old: bool
) -> None:
    folder, wrapped = shut_folder
    stage = Stage(tmp_path)
    stage.database = folder / stage.database.name
    if old:
        folder.chmod(0o755)
        stage.database.write_bytes(whole)
        folder.chmod(0o555 if not wrapped else 0o755)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    stage.wrapped = wrapped
    said = await refused(stage)
    assert "cannot be written" in said
    assert str(stage.database) in said
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


# A disk that refuses


@contextlib.contextmanager
def refused_writes(stage: Stage) -> Iterator[None]:
    """Make the system refuse whatever the bot writes to a file, as a full disk does."""
    number = resource.RLIMIT_FSIZE
    before = resource.prlimit(stage.pid, number)
    resource.prlimit(stage.pid, number, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(stage.pid, number, before)


async def test_a_refused_write_is_told_to_the_player_and_loses_nothing(stage: Stage) -> None:
    stage.expect(NOT_SAVED_LOGGED)
    sitting = await table(stage, "Ada", "Bob")
    lobby = await open_table(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
    ada, bob = lobby.people
    (cleo,) = people(stage, lobby.card.channel, "Cleo")
    await stage.shown()
    person, _ = await asked(sitting)
    hand = sitting.hands[person.name]
    button = take(person, hand)
    before, card = games(stage), lobby.card.text
    page = (await ada.slash("table end", table=lobby.table_id)).message
    assert page is not None, "nothing is asked before the end"
    with refused_writes(stage):
        assert NOT_SAVED in (await ada.press(page, "End the game")).text
        move_refused = await person.press(hand, button)
        assert NOT_SAVED in move_refused.text
        assert move_refused.message is hand
        assert take(person, hand) == button, "the question still stands"
        for refused in (
            await person.in_(sitting.place).slash("donburiko take", row="1"),
            await cleo.press(lobby.card, "Join"),
            await bob.press(lobby.card, "Leave"),
            await ada.press(lobby.card, "Start"),
            await cleo.slash("donburiko new"),
        ):
            assert refused.only_me
            assert refused.text == NOT_SAVED
        assert games(stage) == before
        # What needs no writing works.
        opened = await person.press(sitting.board, "My hand")
        assert is_hand(opened) and opened.message is not None
        hand = sitting.hands[person.name] = opened.message
    assert lobby.card.text == card
    noted = [line for line in stage.log if re.search(NOT_SAVED_LOGGED, line)]
    # One a minute, however many press: seven were refused here.
    assert 1 <= len(noted) < 7, f"a full disk is filled by the log, too: {noted}"
    assert done(await person.press(hand, button))
    assert "You're in!" in (await cleo.press(lobby.card, "Join")).text
    await stage.restart()
    assert "The game begins." in (await ada.press(lobby.card, "Start")).text
    await board_up(lobby)
    await move(sitting)


async def test_a_board_that_could_not_be_noted_is_noted_later(stage: Stage) -> None:
    """Fill the disk between a move and its board: the move counts, the board is caught up."""
    stage.expect(NOT_SAVED_LOGGED)
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    refusing = refused_writes(stage)

    async def fill() -> None:
        refusing.__enter__()

    seen = sitting.board.text
    stage.sandbox.faults.fail("PATCH", "/channels/*/messages/*", status=None, before=fill)
    await move(sitting)
    await stage.until(lambda: sitting.board.text != seen)
    await stage.until(lambda: any(f"board {sitting.table_id}" in line for line in stage.log))
    assert stage.behind() == [sitting.table_id]
    refusing.__exit__(None, None, None)
    await stage.shown()
    await move(sitting)
    await stage.shown()


async def test_another_program_that_holds_the_database_costs_nobody_their_answer(
    stage: Stage,
) -> None:
    """Hold it as a database browser does, while many press at one table and at others."""
    stage.expect(NOT_SAVED_LOGGED + "Another program holds the database")
    sitting = await table(stage, "Ada", "Bob")
    lobby = await open_table(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
    names = [stage.sandbox.host.add_person(f"Guest {number}").name for number in range(12)]
    guests = people(stage, lobby.card.channel, *names)
    await stage.shown()
    person, _ = await asked(sitting)
    hand = sitting.hands[person.name]
    button = take(person, hand)
    before = games(stage)
    # Waiting once each, they would be answered after 70 seconds. Discord's three are for real
    # machines: here others run at the same time.
    stage.sandbox.deadlines.ack_seconds = 40
    with contextlib.closing(sqlite3.connect(stage.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(
            person.press(hand, button),
            *(guest.press(lobby.card, "Join") for guest in guests),
            *(guest.slash("donburiko new") for guest in guests[:2]),
        )
        other.execute("ROLLBACK")
    for outcome in outcomes:
        assert outcome.only_me
        assert NOT_SAVED in outcome.text, "not answered in time, or not politely"
    assert games(stage) == before, "something was half-done"
    assert done(await person.press(hand, button))
    await stage.shown()


def fill(ballast: Path) -> int | None:
    """Write a file until the disk has no room for more; return how that was said."""
    try:
        with ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 512)
    except OSError as error:
        return error.errno


# How a disk without room is found out is in `tests/storage`, and what follows above.
@pytest.mark.long
@needs_mount
async def test_a_disk_that_is_full_is_told_to_the_player(tmp_path: Path) -> None:
    """Play on a disk of two megabytes, fill it to the last byte, and make room again."""
    disk = tmp_path / "disk"
    disk.mkdir()
    stage = Stage(tmp_path, capped=True)
    mount = f'mount -t tmpfs -o size=2m none "{disk}"; exec "$@"'
    stage.wrapped = [*IN_A_MOUNT_NAMESPACE, "sh", "-ec", mount, "sh"]
    stage.database = disk / "games.sqlite3"
    stage.expect(NOT_SAVED_LOGGED + "There is no room left")
    async with stage:
        inside = Path(f"/proc/{stage.pid}/root{disk}")
        sitting = await begin(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
        person, _ = await asked(sitting)
        elsewhere = sitting.card.channel
        ballast = inside / "ballast"
        assert fill(ballast) == errno.ENOSPC, "the disk must really be full"
        # The write-ahead log may have room for a step or two; then there is none.
        refused = await person.in_(elsewhere).slash("donburiko new")
        assert refused.text == NOT_SAVED
        assert refused.only_me
        ballast.unlink()
        await command(person, sitting, elsewhere)
        sitting.hands.clear()
        second, _ = await asked(sitting)
        await command(second, sitting, elsewhere)
        assert await stage.stop() == 0


# Its token, and its end


@pytest.mark.real_start(when_long=True)
async def test_a_token_that_discord_does_not_know_is_named_and_not_shown(tmp_path: Path) -> None:
    stage = Stage(tmp_path, DISCORD_TOKEN="not-the-token")
    async with stage.sandbox:
        await stage.launch()
        assert await stage.ended() == 1
        assert last_words(stage) == "Discord doesn't know this DISCORD_TOKEN. Was it reset?"
        assert "not-the-token" not in "\n".join(stage.log)
        stage.check()


async def test_a_token_that_is_reset_ends_the_bot(stage: Stage) -> None:
    """Reset it while the bot runs: the gateway says so on the next connection."""
    stage.expect("gateway: 4004: ")
    # By then it has done what it does at a start.
    await stage.person("Ada", "games").slash("me games")
    stage.sandbox.settings.token = "another"
    await stage.sandbox.gateway.drop()
    assert await stage.ended() == 1
    assert "DISCORD_TOKEN" in last_words(stage)


@pytest.mark.real_start
async def test_the_bot_ends_cleanly(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = await table(stage, "Ada", "Bob")
    hands = dict(sitting.hands)
    before = games(stage)
    assert await stage.stop() == 0
    left = {file.name for file in stage.folder.iterdir()}
    assert f"{stage.database.name}-wal" not in left, "the write-ahead log is folded in"
    assert games(stage) == before
    # Which bot goes on there is nothing to its end.
    monkeypatch.setattr(forks, "in_use", forks.possible())
    await stage.start()
    sitting.hands = hands
    await move(sitting)


async def test_a_bot_that_is_told_to_stop_answers_those_who_have_pressed_before(
    stage: Stage,
) -> None:
    """Tell it to stop while its answers are on their way, and have Discord want them once more."""
    lobby = await open_table(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
    await stage.shown()
    names = [stage.sandbox.host.add_person(f"Guest {number}").name for number in range(5)]
    guests = people(stage, lobby.card.channel, *names)
    held: list[None] = []
    go_on = asyncio.Event()

    async def hold() -> None:
        held.append(None)
        stage.sandbox.changed()
        await go_on.wait()

    stage.sandbox.faults.fail(
        "POST", "/interactions/*/callback", status=500, before=hold, times=len(guests)
    )
    presses = [asyncio.create_task(guest.press(lobby.card, "Join")) for guest in guests]
    await stage.until(lambda: len(held) == len(guests))
    stopping = asyncio.create_task(stage.stop())
    await asyncio.sleep(0)
    go_on.set()
    assert await stopping == 0
    # Whoever isn't answered by now never will be.
    left = [each.person.name for each in stage.sandbox.interactions.pending()]
    assert not left, f"{len(left)} of {len(presses)} were not answered: {left}"
    for press in presses:
        assert not (await press).failed


async def test_the_bot_ends_cleanly_with_a_board_on_its_way(stage: Stage) -> None:
    """Tell it to stop while it edits the board, and Discord takes its time."""
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    seen = sitting.board.text
    arrived, go_on = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        arrived.set()
        await go_on.wait()

    stage.sandbox.faults.fail("PATCH", "/channels/*/messages/*", status=500, before=hold)
    await move(sitting)
    await arrived.wait()
    assert await stage.stop() == 0
    go_on.set()
    assert sitting.board.text == seen
    await stage.start()
    await stage.until(lambda: sitting.board.text != seen)
    await stage.shown()
    await move(sitting)
