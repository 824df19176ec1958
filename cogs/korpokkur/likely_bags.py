"""How likely what the others did is if these are their bags, by what people usually do.

Whoever has seven korpokkur when their turn comes calls Arwampe, so whoever holds out chips has
fewer, and the others had fewer at their last turn. Chips that went from bag to bag unseen were
often two at once, which are of one kind. And each of two players usually fills the bag with as many
korpokkur as allowed. Nothing more is read into offers and answers: they are made so as to reveal
nothing, at least by computers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from cogs.korpokkur.components import ENOUGH
from cogs.korpokkur.views import Bounds, SeatView

MISSED: Final = 0.05
"""How likely somebody who could call Arwampe holds out chips: it wins the round."""
CAME: Final = 0.4
"""How likely the seventh korpokkur has come since a seat's last turn."""
ODD: Final = 0.5
"""How likely an odd number of chips is beyond the fewest, where two at once may have come."""
FEWER: Final = 0.3
"""How likely one of two players has filled the bag with the fewer korpokkur."""


class World(Protocol):
    """The parts of a world that are looked at."""

    korpokkur: list[int]


def weighs(view: SeatView) -> Callable[[World], float] | None:
    """Return how likely what the others did is in a world; None if nothing is told."""
    seen, facts = view.public, view.private.bags
    # Those whose bags are known weigh the same in every world.
    hidden = [
        seat
        for seat, bag in enumerate(facts)
        if seen.playing[seat] and seat != view.seat and bag[0] < bag[1]
    ]
    many = [seat for seat in hidden if facts[seat][1] >= ENOUGH]
    giver = seen.turn if seen.number else None
    paired = [(seat, facts[seat][0]) for seat in hidden if _moved_by_twos(facts[seat])]
    filled = [(seat, facts[seat][1]) for seat in hidden if seen.seats == 2]
    if not many and not paired and not filled:
        return None

    def weight(world: World) -> float:
        korpokkur = world.korpokkur
        found = 1.0
        for seat in many:
            if korpokkur[seat] >= ENOUGH:
                found *= MISSED if seat == giver else CAME
        for seat, fewest in paired:
            if korpokkur[seat] - fewest & 1:
                found *= ODD
        for seat, most in filled:
            if korpokkur[seat] < most:
                found *= FEWER
        return found

    return weight


def _moved_by_twos(bag: Bounds) -> bool:
    """Tell whether a bag may differ from another that is possible by two chips of one kind.

    All its chips are counted, so what it may hold more of one kind it holds less of the other.
    """
    korpokkur, butterbur = bag[1] - bag[0], bag[3] - bag[2]
    return korpokkur == butterbur and korpokkur % 2 == 0 and bag[4] == bag[5]
