"""Whom the operator keeps from using the bot at all, as a running bot knows it."""

from __future__ import annotations

from bot.engine.text import marked as _
from bot.tables.trouble import Trouble
from storage.bans import Bans
from storage.store import Store


class Banned(Trouble):
    """The person may not use the bot."""

    text = _(
        "Whoever runs this bot has banned you from using it. `/privacy about` says how to reach "
        "them."
    )


class ServerBanned(Trouble):
    """The bot may not be used on this server."""

    text = _(
        "Whoever runs this bot has banned this server from using it. `/privacy about` says how to "
        "reach them."
    )


class OperatorBans:
    """Knows who is banned, as it stood at the last look."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = Bans()

    @property
    def servers(self) -> frozenset[int]:
        """Return the servers on which the bot may not be used."""
        return self._known.servers

    async def look(self) -> bool:
        """Read the bans anew; tell whether they have changed."""
        before, self._known = self._known, await self._store.bans()
        return before != self._known

    def check(self, guild_id: int | None, person_id: int) -> None:
        """Raise Trouble for who may not use the bot, or not there."""
        if guild_id in self._known.servers:
            raise ServerBanned
        if self._known.has_person(person_id):
            raise Banned
