"""Hands that follow their game no more: each says so in time, and what lies on it still works."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from discord.http import Route

from bot.tables.table import Table
from bot.ui.pages.page import Button, Page
from bot.ui.pages.tables.hand import back_id, stopped_page
from bot.ui.posting import retry_queue
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.open_pages import FOLLOWS
from bot.ui.posting.tables.lost_hands import OPEN_FOR, LostHands
from bot.ui.posting.tables.open_hands import OpenHands
from tests.only import only
from tests.ui.clicks import Answer, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, UI, begun
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


async def test_a_hand_that_stopped_says_how_its_game_ended_and_leads_on(
    ui: UI, hands: OpenHands
) -> None:
    """Whatever is pressed on it after the end."""
    table = await ui.start(ADA, BOB)
    old = {**stopped(ui, table, 0), **stopped(ui, table, 1), "I'm back": back_id(table.face())}
    del old["More"]
    await ui.end(table.id)
    for custom_id in old.values():
        shown = await use(ui, table, 0, custom_id)
        assert "This game ended without a result." in shown.text, shown.text
        assert [*shown.buttons] == ["Rematch", "Replay"], shown.buttons


# After a crash


class Lies:
    """A message that an earlier process has left, as Discord shows and changes it."""

    def __init__(self, ui: UI, patch: pytest.MonkeyPatch) -> None:
        self.shows: Any = {"timestamp": "2026-01-01T00:00:00+00:00", "embeds": [{"title": "Rules"}]}
        self.changes: list[Any] = []
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """Happens before Discord shows it."""
        bot = SimpleNamespace(application_id=5, http=SimpleNamespace(request=self._request))
        patch.setattr(ui.services, "bot", bot)
        self._pages, self._hands = ui.night_messages.pages, ui.hands

    async def _request(self, route: Route, json: Any = None) -> Any:
        if json is not None:
            await asyncio.sleep(0.01)
            self.changes.append(json)
        elif self.meanwhile is not None:
            await self.meanwhile()
        return self.shows

    async def told(self) -> list[Any]:
        """Start the next process; return how it has changed the message."""
        await asyncio.gather(*self._hands._notes._tasks.values())
        await self._pages._tell_stopped()
        return self.changes


async def opened(ui: UI, table: Table) -> Any:
    """Let Ada open her hand; return what has opened it."""
    made: Any = interaction(ui, ADA, CHANNEL, Answer(), is_expired=lambda: False)
    made.edit_original_response = AsyncMock()
    await ui.requests.actions.play.show_named_hand(made, table.id)
    await drawn(ui.hands)
    return made


async def test_the_next_process_says_on_a_hand_that_it_stopped(
    ui: UI, hands: OpenHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, above what lies there, with the pictures that it has, and its buttons."""
    lies = Lies(ui, monkeypatch)
    await opened(ui, await ui.start(ADA, BOB))
    board: Any = {"title": "Waiting for Bob", "description": "Bob thinks"}
    board["image"] = {"url": "https://cdn.example/1/2/rows.png?ex=3", "width": 5}
    lies.shows |= {"edited_timestamp": "2100-01-01T00:00:00.5+00:00"}
    lies.shows |= {"embeds": [board, {"description": "Your cards"}]}
    told = {
        "title": "Waiting for Bob",
        "description": "🕓 Not updated since <t:4102444800:t>: press a button\nBob thinks",
        "image": {"url": "attachment://rows.png"},
    }
    for _start in range(2):
        changes = await lies.told()
        assert changes == [{"embeds": [told, {"description": "Your cards"}]}]
    await opened(ui, await ui.start(ADA, BOB))
    lies.shows |= {"embeds": [told]}
    assert len(await lies.told()) == 1, "it is said once more where an earlier process has said it"


async def test_nothing_is_said_where_a_hand_lies_no_more(
    ui: UI, hands: OpenHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor on one that has said so itself, or whose game is over."""
    lies, table = Lies(ui, monkeypatch), await ui.start(ADA, BOB)
    await hands.left(await opened(ui, table), table.id)
    assert not await lies.told(), "rules in the place of a hand are said to be out of date"
    await opened(ui, table)
    later(ui, FOLLOWS)
    await looked(hands)
    assert not await lies.told(), "it is said twice"
    await opened(ui, table)
    await ui.end(table.id)
    await looked(hands)
    assert not await lies.told(), "a hand that has nothing left to follow says so"


async def test_nothing_is_said_on_a_hand_pressed_on_since_the_start(
    ui: UI, hands: OpenHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It follows again, and the old hand would cover the new."""
    lies, table = Lies(ui, monkeypatch), await ui.start(ADA, BOB)
    made = await opened(ui, table)
    lies.meanwhile = lambda: ui.night_messages.pages.left(made)
    assert not await lies.told(), "a fresh hand is covered by the old one"
    made = await opened(ui, table)
    lies.meanwhile = None
    telling = asyncio.create_task(lies.told())
    while not ui.night_messages.pages._telling.locked():
        await asyncio.sleep(0)
    await ui.night_messages.pages.left(made)
    assert lies.changes, "the press is answered before the old hand is out, which may cover it"
    await telling


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
        said = hands.line(table, {ADA.id: None}, ui.services.wording(table))
        assert bool(said) is lost, since


def told(place: Any) -> list[str]:
    """Return what lies in a place and says that hands don't follow: "board" or "ping"."""
    texts = {
        "board" if each.embed else "ping": each.embed.description if each.embed else each.content
        for each in place.up.values()
    }
    return [what for what, text in texts.items() if LOST in (text or "").split("\n")]


@pytest.mark.parametrize("moves", [False, True])
async def test_the_board_says_that_hands_stopped_until_who_is_asked_has_opened_theirs(
    ui: UI, server: FakeDiscord, moves: bool
) -> None:
    """Or has moved; where all who sit there look, and in nobody's ping."""
    table, place = await after_a_crash(ui, server)
    fresh: set[int] = set()
    ui.messages._boards.step_shown = lambda _table, person: 0 if person in fresh else None
    rng = random.Random(1)
    asked = {table.seats[seat].person for seat in table.to_act()}
    await ui.messages._update(table.id)
    fresh |= {seat.person for seat in table.seats} - asked
    ui.messages._posted.clear()
    await ui.messages._update(table.id)
    assert told(place) == ["board"], "who is asked has opened no hand, and it isn't said once"
    if moves:
        await ui.move(table, rng)
    else:
        fresh |= asked
        ui.messages._posted.clear()
    await ui.messages._update(table.id)
    assert told(place) == [], "it is said though nobody needs it"
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
