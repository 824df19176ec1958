"""What is posted once about nights: sent in order, noted, redrawn; looked for after a crash."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Final

import discord

from bot.nights.called_to import unpinged
from bot.nights.free_seats import as_it_is
from bot.nights.left_out import outlived
from bot.nights.morning_calls import morning_call
from bot.nights.night import Night, Post
from bot.nights.night_json import post_of
from bot.nights.pilot import open_calls
from bot.nights.said_lately import (
    LATELY,
    called_at,
    correction,
    held_back,
    may_be_told,
    news,
    said_lately,
    untold,
)
from bot.nights.series_rules import series_due
from bot.nights.stages import missing
from bot.nights.standing_posts import (
    BEFORE,
    FOR_ALL,
    FROM,
    IN_CHANNEL,
    LEADS_ON,
    MORNING,
    OF_DATES,
    OF_SERIES,
    QUIET,
    Holds,
    comes_down,
    concerned,
    holds,
    is_past,
    stays,
)
from bot.nights.taking_back import TAKEN_BACK
from bot.tables.clock import DAY, HOUR
from bot.ui.pages import routes
from bot.ui.pages.nights.morning_page import morning_message
from bot.ui.pages.nights.night_posts import PostMessage, direct_message, post_message
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.posting.alarms import Alarms
from bot.ui.posting.kept_messages import change, last_messages, mentioning, take_down
from bot.ui.posting.nights.night_rounds import following_night, recap_facts
from bot.ui.posting.nights.post_facts import with_facts
from bot.ui.posting.nights.who_left import WhoLeft
from bot.ui.posting.refusals import ARCHIVED, shut
from bot.ui.services import Services
from storage.fan_store import CALLED
from storage.night_rows import PostRow

TOO_LATE: Final = HOUR
"""After this time, a reminder or the note that doors are open isn't posted any more."""
GIVEN_UP: Final = 0
"""Stands for the message of a post that is never sent."""
AGAIN: Final = 10.0
"""Seconds until a message is tried to be edited again that Discord lets nobody edit now."""

log = logging.getLogger(__name__)


class NightPosts:
    """Sends the posts of nights, and redraws them as long as they hold.

    Nobody is pinged twice for one thing, even across crashes.
    """

    def __init__(self, services: Services, schedule: Callable[[str], object]) -> None:
        """`schedule` has a night looked after again."""
        self._services = services
        self._store = services.nights.store
        self.who_left = WhoLeft(services)
        self._alarms = Alarms(schedule, services.tables.now)
        self._called_in: dict[str, int] = {}
        """By night, the hour in which somebody was last called whose quiet hours had ended."""

    def close(self) -> None:
        """Forget what was to be looked at later."""
        self._alarms.close()

    def forget(self, night_id: str) -> None:
        """Forget when people of a night were called."""
        self._called_in.pop(night_id, None)

    def marks(self, controls: Iterable[str]) -> set[int]:
        """Return the numbers of the posts that a message's controls belong to."""
        return {number for each in controls if (number := routes.mark_of(each)) is not None}

    async def send(self, night: Night, said: Mapping[int, int]) -> None:
        """Send what is still to be posted, redraw what was; `said` are those found on Discord."""
        rows = await self._in_one_message(night, await self._still_news(night, said))
        # Who is offered a seat, and until when, is read after the rows that say so.
        night = await self._services.nights.get(night.id) if rows else night
        posts, waits = [self._post(night, row, rows) for row in rows], list[float]()
        for number, row in enumerate(rows):
            if row.message_id is not None:
                post, standing = self._corrected(night, rows, posts, number)
                waits.append(await self._redraw(night, row, post, standing))
            else:
                standing = self._standing(night, posts[number], posts[number + 1 :])
                waits.append(await self._send(night, row, posts[number], standing))
        self._look_again(night, waits)

    def _corrected(
        self, night: Night, rows: Sequence[PostRow], posts: Sequence[Post], number: int
    ) -> tuple[Post, Holds]:
        """Return what a message says now, and whether that holds: where it doesn't any more, what
        corrects it, until those are called whom it has called.
        """
        standing = self._standing(night, posts[number], posts[number + 1 :])
        newer = correction(rows[number], rows, self._services.tables.now())
        if standing == "yes" or newer is None:
            return posts[number], standing
        place = rows.index(newer)
        said = replace(posts[place], people=posts[number].people)
        holds_now = self._standing(night, said, posts[place + 1 :])
        return (said, holds_now) if holds_now == "yes" else (posts[number], standing)

    async def _still_news(self, night: Night, said: Mapping[int, int]) -> list[PostRow]:
        """Return what is still to be looked after: not what was taken back before anybody was
        called. What changed just after people were called is held back.
        """
        now, rows = self._services.tables.now(), await self._store.standing(night.id)
        for row in (found := [e for e in rows if e.message_id is None and e.id in said]):
            await self._store.sent(row.id, said[row.id], now)
        rows = await self._store.standing(night.id) if found else rows
        still = news(rows)
        for row in still.joined:
            await self._store.series.reword(row.id, row.details, row.at)
        for row in still.gone:
            await self._store.sent(row.id, GIVEN_UP)
        rows = await self._store.standing(night.id) if still.joined or still.gone else rows
        called = await self._store.series.called_since(night.id, now - LATELY)
        held = held_back(rows, now, called, night.guests.starts_at)
        for row in held:
            await self._store.series.reword(row.id, row.details, row.at)
        return await self._store.standing(night.id) if held else rows

    async def _in_one_message(self, night: Night, rows: Sequence[PostRow]) -> list[PostRow]:
        """Have what has changed about a series' dates shortly after another change, and calls
        nobody, be said by that one's message. Return what is still to be looked after.
        """
        now, left = self._services.tables.now(), {row.id: row for row in rows}
        for row in rows:
            due = row.message_id is None and row.at <= now and row.people == "[]"
            lately = said_lately(row, [*left.values()]) if due and row.kind in OF_DATES else None
            if lately is None:
                continue
            later = [post_of(each) for each in left.values() if each.id > lately.id]
            holds_on = self._standing(night, post_of(lately), later) == "yes"
            if holds_on and lately.kind == "series_moved":
                # That all nights have moved says which of them are left out, too.
                await self._store.sent(row.id, GIVEN_UP)
                del left[row.id]
                continue
            # Over a kill, both have this message until the older one has none any more.
            await self._store.sent(row.id, lately.message_id or 0, lately.sent_at)
            left[row.id] = replace(row, message_id=lately.message_id, sent_at=lately.sent_at)
        newest = {each.message_id: each.id for each in left.values() if each.kind in OF_DATES}
        for each in [each for each in left.values() if each.kind in OF_DATES and each.message_id]:
            if newest[each.message_id] != each.id:
                await self._store.sent(each.id, GIVEN_UP)
                del left[each.id]
        return [*left.values()]

    async def lead_on(self, night: Night) -> None:
        """Redraw what says when the next night is after one, as that one's date or state has
        changed.
        """
        rows, waits = await self._store.standing(night.id), list[float]()
        posts = [post_of(row) for row in rows]
        for number, (row, post) in enumerate(zip(rows, posts, strict=True)):
            if row.message_id is not None and post.kind in LEADS_ON:
                standing = self._standing(night, post, posts[number + 1 :])
                waits.append(await self._redraw(night, row, post, standing))
        self._look_again(night, waits)

    def _look_again(self, night: Night, waits: Sequence[float]) -> None:
        """Look after a night's posts again once the first of so many seconds are over."""
        if min(waits, default=inf) < inf:
            self._alarms.set(night.id, min(waits))

    def _post(self, night: Night, row: PostRow, rows: Sequence[PostRow]) -> Post:
        """Return what a row says is to be said; an offer, until when it holds by now, and what has
        changed about a series at night, when who follows it is called.
        """
        post, now = post_of(row), self._services.tables.now()
        if post.kind in OF_SERIES:
            dates = night.guests.starts_at, *(post.details.get(each, 0) for each in (FROM, BEFORE))
            at = morning_call(night, row.at, dates)
            waits = at > now and called_at(row, rows, at)
            return replace(post, details={**post.details, MORNING: at}) if waits else post
        if post.kind != "offer":
            return post
        guest = night.guests.find(post.people[0]) if post.people else None
        until = 0 if guest is None else guest.offered_until or 0
        return replace(post, details={**post.details, "until": until})

    def _standing(self, night: Night, post: Post, later: Sequence[Post]) -> Holds:
        """Tell whether a post holds; a call of hosts does as long as they are needed."""
        pace = self._services.nights.pace_of(night)
        if post.kind == "needed" and not open_calls(night, pace):
            return "no"
        if post.kind == "missing" and not missing(night, pace):
            return "no"
        return holds(night, post, later)

    async def _send(self, night: Night, row: PostRow, post: Post, standing: Holds) -> float:
        """Send a post, unless that is too late, and note the message.

        Return in how many seconds it is to be looked at again, if it is too early.
        """
        now, hour = self._services.tables.now(), self._services.tables.now() // HOUR
        if row.at > now:
            # The night that this leads on to is announced at the same hour, and comes first.
            return row.at - now + (AGAIN if post.kind == "morning" and night.goes_on else 0)
        if post.kind == "morning" and (series_due(night) or inf) <= now:
            return AGAIN
        if standing == "yes" and post.kind == "vacant":
            # A seat may be gone as soon as it is free.
            night = await self._services.nights.get(night.id)
            tables = await self._services.nights.reader.tables_of(night)
            night, post = as_it_is(night, post, tables)
            standing = self._standing(night, post, ())
        if standing == "yes":
            night = await self.who_left.take_off(night, post.kind, post.people)
            standing = self._standing(night, post, ())
        if may_be_told(row):
            back = {each.by for each in await self._store.events(night.id, TAKEN_BACK)}
            new = untold(row, await self._store.series.called_since(night.id, 0), back)
            standing, post = "no" if new is None else standing, replace(post, people=new or ())
        post = await self._still_followed(night, replace(post, people=concerned(night, post)))
        if standing == "yes" and post.kind in {"asked", "told", "after_all", *OF_SERIES}:
            people = await self.who_left.still_there(night, post.people)
            post = replace(post, people=people)
        late = outlived(night, post, await self._following(night, post))
        nobody = not post.people and (QUIET in post.details or post.kind not in FOR_ALL)
        if standing != "yes" or late or nobody or self._too_late(night, row, post):
            await self._store.sent(row.id, GIVEN_UP)
            return inf
        if QUIET in post.details:
            if self._called_in.get(night.id) == hour:
                return (hour + 1) * HOUR - now
            self._called_in[night.id] = hour
        await self._say(night, row, post)
        return inf

    async def _say(self, night: Night, row: PostRow, post: Post) -> None:
        by_message = post.kind in ("remind", "regulars")
        direct = await self._send_direct(night, post, row.id) if by_message else {}
        left = tuple(person for person in post.people if person not in direct)
        if direct and not left:
            await self._store.sent(row.id, next(iter(direct.values())))
            return
        post = replace(post, people=left)
        following = await self._following(night, post)
        message = await self._message(night, row, post, "yes", following)
        try:
            message_id = await self._put(night, post, message)
        except discord.HTTPException as error:
            late = night.over and post.kind in ("morning", "corrected", "ended")
            if not late or not shut(error) or error.code == ARCHIVED:
                raise
            await self._without_thread(night, row, post)
            return
        now = self._services.tables.now()
        await self._store.sent(row.id, message_id, now, json.dumps(left))
        await self._store.redrawn(row.id, message.sign, past=is_past(night, post, following))
        if post.kind in LEADS_ON:
            # The card that it links may have been put up as it was sent.
            sent = replace(row, message_id=message_id, shown=message.sign)
            await self._redraw(night, sent, post, self._standing(night, post, ()))

    async def _without_thread(self, night: Night, row: PostRow, post: Post) -> None:
        """Say where the recap is what the thread of a night that is over can't be told; if that is
        gone, too, nowhere: such a night doesn't move for it.
        """
        if post.kind == "ended" or night.places.thread_id in (None, night.row.channel_id):
            await self._store.sent(row.id, GIVEN_UP)
            return
        await self._store.save_whereabouts(night.id, thread_id=None)
        await self._say(replace(night, places=replace(night.places, thread_id=None)), row, post)

    async def _redraw(self, night: Night, row: PostRow, post: Post, standing: Holds) -> float:
        """Edit what a post says if that is something else by now.

        Return in how many seconds it is tried again, if Discord lets nobody edit it now.
        """
        following = await self._following(night, post)
        standing = "no" if outlived(night, post, following) else standing
        if standing == "no" and comes_down(night, post):
            await take_down(self._services.bot, self._place(night, post).id, row.message_id)
            await self._store.sent(row.id, GIVEN_UP)
            return inf
        post = await self._still_followed(night, post)
        message = await self._message(night, row, post, standing, following)
        # A result may be corrected, or come, after the rounds that follow.
        still = post.kind == "round_over" or post.kind in LEADS_ON
        still |= post.kind in ("notice", "vacant") and night.is_played(post.details.get("round", 0))
        # That a night is cancelled may be taken back: then all holds again that held before.
        still |= night.row.state == "cancelled"
        past = (standing != "yes" and not still) or is_past(night, post, following)
        if row.shown != message.sign and not stays(post):
            place = self._place(night, post)
            try:
                came = await change(
                    place.get_partial_message(row.message_id or 0).edit(
                        content=message.text,
                        view=Page("", rows=message.rows).view(),
                        allowed_mentions=await self._mentioning(night, message),
                    )
                )
            except discord.HTTPException as error:
                if not shut(error) or (error.code == ARCHIVED and not night.over):
                    raise
                # Where nothing can be said, nothing can be mended.
                log.info("night %s: a post stays as it is: %s", night.id, error.code)
                return inf
            if came == "too old":
                return AGAIN
            past = past or came == "gone"
        if row.shown != message.sign or past:
            await self._store.redrawn(row.id, message.sign, past=past)
        return inf

    async def _still_followed(self, night: Night, post: Post) -> Post:
        """Return a post that calls who follows a series, or all nights here, without those who
        don't any more; once the series has ended, whom it called.
        """
        series, nights = night.series, self._services.nights
        ended = series is not None and series.state == "ended"
        if ended or (post.kind != "told" and post.kind not in OF_SERIES):
            return post
        if post.kind == "told":
            fans = await nights.fans_of(night.row.guild_id, night.row.series_id)
            dropped = await nights.store.fans.dropped(night.row.series_id, CALLED)
            follow = {each.person for each in (*fans, *dropped)}
        else:
            follow = {*await nights.fans_of_series(night, 0)}
        return replace(post, people=tuple(each for each in post.people if each in follow))

    async def _following(self, night: Night, post: Post) -> Night | None:
        """Return the next night for a post that says when it is; None if there is none yet."""
        return await following_night(self._services, night) if post.kind in LEADS_ON else None

    async def _message(
        self, night: Night, row: PostRow, post: Post, standing: Holds, following: Night | None
    ) -> PostMessage:
        """Return what a post says now."""
        wording, pace = Wording(night.row.language), self._services.nights.pace_of(night)
        if post.kind == "morning":
            facts = await recap_facts(self._services, night)
            return morning_message(night, facts, following, row.id, wording)
        post = await with_facts(self._services, night, post, wording)
        return post_message(
            *(night, post, row.id, wording, pace, standing, self._services.games_of(night)),
            following,
        )

    def _too_late(self, night: Night, row: PostRow, post: Post) -> bool:
        """Tell whether a post isn't worth sending any more."""
        now = self._services.tables.now()
        match post.kind:
            case "cancelled" | "few" | "word" | "unfollowed" | "goes_on":
                return False
            case "series_moved" | "skipped" | "on_again" | "corrected":
                return False
            case "morning":
                return now - row.at > DAY
            case "round_over" | "ended":
                return now - row.at > TOO_LATE
            case "remind" | "doors" | "late" | "needed":
                return night.over or now - row.at > TOO_LATE
            case "offer":
                return night.over or post.details.get("until", 0) <= now
            case _:
                return night.over

    async def _put(self, night: Night, post: Post, message: PostMessage) -> int:
        """Send a post to the thread; to the channel if there is none or all should read it."""
        place = self._place(night, post)
        sent = await place.send(
            message.text,
            view=Page("", rows=message.rows).view(),
            allowed_mentions=await self._mentioning(night, message),
        )
        return sent.id

    async def _mentioning(self, night: Night, message: PostMessage) -> discord.AllowedMentions:
        """Return whom a message calls: whoever wants no pings is named there alone."""
        off = await unpinged(self._services.nights, night, message.people)
        people = [each for each in message.people if each not in off]
        return mentioning(people, [] if message.role is None else [message.role])

    def _place(self, night: Night, post: Post) -> discord.PartialMessageable:
        place_id = night.places.thread_id or night.row.channel_id
        if post.kind == "announced" or IN_CHANNEL in post.details:
            place_id = night.row.channel_id
        return self._services.bot.get_partial_messageable(place_id)

    async def _send_direct(self, night: Night, post: Post, number: int) -> dict[int, int]:
        """Send a reminder by direct message to those who chose that; return whom it has reached."""
        reached: dict[int, int] = {}
        off = await unpinged(self._services.nights, night, post.people)
        for person in await self._services.reminded_directly({*post.people} - off):
            language = await self._services.own_language(person, night.row.language)
            games = self._services.games_of(night)
            mine = replace(post, people=(person,))
            message = direct_message(night, mine, number, Wording(language), games)
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
        for message in await last_messages(self._services.bot, place):
            if number in self.marks(message.controls):
                return message.id
        return None
