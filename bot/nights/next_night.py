"""The night after a night: the next of a series, and the drafts of *Same again*."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.nights.announcing import (
    announcement,
    in_series,
    next_date,
    next_night,
)
from bot.nights.dates import Moment
from bot.nights.fans import with_fans
from bot.nights.leading import Host, Hosts, host_of_next, who_may_lead
from bot.nights.night import Change, Night, Now, Post, Press, demand_lead_always, demand_may_host
from bot.nights.night_json import empty_list, row_of
from bot.nights.nights import Nights
from bot.nights.series import Series
from bot.nights.series_rules import (
    answer_by,
    asked_of_next,
    being_announced,
    counted,
    demand_date,
    demand_goes_on,
    ended,
    taken_back,
    will_ask,
)
from bot.nights.standing_posts import ENDED, REST
from bot.tables.clock import DAY
from storage.fan_store import MOST_SILENT
from storage.night_rows import NightRow

END: Final = Post("unfollowed", details={ENDED: True})
"""That a series has ended, for whatever reason."""


class SeriesRunner:
    """Announces the next nights of series, or asks their hosts."""

    def __init__(self, nights: Nights, hosts: Hosts) -> None:
        """Take the nights, and what says who may host."""
        self._nights = nights
        self._hosts = hosts

    async def go_on(self, change: Change, now: Now) -> Change:
        """Return a change of a night that also does what is due of the series it carries on.

        A series ends once its host has lost the right to host. Raises HostUnknown if that can't be
        found out now.
        """
        night = change.night
        series = demand_goes_on(night)
        if series.state == "asks":
            if (answer_by(night) or 0) <= now.at:
                return _ends(change, series)
            return _with_series(change, asked_of_next(night, series))
        # The role of this night may be another one, which its host may call.
        role = series.template.get("mention")
        host = await host_of_next(self._hosts, self._nights.servers, night, role)
        if not host.hosts:
            return _ends(change, series, Post("unfollowed"))
        dates = series.dates(night.row.zone, now.at, 1)
        if not dates:
            return _ends(change, series)
        if night.places.asleep:
            # There is no place for it: whoever leads it is asked once they press something.
            return _with_series(change, replace(series, state="asks", empty=0))
        series = counted(night, series)
        if night.row.state == "over" and will_ask(night):
            asked = replace(series, state="asks", asked_at=now.at)
            change = _with_series(change, asked)
            leaders = await who_may_lead(self._nights.servers, night)
            asks = asking(change.night, leaders, now.at)
            return replace(change, posts=(*change.posts, *asks))
        # An interaction's id is never below zero, and every night has one next night.
        opened_by = -int.from_bytes(night.id.encode(), "big")
        return await _announce(self._nights, change, series, dates[0], host, now, opened_by)


def asking(night: Night, leaders: tuple[int, ...], now: int) -> tuple[Post, ...]:
    """Return what those who lead a night are asked about its series, and once more a day before
    that ends without an answer.
    """
    asks, again = Post("goes_on", leaders), (answer_by(night) or 0) - DAY
    if again <= now:
        return (asks,)
    return asks, replace(asks, details={REST: True}, not_before=again)


async def announce_next(
    nights: Nights, night_id: str, press: Press, date: str, *, takes_over: bool = False
) -> Night:
    """Announce the next night of a series for a date, `20261211`, as a host says.

    Whoever `takes_over` hosts it from then on. Return the night that carried the series on so far.
    A date that is left out can be announced once it would be by itself if it weren't. Raises
    Trouble if that isn't among its next dates any more.
    """
    async with nights.held(night_id) as night, nights.announcing:
        if await nights.done_before(press):
            return night
        demand_lead_always(night, press)
        demand_may_host(press)
        now = await nights.now_for(night)
        if being_announced(back := taken_back(night, date), now.at):
            night = back
        when = demand_date(night, date, now.at)
        series = demand_goes_on(night)
        host = Host(hosts=True, calls=press.calls)
        assert press.interaction_id is not None
        change, series = Change(night, "announced_next"), counted(night, series)
        change = await _announce(
            nights, change, series, when, host, now, press.interaction_id, press.by.id
        )
        if takes_over and change.follows is not None:
            change = replace(
                change, follows=replace(change.follows, host=press.by.id, host_name=press.by.name)
            )
        return await nights.save(night, change, press, now.at)


async def _announce(
    nights: Nights,
    change: Change,
    series: Series,
    when: Moment,
    host: Host,
    now: Now,
    opened_by: int,
    by: int = 0,
) -> Change:
    """Return a change that also announces the next night of a series, `by` a host's hand."""
    night = await without_blocked(nights, change.night)
    row = next_night(night, await nights.free_id(), when, opened_by, now.at)
    row = replace(row, **series.template, **in_series(series, night), moved_from=series.moved_from)
    row = _announced(await _in_language(nights, row), now)
    fans = await nights.fans_of(row.guild_id, series.id)
    # Who isn't on its list any more, as they were before, is told of it once.
    dropped = await nights.store.fans.dropped(series.id, MOST_SILENT)
    gone = await nights.servers.blocked(row.guild_id, [each.person for each in dropped])
    fans += [replace(each, kind="tell") for each in dropped if each.person not in gone]
    early = await nights.early(night, row.local)
    guests, told = with_fans(empty_list(row), fans, now.at, {}, early, by)
    change = replace(
        change,
        follows=row,
        follows_guests=guests,
        follows_posts=(*announcement(row, calls=host.calls), *told),
    )
    return _with_series(change, series.announced(row.id, when.local))


async def following(nights: Nights, night: Night, opened_by: int) -> NightRow | None:
    """Draft the row of the next night after one, led by nobody blocked; None without a date."""
    night, now = await without_blocked(nights, night), nights.tables.now()
    when = next_date(night, now)
    if when is None:
        return None
    row = next_night(night, await nights.free_id(), when, opened_by, now)
    return await _in_language(nights, row)


async def _in_language(nights: Nights, row: NightRow) -> NightRow:
    """Return a new night in the language that its server has set meanwhile."""
    settings = await nights.tables.servers.settings(row.guild_id)
    return replace(row, language=settings.language or row.language)


async def without_blocked(nights: Nights, night: Night) -> Night:
    """Return a night without the co-hosts who may not come any more, in its row, too."""
    gone = await nights.servers.blocked(night.row.guild_id, night.leaders)
    night = replace(night, cohosts=tuple(each for each in night.cohosts if each.id not in gone))
    return night.with_row(**row_of(night))


def _ends(change: Change, series: Series, said: Post = END) -> Change:
    """Return a change by which a series ends, too; who follows it is told."""
    return _with_series(replace(change, posts=(*change.posts, said)), ended(series))


def _with_series(change: Change, series: Series) -> Change:
    return replace(change, night=replace(change.night, series=series))


def _announced(row: NightRow, now: Now) -> NightRow:
    announced = replace(row, state="open", rung=now.at - 1)
    return replace(announced, due=min(row.doors_at, max(now.at, row.starts_at - 48 * 3600)))
