"""The ping of each table: a short message that calls those who are asked or reminded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import discord

from bot.tables.table import Table
from bot.ui.pages.page import Page
from bot.ui.pages.ping import ping_rows, ping_text
from bot.ui.pages.who_to_ping import Call, PendingCalls, calls_at
from bot.ui.posting import channels
from bot.ui.posting.channels import TOO_OLD_TO_EDIT, UNKNOWN_MESSAGE
from bot.ui.services import Services


@dataclass(slots=True)
class PostedPing:
    """The ping that this process knows to be on Discord for a table, if there is one."""

    id: int | None = None
    calls: frozenset[Call] = frozenset()
    """What it calls for."""
    text: str = ""


class Pings:
    """Sends pings. Nobody is called twice for one thing, also over restarts."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._pending: dict[str, PendingCalls] = {}

    def count_calls(self, table: Table) -> PendingCalls:
        """Note who is asked now and wasn't before."""
        asked = calls_at(table.face())
        calls = self._pending.setdefault(table.id, PendingCalls(asked, table.motion))
        calls.update(asked, table.motion)
        return calls

    def forget(self, table_id: str) -> None:
        """Have the ping looked at before the next one: it isn't known for sure whom it called."""
        if table_id in self._pending:
            self._pending[table_id].ping_known = False

    def drop(self, table_id: str) -> None:
        """Let go of a table that is over."""
        self._pending.pop(table_id, None)

    async def show(self, table: Table, ping: PostedPing) -> None:
        """Mention those who are newly asked in a short message, and remove the one before."""
        assert table.place_id is not None
        calls = self.count_calls(table)
        calls.compare_with_ping(ping.calls)
        if not calls.due:
            await self._mend(table, ping, ping.calls & calls.asked)
            return
        asked, due = calls.asked, calls.take_due()
        text = await self._text(table, asked)
        rows = ping_rows(table.face(), self._services.wording(table))
        place = self._services.bot.get_partial_messageable(table.place_id)
        new = await place.send(
            text, view=Page("", rows=rows).view(), allowed_mentions=_mentioning(due)
        )
        await channels.take_down(self._services.bot, table.place_id, ping.id)
        ping.id, ping.calls, ping.text = new.id, asked, text

    async def _mend(self, table: Table, ping: PostedPing, true: frozenset[Call]) -> None:
        """Take the ping down once nothing in it is true, and correct what has become wrong.

        It isn't wrong because somebody has moved meanwhile: their call stays until the next ping.
        """
        assert table.place_id is not None
        if ping.id is None:
            return
        if not true:
            await channels.take_down(self._services.bot, table.place_id, ping.id)
            ping.id, ping.calls = None, true
            return
        gone = {call.reason for call in ping.calls - true}
        text = await self._text(table, true)
        if text == ping.text or gone in ({"move"}, {"start"}):
            return
        place = self._services.bot.get_partial_messageable(table.place_id)
        try:
            # An edit notifies nobody, but takes the mark off those that it doesn't mention.
            message = place.get_partial_message(ping.id)
            await message.edit(content=text, allowed_mentions=_mentioning(true))
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT):
                raise
        ping.calls, ping.text = true, text

    async def _text(self, table: Table, calls: frozenset[Call]) -> str:
        """Return the text of a ping that makes some calls."""
        ends = await self._services.tables.people.ends(table)
        services = self._services
        return ping_text(
            services.game_of(table), table.face(), calls, ends, services.wording(table)
        )


def _mentioning(calls: Iterable[Call]) -> discord.AllowedMentions:
    """Return that a message may mention those who are called, and nobody else."""
    people = {call.person for call in calls}
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(person) for person in people]
    )
