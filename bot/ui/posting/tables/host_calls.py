"""The message that calls a host once, since their game couldn't begin at its set time."""

from __future__ import annotations

from typing import Final

import discord

from bot.engine.text import marked as _
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.page import Button, Page
from bot.ui.pages.place_words import discord_address
from bot.ui.posting import channels
from bot.ui.posting.kept_messages import adopt, last_messages, mentioning, mentions, take_down
from bot.ui.services import Services
from storage.rows import Missed

MISSED: Final[dict[Missed, str]] = {
    "few": _(
        "{host} It was time for {game}, but it can't begin with the players who are here. "
        "Press **Start** when you're ready: {card}"
    ),
    "late": _(
        "{host} {game} didn't begin at its time, because I wasn't here then. "
        "Press **Start** when you're ready: {card}"
    ),
}


async def show_host_call(services: Services, table: Table) -> None:
    """Call the host in the table's channel if their game didn't begin at its time, once.

    Once that is past, the call is taken down.
    """
    calls = table.phase == "lobby" and table.missed is not None
    if calls == (table.call_id is not None):
        return
    if not calls:
        await take_down(services.bot, table.channel_id, table.call_id)
        await services.tables.save_whereabouts(table.id, call_id=None)
        return

    async def send() -> bool:
        await _send(services, table)
        return True

    reopened = channels.reopening(services.bot, table.channel_id)
    await channels.show_where_possible(send, reopened)


async def _send(services: Services, table: Table) -> None:
    """Send the call, unless it lies there already: the process may have died before noting it."""
    assert table.missed is not None
    place = services.bot.get_partial_messageable(table.channel_id)
    control = routes.START_MISSED(table.id)

    async def save(message_id: int) -> None:
        await services.tables.save_whereabouts(table.id, call_id=message_id)

    seen = await last_messages(services.bot, place)
    if await adopt(services.bot, table.channel_id, seen, {control}, None, save) is not None:
        return
    wording = services.wording(table)
    start = Button(control, wording.gettext("Start"), discord.ButtonStyle.primary)
    sent = await place.send(
        wording.gettext(
            MISSED[table.missed],
            host=mentions([table.host]),
            game=services.game_of(table).title(wording),
            card=discord_address(table.guild_id, table.channel_id, table.card_id),
        ),
        view=Page("", rows=((start,),)).view(),
        allowed_mentions=mentioning([table.host]),
    )
    await save(sent.id)
