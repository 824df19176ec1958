"""A newcomer's evening: the bot itself, two people at one keyboard, and a power cut on the way."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.sandbox import Sandbox
from tests.page.tab import Tab
from tests.page.unseen import leading_on, newest_hand, use_one

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
PLAYERS = ("Ada", "Bob")
CUT_AT = 7
SEEN = 12
"""After so many clicks the game is played on while nobody looks, but for the whole of it."""
MOST_CLICKS = 600
WON = re.compile(r"^🏆 .+ (wins|share the win), −?\d+(\s:\s−?\d+)+$")


def moves(tab: Tab) -> Locator:
    """Return the controls of the newest open hand that are moves."""
    hand = tab.page.locator("[data-only-me=true]").last
    return hand.locator('[data-custom-id^="m"]:not([data-label="Back"])')


def whose_turn(house: Sandbox, place: str) -> str | None:
    """Tell who has an open hand with a move in it."""
    channel = house.world.channels[place]
    found = (name for name in PLAYERS if leading_on(newest_hand(house, channel, name)))
    return next(found, None)


def is_over(house: Sandbox, place: str) -> bool:
    """Tell whether every open hand shows the end."""
    channel = house.world.channels[place]
    hands = [newest_hand(house, channel, name) for name in PLAYERS]
    return all("a:rematch:" in str(hand and hand.controls) for hand in hands)


async def click_one(tab: Tab) -> None:
    """Take the first thing that a hand offers, and wait for the answer."""
    control = moves(tab).first
    listed = await control.get_attribute("data-menu")
    await control.click()
    if listed:
        await tab.page.locator("[data-menu-list] [data-value]").first.click()
    await tab.sandbox.until(lambda: not tab.sandbox.interactions.pending(), 20)
    await expect(tab.page.locator("[aria-busy=true]")).to_have_count(0)


async def open_hands(tab: Tab) -> None:
    """Let everybody press My hand."""
    for name in PLAYERS:
        await tab.become(name)
        own = tab.page.locator("[data-only-me=true]")
        await tab.ask(tab.page.locator('[data-only-me=false] [data-label="My hand"]').last)
        await expect(own.last.locator('[data-label="More"]')).to_be_visible()


async def has_ended(tab: Tab) -> Locator:
    """See that the newest message tells who has won, and that the board above is done with."""
    public = tab.page.locator("[data-message-id][data-only-me=false]")
    end = public.last
    await expect(end.locator(".embed-title")).to_have_text(WON)
    for label in ("Rematch", "Another game", "Replay", "More"):
        await expect(end.locator(f'[data-label="{label}"]')).to_have_count(1)
    boards = public.filter(has=tab.page.locator(".embed-title"))
    titles = await boards.locator(".embed-title").all_inner_texts()
    assert sum(bool(WON.search(title)) for title in titles) == 1, f"not one end: {titles}"
    old = public.filter(has=tab.page.locator(".embed-title", has_text=re.compile("^Ended$")))
    await expect(old).to_have_count(1)
    await expect(old.locator("[data-custom-id]"), "the old board keeps buttons").to_have_count(0)
    return end


async def power_cut(tab: Tab) -> None:
    """Kill the bot, find that nothing answers, and start it again."""
    deadlines = tab.sandbox.deadlines
    bot = tab.page.locator("[data-bot]")
    await tab.stage("kill")
    await expect(bot).to_have_attribute("data-bot", "offline")
    usual, deadlines.ack_seconds = deadlines.ack_seconds, 0.3
    await click_one(tab)
    deadlines.ack_seconds = usual
    await expect(tab.page.locator("[data-failed]:visible")).to_have_text(
        "The application did not respond"
    )
    await tab.stage("start")
    await expect(bot).to_have_attribute("data-bot", "online", timeout=30_000)


@pytest.mark.takes(4.5)
@pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["in part", "every click"]
)
async def test_a_game_is_played_to_its_end_through_a_power_cut(
    tab: OpenTab, house: Sandbox, *, whole: bool
) -> None:
    page = await tab("Ada", house.channel("games").id, at=house)
    await page.command("donburiko new")
    await page.become("Bob")
    await page.page.locator('[data-label="Join"]').click()
    board = page.page.locator("[data-only-me=false] [data-embed]").last
    await expect(board).to_contain_text("Bob")
    await page.become("Ada")
    await page.page.locator('[data-label="Start"]').click()
    await page.page.locator(".thread-card").click()
    place = await page.page.get_attribute("[data-room]", "data-open-channel")
    assert place is not None
    await open_hands(page)

    clicks, cut = 0, False
    while True:
        await house.until(lambda: whose_turn(house, place) is not None or is_over(house, place), 20)
        name = whose_turn(house, place)
        if name is None:
            break
        if clicks >= SEEN and not whole:
            if clicks == SEEN:
                await page.page.goto("about:blank")
            clicks += 1
            assert clicks < MOST_CLICKS
            await use_one(house, house.world.channels[place], name)
            continue
        if name != await page.page.locator(".person.me").get_attribute("data-person"):
            await page.become(name)
        if clicks == CUT_AT and not cut:
            cut = True
            await power_cut(page)
            # A restarted bot knows the game, but not who had a hand open.
            await open_hands(page)
            continue
        await click_one(page)
        clicks += 1
        assert clicks < MOST_CLICKS

    if not whole:
        await page.arrive("Ada", place)
    end = await has_ended(page)
    if folder := os.environ.get("PAGE_PICTURES"):
        while await page.page.locator("[data-dismiss]").count():
            hands = await page.page.locator("[data-dismiss]").count()
            await page.page.locator("[data-dismiss]").first.click()
            await expect(page.page.locator("[data-dismiss]")).to_have_count(hands - 1)
        await end.scroll_into_view_if_needed()
        await page.page.screenshot(path=Path(folder) / "finished.png")
