"""Who came where in a game: by its result, and whoever was gone behind all who stayed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.game import Result
from storage.result_rows import FULL_POINTS

NOBODY_GONE: Final[Mapping[int, int]] = {}


def places_of(result: Result, gone: Mapping[int, int] = NOBODY_GONE) -> list[float]:
    """Return the place of each seat; seats that share some have the mean of them.

    `gone` has the seats whose people are gone, with the revision of the table since which they are.
    They come behind all others, whatever they scored, and who went first comes last. Of those who
    stayed the winners share the first places: ties were broken there. All others go by score.
    """
    ranks = [
        (False, False, gone[seat])
        if seat in gone
        # What the winners scored doesn't matter.
        else (True, seat in result.winners, 0 if seat in result.winners else score)
        for seat, score in enumerate(result.scores)
    ]
    better = [sum(other > rank for other in ranks) for rank in ranks]
    return [above + (ranks.count(rank) + 1) / 2 for above, rank in zip(better, ranks, strict=True)]


def place_once_gone(seat: int, gone: Mapping[int, int], seats: int) -> float:
    """Return the place of a seat whose person is gone, which no score changes."""
    return places_of(Result((0,) * seats, (), ()), gone)[seat]


def first_by_rule(places: Sequence[float], scores: Sequence[int], gone: Collection[int]) -> bool:
    """Tell whether who is first in a game is so only as everybody else was gone, some of whom
    scored more.
    """
    firsts = {seat for seat, place in enumerate(places) if place == min(places)}
    others = {*range(len(places))} - firsts
    if not others or not others <= {*gone}:
        return False
    return max(scores[each] for each in others) > max(scores[each] for each in firsts)


def points_of(place: float, seats: int) -> int:
    """Return the points of a place: (seats − place) / (seats − 1) of the full points."""
    return int(2 * (seats - place)) * FULL_POINTS // (2 * (seats - 1))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game has ended, as it is shown to everybody."""

    result: Result
    gone: Mapping[int, int]
    """The seats whose people are gone, with the revision since which they are."""
    places: tuple[float, ...]

    @classmethod
    def of(
        cls,
        result: Result,
        gone: Mapping[int, int] = NOBODY_GONE,
        corrected: tuple[float, ...] | None = None,
    ) -> Ending:
        """Return how a game has ended with a result, and some people gone; `corrected` are the
        places that a host has put in the stead of those.
        """
        return cls(result, gone, corrected or tuple(places_of(result, gone)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        best = min(self.places)
        return tuple(seat for seat, place in enumerate(self.places) if place == best)

    def place(self, seat: int) -> int:
        """Return where a seat came, from 1; those who share places all have the first of them."""
        return 1 + sum(place < self.places[seat] for place in self.places)

    def shares(self, seat: int) -> bool:
        """Tell whether a seat shares its place."""
        return self.places.count(self.places[seat]) > 1

    def best_first(self, seats: Iterable[int]) -> list[int]:
        """Return seats from the first place to the last; equals stay in the order given."""
        return sorted(seats, key=lambda seat: self.places[seat])


def is_half(own: int, moves: int) -> bool:
    """Tell whether somebody made half of a seat's moves or more, and so may have its points."""
    return 2 * own >= moves
