"""The budget of requests: never more in a second than Discord counts, and the urgent ones first."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from unittest.mock import MagicMock

import aiohttp
import discord as discord_py
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.sandbox.rate_limits import RateLimits
from bot.ui.posting import request_budget
from bot.ui.posting.refusals import NO_ACCESS
from bot.ui.posting.request_budget import RequestBudget, Urgency, urgency
from tests.ui.fake_discord import failure

TOKEN = {"Authorization": "Bot abc"}
WINDOW = 0.05
PLACES = 10


class Discord:
    """Answers after a while that differs, and counts within a window as Discord does."""

    def __init__(self) -> None:
        self.limits = RateLimits()
        self.limits.limits["global"] = (PLACES, WINDOW)
        self.refused = 0
        self.taken: list[str] = []
        self.chance = random.Random(7)
        self.next_status: list[int] = []
        self.refuses_all = False

    async def answer(self, request: web.Request) -> web.Response:
        """Answer a request, some time before or after it has been counted."""
        await asyncio.sleep(self.chance.random() * WINDOW)
        self.taken.append(request.path)
        status = self.next_status.pop() if self.next_status else 200
        if "Authorization" in request.headers and self.limits.take("global", "").over:
            self.refused += 1
        await asyncio.sleep(self.chance.random() * WINDOW / 4)
        head = {"Retry-After": "3600"} if status == 429 else {}
        if self.refuses_all:
            head["X-RateLimit-Global"] = "true"
        return web.Response(status=status, headers=head)


@contextlib.asynccontextmanager
async def session(
    discord: Discord, budget: RequestBudget
) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    """Yield a session that goes by a budget, and where it finds Discord."""
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", discord.answer)
    async with TestServer(app) as server:
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector, trace_configs=[budget.trace]) as made:
            yield made, str(server.make_url("/"))


@pytest.fixture(autouse=True)
def short_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a second a twentieth of one."""
    monkeypatch.setattr(request_budget, "WINDOW", WINDOW)


async def test_discord_never_counts_too_many_however_long_each_is_on_its_way() -> None:
    discord, budget = Discord(), RequestBudget(PLACES)
    async with session(discord, budget) as (http, url):

        async def ask(number: int) -> None:
            async with http.post(f"{url}channels/{number}", headers=TOKEN):
                pass

        await asyncio.gather(*(ask(number) for number in range(150)))
    assert len(discord.taken) == 150
    assert discord.refused == 0, "the bot has asked more often than Discord allows"
    assert budget.counts == {"bot": 150}


async def test_what_bears_the_token_of_a_click_goes_at_once() -> None:
    discord, budget = Discord(), RequestBudget(PLACES)
    budget._taken = PLACES
    async with session(discord, budget) as (http, url), http.post(f"{url}webhooks/1/token"):
        pass
    assert discord.taken == ["/webhooks/1/token"]
    assert budget.counts == {"answers": 1}


@pytest.mark.parametrize("status", [401, 403, 404, 429])
async def test_refusals_are_counted_by_their_kind(status: int) -> None:
    discord, budget = Discord(), RequestBudget(PLACES)
    discord.next_status = [status]
    async with session(discord, budget) as (http, url), http.get(f"{url}users/1", headers=TOKEN):
        pass
    assert budget.counts == {"bot": 1, str(status): 1}, "the figures don't show what was refused"


async def test_after_a_refusal_of_all_none_leaves_until_its_time_is_over() -> None:
    discord, budget = Discord(), RequestBudget(PLACES)
    discord.next_status, discord.refuses_all = [429], True
    async with session(discord, budget) as (http, url):
        async with http.get(f"{url}users/1", headers=TOKEN):
            pass
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(http.get(f"{url}users/2", headers=TOKEN), 8 * WINDOW)
        assert discord.taken == ["/users/1"], "it asked again though it was told to wait"
        assert budget.counts == {"bot": 1, "429": 1}


async def test_a_refusal_of_one_thing_holds_up_no_other() -> None:
    discord, budget = Discord(), RequestBudget(PLACES)
    discord.next_status = [429]
    async with session(discord, budget) as (http, url):
        for number in (1, 2):
            asked = http.get(f"{url}users/{number}", headers=TOKEN)
            (await asyncio.wait_for(asked, 60)).release()
    assert discord.taken == ["/users/1", "/users/2"], discord.taken


async def settle() -> None:
    """Let all tasks go as far as they can."""
    for _turn in range(10):
        await asyncio.sleep(0)


async def test_pings_go_before_boards_and_boards_before_cards_and_the_rest() -> None:
    budget, gone = RequestBudget(PLACES), list[Urgency]()
    budget._taken = PLACES
    levels = [Urgency.REST, Urgency.CARD, Urgency.BOARD, Urgency.PING, Urgency.ANSWER]

    async def ask(level: Urgency) -> None:
        with urgency(level):
            await budget._take_place(request_budget._urgency.get())
        gone.append(level)

    tasks = [asyncio.create_task(ask(level)) for level in levels]
    await settle()
    assert gone == []
    for _place in range(2):
        budget._give_back()
        await settle()
    assert gone == [Urgency.ANSWER, Urgency.PING]
    # The next places are kept for what is urgent.
    for _place in range(PLACES // 5):
        budget._give_back()
        await settle()
    assert len(gone) == 2, "nothing is kept for the next ping"
    for _place in range(3):
        budget._give_back()
        await settle()
    assert gone == sorted(levels)
    await asyncio.gather(*tasks)


async def test_a_request_that_is_given_up_leaves_its_place_to_another() -> None:
    budget = RequestBudget(PLACES)
    budget._taken = PLACES
    tasks = [asyncio.create_task(budget._take_place(Urgency.PING)) for _ in range(3)]
    await settle()
    tasks[0].cancel()
    budget._give_back()
    # It has been let go, and doesn't know yet.
    tasks[1].cancel()
    await settle()
    assert [task.cancelled() for task in tasks] == [True, True, False]
    assert tasks[2].done(), "a place was lost with a request that was given up"
    assert budget._taken == PLACES


async def test_a_request_that_is_refused_while_it_waits_leaves_its_place_to_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another one has learnt meanwhile that the channel is shut."""
    discord, budget = Discord(), RequestBudget(PLACES)
    budget._taken = PLACES
    async with session(discord, budget) as (http, url):
        asked = asyncio.create_task(http.post(f"{url}channels/7/messages", headers=TOKEN))
        while not budget.waiting:
            await asyncio.sleep(0)
        refused = MagicMock(side_effect=failure(403, NO_ACCESS))
        monkeypatch.setattr(budget.shut, "demand_not_shut", refused)
        budget._give_back()
        with pytest.raises(discord_py.Forbidden):
            await asked
        assert budget._taken == PLACES - 1, "a place is lost for ever with each of them"
        assert not discord.taken and not budget.counts, "it was sent all the same"


async def test_what_is_known_to_be_refused_waits_for_no_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    discord, budget = Discord(), RequestBudget(PLACES)
    budget._taken = PLACES
    refused = MagicMock(side_effect=failure(403, NO_ACCESS))
    monkeypatch.setattr(budget.shut, "demand_not_shut", refused)
    async with session(discord, budget) as (http, url), asyncio.timeout(1):
        with pytest.raises(discord_py.Forbidden):
            await http.post(f"{url}channels/7/messages", headers=TOKEN)


async def test_what_isnt_urgent_gets_its_turn_in_order_and_keeps_its_place() -> None:
    budget, turns = RequestBudget(PLACES), list[str]()
    assert budget.spare("a", turns.append)
    budget._taken = PLACES
    for key in ("b", "c", "b"):
        assert not budget.spare(key, turns.append)
    assert budget.busy
    budget._give_back()
    assert turns == [], "the places that are kept for pings were given away"
    for _place in range(2):
        budget._give_back()
    assert turns == ["b"]
    assert not budget.spare("a", turns.append), "somebody has pushed in"
    assert budget.spare("b", turns.append)
    await settle()
    # It needed no request after all, so there is room for the next one.
    assert turns == ["b", "c"]


async def test_a_turn_that_isnt_taken_goes_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_budget, "TURN", 0.0)
    budget, turns = RequestBudget(PLACES), list[str]()
    budget._taken = PLACES
    for key in ("gone", "here"):
        budget.spare(key, turns.append)
    for _place in range(3):
        budget._give_back()
    assert turns == ["gone"]
    async with asyncio.timeout(60):
        while turns != ["gone", "here"]:
            await asyncio.sleep(0)


async def test_a_board_in_line_goes_before_cards_and_what_can_wait() -> None:
    budget, gone = RequestBudget(PLACES), list[str]()
    budget._taken = PLACES
    assert not budget.spare("board", gone.append)
    tasks = [
        asyncio.create_task(budget._take_place(level)) for level in (Urgency.REST, Urgency.CARD)
    ]
    await settle()
    for _place in range(PLACES // 5 + 1):
        budget._give_back()
        await settle()
    assert gone == ["board"], "a board waits until the last outdated ping is deleted"
    assert not any(task.done() for task in tasks), "the place that the board was told of is taken"
    assert budget.spare("board", gone.append)
    await asyncio.wait(tasks[1:], timeout=60)
    assert [task.done() for task in tasks] == [False, True], "the card isn't next"
    budget._give_back()
    await asyncio.gather(*tasks)


async def test_who_leaves_the_line_leaves_the_turn_to_the_next() -> None:
    budget, turns = RequestBudget(PLACES), list[str]()
    budget._taken = PLACES
    for key in ("asked", "over", "here"):
        budget.spare(key, turns.append)
    budget.leave_line("over")
    for _place in range(3):
        budget._give_back()
    assert turns == ["asked"]
    budget.leave_line("asked")
    assert turns == ["asked", "here"], "the turn is lost for some seconds"
