"""*Report to the bot's owner*: on the table page, for whoever may see the table."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages import routes
from tests.ui.clicks import DAI, Answer, fill_in, press
from tests.ui.conftest import ADA, BOB, UI
from tests.ui.test_private_games import IN_DM, deal
from tests.ui.test_table_verbs import board, page


async def send(ui: UI, person: Person, table: Table, text: str, **where: Any) -> Answer:
    """Send the form."""
    return await fill_in(ui, person, routes.REPORT_SENT(table.id), {"words": text}, **where)


@pytest.mark.parametrize("person", [ADA, DAI], ids=["who plays", "who watches"])
async def test_a_report_has_a_number_and_nobody_else_learns_of_it(ui: UI, person: Person) -> None:
    table = await ui.start(ADA, BOB)
    before = (await page(ui, table, BOB)).text, board(ui, table)
    shown = await page(ui, table, person)
    assert shown.buttons["Report to the bot's owner …"] == routes.REPORT(table.id)
    answer = await send(ui, person, table, "It hangs")
    (number,) = await ui.tables.store.database.column("SELECT id FROM reports")
    assert f"Report `{number}`" in answer.text and "90 days" in answer.text
    assert ((await page(ui, table, BOB)).text, board(ui, table)) == before
    refused = await send(ui, BOB, table, "It hangs for me, too")
    assert "just now" in refused.text and number not in refused.text


async def test_a_private_game_has_it_too(ui: UI) -> None:
    table, shown = await deal(ui)
    more = await press(ui, ADA, shown.buttons["More"], own=True, **IN_DM)
    assert more.buttons["Report to the bot's owner …"] == routes.REPORT(table.id)
    answer = await send(ui, ADA, table, "It hangs", **IN_DM)
    (number,) = await ui.tables.store.database.column("SELECT id FROM reports")
    assert number in answer.text
