"""How many tables of which size, for a number of guests and the seat numbers of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

NEAR: Final = 2.0
"""How much further from the wanted size sizes may be if that makes more tables for a social
night.
"""
TWO: Final = 4.0
"""How much odder a table for two is than its size alone: that's no company, unless it is wanted."""


class SeatingMode(StrEnum):
    """What decides who sits with whom."""

    SOCIAL = "social"
    """Everybody meets as many others as possible."""
    STANDING = "standing"
    """People with similar points tonight sit together."""
    ONE_TABLE = "one_table"
    """The same tables all evening."""


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The sizes of a round's tables, and what it takes to fill them."""

    seats: tuple[int, ...]
    """The seats of each table, the largest first, or where tables were mended in their own order;
    each a number that the game can be played at.
    """
    computers: int = 0
    """The seats that computers fill."""
    sit_outs: int = 0
    """The guests who have no seat in this round."""
    games: tuple[str, ...] = ()
    """The game of each table, on a night of several games."""
    guests: tuple[int, ...] = ()
    """How many guests each table takes, if computers may not sit just anywhere."""

    @property
    def exact(self) -> bool:
        """Tell whether every guest has a seat and every seat a guest."""
        return not self.computers and not self.sit_outs

    def guests_by_table(self) -> tuple[int, ...]:
        """Return how many guests each table takes: the computers go to the last tables, in turn."""
        if self.guests:
            return self.guests
        guests = list(self.seats)
        for number in range(self.computers):
            guests[-1 - number % len(guests)] -= 1
        return tuple(guests)


def table_sizes(
    guests: int,
    legal: Sequence[int],
    wanted: float,
    *,
    mode: SeatingMode = SeatingMode.SOCIAL,
    rounds: int = 2,
) -> tuple[TableSizes, ...]:
    """Return the sizes of tables for a number of guests: the exact one, or several for the host to
    choose from.

    `legal` are the seat numbers of the game, `wanted` the size that tables should come near to;
    *Smaller tables* asks again with one less, *Larger tables* with one more. `rounds` are those of
    the whole night.

    If no tables fit the number, what comes back isn't exact, and must never be played unasked:
    first with the fewest computers, then with the fewest who sit out, if anybody is then left to
    play. No guests make no tables.
    """
    many = mode is SeatingMode.SOCIAL and rounds > 1
    if guests < 1:
        return ()
    if exact := sizes_for_seats(guests, legal, wanted, many=many):
        return (TableSizes(exact),)
    choices: list[TableSizes] = []
    for computers in range(1, max(legal)):
        if seats := sizes_for_seats(guests + computers, legal, wanted, many=many):
            choices.append(TableSizes(seats, computers=computers))
            break
    for sit_outs in range(1, guests):
        if seats := sizes_for_seats(guests - sit_outs, legal, wanted, many=many):
            choices.append(TableSizes(seats, sit_outs=sit_outs))
            break
    return tuple(choices)


def misfit_of(size: int, wanted: float) -> float:
    """Return how odd a table of some size is where another size is wanted."""
    return (size - wanted) ** 2 + (TWO if size == 2 < wanted else 0.0)


def sizes_for_seats(
    players: int, legal: Sequence[int], wanted: float, *, many: bool
) -> tuple[int, ...] | None:
    """Return the sizes that add up to the players and lie nearest to the wanted one; None if none.

    With `many`, near ties go to more tables, otherwise ties go to fewer.
    """
    # The best sizes by number of tables: reached[t][p] is the misfit of t tables that seat p, and
    # the size of the last. A size never grows from table to table, so each set is seen once.
    best: list[tuple[float, tuple[int, ...]]] = []
    reached: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    while reached:
        if players in reached:
            best.append(reached[players])
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for seated, (misfit, sizes) in reached.items():
            for size in legal:
                if seated + size > players:
                    continue
                more = misfit + misfit_of(size, wanted), (*sizes, size)
                if seated + size not in longer or more < longer[seated + size]:
                    longer[seated + size] = more
        reached = longer
    if not best:
        return None
    least, _sizes = min(best)
    near = [sizes for misfit, sizes in best if misfit <= least + (NEAR if many else 0.0)]
    return tuple(sorted(near[-1] if many else near[0], reverse=True))
