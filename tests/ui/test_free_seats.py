"""A seat that somebody has left at a running table: those who wait read of it, and take it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.nights.guest_presses import press_here
from bot.nights.night_json import post_of
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.wording import Wording
from tests.ui.clicks import press
from tests.ui.conftest import UI
from tests.ui.night_evening import GUESTS, Evening, evening

KIM = GUESTS[-1]
VOICE = Wording("en-GB")


async def with_a_free_seat(ui: UI, **fields: Any) -> tuple[Evening, Table, Person]:
    """Deal two tables; somebody leaves the second one. Return also that table, and who left."""
    night = await evening(ui, 8, pilot="auto", **fields)
    table = (await night.start())[1]
    left = Person(table.seats[1].person, table.seats[1].name)
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, left)
    await ui.services.round_runner.free_seats.settled()
    return night, table, left


@pytest.mark.parametrize("rounds", [1, 2])
async def test_who_comes_late_takes_a_free_seat_by_one_press(ui: UI, rounds: int) -> None:
    night, table, _left = await with_a_free_seat(ui, rounds=rounds)
    come = await press(ui, KIM, routes.PRESS_HERE(night.id))
    assert "A seat is free: [Table 2](" in come.text, come.text
    sits = await press(ui, KIM, desk_routes.MY_TABLE(night.id, 1))
    card = await press(ui, KIM, routes.SHOW_NIGHT(night.id))
    for page in (come, sits, card):
        assert page.buttons.get("Take the seat") == routes.TAKE_SEAT(table.id, 1), page.text
    taken = await press(ui, KIM, come.buttons["Take the seat"], own=True)
    assert "This seat is yours now" in taken.text, taken.text
    await night.quiet()
    await ui.services.round_runner.free_seats.settled()
    later = await press(ui, GUESTS[9], routes.PRESS_HERE(night.id))
    assert "seat is free" not in later.text and "Take the seat" not in later.buttons, later.text


async def test_the_thread_calls_those_who_wait_to_a_free_seat(ui: UI) -> None:
    night, table, _left = await with_a_free_seat(ui)
    await night.answer(press_here, KIM)
    await ui.services.round_runner.free_seats.settled()
    rows = await ui.services.nights.store.standing(night.id)
    (post,) = [post_of(row) for row in rows if row.kind == "vacant"]
    said = post_message(await night.night(), post, 5, VOICE)
    assert said.people == (KIM.id,) and said.text.startswith(f"<@{KIM.id}> A seat is free: "), said
    assert said.text.endswith(": press **Take the seat**."), said.text
    ids = {each.label: each.id for each in said.row}
    assert ids["Take the seat"] == routes.TAKE_SEAT(table.id, 1), ids
    assert ids["Show the night"].endswith(":5"), "after a crash it isn't found again"
    card = night_card_page(await night.night(), [ui.services.games["donburiko"]], VOICE)
    assert "A seat is free: [Table 2](" in card.text, card.text


async def test_who_has_a_seat_takes_no_other(ui: UI) -> None:
    night, table, left = await with_a_free_seat(ui)
    tables = (await ui.services.nights.reader.tables_of(await night.night())).values()
    other = next(each for each in tables if each is not table)
    sits = Person(other.seats[1].person, other.seats[1].name)
    refused = await press(ui, sits, routes.TAKE_SEAT(table.id, 1))
    assert "You have a seat at table 1." in refused.text, refused.text
    assert table.seats[1].person == left.id
    told = await press(ui, sits, routes.PRESS_HERE(night.id))
    assert "Take the seat" not in told.buttons, "who plays is offered another seat"
