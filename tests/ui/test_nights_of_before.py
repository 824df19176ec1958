"""Nights that an older version has planned, opened and begun go on, from what it drew for them.

`kept/nights.sql` is the database of commit 6fe1c1d4 with a night in each state, and
`kept/nights.json` what that version drew for them: the controls of the desks, proposals and
previews, and the messages that lay on Discord. Neither is ever written again: they stand for nights
on people's servers.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest

from bot.nights.leading import Host
from bot.nights.next_night import SeriesRunner
from bot.nights.night_timer import NightTimer
from bot.tables.seat import Person
from storage.database import MIGRATIONS, Database
from tests.nights.setup import Known
from tests.only import first
from tests.storage.test_migration_kills import demand_whole
from tests.ui.clicks import Answer, press
from tests.ui.conftest import CHANNEL, UI, room_on
from tests.ui.fake_discord import FakeDiscord, Message
from tests.ui.night_evening import GUESTS, HOST, Evening

KEPT: Final = Path(__file__).parent / "kept"
DATA: Final[dict[str, Any]] = json.loads((KEPT / "nights.json").read_text("utf-8"))
STATES: Final = tuple(DATA["nights"])
MAY: Final = discord.Permissions(manage_events=True, manage_guild=True)
NOT_UNDERSTOOD: Final = ("This button doesn't work any more.", "Something went wrong")
LED: Final = ("draft", "open", "series", "doors", "proposed", "running", "between")
"""The states from which a night is led to its end."""


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the kept database, as the older version left it."""
    path = tmp_path_factory.mktemp("kept") / "nights.sqlite3"
    with closing(sqlite3.connect(path)) as link:
        link.executescript((KEPT / "nights.sql").read_text("utf-8"))
    return path


@pytest.fixture
async def newer(older: Path, tmp_path: Path) -> AsyncIterator[UI]:
    """Open today's bot on a copy, a minute later, with what lay on Discord."""
    path = tmp_path / "nights.sqlite3"
    path.write_bytes(older.read_bytes())
    async with room_on(path) as ui:
        ui.tables._now = lambda: float(DATA["now"] + 60)
        # The older version has seen the first thousands.
        ui.interactions = 10**9
        server = ui.services.bot = FakeDiscord(CHANNEL)  # pyright: ignore[reportAttributeAccessIssue]
        for place_id, kept in DATA["places"].items():
            kind = discord.Thread if kept["kind"] == "thread" else discord.TextChannel
            place = server.add(int(place_id), kind)
            for message_id, content, controls, _mentions in kept["up"]:
                children = [SimpleNamespace(custom_id=each) for each in controls]
                view: Any = SimpleNamespace(children=children)
                place.up[message_id] = Message(place, message_id, content, view=view)
        yield ui


def kept_control(state: str, label: str) -> str:
    """Return a control that the older version drew for the host, by its label."""
    controls = DATA["nights"][state]["controls"]
    found = [custom_id for _who, custom_id, _values, _own, said in controls if said == label]
    return first(found, f"kept control {label!r} of the night that is {state}")


async def use(ui: UI, person: Person, custom_id: str, *picked: str, own: bool = True) -> Answer:
    """Use a control; fail unless it was understood."""
    answer = await press(ui, person, custom_id, *picked, own=own, permissions=MAY)
    said = f"{custom_id} {picked}: {answer.text!r}"
    assert answer.text or answer.file is not None or answer.files, f"no answer: {said}"
    assert not any(words in answer.text for words in NOT_UNDERSTOOD), said
    return answer


async def show(ui: UI, night: Evening) -> None:
    """Put up all that a night and its tables have to show."""
    await ui.night_messages._update(night.id)
    for table in (await ui.services.nights.reader.tables_of(await night.night())).values():
        await ui.messages._update(table.id)
    await ui.night_messages._update(night.id)


async def go_on(ui: UI, state: str) -> Evening:
    """Lead a night on to its end, by what was drawn before the update as far as that goes."""
    night = Evening(ui, DATA["nights"][state]["id"])
    if state == "draft":
        said = await use(ui, HOST, kept_control(state, "Publish"))
        assert "Posting it in" in said.text, said.text
    if state in ("draft", "open", "series"):
        await show(ui, night)
        for person in GUESTS[:5]:
            await use(ui, person, f"n:in:{night.id}", own=False)
        if state == "draft":
            asked = await night.click("Open the doors now", await night.desk())
            await night.click("Open the doors now", asked)
        else:
            said = await use(ui, HOST, kept_control(state, "Open the doors now"))
            assert "The doors are open." in said.text, said.text
    if state in ("draft", "open", "series", "doors"):
        for person in GUESTS[1:6]:
            await use(ui, person, f"n:here:{night.id}", own=False)
    if state == "doors":
        # It names the night's revision, where one of today names the round.
        desk = await use(ui, HOST, kept_control(state, "Seat round 1"))
        assert "Seat round 1" in desk.buttons, f"the newest desk isn't shown: {desk.text}"
    if state == "proposed":
        plan = await use(ui, HOST, kept_control(state, "Start all"))
        assert (await night.night()).proposal is not None, "it was dealt by an old proposal's page"
        assert "Start all" in plan.buttons, f"the newest page isn't shown: {plan.text}"
    return await to_the_end(ui, night)


async def to_the_end(ui: UI, night: Evening) -> Evening:
    """Play the rounds that are left, and end the night."""
    while True:
        for table in (await ui.services.nights.reader.tables_of(await night.night())).values():
            await night.play_out(table)
        await show(ui, night)
        found = await night.night()
        if found.all_dealt:
            break
        desk = await night.desk()
        number = len(found.dealt) + 1
        if found.proposal is None:
            plan = await night.click(f"Seat round {number}", desk)
        else:
            plan = await night.click(f"Seating of round {number}", desk)
        for choice in [each for each in plan.buttons if each.startswith("Add ")]:
            plan = await night.click(choice, plan)
        await night.click("Start all", plan)
        await night.quiet()
        assert len((await night.night()).dealt) == number, "the round isn't dealt"
        await show(ui, night)
    sure = await night.click("End the night …", await night.desk())
    await night.click("End the night", sure)
    await show(ui, night)
    return night


@pytest.mark.parametrize(
    "state",
    [pytest.param(state, marks=() if state == "proposed" else pytest.mark.long) for state in LED],
)
async def test_a_night_of_before_is_led_on_to_its_recap(newer: UI, state: str) -> None:
    night = await go_on(newer, state)
    found = await night.night()
    assert found.row.state == "over" and not found.places.asleep
    server: Any = newer.services.bot
    assert found.places.shown_revision == found.row.revision, "it isn't all shown"
    place = server.places[found.row.channel_id]
    assert found.places.recap_id in place.up, "there is no recap"
    cards = [each for each in place.up.values() if f"n:desk:{night.id}" in each.controls]
    assert len(cards) <= 1, "the night has two cards"
    for table in (await newer.services.nights.reader.tables_of(found)).values():
        assert table.phase == "finished", "a table is left over"


@pytest.mark.long
async def test_a_series_of_before_announces_its_next_night(newer: UI) -> None:
    """The one that waited for the morning after as the bot was updated."""
    nights, night_id = newer.services.nights, DATA["nights"]["series waits"]["id"]
    hosts = Known(host=Host(hosts=True, calls=True))
    timer = NightTimer(nights, newer.services.round_runner, SeriesRunner(nights, hosts))
    at = DATA["now"] + 60
    for _ring in range(20):
        found = await nights.get(night_id)
        if found.row.due is None or at > DATA["now"] + 3 * 86_400:
            break
        at = max(at + 60, found.row.due)
        newer.tables._now = partial(float, at)
        await timer.ring(night_id)
    found = await nights.get(night_id)
    assert found.series is not None, "what repeated isn't a series"
    assert found.series.night_id != night_id, "the night after it isn't announced"
    following = await nights.get(found.series.night_id)
    assert following.row.state == "open"
    week = following.guests.starts_at - found.guests.starts_at
    assert week == 7 * 86_400, f"it is {week} s later"


def drawn(state: str) -> Iterator[tuple[Person, str, list[str], bool]]:
    """Yield what lay there: who used it, its id, what could be picked, if it was their own."""
    night_id = DATA["nights"][state]["id"]
    for _who, custom_id, values, own, _label in DATA["nights"][state]["controls"]:
        yield HOST, custom_id, values[:1], own
    for place in DATA["places"].values():
        for _id, _content, controls, _mentions in place["up"]:
            for custom_id in controls:
                if night_id in custom_id.split(":"):
                    yield GUESTS[1], custom_id, [], False
                    yield HOST, custom_id, [], False


@pytest.mark.long
@pytest.mark.parametrize("state", STATES)
async def test_all_that_was_drawn_for_a_night_still_answers(newer: UI, state: str) -> None:
    """One after the other, as it lay there; what is done to the night meanwhile makes no odds."""
    used = 0
    for person, custom_id, picked, own in drawn(state):
        await use(newer, person, custom_id, *picked, own=own)
        used += 1
    assert used > 3, f"of {state} nothing was kept"


@pytest.mark.long
@pytest.mark.parametrize(
    "number", range(20, len([*MIGRATIONS.glob("*.sql")]) + 1), ids=lambda number: f"to {number}"
)
async def test_nights_of_before_outlive_a_kill_in_the_middle_of_each_migration(
    older: Path, tmp_path: Path, number: int
) -> None:
    steps = tmp_path / "steps"
    steps.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql"))[: number - 1]:
        (steps / file.name).write_bytes(file.read_bytes())
    before = tmp_path / "before.sqlite3"
    before.write_bytes(older.read_bytes())
    await (await Database.open(before, migrations=steps)).close()
    await demand_whole(before, tmp_path / "killed", 3)
