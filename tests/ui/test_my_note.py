"""A person's note about a table: on their own hand and pages, and nowhere else."""

from __future__ import annotations

import pytest

from bot.tables.notes import LONGEST, Notes
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.page import Page
from bot.ui.pages.tables.fit import _ever_less
from bot.ui.pages.what_happened import Told
from tests.ui.clicks import Answer, command, fill_in, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI

WORDS = "Bob has *no* winter left, and Cleo leads spring as soon as she has got the last card of it"


@pytest.fixture
async def table(ui: UI) -> Table:
    """Begin a game of Ada's and Bob's."""
    found = await ui.open(ADA, BOB)
    return await ui.services.lobby_verbs.start(found.id, ADA, ui.interaction())


async def write(ui: UI, person: Person, table: Table, text: str) -> Answer:
    """Send the form of a note."""
    return await fill_in(ui, person, routes.NOTE_SET(table.id), {"note": text})


async def hand(ui: UI, person: Person, table: Table) -> str:
    """Return what a hand says."""
    return (await press(ui, person, routes.HAND(table.id), own=True)).text


async def test_its_beginning_is_on_ones_own_hand_alone(ui: UI, table: Table) -> None:
    before = await hand(ui, BOB, table)
    page = await press(ui, ADA, routes.MINE_HERE(table.id), own=True)
    assert page.buttons["Note …"] == routes.NOTE(table.id)
    page = await write(ui, ADA, table, WORDS)
    assert "the last card of it" in page.text, "the whole note isn't on its own page"
    shown = await hand(ui, ADA, table)
    assert r"📝 Bob has \*no\* winter left" in shown and "the last card of it" not in shown
    assert await hand(ui, BOB, table) == before, "another person's hand tells of the note"
    fresh = Notes(ui.tables.store)
    await fresh.load()
    assert fresh.of(ADA.id, table.id) == WORDS, "a restart loses the note"
    await write(ui, ADA, table, " ")
    assert "📝" not in await hand(ui, ADA, table), "an empty form doesn't delete the note"
    assert await ui.tables.store.notes.all() == []


async def test_it_is_typed_and_nothing_typed_deletes_it(ui: UI, table: Table) -> None:
    typed = interaction(ui, ADA, CHANNEL, Answer())
    await command(ui, "me note", typed, table=table.id, text="Mind the sevens")
    assert ui.tables.notes.of(ADA.id, table.id) == "Mind the sevens"
    again = interaction(ui, ADA, CHANNEL, Answer())
    await command(ui, "me note", again, table=table.id, text=None)
    assert ui.tables.notes.of(ADA.id, table.id) == ""


async def test_what_cant_be_noted_is_refused_and_the_old_note_stays(ui: UI, table: Table) -> None:
    await write(ui, ADA, table, "Mind the sevens")
    answer = await write(ui, ADA, table, "x" * (LONGEST + 1))
    assert "500 characters, and this has 501" in answer.text
    assert ui.tables.notes.of(ADA.id, table.id) == "Mind the sevens"
    await write(ui, CLEO, table, "I only watch")
    assert [person for _table, person, _text in await ui.tables.store.notes.all()] == [ADA.id]


async def test_it_is_forgotten_with_the_person(ui: UI, table: Table) -> None:
    await write(ui, ADA, table, WORDS)
    await ui.tables.forget(ADA.id, ["Ada"])
    assert ui.tables.notes.of(ADA.id, table.id) == ""
    assert await ui.tables.store.notes.all() == []


def test_where_a_phone_has_no_room_it_gives_way_first() -> None:
    told = [Told("Bob took a card", touches=False), Told("Cleo took a card", touches=False)]
    page = Page("", under=Page("", "📝 Mind the sevens\n-# Takes a card\n3 4 7"))
    whole, less, *_ = _ever_less(page, told)
    assert whole == (page, told)
    assert less == (Page("", under=Page("", "-# Takes a card\n3 4 7")), told)
