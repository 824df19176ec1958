"""Scheduled events: what a server's list accepts, who may change it, what the clock does to it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.sandbox import NotPossible, Sandbox, scheduled_events, threads
from bot.sandbox.scheduled_events import keep_time
from tests.sandbox.conftest import Answer, Wire, point
from tests.sandbox.small_bot import Small
from tests.sandbox.test_gateway import line
from tests.sandbox.test_limits import codes

NOW = datetime.now(UTC)
LINK = "https://discord.com/channels/1/2/3"


def body(**changes: Any) -> dict[str, Any]:
    """Return a good event for tomorrow, changed."""
    starts = NOW + timedelta(days=1)
    good = {
        "name": "Friday of tricks",
        "description": "3 rounds",
        "scheduled_start_time": starts.isoformat(),
        "scheduled_end_time": (starts + timedelta(hours=2)).isoformat(),
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": LINK},
    }
    return {key: value for key, value in {**good, **changes}.items() if value != "absent"}


def events(sandbox: Sandbox, *rest: str) -> str:
    """Return the path of the café's events, or of one."""
    return "/".join([f"/guilds/{sandbox.guild().id}/scheduled-events", *rest])


async def make(sandbox: Sandbox, wire: Wire, **changes: Any) -> Answer:
    """Give the bot Create Events and make an event."""
    sandbox.host.bot_permissions(sandbox.guild(), give=["create_events"])
    return await wire("POST", events(sandbox), body(**changes))


async def test_the_life_of_an_event(sandbox: Sandbox, wire: Wire) -> None:
    made = await make(sandbox, wire)
    assert made.status == 200, made.body
    assert made.body["entity_metadata"] == {"location": LINK}
    assert made.body["status"] == 1 and made.body["channel_id"] is None
    assert made.body["creator_id"] == sandbox.world.bot_id
    one = events(sandbox, made.body["id"])
    assert (await wire("GET", one)).body == made.body
    assert (await wire("GET", events(sandbox))).body == [made.body]
    counted = await wire("GET", f"{one}?with_user_count=true")
    assert counted.body["user_count"] == 0
    changed = await wire("PATCH", one, {"name": "Saturday", "description": None})
    assert changed.body == {**made.body, "name": "Saturday", "description": None}
    assert (await wire("DELETE", one)).status == 204
    for method in ("GET", "PATCH", "DELETE"):
        assert (await wire(method, one, {})).verdict == (404, 10070), method
    assert (await wire("GET", events(sandbox))).body == []


HOUR = timedelta(hours=1)
WRONG = [
    ({"name": "absent"}, "name:BASE_TYPE_REQUIRED"),
    ({"name": "x" * 101}, "name:BASE_TYPE_BAD_LENGTH"),
    ({"description": "x" * 1001}, "description:BASE_TYPE_BAD_LENGTH"),
    ({"entity_metadata": "absent"}, "entity_metadata:BASE_TYPE_REQUIRED"),
    ({"entity_metadata": {"location": "x" * 101}}, "entity_metadata/location:BASE_TYPE_BAD_LENGTH"),
    ({"entity_metadata": {}}, "entity_metadata/location:BASE_TYPE_REQUIRED"),
    ({"scheduled_start_time": "soon"}, "scheduled_start_time:DATE_TIME_TYPE_PARSE"),
    (
        {"scheduled_start_time": (NOW - HOUR).isoformat()},
        "scheduled_start_time:GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
    ),
    ({"scheduled_end_time": "absent"}, "scheduled_end_time:BASE_TYPE_REQUIRED"),
    (
        {"scheduled_end_time": (NOW + HOUR).isoformat()},
        "scheduled_end_time:GUILD_SCHEDULED_EVENT_END_BEFORE_START",
    ),
    ({"privacy_level": "absent"}, "privacy_level:BASE_TYPE_REQUIRED"),
    ({"privacy_level": 1}, "privacy_level:BASE_TYPE_CHOICES"),
    ({"entity_type": "absent"}, "entity_type:BASE_TYPE_REQUIRED"),
    ({"entity_type": 2}, "entity_type:SANDBOX_UNSUPPORTED"),
    ({"channel_id": "5"}, "channel_id:"),
    ({"recurrence_rule": {}}, "recurrence_rule:SANDBOX_UNSUPPORTED"),
]


@pytest.mark.parametrize(("changes", "wrong"), WRONG)
async def test_what_is_refused(
    sandbox: Sandbox, wire: Wire, changes: dict[str, Any], wrong: str
) -> None:
    refused = await make(sandbox, wire, **changes)
    assert refused.verdict == (400, 50035)
    found = codes(refused.body["errors"])
    assert any(each.startswith(wrong) for each in found), found
    assert sandbox.guild().events == {}


async def test_what_just_fits(sandbox: Sandbox, wire: Wire) -> None:
    long = {
        "name": "x" * 100,
        "description": "x" * 1000,
        "entity_metadata": {"location": "x" * 100},
    }
    assert (await make(sandbox, wire, **long)).status == 200
    for _ in range(99):
        assert (await make(sandbox, wire)).status == 200
    assert (await make(sandbox, wire)).verdict == (400, 30038)
    first = next(iter(sandbox.guild().events))
    cancelled = await wire("PATCH", events(sandbox, first), {"status": 4})
    assert cancelled.body["status"] == 4
    assert (await make(sandbox, wire)).status == 200, "one that is over doesn't count"


async def test_who_may(sandbox: Sandbox, wire: Wire) -> None:
    assert (await wire("POST", events(sandbox), body())).verdict == (403, 50013)
    own = events(sandbox, (await make(sandbox, wire)).body["id"])
    ada = sandbox.world.person("Ada").id
    foreign = (await make(sandbox, wire)).body["id"]
    sandbox.guild().events[foreign].creator_id = ada
    foreign = events(sandbox, foreign)
    assert (await wire("PATCH", own, {"name": "mine"})).status == 200
    assert (await wire("PATCH", foreign, {"name": "x"})).verdict == (403, 50013)
    assert (await wire("DELETE", foreign)).verdict == (403, 50013)
    sandbox.host.bot_permissions(sandbox.guild(), take=["create_events"])
    assert (await wire("PATCH", own, {"name": "x"})).verdict == (403, 50013)
    sandbox.host.bot_permissions(sandbox.guild(), give=["manage_events"])
    assert (await wire("PATCH", foreign, {"name": "x"})).status == 200
    assert (await wire("DELETE", own)).status == 204
    assert (await wire("POST", events(sandbox), body())).verdict == (403, 50013)
    sandbox.host.kick_bot(sandbox.guild())
    assert (await wire("GET", events(sandbox))).verdict == (403, 50001)
    assert (await wire("GET", "/guilds/1/scheduled-events")).verdict == (404, 10004)


async def test_status_goes_one_way(sandbox: Sandbox, wire: Wire) -> None:
    one = events(sandbox, (await make(sandbox, wire)).body["id"])
    assert (await wire("PATCH", one, {"status": 3})).verdict == (400, 50035)
    assert (await wire("PATCH", one, {"status": 2})).body["status"] == 2
    assert (await wire("PATCH", one, {"status": 4})).verdict == (400, 50035)
    assert (await wire("PATCH", one, {"status": 3})).body["status"] == 3
    assert (await wire("PATCH", one, {"name": "x"})).verdict == (400, 180000)
    assert (await wire("DELETE", one)).status == 204


async def test_the_clock_begins_and_ends_it(sandbox: Sandbox, wire: Wire) -> None:
    made = await make(sandbox, wire)
    event = sandbox.guild().events[made.body["id"]]
    ahead = [0.0]
    sandbox.world.clock = lambda: NOW.timestamp() + ahead[0]
    for hours, status in ((23, 1), (24, 2), (25, 2), (26, 3)):
        ahead[0] = hours * 3600.0
        keep_time(sandbox.world)
        assert event.status == status, f"after {hours} hours"


async def test_time_is_kept_without_being_asked(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[object] = []
    monkeypatch.setattr(scheduled_events, "keep_time", kept.append)
    monkeypatch.setattr(threads, "archive_idle", kept.append)
    time = asyncio.create_task(sandbox._keep_time())
    await asyncio.sleep(0)
    time.cancel()
    assert kept == [sandbox.world] * 2, "threads or events are left as they are"


async def test_only_who_asked_hears_of_it(sandbox: Sandbox, wire: Wire) -> None:
    curious, deaf = await line(sandbox, wire), await line(sandbox, wire)
    await curious.identify(sandbox, intents=1 | 1 << 16)
    await deaf.identify(sandbox, intents=1)
    made = await make(sandbox, wire)
    one = events(sandbox, made.body["id"])
    await wire("PATCH", one, {"name": "later"})
    await wire("DELETE", one)
    sandbox.host.set_locale(sandbox.guild(), "de")
    for kind, name in (("CREATE", made.body["name"]), ("UPDATE", "later"), ("DELETE", "later")):
        heard = (await curious.get(f"GUILD_SCHEDULED_EVENT_{kind}"))["d"]
        assert (heard["id"], heard["name"]) == (made.body["id"], name)
    seen = await deaf.names_up_to("GUILD_UPDATE")
    assert not [each for each in seen if "SCHEDULED" in each]


async def test_a_client_that_comes_later(sandbox: Sandbox, wire: Wire) -> None:
    made = await make(sandbox, wire)
    over = await make(sandbox, wire, name="over")
    await wire("PATCH", events(sandbox, over.body["id"]), {"status": 4})
    late = await line(sandbox, wire)
    await late.identify(sandbox)
    guild = (await late.get("GUILD_CREATE"))["d"]
    assert [each["id"] for each in guild["guild_scheduled_events"]] == [made.body["id"]]


async def test_with_discord_py(sandbox: Sandbox, bot: Small) -> None:
    await bot.hears("guild_available", 2)
    guild = bot.get_guild(int(sandbox.guild().id))
    assert guild is not None
    starts = NOW + timedelta(days=2)
    kind: Any = {
        "name": "Friday",
        "start_time": starts,
        "end_time": starts + timedelta(hours=1),
        "location": LINK,
        "privacy_level": discord.PrivacyLevel.guild_only,
        "entity_type": discord.EntityType.external,
    }
    with pytest.raises(discord.Forbidden):
        await guild.create_scheduled_event(**kind)
    sandbox.host.bot_permissions(sandbox.guild(), give=["create_events"])
    event = await guild.create_scheduled_event(**kind)
    assert (event.location, event.start_time) == (LINK, starts)
    await bot.hears("scheduled_event_create")
    assert [each.id for each in guild.scheduled_events] == [event.id]
    await event.edit(name="Saturday", end_time=starts + timedelta(hours=3), location="here")
    kept = sandbox.guild().events[str(event.id)]
    assert (kept.name, kept.location, kept.ends - kept.starts) == ("Saturday", "here", 3 * 3600)
    fetched = await guild.fetch_scheduled_events()
    assert [each.name for each in fetched] == ["Saturday"]
    cancelled = await event.cancel()
    assert cancelled.status is discord.EventStatus.cancelled
    await event.delete()
    with pytest.raises(discord.NotFound):
        await guild.fetch_scheduled_event(event.id)
    assert [p for p in sandbox.problems if p.kind != "openapi"] == []


async def test_a_limit_of_its_own(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.ratelimits.limits["event"] = (2, 60.0)
    for left in ("1", "0"):
        assert (await make(sandbox, wire)).headers["X-RateLimit-Remaining"] == left
    over = await make(sandbox, wire)
    assert over.status == 429 and over.body["global"] is False
    assert (await wire.say(sandbox.channel("games").id, content="x")).status == 200


async def test_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(data=file) as sandbox:
        point(sandbox, monkeypatch)
        sandbox.ratelimits.generous()
        sandbox.host.bot_permissions(sandbox.guild(), give=["create_events"])
        small = Small()
        running = asyncio.create_task(small.start(sandbox.token))
        await small.hears("guild_available", 2)
        guild = small.get_guild(int(sandbox.guild().id))
        assert guild is not None
        event = await guild.create_scheduled_event(
            name="Friday",
            start_time=NOW + HOUR,
            end_time=NOW + 2 * HOUR,
            location=LINK,
            privacy_level=discord.PrivacyLevel.guild_only,
            entity_type=discord.EntityType.external,
        )
        await small.close()
        await asyncio.wait([running])
    async with Sandbox(data=file) as again:
        kept = again.guild().events[str(event.id)]
        assert (kept.name, kept.location, kept.starts) == ("Friday", LINK, (NOW + HOUR).timestamp())


async def test_which_people_delete_events(sandbox: Sandbox, wire: Wire) -> None:
    guild, users = sandbox.guild(), sandbox.users
    made = (await make(sandbox, wire)).body["id"]
    with pytest.raises(NotPossible):
        users.delete_event(sandbox.world.person("Bob"), guild, made)
    users.delete_event(sandbox.world.person("Ada"), guild, made)
    assert (await wire("GET", events(sandbox))).body == []
    with pytest.raises(NotPossible):
        users.delete_event(sandbox.world.person("Ada"), guild, made)
