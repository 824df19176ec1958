"""An evening that does not go to plan, by one person on the page who plays two.

They take a move back, leave and come back, run out of time, go over to a slower pace, and look
back at the finished game and check it.
"""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Locator, ViewportSize, expect

from bot.sandbox import Message, Sandbox
from tests.page.browser import DESK, PHONE
from tests.page.conftest import bot_in_sandbox
from tests.page.tab import Tab
from tests.page.test_game import MOST_CLICKS, click_one, has_ended, open_hands, whose_turn
from tests.page.test_phone import TOO_WIDE
from tests.page.unseen import use_one

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]
HOUR = 3600
MADE = "✓ "
"""What a hand begins with when a move was made in it, before what came of the move."""
STEP = re.compile(r"m[0-9]*:[^:]+:[0-9]+")
"""How what leads to a move begins: with its table, and with the step that it answers."""


@dataclass
class Evening:
    """A sandbox whose bot goes by a clock of the test's, and the tab in which all is done."""

    house: Sandbox
    clock: Path
    tab: Tab
    viewport: ViewportSize
    whole: bool
    """Whether the page is there all the time, also when nothing new is to be seen."""
    pictures: int = 0

    def later(self, seconds: int) -> None:
        """Set the bot's clock, so far ahead of the machine's."""
        anew = self.clock.with_suffix(".new")
        anew.write_text(str(seconds), "utf-8")
        anew.replace(self.clock)

    @property
    def board(self) -> Locator:
        """Return the board: the message that all see and that has the button More."""
        everybody = self.tab.page.locator("[data-only-me=false]")
        return everybody.filter(has=self.tab.page.locator('[data-label="More"]')).last

    @property
    def end(self) -> Locator:
        """Return the message that the game has ended with."""
        everybody = self.tab.page.locator("[data-only-me=false]")
        return everybody.filter(has=self.tab.page.locator('[data-custom-id^="h:more:"]'))

    @property
    def own(self) -> Locator:
        """Return the newest message that only this person sees."""
        return self.tab.page.locator("[data-only-me=true]").last

    async def on_board(self, label: str) -> None:
        """Press a button of the board, and wait until what it shows is there."""
        await self._press(self.board, label)

    async def on_end(self, label: str) -> None:
        """Press a button of the end message, and wait until what it shows is there."""
        await self._press(self.end, label)

    async def _press(self, message: Locator, label: str) -> None:
        await self.tab.ask(message.locator(f'[data-label="{label}"]'))
        await self.calm()

    async def on_own(self, label: str, says: str) -> None:
        """Press a button of the newest private message, which then says something."""
        await self.own.locator(f'[data-label="{label}"]').click()
        await expect(self.own).to_contain_text(says)
        await self.calm()

    async def calm(self) -> None:
        """Wait until nothing is under way."""
        await expect(self.tab.page.locator("[aria-busy=true]")).to_have_count(0)

    async def become(self, name: str) -> None:
        """Switch to somebody with their hand open, and no other private message in the way."""
        if await self.tab.page.locator(".person.me").get_attribute("data-person") != name:
            await self.tab.become(name)

    async def looked_at(self, name: str, *, board: bool = False) -> None:
        """See that nothing sticks out, and take a picture (of the board) if that is wanted."""
        page = self.tab.page
        assert await page.evaluate(TOO_WIDE) == [], name
        wide = await page.evaluate("document.documentElement.scrollWidth")
        assert wide <= self.viewport["width"], name
        if folder := os.environ.get("PAGE_PICTURES"):
            self.pictures += 1
            if board:
                shown = self.end if await self.end.count() else self.board
                await shown.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
            label = name.replace(" ", "-")
            file = f"evening-{self.viewport['width']}-{self.pictures:02}-{label}.png"
            await page.screenshot(path=Path(folder) / file)


@pytest_asyncio.fixture(
    loop_scope="session",
    params=[
        pytest.param((DESK, True), id="desk", marks=pytest.mark.long),
        pytest.param((PHONE, True), id="phone, every click", marks=pytest.mark.long),
        pytest.param((PHONE, False), id="phone", marks=pytest.mark.takes(6)),
    ],
)
async def evening(
    request: pytest.FixtureRequest, tmp_path: Path, tab: OpenTab
) -> AsyncIterator[Evening]:
    """Open a tab on a bot whose clock the test sets."""
    clock = tmp_path / "clock"
    clock.write_text("0", "utf-8")
    async with bot_in_sandbox(tmp_path, "--clock", str(clock)) as house:
        viewport, whole = request.param
        opened = await tab("Ada", house.channel("games").id, viewport=viewport, at=house)
        yield Evening(house, clock, opened, viewport, whole)
        await opened.page.goto("about:blank")


async def begin(evening: Evening) -> str:
    """Let Ada open a live table, Bob sit down, and the game start; return where it lies."""
    tab = evening.tab
    await tab.say_box.fill("/donburiko new")
    await expect(
        tab.page.locator('.suggestion[data-command="donburiko new"].active')
    ).to_be_visible()
    await tab.say_box.press("Enter")
    for name, value in (("pace", "live"), ("move_time", "60")):
        await tab.page.locator("[data-more-options]").click()
        await tab.page.locator(f'[data-add-option="{name}"]').click()
        await tab.option(name).fill(value)
    await tab.page.locator("[data-send]").click()
    await expect(tab.last).to_contain_text("Live, up to 1 h a move")
    await evening.looked_at("lobby")
    await tab.become("Bob")
    await tab.page.locator('[data-label="Join"]').click()
    await expect(tab.page.locator("[data-only-me=false]").last).to_contain_text("Bob")
    await tab.become("Ada")
    await tab.page.locator('[data-label="Start"]').click()
    await tab.page.locator(".thread-card").click()
    await expect(evening.board).to_contain_text("⏳ deadline in ")
    await evening.on_board("More")
    await expect(evening.own).to_contain_text("Live, up to 1 h a move")
    place = await tab.page.get_attribute("[data-room]", "data-open-channel")
    assert place is not None, "the table has no place"
    await open_hands(tab)
    return place


async def turn(evening: Evening, place: str) -> str | None:
    """Wait until somebody is asked in an open hand; None once the game is over."""
    house = evening.house

    def over() -> bool:
        seen = house.person("Ada").sees(house.world.channels[place])
        return any("h:replay:" in str(message.controls) for message in seen)

    await house.until(lambda: whose_turn(house, place) is not None or over(), 20)
    return None if over() else whose_turn(house, place)


async def play_one(evening: Evening, place: str) -> str:
    """Make one move, the first there is at each step, as whoever is asked; return who it was."""
    name = await turn(evening, place)
    assert name is not None, "nobody is asked for a move"
    await evening.become(name)
    channel = evening.house.world.channels[place]

    def hand() -> Message:
        """Return the hand that was opened last, as it has been sent."""
        return [m for m in evening.house.person(name).sees(channel) if m.only_me][-1]

    def asks() -> set[str]:
        """Return what the hand asks: the table and the step that its controls name."""
        ids = (part["custom_id"] for part in hand().controls)
        return {found[0] for each in ids if (found := STEP.match(each))}

    for _ in range(6):
        before = asks()
        await click_one(evening.tab)
        # Where a computer has moved already, the hand asks again, and its sign is gone.
        if MADE in hand().text or (before and before.isdisjoint(asks())):
            # The hand may be drawn again when a computer moves next: it says what was done, or
            # only what the computer did since.
            said = re.compile(f"{MADE}|You (added|took)|(Ada|Bob) (added|took)")
            await expect(evening.own).to_contain_text(said)
            return name
        # A click that fell on a page a moment behind has made no move: there is another.
        await evening.calm()
    raise AssertionError(hand().text)


async def test_leave_and_come_back_be_late_take_back_slow_down_look_back(
    evening: Evening,
) -> None:
    place = await begin(evening)
    await evening.looked_at("hands")
    await take_back(evening, place)
    await leave_and_come_back(evening, place)
    await run_out_of_time(evening, place)
    await slow_down(evening, place)
    await play_on(evening, place)
    await look_back(evening)


async def play_on(evening: Evening, place: str) -> None:
    """Play to the end."""
    clicks = 0
    await open_hands(evening.tab)
    if not evening.whole:
        await evening.tab.page.goto("about:blank")
    while (name := await turn(evening, place)) is not None:
        if evening.whole:
            await evening.become(name)
            await click_one(evening.tab)
        else:
            await use_one(evening.house, evening.house.world.channels[place], name)
        clicks += 1
        assert clicks < MOST_CLICKS, "the game doesn't come to its end"
    if not evening.whole:
        await evening.tab.arrive("Ada", place)


async def take_back(evening: Evening, place: str) -> None:
    """Play a card, ask to take it back, and agree as the other."""
    name = await play_one(evening, place)
    other = "Bob" if name == "Ada" else "Ada"
    await evening.on_board("More")
    await evening.looked_at("table page")
    await evening.on_own("Take back", "I've asked the others to vote")
    await evening.looked_at("vote asked for")
    await expect(evening.board).to_contain_text("wants to take back their last move")
    await evening.become(other)
    await evening.looked_at("vote on the board", board=True)
    await evening.on_board("Vote yes")
    await expect(evening.board).to_contain_text(f"{name} took back a move.")
    await evening.looked_at("taken back")
    await open_hands(evening.tab)
    assert await turn(evening, place) == name, "it isn't their turn again"
    assert await play_one(evening, place) == name, "somebody else played the move again"


async def leave_and_come_back(evening: Evening, place: str) -> None:
    """Leave when the other has just been asked; a computer plays; be back and see what it was."""
    name = await turn(evening, place)
    assert name is not None, "nobody is asked for a move"
    other = "Bob" if name == "Ada" else "Ada"
    free = f"The seat of {other} is free."
    await evening.become(other)
    await evening.on_board("More")
    await evening.on_own("Leave …", "If you leave, a computer plays for you until")
    await evening.on_own("Leave", "You have left the game.")
    await evening.looked_at("left")
    await expect(evening.board).to_contain_text(free)
    await evening.become(name)
    await open_one(evening)
    await play_one(evening, place)
    await evening.become(other)
    # A computer that ends the round by its move leaves room for the round's lines alone.
    await expect(evening.board).to_contain_text(re.compile(rf"• (🤖\s{other} |Round \d)"))
    await open_one(evening)
    await evening.looked_at("away hand")
    await evening.on_own("I'm back", "You are back.")
    await evening.looked_at("back")
    await expect(evening.board).not_to_contain_text(free)


async def open_one(evening: Evening) -> None:
    """Open the hand of whoever is at the keyboard."""
    await evening.on_board("My hand")
    await expect(evening.own.locator('[data-label="More"]')).to_be_visible()


async def run_out_of_time(evening: Evening, place: str) -> None:
    """Let half of the time pass, and then all of it: a computer plays the move."""
    await open_hands(evening.tab)
    name = await turn(evening, place)
    assert name is not None, "nobody is asked for a move"
    await evening.become(name)
    public = evening.tab.page.locator("[data-only-me=false]")
    evening.later(HOUR // 2 + 60)
    await expect(public.filter(has_text="It's still your turn")).to_have_count(1)
    await evening.looked_at("reminded")
    evening.later(HOUR + 60)
    # A computer moves; if that takes a row, what is said about it leaves no room for more.
    other = {"Ada": "Bob", "Bob": "Ada"}[name]
    told = re.compile(f"{name} ran out of time|{other}'s turn|{name} took row")
    await expect(evening.board).to_contain_text(told)
    await evening.looked_at("out of time", board=True)


async def slow_down(evening: Evening, place: str) -> None:
    """Ask for a pace over days, and agree as the other."""
    await open_hands(evening.tab)
    name = await turn(evening, place)
    assert name is not None, "nobody is asked for a move"
    await evening.become(name)
    other = "Bob" if name == "Ada" else "Ada"
    await evening.on_board("More")
    await evening.own.locator('[data-custom-id^="a:pace:"]').click()
    await evening.tab.page.locator('[data-menu-list] [data-value="days"]').click()
    await expect(evening.own).to_contain_text("I've asked the others to vote")
    await evening.calm()
    await evening.become(other)
    await expect(evening.board).to_contain_text("another pace: turn by turn, up to 1 day a move")
    await evening.on_board("Vote yes")
    await expect(evening.board).to_contain_text("changed the pace")
    await evening.on_board("More")
    await expect(evening.own).to_contain_text("Turn by turn, up to 1 day a move")
    await evening.looked_at("turn by turn")


async def look_back(evening: Evening) -> None:
    """Look back at the finished game step by step, check it, and open all hands."""
    await has_ended(evening.tab)
    await evening.looked_at("finished", board=True)
    await evening.become("Ada")
    await evening.on_end("Replay")
    await expect(evening.own).to_contain_text("Step 0 of")
    await evening.looked_at("replay")
    last = int((await evening.own.inner_text()).partition("Step 0 of ")[2].split()[0])
    seen = last if evening.whole else min(last, 5)
    for step in range(1, seen + 1):
        await evening.on_own("Next", f"Step {step} of {last}")
    await evening.on_own("Back", f"Step {seen - 1} of {last}")
    await evening.on_own("Public view", f"Step {seen - 1} of {last}")
    await evening.on_own("My view", "Your view")
    await evening.looked_at("what I knew")
    await evening.on_own("More", "Check the deal")
    await evening.on_own("Check the deal", "Verified by the bot:")
    await evening.looked_at("verified")
    for name in ("Ada", "Bob"):
        await evening.become(name)
        await evening.on_end("More")
        await evening.on_own("Reveal hands", "reveal")
        await evening.looked_at(f"opened by {name}")
    await expect(evening.end).to_contain_text("All hands are revealed")
    await evening.on_end("More")
    await evening.on_own("Check the deal", "Verified.")
    await expect(evening.own).to_contain_text("The secret of the deal")
    await evening.looked_at("secret")
    await evening.on_end("Replay")
    await evening.on_own("Ada", "Ada's view")
    await evening.looked_at("open hands")
