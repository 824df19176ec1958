"""Bots by fork: a process that has imported the bot forks itself into one, on request.

Importing everything takes three quarters of a start, and is the same each time. A fork is a bot
like any other: a process with a session, files and an environment of its own, which can be killed.
The processes that draw and think are started by it as always.

There is one such process for each process of tests. It runs this module; see `main`.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from tests import processor_time

ROOT = Path(__file__).parents[2]
MOST = 1 << 18
"""No order has more bytes."""

in_use = False
"""Whether stages fork their bots: not in figures, nor in tests that are marked `real_start`."""


def possible() -> bool:
    """Tell whether bots can be forked here: elsewhere forking is missing, or breaks libraries."""
    return sys.platform == "linux" and hasattr(os, "pidfd_open")


# On the side of the tests


class Forked:
    """A forked bot. It can do what `asyncio.subprocess.Process` can, as far as a stage needs it."""

    def __init__(self, pid: int, stderr: asyncio.StreamReader, news: asyncio.StreamReader) -> None:
        self.pid = pid
        self.stderr = stderr
        self.returncode: int | None = None
        self._ended = asyncio.create_task(self._end(news), name=f"end of bot {pid}")

    async def _end(self, news: asyncio.StreamReader) -> None:
        told = await news.read()
        assert told, "the process that forks bots has ended"
        end = json.loads(told)
        processor_time.add(end["seconds"])
        self.returncode = os.waitstatus_to_exitcode(end["status"])

    async def wait(self) -> int:
        """Wait until it has ended; return its exit code, negative after a signal."""
        await asyncio.shield(self._ended)
        assert self.returncode is not None, "the bot hasn't ended yet"
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal. Raises ProcessLookupError if it has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it (SIGKILL). Raises ProcessLookupError if it has ended."""
        self.send_signal(signal.SIGKILL)


async def fork(arguments: Sequence[str], folder: Path, env: Mapping[str, str]) -> Forked:
    """Start a bot with the arguments of its command line, a folder and an environment."""
    pipes = [os.pipe(), os.pipe()]
    order = {"arguments": list(arguments), "folder": str(folder), "env": dict(env)}
    written = [write for _read, write in pipes]
    socket.send_fds(_forker(), [json.dumps(order).encode()], written)
    for each in written:
        os.close(each)
    stderr, news = [await _reader(read) for read, _write in pipes]
    pid = await news.readline()
    assert pid, "the process that forks bots has ended"
    return Forked(int(pid), stderr, news)


async def _reader(pipe: int) -> asyncio.StreamReader:
    """Read what comes through a pipe, which is closed at its end."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(pipe, "rb")
    )
    return reader


def prepare() -> None:
    """Get the process that forks ready."""
    _forker()


@cache
def _forker() -> socket.socket:
    """Start the process that forks; return the line to it."""
    mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.forks", str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # Ctrl-C is for the tests, which then let it go.
            start_new_session=True,
        )
    ready = mine.recv(MOST)
    assert ready, f"the process that forks bots has ended with {process.wait()}"
    processor_time.add(float(ready))

    def end() -> None:
        mine.close()
        process.wait()

    atexit.register(end)
    return mine


# On the side of the process that forks


def main(line: int) -> None:
    """Import what a bot needs, then fork bots until nobody is left to ask for them."""
    load()
    # What is loaded stays as it is, so that the forks share it.
    gc.collect()
    gc.freeze()
    link = socket.socket(fileno=line)
    link.send(str(time.process_time()).encode())
    _serve(link)


def load() -> None:
    """Import what a running bot has imported."""
    import cogs
    from bot.ui.pages.catalogues import catalogue

    for found in pkgutil.walk_packages(cogs.__path__, "cogs."):
        importlib.import_module(found.name)
    for name in ("bot.__main__", "bot.process.app", "dateparser"):
        importlib.import_module(name)
    # Each start would read it again: it is the dearest thing that is the same every time.
    catalogue("ja")


def _serve(link: socket.socket) -> None:
    bots: dict[int, tuple[int, int]] = {}
    """The process and the pipe to its test, by what tells that it has ended."""
    with selectors.DefaultSelector() as selector:
        selector.register(link, selectors.EVENT_READ)
        while True:
            for key, _events in selector.select():
                if key.fileobj is not link:
                    selector.unregister(key.fileobj)
                    _tell_end(key.fd, *bots.pop(key.fd))
                    continue
                order, pipes, _flags, _address = socket.recv_fds(link, MOST, 2)
                if not order:
                    for pid, _news in bots.values():
                        os.kill(pid, signal.SIGKILL)
                    return
                stderr, news = pipes
                pid = os.fork()
                if not pid:
                    # A bot has only files of its own.
                    selector.close()
                    link.close()
                    for each in (
                        news,
                        *(file for ended in bots for file in (ended, bots[ended][1])),
                    ):
                        os.close(each)
                    _become(json.loads(order), stderr)
                os.close(stderr)
                ended = os.pidfd_open(pid)
                bots[ended] = pid, news
                selector.register(ended, selectors.EVENT_READ)
                os.write(news, b"%d\n" % pid)


def _tell_end(ended: int, pid: int, news: int) -> None:
    """Tell the test how its bot has ended, and what it has spent."""
    os.close(ended)
    _pid, status, usage = os.wait4(pid, 0)
    end = {"status": status, "seconds": usage.ru_utime + usage.ru_stime}
    # The test may be gone.
    with contextlib.suppress(BrokenPipeError):
        os.write(news, json.dumps(end).encode() + b"\n")
    os.close(news)


def _become(order: dict[str, Any], stderr: int) -> NoReturn:
    """Be a bot from here on."""
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for number, file in enumerate((null, null, stderr)):
        os.dup2(file, number)
    os.close(null)
    os.close(stderr)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["env"])
    time.tzset()
    sys.argv = ["bot", *order["arguments"]]

    from bot.__main__ import main as bot

    sys.exit(bot(order["arguments"]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
