"""Standings: what people earned, added up, whatever order it comes in. Sums only, and pure.

All sums are exact, so that equals come out equal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

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


def season_standings(points: Iterable[Points]) -> Standings:
    """Return the standings of a season by averages, for those with enough games."""
    sums = _sums(points)

    def average(_person: int, each: _Sum) -> Fraction:
        added = ADDED_GAMES * Fraction(1, 2)
        return (Fraction(each.points, FULL_POINTS) + added) / (each.games + ADDED_GAMES)

    enough = {person: each for person, each in sums.items() if each.own >= LEAST_GAMES}
    few = {person: each.own for person, each in sums.items() if person not in enough}
    return Standings(_ranked(enough, average), few)


def night_standings(results: Iterable[Points], given: Iterable[tuple[int, int]] = ()) -> Standings:
    """Return the standings of one night: by all points earned there, and by nothing else, so that
    everybody can check them.

    `given` are people with points that they have without a result, say for sitting out. Whoever has
    no result on a seat of their own, at a table that not all have left, has no place.
    """
    everything = [*results]
    played = {each.table_id for each in everything if each.of_seat}
    results = [each for each in everything if each.table_id in played]
    sums = _sums(results)
    more: Counter[int] = Counter()
    for person, points in given:
        more[person] += points
    own = {each.person for each in results if each.of_seat}

    def value(person: int, each: _Sum) -> Fraction:
        return Fraction(each.points + more[person], FULL_POINTS)

    placed = {person: each for person, each in sums.items() if person in own}
    unplaced = {*(each.person for each in everything), *more} - own
    # Whoever earned nothing on a seat has no points from there.
    without = sorted((-more[person], person) for person in unplaced)
    return Standings(
        _ranked(placed, value), {}, {person: Fraction(-n, FULL_POINTS) for n, person in without}
    )


def _sums(points: Iterable[Points]) -> dict[int, _Sum]:
    sums: defaultdict[int, _Sum] = defaultdict(_Sum)
    for each in points:
        found = sums[each.person]
        found.points += each.points
        found.games += 1
        found.own += each.of_seat
        found.wins += each.won
    return dict(sums)


def _ranked(
    sums: Mapping[int, _Sum], value: Callable[[int, _Sum], Fraction]
) -> tuple[Standing, ...]:
    """Return who stands where by what they have, the most first; equals share a place."""
    values = {person: value(person, each) for person, each in sums.items()}
    # Within a place, the order mustn't be that of the rows either.
    order = sorted(sorted(sums), key=lambda person: values[person], reverse=True)
    found: list[Standing] = []
    for number, person in enumerate(order, 1):
        same = bool(found) and found[-1].value == values[person]
        place = found[-1].place if same else number
        found.append(Standing(place, person, values[person], sums[person].games, sums[person].wins))
    return tuple(found)
