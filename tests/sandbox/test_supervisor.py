"""The bot as a child process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import Sandbox, Supervisor, serve, supervisor
from tests.sandbox.waiting import within

CHILD = """
import os, pathlib, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
pathlib.Path(sys.argv[1]).joinpath(str(os.getpid())).write_text(os.environ["WORD"])
while True:
    time.sleep(0.01)
"""


class Watch:
    """Wait until the child has started this often, by the files it writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def starts(self, times: int) -> list[Path]:
        """Return the files of all starts, once there are this many."""
        return await within(self._started(times), f"start number {times}", 20)

    async def _started(self, times: int) -> list[Path]:
        while len(found := [p for p in self.folder.iterdir() if p.read_text()]) < times:
            await asyncio.sleep(0.01)
        return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start again at once."""
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.01)


async def test_a_crash_is_followed_by_a_start(tmp_path: Path, quick: None) -> None:
    it = Supervisor([sys.executable, "-c", CHILD, str(tmp_path)], {"WORD": "hello"})
    watch = Watch(tmp_path)
    told: list[bool] = []
    it.changed = lambda: told.append(it.running)
    it.start()
    (first,) = await watch.starts(1)
    assert told == [True], "nobody is told that the bot has started"
    assert first.read_text() == "hello" and it.running
    os.kill(int(first.name), signal.SIGKILL)
    await watch.starts(2)
    await it.stop()
    assert told == [True, False, True, False]
    assert not it.running and it.process is not None and it.process.returncode == 0
    assert it.starts == 2


async def test_a_kill_lasts_until_the_next_start(tmp_path: Path, quick: None) -> None:
    it = Supervisor([sys.executable, "-c", CHILD, str(tmp_path)], {"WORD": "x"})
    ended = asyncio.Event()
    it.changed = lambda: ended.set() if not it.running else None
    watch = Watch(tmp_path)
    it.start()
    await watch.starts(1)
    it.kill()
    await within(ended.wait(), "the bot's end")
    assert it.process is not None and it.process.returncode == -signal.SIGKILL
    await it.stop()
    it.start()
    await watch.starts(2)
    await it.stop()


async def test_a_kill_during_the_start(tmp_path: Path, quick: None) -> None:
    it = Supervisor([sys.executable, "-c", CHILD, str(tmp_path)], {"WORD": "x"})
    ended = asyncio.Event()
    it.changed = lambda: ended.set() if it.starts and not it.running else None
    it.start()
    await asyncio.sleep(0)
    assert it.process is None, "the start is meant to be under way"
    it.kill()
    try:
        await within(ended.wait(), "the end of the bot that was killed", 20)
    finally:
        await it.stop()
    assert it.process is not None and it.process.returncode == -signal.SIGKILL
    assert it.starts == 1


async def test_the_page_stops_and_starts_the_bot(
    sandbox: Sandbox, tmp_path: Path, quick: None
) -> None:
    watch = Watch(tmp_path)
    async with aiohttp.ClientSession() as session:

        async def do(action: str) -> int:
            url = f"{sandbox.url}/sandbox/bot"
            async with session.post(url, json={"action": action}) as answer:
                return answer.status

        assert await do("kill") == 400
        child = Supervisor([sys.executable, "-c", CHILD, str(tmp_path)], {"WORD": "x"})
        sandbox.supervise(child)
        assert await do("start") == 200
        await watch.starts(1)
        assert await do("kill") == 200
        await sandbox.until(lambda: not child.running)
        assert await do("start") == 200
        await watch.starts(2)
        assert await do("stop") == 200
        assert not child.running
        assert await do("dance") == 400


async def test_serving_until_cancelled(tmp_path: Path, quick: None) -> None:
    """The bot's process learns where its Discord is, and stops with it."""
    child = CHILD.replace('["WORD"]', '["DISCORD_URL"] + " " + os.environ["DISCORD_TOKEN"]')
    announced: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    starts = tmp_path / "starts"
    starts.mkdir()
    command = [sys.executable, "-c", child, str(starts)]
    served = asyncio.create_task(serve(0, tmp_path / "world", command, {}, announced.set_result))
    url = await asyncio.wait_for(announced, 20)
    (started,) = await Watch(starts).starts(1)
    assert started.read_text().startswith(f"{url} ") and started.read_text().count(".") == 5
    async with aiohttp.ClientSession() as session, session.get(f"{url}/sandbox/people") as answer:
        assert len(await answer.json()) == 8
    served.cancel()
    with pytest.raises(asyncio.CancelledError):
        await served
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.name), 0)
    assert (tmp_path / "world").is_file()
