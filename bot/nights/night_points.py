"""What guests have earned on a night: at its tables, and where they could not play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.nights.night import Night
from bot.nights.standings import Standings, night_standings
from bot.tables.results import SeatResult
from storage.rows import FULL_POINTS, Points, SeatRow, TableEventRow

HALF = FULL_POINTS // 2
"""For a round that somebody sat out, or whose table was ended without a result while they were
there."""

Void = Mapping[tuple[int, int], frozenset[int]]
"""The round and number of tables that were ended without a result, with the people who were there
and have half the points for it; whoever was gone, or ended their own table, has none."""


def points_of_night(night: Night, results: Sequence[SeatResult], void: Void) -> list[Points]:
    """Return what each guest earned in each round that is over for them.

    `results` are of the night's tables, `void` are those that were ended without a result. A table
    that is still being played counts for nothing yet.
    """
    found = [
        Points(row.table_id, row.person, row.seats, row.points, row.won)
        for row in results
        if row.person is not None
    ]
    for each in night.dealt:
        seated = each.seating.seated
        for number, table in enumerate(seated.tables, 1):
            there = void.get((each.number, number))
            if there is not None:
                table_id = f"{each.number}.{number}"
                came = there - {*table.people, *seated.sit_outs}
                found += [
                    _half(table_id, person, len(table.people), earns=person in there)
                    for person in (*table.people, *sorted(came))
                ]
        found += [_half(f"{each.number}.out.{person}", person, 2) for person in seated.sit_outs]
    return found


def there_at_end(seats: Sequence[SeatRow], table_events: Sequence[TableEventRow]) -> frozenset[int]:
    """Return who was there as a table was ended without a result, and has half the points for it.

    A leader of the night who ended a table where they play, or let computers finish it, has none.
    """
    decided = ("ended", "played_out")
    own = {each.person for each in table_events if each.what in decided and each.seat is not None}
    there = {seat.person for seat in seats if seat.level is None and seat.gone is None}
    return frozenset(there - own)


def standings_of(night: Night, results: Sequence[SeatResult], void: Void) -> Standings:
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
