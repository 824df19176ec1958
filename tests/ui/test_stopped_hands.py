"""Hands that follow their game no more: each says so in time, and what lies on it still works."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from bot.tables.table import Table
from bot.ui.pages.page import Button, Page
from bot.ui.pages.tables.hand import stopped_page
from bot.ui.posting import retry_queue
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.open_pages import FOLLOWS
from bot.ui.posting.tables.lost_hands import OPEN_FOR, LostHands
from bot.ui.posting.tables.open_hands import OpenHands
from tests.only import only
from tests.ui.clicks import Answer, press
from tests.ui.conftest import ADA, BOB, UI, begun
from tests.ui.fake_discord import FakeDiscord, failure
from tests.ui.test_open_hands import drawn, lay_open

LOST = "-# I was offline, so open hands stopped following the game: press *My hand*."


@pytest.fixture
async def hands(ui: UI) -> Any:
    """Yield hands that are looked after as in a running bot."""
    hands = ui.hands = OpenHands(ui.services, AnswersFirst())
    ui.requests.actions.play.hands = hands
    ui.tables.listeners.append(hands.table_changed)
    hands.start(0.001)
    yield hands
    await hands.close()


def later(ui: UI, seconds: int) -> int:
    """Let time pass at once; return what time it is then."""
    now = ui.tables.now() + seconds
    ui.tables._now = lambda: now
    return now


async def looked(hands: OpenHands) -> None:
    """Wait until the hands were looked at, and all that came of it is done."""
    await asyncio.sleep(0.01)
    await drawn(hands)


def buttons(page: Page) -> dict[str, str]:
    """Return the ids of a page's buttons, by label."""
    rows = [row for row in page.rows if isinstance(row, tuple)]
    return {each.label: each.id for row in rows for each in row if isinstance(each, Button)}


async def test_a_hand_stops_in_time_and_says_so(ui: UI, hands: OpenHands) -> None:
    table = await ui.start(ADA, BOB)
    gone: list[str] = []
    hands.when_gone = gone.append
    edit = lay_open(ui, table, ADA)
    later(ui, FOLLOWS - 1)
    await looked(hands)
    assert not edit.await_count and hands.step_shown(table.id, ADA.id) is not None
    now = later(ui, 1)
    await looked(hands)
    assert edit.await_count == 1, "it doesn't say that it stops"
    shown = edit.await_args.kwargs if edit.await_args else {}
    said = str([each.to_dict() for each in shown["embeds"]])
    assert f"🕓 Not updated since <t:{now}:t>: **Show now**" in said, said
    assert "Show now" in [getattr(each, "label", "") for each in shown["view"].children]
    assert "attachments" not in shown, "a picture that it has was sent again"
    assert hands.step_shown(table.id, ADA.id) is None and gone == [table.id], "it counts as open"
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    await looked(hands)
    assert edit.await_count == 1, "it still follows the game"


async def test_a_use_puts_off_the_end(ui: UI, hands: OpenHands) -> None:
    table = await ui.start(ADA, BOB)
    lay_open(ui, table, ADA)
    later(ui, FOLLOWS - 1)
    edit = lay_open(ui, table, ADA)
    later(ui, FOLLOWS - 1)
    await looked(hands)
    assert not edit.await_count, "it stopped though it was used less than 14 minutes ago"


@pytest.mark.parametrize("code", [10008, 500])
async def test_a_hand_that_cannot_say_so_is_let_go_or_tried_again(
    ui: UI, hands: OpenHands, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry_queue, "FIRST_WAIT", 0.01)
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, ADA)
    edit.side_effect = [failure(404, code) if code == 10008 else failure(500), None]
    later(ui, FOLLOWS)
    async with asyncio.timeout(5):
        while hands._open:
            await looked(hands)
    assert edit.await_count == (1 if code == 10008 else 2)


async def test_the_hand_of_a_game_that_is_over_says_nothing(ui: UI, hands: OpenHands) -> None:
    """There is nothing left to follow."""
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, ADA)
    await ui.end(table.id)
    await looked(hands)
    edits = edit.await_count
    later(ui, FOLLOWS)
    await looked(hands)
    assert (edit.await_count, hands._open) == (edits, {})


def stopped(ui: UI, table: Table, seat: int) -> dict[str, str]:
    """Return the buttons of a seat's hand that has stopped."""
    page = ui.hands.screens.page(table, seat, "en-GB")
    wording = ui.services.wording(table, "en-GB")
    return buttons(stopped_page(page, table.face(), ui.tables.now(), wording))


async def use(ui: UI, table: Table, seat: int, custom_id: str) -> Answer:
    """Use a button of a hand that nobody keeps fresh, as after a crash."""
    ui.hands._open.clear()
    person = only(
        [each for each in (ADA, BOB) if each.id == table.seats[seat].person], "who sits there"
    )
    answer = await press(ui, person, custom_id, own=True, is_expired=lambda: False)
    assert answer.edited, "the answer isn't in the message that was used"
    return answer


async def test_what_is_on_a_hand_that_stopped_plays_while_its_question_is_open(
    ui: UI, hands: OpenHands
) -> None:
    """And otherwise nothing, but the answer is the hand as it is now."""
    table = await ui.start(ADA, BOB)
    rng, old = random.Random(3), dict[int, dict[str, str]]()
    for _move in range(6):
        (seat,) = table.to_act()
        label, custom_id = next(
            each for each in stopped(ui, table, seat).items() if each[1].startswith("m")
        )
        other = 1 - seat
        if other in old:
            before = table.step()
            late = await use(ui, table, other, next(iter(old[other].values())))
            assert "Too late: the game moved on. Nothing more was played." in late.text, late.text
            assert table.step() == before, "a stale button has played"
        step = table.step()
        answer = await use(ui, table, seat, custom_id)
        while table.step() == step:
            # A step deeper into the menu.
            ids = [each for each in answer.buttons.values() if each.startswith("m")]
            answer = await use(ui, table, seat, rng.choice(ids[:-1] or ids))
        assert "✓" in answer.text, f"{label}: the answer isn't the fresh hand: {answer.text}"
        old[seat] = {label: custom_id}
    shown = await use(ui, table, 0, stopped(ui, table, 0)["Show now"])
    assert hands.step_shown(table.id, table.seats[0].person) == table.step(), shown.text


# After a crash


async def after_a_crash(ui: UI, server: FakeDiscord, *, pace: Any = "live", idle: int = 0) -> Any:
    """Return a table and its place as an earlier process has left them, and what says so now."""
    table, place = await begun(ui, server)
    async with ui.tables.held(table.id) as held:
        await ui.tables.change(held, pace=pace, move_time=90)
    await ui.messages._update(table.id)
    await ui.messages.look_for_lost_hands(ui.tables.now() + idle)
    ui.messages._posted.clear()
    return table, place


async def test_hands_that_were_open_at_the_last_sign_of_life_are_lost(ui: UI) -> None:
    for since, lost in ((OPEN_FOR - 1, True), (OPEN_FOR + 1, False)):
        table = await ui.start(ADA, BOB)
        async with ui.tables.held(table.id) as held:
            await ui.tables.change(held, pace="live", move_time=90)
        hands = LostHands(ui.services)
        await hands.look(table.touched_at + since)
        said = hands.line(table.id, {ADA.id: None}, ui.services.wording(table))
        assert bool(said) is lost, since


def told(place: Any) -> list[str]:
    """Return what lies in a place and says that hands don't follow: "board" or "ping"."""
    texts = {
        "board" if each.embed else "ping": each.embed.description if each.embed else each.content
        for each in place.up.values()
    }
    return [what for what, text in texts.items() if LOST in (text or "").split("\n")]


async def test_the_board_says_that_hands_stopped_until_all_have_opened_theirs(
    ui: UI, server: FakeDiscord
) -> None:
    """Where all who sit there look, and in nobody's ping."""
    table, place = await after_a_crash(ui, server)
    fresh: set[int] = set()
    ui.messages._boards.step_shown = lambda _table, person: 0 if person in fresh else None
    rng, people = random.Random(1), [seat.person for seat in table.seats]
    for each in people:
        await ui.move(table, rng)
        await ui.messages._update(table.id)
        assert told(place) == ["board"], f"{len(fresh)} have opened theirs, and it isn't said once"
        fresh.add(each)
    await ui.move(table, rng)
    await ui.messages._update(table.id)
    assert told(place) == [], "it is said though everybody's hand follows"
    fresh.clear()
    await ui.move(table, rng)
    await ui.messages._update(table.id)
    assert told(place) == [], "it is said again"


@pytest.mark.parametrize(("pace", "idle"), [("days", 0), ("live", OPEN_FOR + 1)])
async def test_where_no_hand_can_have_been_open_nothing_is_said(
    ui: UI, server: FakeDiscord, pace: str, idle: int
) -> None:
    table, place = await after_a_crash(ui, server, pace=pace, idle=idle)
    await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)
    assert not told(place), "it is said that hands stopped which nobody had open"
