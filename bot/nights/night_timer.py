"""What happens on nights by itself: reminders, offers that end, doors, and the next of a series."""

from __future__ import annotations

import contextlib
import logging
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any, Final

from bot.nights import due_times, pilot, rounds, stages
from bot.nights.announcing import recalculated
from bot.nights.doors import SHORT_STOP
from bot.nights.due_times import later_if_missed
from bot.nights.guest_list import DoorsClosed, DoorsOpened, HostCheck
from bot.nights.guest_presses import BY_GUESTS, posts_for
from bot.nights.leading import HostUnknown, end_unstarted, who_may_lead
from bot.nights.more_tables import seats_by_itself, without_seat
from bot.nights.next_due import guests_or_end_due
from bot.nights.next_night import SeriesRunner
from bot.nights.night import Change, Night, NoNight, Now, Post, PostKind, Round, Rule
from bot.nights.night_calls import CALLS_APART, LEFT_ALONE
from bot.nights.nights import Nights
from bot.nights.pilot import TIMER, RingFacts, asked
from bot.nights.run_rounds import RoundRunner
from bot.nights.series_rules import series_due
from bot.nights.stages import RoundPace, leapt, missing
from bot.nights.standing_posts import ANNOUNCED, MINDED
from bot.nights.teaching import needs_teacher
from bot.tables.clock import HOUR, MINUTE
from bot.tables.due_timer import LOOK, DueTimer
from bot.tables.trouble import Trouble
from storage.due_rows import DueRows
from storage.night_rows import RIGHT_NOW

SHORTLY: Final = 3
"""How many hours before a night its host is called if nobody would teach; and once more if too few
come, after the day before.
"""

log = logging.getLogger(__name__)


class NightTimer:
    """Rings for every night where something is due; a ring is one transaction."""

    def __init__(
        self,
        nights: Nights,
        round_runner: RoundRunner,
        series_runner: SeriesRunner,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the nights, what deals, what carries series on, and a clock nobody sets."""
        self._nights = nights
        self._round_runner = round_runner
        self._series_runner = series_runner
        self.due_timer = DueTimer(
            "nights",
            DueRows(nights.store.database, "nights"),
            nights.tables.now,
            self._rung,
            _wait_after,
            after=round_runner.free_seats.look_at_minded,
            leapt=self._leapt,
            steady=steady,
        )
        nights.listeners.append(self._hear)

    async def start(self, since: int | None, look: float = LOOK) -> None:
        """Start looking after the nights; `since` is when the bot was last alive."""
        store = self._nights.store
        for night_id in await store.ids_in(RIGHT_NOW):
            with contextlib.suppress(Trouble):
                await self._take_up(night_id, since)
        for night_id in await store.to_deal():
            self._round_runner.dealer.deal(night_id)
            self._round_runner.standstills.look(night_id)
            self._round_runner.free_seats.look(night_id)
        self.due_timer.start(look)
        self._nights.asks.due_timer.start(look)

    async def close(self) -> None:
        """Stop ringing."""
        await self.due_timer.close()
        await self._nights.asks.due_timer.close()

    async def ring(self, night_id: str) -> Night:
        """Do what is due on a night now. Raises Trouble if that can't be done."""
        nights = self._nights
        async with nights.held(night_id) as night:
            now, pace = await nights.now_for(night), nights.pace_of(night)
            piloted = (pilot.pilot_due(night, pace) or inf) <= now.at
            if not piloted or (guests_or_end_due(night) or inf) <= now.at:
                night = await self._ring(night, now, pace)
            if pace is not None and (pilot.pilot_due(night, pace) or inf) <= now.at:
                night = await ring_pilot(nights, self._round_runner, night, now, pace)
            return night

    async def _ring(self, night: Night, now: Now, pace: RoundPace | None) -> Night:
        """Do what is due for a night's guests, at its end, and after it."""
        change = await self._with_hosts_called(after_ring(night, now, pace), now.at)
        if (series_due(change.night) or inf) > now.at:
            return await self._nights.save(night, change, TIMER, now.at)
        async with self._nights.announcing:
            change = await self._series_runner.go_on(change, now)
            return await self._nights.save(night, change, TIMER, now.at)

    async def _with_hosts_called(self, change: Change, at: int) -> Change:
        """Have hosts who want calls called where doors that are much too late wait for them, and
        where guests are missing; those who lead each round also as the doors open.
        """
        row, kinds = change.night.row, set[PostKind]()
        said = {each.kind for each in change.posts}
        if row.pilot != "host":
            kinds |= {"late", "missing"}
        may_call = row.pilot != "auto" and at >= (row.called_at or 0) + CALLS_APART
        if may_call and "doors" in said:
            led_at = await self._nights.store.last_led(row.id, BY_GUESTS)
            kinds |= {"doors"} if at >= led_at + LEFT_ALONE else set()
        called = kinds & said
        if not called:
            return change
        if "doors" in called:
            change = replace(change, night=change.night.with_row(called_at=at))
        leaders = await who_may_lead(self._nights.servers, change.night)
        posts = [
            replace(each, people=tuple(dict.fromkeys((*each.people, *leaders))))
            if each.kind in called
            else each
            for each in change.posts
        ]
        return replace(change, posts=tuple(posts))

    def _hear(self, night: Night) -> None:
        self.due_timer.hear(night.row.due or inf)

    async def _rung(self, night_id: str) -> bool:
        await self.ring(night_id)
        return True

    async def _leapt(self, by: int) -> None:
        """Have all nights wait as long as before the machine's clock was set."""
        for night_id in await self._nights.store.ids_in(RIGHT_NOW):
            async with self._nights.held(night_id) as night:
                now = await self._nights.now_for(night)
                after = leapt(night, by, now.at)
                if after != night:
                    await self._nights.save(night, Change(after, "leapt"), TIMER, now.at)

    async def _take_up(self, night_id: str, since: int | None) -> None:
        async with self._nights.held(night_id) as night:
            now = await self._nights.now_for(night)
            after = recalculated(night, now)
            posts: tuple[Post, ...] = ()
            if since is not None:
                after = night_after_absence(after, since, now.at, self._nights.pace_of(night))
                posts = await self._offline(after, since, now.at, minded_later(night, after))
            if after != night or posts:
                change = Change(after, "taken_up", posts=posts)
                await self._nights.save(night, change, TIMER, now.at)

    async def _offline(
        self, night: Night, since: int, at: int, later: list[list[Any]]
    ) -> tuple[Post, ...]:
        """Return what the thread of a night that is on is told of the time without the bot: nothing
        where that was short, or it was told so within the hour and no time is another one now, but
        for what says so itself. `later` are the seats that people may lose later.
        """
        if (night.row.state == "open" and not _opens_late(night, at)) or at - since <= SHORT_STOP:
            return ()
        told = await self._nights.store.newest(night.id, "offline")
        moved = later or night.guests.doors == "open"
        if told is not None and told.at > at - HOUR and not moved:
            return ()
        details = {"minutes": (at - since) // MINUTE, "round": len(night.dealt), "at": at}
        announced = stages.deal_at(night) is not None
        return (Post("offline", (), {**details, MINDED: later, ANNOUNCED: announced}),)


def _opens_late(night: Night, at: int) -> bool:
    """Tell whether the doors of a night open by themselves only now, as it should have begun."""
    missed = night.guests.doors == "shut" and night.guests.starts_at < at
    return missed and stages.runs_by_itself(night) and at < stages.too_few_by(night)


def night_after_absence(night: Night, since: int, now: int, pace: RoundPace | None) -> Night:
    """Return a night after the bot was away: its guests' times, until when people can come back to
    their seats or games, and what its round may take, are later where they must be.
    """

    def later(at: int) -> int:
        return later_if_missed(at, since, now)

    guests, alone = due_times.guests_after_absence(night.guests, since, now), pilot.alone(night)
    calls = (
        replace(each, at=later(each.at + pilot.ALONE) - pilot.ALONE) if each in alone else each
        for each in night.calls
    )
    night = replace(night, guests=guests, calls=tuple(calls))
    if (playing := night.playing) is None:
        return night
    playing = replace(playing, seating=playing.seating.minded_until(later))
    # Where computers should long have finished the games, it is held instead, and hosts called.
    due = stages.goes_on_at(night, pace) if stages.runs_by_itself(night) else None
    if now - since <= SHORT_STOP or now - (due or inf) > pilot.TOO_LATE:
        return night.with_round(playing)
    return _round_stood(night, playing, now - since)


def _round_stood(night: Night, playing: Round, by: int) -> Night:
    """Return a night whose round at play may take as much longer as its games stood still while the
    bot was away.
    """
    stood = playing.seating.stood + by
    night = night.with_round(replace(playing, seating=replace(playing.seating, stood=stood)))
    since = night.row.stage_at
    if night.row.stage != "round" or since is None:
        return night
    return night.with_row(stage_at=since + by)


def minded_later(before: Night, after: Night) -> list[list[Any]]:
    """Return at which tables people may lose a seat later than was told, and when, if anybody waits
    for one.
    """
    if before.playing is None or after.playing is None or not without_seat(after):
        return []
    minded = zip(before.playing.seating.minded, after.playing.seating.minded, strict=True)
    return [[now.table, now.until] for was, now in minded if was != now]


def after_ring(night: Night, now: Now, pace: RoundPace | None) -> Change:
    """Return what a night's due times change, without its pilot's."""
    if night.row.state not in RIGHT_NOW:
        return Change(replace(night, guests=replace(night.guests, rung=now.at)), "rang")
    opens_until = stages.too_few_by(night) if stages.runs_by_itself(night) else 0
    guests, news = due_times.ring(night.guests, now.at, now.quiets, opens_until)
    night = replace(night, guests=guests)
    if any(isinstance(each, DoorsOpened) for each in news) and night.row.state == "open":
        night = night.with_row(state="doors")
    checks = [each for each in news if isinstance(each, HostCheck)]
    if checks and night.row.pilot != "host" and pace is not None:
        if night.expected < pace.fewest:
            # Since the day before, enough may have come and gone again.
            others = tuple(each for each in night.calls if each.why != "few")
            night = asked(replace(night, calls=others), "few", now.at)
        if HostCheck(SHORTLY) in checks and needs_teacher(night):
            night = asked(night, "teacher", now.at)
    posts = posts_for(news)
    if (rounds.closes_at(night) or inf) <= now.at:
        few = pace is not None and not night.dealt and not pace.is_enough(night)
        # As where it ends on time: after a long pause of the bot, too.
        over = rounds.end_for_few(night, ()) if few else Change(rounds.ended(night), "rang")
        if not few and not night.dealt and night.guests.there:
            over = end_unstarted(night, now.at)
        night, posts = over.night, (*posts, *over.posts)
    there = tuple(guest.person for guest in night.guests.there)
    closed = any(isinstance(each, DoorsClosed) for each in news)
    if closed and missing(night, pace) and night.row.pilot == "auto":
        # Also if nobody has come, for the hosts: they may keep the night waiting.
        posts = (*posts, Post("missing", there))
    return Change(night, "rang", posts=posts)


def _wait_after(night_id: str, error: Exception) -> float:
    """Return for how many seconds a night is put off whose ring has failed."""
    if isinstance(error, NoNight):
        return 0.0
    if not isinstance(error, HostUnknown):
        frames = "".join(traceback.format_tb(error.__traceback__))
        log.error("night %s: its timer: %s\n%s", night_id, type(error).__name__, frames)
    return LOOK


async def ring_pilot(
    nights: Nights, round_runner: RoundRunner, night: Night, now: Now, pace: RoundPace
) -> Night:
    """Do what is due for the pilot of a night whose lock is held, in one transaction."""
    notice = await nights.store.newest(night.id, "notice")
    waiting, _sizes = await round_runner.waiting(night)
    facts = RingFacts(
        pace,
        await who_may_lead(nights.servers, night),
        await nights.store.last_led(night.id, BY_GUESTS),
        notice.sent_at if notice is not None and notice.message_id else None,
        noticed=notice is not None,
        waiting=len(waiting),
        table=await _table_by_itself(round_runner, night, now, pace),
        stills=await round_runner.standstills.calls(night),
        seat=await round_runner.seating_now(night) if _seats(night, pace) else None,
    )
    change = pilot.ring(night, now, facts)
    alone = pilot.alone_for_long(pilot.noted(night, facts.stills), now.at)
    if change.what == "finishing" or alone:
        # Done twice it is the same, so it comes first: a crash in between loses nothing.
        await round_runner.finish(night, None if change.what == "finishing" else alone)
    night = await nights.save(night, change, TIMER, now.at)
    if change.what in ("dealt", "more_tables"):
        round_runner.dealer.deal(night.id)
    return night


async def _table_by_itself(
    round_runner: RoundRunner, night: Night, now: Now, pace: RoundPace
) -> Rule | None:
    """Return the rule that deals those who wait a table, if they get one by itself now."""
    if night.row.pilot != "auto" or not seats_by_itself(night, pace, now.at):
        return None
    return await round_runner.more_tables(night)


def _seats(night: Night, pace: RoundPace) -> bool:
    """Tell whether a ring may seat those who are here."""
    may = stages.runs_by_itself(night) and stages.usual_stage(night) in ("doors", "break")
    return may and pace.is_enough(night)
