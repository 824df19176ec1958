"""Nothing anybody writes becomes markup, runs, or is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from bot.sandbox import Sandbox, threads
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
NASTY = [
    "<img src=x onerror=window.broken=1>",
    '"><script>window.broken=1</script>',
    "<svg/onload=window.broken=1>",
    "javascript:window.broken=1",
    "\u202egnirts\u202c <b>bidi</b>",
]


async def is_whole(tab: Tab) -> None:
    """Check that nothing of what was written became an element or ran."""
    assert await tab.page.evaluate("window.broken") is None, "a text of somebody's ran as a script"
    view = tab.page.locator("body")
    for tag in ("img", "script:not([src])", "iframe", "b", 'a[href^="javascript"]', "svg[onload]"):
        await expect(view.locator(tag)).to_have_count(0)


@pytest.mark.parametrize("text", NASTY)
async def test_words_stay_words(tab: OpenTab, channel: str, text: str) -> None:
    ada = await tab("Ada", channel)
    await ada.say(text)
    await expect(ada.last.locator("[data-content]")).to_have_text(text)
    await is_whole(ada)


@pytest.mark.parametrize("text", NASTY)
async def test_what_the_bot_sends_stays_words(tab: OpenTab, channel: str, text: str) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small everywhere", text=text)
    for place in (
        "[data-content]",
        ".embed-title",
        ".embed-description",
        ".field-name",
        ".field-value",
        ".embed-footer",
        ".embed-author",
        ".button .label",
        ".menu .hint",
    ):
        await expect(ada.last.locator(place)).to_have_text(text)
    await ada.last.locator(".menu").click()
    await expect(ada.page.locator(".option-label")).to_have_text(text)
    await expect(ada.page.locator(".option-detail")).to_have_text(text)
    await is_whole(ada)


@pytest.mark.parametrize("text", NASTY)
async def test_names_stay_words(tab: OpenTab, sandbox: Sandbox, text: str) -> None:
    world = sandbox.world
    guild = world.add_guild(text, world.person("Ada"), everyone=(1 << 53) - 1)
    place = world.add_channel(guild, text)
    member = guild.members[world.person("Ada").id]
    world.change_member(guild, member, nick=text)
    thread = threads.add_thread(world, place, world.person("Ada"), text, 11)
    try:
        ada = await tab("Ada", place.id)
        await ada.say("hello")
        await expect(ada.last.locator(".author")).to_have_text(text)
        await expect(ada.page.locator("[data-room-name]")).to_have_text(text)
        await expect(ada.page.locator(".guild-name")).to_have_text(text)
        await expect(
            ada.page.locator(f'[data-channel-id="{thread.id}"] .channel-name')
        ).to_have_text(text)
        await is_whole(ada)
    finally:
        world.delete_channel(place)
        del world.guilds[guild.id]


async def test_nothing_is_fetched_from_elsewhere(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    ada = await tab("Ada", channel)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    picture = "https://example.org/picture.png"
    place = sandbox.world.channels[channel]
    sandbox.world.add_message(
        place,
        sandbox.world.bot,
        embeds=[{"type": "rich", "image": {"url": picture}, "thumbnail": {"url": picture}}],
    )
    await expect(ada.last.locator("a.no-picture").first).to_have_text("Picture at example.org")
    await ada.page.reload()
    await expect(ada.last.locator("a.no-picture").first).to_be_visible()
    assert asked
    assert {url.split("/")[2] for url in asked} == {sandbox.url.split("/")[2]}


async def test_the_page_is_served_tightly(
    headers: Callable[[str], Awaitable[dict[str, str]]],
) -> None:
    policy = (await headers("/"))["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy or "default-src 'self'" in policy
