"""Private pages that follow what they tell of, as open hands do: edited once it has changed.

The last line of such a page says as of when it is, so it stays true once nothing follows any more.
The last edit that Discord allows says that it is the last, and leaves nothing else but the one
button that shows the page anew. Where a process ended before that, the next one says so on each,
and on hands.

A page of what is over has no such line: it changes only if somebody corrects that, is edited then
while it can be, and says no more of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

import discord
from discord.http import Route

from bot.nights.night import NoNight
from bot.tables.trouble import Trouble
from bot.ui.pages import routes
from bot.ui.pages.nights import ask_routes, desk_routes, series_routes
from bot.ui.pages.nights.desk_page import over_line
from bot.ui.pages.page import Button, Page
from bot.ui.pages.posting_words import NOT_UPDATED, apart
from bot.ui.pages.wording import Wording
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.replies import WIRE, message_of, said, wording_of
from bot.ui.posting.retry_queue import RetryQueue, may_pass_later
from bot.ui.posting.stopped_pages import (
    at_rest,
    not_updated,
    press_to_show,
    stopped_hand,
    stopped_page,
)
from bot.ui.services import Interaction, Services
from storage.errors import WriteRefused
from storage.open_page_store import OpenPageRow

FOLLOWS: Final = 14 * 60
"""Seconds for which a page or a hand is kept fresh after its person last used it: Discord lets it
be changed for 15 minutes, and the last of them is for saying that it no longer is."""
AGAIN: Final = 1.0
"""Seconds until a page is looked at again that mustn't be drawn yet."""
PATIENCE: Final = 1.0
"""Seconds for which a press on a page or a hand waits while that is being edited."""

_TIME: Final = re.compile("<t:([0-9]+)")
"""A time that a page names."""

Kind = Literal[
    "desk", "more", "series", "night", "points", "replays", "table", "ask", "answer", "attend"
]
"""What a leader of a night has open, about it, its plan or its series, how it stands for a guest,
the points, the games that have ended, a table's page, what hosts have open about a question which
date suits, what somebody has answered it, and all nights of a server to one person.
"""

SHOWS: Final[Mapping[str, Callable[[str], str]]] = {
    "desk": desk_routes.DESK,
    "more": desk_routes.DESK_MORE,
    "series": series_routes.SERIES,
    "night": routes.SHOW_NIGHT,
    "table": routes.TABLE_PAGE,
    "attend": lambda guild: series_routes.ATTEND(int(guild)),
    "ask": ask_routes.CLOSE,
    "answer": lambda ask: ask_routes.WHO(ask, 0),
}
"""What shows a page anew that isn't edited any more: all else on it may be out of date by then.
Who can come on which date shows what somebody has answered. Points show themselves anew, where they
were.
"""


class Key(NamedTuple):
    """Which page it is. Of one kind about the same, somebody has one open at a time."""

    about: str
    """What it is about, such as the id of a night, or of a server."""
    kind: Kind
    person: int
    """Whose it is."""
    message: int


class Pressed(NamedTuple):
    """Where somebody has pressed last."""

    message: int = 0
    press: int = 0
    """The number of that press."""
    key: Key | None = None
    """The page that lay open there."""


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
    ends_at: int
    """When it is edited for the last time, in seconds since 1970."""
    looked_at: int
    """Up to when the times that it names have been looked at, in the same seconds."""
    stopped: bool = False
    """Whether it stays as it is, until a newer one stands."""
    newer: bool = False
    """Whether its person has opened a newer one, so that it is deleted."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it is edited."""


class OpenPages:
    """Keeps private pages up to date while Discord lets them be edited: a quarter of an hour."""

    def __init__(self, services: Services, answers_first: AnswersFirst, pause: float = 0.0) -> None:
        """Between two edits of a page there is a `pause` at least."""
        self._services = services
        self._pause = pause
        self._store = services.tables.store.open_pages
        self._open: dict[Key, OpenPage] = {}
        self._pressed: dict[int, Pressed] = {}
        """By person, where they last pressed."""
        self._stopped: dict[int, OpenPageRow] = {}
        """What an earlier process followed with, by message, until it says that it stopped there or
        is pressed on.
        """
        self._earlier: dict[int, OpenPageRow] = {}
        """The same, until it is pressed on, or deleted as its person opens another one."""
        self._telling = asyncio.Lock()
        """Held while one of these is edited."""
        self._tasks: list[asyncio.Task[None]] = []
        self._queue: RetryQueue[Key] = RetryQueue("page", self._redraw, answers_first)

    def start(self, look: float) -> None:
        """Say on what an earlier process followed with that nothing follows any more.

        `look` is how many seconds pass until it is looked which pages of this one come to that.
        """
        self._tasks.append(asyncio.create_task(self._tell_stopped()))
        self._tasks.append(asyncio.create_task(self._watch(look), name="open pages"))

    async def close(self) -> None:
        """Stop drawing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._queue.close()

    def changed(self, about: str) -> None:
        """Look after the pages about something that has changed."""
        for key in self._open:
            if key.about == about:
                self._queue.schedule(key)

    async def lay_open(
        self, about: str, kind: Kind, interaction: Interaction, shown: Page, draw: Draw
    ) -> None:
        """Follow with a page just shown; other such ones of the person are deleted, also those that
        stay as they are.

        One that they have pressed on meanwhile may show something else by now.
        """
        self._open = {key: each for key, each in self._open.items() if _lives(each)}
        message, at = message_of(interaction), self._services.tables.now()
        key = Key(about, kind, interaction.user.id, message)
        drawn_at = asyncio.get_running_loop().time()
        page = OpenPage(key, interaction, draw, shown, drawn_at, at + FOLLOWS, at)
        pressed = self._pressed.get(key.person, Pressed())
        changes = pressed.message == message and pressed.press > interaction.id
        if not _lives(page) or changes:
            return
        for other in self._others(page):
            other.newer = True
            self._queue.schedule(other.key)
        self._open[key] = page
        # What it tells of may have changed while it was on its way.
        self._queue.schedule(key)
        if _follows(shown):
            await note_open(self._services, interaction, key)
        await self._delete_earlier(key)

    async def left(self, interaction: Interaction) -> OpenPage | None:
        """Let go of the page on which somebody presses something, as it may be replaced.

        Return it; what was being drawn there is out once this returns.
        """
        person, message = interaction.user.id, message_of(interaction)
        self._pressed[person] = Pressed(message, interaction.id)
        self._earlier.pop(message, None)
        if self._stopped.pop(message, None) is not None:
            await until_out(self._telling)
        for page in [each for key, each in self._open.items() if key.person == person]:
            if message_of(page.interaction) == message:
                self._open.pop(page.key)
                self._pressed[person] = Pressed(message, interaction.id, page.key)
                await until_out(page.lock)
                return page
        return None

    def pressed(self, about: str, kind: Kind, interaction: Interaction) -> bool:
        """Tell whether somebody pressed on a page that a newer one about the same would delete: an
        answer below it would be one to a message that was deleted, so it stands in its place.
        """
        pressed = self._pressed.get(interaction.user.id, Pressed())
        same = pressed.key is not None and pressed.key[:2] == (about, kind)
        return same and pressed.press == interaction.id

    def back(self, page: OpenPage | None, interaction: Interaction) -> None:
        """Follow with a page again, if the press on it was answered elsewhere."""
        if page is None or page.key in self._open or interaction.response.type in CHANGES:
            return
        if self._others(page):
            page.newer = True
        self._open[page.key] = page
        self._queue.schedule(page.key)

    async def _redraw(self, key: Key) -> None:
        """Edit a page if it has changed, not too often; the last edit is made in any case."""
        page = self._open.get(key)
        if page is None:
            return
        if not _lives(page):
            self._let_go(page)
            return
        if page.newer:
            await self._delete(page)
            return
        if page.stopped:
            return
        wait = page.drawn_at + self._pause - asyncio.get_running_loop().time()
        if wait > 0:
            self._queue.schedule_in(wait, key)
            return
        try:
            drawn = await page.draw()
        except Trouble:
            page.stopped = True
            return
        ends = self._ends(page)
        if drawn is None and not ends:
            self._queue.schedule_in(AGAIN, key)
            return
        # What mustn't be shown yet isn't waited for at the end.
        drawn = drawn or page.shown
        async with page.lock:
            if self._open.get(key) is not page:
                return
            says = _follows(drawn)
            if not (ends and says) and _told(drawn) == _told(page.shown):
                page.stopped = ends
                return
            told = _ended(page, drawn) if ends and says else drawn
            try:
                await page.interaction.edit_original_response(**said(told, page.interaction))
            except discord.HTTPException as error:
                if may_pass_later(error):
                    raise
                # Dismissed, or its time is over.
                log.info("a page of %s follows no more: %s", key.about, error.code)
                self._let_go(page)
                return
            page.shown, page.drawn_at = drawn, asyncio.get_running_loop().time()
        if (ends or not says) and self._open.get(key) is page:
            page.stopped = ends
            await note_closed(self._services, page.interaction)

    async def _delete(self, page: OpenPage) -> None:
        """Delete a page, as a newer one stands, so that they don't pile up."""
        async with page.lock:
            if self._open.get(page.key) is not page:
                return
            try:
                await page.interaction.delete_original_response()
            except discord.HTTPException as error:
                # Otherwise it was dismissed already, or its time is over.
                if may_pass_later(error):
                    raise
            self._let_go(page)
        await note_closed(self._services, page.interaction)

    def _ends(self, page: OpenPage) -> bool:
        """Tell whether a page is edited for the last time: soon it can't be any more."""
        return self._services.tables.now() >= page.ends_at

    def _others(self, page: OpenPage) -> list[OpenPage]:
        """Return what its person has open about the same in other messages."""
        of = page.key[:3]
        return [each for key, each in self._open.items() if key[:3] == of and key != page.key]

    async def _watch(self, look: float) -> None:
        while True:
            now = self._services.tables.now()
            for key, page in [*self._open.items()]:
                if not _lives(page):
                    self._let_go(page)
                elif not page.stopped and (self._ends(page) or _is_reached(page, now)):
                    self._queue.schedule(key)
                page.looked_at = now
            await asyncio.sleep(look)

    def _let_go(self, page: OpenPage) -> None:
        if self._open.get(page.key) is page:
            del self._open[page.key]

    async def _tell_stopped(self) -> None:
        rows = await self._store.take(self._services.tables.now())
        self._stopped, self._earlier = ({row.page: row for row in rows} for _ in range(2))
        for row in rows:
            try:
                await self._tell(row)
            except discord.HTTPException as error:
                # Dismissed, or its time is over.
                log.info("a page that lay open can't be told that it stopped: %s", error.code)

    async def _tell(self, row: OpenPageRow) -> None:
        """Say on a page or a hand since when it may be out of date."""
        http = self._services.bot.http
        message: Any = await http.request(_message("GET", self._services, row))
        over = "" if row.hand else await self._over(message, Wording(row.language))
        shows = SHOWS[row.kind](row.about) if row.kind in SHOWS else ""
        told = stopped_hand(message, row) if row.hand else stopped_page(message, row, over, shows)
        async with self._telling:
            if told and row.page in self._stopped:
                await http.request(_message("PATCH", self._services, row), json=told)
                self._stopped.pop(row.page, None)

    async def _delete_earlier(self, key: Key) -> None:
        """Delete what an earlier process followed with and a newer page takes the place of."""
        for row in [*self._earlier.values()]:
            if (row.about, row.kind, row.person) != key[:3]:
                continue
            del self._earlier[row.page]
            self._stopped.pop(row.page, None)
            async with self._telling:
                # Otherwise it was dismissed, or its time is over.
                with contextlib.suppress(*WIRE):
                    await self._services.bot.http.request(_message("DELETE", self._services, row))

    async def _over(self, message: Any, wording: Wording) -> str:
        """Return that the night of a desk is over, and where its recap is; "" for other pages."""
        for row in message.get("components") or ():
            for each in row.get("components", ()):
                if found := desk_routes.DESK.read(each.get("custom_id", "")):
                    with contextlib.suppress(NoNight):
                        night = await self._services.nights.get(found[0])
                        return over_line(night, wording) if night.over else ""
        return ""


def _message(method: str, services: Services, row: OpenPageRow) -> Route:
    """Return how Discord is asked about a message that an earlier process followed with."""
    path = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    bot = services.bot
    return Route(method, path, webhook_id=bot.application_id, webhook_token=row.token)


async def note_open(services: Services, interaction: Interaction, page: Key | None = None) -> None:
    """Note for the next process that the answer to an interaction is followed with: as a `page`, or
    as a hand.
    """
    at, language = services.tables.now(), wording_of(interaction).language
    row = OpenPageRow(message_of(interaction), interaction.token, language, at, page is None)
    if page is not None:
        row = replace(row, about=page.about, kind=page.kind, person=page.person)
    with contextlib.suppress(WriteRefused):
        await services.tables.store.open_pages.lay_open(row)


async def note_closed(services: Services, interaction: Interaction) -> None:
    """Note that the answer to an interaction isn't followed with any more."""
    with contextlib.suppress(WriteRefused):
        await services.tables.store.open_pages.forget(message_of(interaction))


async def until_out(lock: asyncio.Lock) -> None:
    """Wait until an edit is out that is made under a lock, but not longer than `PATIENCE`."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE), lock:
            pass


def _lives(page: OpenPage) -> bool:
    """Tell whether a page can still be edited."""
    return not page.interaction.is_expired()


def _ended(page: OpenPage, drawn: Page) -> Page:
    """Return a page that says that it isn't edited any more."""
    wording = wording_of(page.interaction)
    rest, time = apart(drawn.text)
    if shows := SHOWS.get(page.key.kind):
        show = Button(shows(page.key.about), wording.gettext("Show now"))
        line = wording.gettext(NOT_UPDATED, time=time, press=f"**{show.label}**")
        # What somebody was answered stays readable: whether they're in, above all.
        kept = at_rest(rest.partition("\n")[0], time) if page.key.kind == "night" else ""
        text = "\n".join(filter(None, (line, kept)))
        return replace(drawn, text=text, fields=(), footer="", rows=((show,),))
    fields = [replace(each, text=at_rest(each.text, time)) for each in drawn.fields]
    rows = [row for row in drawn.rows if isinstance(row, tuple)]
    labels = [each.label for row in rows for each in row]
    said = not_updated(drawn.text, wording, press_to_show(labels, wording))
    return replace(drawn, text=said, fields=tuple(fields))


def _is_reached(page: OpenPage, now: int) -> bool:
    """Tell whether a time that a page names has come since it was looked at: what was to be then,
    or by then, isn't any more.
    """
    texts = (page.shown.text, *(each.text for each in page.shown.fields))
    times = (int(each) for text in texts for each in _TIME.findall(text))
    return any(page.looked_at < each <= now for each in times)


def _follows(page: Page) -> bool:
    """Tell whether a page says as of when it is: one that doesn't is of what is over."""
    return bool(apart(page.text)[1])


def _told(page: Page) -> tuple[object, ...]:
    """Return what a page tells, without as of when."""
    text, _time = apart(page.text)
    return page.title, text, page.fields, page.rows, page.footer, page.colour
