"""Finds a table's messages on Discord after a crash, when this process doesn't know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.page import hand_id
from bot.ui.pages.tables.game_end import more_id
from bot.ui.pages.tables.ping import away_id, called_in, mentioned, ping_id
from bot.ui.posting.kept_messages import Seen, adopt, is_old, last_messages, look_at
from bot.ui.posting.tables.pings import PostedPing
from bot.ui.services import Services


@dataclass(frozen=True, slots=True)
class Found:
    """The ping, and how many messages of others lie below the board."""

    ping: PostedPing = field(default_factory=PostedPing)
    below: int = 0


class MessageSearch:
    """Looks through the last messages for those of one table, and adopts them.

    One that was sent just before a crash but not saved is saved now; a duplicate is taken down.
    """

    def __init__(self, services: Services, table: Table) -> None:
        self._services = services
        self._table = table

    async def look(self) -> Found:
        """Save where the messages were found, and return what can be said about them."""
        table = self._table
        lobby, card = table.phase == "lobby", table.card_id
        if (card is None and (lobby or table.place_id is None)) or (lobby and is_old(card or 0)):
            # A new one may have been put up that wasn't noted.
            await self._find_card()
        if table.place_id is None or table.phase == "lobby":
            return Found()
        return await self._find_board(table.place_id)

    async def _find_card(self) -> None:
        marks = {hand_id(self._table.id, card=True), routes.JOIN(self._table.id)}
        place = self._table.channel_id
        seen = await self._last_messages(place)
        save = self._services.tables.save_whereabouts
        await adopt(
            self._services.bot,
            place,
            seen,
            marks,
            self._table.card_id,
            lambda found: save(self._table.id, card_id=found),
        )

    async def _find_board(self, place_id: int) -> Found:
        table, bot, save = self._table, self._services.bot, self._services.tables.save_whereabouts
        seen = await self._last_messages(place_id)
        board = {hand_id(table.id)}
        # Older end messages showed where the points came from by a button of their own.
        end = {more_id(table.id), routes.SCORED(table.id)}
        await adopt(
            bot, place_id, seen, board, table.board_id, lambda found: save(table.id, board_id=found)
        )
        await adopt(
            bot, place_id, seen, end, table.end_id, lambda found: save(table.id, end_id=found)
        )
        others = [not each.ours for each in takewhile(lambda it: not it.controls & board, seen)]
        below = others.count(True)
        kept = {int(each) for each in table.away_ids.split()}
        calls = [*seen, *await self._further_up(place_id, seen, kept)]
        left = {
            each.id: each.text
            for each in calls
            if away_id(table.id) in each.controls
            or (each.id in kept and ping_id(table.id) not in each.controls)
        }
        pings = [each for each in calls if ping_id(table.id) in each.controls]
        if pings and pings[0].id != table.ping_id:
            await save(table.id, ping_id=pings[0].id)
        text = pings[0].text if pings else ""
        outdated = {each.id: mentioned(each.text) for each in pings[1:]}
        # One that was left to who is away just before a crash may still be on record as the newest.
        newest = None if table.ping_id in left else table.ping_id
        ping = PostedPing(newest, called_in(text), text, mentioned(text), outdated, left)
        return Found(ping, below)

    async def _further_up(self, place_id: int, seen: Sequence[Seen], kept: set[int]) -> list[Seen]:
        """Return the calls on record that aren't among the last messages."""
        known = {None, *(each.id for each in seen)}
        looks = [
            await look_at(self._services.bot, place_id, each)
            for each in (self._table.ping_id, *sorted(kept, reverse=True))
            if each is not None and each not in known
        ]
        return [each for each in looks if each is not None]

    async def _last_messages(self, place_id: int) -> list[Seen]:
        bot = self._services.bot
        return await last_messages(bot, bot.get_partial_messageable(place_id))
