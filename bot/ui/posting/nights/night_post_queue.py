"""What is posted once about nights: sent in order and noted; looked for after a crash."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping
from typing import Final

import discord

from bot.nights.night import Night, Post, PostKind
from bot.nights.night_json import post_of
from bot.nights.pilot import open_calls
from bot.tables.clock import HOUR
from bot.ui.pages import routes
from bot.ui.pages.nights.night_posts import PostMessage, direct_message, post_message
from bot.ui.pages.nights.night_recap import points_in_line
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.posting.kept_messages import change, last_messages, mentioning, take_down
from bot.ui.posting.nights.night_rounds import recap_facts
from bot.ui.services import Services
from storage.night_rows import PostRow

TOO_LATE: Final = HOUR
"""After this time, a reminder or the note that doors are open isn't posted any more."""
GIVEN_UP: Final = 0
"""Stands for the message of a post that is never sent."""
KEPT: Final[Collection[PostKind]] = ("round_over", "notice", "needed")
"""The kinds of posts of which the newest is edited as the night goes on."""
LOOK: Final = 10
"""How many of the last direct messages are looked through."""

log = logging.getLogger(__name__)


class NightPosts:
    """Sends the posts of nights. Nobody is pinged twice for one thing, even across crashes."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._store = services.nights.store
        self._shown: dict[str, dict[PostKind, PostMessage]] = {}
        """By night, what the newest post of each kind shows that is edited."""

    def forget(self, night_id: str) -> None:
        """Forget what the posts of a night show."""
        self._shown.pop(night_id, None)

    def marks(self, controls: Iterable[str]) -> set[int]:
        """Return the numbers of the posts that a message's controls belong to."""
        return {number for each in controls if (number := routes.mark_of(each)) is not None}

    async def send(self, night: Night, said: Mapping[int, int]) -> None:
        """Send what is still to be posted; `said` are posts that were found on Discord."""
        rows = await self._store.unsent(night.id)
        # Who is offered a seat, and until when, is read after the rows that say so.
        offers = offers_of(await self._services.nights.get(night.id), rows) if rows else {}
        for row in rows:
            message_id = said.get(row.id)
            if message_id is None:
                message_id = await self._say(night, row, offers.get(row.id, 0))
            await self._store.sent(row.id, message_id, self._services.tables.now())
        for kind in KEPT:
            await self._keep(night, kind)

    async def _keep(self, night: Night, kind: PostKind) -> None:
        """Edit the newest post of a kind as what it tells of changes; a call that is done goes."""
        row = await self._store.last_said(night.id, kind)
        if row is None or row.message_id is None:
            return
        message, place = await self._kept(night, row), self._place(night, kind)
        if message is None:
            await take_down(self._services.bot, place.id, row.message_id)
            await self._store.sent(row.id, GIVEN_UP)
            return
        shown = self._shown.setdefault(night.id, {})
        if shown.get(kind) == message:
            return
        old = place.get_partial_message(row.message_id)
        await change(old.edit(content=message.text, view=Page("", rows=message.rows).view()))
        shown[kind] = message

    async def _kept(self, night: Night, row: PostRow) -> PostMessage | None:
        """Return what a post of these kinds says now; None for a call that is done."""
        post, wording = post_of(row), Wording(night.row.language)
        pace = self._services.nights.pace_of(night)
        if post.kind == "needed" and not open_calls(night, pace):
            return None
        if post.kind == "round_over":
            points = points_in_line(await recap_facts(self._services, night), wording)
            post = Post(post.kind, post.people, {**post.details, "points": points})
        return post_message(night, post, row.id, wording, pace)

    async def _say(self, night: Night, row: PostRow, offered_until: int) -> int:
        post = post_of(row)
        if post.kind == "offer":
            post = Post(post.kind, post.people, {**post.details, "until": offered_until})
        if self._too_late(night, row, post):
            return GIVEN_UP
        if post.kind in KEPT:
            message = await self._kept(night, row)
            if message is None:
                return GIVEN_UP
            message_id = await self._put(night, post, message)
            self._shown.setdefault(night.id, {})[post.kind] = message
            return message_id
        wording = Wording(night.row.language)
        direct = await self._send_direct(night, post, row.id) if post.kind == "remind" else {}
        left = tuple(person for person in post.people if person not in direct)
        if direct and not left:
            return next(iter(direct.values()))
        message = post_message(night, Post(post.kind, left, post.details), row.id, wording)
        return await self._put(night, post, message)

    def _too_late(self, night: Night, row: PostRow, post: Post) -> bool:
        """Tell whether a post isn't worth sending any more."""
        now = self._services.tables.now()
        match post.kind:
            case "cancelled" | "word" | "unfollowed":
                return False
            case "round_over":
                return now - row.at > TOO_LATE
            case "remind" | "doors" | "late" | "call" | "needed":
                return night.over or now - row.at > TOO_LATE
            case "offer":
                return night.over or post.details.get("until", 0) <= now
            case _:
                return night.over

    async def _put(self, night: Night, post: Post, message: PostMessage) -> int:
        """Send a post to the thread; to the channel if there is none or all should read it."""
        place = self._place(night, post.kind)
        roles = [] if message.role is None else [message.role]
        sent = await place.send(
            message.text,
            view=Page("", rows=message.rows).view(),
            allowed_mentions=mentioning(message.people, roles),
        )
        return sent.id

    def _place(self, night: Night, kind: PostKind) -> discord.PartialMessageable:
        place_id = night.places.thread_id or night.row.channel_id
        if kind == "announced":
            place_id = night.row.channel_id
        return self._services.bot.get_partial_messageable(place_id)

    async def _send_direct(self, night: Night, post: Post, number: int) -> dict[int, int]:
        """Send a reminder by direct message to those who chose that; return whom it has reached."""
        reached: dict[int, int] = {}
        for person in await self._services.reminded_directly(post.people):
            language = await self._services.own_language(person, night.row.language)
            message = direct_message(night, post, number, Wording(language))
            try:
                place = await self._services.bot.create_dm(discord.Object(person))
                found = await self._found(place, number)
                if found is None:
                    view = Page("", rows=message.rows).view()
                    found = (await place.send(message.text, view=view)).id
            except discord.HTTPException as error:
                if error.status >= 500 or error.status == 429:
                    raise
                # Their direct messages are closed: they are reminded in the thread.
                log.info("night %s: a reminder couldn't be sent directly: %s", night.id, error.code)
                continue
            reached[person] = found
        return reached

    async def _found(self, place: discord.DMChannel, number: int) -> int | None:
        """Return the message by which somebody was reminded just before a crash."""
        for message in await last_messages(self._services.bot, place, LOOK):
            if number in self.marks(message.controls):
                return message.id
        return None


def offers_of(night: Night, rows: Iterable[PostRow]) -> dict[int, int]:
    """Return until when posts hold the seats that they offer, by the number of the post.

    That is later than the post says if the bot was away meanwhile. An offer that is over, or
    followed by another one, is left out.
    """
    newest = {post_of(row).people: row.id for row in rows if row.kind == "offer"}
    offers = {guest.person: guest.offered_until for guest in night.guests.offered}
    return {number: offers.get(people[0]) or 0 for people, number in newest.items()}
