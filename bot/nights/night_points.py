"""What guests have earned on a night: at its tables, and where they could not play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.nights.night import Night
from bot.nights.standings import Standings, night_standings
from bot.tables.results import SeatResult
from storage.rows import FULL_POINTS, Points

HALF = FULL_POINTS // 2
"""For a round that somebody sat out, or whose table was ended without a result."""


def points_of_night(
    night: Night, results: Sequence[SeatResult], void: Mapping[tuple[int, int], int | None]
) -> list[Points]:
    """Return what each guest earned in each round that is over for them.

    `results` are of the night's tables; `void` are (round, table) of those that were ended without
    a result, with those of its people who ended it themselves and so earn nothing. A table that is
    still being played counts for nothing yet.
    """
    found = [
        Points(row.table_id, row.person, row.seats, row.points, row.won)
        for row in results
        if row.person is not None
    ]
    earned = {(row.round, row.person) for row in results}
    finished = {row.table_id: row.round for row in results}
    for each in night.dealt:
        seated = each.seating.seated
        for number, table in enumerate(seated.tables, 1):
            if (each.number, number) in void:
                table_id = f"{each.number}.{number}"
                ended_by = void[each.number, number]
                found += [
                    _half(table_id, person, len(table.people), earns=person != ended_by)
                    for person in table.people
                ]
        found += [_half(f"{each.number}.out.{person}", person, 2) for person in seated.sit_outs]
    # Whoever left a game that somebody else finished has earned nothing in it, but still took part.
    for table_id, rows in _by_table(results).items():
        number = finished[table_id]
        left = _seated_at(night, number, rows) - {row.person for row in rows}
        found += [
            Points(table_id, person, rows[0].seats, 0, False)
            for person in sorted(left)
            if (number, person) not in earned
        ]
    return found


def standings_of(
    night: Night, results: Sequence[SeatResult], void: Mapping[tuple[int, int], int | None]
) -> Standings:
    """Return the standings of a night as it stands."""
    return night_standings(points_of_night(night, results, void))


def tonight(points: Sequence[Points]) -> Mapping[int, float]:
    """Return the sum of each person's points; 1 is a first place."""
    sums: dict[int, Fraction] = {}
    for each in points:
        earned = Fraction(each.points, FULL_POINTS)
        sums[each.person] = sums.get(each.person, Fraction()) + earned
    return {person: float(value) for person, value in sums.items()}


def _half(table_id: str, person: int, seats: int, *, earns: bool = True) -> Points:
    return Points(table_id, person, max(2, seats), HALF if earns else 0, won=False)


def _by_table(results: Sequence[SeatResult]) -> dict[str, list[SeatResult]]:
    tables: dict[str, list[SeatResult]] = {}
    for row in results:
        tables.setdefault(row.table_id, []).append(row)
    return tables


def _seated_at(night: Night, number: int | None, rows: Sequence[SeatResult]) -> set[int]:
    """Return those who were seated at the table of some results when its round was dealt.

    It is the table where most of them have the seat they were given: somebody may have moved to a
    seat of another table since.
    """

    def fits(people: tuple[int, ...]) -> tuple[int, int]:
        kept = sum(row.person == person for row, person in zip(rows, people, strict=False))
        return kept, sum(row.person in people for row in rows)

    tables = [
        table.people
        for each in night.dealt
        if each.number == number
        for table in each.seating.seated.tables
    ]
    found = max(tables, key=fits, default=())
    return {*found} if any(fits(found)) else set()
