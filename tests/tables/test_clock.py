"""One clock: quiet hours over midnight and over leaps of the wall clock, reminders, standing still.

Its results are compared with a count minute by minute, by what the wall clock shows.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import accumulate, islice
from zoneinfo import ZoneInfo

import pytest

from bot.tables.clock import HOUR, MINUTE, USUAL, Clock, Quiet, ahead, clock_of, counted, new_clock

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = Quiet(BERLIN, 22 * 60, 7 * 60)
DAY = 24 * HOUR

LEAPS = [
    ("Europe/Berlin", 2026),
    ("America/New_York", 2026),
    ("America/Havana", 2026),  # leaps over midnight
    ("Africa/Cairo", 2026),  # goes back to before midnight
    ("Australia/Lord_Howe", 2026),  # by half an hour
    ("Asia/Kathmandu", 2026),  # no leaps, and an odd offset
    ("Pacific/Apia", 2011),  # skipped a whole day
    ("Antarctica/Troll", 2026),  # by two hours
]


def at(text: str, zone: ZoneInfo = BERLIN, fold: int = 0) -> int:
    """Return when a wall clock shows a time."""
    return int(datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).timestamp())


@lru_cache
def leaps(zone: ZoneInfo, year: int) -> list[int]:
    """Return the hours of a year in which the wall clock leaps; its middle if there are none."""
    first = int(datetime(year, 1, 1, tzinfo=UTC).timestamp())
    hours = range(first, first + 366 * DAY, HOUR)

    def offset(time: int) -> timedelta | None:
        return datetime.fromtimestamp(time, zone).utcoffset()

    found = [hour for hour in hours if offset(hour) != offset(hour + HOUR)]
    return found or [first + 180 * DAY]


@dataclass(frozen=True)
class Reckoning:
    """Some days minute by minute: which of them are quiet."""

    first: int
    quiet: tuple[bool, ...]

    def counted(self, start: int, end: int) -> int:
        """Count the seconds that are not quiet."""
        return MINUTE * self.quiet[self._index(start) : self._index(end)].count(False)

    def ahead(self, start: int, seconds: int) -> int:
        """Go on by minutes that are not quiet, to one that isn't quiet either."""
        index = self._index(start)
        while seconds > 0 or self.quiet[index]:
            seconds -= 0 if self.quiet[index] else MINUTE
            index += 1
        return self.first + MINUTE * index

    def _index(self, time: int) -> int:
        return (time - self.first) // MINUTE


@lru_cache
def walls(zone: ZoneInfo, first: int, days: int) -> list[datetime]:
    """Return what the wall clock shows at each minute."""
    return [
        datetime.fromtimestamp(first + MINUTE * n, zone).replace(tzinfo=None)
        for n in range(days * DAY // MINUTE)
    ]


@lru_cache
def limits(zone: ZoneInfo, first: int, days: int) -> tuple[list[datetime], list[datetime]]:
    """Return the latest time that was shown up to each minute, and the earliest from it on."""
    shown = walls(zone, first, days)
    return [*accumulate(shown, max)], [*accumulate(reversed(shown), min)][::-1]


def reckoning(quiet: Quiet, first: int, days: int) -> Reckoning:
    """Say for each minute whether a start has been reached and its end not been left for good."""
    shown = walls(quiet.zone, first, days)
    latest, earliest = limits(quiet.zone, first, days)
    midnights = [
        datetime.combine(shown[0].date() + timedelta(days=n), datetime.min.time())
        for n in range(-2, days + 2)
    ]
    over = timedelta(days=0 if quiet.end > quiet.start else 1)
    found = [False] * len(shown)
    for day in midnights:
        start = day + timedelta(minutes=quiet.start)
        end = day + over + timedelta(minutes=quiet.end)
        # Both only ever rise. An end shown twice is left as it is shown for the last time.
        reached, left = bisect_left(latest, start), bisect_right(earliest, end)
        left -= left > 0 and earliest[left - 1] == end
        found[reached:left] = [True] * (left - reached)
    return Reckoning(first, tuple(found))


@pytest.mark.parametrize(("name", "year"), LEAPS)
def test_quiet_hours_are_those_of_the_wall_clock(name: str, year: int) -> None:
    """`counted` and `ahead` are each other's inverse, and both agree with every minute."""
    chance, zone, days = random.Random(name), ZoneInfo(name), 8
    for leap in leaps(zone, year):
        first = leap - 4 * DAY
        for trial in range(12):
            # Some of the hours begin or end close to the leap, within it too.
            shown = datetime.fromtimestamp(leap + chance.randrange(0, 2 * HOUR, 60), zone)
            near = shown.hour * 60 + shown.minute
            start = near if trial % 3 == 0 else chance.randrange(DAY // MINUTE)
            length = chance.randint(1, 12 * 60)
            if trial % 3 == 1:
                start = (near - length) % (DAY // MINUTE)
            quiet = Quiet(zone, start, (start + length) % (DAY // MINUTE))
            minutes = reckoning(quiet, first, days)
            assert any(minutes.quiet)
            for _ in range(20):
                # Not so close to the ends of the days that what lies beyond them matters.
                one, other = sorted(
                    first + DAY + MINUTE * chance.randrange((days - 4) * DAY // MINUTE)
                    for _ in range(2)
                )
                gone = counted(one, other, quiet)
                assert gone == minutes.counted(one, other)
                assert ahead(one, gone, quiet) == minutes.ahead(one, gone)
                assert counted(one, ahead(one, gone, quiet), quiet) == gone
                assert ahead(one, gone, quiet) >= other
                assert not minutes.quiet[minutes._index(ahead(one, gone, quiet))]


def test_a_night_stops_the_clock() -> None:
    evening = at("2026-06-01 21:00")
    assert ahead(evening, HOUR - 1, NIGHT) == at("2026-06-01 21:59:59")
    assert ahead(evening, HOUR, NIGHT) == at("2026-06-02 07:00")
    assert ahead(evening, 2 * HOUR, NIGHT) == at("2026-06-02 08:00")
    assert ahead(at("2026-06-02 03:00"), 0, NIGHT) == at("2026-06-02 07:00")
    assert ahead(evening, 20 * HOUR, NIGHT) == at("2026-06-03 11:00")
    assert counted(evening, at("2026-06-02 08:00"), NIGHT) == 2 * HOUR
    assert counted(at("2026-06-01 23:00"), at("2026-06-02 06:00"), NIGHT) == 0


def test_hours_within_a_day_stop_the_clock() -> None:
    work = Quiet(BERLIN, 9 * 60, 17 * 60)
    assert ahead(at("2026-06-01 08:00"), 2 * HOUR, work) == at("2026-06-01 18:00")
    assert ahead(at("2026-06-01 18:00"), 15 * HOUR, work) == at("2026-06-02 17:00")


def test_a_night_is_shorter_in_spring_and_longer_in_autumn() -> None:
    for evening, hours in (("2026-03-28", 8), ("2026-06-01", 9), ("2026-10-24", 10)):
        start = at(f"{evening} 21:00")
        assert ahead(start, HOUR, NIGHT) - (start + HOUR) == hours * HOUR


def test_hours_that_a_leap_skips_begin_and_end_with_it() -> None:
    """In Berlin, 02:00 to 03:00 doesn't come on 29 March 2026."""
    leap = at("2026-03-29 03:00")
    for start, end, quiet in (
        (2 * 60 + 30, 4 * 60, (leap, at("2026-03-29 04:00"))),
        (60, 2 * 60 + 30, (at("2026-03-29 01:00"), leap)),
        (2 * 60 + 10, 2 * 60 + 50, (leap, leap)),
    ):
        spans = islice(Quiet(BERLIN, start, end).spans(leap), 3)
        assert quiet in list(spans)


def test_hours_that_come_twice_are_quiet_both_times() -> None:
    """In Berlin, 02:00 to 03:00 comes twice on 25 October 2026."""
    first, second = at("2026-10-25 02:30"), at("2026-10-25 02:30", fold=1)
    assert second - first == HOUR
    for start, end, quiet in (
        (2 * 60 + 30, 5 * 60, (first, at("2026-10-25 05:00"))),
        (60, 2 * 60 + 30, (at("2026-10-25 01:00"), second)),
    ):
        assert quiet in list(islice(Quiet(BERLIN, start, end).spans(first), 3))


def test_nobody_stops_a_clock_for_good() -> None:
    """However a leap falls, at least ten hours of each day count with the longest quiet hours."""
    for name, year in LEAPS:
        for leap in leaps(ZoneInfo(name), year):
            for start in range(0, 24 * 60, 60):
                quiet = Quiet(ZoneInfo(name), start, (start + 12 * 60) % (24 * 60))
                end = ahead(leap - 3 * DAY, 5 * 10 * HOUR, quiet)
                assert end <= leap + 3 * DAY


# Reminders


def rings(clock: Clock, quiet: Quiet | None = None, pace: str = "days") -> list[tuple[int, int]]:
    """Return when a clock rings, as reminders given before and time, until time has run out."""
    found: list[tuple[int, int]] = []
    while True:
        assert clock.due is not None, "the clock stands still"
        found.append((clock.reminders, clock.due))
        if clock.run_out(clock.due, quiet):
            return found
        clock = clock.reminded("live" if pace == "live" else "days", clock.due, quiet)


def test_live_reminds_once_and_days_twice() -> None:
    live = new_clock("live", USUAL["live"], 1000, None)
    assert rings(live, pace="live") == [(0, 1090), (1, 1180)]
    days = new_clock("days", USUAL["days"], 0, None)
    assert rings(days) == [(0, 12 * HOUR), (1, round(21.6 * HOUR)), (2, DAY)]


def test_reminders_count_by_waking_hours_and_never_come_in_quiet_ones() -> None:
    chance = random.Random(7)
    for _ in range(200):
        limit = chance.randint(1, 168) * HOUR
        start = at("2026-10-20 00:00") + chance.randrange(10 * DAY)
        found = rings(new_clock("days", limit, start, NIGHT), NIGHT)
        assert [reminders for reminders, _ in found] == [0, 1, 2]
        for (_, due), part in zip(found, (0.5, 0.9, 1), strict=True):
            assert counted(start, due, NIGHT) == round(part * limit)
            assert ahead(due, 0, NIGHT) == due


def test_a_reminder_that_comes_late_stands_for_those_it_has_missed() -> None:
    clock = new_clock("days", 100, 0, None).reminded("days", 95, None)
    assert (clock.reminders, clock.left, clock.due) == (2, 5, 100)


def test_what_rings_too_early_reminds_nobody() -> None:
    clock = new_clock("days", 100, 0, None).reminded("days", 49, None)
    assert (clock.reminders, clock.left, clock.due) == (0, 51, 50)


# Standing still


def test_a_clock_that_stands_loses_nothing() -> None:
    running = new_clock("days", 100, 0, None)
    standing = running.stop(30, None)
    assert (standing.left, standing.at, standing.due) == (70, None, None)
    assert standing.stop(60, None) == standing
    assert not standing.run_out(10_000, None)
    going = standing.run("days", 1000, None)
    assert (going.left, going.at, going.due) == (70, 1000, 1020)
    assert going.ends(None) == 1070


@pytest.mark.parametrize(("limit", "least"), [(100, 60), (40, 40)])
def test_a_clock_that_goes_on_leaves_a_minute_or_all_of_its_time(limit: int, least: int) -> None:
    """Whoever pauses in the second before the ring doesn't stop it for good."""
    late = limit - 5
    standing = new_clock("days", limit, 0, None).reminded("days", late, None).stop(500, None)
    assert not standing.over
    going = clock_of(standing, "days", limit, 1000, None, stands=False)
    assert going is not None and going.ends(None) == 1000 + least, "nobody could move in time"


def test_a_clock_that_has_run_out_for_good_stays_so() -> None:
    spent = new_clock("days", 100, 0, None).spent()
    assert spent.over
    for stands in (False, True):
        assert clock_of(spent, "days", 100, 1000, None, stands=stands) == spent


def test_other_quiet_hours_reckon_only_what_is_to_come() -> None:
    evening = at("2026-06-01 21:00")
    clock = new_clock("days", 20 * HOUR, evening, None)
    later = evening + 2 * HOUR
    anew = clock.stop(later, None).run("days", later, NIGHT)
    assert anew.left == 18 * HOUR
    assert anew.ends(NIGHT) == at("2026-06-02 07:00") + 15 * HOUR + 9 * HOUR + 3 * HOUR


def test_a_clock_that_is_kept_isn_t_wound_again() -> None:
    clock = new_clock("days", 100, 0, None)
    assert clock_of(clock, "days", 100, 40, None, stands=False) is clock
    assert clock_of(clock, "none", 100, 40, None, stands=False) is None
    paused = clock_of(clock, "days", 100, 40, None, stands=True)
    assert paused is not None
    assert (paused.left, paused.at) == (60, None)
    fresh = clock_of(None, "days", 100, 40, None, stands=True)
    assert fresh is not None
    assert (fresh.left, fresh.at) == (100, None)
