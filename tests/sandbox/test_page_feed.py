"""What waits to be sent to one open page, read without a server."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta

import discord

from bot.sandbox import Sandbox
from bot.sandbox.page_feed import WAITING, Feed
from bot.sandbox.snowflake import Mint


async def sent(feed: Feed) -> list[str]:
    """Return the kinds of events that are sent next."""
    try:
        async with asyncio.timeout(0):
            events = await feed.next()
    except TimeoutError:
        return []
    return [json.loads(each)[0] for each in events]


async def test_a_page_that_is_far_behind_is_sent_the_whole_state_and_nothing_older(
    sandbox: Sandbox,
) -> None:
    feed = Feed(sandbox._services, sandbox.world.person("Ada"))
    feed.push("people", [])
    assert await sent(feed) == ["state"], "a page begins with the whole state"
    for _ in range(3):
        feed.push("people", [])
    assert await sent(feed) == ["people"] * 3, "what a page hears is sent in full"
    for _ in range(WAITING + 2):
        feed.push("people", [])
    assert await sent(feed) == ["state"], "older events come after the state they led to"
    assert await sent(feed) == [], "there is more to send, though nothing has happened"


async def test_a_private_thread_comes_whole_to_who_is_let_in_and_to_nobody_else(
    sandbox: Sandbox,
) -> None:
    thread = await sandbox.person("Bob", "games").post("Us two", "hush", private=True)
    cleo, dai = (sandbox.world.person(name) for name in ("Cleo", "Dai"))
    feeds = [Feed(sandbox._services, person) for person in (cleo, dai)]
    sandbox.world.listeners += [feed.hear for feed in feeds]
    for feed in feeds:
        await feed.next()
    sandbox.world.join_thread(thread, cleo)
    told = [await sent(feed) for feed in feeds]
    assert told == [["state"], []], f"Cleo, who was let in, and Dai, who wasn't, hear {told}"


async def test_whose_rights_change_sees_the_whole_state_anew(sandbox: Sandbox) -> None:
    feed = Feed(sandbox._services, sandbox.world.person("Cleo"))
    sandbox.world.listeners.append(feed.hear)
    await feed.next()
    sandbox.world.tell("access", guild=sandbox.guild())
    assert await sent(feed) == ["state"], "they go on seeing what they may see no more"


def test_an_id_tells_when_it_was_made() -> None:
    """discord.py reads from it how old a message or interaction is."""
    mint = Mint()
    for number in (mint(), mint(), mint.on_shard(1, 3)):
        off = datetime.now(UTC) - discord.utils.snowflake_time(int(number))
        assert abs(off) < timedelta(minutes=1), f"{number} says it was made {off} ago"
