"""A night before it begins: draft, date, what its host changes, and the next of a series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypedDict

from bot.engine.text import marked as _
from bot.nights import answers
from bot.nights.cohosts import told_to_lead
from bot.nights.dates import (
    Moment,
    UnknownZone,
    moment,
    next_of_series,
    read_stored,
    stored,
    zone_of,
)
from bot.nights.doors import open_doors, promised_seats
from bot.nights.fans import EarlyComer, in_parts, with_fans
from bot.nights.guest_list import TIME_OVER
from bot.nights.guest_presses import as_planned, posts_for
from bot.nights.night import (
    Change,
    Night,
    NightGame,
    Now,
    Post,
    Press,
    Rule,
    demand_announced,
    demand_lead,
    demand_may_host,
    demand_open,
)
from bot.nights.series import Series, template_of
from bot.nights.series_rules import ended, moved_posts, next_dates
from bot.nights.standing_posts import BOTH, ENDED, FROM, REST
from bot.nights.who_is_told import who_is_told
from bot.tables.clock import HOUR, MINUTE
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from storage.fan_store import FanRow
from storage.night_rows import Mode, NightRow, Pilot

DOORS_BEFORE: Final = 30 * MINUTE
"""How long before a night its doors open, usually; two hours at most."""
DOORS_AFTER: Final = 5 * MINUTE
"""How long after its beginning they close, usually; half an hour at most."""
SAME_EVENING: Final = 3 * HOUR
"""By how much a night is moved to whose doors those who are here needn't come once more."""
LONGEST_WHY: Final = 200
"""The most characters of the reason why a night is cancelled."""
LONGEST_ABOUT: Final = 300
"""The most characters of what a host says of a night."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNight:
    """What a night is created with."""

    guild_id: int
    channel_id: int
    language: str
    host: Person
    title: str
    game: str
    options: str
    further: tuple[NightGame, ...] = ()
    when: Moment
    zone: str
    mode: Mode = "social"
    rounds: int = 3
    move_time: int = 2 * MINUTE
    pause: int = 5 * MINUTE
    cap: int | None = None
    season: int | None = None
    repeat: int = 0
    mention: int | None = None
    pilot: Pilot = "helper"
    about: str = ""
    voice: int | None = None
    teach: bool = True
    ask: str | None = None
    """The question of which it has come."""


class Times(TypedDict):
    """The times at which a night begins, and its doors open and close."""

    starts_at: int
    doors_at: int
    closes_at: int


class InSeries(TypedDict):
    """Of which series a night is, and which one of it."""

    series_id: str
    series_number: int


def times_of(at: int) -> Times:
    """Return when a night at a date begins, and when its doors open and close."""
    return Times(starts_at=at, doors_at=at - DOORS_BEFORE, closes_at=at + DOORS_AFTER)


def publish(
    like: Night | None = None, fans: Sequence[FanRow] = (), early: Sequence[EarlyComer] = ()
) -> Rule:
    """Return the rule of *Publish*: from now on everybody sees the night and may answer.

    If it is made `like` the newest night of a series, it is the next one of that from now on; else
    it may begin one of its own. `fans` are those who want to be told of it, or come every time, and
    `early` those who have said already that they come. Co-hosts are told that they lead it, too.

    It needs the right to host at that moment, however the draft was made; its role is called only
    if whoever publishes may call it.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead(night, press)
        demand_may_host(press)
        if night.row.state != "draft":
            raise Trouble(_("This night is announced already."))
        row = night.row
        if row.starts_at <= now.at:
            raise Trouble(_("That time is over. Change the date first."))
        guests = answers.scheduled(night.guests, row.starts_at, row.doors_at, row.closes_at, now.at)
        others = [fan for fan in fans if fan.kind == "every" or fan.person != press.by.id]
        guests, told = with_fans(guests, others, now.at, now.quiets, early)
        night = _in_series(replace(night, guests=guests), like, now).with_row(state="open")
        posts = (*announcement(row, calls=press.calls), *told, *told_to_lead(night, press.by.id))
        return Change(night, "published", posts=posts)

    return rule


def in_series(series: Series, newest: Night) -> InSeries:
    """Return the columns of the next night of a series after its newest one so far."""
    return InSeries(series_id=series.id, series_number=newest.row.series_number + 1)


def _in_series(night: Night, like: Night | None, now: Now) -> Night:
    """Return a night as the newest of the series that it joins, or begins."""
    joins = None if like is None else like.goes_on
    if like is not None and joins is not None:
        if night.goes_on is not None:
            joins = replace(joins, weeks=night.goes_on.weeks)
        # Whatever its own date is, the others stay where they are, if they can be worked out.
        dates = joins.dates(night.row.zone, now.at, 1)
        local = dates[0].local if dates else read_stored(night.row.local)
        series = joins.announced(night.id, local)
        return replace(night, series=series).with_row(**in_series(series, like))
    begins = night.goes_on
    if begins is None:
        return night
    begins = replace(begins, local=night.row.local, template=template_of(night.row))
    return replace(night, series=begins)


def announcement(row: NightRow, *, calls: bool) -> tuple[Post, ...]:
    """Return the post that calls a night's role; nothing without one, or if it may not be."""
    if row.mention is None or not calls:
        return ()
    return (Post("announced", (), {"role": row.mention}),)


def edit(
    when: Moment | None = None,
    *,
    to_come: bool = False,
    weeks: int | None = None,
    asked: Iterable[int] = (),
    **fields: Any,
) -> Rule:
    """Return the rule of a change to what a night is, by its host.

    `fields` are columns of the night: title, rounds, move_time, pause, cap … A new date asks all
    who are In again. Once a round has been dealt, date and game stay. With `to_come` all nights of
    its series that come after it are changed, too; `weeks` is how far apart they are, 0 for none.
    `asked` are those who were called to it, or would have been: they are told if it moves.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead(night, press)
        if night.rounds and (when is not None or {"game", "options", "games"} & fields.keys()):
            raise Trouble(_("The night has begun, so its date and its game stay."))
        posts, before = tuple[Post, ...](), night
        begins = weeks if night.goes_on is None and night.series is None else None
        night = _edited_series(night, when if to_come else None, weeks, fields if to_come else {})
        columns = dict(fields)
        if "cap" in fields:
            cap = columns.pop("cap")
            guests, news = answers.set_limit(night.guests, cap, now.at, now.quiets)
            night, posts = replace(night, guests=guests), posts_for(news)
        if night.row.rounds == len(night.dealt) + 1 < columns.get("rounds", 0):
            night = replace(night, guests=promised_seats(night.guests))
        night = night.with_row(**columns)
        if when is not None:
            night, moved = _moved(night, when, press, now, asked)
            posts += moved
        if before.goes_on is not None and night.row.state != "draft":
            if to_come and when is not None:
                posts = with_all_moved(posts, moved_posts(before, night, now.at))
            posts += (Post("unfollowed", details={ENDED: True}),) if weeks == 0 else ()
        night = _in_new_series(night, begins) if begins else night
        return Change(night, "edited", posts=posts, note=as_planned(before))

    return rule


def with_all_moved(posts: tuple[Post, ...], series: tuple[Post, ...]) -> tuple[Post, ...]:
    """Return what is said of a night that moves with all to come: who is asked about it reads of
    the others, too, and who follows its series of that night.
    """
    if not series or not any(FROM in post.details for post in posts):
        return (*posts, *series)
    return tuple(
        replace(post, details={**post.details, BOTH: True})
        if post in series or FROM in post.details
        else post
        for post in (*posts, *series)
    )


def _edited_series(
    night: Night, when: Moment | None, weeks: int | None, fields: Mapping[str, Any]
) -> Night:
    """Return a night whose series is from now on as it is to be."""
    series = night.goes_on
    if weeks and night.series is not None and night.series.night_id == night.id:
        series = replace(night.series, state="runs", asked_at=None)
    if series is None:
        return night
    if weeks == 0:
        return replace(night, series=ended(series))
    series = replace(series, weeks=weeks or series.weeks).like(fields)
    if when is not None:
        series = series.with_night_on(when.local)
    return replace(night, series=series)


def _in_new_series(night: Night, weeks: int) -> Night:
    """Return a night that was announced with a series of nights like itself, as it is now."""
    series = Series(night.id, night.row.guild_id, night.id, weeks, night.row.local)
    series = replace(series, template=template_of(night.row))
    return replace(night, series=series).with_row(series_id=series.id)


def cancel(
    why: str = "", *, to_come: bool = False, asked: Iterable[int] = (), follow: Iterable[int] = ()
) -> Rule:
    """Return the rule of calling a night off; all others whom it concerns get one mention.

    With `to_come`, its series ends with it, as does that of a draft; else they are told when its
    next night is. `asked` and `follow` are as above.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        if night.playing is not None:
            raise Trouble(_("Games are being played. End the night instead."))
        people = who_is_told(night, asked, press.by.id, follow)
        if (to_come or night.row.state == "draft") and night.goes_on is not None:
            night = replace(night, series=ended(night.goes_on))
        posts = tuple(Post("cancelled", part) for part in in_parts(people) or [()])
        if night.row.state == "draft":
            # Nobody has seen it, so there is nothing to take back.
            guests, posts = replace(night.guests, rung=night.guests.starts_at), ()
            night = replace(night, guests=guests)
        off = night.without_proposal().with_row(state="cancelled", why=why[:LONGEST_WHY])
        return Change(off, "cancelled", posts=posts)

    return rule


def open_now() -> Rule:
    """Return the rule for a host opening the doors, early or after the bot was away."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead(night, press)
        demand_announced(night)
        if night.row.state != "open":
            raise Trouble(_("The doors are open already."))
        guests, news = open_doors(night.guests, now.at)
        changed = replace(night, guests=guests).with_row(state="doors")
        return Change(changed, "doors", posts=posts_for(news))

    return rule


def tell_paused(*, on: bool) -> Rule:
    """Return the rule that tells the thread, and calls nobody, that a host has paused all tables of
    a night, or let them go on.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        post = Post("paused" if on else "resumed", (), {"by": press.by.name})
        return Change(night, f"tables_{post.kind}", posts=(post,))

    return rule


def word_to_all(text: str) -> Rule:
    """Return the rule for a host's word to all others who are there or still expected."""

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        demand_announced(night)
        guests = night.guests
        there = [each for each in guests.guests if each.here]
        # Once doors are closed, only those are awaited who said that they come late.
        awaited = [
            each for each in guests.with_answer("in") if each.late or guests.doors != "closed"
        ]
        people = dict.fromkeys(each.person for each in (*there, *awaited))
        people.pop(press.by.id, None)
        post = Post("word", tuple(people), {"text": text, "by": press.by.name})
        return Change(night, "word", posts=(post,))

    return rule


def next_date(night: Night, now: int) -> Moment | None:
    """Return when the next night after this one would be: by its series, or in a week."""
    try:
        zone = zone_of(night.row.zone)
    except UnknownZone:
        return None
    if (dates := next_dates(night, now, 1)) != []:
        return dates[0]
    weeks = 1 if night.series is None else night.series.weeks
    return next_of_series(read_stored(night.row.local), weeks, zone, now)


def next_night(night: Night, night_id: str, when: Moment, opened_by: int, now: int) -> NightRow:
    """Return the row of a night like another one, at another date, that nobody has answered."""
    row = night.row
    return replace(
        row,
        id=night_id,
        state="draft",
        local=stored(when.local),
        **times_of(when.at),
        doors="shut",
        rung=now,
        due=None,
        series_id=None,
        series_number=0,
        size_shift=0,
        stage="",
        stage_at=None,
        called_at=None,
        calls="[]",
        moved_from="",
        revision=0,
        why="",
        touched_at=now,
        opened_by=opened_by,
    )


def recalculated(night: Night, now: Now) -> Night:
    """Return a night, its date worked out again from wall time and zone, as zones change."""
    try:
        when = moment(read_stored(night.row.local), zone_of(night.row.zone))
    except UnknownZone:
        return night
    guests = night.guests
    if night.row.state != "open" or when.at == guests.starts_at:
        return night
    by = when.at - guests.starts_at
    late = (
        each if each.late_until is None else replace(each, late_until=each.late_until + by)
        for each in guests.guests
    )
    guests = replace(
        guests,
        guests=tuple(late),
        starts_at=when.at,
        # What is due at the second of the last ring isn't due any more.
        doors_at=max(now.at + 1, guests.doors_at + by),
        closes_at=max(now.at, guests.closes_at + by),
    )
    return replace(night, guests=guests)


def _moved(
    night: Night, when: Moment, press: Press, now: Now, asked: Iterable[int]
) -> tuple[Night, tuple[Post, ...]]:
    """Return a night at another date, with the news that its guests are asked again, and those who
    were `asked` before.
    """
    demand_open(night)
    if when.at <= now.at:
        raise Trouble(TIME_OVER)
    local, before = stored(when.local), night.guests.starts_at
    if night.row.state == "draft":
        guests = replace(night.guests, **times_of(when.at))
        return replace(night, guests=guests).with_row(local=local), ()
    if when.at == before:
        return night.with_row(local=local), ()
    # By some hours, doors that are open stay so.
    stays = night.row.state == "doors" and abs(when.at - before) <= SAME_EVENING
    night, posts = asked_anew(night, when.at, press, now, stays=stays)
    # One message says both: that it has another date, and that its doors are open.
    kind = "doors" if night.row.state == "doors" else "moved"
    told = tuple(
        Post(kind, part, {FROM: before, REST: True} if number else {FROM: before})
        for number, part in enumerate(
            in_parts(who_is_told(night, asked, press.by.id, moves=True)) or [()]
        )
    )
    return night.with_row(local=local), (*told, *posts)


def asked_anew(
    night: Night, at: int, press: Press, now: Now, *, stays: bool
) -> tuple[Night, tuple[Post, ...]]:
    """Return a night that takes place at a moment of which all who are In are asked again, and what
    is said of free seats; its doors are open if they are due. If it `stays` on the same evening,
    nobody who is here needs to come once more.
    """
    times = times_of(at)
    guests, news = answers.moved(
        night.guests,
        at,
        now.at if stays else times["doors_at"],
        times["closes_at"],
        now.at,
        now.quiets,
        press.by.id,
        stays=stays,
    )
    if guests.doors_at <= now.at:
        guests, _opened = open_doors(guests, now.at)
    state = "doors" if guests.doors == "open" else "open"
    return replace(night, guests=guests).with_row(state=state), posts_for(news)
