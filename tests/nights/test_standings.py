"""Standings: exact sums, ties, and no trace of the order in which the results come."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.nights.assign_tables import Measure, SeatedRound, SeatedTable
from bot.nights.night import Night, Round
from bot.nights.night_points import Void, points_of_night, points_so_far
from bot.nights.seating import Seating
from bot.nights.standings import LEAST_GAMES, Standings, night_standings, season_standings
from bot.nights.table_sizes import TableSizes
from bot.tables.rankings import points_of
from storage.result_rows import FULL_POINTS, Points, ResultRow
from tests.nights.sample_nights import sample_night
from tests.storage.samples import a_result

Adds = Callable[[list[Points]], Standings]

ADA, BOB, CLEO, DAI, EMI = 1, 2, 3, 4, 6
NOTHING_VOID: Void = {}


def table(name: str, *people: int | None) -> list[Points]:
    """Return what a table brings, its people from the first place to the last."""
    return [
        Points(name, person, points_of(place, len(people)), place == 1)
        for place, person in enumerate(people, 1)
        if person is not None
    ]


def tied(name: str, *people: int) -> list[Points]:
    """Return what a table where everybody has won brings."""
    half = FULL_POINTS // 2
    return [Points(name, person, half, True) for person in people]


def season(rng: random.Random, tables: int) -> list[Points]:
    """Return the points of some tables of three to five people and computers."""
    found: list[Points] = []
    for number in range(tables):
        people = rng.sample(range(1, 12), rng.randint(3, 5))
        found += table(f"t{number}", *(None if person > 9 else person for person in people))
    return found


def places(standings: Standings) -> list[tuple[int, int]]:
    """Return who stands where."""
    return [(each.place, each.person) for each in standings.listed]


def test_a_season_is_an_average_with_four_games_at_the_middle_added() -> None:
    points = [*table("a", ADA, BOB, CLEO), *table("b", ADA, CLEO), *table("c", ADA, BOB, CLEO, DAI)]
    found = season_standings(points)
    ada, cleo = found.listed
    assert (ada.person, ada.value, ada.games, ada.wins) == (ADA, Fraction(3 + 2, 3 + 4), 3, 3)
    third = Fraction(1, 3)
    assert (cleo.person, cleo.value, cleo.games) == (CLEO, (third + 2) / 7, 3)
    assert found.unlisted == {BOB: 2, DAI: 1}
    assert found.of(ADA) == ada
    assert found.of(BOB) is None


def test_a_game_left_to_a_computer_counts_and_has_nobody_listed() -> None:
    """As on a night, where a place needs a game of one's own."""
    points = [each for number in range(3) for each in table(f"n{number}", ADA, BOB)]
    left = [each._replace(of_seat=False) if each.person == BOB else each for each in points[2:]]
    found = season_standings([*points[:2], *left])
    assert [each.person for each in found.listed] == [ADA]
    assert found.unlisted == {BOB: 1}, "a game that was left brings somebody nearer to a place"


def test_a_lucky_newcomer_does_not_stand_above_who_wins_often() -> None:
    points = [each for number in range(3) for each in table(f"n{number}", ADA, DAI)]
    for number in range(20):
        winner, other = (CLEO, BOB) if number % 5 == 0 else (BOB, CLEO)
        points += table(f"o{number}", winner, other)
    found = season_standings(points)
    assert places(found)[:2] == [(1, BOB), (2, ADA)]


@pytest.mark.parametrize("standings", [season_standings, night_standings])
def test_equals_share_a_place_and_the_next_one_is_left_out(standings: Adds) -> None:
    points: list[Points] = []
    for number in range(LEAST_GAMES):
        points += tied(f"t{number}", ADA, BOB) + table(f"u{number}", CLEO, DAI)
    assert places(standings(points)) == [(1, CLEO), (2, ADA), (2, BOB), (4, DAI)]


def test_a_third_is_a_third_and_no_fraction_is_lost() -> None:
    """In binary fractions, three thirds of a point aren't one."""
    points = [each for number in range(3) for each in table(f"t{number}", 8, 9, ADA, 7)]
    points += table("x", BOB, CLEO) + table("y", 8, 9, BOB) + table("z", 9, 8, BOB)
    listed = {each.person: each for each in season_standings(points).listed}
    assert listed[ADA].value == listed[BOB].value
    assert listed[ADA].place == listed[BOB].place


def test_a_night_goes_by_points_and_by_nothing_else() -> None:
    """Neither wins, nor at tables of which size they came, nor whom somebody met."""
    assert places(night_standings(table("a", ADA, BOB, CLEO))) == [(1, ADA), (2, BOB), (3, CLEO)]
    # Bob has a win and a last place, Ada was second of three twice.
    points = table("a", BOB, ADA, 8) + table("b", 7, ADA, BOB)
    found = {person: place for place, person in places(night_standings(points))}
    assert found[ADA] == found[BOB], "a win decides between equals"
    # Both have won, of four and of two; Bob met who did better.
    points = table("a", ADA, 8, 9, 10) + table("b", BOB, 7) + table("c", 7, 11)
    found = {person: place for place, person in places(night_standings(points))}
    assert found[ADA] == found[BOB] == 1, "the size of a table decides between equals"


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("standings", [season_standings, night_standings])
def test_the_order_of_the_rows_changes_nothing(standings: Adds, seed: int) -> None:
    rng = random.Random(seed)
    points = season(rng, 12)
    first = standings(points)
    for _ in range(10):
        rng.shuffle(points)
        assert standings(points) == first


def test_who_left_all_their_seats_has_no_place() -> None:
    """Nor does somebody whose only points are for sitting out."""
    points = [*table("a", None, ADA), *table("b", None, None, None, BOB)]
    gone = [each._replace(of_seat=False) for each in points]
    found = night_standings(gone, [(ADA, FULL_POINTS // 2)])
    assert found.listed == (), "who earned nothing on any seat has a place"
    assert found.unplaced == {ADA: Fraction(1, 2), BOB: 0}


def test_half_points_count_in_the_sum_and_give_no_place() -> None:
    """Ada has won and sat out; Bob has won and came second of three."""
    half = FULL_POINTS // 2
    results = table("a", ADA, 8) + table("b", BOB, 9) + table("c", 10, BOB, 11)
    found = night_standings(results, [(ADA, half), (CLEO, half), (CLEO, half), (DAI, 0)])
    assert found.unplaced == {CLEO: 1, DAI: 0}, "somebody without a result has a place"
    assert places(found)[:2] == [(1, ADA), (1, BOB)]
    assert (found.listed[0].value, found.listed[0].games) == (Fraction(3, 2), 1)


def test_nobody_has_played() -> None:
    assert season_standings([]) == night_standings([]) == Standings((), {})


def result(table_id: str, seat: int, person: int | None, place: int, **fields: Any) -> ResultRow:
    """Return how a game of a night's first round has ended for a seat of two."""
    row = {"game": "kirifuda", "place": place, "won": place == 1, "score": 0}
    row |= {"points": points_of(place, 2), "night_id": "7kq7m", "round": 1}
    return a_result(table_id, seat, person, **row | fields)


def dealt(*tables: tuple[int, ...], sit_outs: tuple[int, ...] = (), number: int = 1) -> Round:
    """Return a round that was dealt."""
    seated = SeatedRound(tuple(SeatedTable(each, each[0]) for each in tables), sit_outs)
    sizes = TableSizes(tuple(map(len, tables)))
    return Round(number, 1, Seating(sizes, seated, Measure(0, 0)), "dealt")


def earned(night: Night, *rows: ResultRow, void: Void = NOTHING_VOID) -> list[tuple[int, int]]:
    """Return the points of a night, in halves of a first place, by person."""
    found = points_of_night(night, rows, void)
    return sorted((each.person, each.points // (FULL_POINTS // 2)) for each in found)


def test_who_left_a_seat_has_the_row_that_says_so_and_nobody_is_looked_for() -> None:
    night = replace(sample_night(), rounds=(dealt((ADA, BOB), (CLEO, DAI)),))
    rows = [result("a", 0, None, 2), result("a", 1, BOB, 1), result("a", 2, ADA, 2)]
    assert earned(night, *rows) == [(ADA, 0), (BOB, 2)], "who left has no 0, or others have one"


def test_a_table_without_result_and_sitting_out_give_half_and_an_open_table_nothing() -> None:
    """Half to those there: Bob was gone, Emi had taken over a seat, 5 had sat out."""
    tables = (dealt((ADA, BOB), (CLEO, DAI), sit_outs=(5,)), dealt((ADA, CLEO), number=2))
    night = replace(sample_night(), rounds=tables)
    void = {(1, 1): frozenset({ADA, EMI, 5}), (2, 9): frozenset({ADA})}
    found = [(ADA, 1), (BOB, 0), (5, 1), (EMI, 1)]
    assert earned(night, void=void) == found
    later = [result("c", 0, ADA, 1, round=2), result("c", 1, CLEO, 2, round=2)]
    assert earned(night, *later, void=void) == sorted([*found, (ADA, 2), (CLEO, 0)])


def test_who_changed_tables_within_a_round_has_what_the_last_one_gives_and_one_0_at_most() -> None:
    night = replace(sample_night(), rounds=(dealt((ADA, BOB), (CLEO, DAI)),))
    here = {(1, 1): frozenset({BOB}), (1, 2): frozenset({ADA, CLEO})}
    found = [(ADA, 0), (ADA, 1), (BOB, 1), (CLEO, 1), (DAI, 0)]
    assert earned(night, void=here) == sorted(found), "Ada left a table and was at the other one"
    rows = [result("b", 0, CLEO, 2), result("b", 1, ADA, 1)]
    assert earned(night, *rows) == [(ADA, 2), (CLEO, 0)], "Ada has more than her one result"


@pytest.mark.parametrize(("voids", "decided"), [(0, True), (1, False), (2, False)])
def test_somebody_has_won_only_if_most_points_come_from_results(voids: int, decided: bool) -> None:
    """Each table of two gives a first place's points, with a result or without."""
    tables = [dealt((ADA, BOB), number=number) for number in range(1, 2 + voids)]
    night = replace(sample_night(), rounds=tuple(tables))
    rows = [result("a", 0, ADA, 1), result("a", 1, BOB, 2)]
    void = {(number, 1): frozenset({ADA, BOB}) for number in range(2, 2 + voids)}
    points = points_so_far(night, rows, void)
    assert points.from_results == decided
    assert [each.points for each in points.of(ADA, 1)] == [FULL_POINTS]
    assert [each.result for each in points.of(ADA, 2)] == [None] * (voids > 0)


def test_a_proposed_round_gives_nobody_anything() -> None:
    proposed = replace(dealt((ADA, BOB), sit_outs=(CLEO,)), state="proposed")
    night = replace(sample_night(), rounds=(proposed,))
    assert earned(night, void={(1, 1): frozenset({ADA})}) == []
