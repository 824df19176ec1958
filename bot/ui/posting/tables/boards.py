"""The board of each table as it lies on Discord: one message, with a picture where possible."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord

from bot.engine.text import marked as _
from bot.tables.table import Table
from bot.tables.table_face import TableFace
from bot.ui.pages.gone_words import GOES_AFTER
from bot.ui.pages.nights.night_tables import overtime_at
from bot.ui.pages.page import Page
from bot.ui.pages.place_words import place_line
from bot.ui.pages.tables.board import LINES, as_of_line, board_page, frozen_page
from bot.ui.pages.tables.table_lines import recent_lines
from bot.ui.pages.wording import Wording
from bot.ui.pictures.drawings import PATIENCE
from bot.ui.posting.alarms import Alarms
from bot.ui.posting.kept_messages import age, change, is_old, take_down
from bot.ui.posting.refusals import refuses_picture
from bot.ui.posting.replies import refuses_words
from bot.ui.posting.request_budget import RequestBudget
from bot.ui.posting.tables.calm_boards import CalmBoards, Milestone, milestone
from bot.ui.posting.tables.left_tables import face_now
from bot.ui.posting.tables.lost_hands import LostHands
from bot.ui.services import Services

FAR: Final = 8
"""After this many messages of others below it, the board is put up again at the bottom."""
NOT_DRAWN: Final = 60.0
"""Seconds after which a picture that couldn't be drawn is tried again."""
NEWS: Final = 10 * 60.0
"""Seconds for which a board says that it has moved: then everybody goes on there."""
TOGETHER: Final = 2.0
"""When much is going on, whatever happens within this many seconds is shown with one edit."""
REFUSED: Final = 30 * 60.0
"""Seconds after which a picture that Discord has refused is tried again."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Told:
    """A table as its board shows it."""

    revision: int
    face: TableFace
    ends: Mapping[int, int]
    """When each seat's time runs out."""


@dataclass(slots=True)
class PostedBoard:
    """What this process knows of a board on Discord."""

    page: Page | None = None
    """What it shows, except its picture: those of thousands of boards would fill the memory."""
    picture: str | None = None
    """The key of the message's picture; None if there is none, or it isn't known."""
    counted: int = 0
    """How many messages of others the place had when the board was put up."""
    edited_at: float = float("-inf")
    """When it was put up or edited, by the loop's clock."""
    uploaded_at: float = float("-inf")
    """When a picture was last uploaded, by the loop's clock."""
    milestone: Milestone | None = None
    """What it was at when it was put up or edited while the bot was busy; else None."""
    unshown: list[tuple[int, float]] = field(default_factory=list)
    """The steps it doesn't show yet, and since when each is known here, by the loop's clock."""
    as_of: int | None = None
    """The time that it says it is as of: while it is calm, it may lag."""
    at_once: bool = False
    """Whether somebody looks at it now who has no hand open."""
    written_until: float = float("-inf")
    """Until when the board is written out because its picture was refused or couldn't be drawn."""
    told: Told | None = None
    """What it shows of a night's table, so that its desk needn't wait until there is no more."""


class TooSoon(Exception):
    """A board is to change although it has only just changed: it waits `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class BoardMessages:
    """Puts boards up and keeps them up to date, with as few uploads as possible."""

    def __init__(
        self,
        services: Services,
        schedule: Callable[[str], None],
        pause: float,
        budget: RequestBudget,
        calm: CalmBoards,
        lost: LostHands,
    ) -> None:
        """`schedule` has a table looked after again; `pause` is the time between two pictures."""
        self._services = services
        self._budget = budget
        self._calm = calm
        self._lost = lost
        self.step_shown: Callable[[str, int], int | None] = lambda _table_id, _person: None
        """Says which step somebody's open hand at a table shows; None if none lies open."""
        self.when_told: Callable[[str], None] = lambda _about: None
        """Called with a table's id and its night's once its board shows more."""
        self._lagging: dict[int, tuple[str, PostedBoard]] = {}
        """The boards that lag now, by message, with their tables."""
        self._schedule = schedule
        self._alarms = Alarms(schedule, services.tables.now)
        self._rounds = Alarms(schedule, services.tables.now)
        """Ring once a round of a night runs over time."""
        self._pause = pause
        self.counts: dict[int, int] = {}
        """How many messages others have written since the start, by channel with a known board."""

    def close(self) -> None:
        """Forget what was going to be tried again."""
        self._alarms.close()
        self._rounds.close()

    async def show(self, table: Table, posted: PostedBoard) -> None:
        """Edit the board, or put it up again if it is gone, old, or has scrolled away.

        The board of a finished game stays where it is. Raises TooSoon if a new one has to wait.
        """
        assert table.place_id is not None
        now = asyncio.get_running_loop().time()
        if not posted.unshown or posted.unshown[-1][0] != table.step():
            posted.unshown.append((table.step(), now))
        if table.phase == "playing" and self._budget.busy and now < posted.edited_at + TOGETHER:
            raise TooSoon(posted.edited_at + TOGETHER - now)
        told = await self._newest(table)
        await self._change(table, posted, calm=self._hold_back(table, posted, now))
        posted.unshown.clear()
        posted.told = told
        for about in (table.id, table.night_id):
            if about is not None:
                self.when_told(about)

    async def told(self, table: Table, posted: PostedBoard | None) -> Told | None:
        """Return a table as its board shows it, or as it stands if no board is waited for; None
        while the board has yet to show that it was dealt or is over, or isn't known here.
        """
        shown = table.board_revision >= table.revision
        shown = shown and (table.over or table.board_id is not None)
        lies = table.on_server and not table.asleep and not table.frozen
        nowhere = table.phase == "lobby" or (table.phase == "cancelled" and table.place_id is None)
        if shown or not lies or nowhere or self.is_calm(table):
            return await self._newest(table)
        return posted.told if posted is not None and table.phase == "playing" else None

    async def _newest(self, table: Table) -> Told:
        # A table changes while something is awaited.
        revision, face = table.revision, table.face()
        return Told(revision, face, await self._services.tables.people.ends(table))

    async def show_frozen(self, table: Table) -> None:
        """Say in place of the board that the table can't be read."""
        if table.place_id is None or table.board_id is None:
            return
        page = frozen_page(table.face(), self._services.wording(table))
        place = self._services.bot.get_partial_messageable(table.place_id)
        try:
            await place.get_partial_message(table.board_id).edit(embed=page.embed(), view=None)
        except discord.HTTPException as error:
            log.info("table %s is frozen, which its board can't say: %s", table.id, error.code)

    async def _change(self, table: Table, posted: PostedBoard, *, calm: bool) -> None:
        """Show a board with its picture, or written out where that is refused."""
        page, png = await self._drawn(table, posted)
        try:
            await self._put(table, posted, page, png, calm=calm)
        except discord.HTTPException as error:
            if page.image is None or not refuses_picture(error):
                raise
            if refuses_words(error):
                return await self._change(table, posted, calm=calm)
            log.info("table %s: its picture was refused: %s %s", table.id, error.status, error.code)
            if png is None:
                # The message has lost its picture, so it can't be referred to again.
                posted.picture = None
                page, png = await self._drawn(table, posted)
            else:
                self._write_out(table, posted, REFUSED)
                page, png = await self._page(table, drawn=False), None
            await self._put(table, posted, page, png, calm=calm)

    def hand_gone(self, table_id: str) -> None:
        """Look after a board that lags: somebody there has no hand open any more."""
        if any(table_id == each for each, _posted in self._lagging.values()):
            self._schedule(table_id)

    def pressed(self, message_id: int, person: int) -> None:
        """Bring a board that lags up to date: somebody looks at it who has no hand open."""
        table_id, posted = self._lagging.get(message_id, ("", None))
        if posted is not None and self.step_shown(table_id, person) is None:
            posted.at_once = True
            self._schedule(table_id)

    def _hold_back(self, table: Table, posted: PostedBoard, now: float) -> bool:
        """Tell whether a board is calm. Raises TooSoon if it needn't be edited yet."""
        self._lagging.pop(table.board_id or 0, None)
        if not self.is_calm(table):
            return False
        looking = self._looking(table)
        at_once = posted.at_once or posted.milestone != self._milestone(table)
        if posted.page is not None and self.stays(table, posted) and not at_once:
            wait = self._calm.wait(looking, posted.unshown, edited_at=posted.edited_at, now=now)
            if wait > 0:
                self._lagging[table.board_id or 0] = table.id, posted
                raise TooSoon(wait)
        return True

    def is_calm(self, table: Table) -> bool:
        """Tell whether the board of a table may lag."""
        return self._calm.busy and self._calm.calm(table.face(), self._looking(table))

    def _looking(self, table: Table) -> dict[int, int | None]:
        """Return the step that the open hand of each person who is here shows."""
        people = (table.seats[seat].person for seat in table.people_here())
        return {each: self.step_shown(table.id, each) for each in people}

    def _milestone(self, table: Table) -> Milestone:
        face, services = table.face(), self._services
        wording = services.wording(table)
        scores = services.game_of(table).render.round_scores(face.public(), wording)
        return milestone(face, scores)

    async def _drawn(self, table: Table, posted: PostedBoard) -> tuple[Page, bytes | None]:
        """Return the board as it is to be shown, with its picture if that is to be uploaded."""
        now = asyncio.get_running_loop().time()
        page = await self._page(table, drawn=now >= posted.written_until)
        if page.image is None or page.image.key == posted.picture:
            return page, None
        if now < posted.uploaded_at + self._pause and table.phase == "playing":
            raise TooSoon(posted.uploaded_at + self._pause - now)
        png = await self._services.drawings.png(page.image, PATIENCE)
        if png is None:
            self._write_out(table, posted, NOT_DRAWN)
            return await self._page(table, drawn=False), None
        return page, png

    async def _page(self, table: Table, *, drawn: bool) -> Page:
        services, face = self._services, await face_now(self._services, table)
        wording = services.wording(table)
        ended = table.end_id is not None
        # Below it stands who has won: the end comes first.
        lately = recent_lines(services.game_of(face), face, wording, LINES - ended, ended=ended)
        ends = await services.tables.people.ends(table)
        late = await self._overtime(table)
        over = "" if late is None else wording.gettext("⏰ Over time since <t:{at}:t>", at=late)
        moved = table.place_id != table.channel_id
        why = place_line(table.place_code, wording, moved=moved)
        if moved and table.board_id is not None and age(table.board_id) > NEWS:
            why = ""
        home = await self._gone_home(table, wording)
        note = " · ".join(filter(None, (over, home, why)))
        page = board_page(
            services.game_of(table), face, lately, wording, ends, drawn=drawn, note=note
        )
        return page.with_foot(services.announcement.text())

    async def _gone_home(self, table: Table, wording: Wording) -> str:
        """Return who at a night's table, of those who haven't left it, has gone home."""
        if table.night_id is None or table.phase != "playing":
            return ""
        home = (await self._services.nights.get(table.night_id)).guests.gone_home
        left = table.left()
        seats = [n for n, seat in enumerate(table.seats) if seat.person in home and n not in left]
        after = tuple(n for n in seats if table.seats[n].here)
        gone = tuple(n for n in seats if n not in after)
        said = ((GOES_AFTER, after), (_("Gone home: {names}"), gone))
        return " · ".join(
            wording.gettext(text, names=wording.names(found)) for text, found in said if found
        )

    async def _overtime(self, table: Table) -> int | None:
        """Return since when the round of a night's table runs over time; None if it doesn't.

        It is told then, also if nothing else happens at the table.
        """
        if table.night_id is None or table.phase != "playing" or table.pace == "days":
            return None
        night = await self._services.nights.get(table.night_id)
        games, now = self._services.games_of(night), self._services.tables.now()
        if not games or night.playing is None or night.playing.number != table.night_round:
            return None
        late = overtime_at(night, games)
        if late is None:
            return None
        if late > now:
            self._rounds.set(table.id, late - now)
        return late if late <= now else None

    def _write_out(self, table: Table, posted: PostedBoard, seconds: float) -> None:
        """Write the board out for a while, then try its picture again."""
        posted.written_until = asyncio.get_running_loop().time() + seconds
        if table.phase == "playing":
            self.schedule_in(table.id, seconds)

    def schedule_in(self, table_id: str, seconds: float) -> None:
        """Look after a table again in some seconds."""
        self._alarms.set(table_id, seconds)

    def stays(self, table: Table, posted: PostedBoard) -> bool:
        """Tell whether the board's message stays where it is."""
        if table.phase == "finished":
            return True
        if table.board_id is None or table.place_id is None:
            return False
        below = self.counts.setdefault(table.place_id, 0) - posted.counted
        return below < FAR and not is_old(table.board_id)

    async def _put(
        self, table: Table, posted: PostedBoard, page: Page, png: bytes | None, *, calm: bool
    ) -> None:
        """Show a page as the board; `png` is its picture, if the message doesn't have it yet.

        A calm board says as of when it is.
        """
        at = self._services.tables.now() if calm else None
        assert table.place_id is not None
        place = self._services.bot.get_partial_messageable(table.place_id)
        ended = table.phase == "finished"
        if ended and table.board_id in (None, table.end_id):
            return
        if table.board_id is not None and self.stays(table, posted):
            same = replace(page, image=None) == posted.page
            if png is None and same and (at is None) == (posted.as_of is None):
                return
            message = place.get_partial_message(table.board_id)
            embed = self._shown(table, page, at).embed()
            edit = message.edit(embed=embed, view=page.view(), **_files(page, png))
            if await change(edit) == "done":
                self._note(table, posted, page, png, at)
                return
            if ended:
                return
        if page.image is not None and png is None:
            # A new message has no picture yet.
            png = await self._services.drawings.png(page.image, PATIENCE)
            page = page if png is not None else await self._page(table, drawn=False)
        files = [] if png is None else page.files((png,))
        embed = self._shown(table, page, at).embed()
        new = await place.send(embed=embed, view=page.view(), files=files)
        self._note(table, posted, page, png, at)
        posted.counted = self.counts.setdefault(table.place_id, 0)
        # Saved last: until then, the one on disk is the one to take down.
        await take_down(self._services.bot, table.place_id, table.board_id)
        await self._services.tables.save_whereabouts(table.id, board_id=new.id)

    def _shown(self, table: Table, page: Page, at: int | None) -> Page:
        """Return a board with what is true of this edit alone."""
        wording = self._services.wording(table)
        lost = ""
        if table.phase == "playing":
            lost = self._lost.line(table, self._looking(table), wording)
        above = [as_of_line(at, wording) if at is not None else "", lost]
        return replace(page, text="\n".join(part for part in (*above, page.text) if part))

    def _note(
        self, table: Table, posted: PostedBoard, page: Page, png: bytes | None, at: int | None
    ) -> None:
        posted.page = replace(page, image=None)
        posted.as_of, posted.at_once = at, False
        posted.milestone = self._milestone(table) if self._calm.busy else None
        posted.edited_at = asyncio.get_running_loop().time()
        if page.image is None:
            posted.picture = None
        if png is not None and page.image is not None:
            posted.picture = page.image.key
            posted.uploaded_at = posted.edited_at


def _files(page: Page, png: bytes | None) -> dict[str, Any]:
    """Return what an edit says about files: nothing if the message keeps the picture it has."""
    if page.image is None:
        return {"attachments": []}
    return {} if png is None else {"attachments": page.files((png,))}
