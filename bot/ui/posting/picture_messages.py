"""Messages with a picture as well as words; where it can't be shown, they go without."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.ui.pages.page import Page
from bot.ui.pictures.drawings import SOON
from bot.ui.posting.refusals import refuses_picture
from bot.ui.posting.replies import refuses_words
from bot.ui.services import Services

T = TypeVar("T")
Send = Callable[[discord.Embed, discord.ui.View, list[discord.File]], Awaitable[T]]
"""Sends a message, or changes one to this."""

log = logging.getLogger(__name__)


async def send_with_picture(
    services: Services, page: Page, channel_id: int, send: Send[T], patience: float = SOON
) -> T:
    """Send a page with its picture; without it if it isn't drawn in time or Discord refuses it."""
    pngs = await services.pngs(page, patience) if _may_attach(services, channel_id) else None
    if pngs is not None:
        try:
            return await send(page.embed(), page.view(), page.files(pngs))
        except discord.HTTPException as error:
            if not refuses_picture(error):
                raise
            if refuses_words(error):
                return await send_with_picture(services, page, channel_id, send, patience)
            log.info(
                "channel %s: a picture was refused: %s %s", channel_id, error.status, error.code
            )
    page = page.without_picture()
    return await send(page.embed(), page.view(), [])


def _may_attach(services: Services, channel_id: int) -> bool:
    channel = services.bot.get_channel(channel_id) if services.bot is not None else None
    if not isinstance(channel, discord.abc.GuildChannel):
        return True
    return channel.permissions_for(channel.guild.me).attach_files
