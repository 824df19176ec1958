"""Seasons: days that are typed and proposed, and when they begin and end."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from bot.nights.seasons import BAD_DAY, LONGEST, day_of, first_days, last_days, new_season
from bot.tables.trouble import Trouble
from storage.result_rows import SeasonRow
from tests.refusal import refused_with

NOW = int(datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp())


def made(first: str, last: str, zone: str = "UTC", **more: Any) -> SeasonRow:
    """Return a season with these days."""
    given = {"game": None, "tables": "all", "now": NOW} | more
    return new_season(10, "Autumn", (day_of(first), day_of(last)), zone, **given)


@pytest.mark.parametrize(
    ("first", "last", "zone", "hours"),
    [
        ("2026-11-22", "2026-11-22", "UTC", 24),
        ("2026-11-22", "2026-11-23", "Asia/Kathmandu", 48),
        # The clocks go forward, and back.
        ("2026-03-29", "2026-03-29", "Europe/Berlin", 23),
        ("2026-10-25", "2026-10-25", "Europe/Berlin", 25),
        ("2026-04-05", "2026-04-05", "Australia/Lord_Howe", 24.5),
        # Midnight itself is leapt over: the day begins at one.
        ("2024-09-07", "2024-09-07", "America/Santiago", 24),
        ("2024-09-08", "2024-09-08", "America/Santiago", 23),
    ],
)
def test_a_season_has_its_days_whole_in_its_zone(
    first: str, last: str, zone: str, hours: float
) -> None:
    season = made(first, last, zone)
    assert (season.first_day, season.last_day, season.zone) == (first, last, zone)
    assert season.ends_at - season.begins_at == hours * 3600


def test_two_seasons_one_after_the_other_share_no_second_and_leave_none_out() -> None:
    one, next_one = (
        made("2026-09-01", "2026-11-30", "Europe/Berlin"),
        made("2026-12-01", "2027-02-28", "Europe/Berlin"),
    )
    assert one.ends_at == next_one.begins_at


def test_a_season_keeps_what_it_counts() -> None:
    season = made("2026-09-01", "2026-11-30", game="kasane", tables="nights")
    assert (season.guild_id, season.name) == (10, "Autumn")
    assert (season.game, season.tables) == ("kasane", "nights")


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ("2026-09-02", "2026-09-01", "before"),
        ("2026-01-01", "2027-01-02", "a year"),
        ("9999-12-31", "9999-12-31", "ten years"),
        ("0001-01-01", "0001-01-01", "ten years"),
    ],
)
def test_days_that_make_no_season_are_refused(first: str, last: str, words: str) -> None:
    with pytest.raises(Trouble, match=words):
        made(first, last)


def test_a_leap_year_is_a_year() -> None:
    season = made("2028-01-01", "2028-12-31")
    assert season.ends_at - season.begins_at == LONGEST * 86_400


@pytest.mark.parametrize("text", ["", "soon", "2026-13-01", "2026-02-30", "2026-W48-5", "20261127"])
def test_what_is_no_day_is_refused_and_an_example_given(text: str) -> None:
    with refused_with(BAD_DAY) as refused:
        day_of(text)
    assert "2026-11-27" in str(refused.value)


def test_a_day_is_read() -> None:
    assert day_of(" 2026-11-27 ") == date(2026, 11, 27)
    assert day_of("２０２６-11-27") == date(2026, 11, 27), "a width is no other day"
    assert day_of("2026-11-27 · Friday") == date(2026, 11, 27), "the label of a choice is no day"


@pytest.mark.parametrize(
    "today", [date(2026, 11, 22), date(2026, 12, 1), date(2027, 1, 31), date(2028, 2, 29)]
)
def test_days_are_proposed_from_which_a_season_can_be_made(today: date) -> None:
    assert first_days(today)[0] == today
    for first in first_days(today):
        found = last_days(first)
        assert len(found) >= 3, f"too few days to end with after {first}"
        assert found == sorted(set(found))
        for last in found:
            made(str(first), str(last))
    assert date(2026, 12, 31) in last_days(date(2026, 12, 1))
