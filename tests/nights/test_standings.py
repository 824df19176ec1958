"""Standings: exact sums, ties, and no trace of the order in which the results come."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from bot.nights.standings import LEAST_GAMES, Standings, night_standings, season_standings
from bot.tables.results import points_of
from storage.rows import FULL_POINTS, Points

Adds = Callable[[list[Points]], Standings]

ADA, BOB, CLEO, DAI = 1, 2, 3, 4


def table(name: str, *people: int | None) -> list[Points]:
    """Return what a table brings, its people from the first place to the last."""
    return [
        Points(name, person, len(people), points_of(place, len(people)), place == 1)
        for place, person in enumerate(people, 1)
        if person is not None
    ]


def tied(name: str, *people: int) -> list[Points]:
    """Return what a table brings at which all have won."""
    half = FULL_POINTS // 2
    return [Points(name, person, len(people), half, True) for person in people]


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


def test_a_night_goes_by_points_then_wins_then_who_was_met() -> None:
    # By points alone.
    assert places(night_standings(table("a", ADA, BOB, CLEO))) == [(1, ADA), (2, BOB), (3, CLEO)]
    # As many points, but Bob has won: a win and a last place against twice second of three.
    points = table("a", BOB, ADA, 8) + table("b", 7, ADA, BOB)
    order = [person for _, person in places(night_standings(points))]
    assert order.index(BOB) < order.index(ADA), "a win counts for nothing"
    # The same of a win at a table of four, where it is less to be expected than of two.
    # Whom Bob met did better, which comes after that.
    points = table("a", ADA, 8, 9, 10) + table("b", BOB, 7) + table("c", 7, 11)
    order = [person for _, person in places(night_standings(points))]
    assert order.index(ADA) < order.index(BOB), "a win is worth the same whatever was expected"
    # Both won once of two; Cleo, whom Ada met, did better than Dai.
    points = table("a", ADA, CLEO) + table("b", BOB, DAI) + table("c", CLEO, 9) + table("d", 8, DAI)
    found = {person: place for place, person in places(night_standings(points))}
    assert found[ADA] < found[BOB], "whom they met counts for nothing"


def test_whom_somebody_met_are_the_others_alone() -> None:
    """Ada and Bob have a point each, and a third of a win beyond expectation.

    Those whom Ada met have a mean of 0.625, those whom Bob met one of 0.617. With their own means
    of a half counted in, it would be the other way round, for Bob met more people.
    """
    points = table("a", ADA, 11, 12) + table("b", 13, 14, ADA) + table("c", 12, 15)
    points += table("d", BOB, 21) + table("e", 22, 23, 24, 25, 26, BOB)
    points += table("f", 25, 27) + table("g", 26, 28)
    order = [person for _, person in places(night_standings(points))]
    assert order.index(ADA) == order.index(BOB) - 1


def test_who_is_equal_in_everything_shares_a_place_in_a_night() -> None:
    points = table("a", ADA, BOB) + table("b", CLEO, DAI)
    assert places(night_standings(points)) == [(1, ADA), (1, CLEO), (3, BOB), (3, DAI)]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("standings", [season_standings, night_standings])
def test_the_order_of_the_rows_changes_nothing(standings: Adds, seed: int) -> None:
    rng = random.Random(seed)
    points = season(rng, 12)
    first = standings(points)
    for _ in range(10):
        rng.shuffle(points)
        assert standings(points) == first


def test_nobody_has_played() -> None:
    assert season_standings([]) == night_standings([]) == Standings((), {})
