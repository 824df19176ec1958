"""Direct messages on the page: an app of one's own, the list of messages, and a game there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from bot.sandbox import Sandbox
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]


async def test_an_own_app_is_played_in_a_dm_of_ones_own(tab: OpenTab, house: Sandbox) -> None:
    """Add the app, write to somebody, go to and fro in the list of messages, and play there."""
    ada = await tab("Ada", house.channel("games").id, at=house)
    page, bob = ada.page, house.person("Bob").person
    await ada.stage("install")
    await page.click('[data-action="stage"]')
    # It may be the first page of a run, beside others that start.
    added = page.locator('[data-stage="uninstall"]')
    await expect(added, "the app isn't added").to_be_visible(timeout=20_000)
    await page.keyboard.press("Escape")

    # The first there is with the bot; the other one is begun by its list of people.
    room, listed = page.locator("[data-room]"), page.locator("[data-channels] [data-channel-id]")
    await page.click('[data-guild="Direct messages"]')
    await expect(listed).to_have_count(1)
    own = str(await listed.get_attribute("data-channel-id"))
    await expect(room).to_have_attribute("data-open-channel", own)
    await page.click("[data-new-message]")
    await page.click(f'.menu-list [data-value="{bob.id}"]')
    await page.click("[data-menu-done]")
    await expect(listed).to_have_count(2)
    with_bob = house.person("Ada").in_dm(house.person("Bob")).channel
    assert with_bob is not None
    for place in (own, with_bob.id):
        await page.click(f'[data-channels] [data-channel-id="{place}"]')
        await expect(room).to_have_attribute("data-open-channel", place)

    await ada.command("play")
    game = page.locator("[data-only-me=true]").last
    for label in ("Donburiko!", "Against computers", "More"):
        await game.locator(f'[data-label="{label}"]').click()
    await expect(game.locator('[data-label="End the game"]')).to_be_visible(timeout=20_000)
    await expect(ada.messages, "a game is more than one message").to_have_count(1)
    assert not house.person("Bob").sees(with_bob), "Bob sees Ada's hand"
