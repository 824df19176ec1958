"""The things of the world in the form Discord puts on the wire."""

from __future__ import annotations

from typing import Any

from bot.sandbox import permissions
from bot.sandbox.json_text import Json
from bot.sandbox.models import (
    FORUM,
    GROUP_DM,
    STAGE,
    VOICE,
    Channel,
    Emoji,
    Guild,
    Member,
    Person,
    Role,
    ScheduledEvent,
)
from bot.sandbox.snowflake import iso
from bot.sandbox.world import World

EXTERNAL = 3
"""The kind of a scheduled event that isn't in a channel."""
GUILD_ONLY = 2
"""The one privacy level that a scheduled event can have."""


def user(person: Person) -> Json:
    """Write an account."""
    shape: Json = {
        "id": person.id,
        "username": person.name,
        "discriminator": "0000" if person.bot else "0",
        "avatar": None,
        "global_name": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "avatar_decoration_data": None,
    }
    if person.bot:
        shape["bot"] = True
    return shape


def me(person: Person) -> Json:
    """Write the bot's own account as /users/@me shows it."""
    return {
        **user(person),
        "mfa_enabled": False,
        "locale": person.locale,
        "verified": True,
        "email": None,
    }


def emoji(it: Emoji, world: World) -> Json:
    """Write an emoji of the application's own."""
    return {
        "id": it.id,
        "name": it.name,
        "roles": [],
        "user": user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": it.animated,
        "available": True,
    }


def member(who: Member, *, with_user: bool = True) -> Json:
    """Write a membership; messages include it without the user."""
    shape: Json = {
        "nick": who.nick,
        "avatar": None,
        "banner": None,
        "roles": list(who.roles),
        "joined_at": iso(who.joined),
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "flags": 0,
        "mute": False,
        "deaf": False,
    }
    if with_user:
        shape["user"] = user(who.person)
    return shape


def role(it: Role) -> Json:
    """Write a role."""
    shape: Json = {
        "id": it.id,
        "name": it.name,
        "permissions": str(it.permissions),
        "position": it.position,
        "color": it.color,
        "colors": {"primary_color": it.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": it.bot_id is not None,
        "mentionable": it.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if it.bot_id is not None:
        shape["tags"] = {"bot_id": it.bot_id}
    return shape


def channel(it: Channel, world: World, viewer: str | None = None) -> Json:
    """Write a channel of any kind; a thread shows its viewer's membership."""
    if it.guild is None:
        others = [world.people[id] for id in it.recipients if id != world.bot_id]
        direct: Json = {
            "id": it.id,
            "type": it.type,
            "flags": 0,
            "last_message_id": it.last_message_id,
            "recipients": [user(person) for person in others],
        }
        if it.type == GROUP_DM:
            direct |= {"name": None, "icon": None, "owner_id": it.owner_id}
        return direct
    if it.is_thread:
        return _thread(it, viewer)
    shape: Json = {
        "id": it.id,
        "type": it.type,
        "guild_id": it.guild.id,
        "name": it.name,
        "position": it.position,
        "parent_id": it.parent_id,
        "flags": 0,
        "nsfw": False,
        "permission_overwrites": [
            {"id": o.id, "type": o.type, "allow": str(o.allow), "deny": str(o.deny)}
            for o in it.overwrites.values()
        ],
        "topic": it.topic,
        "last_message_id": it.last_message_id,
        "rate_limit_per_user": 0,
    }
    if it.type == FORUM:
        shape |= {
            "available_tags": [],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
            "default_auto_archive_duration": it.auto_archive,
        }
    elif it.type in (VOICE, STAGE):
        shape |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    else:
        shape |= {
            "default_auto_archive_duration": it.auto_archive,
            "last_pin_timestamp": None,
        }
    return shape


def _thread(it: Channel, viewer: str | None) -> Json:
    assert it.guild is not None and it.owner_id is not None
    shape: Json = {
        "id": it.id,
        "type": it.type,
        "guild_id": it.guild.id,
        "parent_id": it.parent_id,
        "owner_id": it.owner_id,
        "name": it.name,
        "flags": 0,
        "last_message_id": it.last_message_id,
        "rate_limit_per_user": 0,
        "message_count": it.message_count,
        "total_message_sent": it.total_sent,
        "member_count": min(50, len(it.thread_members)),
        "applied_tags": [],
        "thread_metadata": {
            "archived": it.archived,
            "locked": it.locked,
            "auto_archive_duration": it.auto_archive,
            "archive_timestamp": iso(it.archive_changed),
            "create_timestamp": iso(it.created),
            "invitable": True,
        },
    }
    if viewer is not None and viewer in it.thread_members:
        shape["member"] = thread_member(it, viewer)
    return shape


def thread_member(thread: Channel, person_id: str) -> Json:
    """Write somebody's membership of a thread."""
    return {
        "id": thread.id,
        "user_id": person_id,
        "join_timestamp": iso(thread.thread_members[person_id]),
        "flags": 1,
    }


def guild(it: Guild) -> Json:
    """Write a server as GET /guilds shows it."""
    return {
        "id": it.id,
        "name": it.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": it.owner_id,
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": it.system,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(each) for each in it.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": it.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def guild_create(it: Guild, world: World) -> Json:
    """Write a server as GUILD_CREATE delivers it without the members intent: with the bot alone."""
    threads = [
        channel(thread, world, world.bot_id)
        for thread in it.threads.values()
        if not thread.archived and permissions.sees(thread, world.bot_id)
    ]
    return {
        **guild(it),
        "joined_at": iso(it.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(it.members),
        "voice_states": [],
        "members": [member(it.members[world.bot_id])],
        "channels": [channel(each, world) for each in it.channels.values()],
        "threads": threads,
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [
            scheduled_event(each, it.id, world) for each in it.events.values() if not each.is_over
        ],
        "soundboard_sounds": [],
    }


def scheduled_event(it: ScheduledEvent, guild_id: str, world: World) -> Json:
    """Write a scheduled event; nobody counts here who is interested in it."""
    return {
        "id": it.id,
        "guild_id": guild_id,
        "name": it.name,
        "description": it.description,
        "channel_id": None,
        "creator_id": it.creator_id,
        "creator": user(world.people[it.creator_id]),
        "image": None,
        "scheduled_start_time": iso(it.starts),
        "scheduled_end_time": iso(it.ends),
        "status": it.status,
        "entity_type": EXTERNAL,
        "entity_id": None,
        "entity_metadata": {"location": it.location},
        "recurrence_rule": None,
        "privacy_level": GUILD_ONLY,
        "guild_scheduled_event_exceptions": [],
    }


def application(world: World, owner: Person) -> Json:
    """Write the bot's application."""
    bot = world.bot
    return {
        "id": bot.id,
        "name": bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "approximate_guild_count": sum(bot.id in g.members for g in world.guilds.values()),
        "approximate_user_install_count": sum(each.installed for each in world.people.values()),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}, "1": {}},
    }


def partial_channel(it: Channel, world: World, viewer: str) -> dict[str, Any]:
    """Write a channel as an interaction carries it, with what its person may do there."""
    shape = channel(it, world)
    shape.pop("permission_overwrites", None)
    shape["permissions"] = str(permissions.in_channel(it, viewer))
    return shape
