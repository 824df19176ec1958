"""The files of a night: a calendar takes them in, a spreadsheet shows them, and neither has ids."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from bot.nights.assign_tables import Measure, SeatedRound, SeatedTable
from bot.nights.calendar_file import LONGEST_LINE, CalendarEvent, calendar_file
from bot.nights.night import Round
from bot.nights.night_points import Earned
from bot.nights.result_files import attendance_file, results_file
from bot.nights.seating import Seating
from bot.nights.table_sizes import TableSizes
from storage.result_rows import FULL_POINTS
from tests.nights.sample_nights import guests_in, sample_night
from tests.nights.test_standings import result

EVENT = CalendarEvent(
    night_id="7kq7m",
    sequence=2,
    made_at=1_795_000_000,
    title="Friday; of tricks, 花子 \\o/",
    text="Answer on the card: https://discord.com/channels/1/2/3\nNight 7kq7m " + "東" * 60,
    starts_at=1_795_807_800,
    ends_at=1_795_814_000,
    link="https://discord.com/channels/1/2/3",
)


def lines(event: CalendarEvent) -> list[str]:
    """Return the lines of a calendar file, put together again."""
    text = calendar_file(event).decode()
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", ""), (
        "a line of the file ends otherwise"
    )
    for line in text.split("\r\n"):
        assert len(line.encode()) <= LONGEST_LINE, f"too long for a calendar: {line}"
    return text.replace("\r\n ", "").split("\r\n")


def test_a_calendar_knows_the_night_again_and_keeps_the_newest() -> None:
    found = lines(EVENT)
    assert "UID:7kq7m@kakushi" in found and "SEQUENCE:2" in found
    assert "DTSTART:20261127T193000Z" in found and "STATUS:CONFIRMED" in found
    assert "STATUS:CANCELLED" in lines(replace(EVENT, cancelled=True))


def test_what_is_typed_is_one_line_of_a_calendar_file() -> None:
    found = lines(replace(EVENT, title="Friday\r\nEND:VEVENT", text=EVENT.text))
    assert "SUMMARY:Friday\\nEND:VEVENT" in found
    assert found.count("END:VEVENT") == 1, "a title has ended the event"
    assert r"SUMMARY:Friday\; of tricks\, 花子 \\o/" in lines(EVENT)
    (text,) = [line for line in found if line.startswith("DESCRIPTION:")]
    assert text.endswith("東" * 60), "letters were split or lost where a line goes on"


def table(content: bytes) -> list[list[str]]:
    """Return the rows of a spreadsheet."""
    return [*csv.reader(io.StringIO(content.decode("utf-8-sig")))]


def test_results_have_names_and_no_ids_and_run_no_formula() -> None:
    rows = [
        result("bbbbb", 1, 987654321, 1, score=12, round=2),
        result("bbbbb", 0, None, 2, round=2),
        result("aaaaa", 0, 11, 1),
        result("aaaaa", 1, 12, 2),
        result("aaaaa", 2, 13, 2),
    ]
    names = {987654321: "=1+1", 11: "a guest", 12: "花子"}
    tables = {"aaaaa": (1, 2), "bbbbb": (2, 1)}
    earned = [Earned(1, 987654321, FULL_POINTS // 2), Earned(2, 12, 0)]
    content = results_file(rows, tables, names.__getitem__, earned, ["bbbbb"])
    head, *found = table(content)
    assert head[:5] == ["round", "table", "game", "seat", "name"]
    assert head[5:8] == ["game score", "place", "night points"], "which points are the night's?"
    assert found == [
        ["1", "2", "kirifuda", "1", "a guest", "0", "1", "10.0", "no", ""],
        ["1", "2", "kirifuda", "2", "花子", "0", "2", "0.0", "no", ""],
        [
            "1",
            "",
            "",
            "",
            "'=1+1",
            "",
            "",
            "5.0",
            "no",
            "sat out, late, took a seat over, or no result",
        ],
        ["2", "1", "kirifuda", "1", "", "0", "2", "0.0", "yes", "places corrected by a host"],
        ["2", "1", "kirifuda", "2", "'=1+1", "12", "1", "10.0", "no", "places corrected by a host"],
    ], "not a row for each seat, in order, and for points without a result"
    assert "987654321" not in content.decode(), "the file has an id"


def test_attendance_says_who_came_and_how_much_they_played() -> None:
    people = guests_in("Ada", "Bob", "Cleo")
    people[0] = replace(people[0], came_at=5, marks=frozenset({"teacher"}))
    # Bob sat out until he took the seat of Cleo, who was dealt in and never came.
    seated = SeatedRound((SeatedTable((1, 3), 1, together=((1, 2),)),), (2,))
    seating = Seating(TableSizes((2,)), seated, Measure(0, 0), joined=(2,), idle=(3,))
    dealt = Round(1, 1, seating, "over", 1, 2)
    night = replace(sample_night(people, "over"), rounds=(dealt,))
    _head, *found = table(attendance_file(night, lambda person: f"P{'abc'[person - 1]}"))
    assert found == [
        ["Pa", "in", "yes", "1", "0", "no", "yes"],
        ["Pb", "in", "yes", "1", "1", "no", "no"],
        ["Pc", "in", "no", "0", "0", "no", "no"],
    ]
