"""The page on a narrow screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.page.browser import PHONE
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
TOO_WIDE = """() => [...document.querySelectorAll(".room *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1 && !one.closest("pre");
}).map((one) => one.className)"""


async def test_nothing_sticks_out(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel, viewport=PHONE)
    await ada.command("small panel")
    await ada.control("hand").click()
    await expect(ada.control("one")).to_be_visible()
    await ada.say("wide" * 60)
    assert await ada.page.evaluate(TOO_WIDE) == []
    assert await ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_the_drawer_leads_to_channels(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", viewport=PHONE)
    there = ada.page.locator(f'[data-channel-id="{channel}"]')
    await expect(there).to_be_hidden()
    await ada.page.click('[data-action="drawer"]')
    await expect(there).to_be_visible()
    await there.click()
    await expect(ada.page.locator("[data-room]")).to_have_attribute("data-open-channel", channel)
    await expect(there).to_be_hidden()
    await ada.become("Bob")
    await ada.say("from the sofa")
