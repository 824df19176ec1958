"""Errands: one at a time for each key, the newest counts, and what may pass is tried again."""

from __future__ import annotations

import asyncio
import logging
from unittest.mock import AsyncMock

import aiohttp
import pytest

from bot.ui.posting import retry_queue
from bot.ui.posting.alarms import Alarms
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.retry_queue import RetryQueue
from storage.errors import WriteRefused
from tests.ui.fake_discord import failure


@pytest.mark.parametrize("which", ["slept", "set"])
async def test_an_alarm_rings_soon_after_the_machine_has_slept_or_its_clock_was_set(
    which: str,
) -> None:
    """The event loop's clock knows of neither, and each only by one of the others."""
    rung, at = asyncio.Event(), {"slept": 0, "set": 0}
    alarms = Alarms(lambda _key: rung.set(), lambda: at["set"], lambda: at["slept"], look=0.001)
    alarms.set("night", 3600)
    await asyncio.sleep(0.01)
    assert not rung.is_set(), "it rings at once"
    at[which] = 3601
    await asyncio.wait_for(rung.wait(), 5)


async def test_alarms_ring_each_at_its_time_though_one_timer_serves_them_all() -> None:
    """One that fails keeps no other waiting, and the last time that was set counts."""
    rung, failures = list[str](), list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda _loop, why: failures.append(str(why)))

    def ring(key: str) -> None:
        rung.append(key)
        if key == "fails":
            raise ValueError(key)

    at = {"now": 0}
    alarms = Alarms(ring, lambda: 0, lambda: at["now"])
    for key, seconds in {"late": 3600, "fails": 0, "soon": 0, "moved": 0}.items():
        alarms.set(key, seconds)
    alarms.set("moved", 3600)
    await asyncio.sleep(0.01)
    assert rung == ["fails", "soon"] and failures, rung
    at["now"] = 3600
    alarms.set("another", 0)
    await asyncio.sleep(0.01)
    assert rung[2:] == ["late", "moved", "another"], rung
    alarms.set("closed", 0)
    alarms.close()
    await asyncio.sleep(0.01)
    assert "closed" not in rung, "it rings though all is closed"


async def test_an_errand_that_cannot_begin_is_not_tried_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when the process ends: nothing else would run any more, and the log would fill."""
    answers, tried = AnswersFirst(), list[str]()

    def working(kind: str = "", **_given: object) -> None:
        tried.append(kind)
        if len(tried) > 9:
            raise KeyboardInterrupt
        raise RuntimeError("all is over")

    monkeypatch.setattr(answers, "working", working)
    task = RetryQueue[str]("board", AsyncMock(), answers).schedule("fgt4a")
    assert task is not None
    await task
    assert tried == ["board"], f"it was tried {len(tried)} times"


class Work:
    """An errand that waits until it is let go, and counts."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.together = 0
        self.most = 0
        self.gate = asyncio.Event()
        self.failures: list[Exception] = []

    async def run(self, key: str) -> None:
        self.begun.append(key)
        self.together += 1
        self.most = max(self.most, self.together)
        try:
            await self.gate.wait()
            if self.failures:
                raise self.failures.pop(0)
        finally:
            self.together -= 1


async def done(work: RetryQueue[str], key: str) -> None:
    task = work._tasks.get(key)
    if task is not None:
        await task


async def test_pokes_meanwhile_make_one_more_run() -> None:
    work = Work()
    posts = RetryQueue("post", work.run)
    posts.schedule("a")
    await asyncio.sleep(0)
    for _again in range(5):
        posts.schedule("a")
    work.gate.set()
    await done(posts, "a")
    assert work.begun == ["a", "a"]
    assert work.most == 1


async def test_keys_do_not_wait_for_each_other() -> None:
    work = Work()
    posts = RetryQueue("post", work.run)
    posts.schedule("a")
    posts.schedule("b")
    await asyncio.sleep(0)
    assert work.begun == ["a", "b"]
    await posts.close()
    assert work.together == 0


async def test_what_may_pass_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry_queue, "FIRST_WAIT", 0.0)
    work = Work()
    work.gate.set()
    work.failures = [aiohttp.ClientConnectionError(), ConnectionResetError()]
    posts = RetryQueue("post", work.run)
    posts.schedule("a")
    await done(posts, "a")
    assert work.begun == ["a"] * 3


async def test_a_fault_ends_the_errand_and_its_words_stay_out_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work()
    work.gate.set()
    work.failures = [ValueError("the queen of acorns")]
    posts = RetryQueue("post", work.run)
    with caplog.at_level(logging.DEBUG):
        posts.schedule("a")
        await done(posts, "a")
    assert work.begun == ["a"]
    assert "ValueError" in caplog.text
    assert "queen" not in caplog.text
    posts.schedule("a")
    await done(posts, "a")
    assert work.begun == ["a", "a"]


async def test_nothing_runs_once_closed() -> None:
    work = Work()
    posts = RetryQueue("post", work.run)
    await posts.close()
    assert posts.schedule("a") is None
    assert work.begun == []


@pytest.mark.parametrize(
    "error",
    [*map(failure, (500, 502, 503, 429)), WriteRefused("disk full"), TimeoutError()],
    ids=repr,
)
async def test_discord_or_the_disk_may_be_well_again_later(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry_queue, "FIRST_WAIT", 0.0)
    work = Work()
    work.gate.set()
    work.failures = [error]
    posts = RetryQueue("post", work.run)
    posts.schedule("a")
    await done(posts, "a")
    assert work.begun == ["a", "a"], f"after {error!r} it wasn't tried again"


@pytest.mark.parametrize("status", [400, 403, 404, 413])
async def test_what_discord_refuses_is_not_tried_again(status: int) -> None:
    work = Work()
    work.gate.set()
    work.failures = [failure(status)]
    posts = RetryQueue("post", work.run)
    posts.schedule("a")
    await done(posts, "a")
    assert work.begun == ["a"], f"after {status} it would be asked again for ever"


async def test_it_is_tried_ever_more_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """And as fast as ever after a success."""
    waits: list[float] = []
    sleep = asyncio.sleep

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", wait)
    work = Work()
    work.gate.set()
    posts = RetryQueue("post", work.run)
    for _ in range(2):
        work.failures = [ConnectionResetError() for _ in range(10)]
        posts.schedule("a")
        await done(posts, "a")
    slower = [min(retry_queue.FIRST_WAIT * 2**n, retry_queue.LONGEST_WAIT) for n in range(10)]
    assert waits == slower * 2, f"it waited {waits}"


async def test_what_came_of_a_job_is_known_once_it_is_over() -> None:
    """A job that is broken off as the process ends has come to nothing: it wasn't done."""
    ways: dict[str, asyncio.Event] = {name: asyncio.Event() for name in ("done", "cut")}

    async def run(name: str) -> None:
        if name == "fails":
            raise ValueError
        await ways[name].wait()

    queue: RetryQueue[str] = RetryQueue("test", run)
    assert await queue.came_of("done", 0.01) is None, "a job that runs is over"
    ways["done"].set()
    assert await queue.came_of("done", 5) is True, "a job that was done has come to nothing"
    assert await queue.came_of("fails", 5) is False, "a job that has failed was done"
    waiting = asyncio.create_task(queue.came_of("cut", 5))
    await asyncio.sleep(0)
    await queue.close()
    assert await waiting is None, "a job that was broken off is said to be done"
    assert await queue.came_of("done", 5) is None


async def test_what_is_to_be_done_later_is_counted_and_done_once() -> None:
    """The figures of what waits count it, or else nobody could wait until all is posted."""
    done = asyncio.Event()
    answers_first, run = AnswersFirst(), AsyncMock(side_effect=lambda _key: done.set())
    queue = RetryQueue[str]("page", run, answers_first)
    queue.schedule_in(3600, "a")
    queue.schedule_in(3600, "b")
    assert len(answers_first.queues["page"]) == 2
    queue.schedule("a")
    queue.schedule_in(0, "b")
    async with asyncio.timeout(5):
        while answers_first.queues["page"]:
            await asyncio.sleep(0)
    assert done.is_set() and sorted(each.args[0] for each in run.await_args_list) == ["a", "b"]
    queue.schedule_in(0, "c")
    await queue.close()
    assert queue.schedule("c") is None
    await asyncio.sleep(0.01)
    assert run.await_count == 2, "it runs though all is closed"
