"""The messages that the bot keeps on Discord: found again after a crash, changed, taken down."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal

import discord

from bot.ui.posting.refusals import TOO_OLD_TO_EDIT, message_gone, shut

Change = Literal["done", "gone", "too old"]
"""What came of changing a message: if it no longer exists or is too old, it stays as it was."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A message that lies on Discord."""

    id: int
    text: str
    ours: bool
    """Whether the bot has sent it."""
    controls: frozenset[str]
    """The ids of the controls below it, by which the bot knows its own; none if it isn't ours."""


async def last_messages(
    bot: discord.Client, place: discord.abc.Messageable, most: int
) -> list[Seen]:
    """Return at most so many of the last messages of a place, newest first; none if it is shut."""
    try:
        return [_seen(bot, message) async for message in place.history(limit=most)]
    except discord.HTTPException as error:
        if not shut(error):
            raise
        return []


async def look_at(bot: discord.Client, place_id: int, message_id: int) -> Seen | None:
    """Return a message that many others have been written below; None if it can't be reached."""
    try:
        return _seen(bot, await bot.get_partial_messageable(place_id).fetch_message(message_id))
    except discord.HTTPException as error:
        if error.status != 404 and not shut(error):
            raise
        return None


async def change(edit: Awaitable[object]) -> Change:
    """Wait for an edit of a message; tell what came of it."""
    try:
        await edit
    except discord.HTTPException as error:
        if message_gone(error):
            return "gone"
        if error.code == TOO_OLD_TO_EDIT:
            return "too old"
        raise
    return "done"


async def take_down(bot: discord.Client, place_id: int | None, message_id: int | None) -> None:
    """Delete a message if possible; one that can't be reached may stay."""
    if place_id is None or message_id is None:
        return
    try:
        await bot.get_partial_messageable(place_id).get_partial_message(message_id).delete()
    except discord.HTTPException as error:
        if error.status != 404 and not shut(error):
            raise


def _seen(bot: discord.Client, message: discord.Message) -> Seen:
    ours = bot.user is not None and message.author.id == bot.user.id
    controls = frozenset(
        child.custom_id
        for row in (message.components if ours else ())
        if isinstance(row, discord.ActionRow)
        for child in row.children
        if child.custom_id is not None
    )
    return Seen(message.id, message.content, ours, controls)
