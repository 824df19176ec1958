"""The results of a night, and who came, as tables for a spreadsheet: names and no ids."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from bot.nights.night import Night
from bot.nights.night_points import Earned
from bot.nights.teaching import learners_of
from bot.tables.results import SeatResult, of_seats
from storage.result_rows import FULL_POINTS

POINTS: Final = 10
"""What a first place is worth as it is shown."""
FORMULA: Final = ("=", "+", "-", "@")
"""What a spreadsheet would take for a formula at the beginning of a cell."""

CORRECTED: Final = "places corrected by a host"
HALF: Final = "sat out, late, took a seat over, or no result"
"""Why somebody has points without a result."""

Cell = str | int
Name = Callable[[int], str]
"""What somebody is called in the files: whoever hides isn't named there."""


def results_file(
    results: Sequence[SeatResult],
    tables: Mapping[str, tuple[int, int]],
    name: Name,
    earned: Iterable[Earned] = (),
    corrected: Collection[str] = (),
) -> bytes:
    """Return how each seat of a night's games has ended; `tables` are their rounds and numbers.

    What people have `earned` without a result has rows of its own, so that night points add up.
    Tables in `corrected` say why places and scores differ.
    """
    head = (
        "round",
        "table",
        "game",
        "seat",
        "name",
        "game score",
        "place",
        "night points",
        "computer",
        "note",
    )
    rows = [
        (
            *tables.get(row.table_id, (row.round or 0, "")),
            row.game,
            row.seat + 1,
            "" if row.person is None else name(row.person),
            row.score,
            f"{row.place:g}",
            _points(row.points),
            "yes" if row.person is None else "no",
            CORRECTED if row.table_id in corrected else "",
        )
        for row in of_seats(results)
    ]
    rows.sort(key=lambda row: (row[0], str(row[1]), row[3]))
    rows += [
        (each.round, "", "", "", name(each.person), "", "", _points(each.points), "no", HALF)
        for each in earned
        if each.result is None and each.points
    ]
    return _file(head, sorted(rows, key=lambda row: row[0]))


def _points(points: int) -> str:
    return f"{points * POINTS / FULL_POINTS:.1f}"


def attendance_file(night: Night, name: Name) -> bytes:
    """Return what each guest of a night has answered, whether they came, and what they played."""
    played = Counter(
        person for each in night.dealt for table in each.seating.seated.tables
        for person in {*table.people, *table.came} - {*each.seating.idle}
    )  # fmt: skip
    out = Counter(person for each in night.dealt for person in each.seating.seated.sit_outs)
    # Whoever has learnt it by now isn't marked any more.
    taught, came = learners_of(night), night.came
    head = ("name", "answer", "came", "rounds played", "rounds sat out", "learner", "teacher")
    rows = [
        (
            name(guest.person),
            guest.answer,
            _yes(guest.person in came),
            played[guest.person],
            out[guest.person],
            _yes("learner" in guest.marks or guest.person in taught),
            _yes("teacher" in guest.marks),
        )
        for guest in night.guests.guests
    ]
    return _file(head, rows)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _file(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table as a file that every spreadsheet reads as UTF-8."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(head)
    table.writerows([_plain(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _plain(cell: Cell) -> Cell:
    """Return a cell that isn't run as a formula."""
    typed = isinstance(cell, str) and cell.startswith(FORMULA)
    return f"'{cell}" if typed else cell
