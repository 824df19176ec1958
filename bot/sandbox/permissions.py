"""What somebody may do: Discord's permission bits, and how roles and overwrites add up."""

from collections.abc import Iterable

from bot.sandbox.models import PRIVATE_THREAD, Channel, Guild

NAMES = """
    create_instant_invite kick_members ban_members administrator manage_channels manage_guild
    add_reactions view_audit_log priority_speaker stream view_channel send_messages
    send_tts_messages manage_messages embed_links attach_files read_message_history
    mention_everyone use_external_emojis view_guild_insights connect speak mute_members
    deafen_members move_members use_vad change_nickname manage_nicknames manage_roles
    manage_webhooks manage_guild_expressions use_application_commands request_to_speak
    manage_events manage_threads create_public_threads create_private_threads
    use_external_stickers send_messages_in_threads use_embedded_activities moderate_members
    view_creator_monetization_analytics use_soundboard create_guild_expressions create_events
""".split()  # noqa: SIM905 - a word a line would be 45 lines
"""Discord's permissions in the order of their bits."""
BITS: dict[str, int] = {name: 1 << place for place, name in enumerate(NAMES)}
ALL = (1 << len(NAMES)) - 1

ADMINISTRATOR = BITS["administrator"]
VIEW_CHANNEL = BITS["view_channel"]
SEND_MESSAGES = BITS["send_messages"]
MANAGE_MESSAGES = BITS["manage_messages"]
MANAGE_CHANNELS = BITS["manage_channels"]
MANAGE_THREADS = BITS["manage_threads"]
EMBED_LINKS = BITS["embed_links"]
ATTACH_FILES = BITS["attach_files"]
READ_MESSAGE_HISTORY = BITS["read_message_history"]
MENTION_EVERYONE = BITS["mention_everyone"]
ADD_REACTIONS = BITS["add_reactions"]
USE_APPLICATION_COMMANDS = BITS["use_application_commands"]
CREATE_PUBLIC_THREADS = BITS["create_public_threads"]
CREATE_PRIVATE_THREADS = BITS["create_private_threads"]
SEND_MESSAGES_IN_THREADS = BITS["send_messages_in_threads"]
SEND_TTS = BITS["send_tts_messages"]
CREATE_EVENTS = BITS["create_events"]
MANAGE_EVENTS = BITS["manage_events"]

LEAST_FOR_BOT = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | SEND_MESSAGES_IN_THREADS
    | CREATE_PUBLIC_THREADS
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
)
MEMBER = (
    LEAST_FOR_BOT
    | USE_APPLICATION_COMMANDS
    | CREATE_PRIVATE_THREADS
    | ADD_REACTIONS
    | BITS["change_nickname"]
    | BITS["use_external_emojis"]
    | BITS["connect"]
    | BITS["speak"]
    | BITS["use_vad"]
)
IN_DMS = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MENTION_EVERYONE
    | ADD_REACTIONS
    | BITS["use_external_emojis"]
    | USE_APPLICATION_COMMANDS
)
_LOST_WITHOUT_SEND = MENTION_EVERYONE | SEND_TTS | ATTACH_FILES | EMBED_LINKS


def bits(names: Iterable[str]) -> int:
    """Add up permission names. Raises KeyError for an unknown name."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


def in_guild(guild: Guild, person_id: str) -> int:
    """Return what a member may do on a server, before any channel's overwrites; 0 for strangers."""
    member = guild.members.get(person_id)
    if member is None:
        return 0
    if guild.owner_id == person_id:
        return ALL
    total = guild.roles[guild.id].permissions
    for role_id in member.roles:
        role = guild.roles.get(role_id)
        if role is not None:
            total |= role.permissions
    return ALL if total & ADMINISTRATOR else total


def in_channel(channel: Channel, person_id: str) -> int:
    """Return what somebody may do in a channel or thread, overwrites and implications included."""
    guild = channel.guild
    if guild is None:
        return IN_DMS if person_id in channel.recipients else 0
    total = in_guild(guild, person_id)
    if total == ALL or total == 0:
        return total
    place = channel.parent if channel.is_thread and channel.parent is not None else channel
    total = _overwritten(total, guild, place, person_id)
    if not total & VIEW_CHANNEL:
        return 0
    if channel.is_thread:
        inside = channel.type != PRIVATE_THREAD or person_id in channel.thread_members
        if not inside and not total & MANAGE_THREADS:
            return 0
        speaks = total & SEND_MESSAGES_IN_THREADS
    else:
        speaks = total & SEND_MESSAGES
    return total if speaks else total & ~_LOST_WITHOUT_SEND


def _overwritten(total: int, guild: Guild, place: Channel, person_id: str) -> int:
    """Apply a channel's overwrites: everyone's, then the roles' together, then the member's."""
    overwrites = place.overwrites
    if not overwrites:
        return total
    everyone = overwrites.get(guild.id)
    if everyone is not None:
        total = total & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in guild.members[person_id].roles:
        overwrite = overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    total = total & ~deny | allow
    own = overwrites.get(person_id)
    if own is not None:
        total = total & ~own.deny | own.allow
    return total


def sees(channel: Channel, person_id: str) -> bool:
    """Tell whether somebody sees a channel at all."""
    return bool(in_channel(channel, person_id) & VIEW_CHANNEL)
