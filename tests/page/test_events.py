"""A server's events in the list of channels, and links that lead about in the sandbox."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from bot.sandbox import Sandbox, scheduled_events
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]


async def test_an_event_is_listed_opened_and_deleted(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    world = sandbox.world
    place = world.channels[channel]
    guild = place.guild
    assert guild is not None
    said = sandbox.users.say(world.person("Ada"), place, "the card")
    ada, bob = await tab("Ada", sandbox.channel("general").id), await tab("Bob", channel)
    await expect(bob.page.locator("[data-event-id]")).to_have_count(0)
    starts = time.time() + 86400
    location = f"https://discord.com/channels/{guild.id}/{channel}/{said.id}"
    parts = {"name": "Friday of tricks", "starts": starts, "ends": starts + 7200}
    event = scheduled_events.add(world, guild, world.bot, location=location, **parts)
    listed = ada.page.locator(f'[data-event-id="{event.id}"]')
    await expect(listed).to_contain_text("Friday of tricks")
    scheduled_events.change(
        world, guild, event, name="Saturday of tricks", description="*bring tea*"
    )
    await expect(listed).to_contain_text("Saturday of tricks")

    await listed.click()
    shown = ada.page.locator("[data-event]:visible")
    await expect(shown.locator("em")).to_have_text("bring tea")
    await shown.locator("[data-place]").click()
    await expect(shown).to_have_count(0)
    await expect(ada.page.locator("[data-room]")).to_have_attribute("data-open-channel", channel)
    await expect(ada.page.locator(f'[data-message-id="{said.id}"]')).to_have_class("message flash")

    await bob.page.locator(f'[data-event-id="{event.id}"]').click()
    await expect(bob.page.locator("dialog[data-event]")).to_be_visible()
    await expect(bob.page.locator("[data-delete-event]")).to_have_count(0)
    await bob.page.locator("[data-close-event]").click()
    await listed.click()
    await ada.page.locator("[data-delete-event]").click()
    await ada.page.locator("[data-confirm-yes]").click()
    await expect(listed).to_have_count(0)
    await expect(bob.page.locator("[data-event-id]")).to_have_count(0)
    assert guild.events == {}


async def test_links_to_what_is_here_open_here(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    world = sandbox.world
    place, general = world.channels[channel], sandbox.channel("general")
    assert place.guild is not None
    parts = {"name": "Tea", "starts": time.time() + 900, "ends": time.time() + 1800}
    event = scheduled_events.add(world, place.guild, world.bot, location="here", **parts)
    to_general = f"https://discord.com/channels/{place.guild.id}/{general.id}"
    to_event = f"https://discord.com/events/{place.guild.id}/{event.id}"
    ada = await tab("Ada", channel)
    text = f"{to_event} or [the hall]({to_general}) or {to_general} https://example.org/"
    sandbox.users.say(world.person("Bob"), place, text)
    links = ada.last.locator("[data-place]")
    await expect(links).to_have_text(["Tea", "the hall", "general"])
    await links.nth(0).click()
    await expect(ada.page.locator("dialog[data-event]")).to_contain_text("Tea")
    await ada.page.locator("[data-close-event]").click()
    await links.nth(1).click()
    await expect(ada.page.locator("[data-room]")).to_have_attribute("data-open-channel", general.id)
    scheduled_events.delete(world, place.guild, event)
