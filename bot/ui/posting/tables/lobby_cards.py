"""The lobby card of a table, which stays its summary during the game, and the thread under it."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.tables.table import Table
from bot.ui.pages.page import Page
from bot.ui.pages.tables.lobby_card import lobby_card_page, thread_name
from bot.ui.posting import channels
from bot.ui.posting.kept_messages import change, take_down
from bot.ui.posting.picture_messages import send_with_picture
from bot.ui.posting.refusals import ARCHIVED, message_gone
from bot.ui.posting.tables.boards import is_old
from bot.ui.services import Services


@dataclass(slots=True)
class PostedCard:
    """What this process knows of a table's card on Discord."""

    page: Page | None = None
    """What the card shows, or would show if it still had a place."""


class LobbyCards:
    """Puts the card up, keeps it up to date, and opens the thread under it."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def page(self, table: Table) -> Page:
        """Return what a table's card should show."""
        return lobby_card_page(
            self._services.game_of(table), table.face(), self._services.wording(table)
        )

    async def show(self, table: Table, posted: PostedCard) -> bool:
        """Show the lobby card; False if the channel has no place for it."""
        page = self.page(table)
        if page == posted.page:
            return True

        async def show() -> bool:
            await self._put(table, page)
            return True

        async def reopened(error: discord.HTTPException, first: bool) -> bool:
            archived = error.code == ARCHIVED and first
            return archived and await channels.reopen(self._services.bot, table.channel_id)

        if await channels.show_where_possible(show, reopened):
            posted.page = page
            return True
        if table.place_id is None:
            # There is no board either, so nothing is left to try again.
            await self._services.tables.save_whereabouts(table.id, asleep=True)
        return False

    async def _put(self, table: Table, page: Page) -> None:
        """Edit the card; put up a new one only in the lobby, where nothing else shows the table."""
        lobby = table.phase == "lobby"
        if table.card_id is not None and lobby and is_old(table.card_id):
            await take_down(self._services.bot, table.channel_id, table.card_id)
        elif table.card_id is not None:
            card = self._place(table.channel_id).get_partial_message(table.card_id)
            edit = send_with_picture(
                self._services,
                page,
                table.channel_id,
                lambda embed, view, files: card.edit(embed=embed, view=view, attachments=files),
            )
            came = await change(edit)
            if came == "done":
                return
            if came == "too old" and lobby:
                await take_down(self._services.bot, table.channel_id, table.card_id)
        if lobby:
            await self._new(table)

    async def _new(self, table: Table) -> int:
        page = self.page(table)
        place = self._place(table.channel_id)
        card = await send_with_picture(
            self._services,
            page,
            table.channel_id,
            lambda embed, view, files: place.send(embed=embed, view=view, files=files),
        )
        await self._services.tables.save_whereabouts(table.id, card_id=card.id)
        return card.id

    async def open_thread(self, table: Table) -> int:
        """Open the thread under the card where the board goes, or choose the channel itself.

        Return the code with which Discord refused a thread, 0 if it didn't. Raises discord.NotFound
        if something other than the card is gone.
        """
        playable = self._services.game_of(table)
        wording = self._services.wording(table)
        name = thread_name(playable, table.face(), wording, table.night_round, table.night_table)
        bot = self._services.bot
        try:
            if table.card_id is None:
                raise _NoCard
            found = await channels.open_thread(bot, table.channel_id, table.card_id, name)
        except (_NoCard, discord.NotFound) as error:
            if isinstance(error, discord.NotFound) and not message_gone(error):
                raise
            card_id = await self._new(table)
            found = await channels.open_thread(bot, table.channel_id, card_id, name)
        place_id, code = found
        await self._services.tables.save_whereabouts(table.id, place_id=place_id)
        return code

    def _place(self, place_id: int) -> discord.PartialMessageable:
        return self._services.bot.get_partial_messageable(place_id)


class _NoCard(Exception):
    """The table has no card to open a thread under."""
