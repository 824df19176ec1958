"""The cards of game nights, and what is said about them, on a phone."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from bot.nights.attendance import Attendance
from bot.nights.guest_list import Guest
from bot.nights.night import Night, Post
from bot.sandbox import Sandbox
from bot.ui.pages.nights.evening_page import evening_page
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_preview import Amiss, cancel_page, edit_page, preview_page
from bot.ui.pages.nights.night_words import as_of
from bot.ui.pages.nights.nights_list import attendance_page, nights_page
from bot.ui.pages.nights.points_page import points_page
from bot.ui.pages.nights.remind_page import remind_page
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from tests.contract import seen
from tests.contract.games import configurations
from tests.nights.sample_nights import guests_in, sample_night
from tests.only import first
from tests.page.browser import DESK, PHONE
from tests.page.heights import HEIGHT, Sent, send, take_pictures
from tests.page.tab import Tab
from tests.ui.test_points_page import BOB, crowd, drawn

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]
OpenTab = Callable[..., Awaitable[Tab]]

VOICE = Wording("en-GB")
USUAL = 640
"""The most pixels of a card of a usual evening with its buttons, at 390 pixels of width."""
PREVIEW = 692
"""The most of a preview, which has more to press; the channel has about 700 on this phone."""
LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff"


def usual_night() -> Night:
    """Return an evening with nine who are In, two who may come, and two who wait."""
    people = guests_in(*["Ada", "Bob", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana", "花子"])
    people[2] = replace(people[2], marks=frozenset({"teacher"}))
    people[4] = replace(people[4], marks=frozenset({"learner"}))
    maybe = [Guest(20, "Ivo", "maybe"), Guest(21, "Jun", "maybe")]
    waits = [Guest(22, "Kim", "waits", 30), Guest(23, "Lou", "waits", 31)]
    return sample_night([*people, *maybe, *waits], limit=9, weeks=1)


def pages() -> Iterator[tuple[str, Page]]:
    """Yield the cards and private pages of a usual evening."""
    offers = (seen.playable_of(one.game) for one in configurations() if "kiri" in str(one))
    playable = first(offers, "Kirifuda")
    night = usual_night()
    shown = [replace(one, came_at=5) if one.person < 7 else one for one in night.guests.guests]
    arriving = replace(night, guests=replace(night.guests, guests=tuple(shown)))
    few = sample_night(guests_in("Ada", "Bob"))
    yield "card", night_card_page(night, [playable], VOICE)
    yield "card of nobody", night_card_page(sample_night(), [playable], VOICE)
    yield (
        "card of too few",
        night_card_page(few, [playable], VOICE),
    )
    for state in ("doors", "playing", "over", "cancelled"):
        yield state, night_card_page(arriving.with_row(state=state), [playable], VOICE)
    draft = sample_night(
        state="draft", limit=12, mention=5, local="2026-10-25T02:30", zone="Europe/Berlin"
    ).with_row(language=VOICE.language)
    amiss = Amiss(("Create Public Threads", "Embed Links"), mute_for="host")
    variants = [[], ["Easier: any meld may be made twice."]]
    yield "preview", preview_page(draft, [playable], VOICE, [], [variants], amiss)
    auto = draft.with_row(pilot="auto")
    yield "preview by itself", preview_page(auto, [playable], VOICE, [], [variants], Amiss())
    yield "evening", evening_page(night, 0, VOICE, "")
    yield "edit", edit_page(night, "Changed.", VOICE)
    yield "cancel", cancel_page(night, VOICE)
    yield "remind", remind_page(night, 1, VOICE)
    yield "list", nights_page([night, sample_night(title="Sunday of acorns")], 22, VOICE)
    yield "attendance", attendance_page(Attendance(8, 9, 1), VOICE)


async def test_the_card_and_pages_of_a_usual_night_fit_on_a_phone(
    tab: OpenTab, empty: Sandbox
) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {empty.token}"}) as session:
        channel = empty.world.add_channel(empty.world.guild("Acorn Café"), "nights")
        japanese = evening_page(sample_night(), 0, Wording("ja"), "")
        shown = [*pages(), ("evening in Japanese", japanese)]
        sent = [(what, await send(session, empty, channel, page)) for what, page in shown]
        kinds = {
            "remind": {"when": "hour"}, "doors": {}, "offer": {"until": 1_795_790_000},
            "open": {"seats": 2}, "seat": {}, "invite": {}, "moved": {}, "off": {}, "late": {},
            "cancelled": {}, "word": {"text": "Bring snacks!", "by": "Ada"},
        }  # fmt: skip
        for number, (kind, details) in enumerate(kinds.items()):
            said = post_message(usual_night(), Post(kind, (1, 2), details), number + 1, VOICE)  # pyright: ignore[reportArgumentType]
            page = Page(kind, said.text, rows=said.rows)
            sent.append((f"post {kind}", await send(session, empty, channel, page)))
    ada = await tab("Ada", channel.id, viewport=PHONE, at=empty)
    found = [Sent(what, id, await ada.page.evaluate(HEIGHT, id)) for what, id in sent]
    if folder := os.environ.get("PAGE_PICTURES"):
        await take_pictures(ada, found, Path(folder) / "phone")
        desk = await tab("Bob", channel.id, viewport=DESK, at=empty)
        await take_pictures(desk, found[:9], Path(folder) / "desk")
    most = {"preview": PREVIEW, "preview by itself": PREVIEW}
    over = {one.what: one.height for one in found if one.height > most.get(one.what, USUAL)}
    assert not over, f"higher than {USUAL} px on a phone: {over}"


WIDE_BLOCKS = """() => [...document.querySelectorAll("pre")]
    .filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.innerText)"""
"""The code blocks with lines that are wider than they are."""


async def test_the_points_fit_on_a_phone(tab: OpenTab, empty: Sandbox) -> None:
    """Of a few people, and three of many rounds of people with long names, some in wide letters."""
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {empty.token}"}) as session:
        channel = empty.world.add_channel(empty.world.guild("Acorn Café"), "points")
        sent: list[tuple[str, str]] = []
        for language in ("en-GB", "ja"):
            for (night, facts), me in ((drawn(), BOB), (crowd(), 101)):
                page = points_page(night, facts, Wording(language), me)
                page = replace(page, text=as_of(0, page.text, Wording(language)))
                sent.append((f"{language} {me}", await send(session, empty, channel, page)))
    ada = await tab("Ada", channel.id, viewport=PHONE, at=empty)
    found = [Sent(what, id, await ada.page.evaluate(HEIGHT, id)) for what, id in sent]
    if folder := os.environ.get("PAGE_PICTURES"):
        await take_pictures(ada, found, Path(folder) / "points")
        desk = await tab("Bob", channel.id, viewport=DESK, at=empty)
        await take_pictures(desk, found, Path(folder) / "points-desk")
    assert await ada.page.evaluate(WIDE_BLOCKS) == [], "lines of points are wider than a phone"
    over = {one.what: one.height for one in found if one.height > USUAL}
    assert not over, f"higher than {USUAL} px on a phone: {over}"


async def test_a_card_of_sixty_guests_with_long_names_can_be_sent(
    tab: OpenTab, empty: Sandbox
) -> None:
    people = [
        replace(one, marks=frozenset({"teacher", "learner"}))
        for one in guests_in(*[LONG_NAME] * 60)
    ]
    waits = [Guest(100 + n, "*_`~|>#-[]()<@:" + str(n), "waits", 100 + n) for n in range(60)]
    maybe = [Guest(200 + n, LONG_NAME, "maybe") for n in range(60)]
    night = sample_night([*people, *waits, *maybe], limit=60, title="*" * 80)
    offers = (seen.playable_of(one.game) for one in configurations() if "kiri" in str(one))
    playable = first(offers, "Kirifuda")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {empty.token}"}) as session:
        channel = empty.world.add_channel(empty.world.guild("Acorn Café"), "crowd")
        page = night_card_page(night, [playable], VOICE)
        assert len(page.text) < 4096, f"{len(page.text)} characters: names would be cut off"
        sent = await send(session, empty, channel, page)
    ada = await tab("Ada", channel.id, viewport=PHONE, at=empty)
    assert await ada.page.evaluate(HEIGHT, sent) > 0
