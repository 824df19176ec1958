"""Changed names: whoever presses anything under a new name gets it wherever it is shown.

So does whose move that was set ahead is played: else a name that stays old would give it away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Final

import discord

from bot.nights import ask_rules
from bot.nights.guest_presses import renamed
from bot.nights.night import Night, Press
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from bot.ui.in_sight import server_of
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.replies import WIRE, error_name, named, person_of
from bot.ui.posting.retry_queue import RetryQueue
from bot.ui.services import Interaction, Services
from storage.night_rows import RIGHT_NOW

MOST_KNOWN: Final = 20_000
"""For how many people the last name is remembered, so that storage needn't be asked."""
WITHIN: Final = 2.0
"""Seconds for which Discord is asked what somebody is called."""

Who = tuple[int, int]
"""A server and a person."""

log = logging.getLogger(__name__)


class NewNames:
    """Notices, after any press on a server is answered, what the person is called there."""

    def __init__(self, services: Services, answers_first: AnswersFirst) -> None:
        self._services = services
        self._queue: RetryQueue[Who] = RetryQueue("new name", self._notice, answers_first)
        self._known: dict[Who, int] = {}
        """Names as hashes, so that memory holds no names of people who are forgotten."""
        self._coming: dict[Who, Person] = {}

    async def close(self) -> None:
        """Stop noticing."""
        await self._queue.close()

    def heard(self, interaction: Interaction) -> None:
        """Note who has pressed or typed something, and under what name."""
        guild = server_of(interaction)
        if guild is None or interaction.type is discord.InteractionType.autocomplete:
            return
        self.noticed(guild, person_of(interaction))

    async def now(self, guild_id: int, person: int) -> Person | None:
        """Return somebody under the name they have on a server now; None if it can't be known."""
        guild = self._services.bot.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            async with asyncio.timeout(WITHIN):
                return named(await guild.fetch_member(person))
        except WIRE as error:
            log.info("server %d: a name couldn't be looked up: %s", guild_id, error_name(error))
            return None

    def noticed(self, guild_id: int, person: Person) -> None:
        """Give somebody the name they have now at their tables and nights on a server."""
        who, name = (guild_id, person.id), hash(person.name)
        if self._known.pop(who, None) != name:
            self._coming[who] = person
            self._queue.schedule(who)
        self._known[who] = name
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    async def _notice(self, who: Who) -> None:
        """Give a person's seats and answers the name they have now."""
        person, guild = self._coming[who], who[0]
        store, nights = self._services.tables.store, self._services.nights
        for head, seats in await store.tables_of(person.id, guild):
            if any(seat.person == person.id and seat.name != person.name for seat in seats):
                await self._try(self._services.table_verbs.rename(head.id, person))
        for table_id in await store.asking_in.asked_by(person.id, guild):
            await self._try(self._services.asking_in.rename(table_id, person))
        await nights.store.fans.rename(guild, person.id, person.name)
        for night in await nights.reader.of_guild(guild, ("draft", *RIGHT_NOW)):
            if any(name != person.name for name in _names(night, person.id)):
                await self._try(nights.change(night.id, Press(person, None), renamed(person)))
        for ask in await nights.asks.of_guild(guild, ("draft", "open", "closed")):
            await self._try(nights.asks.change(ask.id, Press(person, None), ask_rules.renamed))
        if self._coming.get(who) is person:
            del self._coming[who]

    async def _try(self, change: Awaitable[object]) -> None:
        """Make a change, unless it can't be made any more."""
        with suppress(Trouble):
            await change


def _names(night: Night, person: int) -> set[str]:
    guest = night.guests.find(person)
    called = {each.name for each in night.cohosts if each.id == person}
    return called if guest is None else called | {guest.name}
