"""A newcomer's first minute: from the sandbox page to a first own move, by clicks alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from bot.sandbox import Sandbox
from tests.page.browser import DESK, PHONE
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
MOST_CLICKS = 3


class Clicks:
    """Clicks, and counts them."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.made = 0

    async def click(self, control: Locator) -> None:
        """Click on something, and wait for what the bot answers."""
        await control.click()
        self.made += 1
        await self.tab.sandbox.until(lambda: not self.tab.sandbox.interactions.pending(), 20)
        await expect(self.tab.page.locator("[aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize(
    "viewport",
    [
        pytest.param(DESK, id="desktop", marks=pytest.mark.real_start(when_long=True)),
        pytest.param(PHONE, id="phone"),
    ],
)
@pytest.mark.takes(3)
async def test_a_first_move_takes_three_clicks(
    tab: OpenTab, house: Sandbox, viewport: ViewportSize
) -> None:
    opened = await tab("Ada", at=house, viewport=viewport)
    page, clicks = opened.page, Clicks(opened)
    await clicks.click(page.locator('[data-label="Play Donburiko!"]'))
    hand = page.locator("[data-only-me=true]").last
    move = hand.locator('[data-custom-id^="m"]:not([data-label="Back"])')
    await expect(move.first).to_be_visible()
    question = ":".join(str(await move.first.get_attribute("data-custom-id")).split(":")[:3]) + ":"
    asked = page.locator(f'[data-custom-id^="{question}"]')
    while clicks.made < MOST_CLICKS and await asked.count():
        before = await hand.inner_text()
        is_list = await move.first.get_attribute("data-menu") is not None
        await clicks.click(move.first)
        if is_list:
            await clicks.click(page.locator("[data-menu-list] [data-value]").first)
        await expect(hand).not_to_have_text(before, use_inner_text=True)
    await expect(asked, "the first move isn't made yet").to_have_count(0)
    assert clicks.made <= MOST_CLICKS, "the first move takes too many clicks"
    await expect(page.locator("[data-failed]:visible")).to_have_count(0)
