"""Rate limits and failures on order."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox, rate_limits
from bot.sandbox.faults import Fault, Faults
from bot.sandbox.interactions import COMMAND
from tests.sandbox.conftest import Answer, Wire
from tests.sandbox.small_bot import Small


async def test_five_messages_in_five_seconds(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.ratelimits.usual()
    games, general = sandbox.channel("games"), sandbox.channel("general")
    for left in (4, 3, 2, 1, 0):
        answer = await wire.say(games.id, content="x")
        assert answer.status == 200
        assert answer.headers["X-RateLimit-Limit"] == "5"
        assert answer.headers["X-RateLimit-Remaining"] == str(left)
        assert 0 < float(answer.headers["X-RateLimit-Reset-After"]) <= 5
        assert float(answer.headers["X-RateLimit-Reset"]) > time.time()
        assert answer.headers["X-RateLimit-Bucket"]
    over = await wire.say(games.id, content="x")
    assert over.status == 429 and over.body["global"] is False
    assert 0 < over.body["retry_after"] <= 5
    assert over.headers["Via"] and int(over.headers["Retry-After"]) >= 1
    assert over.headers["X-RateLimit-Scope"] == "user"
    # Each channel has its own, and editing is counted apart.
    assert (await wire.say(general.id, content="x")).status == 200
    message = next(iter(games.messages))
    path = f"/channels/{games.id}/messages/{message}"
    edited = await wire("PATCH", path, {"content": "y"})
    assert edited.headers["X-RateLimit-Remaining"] == "4"
    assert len(games.messages) == 5


async def test_a_window_opens_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(rate_limits.time, "monotonic", lambda: now[0])
    limits = rate_limits.RateLimits()
    assert [limits.take("send", "1").over for _ in range(6)] == [False] * 5 + [True]
    now[0] += 4.9
    assert limits.take("send", "1").over
    now[0] = 105.0
    assert not limits.take("send", "1").over, "five seconds are over, to the tick"


async def test_callbacks_have_no_limit(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.ratelimits.usual()
    sandbox.ratelimits.limits["global"] = (0, 60.0)
    person, channel = sandbox.world.person("Ada"), sandbox.channel("games")
    for number in range(12):
        it = sandbox.interactions.hand_in(COMMAND, person, channel, {"options": []}, name="x")
        path = f"/interactions/{it.id}/{it.token}/callback"
        answer = await wire("POST", path, {"type": 4, "data": {"content": str(number)}})
        limits = [name for name in answer.headers if name.startswith("X-RateLimit")]
        assert answer.status == 204
        assert limits == [], "clients that read these answer too late"


async def test_one_window_has_one_name(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.ratelimits.usual()
    games = sandbox.channel("games")
    person = sandbox.world.person("Ada")
    it = sandbox.interactions.hand_in(COMMAND, person, games, {"options": []}, name="x")
    path = f"/interactions/{it.id}/{it.token}/callback"
    await wire("POST", path, {"type": 4, "data": {"content": "x"}})
    hook = f"/webhooks/{sandbox.world.bot_id}/{it.token}"
    said = (await wire("POST", hook, {"content": "y"})).body["id"]
    channel = f"/channels/{games.id}"
    windows: dict[str, list[Answer]] = {}
    for method, path, body in (
        ("GET", channel, None),
        ("GET", f"{channel}/messages", None),
        ("GET", f"{channel}/messages/{said}", None),
        ("GET", "/users/@me", None),
        ("GET", "/gateway", None),
        ("GET", f"{hook}/messages/@original", None),
        ("PATCH", f"{hook}/messages/@original", {"content": "z"}),
        ("GET", f"{hook}/messages/{said}", None),
    ):
        answer = await wire(method, path, body)
        assert answer.status == 200, (path, answer.body)
        windows.setdefault(answer.headers["X-RateLimit-Bucket"], []).append(answer)
    left = [[int(a.headers["X-RateLimit-Remaining"]) for a in each] for each in windows.values()]
    # Asked one after the other, the answers of one window count down one by one.
    assert left == [[49, 48, 47], [49], [49], [3, 2, 1]], "a bucket's name isn't its window's"


async def test_the_global_limit(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.ratelimits.limits["global"] = (2, 60.0)
    games = sandbox.channel("games")
    assert [(await wire.say(games.id, content="x")).status for _ in range(3)] == [200, 200, 429]
    over = await wire("GET", "/users/@me")
    assert over.body["global"] is True and over.headers["X-RateLimit-Global"] == "true"
    assert over.headers["X-RateLimit-Scope"] == "global"


async def test_old_messages_have_a_limit_of_their_own(sandbox: Sandbox, wire: Wire) -> None:
    games = sandbox.channel("games")
    made = await wire.say(games.id, content="x")
    sandbox.ratelimits.usual()
    sandbox.ratelimits.limits["edit"] = (100, 5.0)
    path = f"/channels/{games.id}/messages/{made.body['id']}"
    for _ in range(4):
        assert (await wire("PATCH", path, {"content": "y"})).status == 200
    later = time.time() + 3601
    sandbox.world.clock = lambda: later
    got = [(await wire("PATCH", path, {"content": str(n)})).verdict for n in range(4)]
    assert got == [(200, None)] * 3 + [(429, 30046)]
    assert sandbox.message(made.body["id"]).content == "2"


async def test_discord_py_keeps_to_the_headers(sandbox: Sandbox, bot: Small) -> None:
    sandbox.ratelimits.usual()
    sandbox.ratelimits.limits["send"] = (2, 0.2)
    channel = bot.get_partial_messageable(int(sandbox.channel("games").id))
    await asyncio.gather(*(channel.send(str(n)) for n in range(5)))
    assert len(sandbox.channel("games").messages) == 5
    assert all(exchange.status == 200 for exchange in sandbox.requests)


def test_a_failure_that_always_comes_counts_each_request() -> None:
    faults, fault = Faults(), Fault("GET", "/x")
    faults.lasting.append(fault)
    for number in range(1, 3):
        assert faults.take("GET", "/x") is fault and fault.hits == number


async def test_a_429_is_waited_for(sandbox: Sandbox, bot: Small) -> None:
    path = "/channels/*/messages"
    fault = sandbox.faults.fail("POST", path, status=429, retry_after=0.05, times=2)
    channel = bot.get_partial_messageable(int(sandbox.channel("games").id))
    await channel.send("x")
    assert fault.hits == 2
    assert [m.content for m in sandbox.channel("games").messages.values()] == ["x"]
    sandbox.faults.fail("POST", path, status=429, retry_after=0.05, via=False)
    with pytest.raises(discord.HTTPException):
        await channel.send("y")


async def test_failures_before_and_after(sandbox: Sandbox, wire: Wire) -> None:
    games = sandbox.channel("games")
    path = "/channels/*/messages"
    sandbox.faults.fail("POST", path, status=503, times=2)
    sandbox.faults.fail("POST", path, status=500, after_apply=True)
    sandbox.faults.fail("POST", path, status=403, code=50013, message="No")
    got = [(await wire.say(games.id, content=str(n))).status for n in range(5)]
    assert got == [503, 503, 500, 403, 200]
    assert [m.content for m in games.messages.values()] == ["2", "4"]
    assert sandbox.faults.script == []


async def test_a_gate_holds_a_request(sandbox: Sandbox, wire: Wire) -> None:
    games = sandbox.channel("games")
    gate, reached = asyncio.Event(), asyncio.Event()

    async def before() -> None:
        reached.set()
        await gate.wait()

    sandbox.faults.fail("POST", "/channels/*", status=None, before=before)
    sending = asyncio.create_task(wire.say(games.id, content="x"))
    await asyncio.wait_for(reached.wait(), 5)
    assert games.messages == {}
    gate.set()
    assert (await sending).status == 200 and len(games.messages) == 1


async def test_an_applied_callback_that_answered_500(sandbox: Sandbox, bot: Small) -> None:
    sandbox.faults.fail("POST", "/interactions/*", status=502, after_apply=True)
    ada = sandbox.person("Ada", "games")
    outcome = await ada.slash("acorns add", card="leaf 1")
    assert outcome.text == "added leaf 1"
    # discord.py asks again and is told that it was answered already.
    await sandbox.until(
        lambda: [e.status for e in sandbox.requests if "callback" in e.path] == [502, 400]
    )


async def test_what_is_recorded(sandbox: Sandbox, wire: Wire) -> None:
    games = sandbox.channel("games")
    await wire.say(games.id, content="x")
    exchange = sandbox.requests[-1]
    assert (exchange.method, exchange.status) == ("POST", 200)
    assert exchange.path == f"/channels/{games.id}/messages"
    assert exchange.route == "/channels/{channel_id}/messages"
    assert exchange.body == {"content": "x"} and exchange.answer["content"] == "x"
    path = f"/channels/{games.id}/messages/{exchange.answer['id']}"
    await wire("PATCH", path, {"content": "y"})
    assert exchange.answer["content"] == "x"


async def test_the_record_can_be_small() -> None:
    async with Sandbox(record=2) as sandbox, aiohttp.ClientSession() as session:
        wire = Wire(sandbox, session)
        for _ in range(3):
            await wire("GET", "/gateway")
        assert len(sandbox.requests) == 2
    async with Sandbox(record=0) as sandbox, aiohttp.ClientSession() as session:
        await Wire(sandbox, session)("GET", "/gateway")
        assert not sandbox.requests


def test_windows_that_have_closed_are_forgotten_and_open_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(rate_limits.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(rate_limits, "_MANY_WINDOWS", 1)
    limits = rate_limits.RateLimits()
    limits.take("send", "old")
    now[0] += 4.0
    for _ in range(5):
        limits.take("send", "open")
    now[0] += 4.0
    assert limits.take("send", "open").over, "a window was forgotten before it had closed"
    limits.take("send", "new")
    assert {key for _name, key in limits._windows} == {"open", "new"}, "a closed one is kept"
