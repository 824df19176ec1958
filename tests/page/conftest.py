"""A browser for the tests of the page, or a notice that there is none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.page import browser as chromium

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Route

PAGE = Path(__file__).parents[2] / "bot" / "sandbox" / "page"
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
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.ARGUMENTS
        )
        yield started
        await started.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def bare(browser: Browser) -> AsyncIterator[Page]:
    """Give a page that can import the page's modules, with no sandbox behind it."""
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
