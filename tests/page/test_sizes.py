"""What is drawn is as large as in Discord's app on a phone, or what fits here won't fit there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Locator, Route, expect

from bot.sandbox import Sandbox
from tests.page.browser import PHONE
from tests.page.tab import Tab
from tests.sandbox.images import png

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"
LEAST_TEXT, LEAST_EMBED_TEXT, LEAST_HEADING = 16, 14, 24
LEAST_BUTTON, LEAST_SELECT, LEAST_PICTURE = 32, 40, 300


async def box(part: Locator) -> tuple[float, float]:
    """Return how wide and how high something is drawn."""
    found = await part.bounding_box()
    assert found is not None, "it isn't on the page"
    return found["width"], found["height"]


async def test_texts_are_as_large_as_on_a_phone(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    made = sandbox.world.add_emoji("leaf_2", "image/png", png(), animated=False)
    ada = await tab("Ada", channel, viewport=PHONE)
    await ada.command("small emoji", emoji=f"<:leaf_2:{made.id}>")
    for place, least in (
        ("[data-content] .plain", LEAST_TEXT),
        (".embed-title", LEAST_TEXT),
        (".embed-description .plain", LEAST_EMBED_TEXT),
        (".embed-author", LEAST_EMBED_TEXT),
        ("[data-content] .heading", LEAST_HEADING),
        (".embed-description .heading", LEAST_HEADING),
        (".button", LEAST_EMBED_TEXT),
        (".menu", LEAST_EMBED_TEXT),
    ):
        drawn = await ada.last.locator(place).first.evaluate(SIZE)
        assert drawn >= least, f"{place} is drawn at {drawn} px"
    wide, high = await box(ada.last.locator(".embed-description .heading img").first)
    assert wide == high >= 1.3 * LEAST_HEADING, "an emoji in a heading is larger than its letters"
    sandbox.world.remove_emoji(made)


async def test_controls_are_as_high_as_on_a_phone(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel, viewport=PHONE)
    await ada.command("small panel")
    await ada.control("hand").click()
    await expect(ada.control("one")).to_be_visible()
    for place, least in ((".button", LEAST_BUTTON), (".menu", LEAST_SELECT)):
        drawn = await ada.page.locator(f"[data-message-id] {place}").all()
        assert drawn, place
        for each in drawn:
            _, high = await box(each)
            assert high >= least, f"a {place} is {high} px high"


async def test_a_picture_has_its_place_before_it_is_there(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    sandbox.host.bot_permissions(sandbox.world.channels[channel], give=["attach_files"])
    ada = await tab("Ada", channel, viewport=PHONE)
    loaded = asyncio.Event()

    async def hold(route: Route) -> None:
        await loaded.wait()
        await route.continue_()

    await ada.page.route("**/attachments/**", hold)
    await ada.command("small picture")
    picture = ada.page.locator(".embed-image img")
    wide, high = await box(picture)
    loaded.set()
    assert wide >= LEAST_PICTURE, f"an embed's picture is {wide} px wide"
    assert high == pytest.approx(wide * 500 / 800, abs=1), "it has another shape before it comes"
    await expect(picture).to_have_js_property("naturalWidth", 800)
    assert await box(picture) == (wide, high), "it jumped when it came"
