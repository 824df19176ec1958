"""Standings: what people earned, added up, whatever order it comes in. Sums only, and pure.

All sums are exact, so that equals come out equal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from storage.result_rows import FULL_POINTS, Points

LEAST_GAMES: Final = 3
"""Whoever has fewer results of their own isn't listed in a season."""
ADDED_GAMES: Final = 4
"""How many games at half the full points everybody has besides their own in a season, so a lucky
newcomer stands just above the middle, not on top.
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one person stands. Those who are equal share the place."""

    place: int
    person: int
    value: Fraction
    """What the place goes by: 1 is a first place."""
    games: int
    wins: int
    players: int = 0
    """At the tables of their games, added up."""
    beyond: Fraction = Fraction()
    """Their wins beyond those that chance gives."""


@dataclass(frozen=True, slots=True)
class Standings:
    """Who stands where, the best first, and who has too few results of their own to be listed."""

    listed: tuple[Standing, ...]
    unlisted: Mapping[int, int]
    """How many results of their own they have, by person."""
    unplaced: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    """What those have, by person, who have no result of their own and so no place; most first."""

    def of(self, person: int) -> Standing | None:
        """Return where a person stands; None if they aren't listed."""
        return next((each for each in self.listed if each.person == person), None)

    @property
    def by_value(self) -> tuple[tuple[int, Fraction], ...]:
        """Return all with what they have, also those without a place: nobody stands before others
        who have more. Where that is equal, those with a place stand first.
        """
        found = [*((each.person, each.value) for each in self.listed), *self.unplaced.items()]
        return tuple(sorted(found, key=lambda each: -each[1]))


@dataclass(slots=True)
class _Sum:
    points: int = 0
    games: int = 0
    own: int = 0
    """How many of the games they haven't left to a computer."""
    wins: int = 0
    sizes: Counter[int] = field(default_factory=Counter[int])
    """How many games they had at tables of each size."""

    @property
    def players(self) -> int:
        """Return how many there were at their tables, added up."""
        return sum(seats * games for seats, games in self.sizes.items())

    @property
    def beyond(self) -> Fraction:
        """Return the wins beyond those expected by chance."""
        expected = (Fraction(games, seats) for seats, games in self.sizes.items())
        return self.wins - sum(expected, Fraction())

    @property
    def mean(self) -> Fraction:
        """Return the mean of what they earned."""
        return Fraction(self.points, self.games * FULL_POINTS)


def season_standings(points: Iterable[Points]) -> Standings:
    """Return the standings of a season by averages, for those with enough games."""
    sums = _sums(points)

    def average(_person: int, each: _Sum) -> Fraction:
        added = ADDED_GAMES * Fraction(1, 2)
        return (Fraction(each.points, FULL_POINTS) + added) / (each.games + ADDED_GAMES)

    enough = {person: each for person, each in sums.items() if each.own >= LEAST_GAMES}
    few = {person: each.own for person, each in sums.items() if person not in enough}
    return Standings(_ranked(enough, average, average), few)


def night_standings(results: Iterable[Points], given: Iterable[tuple[int, int]] = ()) -> Standings:
    """Return the standings of one night: by all points earned there.

    `given` are people with points that they have without a result, say for sitting out. These
    count in the sum alone: ties go by wins beyond expectation, then by the mean points of those
    met: of each seat, of whoever has its result. A table where all left their seats decides no
    tie. Whoever has no result, or none on a seat of their own, has no place; those without any
    points share one.
    """
    everything = [*results]
    played = {each.table_id for each in everything if each.of_seat}
    results = [each for each in everything if each.table_id in played]
    sums = _sums(results)
    at_table: defaultdict[str, list[int]] = defaultdict(list)
    for each in results:
        if each.of_seat:
            at_table[each.table_id].append(each.person)
    met: defaultdict[int, list[Fraction]] = defaultdict(list)
    for people in at_table.values():
        for person in people:
            met[person] += [sums[other].mean for other in people if other != person]
    more: Counter[int] = Counter()
    for person, points in given:
        more[person] += points
    own = {each.person for each in results if each.of_seat}

    def value(person: int, each: _Sum) -> Fraction:
        return Fraction(each.points + more[person], FULL_POINTS)

    def key(person: int, each: _Sum) -> _Key:
        others = met[person]
        mean = sum(others, Fraction()) / len(others) if others else Fraction()
        points = value(person, each)
        return (points, each.beyond, mean) if points else (points, points, points)

    placed = {person: each for person, each in sums.items() if person in own}
    listed = _ranked(placed, value, key)
    unplaced = {*(each.person for each in everything), *more} - own
    # Whoever earned nothing on a seat has no points from there.
    without = sorted((-more[person], person) for person in unplaced)
    return Standings(listed, {}, {person: Fraction(-n, FULL_POINTS) for n, person in without})


_Key = tuple[Fraction, Fraction, Fraction]
"""Points, wins beyond expectation, and the mean points of those met."""


def _sums(points: Iterable[Points]) -> dict[int, _Sum]:
    sums: defaultdict[int, _Sum] = defaultdict(_Sum)
    for each in points:
        found = sums[each.person]
        found.points += each.points
        found.games += 1
        found.own += each.of_seat
        found.wins += each.won
        found.sizes[each.seats] += 1
    return dict(sums)


def _ranked(
    sums: Mapping[int, _Sum],
    value: Callable[[int, _Sum], Fraction],
    key: Callable[[int, _Sum], Any],
) -> tuple[Standing, ...]:
    """Return who stands where by a key, the greatest first; those of equal keys share a place."""
    keys = {person: key(person, each) for person, each in sums.items()}
    # Within a place, the order mustn't be that of the rows either.
    order = sorted(sorted(sums), key=lambda person: keys[person], reverse=True)
    found: list[Standing] = []
    for number, person in enumerate(order, 1):
        same = bool(found) and keys[found[-1].person] == keys[person]
        place = found[-1].place if same else number
        each = sums[person]
        of_all = (each.games, each.wins, each.players, each.beyond)
        found.append(Standing(place, person, value(person, each), *of_all))
    return tuple(found)
