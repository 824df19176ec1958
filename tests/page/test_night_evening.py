"""A whole game night on a phone: what its host and its guests see stays on the screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from bot.sandbox import Actor, Message, Sandbox
from tests.e2e.play import page_of
from tests.page.browser import PHONE
from tests.page.heights import HEIGHT
from tests.page.tab import Tab
from tests.page.test_phone import TOO_WIDE

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]

HIGHEST = 700
"""The most pixels of a page with its controls; the channel has about as many on this phone."""
PATIENCE = 60


def night_messages(host: Actor, button: str) -> list[Message]:
    """Return what everybody sees in the channel and has a button."""
    return [each for each in host.sees("games") if button in each.buttons and not each.only_for]


class Host:
    """Whoever leads the night, with a phone in the hand."""

    def __init__(self, actor: Actor, phone: Tab) -> None:
        self.actor = actor
        self.phone = phone
        self.heights: dict[str, float] = {}

    async def look(self, what: str, message: Message) -> Message:
        """Look at a page on the phone; fail if something of it sticks out."""
        page = self.phone.page
        await expect(page.locator(f'[data-message-id="{message.id}"]')).to_be_attached()
        self.heights[what] = await page.evaluate(HEIGHT, message.id)
        assert await page.evaluate(TOO_WIDE) == [], f"{what} sticks out to the right"
        return message

    async def press(self, what: str, message: Message, which: str) -> Message:
        """Press something, and look at what comes of it."""
        return await self.look(what, page_of(await self.actor.press(message, which)))

    async def desk(self, what: str) -> Message:
        """Open the desk."""
        return await self.look(what, page_of(await self.actor.slash("night desk")))


@pytest.mark.takes(5)
async def test_an_evening_fits_on_a_phone(tab: OpenTab, house: Sandbox) -> None:
    names = ["Ada", "Bob", "Cleo", "Dai", "Emi", "Finn", "Grandma Oh", "花子"]
    guests = [house.person(name, "games") for name in names]
    games = house.channel("games").id
    host = Host(guests[0], await tab("Ada", games, viewport=PHONE, at=house))
    given = {"when": "in 2 hours", "game": "kirifuda", "zone": "Europe/Berlin", "limit": 7}
    preview = await host.look("preview", page_of(await guests[0].slash("night new", given)))
    await host.press("published", preview, "Publish")
    await house.until(lambda: night_messages(guests[0], "I'm in"), PATIENCE)
    (card,) = night_messages(guests[0], "I'm in")
    for guest in guests:
        assert (await guest.press(card, "I'm in")).only_me
    await house.until(lambda: "Waitlist (1)" in card.text, PATIENCE)
    await host.look("card", card)
    await host.press("doors", await host.desk("desk before"), "Open the doors now")
    await house.until(lambda: "I'm here" in card.buttons, PATIENCE)
    for guest in guests[:7]:
        assert (await guest.press(card, "I'm here")).only_me
    await house.until(lambda: "Here (7)" in card.text, PATIENCE)
    await host.look("card at the doors", card)
    proposal = await host.press("proposal", await host.desk("desk at the doors"), "Seat round 1")
    swap = await host.press("swap", proposal, "Swap two …")
    proposal = await host.press("proposal", swap, "Back")
    await host.press("start", proposal, "Start all")
    await house.until(lambda: night_messages(guests[0], "Where do I sit?"), PATIENCE)
    (tables,) = night_messages(guests[0], "Where do I sit?")
    await house.until(lambda: "Table 2" in tables.text, PATIENCE)
    await host.look("list of tables", tables)
    desk = await host.desk("desk while it runs")
    for number in (0, 1):
        (menu,) = [each for each in desk.controls if each["type"] == 3][:1]
        picked = await guests[0].select(desk, menu["custom_id"], menu["options"][0]["value"])
        desk = await host.look("desk with a table", page_of(picked))
        if number == 0:
            more = await host.press("more of a table", desk, "More …")
            asked = await host.press("void?", more, "End without a result …")
            desk = await host.press("void", asked, "End without a result")
    more = await host.press("more of a table", desk, "More …")
    asked = await host.press("finish?", more, "Computers finish it …")
    await host.press("computers finish", asked, "Computers finish it")
    more = await host.press("more", await host.desk("desk at the end"), "Change or end …")
    ask = await host.press("end?", more, "End the night …")
    await host.press("end", ask, "End the night")
    await house.until(lambda: night_messages(guests[0], "Host: Same again next week"), PATIENCE)
    (recap,) = night_messages(guests[0], "Host: Same again next week")
    await house.until(lambda: "Still on" not in recap.text, PATIENCE)
    await host.look("recap", recap)
    await host.press("points", recap, "Night points")
    await host.press("again", recap, "Host: Same again next week")
    over = {what: height for what, height in host.heights.items() if height > HIGHEST}
    assert not over, f"higher than {HIGHEST} px on a phone: {over}"
