"""A browser for the tests of the page, or a notice that there is none."""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Route,
    ViewportSize,
    async_playwright,
)

from bot.sandbox import Sandbox, Supervisor
from tests.e2e import forks
from tests.e2e.conftest import forked_bots, real_starts
from tests.emoji import no_emoji, plant
from tests.page import browser as chromium
from tests.page.tab import Tab
from tests.up_to_date import up_to_date

__all__ = ["forked_bots", "real_starts"]

PAGE = Path(__file__).parents[2] / "bot" / "sandbox" / "page"
SMALL_BOT = [sys.executable, "-m", "tests.page.small_bot"]
NUMBERS = itertools.count(1)
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip everything here where no Chromium is installed."""
    if chromium.find():
        return
    notice = pytest.mark.skip(reason="no Chromium here (Debian: apt-get install chromium)")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(notice)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Start one Chromium for all tests of the page."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.ARGUMENTS
        )
        yield started
        await started.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def bare(browser: Browser) -> AsyncIterator[Page]:
    """Yield a page that can import the page's modules, with no sandbox behind it."""
    context = await browser.new_context()
    page = await context.new_page()

    async def serve(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        file = PAGE / name
        if name and file.is_file():
            await route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        else:
            await route.fulfill(body="<!doctype html><title>bare</title>", content_type="text/html")

    await page.route("**/*", serve)
    await page.goto("http://127.0.0.1:9/")
    yield page
    await context.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    """Run a sandbox with the small bot in it, for all tests that leave it as it was."""
    async with Sandbox() as served:
        served.ratelimits.generous()
        served.sharding.generous()
        env = {**os.environ, "DISCORD_URL": served.url, "DISCORD_TOKEN": served.token}
        child = await asyncio.create_subprocess_exec(*SMALL_BOT, env=env)
        try:
            await served.until(
                lambda: served.gateway.online and bool(served.world.commands.get(None)), 30
            )
            yield served
        finally:
            child.terminate()
            await child.wait()


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[Sandbox]:
    """Run a sandbox with the bot itself in it, its process in the sandbox's hands."""
    async with bot_in_sandbox(tmp_path) as served:
        yield served


class ForkedBots(Supervisor):
    """Starts its bot by fork."""

    async def launch(self) -> Any:
        """Fork one bot, whose database is up to date; what it logs belongs to the test's output."""
        env = {**os.environ, **self.env}
        up_to_date(Path(env["DATABASE"]))
        process = await forks.fork(self.command[3:], Path.cwd(), env)
        self._logging = asyncio.create_task(self._log(process))
        return process

    async def _log(self, process: forks.Forked) -> None:
        assert process.stderr is not None, "a bot has errors to be read"
        async for line in process.stderr:
            sys.stderr.write(line.decode("utf-8", "replace"))


@asynccontextmanager
async def bot_in_sandbox(
    folder: Path, *arguments: str, emoji: bool = False
) -> AsyncIterator[Sandbox]:
    """Run the bot itself in a sandbox, with more arguments, its database in a folder.

    All its emoji are there from the beginning, or none.
    """
    async with Sandbox() as served:
        served.ratelimits.generous()
        served.sharding.generous()
        if emoji:
            plant(served)
        else:
            no_emoji(served)
        env = {
            "DISCORD_URL": served.url,
            "DISCORD_TOKEN": served.token,
            "DATABASE": str(folder / "games.sqlite3"),
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "COMPUTER_DELAY": "0",
            "COMPUTER_DELAY_ALONE": "0",
            "PICTURE_PAUSE": "0",
            "PING_PAUSE": "0",
            "REQUESTS_A_SECOND": "1000000",
        }
        bots = ForkedBots if forks.in_use else Supervisor
        supervisor = bots([sys.executable, "-m", "bot", "run", *arguments], env)
        served.supervise(supervisor)
        supervisor.start()
        await served.until(
            lambda: served.gateway.online and bool(served.world.commands.get(None)), 30
        )
        yield served
        await supervisor.stop()


@pytest.fixture
def channel(sandbox: Sandbox) -> Iterator[str]:
    """Yield a channel nobody has written in."""
    made = sandbox.world.add_channel(sandbox.world.guild("Acorn Café"), f"room-{next(NUMBERS)}")
    yield made.id
    sandbox.world.delete_channel(made)


class Pages:
    """Pages of the browser that one test uses after another, each in a context of its own.

    A new one costs a new process, which has to load the fonts and all scripts.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[tuple[int, int], list[Page]] = defaultdict(list)

    async def take(self, viewport: ViewportSize) -> Page:
        """Return a page of a size, as if nobody had used it yet."""
        free = self._free[viewport["width"], viewport["height"]]
        if free:
            return free.pop()
        # One context each: a tab behind another hardly draws, and every click would wait for it.
        context = await self._browser.new_context(viewport=viewport)
        page = await context.new_page()
        page.set_default_timeout(45_000)
        return page

    async def give_back(self, page: Page) -> None:
        """Leave nothing behind of what was done on a page, or close it."""
        size = page.viewport_size
        if size is None or not page.url.startswith("http"):
            # What it remembers can be deleted only while it is there.
            await page.context.close()
            return
        await page.unroute_all()
        await page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        await page.context.clear_cookies()
        await page.mouse.move(0, 0)
        await page.goto("about:blank")
        self._free[size["width"], size["height"]].append(page)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pages(browser: Browser) -> Pages:
    """Keep the pages that are free."""
    return Pages(browser)


@pytest_asyncio.fixture(loop_scope="session")
async def tab(pages: Pages, sandbox: Sandbox) -> AsyncIterator[Callable[..., Awaitable[Tab]]]:
    """Yield a way to open windows of a browser; what the page complains about fails the test."""
    opened: list[Page] = []
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # A refused click is an answer of 400, which the browser logs as well.
        if message.type == "error" and "status of 40" not in message.text:
            complaints.append(message.text)

    def fail(error: Error) -> None:
        complaints.append(str(error))

    async def open_tab(
        person: str,
        channel_id: str | None = None,
        *,
        viewport: ViewportSize = chromium.DESK,
        at: Sandbox = sandbox,
    ) -> Tab:
        page = await pages.take(viewport)
        opened.append(page)
        page.on("console", note)
        page.on("pageerror", fail)
        found = Tab(page, at)
        await found.arrive(person, channel_id)
        return found

    yield open_tab
    for page in opened:
        page.remove_listener("console", note)
        page.remove_listener("pageerror", fail)
    for page in opened:
        await pages.give_back(page)
    assert complaints == [], "the page complained"


@pytest_asyncio.fixture(loop_scope="session")
async def headers(sandbox: Sandbox) -> Callable[[str], Awaitable[dict[str, str]]]:
    """Return a way to read the headers of an answer."""

    async def read(path: str) -> dict[str, str]:
        async with aiohttp.ClientSession() as session, session.get(sandbox.url + path) as answer:
            return dict(answer.headers)

    return read


@pytest_asyncio.fixture(loop_scope="session")
async def empty() -> AsyncIterator[Sandbox]:
    """Run a sandbox in which no bot is connected: the test speaks for it."""
    async with Sandbox() as served:
        served.ratelimits.generous()
        served.sharding.generous()
        yield served
