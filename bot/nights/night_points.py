"""What guests have earned on a night: at its tables, and where they could not play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.nights.night import Night, Round
from bot.nights.standings import Standings, night_standings
from bot.tables.rankings import points_of
from bot.tables.results import SeatResult, WhyNobodys
from bot.tables.table import Table
from bot.tables.table_event import who_decided_own
from bot.tables.who_sits import stored_seat
from storage.result_rows import FULL_POINTS, Points
from storage.rows import SeatRow, TableEventRow

HALF = FULL_POINTS // 2
"""For a round that somebody sat out, to which they came late, or in which they took over a seat
without having had a place, if their seat didn't earn more; or whose table was ended without a
result while they were there.
"""

Void = Mapping[tuple[int, int], frozenset[int]]
"""The round and number of tables that were ended without a result, with the people who were there
and have half the points for it; whoever was gone, or ended their own table, has none."""


@dataclass(frozen=True, slots=True)
class Earned:
    """What somebody has for a round: by a result of their own, or without one."""

    round: int
    person: int
    points: int
    """Of all that a first place is worth."""
    result: Points | None = None
    """None for half of it, or nothing, where there is no result."""


@dataclass(frozen=True, slots=True)
class NightPoints:
    """The points of a night: round by round, and added up."""

    standings: Standings
    earned: tuple[Earned, ...] = ()

    def of(self, person: int, round_: int) -> list[Earned]:
        """Return what somebody has for a round; nothing for one that they didn't play."""
        return [each for each in self.earned if (each.person, each.round) == (person, round_)]

    @property
    def from_results(self) -> bool:
        """Tell whether more than half of all points come from results: without, nobody has won."""
        ours = sum(each.points for each in self.earned if each.result is not None)
        return 2 * ours > sum(each.points for each in self.earned)


def who_played(night: Night) -> frozenset[int]:
    """Return who has played: neither who only sat out, nor who came once it was too late."""
    return night.dealt_in & {person for each in night.dealt for person in each.seating.played}


def points_so_far(night: Night, results: Sequence[SeatResult], void: Void) -> NightPoints:
    """Return the points of a night as it stands; the arguments are those of `points_of_night`."""
    earned = points_of_night(night, results, void)
    own = [each.result for each in earned if each.result is not None]
    given = [(each.person, each.points) for each in earned if each.result is None]
    # All who took part stand there, also who is still at play, or took a seat too late.
    there = night.took_part if earned else frozenset[int]()
    given += [(person, 0) for person in there]
    found = night_standings(own, given)
    # Whoever was dealt in and never came to play has nothing, and isn't among them.
    unplaced = {person: n for person, n in found.unplaced.items() if n or person in there}
    return NightPoints(replace(found, unplaced=unplaced), tuple(earned))


def points_of_night(night: Night, results: Sequence[SeatResult], void: Void) -> list[Earned]:
    """Return what each guest earned in each round that is over for them.

    `results` are of the night's tables, `void` are those that were ended without a result. A table
    that is still being played counts for nothing yet.
    """
    found = [
        Earned(
            row.round or 0,
            row.person,
            row.points,
            # Whoever was gone and has nothing for it stands as if they had lost the seat.
            Points(row.table_id, row.person, row.points, row.won, row.of_seat and not _left(row)),
        )
        for row in results
        if row.person is not None
    ]
    left = {(row.round, row.person) for row in results if _left(row)}
    for each in night.dealt:
        seated = each.seating.seated
        for number, table in enumerate(seated.tables, 1):
            there = void.get((each.number, number))
            if there is not None:
                came = there - {*table.people, *seated.sit_outs}
                left |= {(each.number, person) for person in {*table.came} - there}
                found += [
                    Earned(each.number, person, HALF if person in there else 0)
                    for person in (*table.people, *sorted(came))
                ]
        over = {e.person for e in found if e.round == each.number}
        for person, why in halves(night, each).items():
            # Who came late has something once their game is over, and nobody who left theirs.
            if why in ("late", "soon") and person not in over:
                continue
            if why == "joined" and (each.number, person) in left:
                continue
            # Whoever got a seat after all has what that earned, or half of a first place.
            earned = sum(e.points for e in found if (e.round, e.person) == (each.number, person))
            if earned < HALF:
                found.append(Earned(each.number, person, HALF - earned))
    return found


def _left(row: SeatResult) -> bool:
    return row.gone and not row.points


def halves(night: Night, round_: Round) -> dict[int, WhyNobodys]:
    """Return who has half of a first place in a round unless they earn more themselves, and why:
    they came late, the night was over before they were to come, they sat out, or they took over a
    seat without having had a place, and played there.
    """
    seating = round_.seating
    found: dict[int, WhyNobodys] = dict.fromkeys({*seating.joined} - {*seating.idle}, "joined")
    for person in sorted(night.came_late(round_)):
        found[person] = "soon" if person in night.over_too_soon else "late"
    for person in seating.seated.sit_outs:
        found[person] = "out"
    return found


def why_unearned(
    night: Night, table: Table, why: Mapping[int, WhyNobodys]
) -> dict[int, WhyNobodys]:
    """Return why the results of seats of a night's table are nobody's, and who of those that have
    a seat at the end has half of a first place instead of what it brings, or will if they come
    before the night ends.
    """
    found: dict[int, WhyNobodys] = {**why}
    low = {*why, *_below_half(table)}
    for round_ in (each for each in night.dealt if each.number == table.night_round):
        have = halves(night, round_)
        coming = still_coming(night, round_)
        for seat in low:
            holder = table.seats[seat].person
            if holder in have:
                found[seat] = have[holder]
            elif seat in why and holder in coming:
                found[seat] = "coming"
    return found


def still_coming(night: Night, round_: Round) -> frozenset[int]:
    """Return who was dealt in and hasn't come yet: they have half of a first place if they do."""
    came = {each.person for each in night.guests.guests if each.came_at is not None}
    return frozenset() if night.over else round_.seating.from_the_start - came


def _below_half(table: Table) -> list[int]:
    """Return the seats of a finished game whose places bring less than half of a first one."""
    if table.phase != "finished" or table.frozen:
        return []
    places = table.face().ending().places
    return [n for n, place in enumerate(places) if points_of(place, len(places)) < HALF]


def there_at_end(seats: Sequence[SeatRow], table_events: Sequence[TableEventRow]) -> frozenset[int]:
    """Return who was there as a table was ended without a result, and has half the points for it.

    A leader of the night has none who decided for the others at a table where they play. Whoever
    never came wasn't there.
    """
    own = who_decided_own(table_events)
    stayed = [each for each in map(stored_seat, seats) if each.level is None and each.gone is None]
    there = {each.person for each in stayed if not each.never_came}
    return frozenset(there - own)


def tonight(points: Sequence[Earned]) -> Mapping[int, float]:
    """Return the sum of each person's points; 1 is a first place."""
    sums: dict[int, Fraction] = {}
    for each in points:
        earned = Fraction(each.points, FULL_POINTS)
        sums[each.person] = sums.get(each.person, Fraction()) + earned
    return {person: float(value) for person, value in sums.items()}
