"""The budget of requests: how many with the bot's token leave each second, and which go first.

Discord allows fifty a second for the whole bot, and after one too many refuses all of them for a
while. Answers to people don't count: they carry the token of what was clicked.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from itertools import count
from typing import Any, Final

import aiohttp
import discord

from bot.ui.posting.shut_places import ShutPlaces

WINDOW: Final = 1.0
"""The seconds during which Discord counts a request."""
LATELY: Final = 10.0
"""The seconds over which the rate of requests is taken."""
TURN: Final = 5.0
"""Seconds after which a turn that nobody has taken goes to the next in line."""


class Urgency(IntEnum):
    """What a request is for; the earlier members go first when there isn't room for all."""

    ANSWER = 0
    """Somebody waits for it."""
    PING = 1
    BOARD = 2
    CARD = 3
    REST = 4


_urgency: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.ANSWER)


@contextmanager
def urgency(level: Urgency) -> Iterator[None]:
    """Give the requests that are made meanwhile this urgency."""
    before = _urgency.set(level)
    try:
        yield
    finally:
        _urgency.reset(before)


class RequestBudget:
    """Lets requests leave by their urgency, and so few that Discord never counts too many.

    A request has a place from when it leaves until a second after its answer has come. Discord
    counts it somewhere in between, so however long each is under way, all that are counted within
    one second have a place at the same time: never more than there are places.

    All requests of discord.py go through `trace`, including those that it repeats.
    """

    def __init__(self, places: int, shut: ShutPlaces | None = None) -> None:
        """`places` is the most requests in a second; those that `shut` stops don't count."""
        self.shut = shut or ShutPlaces()
        self.counts: Counter[str] = Counter()
        """Requests so far: `bot` with the bot's token, `answers` with that of an interaction, and
        by the status of their refusal.
        """
        self._places = places
        self._reserve = places // 5
        """Places that are kept free for what is urgent."""
        self._taken = 0
        self._shut_until = float("-inf")
        self._left: deque[float] = deque(maxlen=round(places * LATELY))
        """When the last requests left, by the loop's clock."""
        self._order = count()
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []
        self._line: dict[str, Callable[[str], object]] = {}
        self._turns: set[str] = set()
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._start)
        self.trace.on_request_end.append(self._end)
        self.trace.on_request_exception.append(self._fail)

    @property
    def busy(self) -> bool:
        """Whether so much is going on that things should be put together."""
        return bool(self._waiting or self._line) or self._taken > self._places // 2

    @property
    def rate(self) -> float:
        """How many requests with the bot's token have left in a second, lately."""
        now = asyncio.get_running_loop().time()
        while self._left and self._left[0] <= now - LATELY:
            self._left.popleft()
        return len(self._left) / LATELY

    @property
    def waiting(self) -> int:
        """How many requests wait for a place."""
        return len(self._waiting)

    def spare(self, key: str, ready: Callable[[str], object]) -> bool:
        """Tell whether there is room now for something that isn't urgent.

        If there isn't, `ready` is called with the key when its turn comes, in the order of asking;
        a key that asks again keeps its place in the queue.
        """
        if key in self._turns:
            self._turns.discard(key)
            # Its job may need no request after all.
            asyncio.get_running_loop().call_soon(self._go_on)
            return True
        if not self._line and self._has_spare():
            return True
        self._line.setdefault(key, ready)
        return False

    def leave_line(self, key: str) -> None:
        """Pass on the turn of a key that needs no room any more."""
        self._line.pop(key, None)
        self._end_turn(key)

    def _has_spare(self) -> bool:
        """Tell whether there is a place for the next in the queue, as urgent as a board."""
        before = bool(self._waiting) and self._waiting[0][0] <= Urgency.BOARD
        return not before and self._fits(Urgency.REST)

    def _fits(self, level: Urgency) -> bool:
        if asyncio.get_running_loop().time() < self._shut_until:
            return False
        kept = 0 if level <= Urgency.PING else self._reserve
        promised = 0 if level <= Urgency.BOARD else len(self._turns)
        return self._taken + promised + kept < self._places

    async def _take_place(self, level: Urgency) -> None:
        if self._fits(level) and (not self._waiting or level < self._waiting[0][0]):
            self._taken += 1
            return
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (level, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back()
            raise

    def _give_back(self) -> None:
        self._taken -= 1
        self._go_on()

    def _go_on(self) -> None:
        """Release those that have room: the queue goes before what is less urgent than boards."""
        self._let_go(Urgency.BOARD)
        while self._line and self._has_spare():
            key = next(iter(self._line))
            ready = self._line.pop(key)
            self._turns.add(key)
            asyncio.get_running_loop().call_later(TURN, self._end_turn, key)
            ready(key)
        self._let_go(Urgency.REST)

    def _let_go(self, least: Urgency) -> None:
        """Release waiting requests of at least this urgency while there is room."""
        while self._waiting:
            level, _number, turn = self._waiting[0]
            if not turn.done() and (level > least or not self._fits(level)):
                return
            heapq.heappop(self._waiting)
            if not turn.done():
                self._taken += 1
                turn.set_result(None)

    def _end_turn(self, key: str) -> None:
        """Pass on a turn that was not taken."""
        if key in self._turns:
            self._turns.discard(key)
            self._go_on()

    # What aiohttp reports

    async def _start(
        self, _session: aiohttp.ClientSession, request: Any, sent: aiohttp.TraceRequestStartParams
    ) -> None:
        """Hold a request back until there is a place for it."""
        request.has_place = sent.headers.get("Authorization", "").startswith("Bot ")
        if request.has_place:
            self.shut.demand_not_shut(sent)
            await self._take_place(_urgency.get())
            try:
                # Others may have been refused meanwhile.
                self.shut.demand_not_shut(sent)
            except discord.HTTPException:
                self._give_back()
                raise
            self._left.append(asyncio.get_running_loop().time())
        # The gateway is called by another kind of address.
        if sent.url.scheme in ("http", "https"):
            self.counts["bot" if request.has_place else "answers"] += 1

    async def _end(
        self, _session: aiohttp.ClientSession, request: Any, sent: aiohttp.TraceRequestEndParams
    ) -> None:
        """Note the answer, and give the place back a second later."""
        answer = sent.response
        if answer.status in (401, 403, 404, 429):
            self.counts[str(answer.status)] += 1
        if not request.has_place:
            return
        loop = asyncio.get_running_loop()
        if answer.status == 429 and "X-RateLimit-Global" in answer.headers:
            # Another process uses the same token, or Discord counts otherwise.
            seconds = float(answer.headers.get("Retry-After", WINDOW))
            self._shut_until = loop.time() + seconds
            loop.call_at(self._shut_until, self._go_on)
        loop.call_later(WINDOW, self._give_back)
        await self.shut.learn(sent)

    async def _fail(
        self,
        _session: aiohttp.ClientSession,
        request: Any,
        _sent: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        """Give back the place of a request that got no answer; it may have been counted."""
        if request.has_place:
            asyncio.get_running_loop().call_later(WINDOW, self._give_back)
