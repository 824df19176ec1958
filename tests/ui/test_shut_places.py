"""Places that refuse the bot aren't asked again, until something there changes."""

from __future__ import annotations

import asyncio
from collections import Counter
from math import inf
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.ui.posting import refusals
from bot.ui.posting.refusals import KEPT, kept_for, shut
from bot.ui.posting.request_budget import RequestBudget
from bot.ui.posting.shut_places import ShutPlaces
from tests.ui.fake_discord import failure

TOKEN = {"Authorization": "Bot abc", "Content-Type": "application/json"}


class Refusing:
    """A Discord that refuses everything in some channels."""

    def __init__(self, **refused: tuple[int, int]) -> None:
        self.refused = {name.removeprefix("c"): what for name, what in refused.items()}
        self.asked: Counter[str] = Counter()

    async def answer(self, request: web.Request) -> web.Response:
        """Answer a request."""
        channel = request.path.split("/")[2]
        self.asked[channel] += 1
        status, code = self.refused.get(channel, (200, 0))
        return web.json_response({"code": code, "message": "no"}, status=status)


class Asking:
    """A bot that asks Discord through its budget."""

    def __init__(self, url: str, session: aiohttp.ClientSession, shut: ShutPlaces) -> None:
        self.url = url
        self.session = session
        self.shut = shut

    async def ask(self, path: str, method: str = "POST", **headers: str) -> int:
        """Return the status of the answer, or that of the refusal raised in its place."""
        try:
            async with self.session.request(
                method, f"{self.url}{path}", headers={**TOKEN, **headers}
            ) as answer:
                return answer.status
        except discord.HTTPException as error:
            return error.status


async def _asks(refusing: Refusing, steps: Any) -> None:
    budget = RequestBudget(45)
    for thread in (21, 22):
        budget.shut.note_thread(thread, 20)
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", refusing.answer)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[budget.trace]) as session,
    ):
        await steps(Asking(str(server.make_url("/")), session, budget.shut))


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (404, 10003)])
async def test_what_a_place_has_refused_isnt_asked_there_again(status: int, code: int) -> None:
    refusing = Refusing(c11=(status, code))

    async def steps(bot: Asking) -> None:
        for _ in range(3):
            assert await bot.ask("channels/11/messages") == status
            assert await bot.ask("channels/12/messages") == 200
        assert refusing.asked == {"11": 1, "12": 3}
        # Another kind of request may be allowed.
        assert await bot.ask("channels/11/messages", "GET") == status
        assert refusing.asked["11"] == 2
        assert not bot.shut.reopen(12)
        assert bot.shut.reopen(11)
        refusing.refused.clear()
        assert await bot.ask("channels/11/messages") == 200

    await _asks(refusing, steps)


async def test_a_picture_that_is_refused_doesnt_shut_a_place_for_words() -> None:
    refusing = Refusing(c11=(403, 50013))

    async def steps(bot: Asking) -> None:
        form = {"Content-Type": "multipart/form-data"}
        assert await bot.ask("channels/11/messages", **form) == 403
        refusing.refused.clear()
        assert await bot.ask("channels/11/messages", **form) == 403
        assert refusing.asked["11"] == 1
        assert await bot.ask("channels/11/messages") == 200

    await _asks(refusing, steps)


async def test_where_no_thread_may_be_opened_words_may_be_sent() -> None:
    refusing = Refusing(c11=(403, 50013))

    async def steps(bot: Asking) -> None:
        for message in (5, 6):
            assert await bot.ask(f"channels/11/messages/{message}/threads") == 403
        assert refusing.asked["11"] == 1, "the same right is asked for below another message"
        refusing.refused.clear()
        assert await bot.ask("channels/11/messages") == 200, "a channel without threads is shut"

    await _asks(refusing, steps)


async def test_a_permission_is_lost_in_all_threads_of_a_channel() -> None:
    refusing = Refusing(c21=(403, 50013), c22=(403, 50013))

    async def steps(bot: Asking) -> None:
        assert await bot.ask("channels/21/messages") == 403
        assert await bot.ask("channels/22/messages") == 403
        assert refusing.asked == {"21": 1}
        assert 22 in bot.shut
        refusing.refused.clear()
        # Their channel itself may be open.
        assert await bot.ask("channels/20/messages") == 200
        assert bot.shut.reopen(20)
        assert await bot.ask("channels/22/messages") == 200

    await _asks(refusing, steps)


async def test_what_changes_on_a_server_opens_its_places_and_no_others() -> None:
    refusing = Refusing(c11=(403, 50013), c21=(403, 50013), c31=(403, 50013))

    async def steps(bot: Asking) -> None:
        for place in (11, 21, 31):
            await bot.ask(f"channels/{place}/messages")
        guild: Any = SimpleNamespace(
            channels=[SimpleNamespace(id=11), SimpleNamespace(id=20)], threads=[]
        )
        assert bot.shut.reopen_guild(guild)
        assert [place in bot.shut for place in (11, 21, 31)] == [False, False, True]
        assert not bot.shut.reopen_guild(guild)

    await _asks(refusing, steps)


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 160005), (404, 10003)])
async def test_what_is_said_of_one_thread_or_message_shuts_no_other(status: int, code: int) -> None:
    refusing = Refusing(c21=(status, code))

    async def steps(bot: Asking) -> None:
        assert await bot.ask("channels/21/messages/5", "PATCH") == status
        assert await bot.ask("channels/22/messages/6", "PATCH") == 200
        await bot.ask("channels/21/messages/7", "PATCH")
        assert refusing.asked["21"] == (2 if code == 10008 else 1)

    await _asks(refusing, steps)


OUR_MISTAKES = (0, 50006, 50035)
WITH_A_WAY = (30046, 50083, 160004)


@pytest.mark.parametrize(
    ("status", "code", "is_shut", "seconds"),
    [
        (403, 50013, True, inf),
        (403, 40333, True, 0),
        (404, 10003, True, inf),
        (404, 10004, True, 0),
        (404, 10008, False, 0),
        (400, 160006, True, KEPT),
        (400, 30031, True, KEPT),
        *((400, code, False, 0) for code in OUR_MISTAKES),
        (400, 30046, False, 0),
        (400, 160004, False, 0),
        # Whoever meets it opens the thread again first, and goes elsewhere if that can't be done.
        (400, 50083, True, 0),
        (500, 0, False, 0),
    ],
)
def test_what_shuts_a_place_and_for_how_long(
    status: int, code: int, is_shut: bool, seconds: float
) -> None:
    assert shut(failure(status, code)) is is_shut, f"{status} {code}"
    assert kept_for(status, code) == seconds, f"{status} {code} is kept for another time"


async def test_a_limit_that_discord_has_reached_is_kept_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is done meanwhile doesn't lift it; once it is over, whoever waits for it hears."""
    refusing = Refusing(c11=(400, 160006))
    monkeypatch.setattr(refusals, "KEPT", 0.3)

    async def steps(bot: Asking) -> None:
        over: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        bot.shut.when_over = over.set_result
        thread = "channels/11/messages/5/threads"
        assert await bot.ask(thread) == 400
        assert not bot.shut.reopen(11), "a press has lifted a limit of Discord's"
        assert await bot.ask(thread) == 400, "another status is given for a limit that is kept"
        assert refusing.asked["11"] == 1, "Discord is asked again while its limit holds"
        assert await over == 11
        assert 11 not in bot.shut, "the limit is kept for longer than it holds"
        refusing.refused.clear()
        assert await bot.ask(thread) == 200, "nobody tries again once the limit is over"

    await _asks(refusing, steps)


@pytest.mark.parametrize("code", [*OUR_MISTAKES, *WITH_A_WAY])
async def test_what_is_said_of_one_request_is_asked_again(code: int) -> None:
    refusing = Refusing(c11=(400, code))

    async def steps(bot: Asking) -> None:
        for _ in range(2):
            assert await bot.ask("channels/11/messages") == 400
        assert refusing.asked["11"] == 2, f"{code} has shut a channel"

    await _asks(refusing, steps)


async def test_both_reasons_why_a_thread_is_shut_are_forgotten() -> None:
    """It is locked, and the bot may not write in any thread of its channel."""
    refusing = Refusing(c21=(403, 160005))

    async def steps(bot: Asking) -> None:
        assert await bot.ask("channels/21/messages") == 403
        refusing.refused["21"] = (403, 50013)
        assert await bot.ask("channels/21/messages/5", "PATCH") == 403
        refusing.refused.clear()
        assert bot.shut.reopen(21), "a thread that was shut passes for open"
        for method, path in (("POST", "messages"), ("PATCH", "messages/5")):
            said = await bot.ask(f"channels/21/{path}", method)
            assert said == 200, f"{method} {path} is still refused in a thread that was reopened"
        assert 21 not in bot.shut, "one reason why the thread was shut is kept"

    await _asks(refusing, steps)
