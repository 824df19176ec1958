"""Private pages that follow what they tell of, as open hands do: edited once it has changed.

The first line of such a page says as of when it is, so it stays true once nothing follows any more.
Where a process ended before its pages could be edited no more, the next one says so on each.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord.http import Route

from bot.engine.text import marked as _
from bot.tables.trouble import Trouble
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.replies import message_of, said, wording_of
from bot.ui.posting.retry_queue import RetryQueue, may_pass_later
from bot.ui.services import Interaction, Services
from storage.open_page_store import OpenPageRow

PAUSE: Final = 3.0
"""Seconds between two edits of a page, at least."""
AGAIN: Final = 1.0
"""Seconds until a page is looked at again that mustn't be drawn yet."""
PATIENCE: Final = 1.0
"""Seconds for which a press on a page or a hand waits while that is being edited."""

STOPPED: Final = _("⚠️ I was offline: this page may be out of date until you press a button.")

Key = tuple[str, int]
"""What a page is about, such as a night's id, and whose it is."""
Draw = Callable[[], Awaitable[Page | None]]
"""Returns a page as it stands; None if it mustn't be shown yet. Raises Trouble if it is nobody's
business any more.
"""
CHANGES: Final = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""The answers to a press that put something else in place of a page."""

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class OpenPage:
    """A page that lies open: how to change it, and what it shows."""

    key: Key
    interaction: Interaction
    """Its answer is the page."""
    draw: Draw
    shown: Page
    drawn_at: float
    """When it was last drawn, by the loop's clock."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it is edited."""


class OpenPages:
    """Keeps private pages up to date while Discord lets them be edited: a quarter of an hour."""

    def __init__(self, services: Services, answers_first: AnswersFirst) -> None:
        self._services = services
        self._store = services.tables.store.open_pages
        self._open: dict[Key, OpenPage] = {}
        self._telling: asyncio.Task[None] | None = None
        self._queue: RetryQueue[Key] = RetryQueue("page", self._redraw, answers_first)

    def start(self) -> None:
        """Say on the pages that an earlier process followed with that nothing follows any more."""
        self._telling = asyncio.create_task(self._tell_stopped())

    async def close(self) -> None:
        """Stop drawing."""
        if self._telling is not None:
            self._telling.cancel()
        await self._queue.close()

    def changed(self, about: str) -> None:
        """Look after the pages about something that has changed."""
        for key in self._open:
            if key[0] == about:
                self._queue.schedule(key)

    async def lay_open(self, about: str, interaction: Interaction, shown: Page, draw: Draw) -> None:
        """Follow with a page just shown; the person's page of before stays as it is."""
        self._open = {key: each for key, each in self._open.items() if _lives(each)}
        key, now = (about, interaction.user.id), asyncio.get_running_loop().time()
        page = OpenPage(key, interaction, draw, shown, now)
        if _lives(page):
            self._open[key] = page
            # What it tells of may have changed while it was on its way.
            self._queue.schedule(key)
            message, language = message_of(interaction), wording_of(interaction).language
            at = self._services.tables.now()
            await self._store.lay_open(OpenPageRow(message, interaction.token, language, at))

    async def left(self, interaction: Interaction) -> OpenPage | None:
        """Let go of the page on which somebody presses something, as it may be replaced.

        Return it; what was being drawn there is out once this returns.
        """
        person = interaction.user.id
        for page in [each for key, each in self._open.items() if key[1] == person]:
            if message_of(page.interaction) == message_of(interaction):
                self._open.pop(page.key)
                await until_out(page.lock)
                return page
        return None

    def back(self, page: OpenPage | None, interaction: Interaction) -> None:
        """Follow with a page again, if the press on it was answered elsewhere."""
        if page is None or page.key in self._open or interaction.response.type in CHANGES:
            return
        self._open[page.key] = page
        self._queue.schedule(page.key)

    async def _redraw(self, key: Key) -> None:
        """Edit a page if it has changed, not too often."""
        page = self._open.get(key)
        if page is None:
            return
        wait = page.drawn_at + PAUSE - asyncio.get_running_loop().time()
        if wait > 0:
            self._later(key, wait)
            return
        try:
            drawn = await page.draw() if _lives(page) else page.shown
        except Trouble:
            self._open.pop(key, None)
            return
        if drawn is None:
            self._later(key, AGAIN)
            return
        async with page.lock:
            if self._open.get(key) is not page or _told(drawn) == _told(page.shown):
                return
            try:
                await page.interaction.edit_original_response(**said(drawn))
            except discord.HTTPException as error:
                if may_pass_later(error):
                    raise
                # Dismissed, or its time is over.
                log.info("a page of %s follows no more: %s", key[0], error.code)
                self._open.pop(key, None)
                return
            page.shown, page.drawn_at = drawn, asyncio.get_running_loop().time()

    async def _tell_stopped(self) -> None:
        for row in await self._store.take(self._services.tables.now()):
            try:
                await self._tell(row)
            except discord.HTTPException as error:
                # Dismissed, or its time is over.
                log.info("a page that lay open can't be told that it stopped: %s", error.code)

    async def _tell(self, row: OpenPageRow) -> None:
        """Say on a page, below as of when it is, that it is out of date; it keeps its buttons."""
        bot = self._services.bot
        at = {"webhook_id": bot.application_id, "webhook_token": row.token}
        path = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
        message: Any = await bot.http.request(Route("GET", path, **at))
        embed, *others = message.get("embeds") or [{}]
        first, _break, rest = embed.get("description", "").partition("\n")
        if not first.startswith("-# "):
            # A question has taken its place.
            return
        line = Wording(row.language).gettext(STOPPED)
        embeds = [{**embed, "description": f"{first}\n{line}\n{rest}"}, *others]
        await bot.http.request(Route("PATCH", path, **at), json={"embeds": embeds})

    def _later(self, key: Key, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._queue.schedule, key)


async def until_out(lock: asyncio.Lock) -> None:
    """Wait until an edit is out that is made under a lock, but not longer than `PATIENCE`."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE), lock:
            pass


def _lives(page: OpenPage) -> bool:
    """Tell whether a page can still be edited."""
    return not page.interaction.is_expired()


def _told(page: Page) -> tuple[object, ...]:
    """Return what a page tells, without as of when."""
    return page.title, page.text.partition("\n")[2], page.rows, page.footer, page.colour
