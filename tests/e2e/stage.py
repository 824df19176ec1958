"""A stage for the real bot: a sandbox in this event loop, and the unmodified bot as a process.

async with Stage(tmp_path) as stage:
    ada = stage.person("Ada", "games")
    opened = await ada.slash("donburiko new")
    await stage.restart()
    ...
# leaving it stops the bot and checks that nothing was wrong
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bot.sandbox import Actor, Channel, Outcome, Sandbox
from bot.sandbox.interactions import Interaction
from tests import openapi
from tests.e2e import forks
from tests.e2e.forks import Forked
from tests.emoji import no_emoji
from tests.only import only
from tests.up_to_date import up_to_date

ROOT = Path(__file__).parents[2]
ENGLISH = "en-GB"
PATIENCE = 60.0
"""Bound, in seconds, the wait for what never comes. No test depends on how long a thing takes."""
SHARDS = 1
"""How many shards a bot has, if a test doesn't say."""
LOOK = 0.02
"""Seconds between two looks at whether the database has changed, which it tells nobody."""
LOOK_AGAIN = 0.1
"""Seconds after which it is read even if it hasn't: what is waited for may lie elsewhere, too."""

UNCAPPED = '{"most_open_tables": 1000000}'
"""What a server has set on which people may have any number of open tables."""

HELD = "is in use by another running bot"

OURS = {
    "BACKUP_EVERY",
    "BACKUP_KEEP",
    "BACKUP_TO",
    "BUSY_SECONDS",
    "CALM_ABOVE",
    "COMPUTER_DELAY",
    "COMPUTER_DELAY_ALONE",
    "COMPUTER_WORKERS",
    "CONTACT",
    "DATABASE",
    "DISCORD_TOKEN",
    "DISCORD_URL",
    "KEEP_DAYS",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "METRICS_HOST",
    "METRICS_PORT",
    "OPERATOR_NAME",
    "PICTURE_PAUSE",
    "PING_PAUSE",
    "REQUESTS_A_SECOND",
    "SANDBOX_PORT",
    "SHARDS",
    "SYNC_GUILD",
}
_FAULTY = re.compile(r" (ERROR|CRITICAL) |Traceback|heartbeat blocked|Warning: |never awaited")


@dataclass(frozen=True, slots=True)
class LogRow:
    """One step of a game as the database file holds it."""

    table_id: str
    step: int
    seat: int | None
    interaction_id: int | None
    action: str
    draws: str
    events: str


class Stage:
    """Sandbox and bot. Use it as an async context manager; the end of the block checks everything.

    `deals` are the draws that every table gets, from their beginning; None deals by chance. `env`
    are settings of the bot. With `clock` the bot goes by a clock of its own, which `later` sets
    forward. Without `emoji` the bot can't list its emoji: words stand in for them, from the first
    message to the last, and nothing is uploaded meanwhile. The limits on how much may be asked are
    lifted and the deadline for a first answer is patient; a test about those sets its own:
    `stage.sandbox.ratelimits.usual()`, `stage.sandbox.deadlines.ack_seconds`. So is the
    limit on open tables of one person, unless `capped`. With several `shards` the first two
    servers lie on the second and the third. In another `language` than English, it is that of
    everybody there is and of their servers. Where `forks.in_use`, the bot is forked and finds a
    database that is up to date; else it is started by its command line and makes its own.
    """

    def __init__(
        self,
        folder: Path,
        *,
        deals: Sequence[object] | None = None,
        clock: bool = False,
        emoji: bool = False,
        capped: bool = False,
        shards: int | None = None,
        language: str = ENGLISH,
        **env: str,
    ) -> None:
        self.folder = folder
        self.database = folder / "games.sqlite3"
        self.sandbox = Sandbox(shards=shards or SHARDS)
        self.sandbox.ratelimits.generous()
        self.sandbox.sharding.generous()
        if not emoji:
            no_emoji(self.sandbox)
        self.sandbox.deadlines.ack_seconds = PATIENCE
        described = openapi.installed()
        if described is not None:
            self.sandbox.monitor.witness = described.witness
        self.language = language
        if language != ENGLISH:
            self.speak(language)
        self.env = env
        self._capped = capped
        self.wrapped: Sequence[str] = ()
        """A command that the bot's command is handed to, such as one that mounts a disk for it."""
        self.log: list[str] = []
        """What the bot has written, in all of its lives, line by line."""
        self._deals: Path | None = None
        if deals is not None:
            self._deals = folder / "deals.json"
            self._deals.write_text(json.dumps(list(deals)), "utf-8")
        self._ahead = 0
        self._clock: Path | None = folder / "clock" if clock else None
        self.later(0)
        self._process: asyncio.subprocess.Process | Forked | None = None
        self._reader: sqlite3.Connection | None = None
        """What reads the database file while the bot that has it open runs; see `rows`."""
        self._reading: asyncio.Task[None] | None = None
        self._dying = False
        self._stopping = False
        """Whether the bot was asked to end: nobody else may hold the file as it puts it away."""
        self._changing: asyncio.Future[None] | None = None
        """What starts or kills the bot's process: it is gone through with, whoever gives up."""
        self._expected: list[re.Pattern[str]] = []

    async def __aenter__(self) -> Self:
        """Open the sandbox and start the bot."""
        await self.sandbox.__aenter__()
        try:
            await self.start()
        except BaseException:
            await self._leave()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the bot, close the sandbox, and check unless the test has failed already."""
        try:
            if kind is None:
                if self.running:
                    assert await self.stop() == 0, "the bot didn't stop in order"
                self.check()
            elif self.log:
                print("\n".join(["The bot said:", *self.log[-60:]]))
        finally:
            await self._leave()

    async def _leave(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            await self.kill()
        await self.sandbox.__aexit__(None, None, None)

    # The bot's process

    @property
    def running(self) -> bool:
        """Tell whether the bot's process lives."""
        return self._process is not None and self._process.returncode is None

    @property
    def dead(self) -> bool:
        """Tell whether the bot was killed and not started again. As it is, it isn't `running`."""
        return self._process is None and not self._dying

    @property
    def pid(self) -> int:
        """Return the number of the bot's process."""
        assert self._process is not None, "the bot hasn't been started"
        return self._process.pid

    def environment(self) -> dict[str, str]:
        """Return the environment in which a bot of this stage runs."""
        kept = {name: value for name, value in os.environ.items() if name not in OURS}
        if kept.pop("PYTHONDONTWRITEBYTECODE", ""):
            # Otherwise each of the many processes would compile the bot again.
            kept.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / "build" / "pycache"))
        return {
            **kept,
            "PYTHONPATH": str(ROOT),
            "DATABASE": str(self.database),
            "DISCORD_URL": self.sandbox.url,
            "DISCORD_TOKEN": self.sandbox.token,
            # Most tests have no computer players, and nobody should wait for those there are.
            "COMPUTER_DELAY": "0",
            "COMPUTER_DELAY_ALONE": "0",
            "COMPUTER_WORKERS": "1",
            "PICTURE_PAUSE": "0",
            "PING_PAUSE": "0",
            "REQUESTS_A_SECOND": "1000000",
            # A test makes many requests a second, and waits for boards.
            "CALM_ABOVE": "1000000",
            **self.env,
        }

    async def launch(self) -> None:
        """Start the bot's process, without waiting for it to come online."""
        assert not self.running, "the bot is running already"
        await self._through(self._launch())

    async def _through(self, change: Coroutine[None, None, None]) -> None:
        """See a start or a kill of the process through, even if whoever waits for it gives up."""
        self._changing = asyncio.ensure_future(change)
        await asyncio.shield(self._changing)

    async def _changed(self) -> None:
        """Wait until the process is neither being started nor being killed."""
        while self._changing is not None and not self._changing.done():
            await asyncio.wait([self._changing])

    async def _launch(self) -> None:
        self._stopping = False
        deals = [] if self._deals is None else ["--deals", str(self._deals)]
        clock = [] if self._clock is None else ["--clock", str(self._clock)]
        arguments = ["run", *deals, *clock]
        if forks.in_use and not self.wrapped:
            up_to_date(self.database)
            self._process = await forks.fork(arguments, self.folder, self.environment())
        else:
            self._process = await asyncio.create_subprocess_exec(
                *(*self.wrapped, sys.executable, "-m", "bot", *arguments),
                cwd=self.folder,
                env=self.environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process | Forked) -> None:
        assert process.stderr is not None, "the bot's errors aren't read"
        async for line in process.stderr:
            self.log.append(line.decode("utf-8", "replace").rstrip("\n"))
            self.sandbox.changed()
        await process.wait()
        self.sandbox.changed()

    async def start(self) -> None:
        """Start the bot, unless somebody just did, and wait until it hears what people do."""
        await self._changed()
        if not self.running:
            await self.launch()
        await self.until(lambda: self.sandbox.gateway.online or not self.running)
        while forks.in_use and not self.running and HELD in self.log[-1]:
            # A process that a killed bot was about to start holds its database for a moment.
            await self.launch()
            await self.until(lambda: self.sandbox.gateway.online or not self.running)
        assert self.running, "\n".join(["the bot has ended:", *self.log[-30:]])
        if not self._capped:
            self._uncap()

    def _uncap(self) -> None:
        """Let everybody have any number of open tables: few people open many in tests.

        The bot reads it when the first table is opened.
        """
        with contextlib.closing(sqlite3.connect(self.database, timeout=PATIENCE)) as database:
            database.executemany(
                "INSERT INTO servers (guild_id, settings) VALUES (?, ?)"
                " ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings"
                " WHERE settings = '{}'",
                [(int(guild.id), UNCAPPED) for guild in self.sandbox.world.guilds.values()],
            )
            database.commit()

    async def ended(self) -> int:
        """Wait until the bot's process is gone; return its exit code (-9 after a kill)."""
        assert self._process is not None, "there is no bot whose end could be awaited"
        assert self._reading is not None, "there is no bot whose end could be awaited"
        return await self._end(self._process, self._reading)

    async def _end(
        self, process: asyncio.subprocess.Process | Forked, reading: asyncio.Task[None]
    ) -> int:
        code = await asyncio.wait_for(process.wait(), PATIENCE)
        self._let_go()
        await reading
        await self.until(lambda: not self.sandbox.gateway.shards)
        return code

    async def kill(self) -> None:
        """Kill the bot (SIGKILL) and wait until it is gone.

        It is nobody's fault that what people were doing then stays unanswered.
        """
        if self._process is None:
            await self._changed()
        process, reading = self._process, self._reading
        if process is None or reading is None:
            return
        # From here on it isn't running for all who ask, so that nobody else goes on with it.
        self._process = None
        self._let_go()
        self._dying = True
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        try:
            await self._through(self._bury(process, reading))
        finally:
            # Whoever killed it goes on before those who wait for its death.
            self._dying = False
            self.sandbox.changed()

    async def _bury(
        self, process: asyncio.subprocess.Process | Forked, reading: asyncio.Task[None]
    ) -> None:
        """Wait for the end of a process that was killed."""
        await self._end(process, reading)
        for interaction in self.sandbox.interactions.pending():
            interaction.delivered = False

    async def stop(self) -> int:
        """Ask the bot to end (SIGTERM); return its exit code."""
        assert self._process is not None, "there is no bot to stop"
        self._stopping = True
        self._let_go()
        self._process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def restart(self, *, kill: bool = True) -> None:
        """End the bot, by SIGKILL or by SIGTERM, and start it again on the same database."""
        if not self.running:
            pass
        elif kill:
            await self.kill()
        else:
            assert await self.stop() == 0, (
                "the bot didn't stop in order before it was started again"
            )
        await self.start()

    # Time

    def later(self, seconds: int) -> None:
        """Set the bot's clock forward, whether or not the bot is up."""
        self._ahead += seconds
        if self._clock is None:
            assert not seconds, "this bot goes by the machine's clock"
            return
        anew = self._clock.with_suffix(".new")
        anew.write_text(str(self._ahead), "utf-8")
        anew.replace(self._clock)

    def now(self) -> int:
        """Return what time it is by the bot's clock, in seconds since 1970."""
        return int(time.time()) + self._ahead

    # People and places

    def person(self, name: str, channel: Channel | str | None = None) -> Actor:
        """Return somebody by name, in a channel if one is given."""
        return self.sandbox.person(name, channel)

    def channel(self, name: str) -> Channel:
        """Return a channel or thread of the first server by its name."""
        return self.sandbox.channel(name)

    def speak(self, language: str) -> None:
        """Give everybody and their servers a language."""
        self.language = language
        world = self.sandbox.world
        for each in (*world.people.values(), *world.guilds.values()):
            self.sandbox.host.set_locale(each, language)

    # Waiting

    async def until(self, predicate: Callable[[], object]) -> None:
        """Wait until something is true of the sandbox, the bot's process or its log."""
        try:
            await self.sandbox.until(predicate, PATIENCE)
        except TimeoutError as error:
            raise AssertionError(f"{error}\n{self._in_vain()}") from None

    def _in_vain(self) -> str:
        """Say what the bot said last: it helps to see why."""
        return "\n".join(["Waited in vain. The bot said:", *self.log[-30:]])

    async def stored(self, predicate: Callable[[], object], patience: float = PATIENCE) -> None:
        """Wait until something is true of the database file."""
        try:
            async with asyncio.timeout(patience):
                before = self._written()
                while not predicate():
                    again = time.monotonic() + LOOK_AGAIN
                    await asyncio.sleep(LOOK)
                    while self._written() == before and time.monotonic() < again:
                        await asyncio.sleep(LOOK)
                    before = self._written()
        except TimeoutError:
            words = f"never stored: {_source(predicate)}, behind are {self.behind()}"
            raise AssertionError(f"{words}\n{self._in_vain()}") from None

    def _written(self) -> list[int]:
        """Return what differs once something was written to the database."""
        found: list[int] = []
        for end in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                file = self.database.with_name(f"{self.database.name}{end}").stat()
                found += [file.st_mtime_ns, file.st_size]
        return found

    async def shown(self, *only: str, patience: float = PATIENCE) -> None:
        """Wait until every table that is awake, or of them only these, shows its newest state."""
        await self.stored(lambda: not self.behind(*only), patience)

    async def greeted(self) -> None:
        """Wait until the bot has said hello on its servers, which may come long after its start."""
        world = self.sandbox.world
        wanted = {
            f"welcome {guild.id}"
            for guild in world.guilds.values()
            if guild.system is not None and world.bot_id in guild.members
        }
        query = "SELECT key FROM meta"
        await self.stored(lambda: wanted <= {key for (key,) in self.rows(query)})

    # What lies on disk

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Read from the database file, on a connection that can't write.

        It is kept for as long as the bot runs: a new one reads the whole schema each time.
        """
        if self.running and not self._stopping:
            if self._reader is None:
                self._reader = self._connect()
            return self._reader.execute(query, values).fetchall()
        with contextlib.closing(self._connect()) as connection:
            return connection.execute(query, values).fetchall()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True, timeout=PATIENCE)

    def _let_go(self) -> None:
        """Close the connection that reads."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def names_at(self, table_id: str) -> list[str]:
        """Return who sits at a table, by their seats."""
        query = "SELECT name FROM seats WHERE table_id = ? ORDER BY seat"
        return [name for (name,) in self.rows(query, table_id)]

    def behind(self, *only: str) -> list[str]:
        """Return the tables that are awake, or of them these, whose newest state isn't shown.

        A private game is shown by the answers to its person alone.
        """
        query = (
            "SELECT id FROM tables WHERE board_revision < revision AND asleep = 0 AND guild_id <> 0"
        )
        return [table_id for (table_id,) in self.rows(query) if not only or table_id in only]

    def log_of(self, table_id: str) -> list[LogRow]:
        """Return the steps of a table's game as they lie on disk."""
        columns = "table_id, step, seat, interaction_id, action, draws, events"
        query = f"SELECT {columns} FROM log WHERE table_id = ? ORDER BY step"
        return [LogRow(*row) for row in self.rows(query, table_id)]

    def applied(self, interaction: Interaction) -> bool:
        """Tell whether the log on disk holds what an interaction did."""
        query = "SELECT 1 FROM log WHERE interaction_id = ?"
        return bool(self.rows(query, int(interaction.id)))

    # Dying in the middle of something

    def dying_at(
        self, nth: int = 1, method: str = "*", path: str = "*", *, unheard: bool = False
    ) -> None:
        """Kill the bot as its nth request of this kind from now reaches Discord.

        The request is carried out, though the bot never hears of it; if `unheard`, it is lost.
        """
        left = nth

        async def count() -> None:
            nonlocal left
            left -= 1
            if not left:
                await self.kill()

        faults = self.sandbox.faults
        if nth > 1:
            faults.fail(method, path, status=None, times=nth - 1, before=count)
        faults.fail(method, path, status=500 if unheard else None, before=count)

    async def death(self, doing: Awaitable[Outcome] | None = None) -> Interaction | None:
        """Wait until the bot has died; return the interaction that `doing` was, answered or not.

        `doing` is what somebody is about to do.
        """
        known = set(self.sandbox.interactions.all)
        task = None if doing is None else asyncio.ensure_future(doing)
        await self.until(lambda: self.dead)
        self.sandbox.faults.clear()
        if task is None:
            return None
        new = [it for number, it in self.sandbox.interactions.all.items() if number not in known]
        made = only(new, "what somebody did while others waited")
        if made.status == "pending":
            # The client would give up in the end; nobody has to wait for that.
            task.cancel()
        await asyncio.wait([task])
        return made

    # What must not have been

    def expect(self, pattern: str) -> None:
        """Say that a line of the log, or a problem of the sandbox, that fits is meant to come."""
        self._expected.append(re.compile(pattern))

    def problems(self) -> list[str]:
        """Return what was wrong: on the wire, in the sandbox, in the bot's log."""
        found = [f"{each.kind}: {each.text}" for each in self.sandbox.problems]
        found += [line for line in self.log if _FAULTY.search(line)]
        return [each for each in found if not any(known.search(each) for known in self._expected)]

    def check(self) -> None:
        """Fail if anything was wrong that the test hasn't said to expect, or didn't come."""
        found = self.problems()
        assert not found, "\n".join(["What was wrong:", *found, "The bot said:", *self.log[-60:]])
        everything = [f"{each.kind}: {each.text}" for each in self.sandbox.problems] + self.log
        for known in self._expected:
            assert any(known.search(each) for each in everything), f"never came: {known.pattern}"


def _source(predicate: Callable[[], object]) -> str:
    """Return the source of what was waited for, on one line."""
    try:
        return " ".join(inspect.getsource(predicate).split())
    except (OSError, TypeError):
        return repr(predicate)
