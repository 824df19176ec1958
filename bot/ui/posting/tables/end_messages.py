"""The message that a finished game ends with: exactly one, whatever fails on the way."""

from __future__ import annotations

import discord

from bot.tables.table import Table
from bot.ui.pages.page import Page
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pictures.drawings import PATIENCE
from bot.ui.posting.kept_messages import change
from bot.ui.posting.picture_messages import send_with_picture
from bot.ui.services import Services


class EndMessages:
    """Puts the end message up and keeps it up to date.

    One that was sent just before a crash but not saved is found by the id of a button that only it
    has.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    async def show(self, table: Table, shown: Page | None) -> Page:
        """Show how a game has ended, unless `shown` says so already; return what is shown now."""
        assert table.place_id is not None
        services = self._services
        page = end_message(services.game_of(table), table.face(), services.wording(table))
        if page == shown:
            return page
        await send_with_picture(
            services,
            page,
            table.place_id,
            lambda embed, view, files: self._put(table, embed, view, files),
            PATIENCE,
        )
        return page

    async def _put(
        self, table: Table, embed: discord.Embed, view: discord.ui.View, files: list[discord.File]
    ) -> None:
        assert table.place_id is not None
        place = self._services.bot.get_partial_messageable(table.place_id)
        if table.end_id is not None:
            # One that was taken down stays away.
            end = place.get_partial_message(table.end_id)
            await change(end.edit(embed=embed, view=view, attachments=files))
            return
        # Brought later to another place, where there is no board, it doesn't ping anybody again.
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
