"""What happens to the events in a server's list: made, changed, started and ended by the clock."""

from __future__ import annotations

from typing import Any

from bot.sandbox.models import ACTIVE, COMPLETED, SCHEDULED, Guild, Person, ScheduledEvent
from bot.sandbox.world import World

MOST = 100
"""The most events a server may have that aren't over."""
_KIND = "guild_scheduled_event_"


def add(world: World, guild: Guild, creator: Person, **parts: Any) -> ScheduledEvent:
    """Put an event into a server's list."""
    event = ScheduledEvent(world.mint(), creator_id=creator.id, **parts)
    guild.events[event.id] = event
    world.tell(_KIND + "create", guild=guild, extra=event)
    return event


def change(world: World, guild: Guild, event: ScheduledEvent, **parts: Any) -> None:
    """Change parts of an event."""
    for key, value in parts.items():
        setattr(event, key, value)
    world.tell(_KIND + "update", guild=guild, extra=event)


def delete(world: World, guild: Guild, event: ScheduledEvent) -> None:
    """Take an event out of the list."""
    del guild.events[event.id]
    world.tell(_KIND + "delete", guild=guild, extra=event)


def starts(world: World) -> list[tuple[float, str]]:
    """Return when events start that haven't started yet, each with its name."""
    events = [event for guild in world.guilds.values() for event in guild.events.values()]
    return [(event.starts, event.name) for event in events if event.status == SCHEDULED]


def keep_time(world: World) -> None:
    """Start the events whose time has come and end those that are over, as Discord does itself."""
    now = world.clock()
    for guild in world.guilds.values():
        for event in guild.events.values():
            if event.status == SCHEDULED and event.starts <= now:
                change(world, guild, event, status=ACTIVE)
            if event.status == ACTIVE and event.ends <= now:
                change(world, guild, event, status=COMPLETED)
