"""The message that a finished game ends with: exactly one, whatever fails on the way."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.table import Table
from bot.tables.table_cache import table_event_of
from bot.ui.pages.nights.what_follows import what_follows
from bot.ui.pages.page import Page
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.tables.table_event_lines import finished_line
from bot.ui.pictures.drawings import PATIENCE
from bot.ui.posting.kept_messages import Kept
from bot.ui.services import Services


async def show_end(services: Services, table: Table, shown: Page | None) -> Page:
    """Show how a game has ended, unless `shown` says so already; return what is shown now.

    An end message that was taken down stays away.
    """
    assert table.place_id is not None
    honours = await services.learn_honours(table)
    wording, finished = services.wording(table), await _why_finished(services, table)
    page = end_message(services.game_of(table), table.face(), wording, honours, finished)
    if next_up := "" if finished else await _what_follows(services, table):
        page = replace(page, text=f"{page.text}\n{next_up}")
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


async def _what_follows(services: Services, table: Table) -> str:
    """Return what those at a table of a night wait for now; "" if for nothing."""
    if table.night_id is None or table.pace == "days":
        return ""
    night = await services.nights.get(table.night_id)
    return what_follows(night, table.night_round or 0, services.wording(table))


async def _why_finished(services: Services, table: Table) -> str:
    """Return who had computers finish a game, or why they did, and in which round its people play
    again; "" if nobody need be told. Whoever was away meanwhile reads of it here alone.
    """
    if not table.played_out or table.night_id is None:
        return ""
    told = map(table_event_of, await services.tables.store.table_events(table.id))
    why = [each for each in told if each.what == "played_out"]
    if not why:
        return ""
    night = await services.nights.get(table.night_id)
    by = why[-1].person or 0
    hosts = {each.id: each.name for each in night.cohosts} | {night.row.host: night.host_name}
    wording, again = services.wording(table), ""
    if table.night_round == len(night.dealt) and not night.all_dealt:
        again = wording.gettext(
            "If you're still on the list, you play again in round {number}.",
            number=len(night.dealt) + 1,
        )
    said = finished_line(why[-1], hosts.get(by, "") or night.name_of(by), wording)
    return wording.sentences(said, again)
