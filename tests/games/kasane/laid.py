"""Tables of Colors of Kasane laid as a test wants them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from bot.engine.dealer import ReplayDealer
from bot.engine.game import Event, carry_out
from cogs.kasane.rules import GAME, State
from cogs.kasane.views import BOXES, FREE, Meld, Take


def lay(
    rows: Sequence[Sequence[int]],
    hand: Sequence[int] = (),
    robe: Sequence[int] = (),
    *,
    hands: Sequence[Sequence[int]] | None = None,
    robes: Sequence[Sequence[int]] | None = None,
    marked: Sequence[int] = (),
    easier: bool = False,
    round_: int = 1,
    turn: int = 0,
) -> State:
    """Return a table in play; `hand` and `robe` are those of seat 0, whose turn it is."""
    seats = len(rows)
    nothing = [()] * (seats - 1)
    return settle(
        State(
            seats=seats,
            fewer_melds=False,
            easier=easier,
            round=round_,
            first=0,
            turn=turn,
            rows=[tuple(row) for row in rows],
            hands=[tuple(each) for each in (hands or [hand, *nothing])],
            robes=[tuple(each) for each in (robes or [robe, *nothing])],
            marks=[1 if box in marked else FREE for box in range(len(BOXES))],
            marked=0,
            points=[],
            left=0,
            pile=tuple(itertools.islice(itertools.cycle(range(1, 10)), 36)),
            discards=(),
        )
    )


def recount(state: State) -> tuple[int, list[int], int]:
    """Return the set of the boxes marked, each seat's points for them, and the cards to take."""
    marked = sum(2**box for box in range(len(BOXES)) if state.marks[box] != FREE)
    points = [
        sum(box.points for box, owner in zip(BOXES, state.marks, strict=True) if owner == seat)
        for seat in range(state.seats)
    ]
    return marked, points, sum(len(cards) for cards in state.rows) - state.seats


def settle(state: State) -> State:
    """Count again what a table keeps of its rows and marks, after they were laid; return it."""
    state.marked, state.points, state.left = recount(state)
    return state


def before(card: int) -> list[list[int]]:
    """Return a field of three rows in which a card is in front of row 1, and a "+1" elsewhere."""
    return [[5, 5, card], [5, 0], [5, 0]]


def do(state: State, action: Take, *shuffles: Sequence[int]) -> list[Event]:
    """Do a legal action of the seat whose turn it is; return what was told."""
    (seat,) = GAME.to_act(state)
    assert action in GAME.legal(state, seat), f"{action} isn't among {GAME.legal(state, seat)}"
    dealer = ReplayDealer([list(cards) for cards in shuffles])
    carry_out(GAME, state, seat, action, dealer)
    assert all(events.audience == "all" for events in dealer.events), (
        "somebody alone is told something, and nothing here is secret"
    )
    return [events.event for events in dealer.events]


def boxes_of(meld: Meld) -> list[tuple[int, int]]:
    """Return the boxes of a meld as (size, points)."""
    return [(box.size, box.points) for box in BOXES if box.meld == meld]


def places(meld: Meld, size: int) -> list[int]:
    """Return where the boxes of a meld and size stand in the list of all."""
    return [at for at, box in enumerate(BOXES) if (box.meld, box.size) == (meld, size)]
