"""Ada's screen in the midst of a game, as both READMEs show it.

`PAGE_PICTURES=.github` writes it.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest
from playwright.async_api import ViewportSize

from bot.engine.game import Event
from bot.sandbox import Sandbox
from bot.ui.pages.page import Page
from bot.ui.pages.tables.fit import Notice, fitted
from bot.ui.pages.tables.hand import hand_of, heard_lines
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.wording import Wording, seat_names
from cogs.donburiko.views import Private, Public
from tests.contract import seen
from tests.contract.games import configurations, play
from tests.emoji import plant
from tests.only import first
from tests.page.heights import OpenTab, send

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

GAME, SEATS = "donburiko", 3
CARDS, MINE = 8, 2
"""So many cards at least lie in the rows and in the hand: then there is something to see."""
WIDE = ViewportSize(width=600, height=1100)


def playing(emoji: dict[str, str]) -> Page:
    """Return the screen of the first seat once it is asked, with what has happened since."""
    each = first(
        (each for each in configurations() if each.game.info.key == GAME and each.seats == SEATS),
        f"{GAME} for {SEATS}",
    )
    playable, heard = seen.playable_of(each.game), list[Event]()
    for match, step in play(each, each.rng("README")):
        if step.seat == 0:
            heard.clear()
        heard += [event.event for event in step.events if event.heard_by(0)]
        view = match.view(0)
        assert isinstance(view.public, Public) and isinstance(view.private, Private)
        full = sum(len(row.cards) for row in view.public.rows) >= CARDS
        if match.to_act() == (0,) and full and len(view.private.hand) >= MINE:
            break
    else:
        raise AssertionError(f"{GAME}: the first seat is never asked")
    table = seen.table_of_one(each.game, match, 0)
    wording = Wording("en-GB", seat_names(table.seats, table.language), emoji)
    said = heard_lines(playable.render, [(event, wording) for event in heard], 0)
    mine = replace(hand_of(table, 0), helped=True)
    return fitted(screen(playable, mine, wording), Notice("", tuple(said)))


@pytest.mark.long
async def test_a_screen_of_the_first_game_is_drawn(tab: OpenTab, empty: Sandbox) -> None:
    page = playing(dict(plant(empty)))
    channel = empty.world.add_channel(empty.world.guild("Acorn Café"), "screen")
    token = {"Authorization": f"Bot {empty.token}"}
    async with aiohttp.ClientSession(headers=token) as session:
        message_id = await send(session, empty, channel, page)
    ada = await tab("Ada", channel.id, viewport=WIDE, at=empty)
    message = ada.page.locator(f'[data-message-id="{message_id}"]')
    await message.locator("img").first.wait_for()
    for label in ("Hint", "Rules", "More"):
        assert await message.locator(f'[data-label="{label}"]').count() == 1, page.text
    if folder := os.environ.get("PAGE_PICTURES"):
        await message.screenshot(path=Path(folder) / "playing.png")
