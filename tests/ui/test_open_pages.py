"""Pages of leaders that edit themselves: when something has changed, never ahead of a board."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord.http import Route

from bot.nights.after_night import correct_result
from bot.nights.announcing import cancel, edit
from bot.nights.ask_rules import closed
from bot.nights.asks import NOBODY
from bot.nights.cohosts import set_cohosts
from bot.nights.dates import local_time, moment, zone_of
from bot.nights.guest_presses import mark_not_here, press_here, press_home, press_in, toggle
from bot.nights.more_tables import LONG_WAITED
from bot.nights.night import Press
from bot.nights.proposals import take_back
from bot.nights.rounds import end
from bot.nights.taking_back import take_back as uncancel
from bot.tables.clock import DAY
from bot.tables.seat import Person
from bot.ui.pages import routes
from bot.ui.pages.nights import ask_routes, desk_routes
from bot.ui.pages.nights.night_tables import since_call
from bot.ui.pages.nights.night_words import CALLED
from bot.ui.pages.page import Page
from bot.ui.pages.posting_words import WAS_OFFLINE
from bot.ui.pages.wording import Wording, seat_names
from bot.ui.posting import open_pages
from bot.ui.posting.open_pages import FOLLOWS, SHOWS, Kind
from storage.open_page_store import OPEN_FOR
from tests.only import first
from tests.ui.clicks import press
from tests.ui.conftest import ADA, BOB, CLEO, GUILD, UI, begun
from tests.ui.fake_discord import FakeDiscord, failure
from tests.ui.night_evening import GUESTS, HOST, Evening, evening
from tests.ui.test_asks import asked, previewed
from tests.ui.test_nights import HOST as MAY_HOST
from tests.ui.test_nights import announced
from tests.ui.test_stopped_hands import later
from tests.waiting import until

KIM = GUESTS[-1]


class Desk:
    """A desk that lies open, and how it is edited."""

    def __init__(self) -> None:
        self.edits: list[str] = []
        self.fields: list[str] = []
        self.buttons: list[str] = []
        self.more: dict[str, Any] = {
            "is_expired": lambda: False,
            "edit_original_response": self._edit,
            "delete_original_response": self._delete,
        }
        self.deleted = 0

    async def _edit(self, *, embed: discord.Embed, view: Any = None, **_more: Any) -> None:
        self.edits.append(embed.description or "")
        self.fields = [each.value or "" for each in embed.fields]
        self.buttons = [getattr(each, "label", "") for each in view.children] if view else []

    async def _delete(self) -> None:
        self.deleted += 1

    async def shows(self, words: str) -> None:
        """Wait until its newest edit says something."""
        await until(lambda: bool(self.edits) and words in self.edits[-1])


async def _nothing(**_more: object) -> None:
    pass


@pytest.fixture(autouse=True)
def quick(ui: UI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let edits follow each other at once; in this room only pages are."""
    ui.night_messages.pages._queue._closed = False
    monkeypatch.setattr(open_pages, "AGAIN", 0.01)


LEFT = "at <t:60:t> (<t:60:R>) · ⏳ <t:70:R> · **<t:99999:F>** (<t:99999:R>) · <t:99999:R>"
BY_ITSELF = (
    " · ▶️ computers finish it <t:70:R>\n▶️ Round 2 starts by itself\n**Table 1**\u2002Ada, Bob\n-# W"
)
"""What stands on a page that is left: hours, and how long it is until then; and what is to come by
itself, which a press may have stopped since.
"""


async def opened(night: Evening) -> Desk:
    """Open the desk of a night, as one that can be edited."""
    desk = Desk()
    await night.desk(**desk.more)
    return desk


async def test_a_desk_follows_what_guests_press(ui: UI) -> None:
    night = await evening(ui, 3)
    desk = await opened(night)
    await night.answer(press_home, GUESTS[2])
    await desk.shows("Here: 2")
    last = desk.edits[-1].splitlines()[-1]
    assert re.fullmatch("-# as of <t:[0-9]+:t>", last), "it doesn't say as of when it is"


async def test_a_press_on_an_answer_is_answered_in_its_place(ui: UI) -> None:
    """A new message would be an answer to one that is deleted, and Discord says so above it."""
    night = await evening(ui, 3, doors=False)
    first = await press(ui, KIM, routes.PRESS_IN(night.id), **Desk().more)
    its_page = SimpleNamespace(
        flags=SimpleNamespace(ephemeral=True),
        interaction_metadata=SimpleNamespace(id=ui.interactions),
        embeds=[],
    )
    told = first
    for label, said in (
        ("I can teach", "You can teach."),
        ("I'd rather not teach", "aren't down as a teacher"),
        ("Teach me", "You'd like to be taught."),
        ("Don't teach me", "aren't down to be taught"),
    ):
        again = Desk()
        told = await press(ui, KIM, told.buttons[label], message=its_page, **again.more)
        assert told.edited and not again.deleted, f"{label}: below a message that is deleted"
        assert said in told.text and "You're in!" in told.text, told.text
    told = await press(ui, KIM, routes.PRESS_OUT(night.id), own=True, **Desk().more)
    assert not told.edited, "what they pressed on is gone, though it is no answer of the night"


async def test_what_came_of_a_press_stays_until_something_changes(ui: UI) -> None:
    night, desk = await evening(ui, 3), Desk()
    page = await press(
        ui, HOST, desk_routes.SET_PILOT(night.id, "", "helper"), own=True, **desk.more
    )
    assert "> Changed." in page.text, page.text
    await until(lambda: not ui.night_messages.pages._queue._tasks)
    assert not desk.edits, "it is gone at once"
    await night.answer(press_home, GUESTS[2])
    await desk.shows("Here: 2")
    assert "Changed." not in desk.edits[-1], desk.edits


async def test_what_is_behind_more_follows_what_another_host_changes(ui: UI) -> None:
    """What came of one's own press stays there until then."""
    night, plan, how = await evening(ui, 3), Desk(), Desk()
    page = await press(ui, HOST, desk_routes.SET_ROUNDS(night.id, "", 4), own=True, **plan.more)
    assert "\n-# as of <t:" in page.text and "> Changed. Rounds: 4." in page.text, page.text
    other = Press(GUESTS[1], None, leads=True)
    await ui.services.nights.change(night.id, other, edit(rounds=5))
    await plan.shows("Rounds: 5")
    assert all("Changed" in each or "Rounds: 5" in each for each in plan.edits), plan.edits
    await press(ui, HOST, desk_routes.PILOT(night.id), own=True, **how.more)
    await until(lambda: plan.deleted == 1)
    await ui.services.nights.change(night.id, other, edit(teach=False))
    await how.shows("\nNewcomers play like everybody else")
    await ui.services.nights.change(night.id, other, end())
    await how.shows("This night is over.")


async def test_an_answer_says_no_more_that_it_can_be_changed_once_its_question_is_closed(
    ui: UI, server: FakeDiscord
) -> None:
    """Only the newest answer of a person stays."""
    ask, first, newest = await asked(ui), Desk(), Desk()
    await press(ui, BOB, ask_routes.CAN(ask.id), "0", **first.more)
    told = await press(ui, BOB, ask_routes.CAN(ask.id), "1", **newest.more)
    assert "Until it closes, picking again" in told.text, told.text
    await until(lambda: first.deleted == 1)
    await ui.services.nights.asks.change(
        ask.id, NOBODY, lambda ask, _p, now: closed(ask, "time", now)
    )
    await newest.shows("Everybody here sees this. Time is up, so it is closed.")
    assert "You can come:" in newest.edits[-1] and not newest.deleted, newest.edits


async def test_who_asks_how_late_they_may_be_reads_times_as_they_are_now(ui: UI) -> None:
    """Once they are here, it shows the night."""
    night, lies = await evening(ui, 3, doors=False), Desk()
    page = await press(ui, GUESTS[1], routes.LATE(night.id), own=True, **lies.more)
    assert "\n-# as of <t:" in page.text, page.text
    assert "–" not in page.text, page.text
    await night.answer(lambda: toggle("learner"), GUESTS[2])
    await lies.shows(":t>–<t:")
    assert "**From round 2**: at about" in lies.edits[-1], lies.edits[-1]
    await night.click("Open the doors now", await night.desk())
    await night.answer(press_here, GUESTS[1])
    await lies.shows("Here (1)")
    assert "15 minutes" not in lies.buttons, "whoever is here would be late"


async def test_who_may_come_reads_that_the_night_is_off_and_takes_place_after_all(ui: UI) -> None:
    night, lies = await evening(ui, 3, doors=False), Desk()
    await press(ui, KIM, routes.PRESS_MAYBE(night.id), own=True, **lies.more)
    host = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, host, cancel())
    await lies.shows("cancelled")
    assert "I'll call you" not in lies.edits[-1], lies.edits[-1]
    again = Press(HOST, ui.interaction(), leads=True)
    await uncancel(ui.services.nights, night.id, again)
    await lies.shows("I'll call you")


async def test_who_has_answered_reads_that_the_night_moves_or_is_off(ui: UI) -> None:
    """They aren't promised the old date, and can answer for the new one there."""
    night, lies = await evening(ui, 3, doors=False), Desk()
    page = await press(ui, GUESTS[1], routes.PRESS_IN(night.id), own=True, **lies.more)
    assert page.text.startswith("You're in! See you <t:"), page.text
    row, press_of_host = (await night.night()).row, Press(HOST, None, leads=True)
    zone = zone_of(row.zone)
    later = moment(local_time(row.starts_at + DAY, zone), zone)
    await ui.services.nights.change(night.id, press_of_host, edit(later))
    await lies.shows(f"The night is on <t:{later.at}:F>. Can you come?")
    assert "See you" not in lies.edits[-1] and "I'm in" in lies.buttons, lies.edits[-1]
    await night.answer(press_in, GUESTS[1])
    await lies.shows(f"You're in! See you <t:{later.at}:F>.")
    await ui.services.nights.change(night.id, press_of_host, cancel())
    await lies.shows("cancelled")
    assert "See you" not in lies.edits[-1], lies.edits[-1]


@pytest.mark.usefixtures("server")
async def test_a_desk_says_why_a_table_called_until_something_has_happened_there(ui: UI) -> None:
    night, desk, rng = await evening(ui, 6), Desk(), random.Random(1)
    table, other = await night.start()
    calls = next(each for each in GUESTS[1:] if table.sits(each.id))
    await press(ui, calls, routes.CALL_HOST_WHY(table.id, "rule"), own=True)
    answer = desk_routes.ANSWER_CALL(night.id, table.id)
    first = await press(ui, HOST, answer, own=True, **desk.more)
    shown, desk.buttons = first.text, [*first.buttons]
    why, since = f"> {CALLED['rule']}", " Something has happened there since."
    for moved, stands in ((other, (True, False)), (table, (True, True)), (table, (False, False))):
        await ui.move(moved, rng)
        await ui.messages._update(moved.id)
        ui.night_messages.table_changed(moved)
        await until(lambda: not ui.night_messages.pages._queue._tasks)
        shown = [shown, *desk.edits][-1]
        assert (why in shown, since in shown) == stands, shown
        assert "Rules" in desk.buttons, "the rules aren't where they may be asked for"


async def test_who_answers_a_call_for_somebody_missing_reads_what_became_of_them(ui: UI) -> None:
    face = (await ui.start(ADA, BOB)).face()
    (asked,) = face.people_asked()
    seat, voice = face.seats[asked], Wording("en")

    def became(**changes: Any) -> list[str]:
        seats = [*face.seats]
        seats[asked] = replace(seat, **changes)
        return since_call(replace(face, seats=tuple(seats)), {asked: seat.person}, voice)

    assert became() == [], "it still waits for them"
    assert became(stand_in="away") == [f"A computer plays for {seat.name} now."]
    assert became(person=99, name="Kim") == ["Kim has the seat now."]
    moved = since_call(replace(face, asked=()), {asked: seat.person}, voice)
    assert moved == [f"The game no longer waits for {seat.name}."]


@pytest.mark.usefixtures("server")
async def test_what_somebody_has_answered_follows_all_nights_of_the_server(ui: UI) -> None:
    """Also that one is cancelled; once it is left, it leads back to itself."""
    night, lies = await announced(ui, title="Acorns", repeat="weekly"), Desk()
    await press(ui, BOB, f"n:every:{night.id}")
    page = await press(ui, BOB, SHOWS["attend"](str(GUILD)), **lies.more)
    assert "**Acorns** · " in page.text and "Nights to come" in page.text, page.text
    await ui.services.nights.change(night.id, Press(ADA, ui.interaction(), leads=True), cancel())
    await until(lambda: bool(lies.edits) and "Nights to come" not in lies.edits[-1])
    assert "You're in every time" in lies.edits[-1], lies.edits[-1]


async def test_who_is_asked_whether_to_start_reads_what_mending_would_do_now(ui: UI) -> None:
    night, lies = await evening(ui, 8), Desk()
    await night.click("Seat round 1", await night.desk())
    await night.answer(press_here, KIM)
    plan = await press(ui, HOST, desk_routes.PLAN(night.id), own=True)
    asked = await press(ui, HOST, plan.buttons["Start all …"], own=True, **lies.more)
    assert "Kim" in asked.text and "go to table" in asked.text, asked.text
    await night.answer(press_home, GUESTS[2])
    await lies.shows("**Mend and start**: ")
    assert "Mend and start" in lies.buttons, lies.buttons
    await night.answer(press_home, KIM)
    await night.answer(press_here, GUESTS[2])
    await lies.shows("Nobody sits out.")
    assert "Start all" in lies.buttons, f"a question is left that asks nothing: {lies.buttons}"


async def test_the_next_process_says_on_a_desk_that_it_no_longer_follows(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is changed as Discord shows it, and once; a question in its place is left alone.

    Nothing is counted down there any more: what is past would stand as a promise.
    """
    night = await evening(ui, 3)
    await opened(night)
    lies = {
        "embeds": [{"title": "Desk", "description": f"{LEFT}{BY_ITSELF}\nLast\n-# as of <t:1:t>"}]
    }
    changes: list[Any] = []

    async def request(route: Route, json: Any = None) -> Any:
        assert route.url.endswith("/webhooks/5/unused/messages/@original"), route.url
        if json is not None:
            changes.append(json)
        return lies

    bot = SimpleNamespace(application_id=5, http=SimpleNamespace(request=request))
    monkeypatch.setattr(ui.services, "bot", bot)
    pages, store = ui.night_messages.pages, ui.tables.store.open_pages
    (row,) = await store.take(ui.tables.now())
    # As an older version noted it: without what shows it anew.
    await store.lay_open(replace(row, kind=""))
    for _start in range(2):
        await pages._tell_stopped()
    at_rest = "at <t:60:t> · ⏳ <t:70:t> · **<t:99999:F>** · <t:99999:f>\nLast"
    said = f"🕓 Not updated since <t:1:t>: press a button\n-# {WAS_OFFLINE}\n{at_rest}"
    assert changes == [{"embeds": [{"title": "Desk", "description": said}]}]
    changes.clear()
    await opened(night)
    await pages._tell_stopped()
    (changed,) = changes
    shown = [{"type": 2, "style": 2, "label": "Show now", "custom_id": desk_routes.DESK(night.id)}]
    assert changed["components"] == [{"type": 1, "components": shown}], "nothing shows it anew"
    said = f"🕓 Not updated since <t:1:t>: **Show now**\n-# {WAS_OFFLINE}"
    assert changed["embeds"][0]["description"] == said, "what may be out of date stays"
    await opened(night)
    refresh = {"type": 2, "label": "Refresh", "custom_id": "n:desk:x"}
    end = {"type": 2, "label": "End the night …", "custom_id": "n:end:x"}
    lies |= {"components": [{"type": 1, "components": [end]}, {"type": 1, "components": [refresh]}]}
    await pages._tell_stopped()
    changed = changes.pop()
    said = changed["embeds"][0]["description"]
    assert said == f"🕓 Not updated since <t:1:t>: **Show now**\n-# {WAS_OFFLINE}", said
    show = [{"type": 1, "components": [refresh | {"label": "Show now"}]}]
    assert changed["components"] == show, "what may be out of date can be pressed"
    await opened(night)
    lies = {"embeds": [{"title": "End Friday?", "description": "No more rounds follow."}]}
    await pages._tell_stopped()
    assert len(changes) == 1, "a question is said to be out of date"
    await opened(night)
    later = ui.tables.now() + OPEN_FOR
    assert await ui.tables.store.open_pages.take(later) == [], "Discord doesn't let it be changed"


async def test_a_page_of_before_a_restart_goes_once_it_is_opened_anew(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the same one of the same person."""
    night = await evening(ui, 3)
    await opened(night)
    await press(ui, KIM, routes.PRESS_MAYBE(night.id), **Desk().more)
    asked: list[str] = []

    async def request(route: Route, json: Any = None) -> Any:
        asked.append(route.method)
        return {"embeds": [{"description": "Desk\n-# as of <t:1:t>"}]}

    bot = SimpleNamespace(application_id=5, http=SimpleNamespace(request=request))
    monkeypatch.setattr(ui.services, "bot", bot)
    pages = ui.night_messages.pages
    pages._open.clear()
    await pages._tell_stopped()
    assert asked == ["GET", "PATCH"] * 2, asked
    asked.clear()
    await press(ui, HOST, routes.PRESS_IN(night.id), **Desk().more)
    assert not asked, f"another kind of page takes its place: {asked}"
    await opened(night)
    await opened(night)
    assert asked == ["DELETE"], f"they pile up, or what isn't there is deleted: {asked}"


async def watched(ui: UI) -> None:
    """Look after pages for a moment, and wait for all that comes of it."""
    pages = ui.night_messages.pages
    watching = asyncio.create_task(pages._watch(60))
    await asyncio.sleep(0)
    watching.cancel()
    await until(lambda: not pages._queue._tasks)


async def test_a_desk_says_in_time_that_it_is_edited_no_more(ui: UI) -> None:
    """Once, and not after the next restart; a press on it follows anew."""
    night = await evening(ui, 3)
    desk = await opened(night)
    later(ui, FOLLOWS - 1)
    await watched(ui)
    assert desk.edits == [], "it is said too early"
    now = later(ui, 1)
    await watched(ui)
    assert len(desk.edits) == 1, "it isn't said"
    assert desk.edits == [f"🕓 Not updated since <t:{now}:t>: **Show now**"], "as it was"
    assert desk.buttons == ["Show now"], "what may be out of date can be pressed"
    await night.answer(press_home, GUESTS[2])
    await watched(ui)
    assert len(desk.edits) == 1, "it is edited after it said that it isn't"
    assert await ui.tables.store.open_pages.take(now) == [], "the next process says it again"
    desk = await opened(night)
    await night.answer(press_home, GUESTS[1])
    await desk.shows("Here: 1")
    assert "Not updated" not in desk.edits[-1]


async def test_the_next_process_says_on_a_desk_that_its_night_is_over(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await evening(ui, 3)
    await opened(night)
    show = {"type": 2, "label": "Refresh", "custom_id": desk_routes.DESK(night.id)}
    lies = {
        "embeds": [{"title": "Desk", "description": "Here: 3\n-# as of <t:1:t>"}],
        "components": [{"type": 1, "components": [show]}],
    }
    request = AsyncMock(return_value=lies)
    bot = SimpleNamespace(application_id=5, http=SimpleNamespace(request=request))
    monkeypatch.setattr(ui.services, "bot", bot)
    row = replace((await night.night()).row, state="over")
    over = replace(await night.night(), row=row)
    monkeypatch.setattr(ui.services.nights, "get", AsyncMock(return_value=over))
    await ui.night_messages.pages._tell_stopped()
    (embed,) = request.await_args_list[-1].kwargs["json"]["embeds"]
    assert embed["description"] == "This night is over.", embed


async def test_a_desk_goes_on_saying_that_its_night_is_over(ui: UI) -> None:
    night = await evening(ui, 3)
    desk = await opened(night)
    press = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, press, end())
    await desk.shows("This night is over.")
    later(ui, FOLLOWS)
    await watched(ui)
    assert desk.edits[-1].startswith("This night is over."), desk.edits
    assert "as of" not in desk.edits[-1], desk.edits


@pytest.mark.parametrize(
    ("who", "at", "kind"),
    [
        (GUESTS[1], routes.PRESS_HERE, "night"),
        (HOST, desk_routes.PLAN, "desk"),
        (HOST, desk_routes.DESK_MORE, "more"),
        (HOST, desk_routes.PILOT, "more"),
    ],
)
async def test_what_is_edited_no_more_has_one_button_that_shows_how_it_stands(
    ui: UI, server: FakeDiscord, who: Person, at: Callable[[str], str], kind: Kind
) -> None:
    """Not *Seat round 1*, or *Start all*, which somebody else may have pressed since."""
    night, lies = await evening(ui, 3), Desk()
    await night.click("Seat round 1", await night.desk())
    await press(ui, who, at(night.id), own=True, **lies.more)
    later(ui, FOLLOWS)
    await watched(ui)
    assert lies.edits and lies.buttons == ["Show now"], lies.buttons
    shown = await press(ui, who, SHOWS[kind](night.id), own=True)
    assert shown.edited and "\n-# as of " in shown.text, shown.text


@pytest.mark.parametrize("called", [True, False])
async def test_a_desk_that_was_opened_anew_elsewhere_is_deleted(ui: UI, called: bool) -> None:
    """Also by the button of a call, in the thread."""
    night = await evening(ui, 3)
    older, newer = await opened(night), Desk()
    if called:
        await press(ui, HOST, routes.TO_DESK(night.id, mark=7), **newer.more)
    else:
        newer = await opened(night)
    await until(lambda: older.deleted == 1)
    await night.answer(press_home, GUESTS[2])
    await newer.shows("Here: 2")
    assert not older.edits and not newer.deleted and "Not updated" not in newer.edits[-1]


async def test_a_page_that_has_stopped_goes_once_it_is_opened_anew(ui: UI) -> None:
    """They would pile up; Discord lets it be deleted for another minute."""
    night, older, newer = await evening(ui, 3), Desk(), Desk()
    shows = routes.SHOW_NIGHT(night.id, mark=7)
    await press(ui, GUESTS[1], shows, **older.more)
    later(ui, FOLLOWS)
    await watched(ui)
    assert older.buttons == ["Show now"] and not older.deleted, older.buttons
    await press(ui, GUESTS[1], shows, **newer.more)
    await until(lambda: older.deleted == 1)
    assert not newer.deleted


async def test_a_guest_has_one_page_of_a_night_whatever_they_press(ui: UI) -> None:
    night, pages = await evening(ui, 3), [Desk() for _ in range(3)]
    pressed = routes.PRESS_HERE, routes.SHOW_NIGHT, routes.PRESS_HERE
    for page, what in zip(pages, pressed, strict=True):
        await press(ui, GUESTS[1], what(night.id, mark=7), **page.more)
    await until(lambda: [each.deleted for each in pages] == [1, 1, 0])
    assert not pages[0].edits and not pages[1].edits


@pytest.mark.parametrize("code", [10015, 50027])
async def test_a_desk_whose_time_is_over_is_let_go_without_a_report(
    ui: UI, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord's time for it may run out before the bot's does, and the other way round."""
    night = await evening(ui, 3)
    desk, tries = Desk(), list[object]()

    async def refused(**more: object) -> None:
        tries.append(more)
        raise failure(404, code)

    await night.desk(**{**desk.more, "edit_original_response": refused})
    later(ui, FOLLOWS)
    await watched(ui)
    await opened(night)
    (page,) = ui.night_messages.pages._open.values()
    page.interaction.is_expired = lambda: True
    later(ui, FOLLOWS)
    await watched(ui)
    assert (len(tries), ui.night_messages.pages._open) == (1, {})
    assert not [each for each in caplog.records if each.levelname in ("WARNING", "ERROR")]


async def test_a_desk_that_shows_the_same_is_not_edited(ui: UI) -> None:
    night = await evening(ui, 3)
    desk = await opened(night)
    ui.night_messages.pages.changed(night.id)
    await until(lambda: not ui.night_messages.pages._queue._tasks)
    assert desk.edits == [], "an edit that changes nothing"


async def test_what_was_pressed_on_before_it_is_followed_is_let_be(ui: UI) -> None:
    """The press came before the bot knew that the page had arrived: a hand may lie there by now."""
    pages, who = ui.night_messages.pages, SimpleNamespace(id=5)
    lies = SimpleNamespace(
        flags=SimpleNamespace(ephemeral=True), interaction_metadata=SimpleNamespace(id=1)
    )
    opened: Any = SimpleNamespace(id=1, message=None, user=who, is_expired=lambda: False)
    kind = discord.InteractionType.component
    pressed: Any = SimpleNamespace(id=2, message=lies, user=who, type=kind)

    async def draw() -> None:
        return None

    await pages.left(pressed)
    await pages.lay_open("nnnnn", "desk", opened, Page("Desk"), draw)
    assert pages._open == {}, "the page would be drawn over what lies there"


async def test_a_desk_on_which_another_page_lies_is_not_drawn_over_it(ui: UI) -> None:
    night = await evening(ui, 3)
    desk = Desk()
    await night.desk(**desk.more)
    (page,) = ui.night_messages.pages._open.values()
    there = SimpleNamespace(
        flags=SimpleNamespace(ephemeral=True),
        interaction_metadata=SimpleNamespace(id=page.interaction.id),
        embeds=[],
    )
    changed = discord.InteractionResponseType.message_update
    response = SimpleNamespace(is_done=lambda: False, edit_message=_nothing, type=changed)
    await press(ui, HOST, desk_routes.GUESTS(night.id), message=there, response=response)
    await night.answer(press_home, GUESTS[2])
    await until(lambda: not ui.night_messages.pages._queue._tasks)
    assert desk.edits == [], "the desk was drawn over the page of guests"


async def test_a_desk_follows_boards_that_never_show_the_newest(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody moves every second, more has happened whenever a board has been edited."""
    night, rng = await evening(ui, 2), random.Random(1)
    (table,) = await night.start()
    await ui.messages._update(table.id)
    desk = await opened(night)
    render, pages = ui.services.game_of(table).render, ui.night_messages.pages

    async def looked() -> None:
        ui.night_messages.table_changed(table)
        await until(lambda: not pages._queue._tasks)

    change = ui.messages._boards._change

    async def moved_meanwhile(*given: Any, **more: Any) -> None:
        await change(*given, **more)
        await ui.move(table, rng)

    await looked()
    before = len(desk.edits)
    for _round in range(2):
        scores = render.round_scores(table.face().public(), Wording("en"))
        while render.round_scores(table.face().public(), Wording("en")) == scores:
            await ui.move(table, rng)
        await looked()
        assert len(desk.edits) == before, "the desk told what no board has shown yet"
        shown = render.headline(
            table.face().public(), Wording("en", seat_names(table.seats, table.language))
        )
        with monkeypatch.context() as patch:
            patch.setattr(ui.messages._boards, "_change", moved_meanwhile)
            await ui.messages._update(table.id)
        assert table.board_revision < table.revision
        await until(lambda: not pages._queue._tasks)
        before += 1
        assert len(desk.edits) == before and shown in desk.edits[-1], "the desk stands still"


async def test_a_desk_does_not_go_back_behind_what_a_press_has_shown(
    ui: UI, server: FakeDiscord
) -> None:
    night = await evening(ui, 2)
    (table,) = await night.start()
    await ui.messages._update(table.id)
    await ui.services.table_verbs.pause(table.id, HOST, "night")
    desk = await opened(night)
    ui.night_messages.table_changed(table)
    await until(lambda: not ui.night_messages.pages._queue._tasks)
    assert desk.edits == [], "it is said not to be paused any more"


async def test_the_page_of_the_guests_and_of_one_of_them_follow(ui: UI) -> None:
    night = await evening(ui, 3)
    everybody, one = desk_routes.GUESTS(night.id), desk_routes.GUEST(night.id, GUESTS[1].id)
    for route, gone, back in (
        (everybody, "**Gone home** (1)\nBob", "**Here** (3)"),
        (one, "Bob · gone home", "Bob · here"),
    ):
        page = Desk()
        await press(ui, HOST, route, own=True, **page.more)
        await night.answer(press_home, GUESTS[1])
        await page.shows(gone)
        await night.answer(press_here, GUESTS[1])
        await page.shows(back)


async def test_a_proposal_follows_who_comes_and_goes_and_what_another_leader_does(ui: UI) -> None:
    """Once it was dropped, the desk is in its place."""
    night = await evening(ui, 5)
    cohost, nights = GUESTS[1], ui.services.nights
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([cohost]))
    page = Desk()
    await press(ui, HOST, desk_routes.SEAT_ROUND(night.id, 1), own=True, **page.more)
    await night.answer(press_home, GUESTS[4])
    await page.shows("Gone since: Emi")
    assert f"<@{cohost.id}>" not in page.edits[-1], "a guest's press is said to be a leader's"
    by = Press(cohost, ui.interaction())
    await ui.services.round_runner.mend(night.id, by)
    await page.shows(f"<@{cohost.id}> has changed this seating. This is the newest.")
    await nights.change(night.id, Press(cohost, ui.interaction()), take_back())
    await page.shows("Here: 4")


async def test_an_answer_that_follows_no_more_still_says_what_it_was(ui: UI) -> None:
    """A guest who looks at it later needn't press to know that they are in."""
    night = await evening(ui, 3, rounds=1)
    came = Desk()
    await press(ui, GUESTS[1], routes.PRESS_HERE(night.id), own=True, **came.more)
    later(ui, FOLLOWS)
    await watched(ui)
    first, *kept = came.edits[-1].split("\n")
    assert first.startswith("🕓 Not updated since") and came.buttons == ["Show now"]
    assert len(kept) == 1 and "You're" in kept[0], f"what was answered is gone: {kept}"


async def test_what_a_guest_was_answered_follows_the_night(ui: UI, server: FakeDiscord) -> None:
    """From *I'm here* on it leads to the table, and says at last how the night has ended."""
    night = await evening(ui, 3, rounds=1)
    came = Desk()
    await press(ui, GUESTS[1], routes.PRESS_HERE(night.id), own=True, **came.more)
    (table,) = await night.start()
    await ui.messages._update(table.id)
    await came.shows("You're at table 1: <#")
    said = "Welcome! Your game is on, and you have your seat.\n"
    assert said in came.edits[-1], "it still says that a round is to come"
    assert "\n-# as of <t:" in came.edits[-1], "it doesn't say as of when it is"
    await night.play_out(table)
    await ui.messages._update(table.id)
    await came.shows("You're marked as here. No further round is planned")
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    await came.shows("This night is over.")
    assert came.buttons == ["Show the night"], "a night that is over is still answered"


async def test_what_was_asked_for_gives_way_to_what_came_of_it(ui: UI, server: FakeDiscord) -> None:
    """Else the page says for good that the others are being asked."""
    table = (await begun(ui, server))[0]
    mover = await ui.move(table, random.Random(3))
    person = next(each for each in (ADA, BOB, CLEO) if each.id == mover)
    more, asks = Desk(), (await press(ui, person, routes.TABLE_PAGE(table.id))).buttons
    asked = await press(ui, person, asks["Take back"], own=True, **more.more)
    assert "I've asked the others to vote." in asked.text
    for other in table.seats:
        if table.motion is not None and other.person != mover:
            voter = Person(other.person, other.name)
            await ui.services.table_verbs.voting.vote(table.id, voter, True)
    await ui.messages._update(table.id)
    ui.night_messages.table_changed(table)
    await until(lambda: f"• {person.name} took back a move." in str(more.fields))
    assert "I've asked" not in str(more.fields)


async def test_the_page_of_a_table_and_the_points_follow(ui: UI, server: FakeDiscord) -> None:
    """Else they would name somebody who has moved long ago, and points that were corrected."""
    night = await evening(ui, 3, rounds=1)
    (table,) = await night.start()
    await ui.messages._update(table.id)
    more, points, moved = Desk(), Desk(), table.to_act()
    await press(ui, HOST, routes.TABLE_PAGE(table.id), **more.more)
    while table.to_act() == moved:
        await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)
    ui.night_messages.table_changed(table)
    asked = table.seats[table.to_act()[0]].name
    await until(lambda: any(each.startswith(f"{asked}: deadline") for each in more.fields))
    later(ui, FOLLOWS)
    await watched(ui)
    assert "Not updated since" in more.edits[-1], "it doesn't say that it follows no more"
    assert not any(":R>" in each for each in more.fields), f"it counts on: {more.fields}"
    await press(ui, GUESTS[1], desk_routes.NIGHT_POINTS(night.id), **points.more)
    await night.play_out(table)
    await points.shows("10.0")
    assert "\n-# as of <t:" in points.edits[-1], points.edits[-1]
    assert points.buttons == ["Show now"], "nothing brings it up to date later"
    leads = await press(ui, HOST, desk_routes.NIGHT_POINTS(night.id), own=True)
    assert "Correct a result …" in leads.buttons, "it is looked for here"
    assert "Result files" in leads.buttons, "an earlier night's files can't be found"
    later(ui, FOLLOWS)
    await watched(ui)
    assert points.edits[-1].startswith("🕓 ") and ": **Show now**" in points.edits[-1]
    last = Desk()
    await press(ui, GUESTS[1], desk_routes.NIGHT_POINTS(night.id), **last.more)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    await until(lambda: bool(last.edits))
    later(ui, FOLLOWS)
    await watched(ui)
    assert "<t:" not in last.edits[-1] and last.buttons == [], "the end is said to be out of date"


async def test_the_points_of_a_night_that_is_over_follow_a_correction(
    ui: UI, server: FakeDiscord
) -> None:
    night, points, replays = await evening(ui, 3, rounds=1), Desk(), Desk()
    (table,) = await night.start()
    await night.play_out(table)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    await press(ui, GUESTS[1], desk_routes.NIGHT_POINTS(night.id), **points.more)
    await press(ui, GUESTS[1], desk_routes.REPLAYS(night.id), **replays.more)
    rows = sorted(await ui.tables.store.results.of_table(table.id), key=lambda row: -row.place)
    order, leads = [[row.seat] for row in rows], Press(HOST, ui.interaction(), leads=True)
    await correct_result(ui.services.nights, night.id, leads, table.id, order, "miscounted")
    await points.shows(f"(miscounted)\n-# New order: {', '.join(row.name for row in rows)}")
    await until(lambda: bool(replays.edits))
    edits = len(points.edits)
    later(ui, FOLLOWS)
    await watched(ui)
    assert len(points.edits) == edits, "what is over is said to be out of date"


async def test_the_card_that_a_guest_looks_at_alone_follows_the_night(
    ui: UI, server: FakeDiscord
) -> None:
    night, shows = await evening(ui, 3, rounds=1), Desk()
    await press(ui, GUESTS[1], routes.SHOW_NIGHT(night.id), own=True, **shows.more)
    (table,) = await night.start()
    await ui.messages._update(table.id)
    await shows.shows("You're at table 1: <#")
    assert "\n-# as of <t:" in shows.edits[-1], "it doesn't say as of when it is"
    await night.play_out(table)
    await ui.messages._update(table.id)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    await shows.shows("**Played")
    assert "Here" not in shows.edits[-1], shows.edits[-1]


async def test_a_guest_who_waits_is_told_of_a_seat_until_they_sit_there(
    ui: UI, server: FakeDiscord
) -> None:
    night = await evening(ui, 3)
    (table,) = await night.start()
    await ui.messages._update(table.id)
    came, seat = Desk(), table.seat_of(GUESTS[2].id)
    await press(ui, KIM, routes.PRESS_HERE(night.id), own=True, **came.more)
    await ui.services.table_verbs.leave(table.id, GUESTS[2])
    await night.quiet()
    await came.shows("First come, first served")
    assert "Take the seat" in came.buttons, came.edits[-1]
    asked = Desk()
    await press(ui, KIM, desk_routes.MY_TABLE(night.id, 1), **asked.more)
    await ui.services.table_verbs.back(table.id, GUESTS[2])
    await night.quiet()
    await asked.shows("If a seat becomes free")
    assert "Take the seat" not in asked.buttons, "what was taken up again is offered"
    await ui.services.table_verbs.leave(table.id, GUESTS[2])
    await night.quiet()
    await asked.shows("First come, first served")
    came = asked
    await press(ui, KIM, routes.TAKE_SEAT(table.id, seat))
    await ui.messages._update(table.id)
    await came.shows("You're at table 1: <#")
    assert "Take the seat" not in came.buttons, "whoever sits is offered a seat"


async def test_a_page_that_names_a_time_is_looked_after_when_it_has_come(
    ui: UI, server: FakeDiscord
) -> None:
    """Though nothing else has changed."""
    night, came = await evening(ui, 6), Desk()
    tables = await night.start()
    table = next(each for each in tables if not each.sits(HOST.id))
    await ui.services.night_verbs.put_away(table.id, HOST, table.seats[1].person)
    for each in tables:
        await ui.messages._update(each.id)
    await night.quiet()
    page = await press(ui, KIM, routes.PRESS_HERE(night.id), own=True, **came.more)
    assert "isn't back by" in page.text, page.text
    later(ui, LONG_WAITED - 1)
    await watched(ui)
    assert came.edits == [], "the time hasn't come yet"
    later(ui, 1)
    await watched(ui)
    assert came.edits and "isn't back by" not in came.edits[-1], came.edits


async def test_what_a_leader_was_answered_and_their_desk_lie_open_beside_each_other(
    ui: UI,
) -> None:
    night = await evening(ui, 3)
    desk, came = await opened(night), Desk()
    await press(ui, HOST, routes.PRESS_HERE(night.id), own=True, **came.more)
    await night.answer(press_home, GUESTS[2])
    await desk.shows("Here: 2")
    assert not desk.deleted, "a guest's answer takes the desk away"


async def test_what_a_guest_was_answered_says_if_they_are_taken_to_have_gone(ui: UI) -> None:
    night = await evening(ui, 3)
    came = Desk()
    await press(ui, GUESTS[2], routes.PRESS_HERE(night.id), own=True, **came.more)
    await ui.services.nights.change(
        night.id, Press(HOST, ui.interaction()), mark_not_here(GUESTS[2].id)
    )
    await came.shows("Press **I'm here** when you arrive")
    assert "on the list for round 1" not in came.edits[-1], "whoever was marked gone is on the list"


@pytest.mark.usefixtures("server")
async def test_whoever_is_asked_whether_to_close_a_question_reads_what_came_of_it(ui: UI) -> None:
    """Another host has closed it; then, has announced a night."""
    ask = await asked(ui)
    await press(ui, BOB, ask_routes.CAN(ask.id), "2")
    page = Desk()
    said = await press(ui, ADA, ask_routes.CLOSE(ask.id), permissions=MAY_HOST, **page.more)
    assert "Close it" in said.buttons, said.text
    await press(ui, CLEO, ask_routes.CLOSE_NOW(ask.id), permissions=MAY_HOST)
    await page.shows(f"A host has closed it. The best date: <t:{ask.dates[2].at}:F> (1 can come).")
    assert page.buttons[:1] == ["Announce the best …"] and "Close it" not in page.buttons, (
        "it looks as if it could be closed still"
    )
    preview = await previewed(ui, CLEO, ask_routes.ANNOUNCE(ask.id), own=False)
    await press(ui, CLEO, preview.buttons["Publish"], own=True, permissions=MAY_HOST)
    await page.shows("The game night is announced.")
    assert not page.buttons, "it looks as if it could be announced still"


@pytest.mark.parametrize("kind", ["ask", "answer"])
async def test_what_is_open_about_a_question_ends_in_one_line_that_shows_it_anew(
    ui: UI, server: FakeDiscord, kind: Kind
) -> None:
    ask, lies = await asked(ui), Desk()
    at = {"ask": ask_routes.CLOSE(ask.id), "answer": ask_routes.CAN(ask.id)}[kind]
    at += ":0" if kind == "answer" else ""
    more: dict[str, Any] = {"permissions": MAY_HOST} if kind == "ask" else {}
    who = ADA if kind == "ask" else BOB
    await press(ui, who, at, own=True, **lies.more, **more)
    later(ui, FOLLOWS)
    await watched(ui)
    assert lies.buttons == ["Show now"], f"old buttons stay: {lies.buttons}"
    assert len(lies.edits[-1].splitlines()) == 1, lies.edits[-1]
    shown = await press(ui, who, SHOWS[kind](ask.id), own=True, **more)
    assert shown.text and (await ui.services.nights.asks.get(ask.id)).row.state == "open"


@pytest.mark.usefixtures("server")
async def test_who_calls_the_host_reads_that_one_has_read_it_and_no_more_that_they_are_called(
    ui: UI,
) -> None:
    night, lies = await evening(ui, 4), Desk()
    bob = GUESTS[1]
    table = first([each for each in await night.start() if each.sits(bob.id)], "Bob's table")
    said = await press(ui, bob, routes.CALL_HOST_WHY(table.id, "rule"), own=True, **lies.more)
    assert "> Calling the hosts in the night's thread." in said.text, said.text
    await press(ui, HOST, desk_routes.ANSWER_CALL(night.id, table.id), own=True)
    await ui.messages._update(table.id)
    ui.night_messages.table_changed(table)
    await until(lambda: not ui.night_messages.pages._queue._tasks)
    told = "\n".join([*lies.edits[-1:], *lies.fields])
    assert "Ada has read the call and is looking into it." in told, f"they still wait: {told}"
    assert "alling" not in told and "alled" not in told, told
