"""Where a table goes on whose place is shut: its channel, another of the server's, or nowhere."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from typing import Final

import discord

from bot.tables.table import Table
from bot.ui.posting import channels
from bot.ui.posting.kept_messages import take_down
from bot.ui.posting.refusals import ARCHIVED, NO_ACCESS
from bot.ui.services import Services
from storage.rows import NOTHING_POSTED

REOPENED: Final = 0
"""Stands among the places that were shut for an archived thread that is open now."""

log = logging.getLogger(__name__)


async def move_on(
    services: Services,
    table: Table,
    messages: Iterable[int | None],
    error: discord.HTTPException,
    tried: set[int],
) -> bool:
    """Reopen a table's place, or let it go on in the next channel; tell whether there is one.

    The way is that of nights, too: its channel, then those that the server has for it. `messages`
    are taken down where it lay; `tried` are the places that were shut.
    """
    place, channel = table.place_id, table.channel_id
    archived = error.code == ARCHIVED and not tried
    if archived and place is not None and await channels.reopen(services.bot, place):
        tried.add(REOPENED)
        return True
    tried.add(place or channel)
    if error.code == NO_ACCESS and not channels.is_channel(services.bot, place or channel):
        # A bot that may not see a thread may not see its channel either.
        tried.add(channel)
    ways = [channel, *await services.ways_on(table.guild_id)]
    found = next((each for each in ways if each not in tried), None)
    if found is None:
        await services.tables.save_whereabouts(table.id, place_code=error.code)
        return False
    log.info("table %s moves: its place is shut (%s)", table.id, error.code)
    for message_id in messages:
        await take_down(services.bot, place, message_id)
    await services.tables.save_whereabouts(
        table.id,
        place_id=found,
        place_code=error.code,
        **NOTHING_POSTED,
    )
    return True


async def close_again(services: Services, table: Table, tried: Collection[int]) -> None:
    """Archive the thread of a night's table that is over, if it was reopened for an edit alone."""
    if REOPENED in tried and table.over and table.night_id is not None and table.place_id:
        await channels.archive(services.bot, table.place_id)
