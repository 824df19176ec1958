"""Places that have refused the bot: it doesn't ask there again until something there changes.

Discord shuts a bot out for a while after ten thousand refusals within ten minutes.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from math import inf
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot.ui.posting.refusals import FOR_ALL, kept_for

_CHANNEL = re.compile(r"/channels/([0-9]+)(.*)")
_NUMBERS = re.compile(r"[0-9]+")

RequestKind = tuple[str, str, bool]
"""A kind of request: its method, what part of the channel it is about, and whether it has files."""
LastRefusals = dict[RequestKind, tuple[int, int, float]]
"""The status and code of each kind of request's last refusal, and until when it lasts by the loop's
clock: without end if only a change there can lift it.
"""


class ShutPlaces:
    """Remembers which kinds of requests were refused in which channels and threads.

    A known refusal is raised again without asking Discord, as if Discord had said so.
    """

    def __init__(self) -> None:
        self._refused: dict[int, LastRefusals] = {}
        """By channel or thread."""
        self._refused_in_threads: dict[int, LastRefusals] = {}
        """By the channel that the threads lie in."""
        self._channels: dict[int, int] = {}
        """By thread."""
        self.when_over: Callable[[int], object] = lambda _place: None
        """Called with a channel or thread whose refusal has expired."""

    def note_thread(self, thread: int, channel: int) -> None:
        """Note that a thread lies in a channel: what is refused there is refused in the thread."""
        self._channels[thread] = channel

    def forget_thread(self, thread: int) -> None:
        """Forget a thread that won't be asked about again."""
        self._channels.pop(thread, None)

    def demand_not_shut(self, sent: aiohttp.TraceRequestStartParams) -> None:
        """Raise the refusal that a request would meet, if one is known."""
        if not (self._refused or self._refused_in_threads):
            return
        place, kind = _what(sent.method, sent.url.path, sent.headers)
        channel = self._channels.get(place, 0)
        for refusals in (self._refused.get(place), self._refused_in_threads.get(channel)):
            if refusals and kind in refusals:
                status, code, until = refusals[kind]
                if asyncio.get_running_loop().time() < until:
                    raise _refusal(status, code)

    async def learn(self, sent: aiohttp.TraceRequestEndParams) -> None:
        """Note it if a place has refused a request."""
        status = sent.response.status
        place, kind = _what(sent.method, sent.url.path, sent.headers)
        if status not in (400, 403, 404) or not place:
            return
        try:
            code = int(json.loads(await sent.response.read())["code"])
        except (ValueError, KeyError, TypeError):
            return
        seconds = kept_for(status, code)
        if not seconds:
            return
        loop = asyncio.get_running_loop()
        refusal = status, code, loop.time() + seconds
        if code in FOR_ALL and place in self._channels:
            self._refused_in_threads.setdefault(self._channels[place], {})[kind] = refusal
        else:
            self._refused.setdefault(place, {})[kind] = refusal
        if seconds != inf:
            loop.call_later(seconds, self._over, place, kind, refusal)

    def _over(self, place: int, kind: RequestKind, refusal: tuple[int, int, float]) -> None:
        """Forget a refusal that has expired, unless there was another one since."""
        refusals = self._refused.get(place, {})
        if refusals.get(kind) == refusal:
            del refusals[kind]
            if not refusals:
                del self._refused[place]
            self.when_over(place)

    def __contains__(self, place: int) -> bool:
        """Tell whether a channel or thread has refused anything."""
        return place in self._refused or self._channels.get(place) in self._refused_in_threads

    def reopen(self, place: int) -> bool:
        """Let a channel with its threads, or a thread, be tried again; tell whether it was shut.

        Refusals that only time lifts stay.
        """
        channel = self._channels.get(place, place)
        found = (
            _forget_lasting(self._refused, place),
            _forget_lasting(self._refused_in_threads, channel),
        )
        return any(found)

    def reopen_guild(self, guild: discord.Guild) -> bool:
        """Let all places of a server be tried again; tell whether any of them was shut."""
        if not (self._refused or self._refused_in_threads):
            return False
        places = [*(each.id for each in guild.channels), *(each.id for each in guild.threads)]
        # Every one of them, not just up to the first that was shut.
        return [self.reopen(place) for place in places].count(True) > 0


def _forget_lasting(refused: dict[int, LastRefusals], place: int) -> bool:
    """Forget what a place has refused without end; tell whether there was anything."""
    before = refused.pop(place, {})
    rest = {kind: refusal for kind, refusal in before.items() if refusal[2] != inf}
    if rest:
        refused[place] = rest
    return len(rest) < len(before)


def _what(method: str, path: str, headers: Any) -> tuple[int, RequestKind]:
    """Return the place that a request is about, 0 for none, and the request's kind."""
    found = _CHANNEL.search(path)
    if found is None:
        return 0, (method, "", False)
    files = headers.get("Content-Type") != "application/json" and method in ("POST", "PATCH")
    # The message doesn't matter, but opening a thread below one isn't the same as sending one.
    return int(found[1]), (method, _NUMBERS.sub("", found[2]), files)


def _refusal(status: int, code: int) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.HTTPException)
    answer: Any = SimpleNamespace(status=status, reason="refused before")
    return kind(answer, {"code": code, "message": "refused before"})
