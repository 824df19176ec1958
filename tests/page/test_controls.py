"""Buttons, menus and forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from playwright.async_api import expect

from bot.sandbox import Sandbox
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]


async def hand(tab: OpenTab, channel: str) -> Tab:
    """Open a tab with a private hand in it."""
    ada = await tab("Ada", channel)
    await ada.command("small panel")
    await ada.control("hand").click()
    await expect(ada.control("one")).to_be_visible()
    return ada


async def test_a_panel_looks_as_it_should(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small panel")
    embed = ada.last.locator("[data-embed]")
    await expect(embed.locator(".embed-title strong")).to_have_text("panel")
    await expect(embed.locator("code")).to_have_text("words")
    rows = embed.locator(".field-row")
    await expect(rows).to_have_count(2)
    await expect(rows.first).to_have_attribute("data-cells", "3")
    await expect(embed).to_have_css("--bar", "#f0b35a")
    await expect(ada.control("off")).to_be_disabled()
    await expect(ada.control("count")).to_contain_text("🌰")
    await expect(ada.last.locator(".badge")).to_have_text("APP")


async def test_a_button_is_pressed_again_and_again_by_keyboard(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small panel")
    await ada.control("count").focus()
    for count in range(1, 4):
        await ada.page.keyboard.press("Enter")
        await expect(ada.control("count")).to_contain_text(f"Count {count}")
        await expect(ada.control("count")).not_to_have_attribute("aria-busy", "true")
        await expect(ada.control("count")).to_be_focused()
    await expect(ada.messages).to_have_count(1)


async def test_a_press_is_not_lost_when_its_message_changes_under_it(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small panel")
    bob, where = sandbox.person("Bob"), sandbox.world.channels[channel]
    mouse, keyboard = ada.page.mouse, ada.page.keyboard
    ways = (mouse.down, mouse.up), (partial(keyboard.down, " "), partial(keyboard.up, " "))
    for count, (press, release) in enumerate(ways):
        await ada.control("count").hover()
        await ada.control("count").focus()
        await press()
        await bob.press(bob.sees(where)[-1], "count")
        await ada.page.evaluate("() => new Promise((done) => setTimeout(done, 30))")
        await release()
        await expect(ada.control("count")).to_contain_text(f"Count {2 * count + 2}")


async def test_a_button_nobody_answers(tab: OpenTab, channel: str, sandbox: Sandbox) -> None:
    ada, bob = await tab("Ada", channel), await tab("Bob", channel)
    await ada.command("small panel")
    await expect(bob.control("never")).to_be_visible()
    await ada.control("never").click()
    await expect(ada.control("never")).to_have_attribute("aria-busy", "true")
    await expect(bob.control("never")).not_to_have_attribute("aria-busy", "true")
    await ada.control("never").click()
    failed = ada.last.locator("[data-failed]")
    await expect(failed).to_have_text("The application did not respond")
    await expect(ada.control("never")).not_to_have_attribute("aria-busy", "true")
    await expect(bob.last.locator("[data-failed]")).to_be_hidden()
    pressed = [it for it in sandbox.interactions.all.values() if it.custom_id == "never"]
    assert len(pressed) == 1
    await ada.control("count").click()
    await expect(ada.control("count")).to_contain_text("Count 1")
    await expect(failed).to_be_hidden()


async def test_one_of_a_menu(tab: OpenTab, channel: str) -> None:
    ada = await hand(tab, channel)
    await expect(ada.control("one")).to_have_text("Play a card")
    await ada.control("one").click()
    option = ada.page.locator('[data-menu-list="one"] [data-value="leaf 1"]')
    await expect(option).to_contain_text("play leaf 1")
    await option.click()
    await expect(ada.last).to_contain_text("one: leaf 1")


async def test_one_of_a_menu_by_keyboard(tab: OpenTab, channel: str) -> None:
    ada = await hand(tab, channel)
    await ada.control("one").focus()
    await ada.page.keyboard.press("ArrowDown")
    await expect(ada.page.locator('[data-menu-list="one"]')).to_be_visible()
    await ada.page.keyboard.press("ArrowDown")
    await ada.page.keyboard.press("ArrowDown")
    await ada.page.keyboard.press("Enter")
    await expect(ada.last).to_contain_text("one: acorn 3")


async def test_several_of_a_menu(tab: OpenTab, channel: str) -> None:
    ada = await hand(tab, channel)
    await ada.control("several").click()
    box = ada.page.locator('[data-menu-list="several"]')
    done = ada.page.locator("[data-menu-done]")
    await box.locator('[data-value="leaf 1"]').click()
    await expect(done).to_be_disabled()
    await box.locator('[data-value="acorn 1"]').click()
    await expect(done).to_be_enabled()
    await box.locator('[data-value="acorn 2"]').click()
    # Three is the most there may be: a fourth is not taken.
    await box.locator('[data-value="pebble 1"]').click()
    await expect(box.locator('[aria-selected="true"]')).to_have_count(3)
    await box.locator('[data-value="acorn 2"]').click()
    await done.click()
    await expect(ada.last).to_contain_text("several: acorn 1, leaf 1")


async def test_escape_takes_a_choice_back(tab: OpenTab, channel: str, sandbox: Sandbox) -> None:
    ada = await hand(tab, channel)
    before = len(sandbox.interactions.all)
    await ada.control("several").click()
    box = ada.page.locator('[data-menu-list="several"]')
    await box.locator('[data-value="leaf 1"]').click()
    await box.locator('[data-value="leaf 2"]').click()
    await ada.page.keyboard.press("Escape")
    await expect(box).to_have_count(0)
    await expect(ada.control("several")).to_be_focused()
    assert len(sandbox.interactions.all) == before
    await expect(ada.last).to_contain_text("secret of Ada")


async def test_a_menu_of_people(tab: OpenTab, channel: str) -> None:
    ada = await hand(tab, channel)
    await ada.control("whom").click()
    box = ada.page.locator('[data-menu-list="whom"]')
    if await box.locator("[data-filter]").count():
        await box.locator("[data-filter]").fill("cle")
    await box.get_by_role("option", name="Cleo").click()
    await expect(ada.last).to_contain_text("whom: Cleo")


async def test_a_form(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small panel")
    await ada.control("rename").click()
    form = ada.page.locator("[data-modal]")
    await expect(form).to_contain_text("Rename the table")
    await expect(form).to_contain_text("Nobody needs to say")
    name = form.get_by_label("Name")
    await expect(name).to_be_focused()
    await form.locator("[data-submit]").click()
    await expect(form.locator("[data-form-trouble]")).not_to_be_empty()
    await name.fill("Friday")
    await form.locator('[data-custom-id="why"]').fill("because\nso")
    await form.locator("[data-submit]").click()
    await expect(form).to_have_count(0)
    await expect(ada.last).to_contain_text(r"renamed to Friday because 'because\nso'")


async def test_a_form_can_be_left(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small panel")
    await ada.control("rename").click()
    form = ada.page.locator("[data-modal]")
    await expect(form).to_be_visible()
    await ada.page.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await ada.control("count").click()
    await expect(ada.control("count")).to_contain_text("Count 1")


async def test_menus_of_what_a_server_has(tab: OpenTab, channel: str, sandbox: Sandbox) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small things")
    where = ada.page.locator('[data-menu-list="where"]')
    done = ada.page.locator("[data-menu-done]")
    await ada.control("where").click()
    games, lounge = sandbox.channel("games").id, sandbox.channel("Lounge").id
    await expect(where.locator(f'[data-value="{lounge}"]')).to_have_count(0)
    await where.locator(f'[data-value="{games}"]').click()
    await where.locator(f'[data-value="{sandbox.channel("general").id}"]').click()
    await done.click()
    await expect(ada.last).to_contain_text("where: games, general")

    await ada.control("roles").click()
    roles = ada.page.locator('[data-menu-list="roles"]')
    await roles.get_by_role("option", name="@Game master").click()
    await done.click()
    await expect(ada.last).to_contain_text("roles: Game master")

    await ada.control("any").click()
    either = ada.page.locator('[data-menu-list="any"]')
    await either.locator("[data-filter]").fill("moder")
    await either.get_by_role("option", name="@Moderator").click()
    await expect(ada.last).to_contain_text("any: Moderator")


async def test_a_form_that_is_filled_in_already(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    ada = await tab("Ada", channel)
    place = sandbox.world.channels[channel].name
    await ada.command("small things")
    await ada.control("change").click()
    form = ada.page.locator("[data-modal]")
    await expect(form.get_by_label("Title")).to_have_value("Friday")
    await expect(form.locator('[data-custom-id="form-where"]')).to_have_text(place)
    await form.locator("[data-submit]").click()
    await expect(ada.last).to_contain_text(f"changed: Friday in {place} by nobody")

    await ada.control("change").click()
    await form.get_by_label("Title").fill("Saturday")
    await form.locator('[data-custom-id="form-whom"]').click()
    people = ada.page.locator('[data-menu-list="form-whom"]')
    for name in ("Bob", "Cleo"):
        await people.get_by_role("option", name=name).click()
    await ada.page.locator("[data-menu-done]").click()
    await form.locator("[data-submit]").click()
    await expect(ada.last).to_contain_text(f"changed: Saturday in {place} by Bob, Cleo")


async def test_an_open_list_stays_open_as_its_message_changes(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    """A desk that is drawn anew takes no list from under its host's finger."""
    ada = await hand(tab, channel)
    await ada.control("one").click()
    option = ada.page.locator('[data-menu-list="one"] [data-value="leaf 1"]')
    await expect(option).to_be_visible()
    actor = sandbox.person("Ada")
    await actor.select(actor.sees(sandbox.world.channels[channel])[-1], "one", "acorn 3")
    await expect(ada.last).to_contain_text("one: acorn 3")
    await option.click()
    await expect(ada.last).to_contain_text("one: leaf 1")
