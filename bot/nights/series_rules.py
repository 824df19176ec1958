"""What is pressed about a series of nights, and when something of it is due. Pure.

Each function gives a rule for the newest night of a series, which carries it on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.engine.text import marked as _
from bot.nights.dates import (
    Moment,
    UnknownZone,
    local_time,
    moment,
    read_stored,
    stored,
    zone_of,
)
from bot.nights.night import (
    Change,
    Night,
    Now,
    Post,
    PostKind,
    Press,
    Rule,
    demand_lead_always,
)
from bot.nights.series import MOST_EMPTY, Series
from bot.nights.stages import too_few_by
from bot.nights.standing_posts import BEFORE, DATE, ENDED, FIRST, FROM, KNOWN
from bot.tables.clock import DAY, HOUR
from bot.tables.trouble import Trouble

MORNING: Final = 9
"""The hour of the day after a night at which the next one is announced."""
REST: Final = 8 * HOUR
"""It comes no sooner than this after the end of the night."""
UNANSWERED: Final = 7 * DAY
"""A series ends if its host doesn't answer for so long."""
LEAST_AHEAD: Final = 3
"""A night that comes later than its date holds up the next one until so many days before it. So
many days at least a host has to answer whether there is a next one.
"""
SHOWN: Final = 4
"""How many of its next dates can be left out or announced."""
SERIES_OVER: Final = _("This series has ended. `/night new` begins another one.")
NOT_NEWEST: Final = _(
    "The next night of this series is announced already. `/night edit` opens the series."
)
NO_SUCH_DATE: Final = _(
    "That date isn't among the next of this series any more. `/night edit` shows them."
)


def series_due(night: Night) -> int | None:
    """Return when something happens to the series that a night carries on; None if nothing does."""
    series = night.goes_on
    if series is None or night.row.state == "draft":
        return None
    if series.state == "asks":
        return series.asked_at and (_begins_too_soon(night, series.asked_at) or answer_by(night))
    try:
        return max(_morning_after(night, series), _once_answered(night, series))
    except UnknownZone:
        return None


def _once_answered(night: Night, series: Series) -> int:
    """Return the soonest that the next night is announced by itself once those asked whether the
    series goes on have left a date out: the morning after the date before it.
    """
    if series.asked_at is None:
        return 0
    (following,) = series.dates(night.row.zone, 0, 1)
    before = following.local - timedelta(weeks=series.weeks)
    return moment(_morning(before + timedelta(days=1)), zone_of(night.row.zone)).at


def _morning_after(night: Night, series: Series) -> int:
    """Return when the next night is announced: in the morning, once this one has ended.

    A night that was moved doesn't hold up the next one, past whose date it may be; nor does one
    that was cancelled, or never ends.
    """
    if night.row.state == "over":
        return _morning_of(night)
    zone, date = zone_of(night.row.zone), read_stored(series.local)
    starts, at = night.guests.starts_at, moment(date, zone).at
    moved = starts > at
    days = 1 if moved or night.row.state == "cancelled" else 2
    earliest = moment(_morning(date + timedelta(days=days)), zone).at
    following = series.dates(night.row.zone, at, 1)[0]
    if not moved or night.row.state == "cancelled" or starts >= following.at:
        return earliest
    # All dates to come may have been moved in place of the night.
    ended = moment(_morning(local_time(starts, zone) + timedelta(days=2)), zone).at
    latest = moment(_morning(following.local - timedelta(days=LEAST_AHEAD)), zone).at
    return max(earliest, min(ended, latest))


def end_posts(before: Night, after: Night) -> tuple[Post, ...]:
    """Return what is said of a night that was played: as it ends that it is over, in its thread;
    and in the morning after it how it ended, and what leads on, so not before the next night of
    its series. It is settled as the night ends.
    """
    if before.row.state == "over" or after.row.state != "over" or not after.dealt:
        return ()
    try:
        at = _morning_of(after) if after.goes_on else _nine(after, _ended_at(after))
    except UnknownZone:
        at = after.row.touched_at + REST
    threaded = after.places.thread_id not in (None, after.row.channel_id)
    # Without a thread its recap is right there.
    return (*((Post("ended"),) if threaded else ()), Post("morning", not_before=at))


def _morning_of(night: Night) -> int:
    """Return the morning after a night that is over; where it began early, after its date."""
    return _nine(night, max(night.guests.starts_at, _ended_at(night)))


def _ended_at(night: Night) -> int:
    """Return when the last game of a night ended; where some went on, when a host had ended it;
    where there was none, until when it waited for enough guests.
    """
    over = [each.over_at or night.row.touched_at for each in night.dealt]
    return max(over, default=too_few_by(night))


def _nine(night: Night, ended: int) -> int:
    """Return when it is next nine in the morning where a night is, some hours after it ended."""
    zone = zone_of(night.row.zone)
    day = local_time(ended + REST, zone)
    at = _morning(day)
    return moment(at if at >= day else at + timedelta(days=1), zone).at


def _morning(day: datetime) -> datetime:
    return day.replace(hour=MORNING, minute=0)


def next_dates(night: Night, now: int, count: int = SHOWN) -> list[Moment]:
    """Return the next dates of the series that a night carries on; none without one."""
    series = night.goes_on
    if series is None:
        return []
    if night.row.state == "draft":
        series = replace(series, local=night.row.local)
    return series.dates(night.row.zone, now, count)


def next_at(night: Night) -> int | None:
    """Return when the next night is after one that is over or off, as its series stands now; None
    without one, or where it isn't decided yet whether there is one.
    """
    dates = [] if undecided(night) else next_dates(night, night.row.touched_at, 1)
    return dates[0].at if dates else None


def undecided(night: Night) -> bool:
    """Tell whether the host of a series is asked if it goes on, or will be before another night of
    it is announced.
    """
    series = night.goes_on
    return series is not None and (series.state == "asks" or (night.over and will_ask(night)))


def would_be(night: Night) -> list[Moment]:
    """Return the next date of a series of which it isn't decided yet whether it goes on; none if
    there is none.
    """
    return next_dates(night, _asked_at(night) or 0, 1)


def answer_by(night: Night) -> int | None:
    """Return when a series ends unless its host answers whether it goes on: as the next night
    would begin, if that comes sooner; None as long as nobody is asked. If that night would begin
    too soon, the one after it is waited for.
    """
    since = _asked_at(night)
    if since is None:
        return None
    dates = [each.at for each in next_dates(night, since, 2)]
    if begins := _begins_too_soon(night, since):
        since = begins
    return min([since + UNANSWERED, *(each for each in dates if each > since)])


def asked_of_next(night: Night, series: Series) -> Series:
    """Return a series whose host hasn't answered before the night began that they were asked about:
    they are asked about the one after it.
    """
    return replace(series, asked_at=_begins_too_soon(night, series.asked_at or 0))


def _begins_too_soon(night: Night, since: int) -> int | None:
    """Return when the night begins that a host is asked about, if they have no time to answer."""
    begins = [each.at for each in next_dates(night, since, 1)]
    return next((each for each in begins if each < since + LEAST_AHEAD * DAY), None)


def _asked_at(night: Night) -> int | None:
    """Return since when the host of a series is asked whether it goes on, or will be."""
    series = night.goes_on
    if series is not None and series.state == "asks":
        return series.asked_at
    return series_due(night)


def will_ask(night: Night) -> bool:
    """Tell whether the host is asked if a series goes on, before another night of it is announced,
    should nobody play on this one; not after one that was called off.
    """
    series = night.goes_on
    if series is None or night.dealt or series.asked_at is not None or never_opened(night):
        return False
    return night.row.state != "cancelled" and series.empty + 1 >= MOST_EMPTY


def counted(night: Night, series: Series) -> Series:
    """Return the series that a night carries on with that one among its empty nights, if nobody
    has played on it, as the next one is announced or its host asked; not one that was called off,
    nor one to which nobody could come.
    """
    if night.row.state != "over" or never_opened(night):
        return series
    if series.state != "runs" or series.asked_at is not None:
        return series
    return replace(series, empty=0 if night.dealt else series.empty + 1)


def never_opened(night: Night) -> bool:
    """Tell whether a night is over whose doors stayed shut: the bot was away, and no host came."""
    return night.row.state == "over" and night.guests.doors == "shut"


def demand_goes_on(night: Night) -> Series:
    """Return the series that a night carries on. Raises Trouble if there is none."""
    series = night.series
    if series is None or series.state == "ended":
        raise Trouble(SERIES_OVER)
    if series.night_id != night.id:
        raise Trouble(NOT_NEWEST)
    return series


def left_out(night: Night, now: int) -> list[Moment]:
    """Return the dates to come that the series of a night leaves out."""
    series = night.goes_on
    if series is None:
        return []
    try:
        zone = zone_of(night.row.zone)
    except UnknownZone:
        return []
    found = [moment(read_stored(each), zone) for each in series.left_out]
    return [each for each in found if each.at > now]


def may_take_back(night: Night, now: int = 0) -> bool:
    """Tell whether a night is cancelled that can take place after all: until it would begin, and
    unless its series has that date anyway.
    """
    starts, now = night.guests.starts_at, max(now, night.guests.rung)
    if night.row.state != "cancelled" or night.dealt or starts <= now:
        return False
    return all(each.at != starts for each in next_dates(night, now))


def leads_back(night: Night) -> bool:
    """Tell whether the card of a night that is cancelled has the button that takes that back; that
    of one that carries a series on leads to the series, which has it.
    """
    return night.goes_on is None and may_take_back(night)


def being_announced(night: Night, now: int) -> bool:
    """Tell whether the next night is announced right now by itself."""
    series, at = night.goes_on, series_due(night)
    if series is None or series.state == "asks" or at is None or at > now:
        return False
    return not (night.over and will_ask(night))


def taken_back(night: Night, date: str) -> Night:
    """Return a night whose series doesn't leave a date, `20261211`, out any more."""
    series = night.series
    if series is None:
        return night
    left = tuple(each for each in series.skipped if date_sign(read_stored(each)) != date)
    return replace(night, series=replace(series, skipped=left))


def demand_date(night: Night, date: str, now: int) -> Moment:
    """Return a date, `20261211`, of those that come next. Raises Trouble for another."""
    for each in next_dates(night, now):
        if date_sign(each.local) == date:
            return each
    announced = night.series is not None and date <= date_sign(read_stored(night.series.local))
    raise Trouble(NOT_NEWEST if announced and not night.over else NO_SUCH_DATE)


def date_sign(local: datetime) -> str:
    """Return a day as it stands in ids of controls: `20261211`."""
    return f"{local:%Y%m%d}"


def is_next(night: Night, date: str, now: int) -> bool:
    """Tell whether a date, `20261211`, is the next one to be announced: others don't count yet."""
    return [date_sign(each.local) for each in next_dates(night, now, 1)] == [date]


def skip(date: str) -> Rule:
    """Return the rule for leaving a date out, told if it is the next one; whoever is asked about
    the series has answered.
    """

    def change(night: Night, series: Series, now: Now) -> Series:
        at = stored(demand_date(night, date, now.at).local)
        return replace(series, skipped=(*series.skipped, at), state="runs")

    return _led("skipped", change, lambda night, _after, now: _of_next("skipped", night, date, now))


def _of_next(kind: PostKind, night: Night, date: str, now: Now) -> tuple[Post, ...]:
    """Return what is said of a date, if it is the next one."""
    if not is_next(night, date, now.at):
        return ()
    (when,) = next_dates(night, now.at, 1)
    return (Post(kind, details={FROM: when.at, DATE: stored(when.local)}),)


def take_in(date: str) -> Rule:
    """Return the rule for a date that is no longer left out, told if it is the next one."""

    def change(night: Night, _series: Series, now: Now) -> Series:
        if date not in {date_sign(each.local) for each in left_out(night, now.at)}:
            raise Trouble(NO_SUCH_DATE)
        return demand_goes_on(taken_back(night, date))

    return _led(
        "taken_in", change, lambda _night, after, now: _of_next("on_again", after, date, now)
    )


def end_series() -> Rule:
    """Return the rule for the end of a series, told to its guests; what is announced stays."""
    end = _led("series_ended", lambda _night, series, _now: ended(series))

    def rule(night: Night, press: Press, now: Now) -> Change:
        return replace(end(night, press, now), posts=(Post("unfollowed", details={ENDED: True}),))

    return rule


def other_time(date: str, when: Moment) -> Rule:
    """Return the rule for another day and time of all nights to come, told to its guests.

    The one of a date, `20261211`, is the first that moves. Raises Trouble if it isn't to come.
    """

    def change(night: Night, series: Series, now: Now) -> Series:
        before = demand_date(night, date, now.at)
        if when.at <= now.at or (not night.over and when.at <= night.guests.starts_at):
            raise Trouble(_("Pick a date after the night that is announced already."))
        if when.local == before.local:
            raise Trouble(_("That is its day and time already, so nothing was changed."))
        return series.from_then(before.local, when.local)

    move = _led("series_moved", change, lambda night, after, now: moved_posts(night, after, now.at))

    def rule(night: Night, press: Press, now: Now) -> Change:
        return replace(move(night, press, now), note=f"{date} {date_sign(when.local)}")

    return rule


def described(title: str, about: str) -> Rule:
    """Return the rule for another title and text of all nights to come, and of one announced."""
    fields = {"title": title, "about": about}
    describe = _led("series_described", lambda _night, series, _now: series.like(fields))

    def rule(night: Night, press: Press, now: Now) -> Change:
        change = describe(night, press, now)
        return change if night.over else replace(change, night=change.night.with_row(**fields))

    return rule


def moved_posts(before: Night, after: Night, now: int) -> tuple[Post, ...]:
    """Return what is said as all nights of a series to come have another date, if they have: from
    when on, also if that date is left out.
    """
    old, new = next_dates(before, now, 1), next_dates(after, now, 1)
    if not (old and new) or old == new or after.row.state == "draft" or after.series is None:
        return ()
    (first,) = replace(after.series, skipped=()).dates(after.row.zone, now, 1)
    details = {FROM: first.at, FIRST: new[0].at, BEFORE: old[0].at}
    if after.series.moved_from:
        known = moment(read_stored(after.series.moved_from), zone_of(after.row.zone)).at
        # Whoever has heard of no other date learns nothing by this one.
        details |= {KNOWN: known} if known != new[0].at else {}
    return (Post("series_moved", details=details),)


def asked_now() -> Rule:
    """Return the rule for asking those who lead a series that has no place for its next night, as
    one of them presses something. Raises Trouble if none asks for that.
    """

    def change(_night: Night, series: Series, now: Now) -> Series:
        if series.state != "asks" or series.asked_at is not None:
            raise Trouble(SERIES_OVER)
        return replace(series, asked_at=now.at)

    return _led("series_asked", change)


def ended(series: Series) -> Series:
    """Return a series that announces nothing any more."""
    return replace(series, state="ended", asked_at=None)


def _led(
    what: str,
    change: Callable[[Night, Series, Now], Series],
    said: Callable[[Night, Night, Now], tuple[Post, ...]] = lambda _night, _after, _now: (),
) -> Rule:
    """Return the rule of a leader's change to a series; `said` is told of it, by how the night
    stood and stands.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead_always(night, press)
        after = replace(night, series=change(night, demand_goes_on(night), now))
        return Change(after, what, posts=said(night, after, now))

    return rule
