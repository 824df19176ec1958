"""What people type for a date: read, refused, shown and completed."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from itertools import product

import pytest

from bot.nights.dates import local_time, moment, zone_of
from bot.nights.typed_dates import BadDate, Reader, proposals, read, reader_of

BERLIN = zone_of("Europe/Berlin")
NOW = moment(datetime(2026, 11, 22, 19, 40), BERLIN).at + 31  # noqa: DTZ001
"""A Sunday, in the evening."""
BRITON, AMERICAN, GERMAN = reader_of("en-GB"), reader_of("en-US"), reader_of("de")


def understood(text: str, reader: Reader = BRITON) -> str:
    """Return what a text is read as, or why it isn't."""
    try:
        found = read(text, NOW, BERLIN, reader)
    except BadDate as refused:
        return refused.why
    return f"{found.local:%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("fri 20:00", "2026-11-27 20:00"),
        ("27.11. 20:00", "2026-11-27 20:00"),
        ("27/11 20:00", "2026-11-27 20:00"),
        ("27.11.26 20.30", "2026-11-27 20:30"),
        ("2026-11-27 20:00", "2026-11-27 20:00"),
        ("2026-11-27T20:00", "2026-11-27 20:00"),
        ("tomorrow 8pm", "2026-11-23 20:00"),
        ("in 2 hours", "2026-11-22 21:40"),
        ("in 1.5 hours", "2026-11-22 21:10"),
        ("in 90 min", "2026-11-22 21:10"),
        ("in 24 hours", "2026-11-23 19:40"),
        ("in 3 days 18:00", "2026-11-25 18:00"),
        ("20:00", "2026-11-22 20:00"),
        ("19:40", "2026-11-23 19:40"),  # it has begun
        ("19:00", "2026-11-23 19:00"),
        ("friday 8", "2026-11-27 20:00"),
        ("friday at 8", "2026-11-27 20:00"),
        ("friday 8:00", "2026-11-27 08:00"),
        ("friday 8 am", "2026-11-27 08:00"),
        ("8 PM Friday", "2026-11-27 20:00"),
        ("friday 12am", "2026-11-27 00:00"),
        ("friday 12 p.m.", "2026-11-27 12:00"),
        ("friday noon", "2026-11-27 12:00"),
        ("noon", "2026-11-23 12:00"),
        ("friday", "2026-11-27 20:00"),
        ("next friday 20:00", "2026-11-27 20:00"),
        ("tonight 9pm", "2026-11-22 21:00"),
        ("sunday 20:00", "2026-11-22 20:00"),  # today is a Sunday
        ("sunday 18:00", "2026-11-29 18:00"),
        ("22 nov 20:00", "2026-11-22 20:00"),
        ("21 nov 20:00", "2027-11-21 20:00"),
        ("nov 27", "2026-11-27 20:00"),
        ("nov 27 8", "2026-11-27 20:00"),
        ("nov 8", "2027-11-08 20:00"),
        ("Friday, 27 November 2026 20:00", "2026-11-27 20:00"),
        ("22.11. 19:40", "2027-11-22 19:40"),  # a year ahead to the minute
        ("２０：００", "2026-11-22 20:00"),
        ("", "empty"),
        ("   ", "empty"),
        ("hello", "unclear"),
        ("a", "unclear"),
        ("november", "unclear"),
        ("31.11. 20:00", "unclear"),
        ("24:00", "unclear"),
        ("fri 25:00", "unclear"),
        ("fri 20:3", "unclear"),
        ("13pm", "unclear"),
        ("fri 20:00 CET", "unclear"),
        ("x" * 3000, "unclear"),
        ("today 18:00", "past"),
        ("yesterday", "past"),
        ("2 days ago", "past"),
        ("now", "past"),
        ("2026-11-20 20:00", "past"),
        ("22.11.2026 19:40", "past"),
        ("29.2. 20:00", "far"),
        ("2027-11-22 19:41", "far"),
        ("9999-12-31 23:59", "far"),
        ("wed 27 nov 20:00", "weekday"),
        ("wed 27.11. 20:00", "weekday"),
    ],
)
def test_typed(text: str, meant: str) -> None:
    assert understood(text) == meant, f"{text!r} is read as something else"


@pytest.mark.parametrize(
    ("text", "briton", "american"),
    [
        ("3/4 20:00", "2027-04-03 20:00", "2027-03-04 20:00"),
        ("1.11. 20:00", "2027-11-01 20:00", "2027-01-11 20:00"),
        ("12/1/2026 8pm", "past", "2026-12-01 20:00"),
        # There is one way to read these.
        ("11/27 8pm", "2026-11-27 20:00", "2026-11-27 20:00"),
        ("27/11 8pm", "2026-11-27 20:00", "2026-11-27 20:00"),
        ("2026-12-01 8pm", "2026-12-01 20:00", "2026-12-01 20:00"),
    ],
)
def test_months_come_first_for_americans_alone(text: str, briton: str, american: str) -> None:
    assert understood(text, BRITON) == briton
    assert understood(text, AMERICAN) == american
    assert understood(text, GERMAN) == briton


def test_words_of_the_reader_s_language_are_read_as_well() -> None:
    assert understood("Freitag 20:00", GERMAN) == "2026-11-27 20:00"
    assert understood("friday 20:00", GERMAN) == "2026-11-27 20:00"
    assert understood("morgen um 20:00", GERMAN) == "2026-11-23 20:00"
    assert understood("金曜日 20:00", reader_of("ja")) == "2026-11-27 20:00"
    assert understood("Freitag 20:00", BRITON) == "unclear"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("金曜 20:00", "2026-11-27 20:00"),
        ("土曜午後2時", "2026-11-28 14:00"),
        ("土曜午後12時", "2026-11-28 12:00"),  # as on a clock of twelve hours
        ("土曜午前11時", "2026-11-28 11:00"),
        ("土曜の午前0時半", "2026-11-28 00:30"),
        ("11月27日（金）20時半", "2026-11-27 20:30"),
        ("１１／２７（金）２０：００", "2026-11-27 20:00"),
        ("11/28（金）20:00", "weekday"),
        ("12/5 20:00", "2026-12-05 20:00"),
        ("2026年12月5日19時", "2026-12-05 19:00"),
        ("27日 20時30分", "2026-11-27 20:30"),
        ("21日", "2026-12-21 20:00"),
        ("明日20時", "2026-11-23 20:00"),
        ("明日の朝9時", "2026-11-23 09:00"),
        ("あした8時", "2026-11-23 20:00"),
        ("今夜9時から", "2026-11-22 21:00"),
        ("2時間後", "2026-11-22 21:40"),
        ("3日後", "2026-11-25 20:00"),
        ("来週の金曜日", "2026-11-27 20:00"),  # today is the last day of this week
        ("来週の金曜8時", "2026-11-27 20:00"),
        ("来週金曜日の夜9時", "2026-11-27 21:00"),
        ("来週（金）19:30", "2026-11-27 19:30"),
        ("来週の金曜の20:30", "2026-11-27 20:30"),
        ("11月27日の夜8時", "2026-11-27 20:00"),
        ("再来週の月曜日 午後2時", "2026-11-30 14:00"),
        ("今週の日曜日", "2026-11-22 20:00"),
        ("今週の日曜18時", "past"),
        ("今週の金曜日", "past"),
        ("25時", "unclear"),
        ("土曜の夜12時", "unclear"),  # midnight: which one?
        ("今夜1時半", "unclear"),
        ("13月40日", "unclear"),
    ],
)
def test_dates_are_read_as_japanese_people_type_them(text: str, meant: str) -> None:
    assert understood(text, reader_of("ja")) == meant


@pytest.mark.parametrize(
    ("today", "text", "meant"),
    [
        (23, "今週の金曜日", "2026-11-27"),
        (23, "来週の月曜", "2026-11-30"),
        (27, "今週の金曜", "2026-11-27"),
        (27, "来週の金曜日", "2026-12-04"),
        (28, "来週の日曜日", "2026-12-06"),
        (29, "来週の日曜日", "2026-12-06"),
        (29, "来週の月曜日", "2026-11-30"),
    ],
)
def test_a_japanese_week_begins_on_monday(today: int, text: str, meant: str) -> None:
    now = moment(datetime(2026, 11, today, 12), BERLIN).at  # noqa: DTZ001
    for reader in (reader_of("ja"), BRITON):
        found = read(text, now, BERLIN, reader)
        assert f"{found.local:%Y-%m-%d %H:%M}" == f"{meant} 20:00"
        proposed = proposals(text, now, BERLIN, reader)
        assert proposed and proposed[0] == found, f"{text} isn't proposed first"


@pytest.mark.parametrize("locale", ["no", "zh-CN", "zh-TW", "pt-BR", "es-419", "sv-SE", "hi"])
def test_a_locale_of_discord_is_one_that_can_be_read(locale: str) -> None:
    assert understood("friday 20:00", reader_of(locale)) == "2026-11-27 20:00"


def test_what_the_clocks_do_is_told() -> None:
    now = moment(datetime(2026, 3, 28, 12), BERLIN).at  # noqa: DTZ001
    spring = read("tomorrow 2:30", now, BERLIN)
    assert (spring.leap, f"{spring.shown:%H:%M}") == ("skipped", "03:30")
    now = moment(datetime(2026, 10, 24, 12), BERLIN).at  # noqa: DTZ001
    autumn = read("tomorrow 2:30", now, BERLIN)
    assert autumn.leap == "twice" and autumn.at - now == 14.5 * 3600, "the first of them is meant"
    # Half past two has been, though the clock is going to show it again.
    with pytest.raises(BadDate, match="past"):
        read("in 30 minutes", autumn.at + 15 * 60, BERLIN)


def test_a_date_in_digits_reads_back_as_itself() -> None:
    rng = random.Random(1)
    zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
    first = moment(datetime(2026, 1, 1), BERLIN).at  # noqa: DTZ001
    for round_, (zone, reader) in product(range(40), product(zones, (BRITON, AMERICAN, GERMAN))):
        where = zone_of(zone)
        now = first + rng.randrange(3 * 365 * 86400)
        here = local_time(now, where)
        # Every other one is close by, where today and tomorrow lie.
        minutes = rng.randrange(1, 60 * 24 * (365 if round_ % 2 else 8))
        meant = moment(here + timedelta(minutes=minutes), where)
        if meant.at <= now:
            continue
        text = f"{meant.shown:%Y-%m-%d %H:%M}"
        found = read(text, now, where, reader)
        assert found.at == meant.at, f"{text!r}, typed on {here:%a %Y-%m-%d %H:%M}, moved"


@pytest.mark.parametrize(
    ("text", "first", "among"),
    [
        ("", "Sun 22 Nov 20:00", "Fri 27 Nov 20:00"),
        ("f", "Fri 27 Nov 20:00", "Fri 27 Nov 19:00"),
        ("fri", "Fri 27 Nov 20:00", "Fri 27 Nov 18:00"),
        ("fri 8", "Fri 27 Nov 20:00", "Fri 27 Nov 08:00"),
        ("fri 2", "Fri 27 Nov 14:00", "Fri 27 Nov 20:00"),
        ("fri 20:", "Fri 27 Nov 20:00", "Fri 27 Nov 20:00"),
        ("fri 20:3", "Fri 27 Nov 20:30", "Fri 27 Nov 20:30"),
        ("to", "Sun 22 Nov 20:00", "Mon 23 Nov 20:00"),
        ("27", "Fri 27 Nov 20:00", "Sun 27 Dec 20:00"),
        ("27 n", "Fri 27 Nov 20:00", "Fri 27 Nov 20:00"),
        ("3.4.", "Sat 3 Apr 20:00", "Thu 4 Mar 20:00"),
        ("in", "Sun 22 Nov 21:40", "Tue 24 Nov 20:00"),
        ("in 3", "Sun 22 Nov 22:40", "Wed 25 Nov 20:00"),
    ],
)
def test_proposals(text: str, first: str, among: str) -> None:
    found = [f"{one.shown:%a %-d %b %H:%M}" for one in proposals(text, NOW, BERLIN, BRITON)]
    assert found and found[0] == first, f"{text!r} first proposes {found}"
    assert among in found, f"{text!r} doesn't propose it: {found}"


def test_proposals_are_a_few_different_moments_ahead_whatever_is_typed() -> None:
    rng = random.Random(2)
    letters = "0123456789 .:/-TapmfristonvdecFr,²½"
    texts = ["".join(rng.choices(letters, k=rng.randrange(12))) for _ in range(400)]
    for text in texts:
        found = proposals(text, NOW, BERLIN, BRITON, most=5)
        moments = [one.at for one in found]
        assert len(moments) <= 5 and len(set(moments)) == len(moments), text
        assert all(NOW < at <= NOW + 366 * 86400 for at in moments), f"{text!r} gives {found}"
        said = understood(text)
        if found and said[0].isdigit():
            assert f"{found[0].local:%Y-%m-%d %H:%M}" == said, "what is typed comes first"
