"""A lull: work begins when nobody waits for an answer, and doesn't wait for ever."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.posting import answers_first
from bot.ui.posting.answers_first import AnswersFirst


async def _settle() -> None:
    for _turn in range(5):
        await asyncio.sleep(0)


async def test_work_begins_when_the_last_one_is_answered() -> None:
    calm = AnswersFirst()
    begun = asyncio.Event()

    async def work() -> None:
        async with calm.working():
            begun.set()

    with calm.answering():
        with calm.answering():
            task = asyncio.create_task(work())
            await _settle()
        await _settle()
        assert not begun.is_set()
    await task
    assert begun.is_set()


async def test_work_begins_at_once_after_the_last_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not only when its patience is over."""
    monkeypatch.setattr(answers_first, "PATIENCE", 3600.0)
    calm = AnswersFirst()
    begun = asyncio.Event()

    async def work() -> None:
        async with calm.working():
            begun.set()

    with calm.answering():
        task = asyncio.create_task(work())
        await _settle()
        assert not begun.is_set(), "it didn't wait for the answer"
    await _settle()
    task.cancel()
    assert begun.is_set(), "it still waits though everybody was answered"
    with calm.answering(), calm.answering():
        pass
    task = asyncio.create_task(work())
    begun.clear()
    await _settle()
    task.cancel()
    assert begun.is_set(), "it waits though nobody asks for anything"


async def test_work_begins_though_people_never_stop_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers_first, "PATIENCE", 0.0)
    calm = AnswersFirst()
    with calm.answering():
        async with calm.working():
            pass


async def test_patience_begins_before_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else, while people never stop asking, each in line waits for the patience of all before.

    Two hundred boards would be ever further behind, and the pings beside them.
    """
    monkeypatch.setattr(answers_first, "PATIENCE", 0.0)
    calm, go = AnswersFirst(), asyncio.Event()
    begun = 0

    async def work() -> None:
        nonlocal begun
        async with calm.working():
            begun += 1
            await go.wait()

    with calm.answering():
        tasks = [asyncio.create_task(work()) for _ in range(answers_first.ABREAST + 1)]
        while begun < answers_first.ABREAST:
            await asyncio.sleep(0)
        monkeypatch.setattr(answers_first, "PATIENCE", 3600.0)
        go.set()
        await _settle()
        for task in tasks:
            task.cancel()
        assert begun == len(tasks), "it was patient again once there was room"


async def test_so_many_work_abreast_and_no_more() -> None:
    calm = AnswersFirst()
    go = asyncio.Event()
    working = most = 0

    async def work() -> None:
        nonlocal working, most
        async with calm.working():
            working += 1
            most = max(most, working)
            await go.wait()
            working -= 1

    tasks = [asyncio.create_task(work()) for _ in range(answers_first.ABREAST + 5)]
    await _settle()
    go.set()
    await asyncio.gather(*tasks)
    assert most == answers_first.ABREAST
