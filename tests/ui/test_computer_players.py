"""Computer players as people see them: a sign, a level, a page to seat them, and no ping."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from bot.engine.computer import LEVELS
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.actions.tables.requests import Request
from bot.ui.pages.page import ROWS, Page
from bot.ui.pages.tables.board import board_page
from bot.ui.pages.tables.computer_seats import computers_page
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.tables.who_to_ping import calls_at
from bot.ui.pages.typed_words import same_name
from bot.ui.pages.wording import SIGN
from tests.ui.clicks import Answer, ask, interaction, offered
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI


def page(ui: UI, table: Table) -> Page:
    return computers_page(
        ui.services.games[table.game_key], table.face(), ui.services.wording(table)
    )


def buttons(page: Page) -> dict[str, str]:
    """Return the labels of a sheet's buttons with their ids."""
    assert len(page.rows) <= ROWS, "the page has more rows than Discord shows"
    rows = [row for row in page.rows if isinstance(row, tuple)]
    return {each.label: each.id for row in rows for each in row}


async def test_the_page_offers_what_can_be_done(ui: UI) -> None:
    """Three levels while a seat is free; each computer can be sent away; nothing once begun."""
    table = await ui.open(ADA)
    assert list(buttons(page(ui, table))) == ["Add: casual", "Add: steady", "Add: sharp"]
    for level in LEVELS:
        await ui.services.lobby_verbs.add_computer(table.id, ADA.id, level)
    names = [f"{SIGN} {seat.name}" for seat in table.computers()]
    assert list(buttons(page(ui, table))) == [f"Remove {name}" for name in names]
    assert len(set(buttons(page(ui, table)).values())) == 3
    await ui.services.lobby_verbs.remove_computer(table.id, ADA.id, table.seats[3].person)
    before = page(ui, table)
    assert len(buttons(before)) == 5
    await ui.services.lobby_verbs.join(table.id, BOB)
    assert not set(buttons(before).values()) & set(buttons(page(ui, table)).values())
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    assert buttons(page(ui, table)) == {}


async def test_the_sign_is_borne_everywhere(ui: UI) -> None:
    """Card and board name computers with sign and level; people have neither."""
    table = await ui.open(ADA, BOB)
    await ui.services.lobby_verbs.add_computer(table.id, BOB.id, "sharp")
    name = f"{SIGN} {table.seats[2].name}"
    wording = ui.services.wording(table)
    playable = ui.services.games[table.game_key]
    seats = lobby_card_page(playable, table.face(), wording).text
    joined = name.replace(" ", "\u00a0")
    assert f"●\u00a0Ada (host)\n▲\u00a0Bob\n■\u00a0{joined} (sharp)" in seats
    assert wording.bare(2) == name and wording.name(2) == joined
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    page = board_page(playable, table.face(), [], ui.services.wording(table))
    said = [page.text, *(each.text for each in page.fields)]
    assert any(joined in each for each in said), "the board calls a computer by another name"


async def test_nobody_passes_for_a_computer(ui: UI) -> None:
    """A person whose name on the server has the sign in it goes without it at the table."""
    table = await ui.open(Person(ADA.id, f"{SIGN} Hotaru"), Person(BOB.id, SIGN))
    wording = ui.services.wording(table)
    assert (wording.name(0), wording.name(1)) == ("Hotaru", "?")


async def test_nobody_calls_a_computer(ui: UI) -> None:
    """Only people are called; where only computers are asked, nobody is but at the start."""
    rng = random.Random(4)
    table = await ui.open(ADA, CLEO)
    await ui.services.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    called: set[int] = set()
    everybody = {ADA.id, CLEO.id}
    silent = 0
    while table.phase == "playing":
        (seat,) = table.to_act()
        people = [call.person for call in calls_at(table.face())]
        called |= set(people)
        if table.seats[seat].level is None:
            asked = everybody if table.step() == 0 else {table.seats[seat].person}
            assert set(people) == asked, "the start calls everybody, a turn whose it is"
            await ui.move(table, rng)
        else:
            silent += 1
            assert set(people) == (everybody if table.step() == 0 else set())
            await ui.services.moves.play_for_computer(
                table.id,
                seat,
                lambda _view, legal: rng.choice(legal),
                question_number=table.question_number(seat),
            )
    assert called == everybody
    assert silent


@pytest.mark.walked
async def test_who_is_dismissed_may_be_sent_as_it_was_offered(ui: UI) -> None:
    """A client may send the label of a choice for its value."""
    table = await ui.open(ADA, BOB)
    await ui.services.lobby_verbs.add_computer(table.id, ADA.id, "steady")
    made = interaction(ui, ADA, CHANNEL, Answer(), namespace=SimpleNamespace(table=table.id))
    (choice,) = await offered(ui, "table dismiss", "computer", made)
    assert choice.name != choice.value
    answer = Answer()
    sent = interaction(ui, ADA, CHANNEL, answer)
    await ask(ui, sent, Request("dismiss", words={"computer": choice.name}), table.id)
    assert "The computer has left." in answer.text
    assert len(table.seats) == 2


def test_a_name_is_typed_with_or_without_what_stands_by_it() -> None:
    """The sign of a computer, and the title of a person in Japanese, in any case."""
    assert same_name("🤖 Nagi", "nagi")
    assert same_name("🤖 Nagi", "🤖Nagi")
    assert same_name("Ada", "ADA")
    assert not same_name("🤖 Nagi", "Nag")
    assert same_name("Ada", "adaさん")
    assert same_name("Adaさん", "Ada")
    assert same_name("Adaさん", "Adaさん")
    assert not same_name("Ada", "Bobさん")
