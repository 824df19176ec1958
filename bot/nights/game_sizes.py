"""How many tables of which game and size, on a night of several games, by what guests ticked.

All of it is pure and exact: no other tables cost less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from math import inf
from typing import Final

from bot.nights.table_sizes import NEAR, TableSizes, misfit_of, sizes_for_seats

SIT_OUT: Final = 40.0
"""The cost of a guest without a seat."""
UNTICKED: Final = 10.0
"""The cost of a guest at a game that they didn't tick."""
COMPUTER: Final = 6.0
"""The cost of a seat that a computer fills."""
FEW: Final = 8
"""Of how many ways to have many games in a round the tables are counted."""

_Way = tuple[float, int, tuple[int, ...]]
"""What it costs, how many play what they didn't tick, and the seats at each game."""


@dataclass(frozen=True, slots=True)
class GameSizes:
    """The sizes of the tables of one game."""

    key: str
    """"" on a night of one game."""
    legal: tuple[int, ...]
    wanted: float
    """The size that its tables should come near to."""

    def shifted(self, by: int) -> GameSizes:
        """Return the game with larger tables wanted, or smaller ones."""
        wanted = min(max(self.wanted + by, min(self.legal)), max(self.legal))
        return replace(self, wanted=wanted)


def all_sizes(games: Iterable[GameSizes]) -> tuple[int, ...]:
    """Return the sizes of all tables that there can be."""
    return tuple(sorted({size for game in games for size in game.legal}))


def with_room_for(late: int, sizes: TableSizes, games: Sequence[GameSizes]) -> TableSizes | None:
    """Return tables with a seat each for so many more guests who come late: those of computers,
    then one more at tables that can have one, the least odd first. None if that isn't enough, or
    leaves a computer or a guest without a seat.
    """
    if sizes.sit_outs or sizes.computers > late:
        return None
    known = {game.key: game for game in games}
    tables = [
        (size, key, known[key])
        for size, key in zip(sizes.seats, sizes.games or [""] * len(sizes.seats), strict=True)
    ]
    more = sorted(
        (misfit_of(size + 1, game.wanted) - misfit_of(size, game.wanted), at)
        for at, (size, _key, game) in enumerate(tables)
        if size + 1 in game.legal
    )
    larger = {at for _cost, at in more[: late - sizes.computers]}
    if len(larger) < late - sizes.computers:
        return None
    found = sorted(
        ((size + (at in larger), key) for at, (size, key, _game) in enumerate(tables)),
        key=lambda each: -each[0],
    )
    games_of = tuple(key for _size, key in found) if sizes.games else ()
    return TableSizes(tuple(size for size, _key in found), games=games_of)


def choices_of_games(
    count: int,
    games: Sequence[GameSizes],
    *,
    many: bool,
    left: int = 1,
    played: Mapping[str, int] | None = None,
) -> tuple[TableSizes, ...]:
    """Return the tables for a number of guests as if nobody had ticked a game, as `table_sizes`
    does: those that fit, or several for the host to choose from.
    """
    if count < 1:
        return ()
    guests = [frozenset[str]()] * count
    most = sum(max(game.legal) - 1 for game in games)
    found: list[TableSizes] = []
    for tries in (
        [(0, 0)],
        [(computers, 0) for computers in range(1, most + 1)],
        [(0, out) for out in range(1, count)],
    ):
        sizes = (
            sizes_of_games(guests, games, each, many=many, left=left, played=played)
            for each in tries
        )
        first = next((each for each in sizes if each is not None), None)
        if first is not None and first.exact:
            return (first,)
        found += [] if first is None else [first]
    return tuple(found)


def sizes_of_games(
    guests: Sequence[frozenset[str]],
    games: Sequence[GameSizes],
    filling: tuple[int, int] | None = None,
    *,
    many: bool,
    left: int = 1,
    played: Mapping[str, int] | None = None,
) -> TableSizes | None:
    """Return the tables that cost least for guests, each given as the games they ticked.

    Whoever ticked none of them plays any. `filling` says how many computers there are, and how many
    guests sit out; without it that is weighed, too. Near ties go to the games that were played
    least tonight, `played` being their seats so far, then to the one that is named first. A round
    has one of them after another, so that everybody meets everybody and plays all; or as many as
    can be, if each can have two tables, or else some had no turn in the `left` rounds.

    None if there are no such tables.
    """
    if not guests or not games:
        return None
    search = _Search(guests, games, _Turns(played or {}, left), many=many)
    best: _Found | None = None
    for computers, outs in [filling] if filling else search.fillings():
        if best is not None and COMPUTER * computers + SIT_OUT * outs >= best.least:
            continue
        found = search.best(computers, outs)
        if found is not None and (best is None or found.least < best.least):
            best = found
    return None if best is None else search.tables(best)


@dataclass(frozen=True, slots=True)
class _Turns:
    """Which games have had their turn tonight."""

    played: Mapping[str, int]
    """The seats that each has had."""
    left: int
    """How many rounds are to come, this one included."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Tables: how many seats at each game, and what they cost."""

    seats: tuple[int, ...]
    computers: int
    sit_outs: int
    unticked: int
    least: float
    """What the best tables cost; these ones are as good, or nearly so."""


class _Search:
    """Looks for the seats of each game that cost least."""

    def __init__(
        self,
        guests: Sequence[frozenset[str]],
        games: Sequence[GameSizes],
        turns: _Turns,
        *,
        many: bool,
    ) -> None:
        self._count = len(guests)
        self._games = games
        self._many = many
        self._played = [turns.played.get(game.key, 0) for game in games]
        self._hurry = self._played.count(0) > turns.left
        """Some game has no turn tonight if a round has one after another."""
        everything = (1 << len(games)) - 1
        ticks = [0] * (everything + 1)
        for ticked in guests:
            mask = sum(1 << at for at, game in enumerate(games) if game.key in ticked)
            ticks[mask or everything] += 1
        self._beyond = [
            sum(many for mask, many in enumerate(ticks) if mask & ~games_in)
            for games_in in range(everything + 1)
        ]
        """For each set of games, how many guests would play one that isn't among them."""
        most = self._count + sum(max(game.legal) - 1 for game in games)
        self._misfits = [_misfits(game, most) for game in games]

    def fillings(self) -> list[tuple[int, int]]:
        """Return how many computers and sit-outs there could be, the cheapest first."""
        # A game never has as many computers as one of its tables has seats: that could be closed.
        computers = range(sum(max(game.legal) - 1 for game in self._games) + 1)
        both = [(each, outs) for each in computers for outs in range(self._count)]
        return sorted(both, key=lambda each: COMPUTER * each[0] + SIT_OUT * each[1])

    def best(self, computers: int, outs: int) -> _Found | None:
        """Return the best seats of each game with so many computers and guests who sit out."""
        seated = self._count - outs
        filled = COMPUTER * computers + SIT_OUT * outs
        found: list[_Way] = []
        for seats, misfit in self._ways(seated + computers, len(self._games)):
            unticked = seated - min(seated, self._ticked(seats))
            found.append((filled + UNTICKED * unticked + misfit, unticked, seats))
        if not found:
            return None
        least, unticked, _seats = min(found)
        near = [each for each in found if each[1] == unticked and each[0] <= least + NEAR]
        _cost, unticked, seats = self._by_turns(near)
        return _Found(seats, computers, outs, unticked, least)

    def _by_turns(self, near: Sequence[_Way]) -> _Way:
        """Return the way that suits what was played tonight, of some that are as good."""

        def again(each: _Way) -> tuple[float, ...]:
            seats = zip(each[2], self._played, strict=True)
            return sum(now * before for now, before in seats), *(-now for now in each[2])

        def uneven(each: _Way) -> tuple[float, _Way]:
            sums = [now + before for now, before in zip(each[2], self._played, strict=True)]
            return sum(every * every for every in sums) / sum(each[2]), each

        both = 2 * sum(min(game.legal) for game in self._games)
        if not self._hurry and sum(near[0][2]) < both:
            return min(near, key=again)
        even = nsmallest(FEW, near, key=uneven)
        if self._many:
            even.sort(key=lambda each: uneven(each)[0] - len(self._tables_of(each[2])))
        return even[0]

    def _ways(self, seats: int, games: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield how many seats the first games can have, so many in all, with their misfit."""
        misfits = self._misfits[games - 1]
        if games == 1:
            if misfits[seats] < inf:
                yield (seats,), misfits[seats]
            return
        for mine in range(seats + 1):
            if misfits[mine] < inf:
                for others, misfit in self._ways(seats - mine, games - 1):
                    yield (*others, mine), misfit + misfits[mine]

    def _ticked(self, seats: Sequence[int]) -> int:
        """Return how many guests can have a seat at a game that they ticked."""
        # The seats of some games, and the guests who would play another one, limit it.
        among = [0]
        for each in seats:
            among += [before + each for before in among]
        return min(map(int.__add__, among, self._beyond))

    def _tables_of(self, seats: Sequence[int]) -> list[tuple[int, int]]:
        """Return the tables of so many seats at each game, as `(size, number of the game)`."""
        return [
            (size, at)
            for at, (game, each) in enumerate(zip(self._games, seats, strict=True))
            for size in sizes_for_seats(each, game.legal, game.wanted, many=self._many) or ()
        ]

    def tables(self, found: _Found) -> TableSizes:
        """Return the tables of what was found; computers sit where nobody misses a seat."""
        tables = self._tables_of(found.seats)
        tables.sort(key=lambda table: (-table[0], table[1]))
        guests = [size for size, _game in tables]
        left = list(found.seats)
        ticked = self._count - found.sit_outs - found.unticked
        for _computer in range(found.computers):

            def loss(table: int) -> tuple[int, int, int]:
                seats = left.copy()
                seats[tables[table][1]] -= 1
                # No table is left to computers alone.
                alone = guests[table] < 2
                missing = max(0, ticked - self._ticked(seats))
                return alone, missing, -guests[table]

            table = min(reversed(range(len(tables))), key=loss)
            left[tables[table][1]] -= 1
            guests[table] -= 1
        return TableSizes(
            tuple(size for size, _game in tables),
            found.computers,
            found.sit_outs,
            tuple(self._games[game].key for _size, game in tables),
            tuple(guests) if found.computers else (),
        )


def _misfits(game: GameSizes, most: int) -> list[float]:
    """Return how odd the best tables of a game are for each number of seats."""
    found = [0.0]
    for seats in range(1, most + 1):
        smaller = [
            found[seats - size] + misfit_of(size, game.wanted)
            for size in game.legal
            if size <= seats
        ]
        found.append(min(smaller, default=inf))
    return found
