"""Messages with a picture as well as words; where it can't be shown, they go without."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import discord

from bot.ui.pages.page import Page
from bot.ui.pictures.drawings import SOON
from bot.ui.posting.refusals import refuses_picture
from bot.ui.posting.replies import (
    PictureRefused,
    may_draw,
    refuses_words,
    show,
    show_with_picture,
)
from bot.ui.services import Interaction, Services

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


async def show_drawn(
    services: Services,
    interaction: Interaction,
    page: Callable[..., Page],
    *,
    anew: bool = False,
) -> None:
    """Show a page to the person alone, with its picture or with what it shows written out.

    `page` makes it, `drawn` or not. Words go where no picture is allowed, can't be drawn in time,
    or is refused.
    """
    shown = page(drawn=may_draw(interaction))
    pngs = await services.pngs(shown)
    if pngs is not None:
        with suppress(PictureRefused):
            await show_with_picture(interaction, shown, pngs, anew=anew)
            return
    await show(interaction, page(drawn=False), anew=anew)


def _may_attach(services: Services, channel_id: int) -> bool:
    channel = services.bot.get_channel(channel_id) if services.bot is not None else None
    if not isinstance(channel, discord.abc.GuildChannel):
        return True
    return channel.permissions_for(channel.guild.me).attach_files
