"""Emoji of the bot's own, and pictures in embeds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

import pytest
from playwright.async_api import Locator, expect

from bot.sandbox import Sandbox
from tests.page.browser import PHONE
from tests.page.tab import Tab
from tests.sandbox.images import png

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
LOADED = "one => one.complete && one.naturalWidth > 0"


@pytest.fixture
def acorn(sandbox: Sandbox) -> Iterator[str]:
    """Yield an emoji as it is written in a text."""
    made = sandbox.world.add_emoji("acorn_4", "image/png", png(), animated=False)
    yield f"<:acorn_4:{made.id}>"
    if made.id in sandbox.world.emojis:
        sandbox.world.remove_emoji(made)


async def height(part: Locator) -> float:
    """Return how high something is drawn."""
    box = await part.bounding_box()
    assert box is not None, "the picture isn't on the page"
    return box["height"]


async def test_an_emoji_is_drawn_where_discord_draws_it(
    tab: OpenTab, channel: str, acorn: str
) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small emoji", emoji=acorn)
    for place in ("[data-content]", ".embed-description"):
        small = ada.last.locator(f"{place} .plain img")
        large = ada.last.locator(f"{place} .heading img")
        await expect(small).to_have_count(2)
        await expect(large.first).to_have_attribute("alt", "acorn_4")
        await expect(large.first).to_have_js_property("complete", True)
        assert await large.first.evaluate(LOADED), "the picture of the emoji isn't there"
        assert await height(large.first) > 1.2 * await height(small.first)
    await expect(ada.last.locator(".embed-title img")).to_have_count(1)
    await expect(ada.last.locator(".embed-footer")).to_have_text(f"f {acorn}")
    await expect(ada.last.locator(".embed-author")).to_have_text(f"a {acorn}")
    for custom_id in ("drawn", "bare", "among"):
        assert await ada.control(custom_id).locator("img").evaluate(LOADED), custom_id
    await expect(ada.control("drawn")).to_have_text("4")
    await ada.control("among").click()
    await expect(ada.page.locator(".option img")).to_be_visible()


async def test_an_emoji_that_is_gone_is_read_by_its_name(
    tab: OpenTab, channel: str, acorn: str, sandbox: Sandbox
) -> None:
    ada = await tab("Ada", channel)
    sandbox.world.remove_emoji(sandbox.world.emojis[acorn.split(":")[2].rstrip(">")])
    await sandbox.person("Bob").say(f"look: {acorn}", sandbox.world.channels[channel])
    await expect(ada.last.locator("[data-content]")).to_have_text("look: :acorn_4:")


async def test_a_picture_is_shown_once_unless_named_by_its_address(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    sandbox.host.bot_permissions(sandbox.world.channels[channel], give=["attach_files"])
    ada = await tab("Ada", channel, viewport=PHONE)
    await ada.command("small picture")
    picture = ada.page.locator(".embed-image img")
    await expect(picture).to_have_attribute("alt", "a board")
    await expect(ada.page.locator(".file-picture")).to_have_count(0)
    await ada.command("small linked")
    await expect(ada.page.locator(".file-picture")).to_have_count(1)
    await expect(picture).to_have_count(1)
