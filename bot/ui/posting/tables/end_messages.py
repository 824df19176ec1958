"""The message that a finished game ends with: exactly one, whatever fails on the way."""

from __future__ import annotations

from bot.tables.table import Table
from bot.ui.pages.page import Page
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pictures.drawings import PATIENCE
from bot.ui.posting.kept_messages import Kept
from bot.ui.services import Services


async def show_end(services: Services, table: Table, shown: Page | None) -> Page:
    """Show how a game has ended, unless `shown` says so already; return what is shown now.

    An end message that was taken down stays away.
    """
    assert table.place_id is not None
    honours = await services.learn_honours(table)
    page = end_message(services.game_of(table), table.face(), services.wording(table), honours)
    if page == shown:
        return page

    async def save(message_id: int) -> None:
        await services.tables.save_whereabouts(table.id, end_id=message_id)

    # Brought later to another place, where there is no board, it doesn't ping anybody again; nor
    # does it ping anybody who has left the game.
    first = table.board_id is not None
    sat = [each.person for each in table.seats if each.level is None and not each.free]
    people = sat if first else []
    kept = Kept(table.place_id, table.end_id, save, people=people)
    await kept.show(services, page, patience=PATIENCE)
    return page
