"""Whole games on a Japanese server, where somebody Japanese and somebody English share a table.

What all read is in Japanese, and what one person reads alone is in that person's language: at
every step, on the board, in the hands, on the buttons and in the lists.
"""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bot.engine.game import AnyGame
from bot.sandbox import Channel, Sandbox
from bot.tables.lobby_rules import NAMES as COMPUTERS
from bot.ui.pages.wording import Wording
from tests.contract.games import games
from tests.page.browser import DESK, PHONE
from tests.page.conftest import bot_in_sandbox
from tests.page.tab import Tab
from tests.page.unseen import leading_on, newest_hand, use_one

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]

PEOPLE = ("花子", "Ada")
PUBLIC = "ja"
"""What the server speaks."""
PATIENCE = 60.0
MOST_CLICKS = 900
SOON = 3000
"""Milliseconds: what isn't there by then went with a hand that was drawn again."""
MIDDLE = 14
"""After this many clicks the table is looked at in the middle of the game."""
QUICK = "donburiko"
SELECT = 3
"""The type of a list among the components of a message."""

JAPANESE = re.compile("[\u3001-\u303f\u3040-\u30ff\u3400-\u9fff\uff01-\uff60]+")
"""Japanese letters, and marks as wide as they are."""
ENGLISH = re.compile("[A-Za-z]{2,}")
NARROW = re.compile("[\u3040-\u30ff\u3400-\u9fff][,.!?;:(]|[,.!?;)][\u3040-\u30ff\u3400-\u9fff]")
"""An English mark next to a Japanese letter."""
SIGNS = re.compile(r"\b[a-z2-7]{5}(?=`)|\b[0-9a-f]{8,64}(?=`)|\([\s0-9+−]*\)")
"""Ids and fingerprints in code marks, and numbers of cards in brackets, are written alike in every
language. Commands and their options aren't: each Discord shows them in its own.
"""
IN_BOTH = ("CPU", "Discord", "ID", "SHA-256", "+ ?")
"""What Japanese texts write in our letters; and the sum of a row with a hidden card."""

READ = """() => [...document.querySelectorAll("[data-message-id]")].map((message) => {
    const bare = (part) => {
        const copy = part.cloneNode(true);
        // The page itself says times, and who or what is mentioned.
        for (const other of copy.querySelectorAll("time, .mention, .edited")) other.remove();
        return copy.textContent;
    };
    const parts = ".content, .embed-author, .embed-title, .embed-description, .field-name, "
        + ".field-value, .embed-footer, .thread-name, .row .label";
    return {
        mine: message.dataset.onlyMe === "true",
        said: [
            ...[...message.querySelectorAll(parts)].map(bare),
            ...[...message.querySelectorAll(".picture")].map((one) => one.alt),
            ...[...message.querySelectorAll(".menu")].map((one) => one.ariaLabel),
        ],
    };
})"""
"""What people read of each message, and of the lists that are still shut."""


def cases() -> list[Any]:
    """Return all games, read from beginning to end; the quick way, half of the shortest."""
    found: list[Any] = []
    for game in games():
        key = game.info.key
        found.append(pytest.param(game, True, id=key, marks=pytest.mark.long))
        if key == QUICK:
            found.append(pytest.param(game, False, id=f"{key}, its first half"))
    return found


@dataclass
class Side:
    """Somebody at the table, with a browser of their own and what they have read there."""

    name: str
    language: str
    tab: Tab
    names: tuple[str, ...]
    """What is no word of a language: people, computers, the table's id."""
    read: dict[bool, set[str]] = field(default_factory=lambda: {True: set(), False: set()})
    faults: list[str] = field(default_factory=list[str])

    @property
    def house(self) -> Sandbox:
        """Return the sandbox."""
        return self.tab.sandbox

    def word(self, text: str) -> str:
        """Return a text in this person's language."""
        return Wording(self.language).gettext(text)

    def hand(self, place: Channel) -> list[Mapping[str, Any]]:
        """Return the controls of the newest private message that lead to a move."""
        return leading_on(newest_hand(self.house, place, self.name))

    async def look(self) -> None:
        """Read all that is there, and note each text that is in another language than it should."""
        for message in await self.tab.page.evaluate(READ):
            mine: bool = message["mine"]
            for text in message["said"]:
                self.check(text, mine=mine)
            whole = "".join(message["said"])
            if whole and not (mine and self.language != PUBLIC) and not JAPANESE.search(whole):
                self.faults.append(f"{self.name} reads no Japanese in {whole!r}")

    def check(self, text: str, *, mine: bool) -> None:
        """Note a text that isn't in a person's own language, or in that of the server."""
        if text in self.read[mine]:
            return
        self.read[mine].add(text)
        left = SIGNS.sub(" ", text)
        for name in sorted((*self.names, *IN_BOTH), key=len, reverse=True):
            left = left.replace(name, " ")
        amiss = (JAPANESE,) if mine and self.language != PUBLIC else (ENGLISH, NARROW)
        if found := [one[0] for each in amiss for one in each.finditer(left)]:
            where = "alone" if mine else "with all"
            self.faults.append(f"{self.name} reads {where} {found} in {text!r}")

    async def press(self, control: Locator) -> None:
        """Click on something, and wait for what comes of it."""
        await control.click()
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot has answered and the page shows it."""
        await self.house.until(lambda: not self.house.interactions.pending(), PATIENCE)
        await expect(self.tab.page.locator("[aria-busy=true]")).to_have_count(0)

    async def ask(self, custom_id: str) -> None:
        """Press a button that all see, which is answered by a private message; read that."""
        await self.tab.ask(
            self.tab.page.locator(f'[data-only-me=false] [data-custom-id="{custom_id}"]').last
        )
        await self.settle()
        await self.look()

    async def move(self, control: Mapping[str, Any]) -> None:
        """Use a control of the hand; of a list, as many of its first choices as it needs."""
        named = f'[data-only-me=true] [data-custom-id="{control["custom_id"]}"]'
        try:
            await self.tab.page.locator(named).last.click(timeout=SOON)
            if control["type"] == SELECT:
                await self.choose(control.get("min_values", 1), control.get("max_values", 1))
        except PlaywrightTimeout:
            # A computer has moved, and the hand was drawn again: there is another control.
            return
        await self.settle()

    async def choose(self, least: int, most: int) -> None:
        """Choose from the list that is open, and read what it offers."""
        page = self.tab.page
        for text in await page.locator("[data-menu-list] .option-text").all_text_contents():
            self.check(text, mine=True)
        for number in range(max(least, 1)):
            await page.locator("[data-menu-list] [data-value]").nth(number).click(timeout=SOON)
        if most > 1:
            await page.locator("[data-menu-done]").click(timeout=SOON)

    async def pictures(self, name: str) -> None:
        """Take pictures of the board and of the newest private message, if that is wanted."""
        folder = os.environ.get("PAGE_PICTURES")
        page = self.tab.page
        if folder:
            # Else what slides away when the window gets narrow is in the picture.
            await page.emulate_media(reduced_motion="reduce")
        for size, viewport in (("desk", DESK), ("phone", PHONE)) if folder else ():
            await page.set_viewport_size(viewport)
            for what, own in (("board", "false"), ("own", "true")):
                shown = page.locator(f"[data-only-me={own}]").filter(
                    has=page.locator("[data-embed]")
                )
                if not await shown.count():
                    continue
                await shown.last.evaluate("(one) => one.scrollIntoView({ block: 'end' })")
                file = f"two-languages-{name}-{self.language}-{size}-{what}.png"
                await page.screenshot(path=Path(str(folder)) / file)
        await page.set_viewport_size(DESK)


@dataclass
class Mixed:
    """A table with two languages."""

    game: AnyGame
    sides: list[Side]
    table_id: str
    place: Channel

    def over(self) -> bool:
        """Tell whether the end message is there."""
        public = self.sides[0].house.person(self.sides[0].name).sees(self.place)
        return any(
            part["custom_id"] == f"h:more:{self.table_id}"
            for message in public
            for part in message.controls
        )

    def asked(self) -> Side | None:
        """Return somebody whose hand offers a move."""
        return next((side for side in self.sides if side.hand(self.place)), None)

    async def look(self, name: str) -> None:
        """Let everybody read what is there, and take pictures."""
        for side in self.sides:
            await side.look()
            await side.pictures(f"{self.game.info.key}-{name}")


async def arrive(tab: OpenTab, house: Sandbox, name: str, language: str) -> Side:
    """Open a browser for somebody, who says which language they read."""
    opened = await tab(name, house.channel("games").id, at=house)
    await opened.speak(language)
    await house.until(lambda: house.world.person(name).locale == language)
    # Computers are called in the language of the table, whoever reads.
    computers = map(Wording(PUBLIC).gettext, COMPUTERS)
    return Side(name, language, opened, (*PEOPLE, *computers))


async def sit_down(tab: OpenTab, house: Sandbox, game: AnyGame) -> Mixed:
    """Open a table in Japanese, fill its fewest seats, and begin."""
    hanako = await arrive(tab, house, PEOPLE[0], "ja")
    ada = await arrive(tab, house, PEOPLE[1], "en-GB")
    sides = [hanako, ada]
    await hanako.tab.speak(PUBLIC, server=True)
    await house.until(lambda: house.world.guild("Acorn Café").locale == PUBLIC)
    await hanako.tab.command(f"{game.info.key} new")
    join = ada.tab.page.locator('[data-custom-id^="t:join:"]')
    table_id = str(await join.get_attribute("data-custom-id")).rpartition(":")[2]
    for side in sides:
        side.names = (*side.names, table_id)
    await ada.press(join)
    for _ in range(min(game.info.seats) - len(sides)):
        await hanako.ask(f"t:computers:{table_id}")
        levels = hanako.tab.page.locator(f'[data-custom-id*=":add:{table_id}:"]')
        await hanako.press(levels.first)
    for side in sides:
        await side.look()
        await side.pictures(f"{game.info.key}-lobby")
    await hanako.press(hanako.tab.page.locator(f'[data-custom-id="t:start:{table_id}"]'))
    for side in sides:
        await side.look()
        await side.tab.page.locator(".thread-card").click()
        await side.ask(f"t:hand:{table_id}")
    opened = await hanako.tab.page.get_attribute("[data-room]", "data-open-channel")
    return Mixed(game, sides, table_id, house.world.channels[str(opened)])


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[Sandbox]:
    """Run the bot with words for its emoji, which are read; with its emoji for pictures."""
    async with bot_in_sandbox(tmp_path, emoji="PAGE_PICTURES" in os.environ) as served:
        yield served


@pytest.mark.parametrize(("game", "whole"), cases())
@pytest.mark.takes(5)
async def test_a_whole_game_in_two_languages(
    tab: OpenTab, house: Sandbox, game: AnyGame, *, whole: bool
) -> None:
    table = await sit_down(tab, house, game)
    for clicks in range(MOST_CLICKS):
        await house.until(lambda: table.asked() or table.over(), PATIENCE)
        side = table.asked()
        if side is None:
            break
        if clicks > MIDDLE and not whole:
            await use_one(house, table.place, side.name)
            continue
        offered = side.hand(table.place)
        await side.move(offered[clicks % len(offered)])
        for each in table.sides:
            await each.look()
        if clicks == MIDDLE:
            await table.look("middle")
            for each in table.sides:
                await each.ask(f"a:page:{table.table_id}")
                await each.ask(f"t:hand:{table.table_id}")
            for each in () if whole else table.sides:
                await each.tab.page.goto("about:blank")
    else:
        raise AssertionError("the game doesn't end")
    for each in () if whole else table.sides:
        await each.tab.arrive(each.name, table.place.id)
    await has_ended(table)
    faults = [fault for each in table.sides for fault in each.faults]
    assert not faults, "\n".join(faults)


async def has_ended(table: Mixed) -> None:
    """See that the end is told in the server's language, and explained in each person's."""
    wording = Wording(PUBLIC)
    for side in table.sides:
        end = side.tab.page.locator("[data-only-me=false]").filter(
            has=side.tab.page.locator(f'[data-custom-id="h:more:{table.table_id}"]')
        )
        await expect(end.locator(".embed-title")).to_contain_text("🏆")
        for label in ("Rematch", "Another game", "Replay", "More"):
            said = wording.gettext(label)
            await expect(end.locator(f'[data-label="{said}"]')).to_have_count(1)
    await table.look("end")
    for side in table.sides:
        await side.ask(f"h:more:{table.table_id}")
        scored = f'[data-only-me=true] [data-custom-id="h:scored:{table.table_id}"]'
        await side.press(side.tab.page.locator(scored).last)
        await side.look()
        await side.pictures(f"{table.game.info.key}-scored")
        await side.ask(f"h:replay:{table.table_id}:0")
        own = (ENGLISH, JAPANESE)[side.language == PUBLIC]
        assert own.search("".join(side.read[True])), f"{side.name} has read nothing alone"
        assert JAPANESE.search("".join(side.read[False])), "there was nothing for all"
