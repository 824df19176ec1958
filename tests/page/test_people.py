"""Several people at one keyboard: who is who, who sees what."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from bot.sandbox import Sandbox
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]


@asynccontextmanager
async def overhear(
    sandbox: Sandbox, person: str
) -> AsyncIterator[Callable[[bytes], Awaitable[bytes]]]:
    """Collect every byte that a person's stream carries; give a way to wait for some of them."""
    async with aiohttp.ClientSession() as session:
        who = sandbox.world.person(person).id
        async with session.ws_connect(f"{sandbox.url}/sandbox/events?as={who}") as socket:
            heard = bytearray()

            async def until(wanted: bytes) -> bytes:
                async with asyncio.timeout(20):
                    while wanted not in heard:
                        heard.extend((await socket.receive_str()).encode())
                return bytes(heard)

            yield until


async def test_one_click_makes_me_somebody_else(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    page = await tab("Ada", channel)
    assert await page.page.locator("[data-person]").count() >= 6
    await page.say("Ada was here")
    await page.become("Bob")
    await page.say("and Bob")
    await expect(page.last).to_have_attribute("data-author", "Bob")
    await expect(page.messages).to_have_count(2)
    assert "as=Bob" in page.page.url
    await page.page.reload()
    await page.is_ready("Bob")
    await expect(page.page.locator("[data-room]")).to_have_attribute("data-open-channel", channel)
    await page.page.go_back()
    await page.is_ready("Ada")


async def test_a_channel_is_remembered(tab: OpenTab, channel: str) -> None:
    page = await tab("Ada")
    await page.page.click(f'[data-channel-id="{channel}"]')
    await expect(page.page.locator("[data-room]")).to_have_attribute("data-open-channel", channel)
    await page.page.goto(page.page.url.split("?")[0] + "?as=Ada")
    await page.is_ready("Ada")
    await expect(page.page.locator("[data-room]")).to_have_attribute("data-open-channel", channel)


async def test_two_tabs_are_two_people(tab: OpenTab, channel: str) -> None:
    ada, bob = await tab("Ada", channel), await tab("Bob", channel)
    await ada.say("hello Bob")
    await expect(bob.last).to_contain_text("hello Bob")
    await expect(bob.last).to_have_attribute("data-author", "Ada")
    await expect(bob.page.locator('[data-person="Bob"]')).to_have_attribute("aria-current", "true")


async def test_a_private_answer_reaches_one_person_alone(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    ada, bob = await tab("Ada", channel), await tab("Bob", channel)
    async with overhear(sandbox, "Bob") as bob_hears, overhear(sandbox, "Ada") as ada_hears:
        await ada.command("small panel")
        await ada.control("hand").click()
        whisper = ada.page.locator("[data-message-id][data-only-me=true]")
        await expect(whisper).to_contain_text("secret of Ada")
        await expect(whisper).to_contain_text("Only you can see this")
        number = await whisper.get_attribute("data-message-id")
        assert number
        await ada.say("nothing to see")
        await expect(bob.last).to_contain_text("nothing to see")
        assert "secret of" not in await bob.page.content()
        await expect(bob.messages).to_have_count(2)
        heard = await bob_hears(b"nothing to see")
        assert b"secret of" not in heard
        assert number.encode() not in heard
        # The ear itself works: the owner's own stream has it.
        assert b"secret of Ada" in await ada_hears(b"nothing to see")

    await ada.become("Bob")
    assert "secret of" not in await ada.page.content()
    await ada.become("Ada")
    await expect(whisper).to_contain_text("secret of Ada")
    await whisper.locator("[data-dismiss]").click()
    await expect(whisper).to_have_count(0)


async def test_eight_tabs_of_one_browser_all_go_on(
    browser: Browser, channel: str, sandbox: Sandbox
) -> None:
    """Of ordinary connections a browser opens only six to one host."""
    async with await browser.new_context() as context:
        tabs = [Tab(await context.new_page(), sandbox) for _ in range(8)]
        for each in tabs:
            each.page.set_default_timeout(10_000)
            await each.arrive("Bob", channel)
        await tabs[-1].say("all eight of us")
        await expect(tabs[0].last).to_contain_text("all eight of us")


async def test_what_is_new_is_marked(tab: OpenTab, channel: str, sandbox: Sandbox) -> None:
    ada = await tab("Ada", channel)
    await ada.say("old")
    bob = await tab("Bob")
    here = bob.page.locator(f'[data-channel-id="{channel}"]')
    await expect(here).to_have_attribute("data-unread", "false")
    await ada.say("news")
    await expect(here).to_have_attribute("data-unread", "true")
    await expect(here.locator(".count-badge")).to_have_count(0)
    await ada.command("small thread", name="meet")
    await here.click()
    await expect(here).to_have_attribute("data-unread", "false")
    await expect(bob.page.locator(".divider.new + [data-message-id]")).to_contain_text("news")


async def test_a_mention_shows_at_the_person_called(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    ada = await tab("Ada", channel)
    bob = sandbox.world.person("Bob").id
    await ada.say_box.fill(f"your turn <@{bob}>")
    await ada.say_box.press("Enter")
    await expect(ada.last.locator(f'[data-mention="{bob}"]')).to_have_text("@Bob")
    badge = ada.page.locator('[data-person="Bob"] [data-waiting]')
    await expect(badge).to_have_text("1")
    await ada.become("Bob")
    await expect(ada.page.locator("[data-message-id].mentions-me")).to_have_count(1)
    await ada.become("Ada")
    await expect(badge).to_have_count(0)
