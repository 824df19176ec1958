"""The private hands that lie open: each is drawn again when what it shows has changed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

import discord

from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.ui.pages.page import Page
from bot.ui.pages.tables.fit import Notice, fitted, told_on
from bot.ui.pages.tables.hand import handed_on_page, stopped_page
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.kept_pictures import kept_below, uploads, without_shapes
from bot.ui.posting.open_pages import CHANGES, FOLLOWS, note_closed, note_open, until_out
from bot.ui.posting.refusals import refuses_picture
from bot.ui.posting.replies import (
    arrived,
    may_draw,
    message_of,
    picture_kept,
    refuses_words,
    said,
)
from bot.ui.posting.retry_queue import RetryQueue, may_pass_later
from bot.ui.posting.tables.hand_screens import HandScreens
from bot.ui.posting.tables.open_hand import OpenHand
from bot.ui.services import Interaction, Services

UNTIL_LESS: Final = 5.0
"""Seconds for which the hand of somebody who waits isn't drawn again while too much is uploaded."""

Key = tuple[str, int]
"""A table's id and a person's."""


class BeingUsed:
    """A hand that its person is using; it isn't touched meanwhile."""

    def __init__(self, hands: OpenHands, key: Key, held: OpenHand | None) -> None:
        self._hands = hands
        self._key = key
        self.held = held

    def lay_open(self, hand: OpenHand, *, behind: bool) -> None:
        """Lay the hand open again as the answer to another interaction."""
        self._hands.lay_open(self._key, hand, behind=behind)


class OpenHands:
    """Remembers which hands lie open, for as long as Discord lets them be changed.

    Only a person's newest hand at each table, and only in memory but for notes to the next process.
    """

    def __init__(self, services: Services, answers_first: AnswersFirst, pause: float = 0.0) -> None:
        """While its person waits, a hand with a picture is drawn again after a `pause` at least."""
        self._services = services
        self._open: dict[Key, OpenHand] = {}
        self._older: dict[Key, list[OpenHand]] = {}
        """Older hands that are to be deleted, as a newer one stands."""
        self._covered: set[int] = set()
        """Messages of hands on which a drawing may lie that was under way as they were laid open:
        also one of another table, which was shown there before."""
        self._answering: Counter[Key] = Counter()
        """How many presses on something of a table are being answered, by who made them."""
        self._queue: RetryQueue[Key] = RetryQueue("hand", self._redraw, answers_first)
        self._notes: RetryQueue[Key] = RetryQueue("note", self._note, answers_first)
        self.when_gone: Callable[[str], object] = lambda _table_id: None
        """Called with a table at which a hand lies open no more."""
        self._pause = pause
        self.screens = HandScreens(services)
        self._watching: asyncio.Task[None] | None = None

    def start(self, look: float) -> None:
        """Let go of hands in time; `look` is how many seconds pass until they are looked at."""
        self._watching = asyncio.create_task(self._watch(look), name="open hands")

    async def close(self) -> None:
        """Stop drawing."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await self._queue.close()
        await self._notes.close()

    def table_changed(self, table: Table) -> None:
        """Check the hands that lie open at a table, and draw them again if need be: also of those
        whose seat somebody else has now.
        """
        sat = {each.person for each in (*table.seats, *table.holders)}
        for key in self._open.keys() & {(table.id, person) for person in sat}:
            self._queue.schedule(key)

    @contextmanager
    def answering(self, table_id: str, person: int) -> Iterator[None]:
        """Delete no older hand of a person while one of their presses at a table is answered.

        It may have been on that very hand.
        """
        key = table_id, person
        self._answering[key] += 1
        try:
            yield
        finally:
            self._answering[key] -= 1
            if not self._answering[key]:
                del self._answering[key]
                if key in self._older:
                    self._queue.schedule(key)

    @contextmanager
    def in_use(self, table_id: str, person: int) -> Iterator[BeingUsed]:
        """Don't touch a person's hand while they are doing something with it.

        Unless it is laid open again in the meantime, it lies open as before afterwards. If it was
        laid open in a new message, the older one is deleted.
        """
        key = table_id, person
        held = self._open.pop(key, None)
        try:
            yield BeingUsed(self, key, held)
        finally:
            again = self._open.get(key)
            if held is not None and again is None:
                self.lay_open(key, held, behind=True)
            elif again is None:
                pass
            elif not again.new:
                # It may be the very message that was going to be deleted.
                self._keep(key, message_of(again.interaction))
            elif held is not None and held.interaction.id != again.interaction.id:
                # An interaction that is delivered twice has opened only one message.
                self._older.setdefault(key, []).append(held)
                self._queue.schedule(key)

    def lay_open(self, key: Key, hand: OpenHand, *, behind: bool) -> None:
        """Lay a hand open; `behind` checks it once more, as it may already be out of date."""
        self._open.pop(key, None)
        while self._open:
            # The first to be laid open is at the front.
            oldest = next(iter(self._open))
            if not self._open[oldest].interaction.is_expired():
                break
            del self._open[oldest]
        hand.below = picture_kept(hand.interaction, hand.shown)
        _let_go_of_looks(hand.interaction)
        hand.shown = without_shapes(hand.shown)
        hand.drawn_at = asyncio.get_running_loop().time()
        self._open[key] = hand
        self._notes.schedule(key)
        if behind or message_of(hand.interaction) in self._covered:
            self._queue.schedule(key)

    async def _note(self, key: Key) -> None:
        """Note a hand for the next process, unless its game is over."""
        table = await self._services.tables.get(key[0])
        if (hand := self._open.get(key)) is not None:
            own = self._services, hand.interaction
            await (note_closed(*own) if table.over else note_open(*own))

    def step_shown(self, table_id: str, person: int) -> int | None:
        """Return the step that somebody's open hand at a table shows; None if none lies open."""
        hand = self._open.get((table_id, person))
        return None if hand is None or hand.interaction.is_expired() else hand.step

    def lines_seen(self, table_id: str, person: int) -> frozenset[str] | None:
        """Return what somebody's open hand has told since they moved; None if none lies open."""
        hand = self._open.get((table_id, person))
        return None if hand is None else hand.seen | hand.told

    async def say_above(self, table: Table, interaction: Interaction, notice: str) -> None:
        """Say something above a hand that an interaction has opened, unless it was used since."""
        key = table.id, interaction.user.id
        hand = self._open.get(key)
        if hand is None or hand.interaction is not interaction:
            return
        heard = self.screens.heard(table, hand.seat, str(interaction.locale), hand.since, notice)
        hand.notice = heard
        page = _above(hand.shown, table, heard)
        await arrived(interaction, self._edit(key, hand, **said(page, interaction)))

    async def _redraw(self, key: Key) -> None:
        """Draw a hand again if what it shows has changed. The menu stays where it was open.

        Above it is what the seat has heard since its person last used the hand, once the table has
        moved on. If that is long ago, the hand says that it is drawn for the last time.
        """
        await self._delete_older(key)
        hand = self._open.get(key)
        if hand is None:
            return
        ends, fresh = self._ends(hand), await self._fresh(key, hand)
        if fresh is None or (ends and fresh[0].over):
            await self._forget(key, hand)
            return
        table, page = fresh
        if table.seat_of(key[1]) is None:
            await self._hand_on(key, hand, page)
            return
        message = message_of(hand.interaction)
        step, anyway = table.step(), ends or message in self._covered
        if without_shapes(page) == hand.shown and not anyway:
            hand.step = step
            return
        wait = 0.0 if anyway or page.image is None else self._wait(hand, table)
        if wait > 0:
            self._queue.schedule_in(wait, key)
            return
        page, files = await self._drawn(table, hand, page)
        if self._open.get(key) is not hand or (without_shapes(page) == hand.shown and not anyway):
            # What differed was a picture that still can't be drawn.
            return
        language = str(hand.interaction.locale)
        notice = hand.notice
        if step != hand.step:
            if table.person_moved_after(hand.step):
                hand.seen |= hand.told
            notice = self.screens.heard(table, hand.seat, language, hand.since, seen=hand.seen)
        told = _above(page, table, notice)
        if ends:
            now, wording = self._services.tables.now(), self._services.wording(table, language)
            told = stopped_page(told, table.face(), now, wording)
        try:
            there = await self._edit(key, hand, **said(told, hand.interaction), **files)
        except discord.HTTPException as error:
            bears = page.image is not None and (not files or hand.below is not None)
            await self._not_drawn(key, hand, error, bears=bears)
            return
        hand.shown, hand.step, hand.notice = without_shapes(page), step, notice
        hand.told = told_on(told, notice)
        hand.drawn_at = asyncio.get_running_loop().time()
        hand.below = kept_below(there, page)
        if ends:
            await self._forget(key, hand)
        elif table.over:
            self._notes.schedule(key)

    async def _hand_on(self, key: Key, hand: OpenHand, page: Page) -> None:
        """Say on a hand, for the last time, that its seat is somebody else's now."""
        try:
            await self._edit(key, hand, **said(page, hand.interaction), attachments=[])
        except discord.HTTPException as error:
            if may_pass_later(error):
                raise
        await self._forget(key, hand)

    async def _edit(self, key: Key, hand: OpenHand, **given: Any) -> discord.InteractionMessage:
        """Change what a hand's message shows."""
        message = message_of(hand.interaction)
        async with hand.lock:
            there = await hand.interaction.edit_original_response(**given)
        self._covered.discard(message)
        if self._open.get(key) is not hand:
            # Its person has used it meanwhile, and what they were shown may have come before this.
            self._covered.add(message)
            for other, each in self._open.items():
                if message_of(each.interaction) == message:
                    self._queue.schedule(other)
        return there

    def _wait(self, hand: OpenHand, table: Table) -> float:
        """Return for how many seconds a hand isn't drawn again: whoever is asked sees it at once.

        It depends on nothing but when it was last drawn, whether its person is asked or all is
        over, and how much the whole bot uploads.
        """
        if table.phase != "playing" or hand.seat in table.to_act():
            return 0.0
        wait = hand.drawn_at + self._pause - asyncio.get_running_loop().time()
        return max(wait, UNTIL_LESS) if self._services.uploads.too_many else wait

    async def _not_drawn(
        self, key: Key, hand: OpenHand, error: discord.HTTPException, *, bears: bool
    ) -> None:
        """Try a hand again that Discord couldn't change, or let go of it.

        It was said that its message `bears` its picture already.
        """
        if may_pass_later(error):
            hand.failed = True
            raise error
        if refuses_words(error):
            await self._redraw(key)
        elif bears and refuses_picture(error):
            # The message doesn't bear its picture any more.
            hand.shown, hand.below = replace(hand.shown, file_name=""), None
            await self._redraw(key)
        else:
            # Dismissed, or expired: the person opens it again when they want to.
            await self._forget(key, hand)

    async def _fresh(self, key: Key, hand: OpenHand) -> tuple[Table, Page] | None:
        """Return a hand as it stands, with its table; None if it can't be shown any more."""
        table_id, person = key
        if hand.interaction.is_expired():
            return None
        try:
            table = await self._services.tables.get(table_id)
            if table.seat_of(person) is None:
                language = str(hand.interaction.locale)
                wording = self._services.own_wording(table, language, person)
                face, playable = table.face(), self._services.game_of(table)
                return table, handed_on_page(playable, face, hand.seat, wording)
            if table.seat_of(person) != hand.seat:
                # It was another seat's hand, which the person no longer has.
                return None
            if hand.path and table.question_number(hand.seat) != hand.question:
                hand.path = ()
            await self._services.learn_honours(table)
            hand.next = await self.screens.next_table(hand.interaction, table, hand.seat, hand.path)
            return table, self._page_of(hand, table, drawn=may_draw(hand.interaction))
        except Trouble:
            return None

    def _page_of(self, hand: OpenHand, table: Table, *, drawn: bool) -> Page:
        language, path, failed = str(hand.interaction.locale), hand.path, hand.failed
        return self.screens.page(
            table, hand.seat, language, path, hand.advice, hand.next, drawn=drawn, failed=failed
        )

    async def _drawn(self, table: Table, hand: OpenHand, page: Page) -> tuple[Page, dict[str, Any]]:
        """Return a page with what is to be uploaded: nothing if the hand has its picture."""
        if page.image is None and hand.shown.image is None:
            return page, {}
        if page.image is not None and hand.shown.file_name == page.file_name:
            return page, {}
        pngs = await self._services.pngs(page)
        if pngs is None:
            return self._page_of(hand, table, drawn=False), {"attachments": []}
        return page, {"attachments": uploads(page, pngs, hand.below)}

    async def _delete_older(self, key: Key) -> None:
        """Delete hands that were opened again, once no press on one of them is being answered."""
        while key not in self._answering and (waiting := self._older.get(key)):
            older = waiting[0]
            if not older.interaction.is_expired():
                try:
                    await older.interaction.delete_original_response()
                except discord.HTTPException as error:
                    # Otherwise it was dismissed already, or its time is over.
                    if may_pass_later(error):
                        raise
            if older in waiting:
                waiting.remove(older)
            if self._older.get(key) == []:
                del self._older[key]

    async def left(self, interaction: Interaction, table_id: str) -> None:
        """Neither draw nor delete a hand whose message is about to show something else.

        What was being drawn there is out once this returns: it can't cover what is shown next.
        """
        key, message = (table_id, interaction.user.id), message_of(interaction)
        held = self._open.get(key)
        if held is not None and message_of(held.interaction) == message:
            del self._open[key]
            self.when_gone(table_id)
            await note_closed(self._services, interaction)
            await until_out(held.lock)
        self._keep(key, message)

    def covered(self, interaction: Interaction) -> None:
        """Let go of a hand where the answer to a press lies now, which is no hand: a night's page,
        say, after a game. No hand of a game that is on leads to such a page in its place.
        """
        if interaction.response.type not in CHANGES:
            return
        person, message = interaction.user.id, message_of(interaction)
        for key, hand in [*self._open.items()]:
            there = key[1] == person and message_of(hand.interaction) == message
            if there and hand.interaction is not interaction:
                del self._open[key]
                self.when_gone(key[0])

    def _keep(self, key: Key, message: int) -> None:
        """Delete older hands of a person but for one of their messages, which is in use again."""
        older = self._older.pop(key, [])
        if older := [each for each in older if message_of(each.interaction) != message]:
            self._older[key] = older

    def _ends(self, hand: OpenHand) -> bool:
        """Tell whether a hand is drawn for the last time: soon it can't be changed any more."""
        return self._services.tables.now() >= hand.used_at + FOLLOWS

    async def _watch(self, look: float) -> None:
        while True:
            for key in [key for key, hand in self._open.items() if self._ends(hand)]:
                self._queue.schedule(key)
            await asyncio.sleep(look)

    async def _forget(self, key: Key, hand: OpenHand) -> None:
        if self._open.get(key) is hand:
            del self._open[key]
            self.when_gone(key[0])
            await note_closed(self._services, hand.interaction)


def _above(page: Page, table: Table, notice: Notice) -> Page:
    """Return a seat's screen with a notice above its hand; at a closed table there is no hand."""
    if table.phase == "cancelled":
        return page
    return fitted(page, notice, over=table.phase == "finished")


def _let_go_of_looks(interaction: Interaction) -> None:
    """Forget what the message whose control was used looked like.

    It has changed since, and makes up most of the memory that a hand takes for a quarter of an
    hour.
    """
    message = interaction.message
    if message is not None:
        message.embeds, message.components, message.reference = [], [], None
