"""Where a table lies: which permissions the bot needs there, and how a place is opened or lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord
from discord.ext import commands

from bot.engine.text import marked as _
from bot.tables.trouble import Trouble
from bot.ui.posting.refusals import ARCHIVED, GONE, THREAD_EXISTS, shut
from bot.ui.posting.replies import Interaction, wording_of

WEEK = 7 * 24 * 60
"""Minutes of silence after which Discord archives a table's thread."""
RENAMED_WITHIN: Final = 5
"""Seconds after which a thread keeps its old name for now."""
TRIES: Final = 16
"""How often something is tried to be shown whose place turns out to be shut, or its next one."""

T = TypeVar("T")

NAMES = {
    "view_channel": _("View Channel"),
    "send_messages": _("Send Messages"),
    "send_messages_in_threads": _("Send Messages in Threads"),
    "create_public_threads": _("Create Public Threads"),
    "embed_links": _("Embed Links"),
    "attach_files": _("Attach Files"),
    "read_message_history": _("Read Message History"),
    "create_events": _("Create Events"),
}
"""Every permission the bot asks for, by discord.py's name for it, as Discord's settings call it."""


def needed(channel_type: discord.ChannelType | None) -> list[str]:
    """Return the permissions the bot needs where a table is opened, by the kind of channel."""
    everywhere = ["view_channel", "embed_links", "read_message_history"]
    match channel_type:
        case discord.ChannelType.text | discord.ChannelType.news:
            return [*everywhere, "send_messages", "create_public_threads", *_IN_THREADS]
        case (
            discord.ChannelType.public_thread
            | discord.ChannelType.private_thread
            | discord.ChannelType.news_thread
        ):
            return [*everywhere, *_IN_THREADS]
        case _:
            return [*everywhere, "send_messages"]


_IN_THREADS = ["send_messages_in_threads"]


def parent_of(interaction: Interaction) -> int | None:
    """Return the channel of the thread where something was asked; None if it isn't a thread."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def text_channel_of(interaction: Interaction) -> int | None:
    """Return the text channel where something was asked, or whose thread that is; None if it is
    another kind of place.
    """
    here, place = interaction.channel, interaction.channel_id
    if isinstance(here, discord.Thread):
        here, place = here.parent, here.parent_id
    return place if isinstance(here, discord.TextChannel) else None


def missing_here(interaction: Interaction) -> list[str]:
    """Return what a table needs and the bot isn't allowed where something was asked."""
    allowed = interaction.app_permissions
    if allowed.administrator:
        return []
    channel_type = interaction.channel.type if interaction.channel else None
    return [name for name in needed(channel_type) if not getattr(allowed, name)]


def demand_allowed(interaction: Interaction) -> None:
    """Check that the bot is allowed here whatever a table needs.

    Raises Trouble that says what is missing and how to mend it.
    """
    missing = missing_here(interaction)
    if not missing:
        return
    wording = wording_of(interaction)
    raise Trouble(
        _(
            "I can't run a table here yet. I still need: **{missing}**.\n"
            "Somebody who manages this channel can allow it for me or my role under "
            "*Edit Channel → Permissions*."
        ),
        missing=wording.series(wording.gettext(NAMES[name]) for name in missing),
    )


def without_pictures(interaction: Interaction) -> str:
    """Return why boards here are text if the bot may not attach pictures; else ""."""
    allowed = interaction.app_permissions
    if allowed.administrator or allowed.attach_files:
        return ""
    gettext = wording_of(interaction).gettext
    return gettext(
        "Boards here are text: I don't have **{missing}** in this channel.",
        missing=gettext(NAMES["attach_files"]),
    )


async def show_where_possible(
    show: Callable[[], Awaitable[T]],
    elsewhere: Callable[[discord.HTTPException, bool], Awaitable[bool]],
) -> T | None:
    """Show something; while its place is shut, have another found. None if there is no place.

    `elsewhere` mends the place or chooses another, and tells whether there is one to try. It gets
    the refusal, and whether that is the first.
    """
    for tried in range(TRIES):
        try:
            return await show()
        except discord.HTTPException as error:
            if not shut(error):
                raise
            if not await elsewhere(error, tried == 0):
                break
    return None


def is_channel(bot: discord.Client, place_id: int) -> bool:
    """Tell whether a place is a channel of a server, and so no thread that lies in one."""
    return isinstance(bot.get_channel(place_id), discord.abc.GuildChannel)


async def reopen(bot: commands.AutoShardedBot, place_id: int) -> bool:
    """Un-archive a thread; tell whether it is open now. A locked one stays as it is."""
    try:
        place = await bot.fetch_channel(place_id)
        if not isinstance(place, discord.Thread) or place.locked:
            return False
        await place.edit(archived=False)
    except discord.HTTPException as error:
        if not shut(error):
            raise
        return False
    return True


def reopening(
    bot: commands.AutoShardedBot, place_id: int
) -> Callable[[discord.HTTPException, bool], Awaitable[bool]]:
    """Return what mends a place that is shut: a thread that was archived is opened again, once."""

    async def reopened(error: discord.HTTPException, first: bool) -> bool:
        return error.code == ARCHIVED and first and await reopen(bot, place_id)

    return reopened


async def archive(bot: commands.AutoShardedBot, place_id: int) -> None:
    """Archive a thread, which whoever writes there opens again; one that can't be stays open."""
    try:
        place = bot.get_channel(place_id) or await bot.fetch_channel(place_id)
        if isinstance(place, discord.Thread) and not place.archived:
            await place.edit(archived=True)
    except discord.HTTPException as error:
        if not shut(error):
            raise


async def rename(bot: commands.AutoShardedBot, place_id: int, before: str, name: str) -> bool:
    """Give a thread another name, if it bears the one `before`, or one that only ends differently;
    tell whether that need not be tried again.

    One that somebody else has named keeps its name. Discord lets a thread be renamed a few times in
    ten minutes: nobody waits for the next time.
    """
    place = bot.get_channel(place_id)
    if not isinstance(place, discord.Thread) or place.archived:
        return True
    if (place.name != before and _begins(place.name) != _begins(name)) or place.name == name:
        return True
    try:
        async with asyncio.timeout(RENAMED_WITHIN):
            await place.edit(name=name)
    except TimeoutError:
        return False
    except discord.HTTPException as error:
        if not shut(error):
            raise
    return True


def _begins(name: str) -> str:
    """Return the name of a thread without its last part, which tells it from those like it."""
    return name.rpartition(" · ")[0]


async def open_thread(
    bot: commands.AutoShardedBot, channel_id: int, card_id: int, name: str
) -> tuple[int, int]:
    """Return where a table opened in a channel is to lie: a thread under its card, or the channel.

    Also return the code with which Discord refused a thread, 0 if it didn't. A thread has the id of
    its card, so one made before a crash is found again. Raises discord.HTTPException, also
    if the card is gone.
    """
    channel = bot.get_channel(channel_id) or await bot.fetch_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        return channel_id, 0
    try:
        card = channel.get_partial_message(card_id)
        thread = await card.create_thread(name=name, auto_archive_duration=WEEK)
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:
            return card_id, 0
        if shut(error) and error.code not in GONE:
            # No more threads are allowed: the table lies in the channel itself.
            return channel_id, error.code
        raise
    return thread.id, 0
