"""What reaches each person, byte by byte: every event of their page, every answer they get."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile, zip_longest

import aiohttp

from bot.sandbox import Actor
from tests.e2e.play import Sitting, as_new_as, has_menu, is_over, waits
from tests.e2e.stage import Stage

SPECTATOR = "Emi"
RECENT = 1000
"""How many texts are remembered: most reach several people."""
_WORDS = r'(?:[^"\\<>.]|\\u[0-9a-f]{4})*'
FOLLOWING = re.compile(
    rf'"description":"(?:(?:[^"\\]|\\.)*\\n-# {_WORDS}<t:[0-9]+:t>{_WORDS}|-# {_WORDS})"'
)
"""A private page that is kept up to date, or is folded as there is a newer one. How often it is
edited is chance; what it shows is compared as it is opened.
"""
TOO_BUSY = ("Can't keep up", "was lost: TimeoutError; replaced", ": the worker was lost")
"""What is logged where the machine is too busy: also that a computer, which thinks for some seconds
wherever somebody is away, has got no time to say what it has found.
"""
CONTEXT = 100
"""Characters shown before and after the place where two texts part."""


@dataclass
class Stream:
    """All that one person's page is sent."""

    person: Actor
    events: list[str] = field(default_factory=list)
    """Event and data, without the number that counts them."""
    beats: int = 0
    """How many events were about the bot: each beat of ours is one."""

    async def read(self, stage: Stage, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Read events as they come."""
        async for message in socket:
            name, told = alone(message.data)
            if name == "bot":
                self.beats += 1
                stage.sandbox.changed()
            elif '"only_me":true' not in told or not FOLLOWING.search(told):
                self.events.append(f"{name} {told}")


@dataclass
class Seen:
    """What reached everybody in one playing, step by step."""

    steps: list[dict[str, list[str]]] = field(default_factory=list)
    """For each step, by name, what a person was sent and answered, sorted and without ids."""
    log: list[str] = field(default_factory=list)


@lru_cache(RECENT)
def alone(data: str) -> tuple[str, str]:
    """Return an event's name and what it says, without the message that its message answers.

    That one comes by itself. Whether it was edited before its answer was is chance.
    """
    name, told = json.loads(data)
    if isinstance(told, dict) and told.get("referenced_message"):
        told["referenced_message"] = told["referenced_message"]["id"]
    return name, json.dumps(told, ensure_ascii=False, separators=(",", ":"))


@asynccontextmanager
async def watched(stage: Stage, everybody: Sequence[Actor]) -> AsyncIterator[list[Stream]]:
    """Open a page for everybody; close them all in the end, even after a test that failed.

    It is opened once the bot has said hello: that comes when its picture is drawn.
    """
    await stage.greeted()
    streams = [Stream(person) for person in everybody]
    timeout = aiohttp.ClientTimeout(total=None)
    async with AsyncExitStack() as pages:
        session = aiohttp.ClientSession(timeout=timeout)
        await pages.enter_async_context(session)
        opened: list[aiohttp.ClientWebSocketResponse] = []
        for stream in streams:
            address = f"{stage.sandbox.url}/sandbox/events?as={stream.person.id}"
            connecting = session.ws_connect(address, max_msg_size=0)
            opened.append(await pages.enter_async_context(connecting))
        reading = [
            asyncio.create_task(stream.read(stage, socket))
            for stream, socket in zip(streams, opened, strict=True)
        ]
        try:
            await caught_up(stage, streams)
            yield streams
        finally:
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)


async def caught_up(stage: Stage, streams: list[Stream]) -> None:
    """Wait until every page has been sent all there is."""
    before = [stream.beats for stream in streams]
    stage.sandbox.world.tell("bot")
    await stage.until(
        lambda: all(stream.beats > beats for stream, beats in zip(streams, before, strict=True))
    )


def bare(text: str, sitting: Sitting) -> str:
    """Return a text without the ids and times that differ from run to run."""
    return _bare(text, sitting.table_id)


@lru_cache(RECENT)
def _bare(text: str, table_id: str) -> str:
    text = text.replace(table_id, "TABLE")
    text = re.sub(r'"nonce":"?[0-9]+"?', "NONCE", text)
    text = re.sub(r"http://127\.0\.0\.1:[0-9]+", "HOST", text)
    text = re.sub(r"[0-9a-f]{32}|[0-9]{17,20}", "ID", text)
    # The event of a thread says how many messages it has, and some may be on their way.
    text = re.sub(r'"(message_count|total_message_sent)":[0-9]+', "COUNT", text)
    text = re.sub(r"\bt:[0-9]{10}:R", "TIME", text)
    return re.sub(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]+(\+00:00)?", "TIME", text)


def logged(sitting: Sitting) -> list[str]:
    """Return what the bot has logged, bare; that the machine is too busy isn't its business."""
    log = sitting.stage.log
    return [bare(line, sitting) for line in log if not any(said in line for said in TOO_BUSY)]


async def settled(sitting: Sitting) -> None:
    """Wait until board, card and every open hand show the newest state."""
    await sitting.stage.shown()
    board = sitting.board

    def drawn() -> bool:
        closed = all(hand.deleted or is_over(hand) for hand in sitting.older)
        return closed and all(
            (has_menu(hand) or waits(hand, board)) and as_new_as(hand, board)
            for hand in sitting.hands.values()
        )

    await sitting.stage.until(lambda: drawn() and any(map(has_menu, sitting.hands.values())))


def difference(first: list[str], second: list[str]) -> list[str]:
    """Return what only one of two lists holds, each text around where it parts from the other's."""
    ones, others = Counter(first), Counter(second)
    pairs = zip_longest(
        sorted((ones - others).elements()), sorted((others - ones).elements()), fillvalue=""
    )
    return [_parting(one, other) for one, other in pairs]


def _parting(one: str, other: str) -> str:
    if not one or not other:
        return f"only {'the first' if one else 'the second'} has {one or other!r}"
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    at = sum(1 for _ in alike)
    around = slice(max(0, at - CONTEXT), at + CONTEXT)
    return f"{one[around]!r} or {other[around]!r}"
