"""A server of sixty, its roles, and commands that not everybody has."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.sandbox import Sandbox
from tests.page import browser as chromium
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]


@pytest_asyncio.fixture(loop_scope="session")
async def own() -> AsyncIterator[Sandbox]:
    """Run a sandbox of its own: people who came don't leave again."""
    async with Sandbox() as served:
        yield served


@pytest.mark.parametrize("viewport", [chromium.DESK, chromium.PHONE], ids=["desk", "phone"])
async def test_sixty_people_are_found(tab: OpenTab, own: Sandbox, viewport: object) -> None:
    ada = await tab("Ada", at=own, viewport=viewport)
    find = ada.page.locator('[data-action="find-person"]')
    await expect(find).to_be_hidden()
    for number in (18, 28, 38, 48, 58, 68):
        await ada.stage("add_people")
        await expect(ada.page.locator("[data-person]")).to_have_count(number)
    await find.click()
    box = ada.page.locator('[data-menu-list="find-person"]')
    await box.locator("[data-filter]").fill("nil")
    await box.get_by_role("option", name="Nils").click()
    await ada.is_ready("Nils")
    await expect(ada.page.locator('[data-person="Nils"]')).to_be_in_viewport()
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert await ada.page.evaluate(wide), "the page is wider than the window"


async def test_who_was_called_is_seen_among_many(tab: OpenTab, own: Sandbox) -> None:
    people = own.people(60, "general")
    role = own.host.add_role(own.guild(), "Loud", members=["Zoe", "Nils"], mentionable=True)
    ada = await tab("Ada", own.channel("general").id, at=own)
    await people[1].say(f"<@&{role.id}> come")
    for name in ("Zoe", "Nils"):
        badge = ada.page.locator(f'[data-person="{name}"] [data-waiting]')
        await expect(badge).to_have_text("1")
    await expect(ada.page.locator("[data-waiting]")).to_have_count(2)
    await ada.page.click('[data-action="find-person"]')
    await ada.page.locator("[data-filter]").fill("zoe")
    option = ada.page.get_by_role("option", name="Zoe")
    await expect(option).to_contain_text("called: 1")
    await option.click()
    await ada.is_ready("Zoe")
    await expect(ada.page.locator("[data-message-id].mentions-me")).to_have_count(1)


async def test_a_role_is_made_given_changed_and_deleted(tab: OpenTab, own: Sandbox) -> None:
    guild, bob = own.guild(), own.world.person("Bob").id
    ada = await tab("Ada", at=own)
    form = ada.page.locator("dialog[open][data-modal]")
    done = ada.page.locator("[data-menu-done]")

    async def choose(role: str) -> None:
        await ada.stage("roles")
        await form.locator('[data-custom-id="role"]').click()
        await ada.page.get_by_role("option", name=role, exact=True).click()
        await form.locator("[data-submit]").click()
        await expect(form).to_have_attribute("data-modal", "role")

    await choose("New role")
    await form.get_by_label("Name").fill("Hosts")
    await form.locator('[data-custom-id="permissions"]').click()
    await ada.page.locator("[data-filter]").fill("events")
    await ada.page.get_by_role("option", name="Manage events").click()
    await done.click()
    await form.locator('[data-custom-id="members"]').click()
    await ada.page.get_by_role("option", name="Bob").click()
    await done.click()
    await form.locator("[data-submit]").click()
    await expect(form).to_have_count(0)
    role = own.host.role(guild, "Hosts")
    assert role.permissions == 1 << 33 and not role.mentionable
    assert role.id in guild.members[bob].roles

    await choose("Hosts")
    await expect(form.locator('[data-custom-id="permissions"]')).to_have_text("Manage events")
    await expect(form.locator('[data-custom-id="members"]')).to_have_text("Bob")
    await form.get_by_label("Name").fill("Game hosts")
    await form.locator("[data-submit]").click()
    await expect(form).to_have_count(0)
    assert (role.name, role.permissions) == ("Game hosts", 1 << 33)
    assert role.id in guild.members[bob].roles

    await choose("Game hosts")
    await form.locator('[data-custom-id="gone"]').click()
    await ada.page.get_by_role("option", name="Yes, delete it").click()
    await done.click()
    await form.locator("[data-submit]").click()
    await expect(form).to_have_count(0)
    assert role.id not in guild.roles


async def test_only_commands_one_may_call_are_offered(tab: OpenTab, own: Sandbox) -> None:
    plain = {"type": 1, "description": "d", "options": [], "dm_permission": True, "contexts": None}
    few = {**plain, "id": "2", "name": "few", "default_member_permissions": str(1 << 33)}
    rule = {**plain, "id": "1", "name": "fall", "default_member_permissions": None}
    own.world.set_commands(None, [rule, few])
    guild, games = own.guild(), own.channel("games")
    bob = await tab("Bob", games.id, at=own)

    async def offered(*names: str) -> None:
        await bob.say_box.fill("")
        await bob.say_box.fill("/f")
        found = bob.page.locator(".suggestion[data-command]")
        await expect(found).to_have_count(len(names))
        assert [await one.get_attribute("data-command") for one in await found.all()] == [*names]

    await offered("fall")
    own.override(guild, "few", allow=[own.world.person("Bob")])
    await bob.is_ready("Bob")
    await expect_after(bob, own, "few", "allow")
    await offered("fall", "few")
    own.override(guild, "fall", deny=[games])
    await expect_after(bob, own, "fall", "deny")
    await offered("few")


async def expect_after(bob: Tab, own: Sandbox, name: str, what: str) -> None:
    """Wait until the page has heard what was said just before, by something said after it."""
    text = f"{what} {name}"
    own.users.say(own.world.person("Ada"), own.channel("games"), text)
    await expect(bob.last).to_contain_text(text)
