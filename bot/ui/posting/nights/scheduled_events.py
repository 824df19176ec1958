"""Discord's own event for each night, where the bot may create one; it only shows the night.

It is created, changed and deleted with the night. Who is interested in it isn't shown anywhere.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.engine.text import cleaned
from bot.nights.late_times import (
    about_over,
)
from bot.nights.night import Night
from bot.ui.pages.nights.night_words import card_link
from bot.ui.pages.page import clip
from bot.ui.pages.wording import Wording, plain_words
from bot.ui.posting.refusals import shut
from bot.ui.services import Services

UNKNOWN_EVENT: Final = 10070
NAME: Final = 100
TAKEN_AWAY: Final = 0
"""Stands for an event that somebody deleted: it isn't created again."""
USUAL_MINUTES: Final = 30

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ScheduledEvent:
    """What an event says."""

    name: str
    text: str
    starts: datetime
    ends: datetime
    location: str
    voice: int | None = None
    """The voice channel that it takes place in; else it is at the location."""


class ScheduledEvents:
    """Keeps the events of nights."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._store = services.nights.store
        self._shown: dict[str, ScheduledEvent] = {}
        self._put_off: dict[int, set[str]] = {}
        """Nights of servers that the bot hasn't heard of yet, by server."""

    async def show(self, night: Night) -> None:
        """Create, change or delete the event of a night; without permission there is none."""
        guild = self._services.bot.get_guild(night.row.guild_id)
        if guild is None or guild.unavailable:
            # Their shard isn't connected yet, so the bot knows neither its permissions there nor
            # whether it has left.
            self._put_off.setdefault(night.row.guild_id, set()).add(night.id)
            return
        if not may_create_events(guild) or night.places.event_id == TAKEN_AWAY:
            return
        try:
            await self._keep(guild, night)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            if error.code == UNKNOWN_EVENT:
                await self._store.save_whereabouts(night.id, event_id=TAKEN_AWAY)
            # The night goes on without it.
            log.info("night %s isn't in the server's list of events: %s", night.id, error.code)

    def take_put_off(self, guild_id: int) -> set[str]:
        """Return the nights that couldn't be mirrored until a server was there, and forget them."""
        return self._put_off.pop(guild_id, set())

    async def _keep(self, guild: discord.Guild, night: Night) -> None:
        wanted = event_of(self._services, night)
        channel = voice_channel(guild, night)
        wanted = replace(wanted, voice=None if channel is None else channel.id)
        external = discord.EntityType.external
        place: dict[str, Any] = {"entity_type": external, "location": wanted.location}
        if channel is not None:
            place = {"entity_type": _kind(channel), "channel": channel}
        event_id = night.places.event_id
        if night.over or hidden_from_most(guild, night.row.channel_id):
            self._shown.pop(night.id, None)
            if event_id is not None:
                await self._delete(guild, event_id)
                await self._store.save_whereabouts(night.id, event_id=None)
            return
        begun = wanted.starts <= datetime.now(UTC)
        if self._shown.get(night.id) == wanted or begun:
            return
        if event_id is None:
            event = await self._find(guild, night) or await guild.create_scheduled_event(
                name=wanted.name,
                description=wanted.text,
                start_time=wanted.starts,
                end_time=wanted.ends,
                privacy_level=discord.PrivacyLevel.guild_only,
                **place,
            )
            event_id = event.id
            await self._store.save_whereabouts(night.id, event_id=event_id)
        else:
            event = await guild.fetch_scheduled_event(event_id, with_counts=False)
            await event.edit(
                name=wanted.name,
                description=wanted.text,
                start_time=wanted.starts,
                end_time=wanted.ends,
                **place,
            )
        self._shown[night.id] = wanted

    async def _find(self, guild: discord.Guild, night: Night) -> discord.ScheduledEvent | None:
        """Return the event that was created just before a crash and not noted."""
        me = self._services.bot.user
        sign = _sign(night, Wording(night.row.language))
        for event in await guild.fetch_scheduled_events(with_counts=False):
            if me is not None and event.creator_id == me.id and sign in (event.description or ""):
                return event
        return None

    async def _delete(self, guild: discord.Guild, event_id: int) -> None:
        try:
            event = await guild.fetch_scheduled_event(event_id, with_counts=False)
            await event.delete()
        except discord.HTTPException as error:
            if error.status != 404 and not shut(error):
                raise


def may_create_events(guild: discord.Guild) -> bool:
    """Tell whether the bot may create events on a server."""
    may = guild.me.guild_permissions if guild.me is not None else discord.Permissions.none()
    return may.create_events or may.administrator


def makes_event(guild: discord.Guild | None, channel_id: int) -> bool:
    """Tell whether a night that is announced in a channel gets an event."""
    return (
        guild is not None and may_create_events(guild) and not hidden_from_most(guild, channel_id)
    )


def hidden_from_most(guild: discord.Guild, channel_id: int) -> bool:
    """Tell whether a night's channel is hidden from those who see most of its server.

    Everybody there sees the list of events. Where people see little until they have a role, a
    channel that they don't see either hides nothing.
    """
    channel, everybody = guild.get_channel_or_thread(channel_id), guild.default_role
    if isinstance(channel, discord.Thread):
        if channel.is_private():
            return True
        channel = channel.parent
    if channel is None or channel.permissions_for(everybody).view_channel:
        return False
    seen = [each.permissions_for(everybody).view_channel for each in guild.text_channels]
    return 2 * sum(seen) >= len(seen)


VoiceChannel = discord.VoiceChannel | discord.StageChannel


def voice_channel(guild: discord.Guild, night: Night) -> VoiceChannel | None:
    """Return the voice channel of a night, if the bot may make events take place in it."""
    channel = guild.get_channel(night.row.voice) if night.row.voice else None
    if not isinstance(channel, VoiceChannel):
        return None
    may = channel.permissions_for(guild.me)
    return channel if may.view_channel and may.connect else None


def _kind(channel: VoiceChannel) -> discord.EntityType:
    stage = isinstance(channel, discord.StageChannel)
    return discord.EntityType.stage_instance if stage else discord.EntityType.voice


def event_of(services: Services, night: Night, wording: Wording | None = None) -> ScheduledEvent:
    """Return what the event of a night should say, usually in the night's own language."""
    row = night.row
    games = services.games_of(night)
    minutes = max((each.game.info.minutes for each in games), default=USUAL_MINUTES)
    began = night.dealt[0].began_at if night.dealt else None
    wording = wording or Wording(row.language)
    text = wording.gettext(
        "{game}. Answer on the card: {link}\n{night}",
        game=wording.series(services.title_of(each.key, wording) for each in night.games),
        link=card_link(night),
        night=_sign(night, wording),
    )
    return ScheduledEvent(
        name=clip(cleaned(row.title), NAME),
        text=f"{plain_words(row.about)}\n{text}".strip(),
        starts=datetime.fromtimestamp(began or night.guests.starts_at, UTC),
        ends=datetime.fromtimestamp(about_over(night, minutes).latest, UTC),
        location=card_link(night),
    )


def _sign(night: Night, wording: Wording) -> str:
    """Return the words by which an event is recognised as that of a night."""
    return wording.gettext("Night {night}", night=night.id)
