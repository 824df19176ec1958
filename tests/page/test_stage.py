"""Threads, and what a host does from the Tools menu."""

from __future__ import annotations

import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.sandbox import Sandbox, Supervisor, threads
from tests.page.tab import Tab

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
SMALL_BOT = [sys.executable, "-m", "tests.page.small_bot"]


async def open_thread(ada: Tab, name: str) -> None:
    """Let the bot open a thread, and go there."""
    await ada.command("small thread", name=name)
    card = ada.last.locator(".thread-card")
    await expect(card).to_contain_text(name)
    await card.click()
    await expect(ada.page.locator("[data-room-name]")).to_have_text(name)
    await expect(ada.last).to_contain_text(f"welcome to {name}")


async def test_a_thread_is_reached_from_its_message_and_its_channel(
    tab: OpenTab, channel: str
) -> None:
    ada = await tab("Ada", channel)
    await open_thread(ada, "supper")
    inside = ada.page.locator('.threads [data-channel="supper"]')
    await expect(inside).to_have_attribute("aria-current", "page")
    await ada.say("in here")
    await ada.page.click("[data-room-head] [data-open-channel]")
    await expect(ada.messages).to_have_count(1)
    await inside.click()
    await expect(ada.last).to_contain_text("in here")


async def test_a_thread_named_before_it_was_there_gets_its_name(
    tab: OpenTab, sandbox: Sandbox, channel: str
) -> None:
    ada = await tab("Ada", channel)
    await ada.say("a beginning")
    place = sandbox.world.channels[channel]
    (begins,) = place.messages.values()
    await ada.say_box.fill(f"see <#{begins.id}>")
    await ada.say_box.press("Enter")
    await expect(ada.last.locator("[data-content]")).to_have_text("see #unknown")
    threads.add_thread(
        sandbox.world, place, sandbox.world.person("Ada"), "supper", 11, starter=begins
    )
    await expect(ada.last.locator("[data-content]")).to_have_text("see #supper")


async def test_archive_lock_and_delete_a_thread(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await open_thread(ada, "short")
    await ada.stage("archive")
    head = ada.page.locator("[data-room-head]")
    await expect(head).to_contain_text("archived")
    # Writing opens it again, as it does on Discord.
    await ada.say("again")
    await expect(head).not_to_contain_text("archived")
    await ada.command("small panel")
    bob = await tab("Bob", await ada.page.get_attribute("[data-room]", "data-open-channel"))
    await expect(bob.control("count")).to_be_enabled()
    await ada.stage("lock")
    await expect(head).to_contain_text("locked")
    # Ada manages threads; for Bob it is closed.
    await expect(bob.page.locator("[data-composer-closed]")).to_have_text("This thread is locked.")
    await expect(bob.control("count")).to_be_disabled()
    await expect(ada.control("count")).to_be_enabled()
    await ada.stage("delete_channel")
    await ada.page.click("[data-confirm-yes]")
    await expect(ada.page.locator('[data-channel="short"]')).to_have_count(0)
    await expect(ada.page.locator("[data-room-name]")).not_to_have_text("short")


async def test_a_message_is_deleted_by_those_who_may(tab: OpenTab, channel: str) -> None:
    ada, bob = await tab("Ada", channel), await tab("Bob", channel)
    await ada.say("mine")
    await bob.last.hover()
    await bob.last.locator("[data-delete-message]").click()
    await bob.page.click("[data-confirm-yes]")
    await expect(bob.page.locator("[data-toast]")).to_be_visible()
    await expect(bob.messages).to_have_count(1)
    await ada.last.hover()
    await ada.last.locator("[data-delete-message]").click()
    await ada.page.click("[data-confirm-no]")
    await expect(ada.messages).to_have_count(1)
    await ada.last.hover()
    await ada.last.locator("[data-delete-message]").click()
    await ada.page.click("[data-confirm-yes]")
    await expect(bob.messages).to_have_count(0)


async def test_the_bot_leaves_a_server_and_comes_back(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await ada.stage("kick_bot")
    await expect(ada.page.locator(".no-bot")).to_be_visible()
    await ada.say_box.fill("/small")
    await expect(ada.page.locator("[data-suggest]")).to_contain_text("no such command")
    await ada.say_box.fill("")
    await ada.stage("invite_bot")
    await expect(ada.page.locator(".no-bot")).to_have_count(0)
    await ada.command("small panel")
    await expect(ada.last).to_contain_text("A panel")


async def test_a_person_starts_a_thread(tab: OpenTab, channel: str) -> None:
    ada = await tab("Ada", channel)
    await ada.stage("new_thread")
    form = ada.page.locator("[data-modal]")
    await form.get_by_label("Name").fill("side table")
    await form.get_by_label("First message").fill("shall we?")
    await form.locator("[data-submit]").click()
    await expect(ada.page.locator("[data-room-name]")).to_have_text("side table")
    await expect(ada.last).to_contain_text("shall we?")
    await ada.page.click("[data-room-head] [data-open-channel]")
    await expect(ada.last).to_contain_text("Ada started a thread: side table")
    await ada.last.locator("[data-open-channel]").click()
    await expect(ada.last).to_contain_text("shall we?")


async def test_the_bot_is_killed_and_started(tab: OpenTab) -> None:
    async with Sandbox() as served:
        command = {"DISCORD_URL": served.url, "DISCORD_TOKEN": served.token}
        supervisor = Supervisor(SMALL_BOT, command)
        served.supervise(supervisor)
        supervisor.start()
        try:
            ada = await tab("Ada", served.channel("games").id, at=served)
            bot = ada.page.locator("[data-bot]")
            await expect(bot).to_have_attribute("data-bot", "online", timeout=30_000)
            await served.until(lambda: served.world.commands.get(None), 30)
            await ada.command("small panel")
            await ada.control("count").click()
            await expect(ada.control("count")).to_contain_text("Count 1")
            await ada.stage("kill")
            await expect(bot).to_have_attribute("data-bot", "offline")
            served.deadlines.ack_seconds = 0.5
            await ada.control("count").click()
            await expect(ada.last.locator("[data-failed]")).to_have_text(
                "The application did not respond"
            )
            served.deadlines.ack_seconds = 3.0
            await ada.stage("start")
            await expect(bot).to_have_attribute("data-bot", "online", timeout=30_000)
            await ada.control("hand").click()
            await expect(ada.last).to_contain_text("secret of Ada")
            # Discord sees a bot leave before its process has ended: the menu may be open by then.
            await ada.page.click('[data-action="stage"]')
            start = ada.page.locator('[data-stage="start"]')
            await expect(start).to_be_disabled()
            await ada.page.request.post(f"{served.url}/sandbox/bot", data={"action": "kill"})
            await expect(start).to_be_enabled()
        finally:
            await supervisor.stop()


async def test_the_page_finds_its_sandbox_again(tab: OpenTab, tmp_path: Path) -> None:
    world = tmp_path / "world"
    async with Sandbox(data=world) as served:
        ada = await tab("Ada", served.channel("general").id, at=served)
        await ada.say("before")
        port = served.port
    banner = ada.page.locator("[data-banner]")
    await expect(banner).to_contain_text("Lost the connection to the sandbox")
    await ada.say_box.fill("kept")
    async with Sandbox(port, data=world):
        await expect(banner).to_be_hidden(timeout=30_000)
        await expect(ada.last).to_contain_text("before")
        await expect(ada.say_box).to_have_value("kept")
        await ada.say("after")
    await expect(banner).to_be_visible()
    # Another world, in which nobody has the old ids: the page asks by name.
    async with Sandbox(port) as served:
        ada.sandbox = served
        await expect(banner).to_be_hidden(timeout=30_000)
        await ada.is_ready("Ada")
        await expect(ada.page.get_by_text("after", exact=True)).to_have_count(0)
        await ada.say("all new")


async def test_what_a_forum_and_an_empty_channel_say(tab: OpenTab, sandbox: Sandbox) -> None:
    """A forum is nowhere to write; the box that comes back after it shows what it is for."""
    ada = await tab("Ada", sandbox.channel("tables").id)
    empty = ada.page.locator("[data-messages]")
    await expect(ada.page.locator("[data-composer-closed]")).to_contain_text("This is a forum.")
    await expect(empty).to_have_attribute("data-empty", "")
    await ada.page.locator("[data-channel=Lounge]").click()
    await expect(empty).to_have_attribute("data-empty", re.compile("type / for a command"))
    shape = await ada.say_box.bounding_box()
    assert shape is not None and shape["height"] > 20, "the box is too low to read what is in it"


async def test_a_language_is_chosen_for_oneself_and_for_the_server(
    tab: OpenTab, empty: Sandbox
) -> None:
    ada = await tab("Ada", at=empty)
    messages = ada.page.locator("[data-messages]")
    await expect(messages).to_have_attribute("lang", "en-US")
    await ada.say_box.fill("<t:43200:D>")
    await ada.say_box.press("Enter")
    moment = messages.locator("time.moment").last
    await expect(moment).to_have_text("January 1, 1970")
    await ada.speak("ja")
    await expect(messages).to_have_attribute("lang", "ja")
    await expect(moment).to_have_text("1970年1月1日")
    await ada.speak("pt-BR", server=True)
    await empty.until(lambda: empty.world.guild("Acorn Café").locale == "pt-BR")
    assert empty.world.person("Ada").locale == "ja"
    assert empty.world.person("Bob").locale == "en-US"
    await ada.page.click('[data-action="stage"]')
    said = {"language": "日本語", "guild_language": "português (Brasil)"}
    for item, name in said.items():
        await expect(ada.page.locator(f'[data-stage="{item}"]')).to_contain_text(name)
