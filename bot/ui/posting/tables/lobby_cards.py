"""The lobby card of a table, which stays its summary during the game, and the thread under it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import discord

from bot.nights.dates import read_stored
from bot.tables.lobby_rules import called_again
from bot.tables.table import Table
from bot.tables.trouble import NoTable
from bot.ui.pages.page import Page
from bot.ui.pages.tables.lobby_card import lobby_card_page, night_thread_name, thread_name
from bot.ui.posting import channels
from bot.ui.posting.kept_messages import Kept, is_old
from bot.ui.posting.refusals import message_gone
from bot.ui.services import Services


@dataclass(slots=True)
class PostedCard:
    """What this process knows of a table's card on Discord."""

    page: Page | None = None
    """What the card shows, or would show if it still had a place."""
    renames: tuple[int, str, str] | None = None
    """The thread of a game that is over, its name and the one for the game that lies there now."""


class LobbyCards:
    """Puts the card up, keeps it up to date, and opens the thread under it."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def page(self, table: Table) -> Page:
        """Return what a table's card should show."""
        return lobby_card_page(
            self._services.game_of(table), table.face(), self._services.wording(table)
        )

    def is_outdated(self, table: Table, posted: PostedCard) -> bool:
        """Tell whether the card has yet to show something, or a thread has yet to be named; one of
        a night's table that lies in a thread is taken down instead, once the list of its round is
        there.
        """
        goes = table.night_id is not None and table.place_id not in (None, table.channel_id)
        return posted.renames is not None or (not goes and self.page(table) != posted.page)

    async def show(self, table: Table, posted: PostedCard) -> bool:
        """Show the lobby card; False if the channel has no place for it."""
        page = self.page(table)
        if page == posted.page:
            return True

        async def show() -> bool:
            await self._put(table, page)
            return True

        reopened = channels.reopening(self._services.bot, table.channel_id)
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
        if table.card_id is None and not lobby:
            return
        old = lobby and table.card_id is not None and is_old(table.card_id)
        kept = self._kept(table, comes_back=lobby, anew=old)
        called = await self._called(table) if table.card_id is None else ()
        await replace(kept, people=called).show(self._services, page)

    async def _called(self, table: Table) -> Sequence[int]:
        """Return whom the first card of a lobby calls; the answer that should have may be lost."""
        if table.rematch_of is None:
            return ()
        with suppress(NoTable):
            return called_again(await self._services.tables.get(table.rematch_of), table)
        return ()

    def _kept(self, table: Table, *, comes_back: bool, anew: bool) -> Kept:
        async def save(message_id: int) -> None:
            await self._services.tables.save_whereabouts(table.id, card_id=message_id)

        return Kept(table.channel_id, table.card_id, save, comes_back=comes_back, anew=anew)

    async def open_thread(self, table: Table, posted: PostedCard) -> None:
        """Open the thread under the card where the board goes, or choose the channel itself.

        The thread of a game that is over is named later: the board doesn't wait for that.
        Raises discord.NotFound if something other than the card is gone.
        """
        name, bot = await self._thread_name(table), self._services.bot
        try:
            if table.card_id is None:
                raise _NoCard
            found = await channels.open_thread(bot, table.channel_id, table.card_id, name)
        except (_NoCard, discord.NotFound) as error:
            if isinstance(error, discord.NotFound) and not message_gone(error):
                raise
            # One that is gone is nothing to take down.
            new = replace(self._kept(table, comes_back=True, anew=True), id=None)
            card_id = await new.show(self._services, self.page(table))
            assert card_id is not None
            found = await channels.open_thread(bot, table.channel_id, card_id, name)
        place_id, code = found
        if place_id == table.channel_id:
            posted.renames = await self._renames(place_id, name)
        await self._services.tables.save_whereabouts(table.id, place_id=place_id, place_code=code)

    async def rename_thread(self, table: Table, posted: PostedCard) -> None:
        """Give the thread of a game that is over the name of the one that lies there now, and that
        of a game whose seats went to others the names of those.
        """
        renames, posted.renames = posted.renames, None
        own = table.place_id != table.channel_id or table.rematch_of is not None
        if renames is None and table.phase == "playing" and table.night_id is None and own:
            name = await self._thread_name(table)
            # Whatever else it is called, it isn't by a name of ours.
            renames = None if table.place_id is None else (table.place_id, name, name)
        if renames is not None:
            await channels.rename(self._services.bot, *renames)

    async def _renames(self, place_id: int, name: str) -> tuple[int, str, str] | None:
        """Return how a place is to be renamed; None unless it is the thread of a game that is
        over.
        """
        tables = self._services.tables
        earlier = await tables.store.table_of_place(place_id)
        over = None if earlier is None else await tables.get(earlier[0].id)
        if over is None or not over.over or over.frozen or over.night_id is not None:
            # It is no thread of a table, still that of another one, or a record of a night.
            return None
        return place_id, await self._thread_name(over), name

    async def _thread_name(self, table: Table) -> str:
        wording = self._services.wording(table)
        if table.night_id is None:
            return thread_name(self._services.game_of(table), table.face(), wording)
        night = await self._services.nights.get(table.night_id)
        local = read_stored(night.row.local)
        timed = await self._services.nights.reader.shares_its_day(night)
        day = " ".join([wording.day(local), *([wording.clock(local)] if timed else [])])
        game = self._services.title_of(table.game_key, wording) if night.several else ""
        return night_thread_name(table.night_round or 0, table.night_table or 0, day, wording, game)


class _NoCard(Exception):
    """The table has no card to open a thread under."""
