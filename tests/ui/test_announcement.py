"""What the operator announces stands on boards, hands and lists as they are next drawn anyway."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any, cast

from bot.tables.table import Table
from bot.ui.pages.page import Page
from storage.announcements import ANNOUNCED
from tests.ui.clicks import Answer, interaction
from tests.ui.conftest import ADA, BOB, CHANNEL, UI

LINE = "📣 Update at 20:00"


async def told(ui: UI, text: str) -> None:
    """Announce something for an hour, and let the bot look."""
    await ui.tables.store.set_meta(ANNOUNCED, f"{int(time.time()) + 3600} {text}")
    await ui.services.announcement.look()


async def pages(ui: UI, table: Table) -> list[Page]:
    """Return a table's board, a hand, and one in words."""
    await ui.tables.readers.prefer(BOB.id, True)
    board = await ui.messages._boards._page(table, drawn=True)
    return [board, *(ui.hands.screens.page(table, seat, "en-GB") for seat in (0, 1))]


def foot(page: Page) -> str:
    """Return what a page says at its very end."""
    return (page.under or page).footer


async def test_all_that_is_drawn_says_it_once(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    before = await pages(ui, table)
    await told(ui, "Update at 20:00")
    for was, page in zip(before, await pages(ui, table), strict=True):
        assert foot(page).endswith(LINE) and str(page).count(LINE) == 1, foot(page)
        assert page.text == was.text and page.rows == was.rows
    bot = SimpleNamespace(get_guild=lambda _guild: None)
    ui.services.bot = cast("Any", bot)
    me = ui.requests.actions.me
    page = await me._games(interaction(ui, ADA, CHANNEL, Answer()), 0)
    assert foot(page) == LINE
    await told(ui, "")


async def test_nothing_it_says_is_read_as_markdown_or_calls_anybody(ui: UI) -> None:
    """A footer is plain text; none of it comes into a text that Discord reads."""
    table = await ui.start(ADA, BOB)
    await told(ui, "**Update** <@1> @everyone [x](https://example.org)")
    for page in await pages(ui, table):
        for embed in page.embeds():
            said = f"{embed.title} {embed.description} {embed.fields}"
            assert "Update" not in said and "@" not in said, said


async def test_the_longest_line_leaves_a_full_page_room(ui: UI) -> None:
    page = Page("title", "x" * 5990).with_foot("y" * 200)
    assert len(page.embed()) <= 6000
    under = Page("title", "x" * 4000, under=Page("", "z" * 3000)).with_foot("y" * 200)
    assert sum(map(len, under.embeds())) <= 6000
    assert under.under is not None and under.under.footer and not under.footer
