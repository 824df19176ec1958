"""The messages that the bot keeps on Discord: put up, found again after a crash, taken down."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import discord

from bot.ui.pages.page import Page
from bot.ui.pictures.drawings import SOON
from bot.ui.posting.picture_messages import send_with_picture
from bot.ui.posting.refusals import TOO_OLD_TO_EDIT, message_gone, shut
from bot.ui.services import Services

SLOW_TO_EDIT: Final = 60 * 60
"""Seconds after which Discord lets a message be edited only now and then."""

LOOK: Final = 100
"""How many of the last messages of a place are looked at, for what was put up just before a crash
but not saved: as many as one request brings.
"""

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


@dataclass(frozen=True, slots=True)
class Kept:
    """A message that shows the newest state of a table or a night."""

    place: int
    """The channel or thread that it lies in."""
    id: int | None
    """The message that is on record; None if there is none yet."""
    save: Callable[[int], Awaitable[object]]
    """Notes where a new one lies."""
    comes_back: bool = False
    """Whether one that was taken down, or is too old to be edited, is put up again."""
    anew: bool = False
    """Whether it is put up again at the bottom, even if it could be edited."""
    people: Collection[int] = ()
    """Whom a new one mentions; an edit notifies nobody."""
    role: int | None = None
    """Which role a new one mentions."""

    async def show(
        self, services: Services, page: Page, new: Page | None = None, patience: float = SOON
    ) -> int | None:
        """Edit the message, or put it up; `new` is what a new one shows, if that is another page.

        `patience` is for how many seconds its picture is waited for. Return the message on record.
        """
        place = services.bot.get_partial_messageable(self.place)
        came: Change = "gone"
        if self.id is not None and not self.anew:
            message = place.get_partial_message(self.id)
            came = await change(
                send_with_picture(
                    services,
                    page,
                    self.place,
                    lambda embed, view, files: message.edit(
                        embed=embed, view=view, attachments=files
                    ),
                    patience,
                )
            )
            if came == "done" or not self.comes_back:
                return self.id
        roles = [] if self.role is None else [self.role]
        sent = await send_with_picture(
            services,
            new or page,
            self.place,
            lambda embed, view, files: place.send(
                mentions(self.people, roles),
                embed=embed,
                view=view,
                files=files,
                allowed_mentions=mentioning(self.people, roles),
            ),
            patience,
        )
        await self.save(sent.id)
        if self.anew or came == "too old":
            await take_down(services.bot, self.place, self.id)
        return sent.id


def is_old(message_id: int) -> bool:
    """Tell whether a message is so old that it can hardly be edited any more."""
    return age(message_id) >= SLOW_TO_EDIT


def age(message_id: int) -> float:
    """Return how many seconds ago a message was sent."""
    return (discord.utils.utcnow() - discord.utils.snowflake_time(message_id)).total_seconds()


def mentions(people: Iterable[int], roles: Iterable[int] = ()) -> str:
    """Return what a message says to mention people and roles; it is sent with `mentioning` them."""
    return " ".join([*(f"<@{each}>" for each in people), *(f"<@&{each}>" for each in roles)])


def mentioning(people: Collection[int], roles: Collection[int] = ()) -> discord.AllowedMentions:
    """Return what Discord is told of whom a message mentions: these and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=[discord.Object(role) for role in roles],
        users=[discord.Object(person) for person in people],
    )


async def adopt(
    bot: discord.Client,
    place_id: int,
    seen: Sequence[Seen],
    marks: Collection[str],
    known: int | None,
    save: Callable[[int], Awaitable[object]],
) -> int | None:
    """Return the newest message that has one of these controls, and take down those before it.

    `known` is the one on record. There may be a newer one if the process died before noting it:
    then it is saved.
    """
    found = [each.id for each in seen if each.controls.intersection(marks)]
    if not found:
        return known
    for message_id in found[1:] if known in found else [*found[1:], known]:
        await take_down(bot, place_id, message_id)
    if found[0] != known:
        await save(found[0])
    return found[0]


async def last_messages(bot: discord.Client, place: discord.abc.Messageable) -> list[Seen]:
    """Return the last messages of a place, newest first; none if it is shut."""
    try:
        return [_seen(bot, message) async for message in place.history(limit=LOOK)]
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
