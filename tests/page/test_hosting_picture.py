"""What a host looks at in an evening, side by side, as `docs/hosting.md` and the READMEs show it.

`PAGE_PICTURES=FOLDER` writes it, in each language.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest
from PIL import Image
from playwright.async_api import expect

from bot.nights.assign_tables import Measure, SeatedRound, SeatedTable
from bot.nights.guest_list import Guest
from bot.nights.night import Night, Round
from bot.nights.seating import Seating
from bot.nights.table_sizes import TableSizes
from bot.sandbox import Sandbox
from bot.tables.seat import Seat
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_page import desk_page
from bot.ui.pages.nights.night_recap import recap_page
from bot.ui.pages.nights.night_seating import PlanFacts, seating_page
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from tests.contract import seen
from tests.contract.games import Configuration, configurations, play
from tests.nights.sample_nights import guests_in, sample_night
from tests.only import first
from tests.page.browser import PHONE
from tests.page.heights import HEIGHT, send
from tests.page.tab import Tab
from tests.page.test_phone import TOO_WIDE
from tests.ui.test_points_page import dealt, facts_of, game

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]

PEOPLE = {
    "en-GB": ("Ada", "Bob", "花子", "Dai", "Emi", "Cleo", "Finn", "Gus", "Hana", "Ivo", "Jun"),
    "ja": ("葵", "健太", "花子", "大輝", "恵美", "千尋", "翔", "Finn", "陽菜", "樹", "さくら"),
}
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
MEASURE = Measure(15, 3)
HIGHEST = 760
"""The most pixels of a page on a phone, with its controls."""
GAP = 24
"""The pixels between two pages."""
GROUND = (26, 26, 30)
COLOURS = 96
"""Text and a podium need no more, and the file is a quarter as large."""
NOW = int(time.time())
BEGAN = NOW - 1800
"""When the night began."""


def night_of(language: str, *rounds: Round, state: str = "playing") -> Night:
    """Return a night in these rounds, to which eleven have come."""
    guests: list[Guest] = guests_in(*PEOPLE[language], came_at=BEGAN - 600)
    guests[4] = replace(guests[4], marks=frozenset({"learner"}))
    guests[5] = replace(guests[5], marks=frozenset({"teacher"}))
    title = {"ja": "金曜のトリックテイキング"}.get(language, "Friday of tricks")
    night = sample_night(guests, state, language=language, title=title, rounds=3, starts_at=BEGAN)  # pyright: ignore[reportArgumentType]
    return replace(night, rounds=rounds)


def at_play(number: int, state: str) -> Round:
    """Return a round that is proposed, or at play."""
    seated = SeatedRound(tuple(SeatedTable(each, each[0]) for each in TABLES))
    seating = Seating(TableSizes(tuple(map(len, TABLES))), seated, MEASURE)
    return Round(number, 1, seating, state, NOW - 300)  # pyright: ignore[reportArgumentType]


def tables_at_play(of: Configuration, names: Sequence[str]) -> Iterator[DeskTable]:
    """Yield the tables of the round, each some way on."""
    for number, people in enumerate(TABLES, 1):
        configuration = replace(of, seats=len(people))
        steps = (match for match, _step in play(configuration, of.rng("hosting")))
        match = first((each for each in steps if each.step > 4 + number), "a match at play")
        table = seen.table_of(of.game, match, tuple(names[each - 1] for each in people))
        seats = [Seat(each, names[each - 1]) for each in people]
        table = replace(table, seats=seats, id=f"tbl{number}", place_id=300 + number, pace="live")
        ends = dict.fromkeys(table.to_act(), NOW + 50 * number)
        yield DeskTable(2, number, table.face(), ends)


def pages(language: str) -> Iterator[tuple[str, Page]]:
    """Yield what the host looks at, in the order of the evening."""
    wording = Wording(language)
    of = first((each for each in configurations() if each.game.info.key == "kirifuda"), "a game")
    playable = seen.playable_of(of.game)
    before = dealt(1, (1, 5, 9, 2), (3, 6, 10, 7), (4, 8, 11))
    proposal = at_play(2, "proposed")
    night = night_of(language, before, proposal)
    yield "proposal", seating_page(night, proposal, PlanFacts(now=NOW), wording)
    night = night_of(language, before, at_play(2, "dealt"))
    facts = DeskFacts([playable], NOW, [*tables_at_play(of, PEOPLE[language])])
    yield "desk", desk_page(night, facts, wording)
    rounds = (before, dealt(2, *TABLES), dealt(3, (1, 6, 11, 3), (2, 7, 9, 4), (5, 8, 10)))
    rows = [
        replace(row, score=16 - 3 * row.seat - (row.person or 0) % 3)
        for each in rounds
        for number, table in enumerate(each.seating.seated.tables, 1)
        for row in game(each.number, number, *table.people)
    ]
    night = night_of(language, *rounds, state="over")
    named = facts_of(night, rows)
    known = replace(named.named, names=dict(enumerate(PEOPLE[language], 1)))
    yield "recap", recap_page(night, replace(named, named=known), wording)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en-GB", "ja"])
async def test_what_a_host_looks_at_fits_on_a_phone(
    tab: OpenTab, sandbox: Sandbox, language: str
) -> None:
    channel = sandbox.world.add_channel(sandbox.world.guild("Acorn Café"), f"host-{language}")
    token = {"Authorization": f"Bot {sandbox.token}"}
    shown = [*pages(language)]
    async with aiohttp.ClientSession(headers=token) as session:
        sent = [(what, await send(session, sandbox, channel, page)) for what, page in shown]
    ada = await tab("Ada", channel.id, viewport=PHONE, at=sandbox)
    # Times are written in the language of who looks.
    sandbox.host.set_locale(sandbox.world.person("Ada"), language)
    await expect(ada.page.locator("[data-messages]")).to_have_attribute("lang", language)
    heights = {what: await ada.page.evaluate(HEIGHT, message_id) for what, message_id in sent}
    assert max(heights.values()) <= HIGHEST, f"higher than {HIGHEST} px on a phone: {heights}"
    assert await ada.page.evaluate(TOO_WIDE) == [], "something sticks out to the right"
    if folder := os.environ.get("PAGE_PICTURES"):
        await ada.page.set_viewport_size({"width": PHONE["width"], "height": 2400})
        places = [ada.page.locator(f'[data-message-id="{each}"]') for _what, each in sent]
        shots = [Image.open(io.BytesIO(await each.screenshot())) for each in places]
        _side_by_side(shots).save(Path(folder) / f"hosting.{language[:2]}.png", optimize=True)


def _side_by_side(shots: Sequence[Image.Image]) -> Image.Image:
    """Return a picture with the last page on the right, and the others on the left."""
    width, *_more = (each.width for each in shots)
    left = sum(each.height + GAP for each in shots[:-1])
    whole = Image.new("RGB", (2 * width + 3 * GAP, max(left, shots[-1].height + GAP) + GAP), GROUND)
    down = GAP
    for each in shots[:-1]:
        whole.paste(each, (GAP, down))
        down += each.height + GAP
    whole.paste(shots[-1], (width + 2 * GAP, GAP))
    return whole.quantize(COLOURS)
