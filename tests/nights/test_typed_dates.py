"""What people type for a date: read, offered twice, or named back."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import cast

import pytest
from babel import Locale
from babel.dates import format_date, format_skeleton, format_time

from bot.nights.date_offers import proposals
from bot.nights.dates import local_time, moment, zone_of
from bot.nights.typed_dates import BadDate, Edge, read, read_near

TYPED = Path(__file__).parent / "typed_dates"
BERLIN = zone_of("Europe/Berlin")
NOW = moment(datetime(2026, 11, 25, 20, 30), BERLIN).at + 31  # noqa: DTZ001
"""A Wednesday, in the evening."""
BRITON, AMERICAN = ("en-GB",), ("en-US",)
DISCORD = [
    "id",
    "da",
    "de",
    "en-GB",
    "en-US",
    "es-ES",
    "es-419",
    "fr",
    "hr",
    "it",
    "lt",
    "hu",
    "nl",
    "no",
    "pl",
    "pt-BR",
    "ro",
    "fi",
    "sv-SE",
    "vi",
    "tr",
    "cs",
    "el",
    "bg",
    "ru",
    "uk",
    "hi",
    "th",
    "zh-CN",
    "ja",
    "zh-TW",
    "ko",
]
"""All languages that Discord has."""


def understood(text: str, languages: tuple[str, ...] = BRITON) -> str:
    """Return what a text is read as, the likelier first, with its notes; or why it isn't."""
    try:
        found = read(text, NOW, BERLIN, languages)
    except BadDate as refused:
        word = f" {refused.word}" if refused.why == "unclear" else ""
        return f"!{refused.why}{word}"
    moments = [f"{one.local:%y-%m-%d %H:%M}" for one in (found.first, *found.others)]
    return " | ".join(moments) + "".join(f" +{note.kind}" for note in found.notes)


def typed(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the languages of a reader, a text, and what it is read as, from a list.

    In these the likelier reading comes first; `!` is why there is none, `+` what is said about it.
    """
    languages = ""
    for line in (TYPED / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            languages = line.removeprefix("# ")
        else:
            text, meant = line.split(" => ")
            yield languages, text, meant


@pytest.mark.parametrize("name", sorted(each.stem for each in TYPED.iterdir()))
def test_what_people_type_is_read_offered_twice_or_named_back(name: str) -> None:
    lines = list(typed(name))
    assert len(lines) > 50, "the list is gone"
    wrong = {
        text: f"{said}, not {meant}"
        for languages, text, meant in lines
        if (said := understood(text, tuple(languages.split()))) != meant
    }
    assert not wrong, f"read as something else: {wrong}"


@pytest.mark.parametrize("text", ["", "   ", "\u3000"])
def test_nothing_typed_is_said(text: str) -> None:
    assert understood(text) == "!empty"


def test_a_long_text_is_refused_whole() -> None:
    assert understood("fri 20:00 " * 20).startswith("!unclear"), "only its beginning was read"


@pytest.mark.parametrize("language", DISCORD)
def test_each_language_reads_dates_as_it_writes_them(language: str) -> None:
    locale = Locale.parse(language, sep="-")
    rng = random.Random(language)
    for _ in range(12):
        # Not close by, where a date without a year may be over already.
        local = local_time(NOW + rng.randrange(86400, 360 * 86400), BERLIN)
        if moment(local, BERLIN).leap is not None:
            continue
        local = local.replace(minute=rng.randrange(12) * 5)
        clock = format_time(local.time(), "short", locale=locale)
        days = [format_date(local, width, locale=locale) for width in ("full", "long", "medium")]
        days += [format_skeleton(each, local, locale=locale) for each in ("MMMEd", "yMMMd", "MMMd")]
        days.append(format_date(local, "short", locale=locale))
        for day in days:
            for text in (f"{day} {clock}", f"{day}, {local:%H:%M}"):
                if len(text) > 60:
                    continue
                found = read(text, NOW, BERLIN, (language,))
                # Without its year it may be half past eight in the evening, too.
                may_be = (found.first, *found.others)
                meant = [each.local for each in may_be]
                assert local in meant, f"{text!r} in {language} is {meant}"
                assert found.first.local.date() == local.date(), f"{text!r} is {meant}"
                if day == days[0]:
                    assert found.first.local == local, f"{text!r} is first {meant[0]}"


@pytest.mark.parametrize(
    "language", ["no", "zh-CN", "zh-TW", "pt-BR", "es-419", "sv-SE", "hi", "xx"]
)
def test_english_is_read_everywhere(language: str) -> None:
    assert understood("friday 20:00", (language,)) == "26-11-27 20:00"


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("ko", "11월 27일 20시", "26-11-27 20:00"),
        ("ko", "금요일 오후 8시 30분", "26-11-27 20:30"),
        ("zh-CN", "星期五晚上8点", "26-11-27 20:00"),
        ("zh-TW", "11月27日 晚上8點", "26-11-27 20:00"),
        ("pl", "piątek 20:00", "26-11-27 20:00"),
        ("ru", "27 ноября 20:00", "26-11-27 20:00"),
        ("ja", "来月 2026", "!which day"),
    ],
)
def test_hours_are_read_in_other_scripts(language: str, text: str, meant: str) -> None:
    assert understood(text, (language,)) == meant, text


def test_the_language_of_the_server_is_read_as_well() -> None:
    assert understood("mar 5", ("en-GB", "es-ES")).startswith("27-03-05 20:00 | 26-12-01 17:00"), (
        "a Tuesday in Spanish, and March in English"
    )
    assert understood("petak 20:00", ("en-GB", "hr")) == "26-11-27 20:00"


def test_what_the_clocks_do_is_told() -> None:
    now = moment(datetime(2026, 3, 28, 12), BERLIN).at  # noqa: DTZ001
    spring = read("tomorrow 02:30", now, BERLIN).first
    assert (spring.leap, f"{spring.shown:%H:%M}") == ("skipped", "03:30")
    now = moment(datetime(2026, 10, 24, 12), BERLIN).at  # noqa: DTZ001
    autumn = read("tomorrow 02:30", now, BERLIN).first
    assert autumn.leap == "twice" and autumn.at - now == 14.5 * 3600, "the first of them is meant"
    # Half past two has been, though the clock is going to show it again.
    with pytest.raises(BadDate, match="past"):
        read("in 30 minutes", autumn.at + 15 * 60, BERLIN)


@pytest.mark.parametrize(
    ("text", "meant"), [("in 2 hours", "15:00"), ("in 7 minutes", "13:06"), ("2時間後", "15:00")]
)
def test_a_span_from_now_ends_at_a_full_five_minutes(text: str, meant: str) -> None:
    now = moment(datetime(2026, 3, 2, 12, 59), BERLIN).at + 7  # noqa: DTZ001
    assert f"{read(text, now, BERLIN, ('ja',)).first.local:%H:%M:%S}" == f"{meant}:00"


@pytest.mark.parametrize(
    ("now", "text", "meant"),
    [
        ((2026, 12, 30, 12), "fri 20:00", "2027-01-01 20:00"),
        ((2026, 12, 31, 12), "tomorrow 8pm", "2027-01-01 20:00"),
        ((2026, 12, 31, 12), "1.1.", "2027-01-01 20:00"),
        ((2026, 12, 31, 12), "31 dec 24:00", "2027-01-01 00:00"),
        ((2026, 12, 20, 12), "the 4th", "2027-01-04 20:00"),
        ((2026, 12, 31, 12), "in 2 months", "!no day"),
        ((2027, 12, 1, 12), "29.2. 20:00", "2028-02-29 20:00"),
        ((2028, 2, 28, 12), "tomorrow", "2028-02-29 20:00"),
        ((2028, 2, 29, 12), "28.2.2029 20:00", "2029-02-28 20:00"),
        ((2027, 2, 27, 12), "29.2.2027", "!no day"),
    ],
)
def test_ends_of_years_and_leap_years(now: tuple[int, ...], text: str, meant: str) -> None:
    year, month, day, hour = now
    at = moment(datetime(year, month, day, hour), BERLIN).at  # noqa: DTZ001
    try:
        said = f"{read(text, at, BERLIN).first.local:%Y-%m-%d %H:%M}"
    except BadDate as bad:
        said = f"!{bad.why}"
    assert said == meant, f"{text!r} on {year}-{month}-{day}"


@pytest.mark.parametrize(
    ("day", "text", "meant"),
    [
        (23, "今週の金曜日", "26-11-27"),
        (23, "来週の月曜", "26-11-30"),
        (27, "今週の金曜 23時", "26-11-27"),
        (27, "来週の金曜日", "26-12-04"),
        (29, "来週の日曜日", "26-12-06"),
        (29, "来週の月曜日", "26-11-30"),
        (28, "this friday", "26-12-04"),
        (29, "friday next week", "26-12-04"),
    ],
)
def test_a_week_begins_on_monday(day: int, text: str, meant: str) -> None:
    now = moment(datetime(2026, 11, day, 20, 30), BERLIN).at  # noqa: DTZ001
    found = read(text, now, BERLIN, ("ja",))
    assert f"{found.first.local:%y-%m-%d}" == meant, text


def test_a_date_in_digits_reads_back_as_itself() -> None:
    rng = random.Random(1)
    zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
    first = moment(datetime(2026, 1, 1), BERLIN).at  # noqa: DTZ001
    for round_, (zone, languages) in product(
        range(40), product(zones, (BRITON, AMERICAN, ("de",)))
    ):
        where = zone_of(zone)
        now = first + rng.randrange(3 * 365 * 86400)
        here = local_time(now, where)
        # Every other one is close by, where today and tomorrow lie.
        minutes = rng.randrange(1, 60 * 24 * (365 if round_ % 2 else 8))
        meant = moment(here + timedelta(minutes=minutes), where)
        if meant.at <= now:
            continue
        text = f"{meant.shown:%Y-%m-%d %H:%M}"
        found = read(text, now, where, languages)
        assert found.first.at == meant.at, f"{text!r}, typed on {here:%a %Y-%m-%d %H:%M}, moved"
        assert not found.others and not found.notes, f"{text!r} has but one meaning: {found}"


PIECES = """
fri 8 20:00 8pm next week this tomorrow morgen 27.11. 5/12 12 the 4th of dec noon midnight 25時 金曜
明日 夜 halb neun mañana às - to 3日後 in 2 hours UTC IST 2026 1930 at or tonight 24:00 soir 31 feb
every prochain end 後 mar 0 00:30 late first last weekend 29.2. <t:1796400000>
"""


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("thu 4am", "12-17 04:00"),
        ("木曜 4時", "12-17 16:00"),
        ("thu 8", "12-17 20:00"),
        ("sun", "12-13 20:00"),
        ("sat 8pm", "12-19 20:00"),
        ("sat 20.30", "12-19 20:30"),
        ("21:00", "12-16 21:00"),
        ("10 dec 4am", "12-10 04:00"),
        ("tomorrow 8pm", "11-26 20:00"),
        ("thu 11:00", "12-17 23:00"),
    ],
)
def test_a_weekday_or_a_time_alone_is_near_what_it_stands_in_for(text: str, meant: str) -> None:
    near = datetime(2026, 12, 16, 20)  # noqa: DTZ001
    languages = ("en-GB", "ja")
    asked = (NOW, BERLIN, languages, near)
    read_as = read_near(text, *asked, date(2026, 12, 10)).first.local
    assert f"{read_as:%m-%d %H:%M}" == meant
    least = read_near("mon 8pm", *asked, date(2026, 12, 15)).first.local
    assert f"{least:%m-%d}" == "12-21", "not before what stays"


@pytest.mark.parametrize("text", ["thu 11:00", "木曜11時", "10 dec 11"])
def test_an_hour_stays_in_the_half_of_the_day_of_what_it_stands_in_for(text: str) -> None:
    near = datetime(2026, 12, 9, 10, 30)  # noqa: DTZ001
    found = read_near(text, NOW, BERLIN, ("en-GB", "ja"), near)
    assert f"{found.first.local:%m-%d %H:%M}" == "12-10 11:00"
    assert "12-10 23:00" in [f"{each.local:%m-%d %H:%M}" for each in found.others]


def test_a_weekday_that_stands_in_for_a_date_offers_the_next_one_too() -> None:
    near = datetime(2026, 12, 7, 20)  # noqa: DTZ001
    found = read_near("tue 20:00", NOW, BERLIN, BRITON, near)
    assert [f"{each.local:%m-%d}" for each in (found.first, *found.others)] == ["12-08", "12-01"]
    assert [each.kind for each in found.notes] == ["near"]
    later = read_near("tue 20:00", NOW, BERLIN, BRITON, near, date(2026, 12, 5))
    assert not later.others and not later.notes, "it moves before what stays"


def test_no_moment_is_over_and_none_is_given_twice_whatever_is_typed() -> None:
    rng = random.Random(3)
    zones = [zone_of(each) for each in ("Europe/Berlin", "America/New_York", "Pacific/Apia")]
    languages = [BRITON, AMERICAN, ("ja", "de"), ("es-ES", "fr"), ("pt-BR",)]
    count, nameless = 0, list[str]()
    for _ in range(700):
        text = " ".join(rng.choices(PIECES.split(), k=rng.randrange(1, 5)))
        now, zone = NOW + rng.randrange(400 * 86400), rng.choice(zones)
        edge: Edge | None = rng.choice((None, None, "start", "end"))
        try:
            found = read(text, now, zone, rng.choice(languages), edge=edge)
        except BadDate as bad:
            nameless += [] if bad.word else [text]
            continue
        count += 1
        moments = [one.at for one in (found.first, *found.others)]
        assert all(now < at <= now + 367 * 86400 for at in moments), f"{text!r} gives {found}"
        assert len(set(moments)) == len(moments), f"{text!r} offers the same twice"
    assert not nameless, f"refused without naming a word: {nameless}"
    assert count > 200, "hardly anything was read, so nothing is proved"


@pytest.mark.parametrize("text", ["3 days", "72 hours", "3日間", "three days"])
def test_away_for_some_days_is_until_then(text: str) -> None:
    found = read(text, NOW, BERLIN, BRITON, edge="end")
    assert found.first.local.day == 28, found
    assert proposals(text, NOW, BERLIN, BRITON, edge="end")[0] == found.first
    with pytest.raises(BadDate):
        read(text, NOW, BERLIN, BRITON)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("sunday", "29 00:00", "29 23:59"),
        ("dec 4", "04 00:00", "04 23:59"),
        ("today", "25 20:35", "25 23:59"),
        ("wed", "25 20:35", "25 23:59"),
        ("sun evening", "29 20:00", "29 20:00"),
        ("mon 8", "30 08:00 | 30 20:00", "30 08:00 | 30 20:00"),
        ("12月4日", "04 00:00", "04 23:59"),
    ],
)
def test_a_day_away_is_meant_whole(text: str, start: str, end: str) -> None:
    for edge, meant in (("start", start), ("end", end)):
        found = read(text, NOW, BERLIN, BRITON, edge=cast(Edge, edge))
        said = " | ".join(f"{one.local:%d %H:%M}" for one in (found.first, *found.others))
        assert said == meant, f"{text!r} as the {edge} is {said}"
        offered = proposals(text, NOW, BERLIN, BRITON, edge=cast(Edge, edge))
        assert offered[0] == found.first, f"{text!r} first offers {offered[0]}"
    days = [f"{each.local:%d %H:%M}" for each in proposals("", NOW, BERLIN, edge="end")]
    assert days[0] == "25 23:59", days


def test_reading_is_quick() -> None:
    texts = [text for _languages, text, _meant in typed("page")]
    for text in texts:
        understood(text)
    began = time.process_time()
    for text in texts:
        understood(text)
    assert (time.process_time() - began) / len(texts) < 0.004, "a date takes milliseconds to read"


@pytest.mark.parametrize(
    ("text", "first", "among"),
    [
        ("", "Thu 26 Nov 20:00", "Wed 2 Dec 20:00"),
        ("f", "Fri 27 Nov 20:00", "Fri 27 Nov 19:00"),
        ("fri", "Fri 27 Nov 20:00", "Fri 27 Nov 18:00"),
        ("fri 8", "Fri 27 Nov 20:00", "Fri 27 Nov 08:00"),
        ("fri 2", "Fri 27 Nov 14:00", "Fri 27 Nov 20:00"),
        ("fri 20:", "Fri 27 Nov 20:00", "Fri 27 Nov 20:00"),
        ("fri 20:3", "Fri 27 Nov 20:30", "Fri 27 Nov 20:30"),
        ("to", "Wed 25 Nov 21:00", "Thu 26 Nov 20:00"),
        ("27", "Fri 27 Nov 20:00", "Sun 27 Dec 20:00"),
        ("27 n", "Fri 27 Nov 20:00", "Fri 27 Nov 20:00"),
        ("3/4", "Sat 3 Apr 20:00", "Thu 4 Mar 20:00"),
        ("in", "Wed 25 Nov 22:30", "Fri 27 Nov 20:00"),
        ("in 3", "Wed 25 Nov 23:30", "Sat 28 Nov 20:00"),
        ("in 40", "Wed 25 Nov 21:10", "Mon 4 Jan 20:00"),
        ("next fri", "Fri 27 Nov 20:00", "Fri 4 Dec 20:00"),
    ],
)
def test_proposals(text: str, first: str, among: str) -> None:
    found = [f"{one.shown:%a %-d %b %H:%M}" for one in proposals(text, NOW, BERLIN, BRITON)]
    assert found and found[0] == first, f"{text!r} first proposes {found}"
    assert among in found, f"{text!r} doesn't propose it: {found}"


@pytest.mark.parametrize(
    ("language", "text"), [("de", "frei"), ("ja", "金"), ("fr", "vend"), ("es-ES", "viern")]
)
def test_half_a_word_is_completed_in_the_reader_s_language(language: str, text: str) -> None:
    found = proposals(text, NOW, BERLIN, (language,))
    assert found and f"{found[0].local:%y-%m-%d}" == "26-11-27", f"{text!r} proposes {found}"


def test_nothing_typed_gives_the_next_seven_evenings() -> None:
    found = proposals("", NOW, BERLIN)
    assert [f"{one.local:%d %H:%M}" for one in found] == [
        f"{day:02} 20:00" for day in (26, 27, 28, 29, 30, 1, 2)
    ]


def test_proposals_are_a_few_different_moments_ahead_whatever_is_typed() -> None:
    rng = random.Random(2)
    letters = "0123456789 .:/-TapmfristonvdecFr,²½"
    texts = ["".join(rng.choices(letters, k=rng.randrange(12))) for _ in range(120)]
    for text in texts:
        found = proposals(text, NOW, BERLIN, BRITON, most=5)
        moments = [one.at for one in found]
        assert len(set(moments)) == len(moments) <= (5 if text.strip() else 7), text
        assert all(NOW < at <= NOW + 366 * 86400 for at in moments), f"{text!r} gives {found}"
        said = understood(text)
        if found and said[0].isdigit():
            assert said.startswith(f"{found[0].local:%y-%m-%d %H:%M}"), "what is typed comes first"
