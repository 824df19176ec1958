"""Shards: who hears about what, and how often sessions may be started."""

from __future__ import annotations

import time
from typing import Any

import pytest

from bot.sandbox import Sandbox
from bot.sandbox.interactions import COMMAND
from bot.sandbox.sharding import DAY, Sharding
from tests.sandbox.conftest import Wire
from tests.sandbox.test_gateway import Line, line

ALL = (1 << 0) | (1 << 9) | (1 << 12)


async def begun(sandbox: Sandbox, wire: Wire, number: int, total: int) -> Line:
    """Open a session as one of several shards."""
    it = await line(sandbox, wire)
    await identify(it, sandbox, number, total)
    await it.get("READY")
    return it


async def identify(it: Line, sandbox: Sandbox, number: int, total: int) -> None:
    """Ask to be one of several shards."""
    await it.send(2, {"token": sandbox.token, "intents": ALL, "shard": [number, total]})


def found(sandbox: Sandbox, total: int) -> list[str]:
    """Found a server for each shard; return a channel of each."""
    host = sandbox.host
    guilds = [host.found_guild(f"On {each}", shard=(each, total)) for each in range(total)]
    for each, guild in enumerate(guilds):
        assert (int(guild.id) >> 22) % total == each, "a server came to another shard"
    return [host.add_channel(guild, "games").id for guild in guilds]


async def test_a_server_is_heard_of_by_its_own_shard_only(sandbox: Sandbox, wire: Wire) -> None:
    channels = found(sandbox, 3)
    for number in range(3):
        it = await line(sandbox, wire)
        await identify(it, sandbox, number, 3)
        ready = (await it.get("READY"))["d"]
        assert ready["shard"] == [number, 3]
        assert ready["guilds"], "no server at all"
        assert {(int(each["id"]) >> 22) % 3 for each in ready["guilds"]} == {number}
        for place, channel in enumerate(channels):
            if place != number:
                await wire.say(channel, content="for others")
        await wire.say(channels[number], content="mine")
        heard = (await it.get("MESSAGE_CREATE"))["d"]
        assert heard["content"] == "mine", "a shard hears of another's server"


async def test_a_click_comes_to_its_shard_and_one_in_a_dm_to_the_first(
    sandbox: Sandbox, wire: Wire
) -> None:
    channels = found(sandbox, 2)
    lines = [await begun(sandbox, wire, each, 2) for each in range(2)]
    ada = sandbox.world.person("Ada")
    places = [*(sandbox.world.channels[each] for each in channels), sandbox.world.dm(ada)]
    for place, hearer in zip(places, (0, 1, 0), strict=True):
        it = sandbox.interactions.hand_in(COMMAND, ada, place, {"options": []}, name="x")
        heard = (await lines[hearer].get("INTERACTION_CREATE"))["d"]
        assert heard["id"] == it.id, "a shard hears of a click that is another's"


@pytest.mark.parametrize("shard", [[3, 3], [-1, 3], [0, 0], [0], "0", [0, 1, 2], {}])
async def test_a_shard_that_makes_no_sense(sandbox: Sandbox, wire: Wire, shard: Any) -> None:
    it = await line(sandbox, wire)
    await it.send(2, {"token": sandbox.token, "intents": ALL, "shard": shard})
    assert await it.closed() == 4010


async def test_a_shard_with_too_many_servers(sandbox: Sandbox, wire: Wire) -> None:
    found(sandbox, 3)
    guilds = sandbox.world.guilds
    sandbox.sharding.guilds_a_shard = len(guilds) - 1
    alone = await line(sandbox, wire)
    await alone.send(2, {"token": sandbox.token, "intents": ALL})
    assert await alone.closed() == 4011
    lines = [await begun(sandbox, wire, each, 3) for each in range(3)]
    assert sandbox.gateway.online, f"not all {len(lines)} shards are there"


async def test_it_is_online_with_all_its_shards(sandbox: Sandbox, wire: Wire) -> None:
    lines = [await begun(sandbox, wire, each, 2) for each in (1,)]
    assert not sandbox.gateway.online
    lines.append(await begun(sandbox, wire, 0, 2))
    assert sandbox.gateway.online
    await sandbox.gateway.drop(shard=1)
    assert await lines[0].closed() == 4000
    await sandbox.until(lambda: sandbox.gateway.shards == {0})
    assert not sandbox.gateway.online


async def test_each_session_is_resumed_by_itself(sandbox: Sandbox, wire: Wire) -> None:
    """Another shard that starts again meanwhile doesn't cost it its session."""
    channels = found(sandbox, 2)
    it = await line(sandbox, wire)
    await identify(it, sandbox, 1, 2)
    ready = await it.get("READY")
    await sandbox.gateway.take_away(1)
    assert await it.closed() == 4000
    await sandbox.until(lambda: sandbox.gateway.shards == set())
    await begun(sandbox, wire, 0, 2)
    await wire.say(channels[1], content="missed")
    again = await line(sandbox, wire)
    resume = {"token": sandbox.token, "session_id": ready["d"]["session_id"], "seq": 1}
    await again.send(6, resume)
    await again.send(1, None)
    await again.get(11)
    assert sandbox.gateway.resumed == 0, "a shard that is away is answered"
    sandbox.gateway.bring_back(1)
    assert (await again.get("MESSAGE_CREATE"))["d"]["content"] == "missed"
    await again.get("RESUMED")


# Starts


async def test_sessions_started_too_fast_are_refused(sandbox: Sandbox, wire: Wire) -> None:
    """One at a time for each bucket; a shard is in the bucket of its remainder."""
    sandbox.sharding.max_concurrency, sandbox.sharding.identify_seconds = 2, 3600.0
    lines = [await begun(sandbox, wire, each, 3) for each in range(2)]
    third = await line(sandbox, wire)
    await identify(third, sandbox, 2, 3)
    assert (await third.get(9))["d"] is False
    assert sandbox.gateway.shards == {0, 1}, f"of {len(lines)} shards"
    sandbox.sharding.identify_seconds = 0.0
    await identify(third, sandbox, 2, 3)
    await third.get("READY")


async def test_what_is_said_of_the_gateway(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.sharding.recommended, sandbox.sharding.max_concurrency = 3, 16
    sandbox.sharding.session_starts = 10
    await begun(sandbox, wire, 0, 3)
    told = (await wire("GET", "/gateway/bot")).body
    assert told["shards"] == 3 and told["url"] == sandbox.gateway_url
    limit = told["session_start_limit"]
    assert 0 < limit.pop("reset_after") <= 24 * 3600 * 1000
    assert limit == {"total": 10, "remaining": 9, "max_concurrency": 16}


def test_a_new_day_has_all_its_starts() -> None:
    sharding = Sharding(session_starts=2, _started=2, _day_began=time.monotonic() - DAY)
    left = [not sharding.used_up() for _ in range(3)]
    assert left == [True, True, False], f"of two starts in a day, three asked for went {left}"


async def test_who_starts_too_often_loses_the_token(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.sharding.session_starts = 1
    first = await begun(sandbox, wire, 0, 2)
    token = sandbox.token
    second = await line(sandbox, wire)
    await identify(second, sandbox, 1, 2)
    assert await second.closed() == 4004
    assert await first.closed() == 4004, "the session before lives on"
    old = {"Authorization": f"Bot {token}"}
    assert (await wire("GET", "/users/@me", headers=old)).status == 401
    assert (await wire("GET", "/users/@me")).status == 200
