"""What a server has set about tables and nights, and who can't come there."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal

from bot.engine.text import marked as _
from bot.tables.clock import DAY
from bot.tables.table import NewTable
from bot.tables.trouble import Blocked, Trouble
from bot.tables.zone_names import known_zones
from storage.bans import Bans
from storage.rows import NO_SERVER, BlockRow, ServerRow
from storage.store import Store

Block = BlockRow
"""Somebody who is kept from tables and nights of a server. It is kept as it was decided."""
MOST_OPEN: Final = range(1, 26)
"""How many open tables a server may let a person have."""
LONGEST_NOTE: Final = 100
KEPT_DAYS: Final = 30
"""How long after the bot has left a server all that is stored about it is deleted."""
COLUMNS: Final = ("zone", "language")
"""The settings with a column of their own; the others are JSON."""
NOT_KEPT: Final = ("gone",)
"""What is looked up again each time."""

SettingKind = Literal["channel", "role"]
Exists = Callable[[int, SettingKind, int], bool]
"""Tells whether a server still has a channel or a role, as far as that is known."""
SETTING_KINDS: Final[Mapping[str, SettingKind]] = {
    "host_roles": "role",
    "table_channels": "channel",
    "night_channel": "channel",
}
"""The settings that name something of Discord's."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server has set; nothing at first, so the usual holds."""

    zone: str | None = None
    host_roles: tuple[int, ...] = ()
    """Whoever has one of these roles leads nights, besides those who manage events."""
    table_channels: tuple[int, ...] = ()
    """Where tables may be opened; everywhere if there are none."""
    night_channel: int | None = None
    """Where nights are announced."""
    most_open_tables: int = 5
    """How many tables that one person has opened may be open at once."""
    language: str | None = None
    """The language of what everybody reads; None for Discord's own language of the server."""
    gone: frozenset[str] = frozenset()
    """The settings that named something since deleted on Discord; they no longer name it."""

    @property
    def channels_gone(self) -> bool:
        """Whether all channels for tables were deleted: that doesn't open every other channel."""
        return not self.table_channels and "table_channels" in self.gone

    def allows_tables(self, channel_id: int, parent_id: int | None) -> bool:
        """Tell whether tables may be opened in a channel, or in a thread of its `parent_id`."""
        if self.channels_gone:
            return False
        return not self.table_channels or not {channel_id, parent_id}.isdisjoint(
            self.table_channels
        )


class Servers:
    """Knows what servers have set; what was read once is kept in memory."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._known: dict[int, ServerSettings] = {}
        self.exists: Exists = _everything_exists

    async def settings(self, guild_id: int) -> ServerSettings:
        """Return what a server has set and still has: what was deleted counts as not set."""
        kept = await self._kept(guild_id)
        left: dict[str, Any] = {}
        for name, kind in SETTING_KINDS.items():
            there = [each for each in _ids(kept, name) if self.exists(guild_id, kind, each)]
            if len(there) < len(_ids(kept, name)):
                left[name] = next(iter(there), None) if name == "night_channel" else tuple(there)
        return replace(kept, **left, gone=frozenset(left)) if left else kept

    async def _kept(self, guild_id: int) -> ServerSettings:
        """Return what a server has set, whether or not it still has it."""
        if guild_id not in self._known:
            found = _read(await self._store.servers.server(guild_id))
            # What was set while it was read is newer.
            self._known.setdefault(guild_id, found)
        return self._known[guild_id]

    async def change(self, guild_id: int, **new: Any) -> ServerSettings:
        """Save some settings of a server, named as in `ServerSettings`.

        Raises Trouble for a time zone or a number that can't be set; what stays isn't in the way.
        """
        settings, zone = replace(await self._kept(guild_id), **new), new.get("zone")
        if zone is not None and zone not in known_zones():
            raise Trouble(_("There is no time zone {zone}."), zone=zone)
        if new.get("most_open_tables", MOST_OPEN[0]) not in MOST_OPEN:
            raise Trouble(_("Choose a number from 1 to {most}."), most=MOST_OPEN[-1])
        row = await self._store.servers.server(guild_id)
        values = asdict(settings)
        own = {name: values.pop(name) for name in COLUMNS}
        for name in NOT_KEPT:
            del values[name]
        await self._store.servers.save_server(replace(row, settings=json.dumps(values), **own))
        self._known[guild_id] = settings
        return await self.settings(guild_id)

    async def left(self, guild_id: int) -> None:
        """Note that the bot isn't on a server any more."""
        await self._store.servers.note_left(guild_id, self._now())

    async def joined(self, guild_ids: Collection[int]) -> None:
        """Note that the bot is on some servers."""
        await self._store.servers.note_joined(guild_ids)

    async def only_on(self, guild_ids: Collection[int]) -> None:
        """Note that the bot is on these servers and on no other."""
        await self._store.servers.note_absent(guild_ids, self._now())

    async def sweep(self) -> list[int]:
        """Delete all that is stored about servers that the bot left long ago; return which."""
        gone = await self._store.servers.prune(self._now() - KEPT_DAYS * DAY)
        for guild_id in gone:
            self._known.pop(guild_id, None)
        return gone

    # Who may come, and where

    async def demand_not_blocked(self, guild_id: int, person_id: int) -> None:
        """Raise Blocked for somebody who can't come to tables and nights of a server."""
        if await self.blocked(guild_id, [person_id]):
            raise Blocked

    async def blocked(self, guild_id: int, people: Collection[int]) -> set[int]:
        """Return which of some people can't come to tables and nights of a server."""
        return await self._store.servers.blocked(guild_id, people, self._now())

    async def apart_among(self, people: Collection[int]) -> list[tuple[int, int]]:
        """Return the pairs among some people that mustn't sit together, whoever asked for it."""
        return await self._store.people.apart_among(people)

    async def demand_place(
        self, guild_id: int, channel_id: int, parent_id: int | None, *, by_manager: bool
    ) -> None:
        """Raise Trouble, naming where tables may be opened, unless they may be opened here.

        `by_manager` tells whether the person may set up the server.
        """
        settings = await self.settings(guild_id)
        if settings.channels_gone and by_manager:
            return
        if settings.channels_gone:
            raise Trouble(
                _(
                    "The channels for tables are gone. Ask somebody who has **Manage Server** "
                    "to pick others with `/setup`."
                )
            )
        if not settings.allows_tables(channel_id, parent_id):
            raise Trouble(
                _("Tables can't be opened in this channel. Try {channels}."),
                channels=", ".join(f"<#{channel}>" for channel in settings.table_channels),
            )

    async def demand_may_open(self, new: NewTable) -> int | None:
        """Return how many tables the opener of a new one may have open; None if it isn't counted.

        Raises Trouble if they can't open it, or not there. A night's tables skip this, and private
        games, which no server has a say in.
        """
        if new.night_id is not None or new.guild_id == NO_SERVER:
            return None
        await self.demand_not_blocked(new.guild_id, new.person.id)
        await self.demand_place(
            new.guild_id, new.channel_id, new.parent_id, by_manager=new.by_manager
        )
        return (await self.settings(new.guild_id)).most_open_tables

    # Blocks

    async def block(
        self, guild_id: int, person: int, by: int, days: int | None = None, note: str = ""
    ) -> Block:
        """Keep somebody from tables and nights of a server, for some days or until it is taken
        back.

        `TableVerbs.take_off_blocked` takes them off where they sit already. Raises Trouble for
        oneself.
        """
        if person == by:
            raise Trouble(_("You can't block yourself."))
        now = self._now()
        until = None if days is None else now + days * DAY
        row = Block(
            guild_id=guild_id, person=person, by=by, at=now, until=until, note=note[:LONGEST_NOTE]
        )
        await self._store.servers.block(row)
        return row

    async def unblock(self, guild_id: int, person: int) -> None:
        """Let somebody come to a server's tables and nights again. Raises Trouble if they could."""
        if not await self._store.servers.unblock(guild_id, person):
            raise Trouble(_("They aren't blocked here."))

    async def blocks(self, guild_id: int) -> list[Block]:
        """Return who can't come to tables and nights of a server now, the newest first."""
        return await self._store.servers.blocks(guild_id, self._now())


def _everything_exists(_guild_id: int, _kind: SettingKind, _id: int) -> bool:
    return True


def _ids(settings: ServerSettings, name: str) -> tuple[int, ...]:
    """Return what a setting names, whether that is one id, several or none."""
    value = getattr(settings, name)
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _read(row: ServerRow) -> ServerSettings:
    """Return the settings of a row; what this version can't read is as if it weren't set."""
    try:
        found = json.loads(row.settings)
        known = {each.name for each in fields(ServerSettings)} - {*COLUMNS, *NOT_KEPT}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in found.items()
            if name in known
        }
        return ServerSettings(zone=row.zone, language=row.language, **values)
    except (ValueError, AttributeError, TypeError):
        log.warning("the settings of server %d can't be read", row.guild_id)
        return ServerSettings(zone=row.zone, language=row.language)


BANNED: Final = _(
    "Whoever runs this bot has banned you from using it. `/privacy about` says how to reach them."
)
SERVER_BANNED: Final = _(
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
        """Read the bans again; tell whether they have changed."""
        before, self._known = self._known, await self._store.bans.all()
        return before != self._known

    def demand_not_banned(self, guild_id: int | None, person_id: int) -> None:
        """Raise Trouble for whoever may not use the bot, or not there."""
        if guild_id in self._known.servers:
            raise Trouble(SERVER_BANNED)
        if self._known.has_person(person_id):
            raise Trouble(BANNED)
