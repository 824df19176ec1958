"""Databases without a thread: where a test has one in its own process, and the thread isn't what is
looked at.

Thousands of times a function of a few microseconds is handed to another thread, and what it returns
back: that costs more than the functions do. As there, whoever waits goes on only after all others
who could go on already. Tests of `storage` and bots that are processes keep the thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiosqlite.core
import pytest


class AtOnce:
    """Stands in for what a thread takes its work from, and does it instead; and for the thread."""

    daemon = True

    def start(self) -> None:
        """Begin: there is nothing to begin."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Do what is asked for, and let whoever waits for it know."""
        future, function = asked
        tell: Callable[[asyncio.Future[Any], Any], None] = aiosqlite.core.set_result
        try:
            told = function()
        except BaseException as error:
            tell, told = aiosqlite.core.set_exception, error
        if future is not None:
            future.get_loop().call_soon(tell, future, told)


@pytest.fixture(autouse=True)
def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open databases without a thread; a folder whose `conftest.py` imports this does."""
    monkeypatch.setattr(aiosqlite.core, "SimpleQueue", AtOnce)
    monkeypatch.setattr(aiosqlite.core, "Thread", lambda **_what: AtOnce())
