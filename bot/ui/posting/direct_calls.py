"""Calls by direct message: planned with what asks, sent once, and looked for after a crash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.nights.dates import zone_of
from bot.tables.away import is_away
from bot.tables.clock import MINUTE, ahead
from bot.tables.due_timer import AGAIN, LOOK, DueTimer
from bot.tables.quiet_hours import quiet_of
from bot.tables.table import Table
from bot.tables.trouble import NoTable
from bot.tables.turn_calls import next_digest
from bot.tables.waiting import Placed, Waiting, waits_until_back
from bot.tables.who_sits import TableBrief, briefs
from bot.ui.pages import routes
from bot.ui.pages.my_calls import Called, call_rows, call_text, digest_text, over_text
from bot.ui.pages.page import Page, Row
from bot.ui.pages.tables.who_to_ping import LATELY
from bot.ui.pages.wording import Wording
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.kept_messages import last_messages
from bot.ui.posting.past_calls import PastCalls
from bot.ui.posting.request_budget import Urgency, urgency
from bot.ui.posting.retry_queue import RetryQueue, may_pass_later
from bot.ui.posting.tables.next_tables import NextTables
from bot.ui.services import Services
from storage.call_store import CallRow, CallState
from storage.due_rows import DueRows

GAP: Final = 10 * MINUTE
"""Seconds between two calls by direct message of one person."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mark:
    """What tells a direct message from others, from a button below it."""

    first: int
    last: int
    at: int
    """It made the calls from the first number to the last that were planned until then; or it is
    the digest of that time, if the numbers are 0.
    """

    def control(self) -> str:
        """Return the id of the button that bears it."""
        return routes.CALLS_FROM_DM(self.first, self.last, self.at)

    def made(self, call: CallRow) -> bool:
        """Tell whether a message with this mark has made a call."""
        # After a restore numbers are given once more, but later.
        return self.first <= call.id <= self.last and call.at <= self.at


class News(NamedTuple):
    """What somebody is to be told of by direct message."""

    waits: Sequence[Waiting]
    left: Sequence[TableBrief]
    """Tables that wait until they are back there."""
    language: str | None


def marks_in(controls: Iterable[str]) -> list[Mark]:
    """Return the marks among the ids of the controls below a message."""
    found = (routes.CALLS_FROM_DM.read(each) for each in controls)
    return [Mark(*values) for values in found if values is not None]


def became(state: CallState, calls: Iterable[CallRow]) -> list[tuple[int, CallState]]:
    """Return what became of calls, to be noted."""
    return [(each.id, state) for each in calls]


class DirectCalls:
    """Calls people by direct message who chose that: no call is lost, and none comes twice."""

    def __init__(
        self,
        services: Services,
        answers_first: AnswersFirst,
        schedule: Callable[[str], object],
        pause: float = 0.0,
    ) -> None:
        """`schedule` has a table looked after again.

        The call of somebody who has just made a move is held back for `pause` seconds.
        """
        self._services = services
        self._store = services.tables.store
        self._next_tables = NextTables(services)
        self._schedule = schedule
        self._pause = pause
        # Who has chosen to be called like this is nobody's business.
        self._queue: RetryQueue[str] = RetryQueue(
            "call", self._call, answers_first, secret=True, at_once=True
        )
        self._past = PastCalls(services, answers_first)
        self._moved: dict[tuple[str, int], tuple[int, int]] = {}
        """The step of people's newest moves at tables, and when it was made."""
        times = DueRows(self._store.database, "calls")
        self.due_timer = DueTimer("calls", times, services.tables.now, self._ring, _wait_after)

    def start(self, look: float = LOOK) -> None:
        """Keep watch. `look` is how long the timer may go without asking what time it is."""
        self.due_timer.start(look)

    async def close(self) -> None:
        """Stop calling; what is planned is sent at the next start."""
        await self.due_timer.close()
        await self._queue.close()
        await self._past.close()

    def table_changed(self, table: Table) -> None:
        """Look after those who are asked at a table and are called by direct message."""
        way, mover = self._services.tables.call_ways.way, table.newest_mover()
        self._past.table_changed(table)
        if mover is not None and way(mover, table.id) == "dm":
            self._note_move(table, mover)
        if any(way(table.seats[seat].person, table.id) == "dm" for seat in table.people_asked()):
            self.due_timer.look_now()

    def _note_move(self, table: Table, mover: int) -> None:
        """Note when somebody made the newest move of a table."""
        key, now = (table.id, mover), table.touched_at
        step, at = self._moved.get(key, (-1, now))
        self._moved = {each: made for each, made in self._moved.items() if now - made[1] < LATELY}
        self._moved[key] = (table.step(), at if step == table.step() else now)

    async def say_hello(self, person: int, wording: Wording) -> bool:
        """Send somebody a message as a test; tell whether their direct messages are open."""
        text = wording.gettext("This is how I call you when it's your turn.")
        mark = Mark(0, 0, 0)
        try:
            async with asyncio.timeout(2.0):
                await self._send(person, text, call_rows((), mark.control(), wording))
        except TimeoutError:
            return True
        except discord.HTTPException as error:
            if not may_pass_later(error):
                return False
        return True

    async def _ring(self, person: str) -> bool:
        """Have somebody called: Discord may take long, and keeps nobody else waiting."""
        self._queue.schedule(person)
        # Until then it stays due, and is put off.
        return False

    async def _call(self, key: str) -> None:
        """Do what is due for a person: send what is planned, or their digest."""
        person, now = int(key), self._services.tables.now()
        due, waits = await asyncio.gather(
            self._store.calls.due(person), self._next_tables.waiting(person)
        )
        row, planned = due.row, due.planned
        if row.calls_closed:
            return
        own = await self._services.tables.people.row(person)
        if row.digest_at is not None and own.zone is None:
            row = replace(row, digest_at=None)
            await self._services.tables.call_ways.choose(row)
        until = ahead(now, 0, quiet_of(own))
        if until > now:
            await self._store.calls.put_off(person, until)
            return
        way = self._services.tables.call_ways.way
        live = [each for each in planned if each.open and way(person, each.table_id) == "dm"]
        digest = row.digest_at is not None and row.digest_at <= now
        later = None
        if digest and own.zone is not None:
            later = next_digest(row.times, zone_of(own.zone), now)
        # Who is away isn't called, but where a clock runs on.
        digest = digest and not is_away(own, now)
        states = became("dropped", [each for each in planned if each not in live])
        if live and not digest:
            until = max(row.called_at + GAP, await self._held_until(person, live))
            if until > now:
                await self._store.calls.note_called(person, states)
                await self._store.calls.put_off(person, until)
                return
        if not digest:
            tables = {each.table_id for each in live}
            waits = [each for each in waits if each.table.id in tables]
        news = News(waits, await self._left(person) if digest else (), due.language)
        if not news.waits and not news.left:
            states += became("dropped", live)
            await self._store.calls.note_called(person, states, digest_at=later)
            return
        mark = Mark(0, 0, row.digest_at or 0)
        if not digest:
            mark = Mark(live[0].id, live[-1].id, max(each.at for each in live))
        with urgency(Urgency.PING):
            there = await self._make(person, live, news, mark)
        if not there:
            await self._close(person, live, states)
            return
        states += became("sent", live)
        await self._store.calls.note_called(person, states, called_at=now, digest_at=later)

    async def _make(
        self,
        person: int,
        live: Sequence[CallRow],
        news: News,
        mark: Mark,
    ) -> bool:
        """Call somebody to the tables that wait, unless a message there has done so already.

        Return whether their direct messages are open.
        """
        unsure = self._services.tables.call_ways.unsure
        look = person in unsure
        # It is certain again once this has come to its end.
        unsure.add(person)
        try:
            found = await self._marks(person) if look else []
            digest = not mark.last
            done = all(any(seen.made(each) for seen in found) for each in live)
            if mark not in found and (digest or not done):
                await self._send_calls(person, news, mark)
        except discord.HTTPException as error:
            if may_pass_later(error):
                raise
            log.info("calls can't be sent directly: %s", error.code)
            return False
        unsure.discard(person)
        return True

    async def _left(self, person: int) -> Sequence[TableBrief]:
        """Return the tables that wait until a person is back there."""
        found = briefs(await self._store.tables_of(person))
        return [each for each in found if each.on_server and waits_until_back(each, person)]

    async def _send_calls(self, person: int, news: News, mark: Mark) -> None:
        services = self._services
        tables: list[Placed] = [*(each.table for each in news.waits), *news.left]
        wording = Wording(news.language or tables[0].language)

        def called(table: Placed, game: str, ends: int | None) -> Called:
            server = services.server_name(table.guild_id)
            return Called(table, ends, services.title_of(game, wording), server)

        calls = [called(each.table, each.table.game, each.ends) for each in news.waits]
        left = [called(each, each.game_key, None) for each in news.left]
        text = call_text(calls, wording) if mark.last else digest_text(calls, left, wording)
        rows = call_rows([*calls, *left], mark.control(), wording)
        place, message = await self._send(person, text, rows)
        if not calls:
            return
        over = partial(over_text, calls, wording)
        waits = [each.table.id for each in calls]
        self._past.remember(person, place, message, waits, over)
        for each in waits:
            # They may have moved while it was under way.
            with suppress(NoTable):
                self._past.table_changed(await services.tables.get(each))

    async def _send(self, person: int, text: str, rows: tuple[Row, ...]) -> tuple[int, int]:
        """Send somebody a message; return where it lies, and its id."""
        place = await self._services.bot.create_dm(discord.Object(person))
        sent = await place.send(text, view=Page("", rows=rows).view())
        return place.id, sent.id

    async def _marks(self, person: int) -> list[Mark]:
        """Return the marks of the last messages to somebody: a crash may have come after one."""
        place = await self._services.bot.create_dm(discord.Object(person))
        seen = await last_messages(self._services.bot, place)
        return [mark for message in seen for mark in marks_in(message.controls)]

    async def _close(
        self, person: int, live: Sequence[CallRow], states: Collection[tuple[int, CallState]]
    ) -> None:
        """Call somebody in the threads from now on: their direct messages are closed."""
        tables = self._services.tables
        await self._store.calls.note_dms_refused(person, [*states, *became("closed", live)])
        tables.call_ways.note_dms_refused(person, 1)
        for table_id in {each.table_id for each in live}:
            await tables.save_whereabouts(table_id, board_revision=-1)
            self._schedule(table_id)

    async def _held_until(self, person: int, live: Sequence[CallRow]) -> int:
        """Return until when calls are held back: somebody who has just moved looks at their hand.

        One that isn't held back takes the others with it.
        """
        found: list[int] = []
        for each in live:
            with suppress(NoTable):
                table = await self._services.tables.get(each.table_id)
                _step, at = self._moved.get((table.id, person), (-1, -LATELY))
                lately = table.newest_mover() == person or table.touched_at - at < LATELY
                held = lately and each.reason == "move"
                found.append(table.touched_at + round(self._pause) if held else 0)
        return min(found, default=0)


def _wait_after(person: str, error: Exception) -> float:
    """Return for how many seconds a person is put off whose calls have failed."""
    log.error("somebody's calls failed: %s", type(error).__name__)
    return AGAIN
