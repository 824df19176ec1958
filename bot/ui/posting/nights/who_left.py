"""Who has left a server: looked up before a mention, since Discord doesn't tell the bot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Final

import discord

from bot.nights.guest_presses import blocked
from bot.nights.night import Night, PostKind, Press
from bot.tables.clock import HOUR
from bot.tables.seat import Person
from bot.ui.in_sight import server_of
from bot.ui.services import Interaction, Services
from storage.former_players import is_former

LOOKED_UP: Final[Collection[PostKind]] = (
    "offer",
    "open",
    "remind",
    "doors",
    "moved",
    "unconfirmed",
    "regulars",
    "unkept",
)
"""The posts before which people are looked up."""
WITHIN: Final = 10.0
"""Seconds within which that is done; whoever wasn't looked up by then counts as there."""
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_USER: Final = 10013
MOST_SEEN: Final = 100_000
LEFT: Final = "left"
"""How it is noted that somebody who left a server is taken off."""

log = logging.getLogger(__name__)


class WhoLeft:
    """Takes those off the nights of a server who aren't there any more, without a word.

    Whoever has pressed or typed something within the hour is there.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._seen: dict[tuple[int, int], int] = {}
        """When somebody was last seen, by server and person; the longest ago first."""

    def heard(self, interaction: Interaction) -> None:
        """Note that somebody is there."""
        guild = server_of(interaction)
        if guild is not None:
            self._note(guild, interaction.user.id)

    async def take_off(self, night: Night, kind: PostKind, people: Collection[int]) -> Night:
        """Return a night without those who left, among the people whom a post is for.

        As the doors open, those are all who are In.
        """
        if kind not in LOOKED_UP:
            return night
        coming = [guest.person for guest in night.guests.coming] if kind == "doors" else []
        for person in await self.gone(night.row.guild_id, {*people, *coming}):
            log.info("night %s: somebody who was on its list has left the server", night.id)
            nights = self._services.nights
            night = await nights.change(night.id, Press(Person(0, ""), None), blocked(person, LEFT))
        return night

    async def still_there(self, night: Night, people: Collection[int]) -> tuple[int, ...]:
        """Return who of the people of a post hasn't left, on the list or not."""
        gone = await self.gone(night.row.guild_id, people)
        return tuple(person for person in people if person not in gone)

    async def gone(self, guild_id: int, people: Collection[int]) -> list[int]:
        """Return which of some people aren't on a server any more, as far as that can be known."""
        guild, found = self._services.bot.get_guild(guild_id), list[int]()
        if guild is None or guild.unavailable:
            return found
        since = self._services.tables.now() - HOUR
        unseen = [each for each in people if self._seen.get((guild_id, each), 0) < since]
        try:
            async with asyncio.timeout(WITHIN):
                for person in unseen:
                    if not is_former(person) and await self._has_left(guild, person):
                        found.append(person)
        except TimeoutError:
            log.info("server %s: not everybody could be looked up in time", guild_id)
        if found:
            # Whoever comes back says so anew.
            await self._services.nights.store.fans.drop_all(guild_id, found)
        return found

    async def _has_left(self, guild: discord.Guild, person: int) -> bool:
        try:
            await guild.fetch_member(person)
        except (discord.HTTPException, OSError) as error:
            return is_unknown(error)
        self._note(guild.id, person)
        return False

    def _note(self, guild_id: int, person: int) -> None:
        self._seen.pop((guild_id, person), None)
        self._seen[guild_id, person] = self._services.tables.now()
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]


def is_unknown(error: Exception) -> bool:
    """Tell whether Discord says that somebody isn't on a server; any other refusal says nothing."""
    known = (UNKNOWN_MEMBER, UNKNOWN_USER)
    return isinstance(error, discord.HTTPException) and error.code in known
