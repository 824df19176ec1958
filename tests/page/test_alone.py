"""An evening alone: one person at the page against a computer player of each level."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.sandbox import Sandbox
from tests.contract.games import games
from tests.page.tab import Tab
from tests.page.test_game import has_ended

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
LEVELS = ("casual", "steady", "sharp")
CUT_AT = 5
MOST_CLICKS = 600
PATIENCE = 60.0

GAMES = [
    pytest.param(
        game.info, id=game.info.key, marks=[] if game.info.key == "kasane" else pytest.mark.long
    )
    for game in games()
]
"""All, but only the shortest in the quick share."""


def hand_of(house: Sandbox, place: str) -> list[str]:
    """Return the custom ids in the hand that Ada opened last."""
    hands = [m for m in house.person("Ada").sees(house.world.channels[place]) if m.only_me]
    return [part["custom_id"] for part in hands[-1].controls] if hands else []


def asked(house: Sandbox, place: str) -> bool:
    """Tell whether Ada's hand offers a move."""
    return any(re.match(r"m\d*:", one) for one in hand_of(house, place))


def over(house: Sandbox, place: str) -> bool:
    """Tell whether Ada's hand shows the end."""
    return any(one.startswith("a:rematch:") for one in hand_of(house, place))


def controls(tab: Tab) -> Locator:
    """Return the controls of the newest hand that lead to a move."""
    hand = tab.page.locator("[data-only-me=true]").last
    return hand.locator('[data-custom-id^="m"]:not([data-label="Back"])')


async def click(tab: Tab, number: int) -> None:
    """Use one of the controls, a different one each time, and wait for the answer."""
    found = controls(tab)
    await expect(found.first).to_be_visible()
    control = found.nth(number % await found.count())
    listed = await control.get_attribute("data-menu")
    least = int(await control.get_attribute("data-min") or 1)
    most = int(await control.get_attribute("data-max") or 1)
    await control.click()
    if listed:
        choices = tab.page.locator("[data-menu-list] [data-value]")
        for choice in range(max(least, 1)):
            await choices.nth(choice).click()
        if most > 1:
            await tab.page.locator("[data-menu-done]").click()
    await tab.sandbox.until(lambda: not tab.sandbox.interactions.pending(), PATIENCE)
    await expect(tab.page.locator("[aria-busy=true]")).to_have_count(0)


async def open_hand(tab: Tab) -> None:
    """Press My hand on the board."""
    hands = tab.page.locator("[data-only-me=true]")
    await tab.ask(tab.page.locator('[data-only-me=false] [data-label="My hand"]').last)
    await expect(hands.last.locator('[data-label="More"]')).to_be_visible()


@pytest.mark.parametrize("info", GAMES)
@pytest.mark.takes(6)
async def test_alone_against_one_of_each_level(tab: OpenTab, house: Sandbox, info: object) -> None:
    """From an empty card to the result, with the bot killed and started again on the way."""
    key: str = info.key  # pyright: ignore[reportAttributeAccessIssue]
    most: int = max(info.seats)  # pyright: ignore[reportAttributeAccessIssue]
    levels = LEVELS[: most - 1]
    page = await tab("Ada", house.channel("games").id, at=house)
    await page.command(f"{key} new")
    await page.page.locator('[data-label="Add computer"]').click()
    card = page.page.locator("[data-only-me=false] [data-embed]").last
    for level in levels:
        await page.page.locator(f'[data-label="Add: {level}"]').click()
        await expect(card).to_contain_text(f"({level})")
        await expect(page.page.locator("[aria-busy=true]")).to_have_count(0)
    await page.page.locator('[data-label="Start"]').click()
    await page.page.locator(".thread-card").click()
    place = await page.page.get_attribute("[data-room]", "data-open-channel")
    assert place is not None
    await page.page.locator('[data-only-me=false] [data-label="More"]').click()
    table = page.page.locator("[data-only-me=true]").last
    for level in levels:
        await expect(table).to_contain_text(f"({level})")
    await open_hand(page)

    for clicks in range(MOST_CLICKS):
        await house.until(lambda: asked(house, place) or over(house, place), PATIENCE)
        if over(house, place):
            break
        if clicks == CUT_AT:
            await page.stage("kill")
            bot = page.page.locator("[data-bot]")
            await expect(bot).to_have_attribute("data-bot", "offline")
            await page.stage("start")
            await expect(bot).to_have_attribute("data-bot", "online", timeout=30_000)
            await open_hand(page)
            continue
        await click(page, clicks)
    else:
        raise AssertionError("the game doesn't end")

    end = await has_ended(page)
    if folder := os.environ.get("PAGE_PICTURES"):
        await end.scroll_into_view_if_needed()
        await page.page.screenshot(path=Path(folder) / f"alone-{key}.png")
