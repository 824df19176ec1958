"""Bots by fork: a process that has imported the bot forks itself into one, on request.

Importing everything takes three quarters of a start, and is the same each time. A fork is a bot
like any other: a process with a session, files and an environment of its own, which can be killed.
So are the processes that draw and think, which such a bot has forked for it as well.

Its computers think as others do, but not for as long, and so it seats guests: how well they play,
and how good tables are, isn't looked at here. Nor does it wait for the disk, which outlives it, or
for pictures to be drawn; see `tests/e2e/plain_pictures.py`.

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
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NoReturn

from bot.engine.strength import Strength
from bot.nights import seating_search
from storage import database
from tests import processor_time
from tests.up_to_date import HASTY

ROOT = Path(__file__).parents[2]
MOST = 1 << 18
"""No order has more bytes."""
BOT = "bot.__main__"
COMMAND = "command"
"""Ordered in place of a module: the bot's command line, which also says something."""
HELPERS = ("bot.process.worker", "bot.process.drawer")
"""The modules that a bot starts as processes of its own."""
ITERATIONS = 4
"""How many iterations a search has, instead of hundreds."""

STEPS = 20_000
"""How much work a proposal of tables is, in swaps looked at, instead of 600,000."""

in_use = False
"""Whether stages fork their bots: not in figures, nor in tests that are marked `real_start`."""


def possible() -> bool:
    """Tell whether bots can be forked here: elsewhere forking is missing, or breaks libraries."""
    return sys.platform == "linux" and hasattr(os, "pidfd_open")


# On the side of the tests, and of a bot that wants a helper


class Forked:
    """A forked process. It can do what `asyncio.subprocess.Process` can, as far as it is needed."""

    def __init__(self, pid: int, pipes: Pipes, news: asyncio.StreamReader) -> None:
        self.pid = pid
        self.stdin, self.stdout, self.stderr = pipes
        self.returncode: int | None = None
        self._ended = asyncio.create_task(self._end(news), name=f"end of process {pid}")

    async def _end(self, news: asyncio.StreamReader) -> None:
        told = await news.read()
        assert told, "the process that forks bots has ended"
        end = json.loads(told)
        processor_time.add(end["seconds"])
        self.returncode = os.waitstatus_to_exitcode(end["status"])

    async def wait(self) -> int:
        """Wait until it has ended; return its exit code, negative after a signal."""
        await asyncio.shield(self._ended)
        assert self.returncode is not None, "the process hasn't ended yet"
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal. Raises ProcessLookupError if it has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end (SIGTERM). Raises ProcessLookupError if it has ended."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it (SIGKILL). Raises ProcessLookupError if it has ended."""
        self.send_signal(signal.SIGKILL)


Pipes = tuple[asyncio.StreamWriter | None, asyncio.StreamReader | None, asyncio.StreamReader | None]
"""To its input, and from its output and its errors."""


async def fork(arguments: Sequence[str], folder: Path, env: Mapping[str, str]) -> Forked:
    """Start a bot with the arguments of its command line, a folder and an environment."""
    return await _fork(_forker(), BOT, arguments, folder, env)


async def _fork(
    line: socket.socket,
    module: str,
    arguments: Sequence[str],
    folder: Path,
    env: Mapping[str, str],
) -> Forked:
    """Order a process. A bot has errors to be read; a helper has an input and an output."""
    theirs, to_them = os.pipe()
    from_them, theirs_too = os.pipe()
    told, telling = os.pipe()
    _send(line, module, arguments, folder, env, (theirs, theirs_too, telling))
    said, news = await _reader(from_them), await _reader(told)
    if module == BOT:
        os.close(to_them)
        pipes: Pipes = (None, None, said)
    else:
        pipes = (await _writer(to_them), said, None)
    pid = await news.readline()
    assert pid, "the process that forks bots has ended"
    return Forked(int(pid), pipes, news)


def _send(
    line: socket.socket,
    module: str,
    arguments: Sequence[str],
    folder: Path,
    env: Mapping[str, str],
    given: Sequence[int],
) -> None:
    """Send an order with files for the process, which are closed here."""
    order = {"module": module, "arguments": [*arguments], "folder": str(folder), "env": {**env}}
    socket.send_fds(line, [json.dumps(order).encode()], [*given])
    for each in given:
        os.close(each)


def run(
    arguments: Sequence[str], folder: Path, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a command of the bot to its end, as its command line would; it has patience."""
    told, telling = os.pipe()
    with TemporaryFile() as said, TemporaryFile() as complained, os.fdopen(told, "rb") as news:
        files = (os.dup(said.fileno()), os.dup(complained.fileno()), telling)
        _send(_forker(), COMMAND, arguments, folder, env, files)
        _pid, end = news.readline(), json.loads(news.readline())
        processor_time.add(end["seconds"])
        words: list[str] = []
        for file in (said, complained):
            file.seek(0)
            words.append(file.read().decode())
    code = os.waitstatus_to_exitcode(end["status"])
    return subprocess.CompletedProcess(["bot", *arguments], code, *words)


async def _reader(pipe: int) -> asyncio.StreamReader:
    """Read what comes through a pipe, which is closed at its end."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(pipe, "rb")
    )
    return reader


async def _writer(pipe: int) -> asyncio.StreamWriter:
    """Write into a pipe."""
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(pipe, "wb")
    )
    return asyncio.StreamWriter(transport, protocol, None, loop)


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
    """Import what a running bot has imported, and make what is the same at each start."""
    import cogs
    from bot.games.find_games import aheads, games
    from bot.tables.game_json import case_json, game_json
    from bot.ui.pages.catalogues import catalogue
    from bot.ui.pictures import draw
    from tests.e2e import plain_pictures

    for found in pkgutil.walk_packages(cogs.__path__, "cogs."):
        importlib.import_module(found.name)
    for name in (BOT, "bot.process.app", *HELPERS):
        importlib.import_module(name)
    keep_what_stays()
    Strength.iterations_of = few_iterations
    seating_search.STEPS = STEPS
    database.PRAGMAS = HASTY
    drawn = draw.png
    # Emoji have no ground.
    draw.png = lambda picture: plain_pictures.png(picture) if picture.ground else drawn(picture)
    catalogue("ja")
    for ahead in aheads().values():
        case_json(ahead)
    for game in games().values():
        game_json(game)


def keep_what_stays() -> None:
    """Make what comes out the same at each start, and let all forks find it instead."""
    from discord.app_commands import commands

    from bot import __main__
    from bot.games import find_games
    from bot.ui.incoming.game_commands import SETTINGS
    from bot.ui.incoming.rows.all_rows import NIGHT_COMMANDS, TABLE_COMMANDS
    from bot.ui.pictures import emoji

    for module, name in (
        (__main__, "_parser"),
        (commands, "_shorten"),
        (emoji, "face_pictures"),
        (find_games, "_installed"),
        (find_games, "has_module"),
    ):
        setattr(module, name, cache(getattr(module, name)))
    __main__._parser()
    emoji.face_pictures()
    find_games.log_installed()
    for package in find_games.packages().values():
        for part in ("rules", "ahead"):
            find_games.has_module(package, part)
    options = [each for row in (*TABLE_COMMANDS, *NIGHT_COMMANDS) for each in row.options]
    for option in (*options, *SETTINGS):
        commands._shorten(option.text)  # pyright: ignore[reportPrivateImportUsage]


def few_iterations(self: Strength, seats: int) -> int:
    """Return the number of iterations of any decision here."""
    return ITERATIONS


def _serve(link: socket.socket) -> None:
    """Fork what the tests ask for, and their bots, until no test is left to ask."""
    running: dict[int, tuple[int, int]] = {}
    """The process and the pipe to who asked for it, by what tells that it has ended."""
    helpers = Helpers()
    with selectors.DefaultSelector() as selector:
        selector.register(link, selectors.EVENT_READ)
        while True:
            for key, _events in selector.select():
                line = key.fileobj
                if not isinstance(line, socket.socket):
                    selector.unregister(line)
                    _tell_end(key.fd, *running.pop(key.fd), helpers)
                    continue
                order, pipes = b"", []
                # A bot that was killed may leave what can't be read any more.
                with contextlib.suppress(ConnectionError):
                    order, pipes, _flags, _address = socket.recv_fds(line, MOST, 3)
                if order:
                    asked = json.loads(order)
                    pid = _fork_one(asked, pipes, selector)
                    ended = os.pidfd_open(pid)
                    running[ended] = pid, pipes[-1]
                    selector.register(ended, selectors.EVENT_READ)
                    if asked["module"] in HELPERS:
                        helpers.pids.add(pid)
                elif line is link:
                    for pid, _news in running.values():
                        os.kill(pid, signal.SIGKILL)
                    return
                else:
                    # A bot has gone.
                    selector.unregister(line)
                    line.close()


@dataclass
class Helpers:
    """The helpers of bots, and what they have spent: that is told with the next bot that ends."""

    pids: set[int] = field(default_factory=set[int])
    seconds: float = 0.0


def _fork_one(order: dict[str, Any], pipes: Sequence[int], selector: selectors.BaseSelector) -> int:
    """Fork a process, tell who asked for it its number, and return that."""
    source, sink, news = pipes
    mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if not pid:
        _become(order, source, sink, theirs)
    theirs.close()
    if order["module"] not in HELPERS:
        selector.register(mine, selectors.EVENT_READ)
    else:
        mine.close()
    os.close(source)
    os.close(sink)
    _write(news, b"%d\n" % pid)
    return pid


def _write(news: int, words: bytes) -> None:
    """Tell who asked for a process about it; they may be gone."""
    with contextlib.suppress(BrokenPipeError):
        os.write(news, words)


def _tell_end(ended: int, pid: int, news: int, helpers: Helpers) -> None:
    """Tell who asked for a process how it has ended, and what it has spent."""
    os.close(ended)
    _pid, status, usage = os.wait4(pid, 0)
    seconds = usage.ru_utime + usage.ru_stime
    if pid in helpers.pids:
        helpers.pids.remove(pid)
        helpers.seconds += seconds
    else:
        seconds += helpers.seconds
        helpers.seconds = 0.0
    _write(news, json.dumps({"status": status, "seconds": seconds}).encode() + b"\n")
    os.close(news)


def _become(order: dict[str, Any], source: int, sink: int, line: socket.socket) -> NoReturn:
    """Be the process that was asked for, from here on."""
    module = order["module"]
    helps, commands = module in HELPERS, module == COMMAND
    if not helps:
        os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    files = (source, sink, null) if helps else (null, source if commands else null, sink)
    for number, file in enumerate(files):
        os.dup2(file, number)
    # It has only files of its own.
    kept = () if helps else (line.fileno(),)
    for each in [int(found.name) for found in Path("/proc/self/fd").iterdir()]:
        if each > 2 and each not in kept:
            with contextlib.suppress(OSError):
                os.close(each)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["env"])
    time.tzset()
    sys.argv = ["bot", *order["arguments"]]
    main: Callable[..., int | None] = importlib.import_module(BOT if commands else module).main
    if helps:
        main()
        _leave(0)
    _fork_helpers(line)
    try:
        code = main(order["arguments"]) or 0
    except SystemExit as end:
        # The command line was misused.
        code = end.code if isinstance(end.code, int) else 1
    _leave(code)


def _leave(code: int) -> NoReturn:
    """End this process as Python would, but without taking apart all that was loaded before.

    That would cost more than many have spent in all their lives.
    """
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    # What was never awaited or closed complains as it goes.
    gc.collect()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _fork_helpers(line: socket.socket) -> None:
    """Have the helpers of this bot forked, too."""
    start = asyncio.create_subprocess_exec

    async def forked(*command: str, env: Mapping[str, str] | None = None, **more: Any) -> Any:
        if command[:2] == (sys.executable, "-m") and command[2] in HELPERS:
            around = os.environ if env is None else env
            return await _fork(line, command[2], command[3:], Path.cwd(), around)
        return await start(*command, env=env, **more)

    asyncio.create_subprocess_exec = forked


if __name__ == "__main__":
    main(int(sys.argv[1]))
