"""Wall time and zone to UTC, over changes of the clocks, and the dates of a series."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.nights.announcing import recalculated
from bot.nights.dates import (
    UnknownZone,
    days_until,
    local_time,
    moment,
    next_of_series,
    read_stored,
    stored,
    zone_of,
)
from bot.nights.due_times import guests_due
from bot.nights.night import Now
from bot.tables.clock import HOUR
from storage.night_rows import NightState
from tests.nights.sample_nights import guests_in, sample_night

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"
LORD_HOWE, KATHMANDU = "Australia/Lord_Howe", "Asia/Kathmandu"


def utc(text: str) -> int:
    """Return a moment that is given in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("zone", "local", "at", "shown", "leap"),
    [
        # 02:00 to 03:00 is missing.
        (BERLIN, "2026-03-29T01:59", "2026-03-29T00:59", "2026-03-29T01:59", None),
        (BERLIN, "2026-03-29T02:00", "2026-03-29T01:00", "2026-03-29T03:00", "skipped"),
        (BERLIN, "2026-03-29T02:30", "2026-03-29T01:30", "2026-03-29T03:30", "skipped"),
        (BERLIN, "2026-03-29T03:00", "2026-03-29T01:00", "2026-03-29T03:00", None),
        # 02:00 to 03:00 comes twice; the first is summer time.
        (BERLIN, "2026-10-25T02:30", "2026-10-25T00:30", "2026-10-25T02:30", "twice"),
        (BERLIN, "2026-10-25T03:00", "2026-10-25T02:00", "2026-10-25T03:00", None),
        (BERLIN, "2026-10-25T20:00", "2026-10-25T19:00", "2026-10-25T20:00", None),
        (NEW_YORK, "2026-03-08T02:30", "2026-03-08T07:30", "2026-03-08T03:30", "skipped"),
        (NEW_YORK, "2026-11-01T01:30", "2026-11-01T05:30", "2026-11-01T01:30", "twice"),
        (NEW_YORK, "2026-11-01T02:00", "2026-11-01T07:00", "2026-11-01T02:00", None),
        # By half an hour.
        (LORD_HOWE, "2026-10-04T02:15", "2026-10-03T15:45", "2026-10-04T02:45", "skipped"),
        (LORD_HOWE, "2026-04-05T01:45", "2026-04-04T14:45", "2026-04-05T01:45", "twice"),
        (LORD_HOWE, "2026-04-05T02:00", "2026-04-04T15:30", "2026-04-05T02:00", None),
        (KATHMANDU, "2026-11-27T20:00", "2026-11-27T14:15", "2026-11-27T20:00", None),
    ],
)
def test_a_wall_time_is_one_moment(
    zone: str, local: str, at: str, shown: str, leap: str | None
) -> None:
    found = moment(datetime.fromisoformat(local), zone_of(zone))
    assert found.at == utc(at), f"{local} in {zone} isn't {at} UTC"
    assert found.shown == datetime.fromisoformat(shown), "the clock shows something else then"
    assert found.leap == leap, "what the clocks do isn't told"
    assert found.local == datetime.fromisoformat(local), "what was given must be kept"


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, LORD_HOWE, KATHMANDU, "Africa/Cairo"])
def test_every_moment_of_a_year_is_shown_as_a_time_that_means_it(zone: str) -> None:
    where = zone_of(zone)
    for at in range(utc("2026-01-01"), utc("2027-01-01"), 15 * 60):
        found = moment(local_time(at, where), where)
        assert found.leap != "skipped", f"the clock never shows {found.local}"
        again = found.leap == "twice" and at - found.at in (1800, 3600)
        assert found.at == at or again, f"{found.local} in {zone} is read as another moment"
        assert found.shown == found.local, "a time that exists is shown as it is"


@pytest.mark.parametrize("name", ["Mars/Base", "", "Europe", "../etc/passwd", "x\0y", "a" * 300])
def test_a_zone_that_the_machine_does_not_know_is_said_by_name(name: str) -> None:
    with pytest.raises(UnknownZone) as caught:
        zone_of(name)
    assert caught.value.args == (name,), "the error doesn't name the zone"


@pytest.mark.parametrize(
    ("zone", "first", "weeks", "now", "local", "at"),
    [
        # One week over the change: the same wall time, an hour more or less between them.
        (BERLIN, "2026-03-27T20:00", 1, "2026-03-28T09:00", "2026-04-03T20:00", 18),
        (BERLIN, "2026-10-23T20:00", 1, "2026-10-24T09:00", "2026-10-30T20:00", 19),
        (NEW_YORK, "2026-03-06T20:00", 2, "2026-03-07", "2026-03-20T20:00", 24),
        (NEW_YORK, "2026-10-30T20:00", 1, "2026-10-31T12:00", "2026-11-06T20:00", 25),
        # Early, it is still the next one; the same evening doesn't come again.
        (BERLIN, "2026-11-27T20:00", 1, "2026-11-01T12:00", "2026-12-04T20:00", 19),
        # The bot was away for months, up to the very minute.
        (BERLIN, "2026-01-02T20:00", 2, "2026-06-30T12:00", "2026-07-03T20:00", 18),
        (BERLIN, "2026-01-02T20:00", 1, "2026-06-26T18:00", "2026-07-03T20:00", 18),
        (BERLIN, "2026-01-02T20:00", 1, "2026-06-26T17:59", "2026-06-26T20:00", 18),
    ],
)
def test_a_series_keeps_its_wall_time(
    zone: str, first: str, weeks: int, now: str, local: str, at: int
) -> None:
    found = next_of_series(datetime.fromisoformat(first), weeks, zone_of(zone), utc(now))
    assert found is not None and found.local == datetime.fromisoformat(local)
    midnight = datetime.fromisoformat(local).replace(hour=0, minute=0)
    assert found.at == utc(midnight.isoformat()) + at * 3600, "the wall time moved"


def test_a_series_in_a_missing_hour_comes_back_to_its_time() -> None:
    zone = zone_of(BERLIN)
    begun = datetime(2026, 3, 22, 2, 30)  # noqa: DTZ001
    skipped = next_of_series(begun, 1, zone, utc("2026-03-23"))
    assert skipped is not None and skipped.leap == "skipped", "this night has no 02:30"
    assert skipped.shown.hour == 3 and skipped.local.hour == 2
    after = next_of_series(skipped.local, 1, zone, skipped.at)
    assert after is not None and after.shown == datetime(2026, 4, 5, 2, 30)  # noqa: DTZ001


def test_nothing_repeated_has_no_next_date() -> None:
    begun = datetime(2026, 3, 22, 2, 30)  # noqa: DTZ001
    assert next_of_series(begun, 0, zone_of(BERLIN), 0) is None


def test_a_series_goes_on_without_a_gap_wherever_it_is_asked() -> None:
    rng = random.Random(7)
    for _ in range(300):
        zone = ZoneInfo(rng.choice([BERLIN, NEW_YORK, LORD_HOWE, KATHMANDU]))
        first = local_time(rng.randrange(utc("2026-01-01"), utc("2027-01-01")), zone)
        weeks = rng.choice([1, 2])
        now = moment(first, zone).at + rng.randrange(-20 * 86400, 200 * 86400)
        found = next_of_series(first, weeks, zone, now)
        assert found is not None and found.at > now, "the next date is in the past"
        steps = (found.local - first) / timedelta(weeks=weeks)
        assert steps == int(steps) >= 1, "a date that is none of the series"
        before = moment(found.local - timedelta(weeks=weeks), zone)
        assert steps == 1 or before.at <= now, f"{before.local} was left out"


def test_days_ahead_are_those_of_the_calendar() -> None:
    zone = zone_of(BERLIN)
    now = utc("2026-11-22T22:30")  # 23:30 there
    moments = [utc("2026-11-22T22:59"), utc("2026-11-22T23:00"), utc("2026-11-27T19:00")]
    assert [days_until(at, now, zone) for at in moments] == [0, 1, 5]
    ahead = [days_until(now + hour * 3600, now, zone) for hour in range(2000)]
    assert all(0 <= later - sooner <= 1 for sooner, later in pairwise(ahead))


def test_a_local_time_is_stored_and_read_back() -> None:
    local = datetime(2026, 11, 27, 20)  # noqa: DTZ001
    assert stored(local) == "2026-11-27T20:00"
    assert read_stored(stored(local)) == local


@pytest.mark.parametrize(
    ("off", "state", "by"),
    [(0, "open", 0), (HOUR, "open", HOUR), (-HOUR, "open", -HOUR), (HOUR, "draft", 0)],
)
def test_a_night_moves_only_where_its_zone_has_changed(
    off: int, state: NightState, by: int
) -> None:
    """As seen at a start that comes after the doors should have opened."""
    night = sample_night(guests_in("Ada"), state)
    was = night.guests
    moved = {name: getattr(was, name) - off for name in ("starts_at", "doors_at", "closes_at")}
    night = replace(night, guests=replace(was, **moved))
    late = Now(night.guests.doors_at + 60)
    found = recalculated(night, late).guests
    if by:
        told = (found.starts_at, found.doors_at, found.closes_at)
        hours = (was.starts_at, max(late.at + 1, was.doors_at), max(late.at, was.closes_at))
        assert told == hours, "an hour is missing"
    else:
        assert found == night.guests, "a night was changed that is where it should be"
    due = guests_due(replace(found, rung=late.at))
    assert not by or (due or 0) > late.at, "doors that are due at the last ring never open"
    unknown = night.with_row(zone="Mars/Olympus")
    assert recalculated(unknown, late) == unknown, "a zone that is gone changes the night"
