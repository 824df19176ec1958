"""The message that a finished game ends with: one for each, whatever fails on the way."""

from __future__ import annotations

import logging

import discord

from bot.tables.table import Table
from bot.ui.pages.game_end import end_message
from bot.ui.pages.page import Page
from bot.ui.pictures.drawings import PATIENCE
from bot.ui.posting.boards import refuses_picture
from bot.ui.posting.channels import TOO_OLD_TO_EDIT, UNKNOWN_MESSAGE
from bot.ui.services import Services

log = logging.getLogger(__name__)


class EndMessages:
    """Puts the end message up and keeps it up to date.

    One that was sent just before a crash, and not saved, is found by the id of a button that only
    it has.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    async def show(self, table: Table) -> None:
        """Show how a game has ended."""
        services = self._services
        page = end_message(services.game_of(table), table.face(), services.wording(table))
        png = None
        if page.image is not None:
            png = await services.drawings.png(page.image, PATIENCE)
        if png is None:
            page = page.without_picture()
        try:
            await self._put(table, page, png)
        except discord.HTTPException as error:
            if png is None or not refuses_picture(error):
                raise
            log.info("table %s: its picture was refused: %s %s", table.id, error.status, error.code)
            await self._put(table, page.without_picture(), None)

    async def _put(self, table: Table, page: Page, png: bytes | None) -> None:
        assert table.place_id is not None
        place = self._services.bot.get_partial_messageable(table.place_id)
        files = [] if png is None else [page.file(png)]
        embed, view = page.embed(), page.view()
        if table.end_id is not None:
            await _edit(place.get_partial_message(table.end_id), embed, view, files)
            return
        # Brought to another place later, where there is no board, it calls nobody again.
        first = table.board_id is not None
        people = [each.person for each in table.seats if each.level is None] if first else []
        new = await place.send(
            " ".join(f"<@{person}>" for person in people),
            embed=embed,
            view=view,
            files=files,
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(person) for person in people]
            ),
        )
        await self._services.tables.save_whereabouts(table.id, end_id=new.id)


async def _edit(
    message: discord.PartialMessage,
    embed: discord.Embed,
    view: discord.ui.View,
    files: list[discord.File],
) -> None:
    """Change the end message; one that was taken down stays away."""
    try:
        await message.edit(embed=embed, view=view, attachments=files)
    except discord.HTTPException as error:
        if error.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT):
            raise
