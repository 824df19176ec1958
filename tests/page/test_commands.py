"""Slash commands, typed the way people type them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from bot.sandbox import Sandbox
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
FIND = """async ([commands, locale, typed]) => {
    const { choicesOf, flatten, search } = await import("/page/commands.js");
    const read = (option) => [option.name, option.title, choicesOf(option)];
    const found = search(flatten(commands, null, locale), typed);
    return found.map((one) => [one.name, one.title, one.description, one.options.map(read)]);
}"""
COMMAND = {
    "id": "1",
    "name": "kasane",
    "name_localizations": {"ja": "かさね"},
    "options": [
        {
            "type": 1,
            "name": "new",
            "name_localizations": {"ja": "新規"},
            "description": "Open a table",
            "description_localizations": {"ja": "卓を立てる"},
            "options": [
                {
                    "type": 3,
                    "name": "pace",
                    "name_localizations": {"ja": "ペース"},
                    "choices": [
                        {"name": "live", "name_localizations": {"ja": "リアルタイム"}, "value": "l"}
                    ],
                }
            ],
        }
    ],
}


async def test_a_slash_lists_the_commands(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await ada.say_box.press("/")
    shown = ada.page.locator("[data-command]")
    await expect(shown.first).to_be_visible()
    names = [await one.get_attribute("data-command") for one in await shown.all()]
    assert names == sorted(names, key=str)
    assert "small panel" in names
    await expect(ada.page.locator('[data-command="small play"]')).to_contain_text("Play a card")
    await expect(ada.page.locator('[data-command="small play"]')).to_contain_text("card row")
    await ada.page.keyboard.type("small pa")
    await expect(shown).to_have_count(1)
    await ada.page.keyboard.press("Escape")
    await expect(shown).to_have_count(0)


async def test_a_command_is_filled_in_by_keyboard_alone(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    keys = ada.page.keyboard
    choices = ada.page.locator("[data-choice]")
    await ada.say_box.focus()
    await keys.type("/small pl")
    await expect(ada.page.locator('.suggestion.active[data-command="small play"]')).to_be_visible()
    await keys.press("Tab")
    await expect(ada.option("card")).to_be_focused()
    await expect(choices).to_have_count(6)
    await keys.type("leaf")
    await expect(choices).to_have_count(2)
    await keys.press("ArrowDown")
    await expect(ada.page.locator('.suggestion.active[data-choice="leaf 2"]')).to_be_visible()
    await keys.press("Tab")
    await expect(ada.option("card")).to_have_value("Leaf 2")
    await expect(ada.option("row")).to_be_focused()
    await keys.type("3")
    # A third option is there for those who want it.
    await ada.page.locator("[data-more-options]").click()
    await ada.page.locator('[data-add-option="face"]').click()
    await expect(ada.option("face")).to_be_focused()
    await keys.type("down")
    await expect(choices).to_have_count(1)
    await keys.press("Enter")
    await expect(ada.option("face")).to_have_value("Face down")
    await keys.press("Enter")
    await expect(ada.last).to_contain_text("played leaf 2 to 3 down")
    await expect(ada.last.locator("[data-used-command]")).to_have_text("Ada used /small play")
    await expect(ada.say_box).to_be_focused()


async def test_what_is_missing_or_wrong_is_named(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    ada = await tab("Ada", channel)
    keys = ada.page.keyboard
    trouble = ada.page.locator("[data-composer-trouble]")
    await ada.say_box.fill("/small play")
    await ada.say_box.press("Enter")
    await ada.option("card").fill("acorn 1")
    await expect(ada.page.locator("[data-choice]")).to_have_count(1)
    await keys.press("Escape")
    before = len(sandbox.interactions.all)
    await ada.page.locator("[data-send]").click()
    await expect(trouble).to_have_text("Fill in row.")
    await expect(ada.option("row")).to_be_focused()
    await keys.type("two")
    await keys.press("Enter")
    await expect(trouble).to_contain_text("whole number")
    assert [it for it in list(sandbox.interactions.all.values())[before:] if it.type == 2] == []
    await ada.option("row").fill("2")
    await keys.press("Enter")
    await expect(ada.last).to_contain_text("played acorn 1 to 2")


async def test_keys_lead_out_again(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    keys = ada.page.keyboard
    await ada.say_box.fill("/small play")
    await ada.say_box.press("Enter")
    await expect(ada.option("card")).to_be_focused()
    await keys.press("Backspace")
    await expect(ada.say_box).to_have_value("/small play")
    await keys.press("Enter")
    await expect(ada.option("card")).to_be_focused()
    await keys.press("Escape")
    await keys.press("Escape")
    await expect(ada.say_box).to_have_value("")
    await expect(ada.say_box).to_be_focused()


async def test_a_command_without_options_needs_one_more_enter(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await ada.say_box.fill("/small panel")
    await ada.say_box.press("Enter")
    await expect(ada.page.locator("[data-filling]")).to_contain_text("/small panel")
    await ada.page.keyboard.press("Enter")
    await expect(ada.last.locator("[data-embed]")).to_contain_text("A panel")


async def test_a_command_nobody_answers_says_so_to_its_owner(
    tab: OpenTab, channel: str, sandbox: Sandbox
) -> None:
    ada, bob = await tab("Ada", channel), await tab("Bob", channel)
    sandbox.deadlines.ack_seconds = 0.3
    try:
        await ada.command("small silent")
        note = ada.page.locator("[data-note]")
        await expect(note).to_contain_text("The application did not respond")
    finally:
        sandbox.deadlines.ack_seconds = 3.0
    await expect(bob.page.locator("[data-note]")).to_have_count(0)
    await note.locator("[data-dismiss-note]").click()
    await expect(note).to_have_count(0)


async def test_a_slow_command_shows_that_it_thinks(tab: OpenTab, channel: str) -> None:
    ada, bob = await tab("Ada", channel), await tab("Bob", channel)
    await ada.command("small slow")
    await expect(ada.last.locator("[data-thinking]")).to_contain_text("is thinking")
    await expect(ada.last).to_have_attribute("data-only-me", "true")
    await bob.command("small go")
    await expect(ada.messages.first).to_contain_text("at last")
    await expect(ada.page.locator("[data-thinking]")).to_have_count(0)
    await expect(bob.messages).to_have_count(1)


async def test_a_command_named_in_a_message_is_opened_by_a_click(
    tab: OpenTab, channel: str
) -> None:
    ada = await tab("Ada", channel)
    await ada.command("small everywhere", text="</small play:123456789012345678>")
    named = ada.last.locator("[data-content] button[data-command]")
    await expect(named).to_have_text("/small play")
    await expect(ada.last.locator(".embed-description button")).to_have_text("/small play")
    await named.click()
    await expect(ada.page.locator(".command-name")).to_have_text("/small play")
    await expect(ada.option("card")).to_be_focused()


@pytest.mark.parametrize(
    ("locale", "typed", "title", "description", "option", "choice"),
    [
        ("ja", "かさ", "かさね 新規", "卓を立てる", "ペース", "リアルタイム"),
        ("ja", "kasane", "かさね 新規", "卓を立てる", "ペース", "リアルタイム"),
        ("de", "kasane", "kasane new", "Open a table", "pace", "live"),
    ],
)
async def test_a_command_is_listed_in_ones_own_language(
    bare: Page, locale: str, typed: str, title: str, description: str, option: str, choice: str
) -> None:
    """It is found by that and by its own name, and what is sent is the same."""
    found = await bare.evaluate(FIND, [[COMMAND], locale, typed])
    offered = [["pace", option, [{"label": choice, "value": "l"}]]]
    assert found == [["kasane new", title, description, offered]]
    assert not await bare.evaluate(FIND, [[COMMAND], "de", "かさ"])
