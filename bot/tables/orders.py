"""What becomes of moves set ahead with each step and each change of a table.

Nothing here changes a table: each function says what would be so. What is drawn or dropped is saved
with the step that asks the seat; so nobody can tell from a table whether anything is set there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.ahead import Ahead, Line, first_fit, is_aside, used_up
from bot.engine.match import Match, Step
from bot.tables.clock import Quiet
from bot.tables.order import NO_ORDERS, Order, Orders
from bot.tables.order_pace import LATE, OrderPace
from bot.tables.seat import Seat
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Asking:
    """What it takes to say what is played next, and when."""

    ahead: Ahead
    pace: OrderPace
    now: int
    quiets: Mapping[int, Quiet]
    """By person, of those who have quiet hours."""


def after_step(
    before: Table,
    after: Table,
    step: Step,
    asking: Asking,
    *,
    used: Line | None = None,
    back: bool = False,
) -> Orders:
    """Return what is set at a table after a step of its game.

    `used` is the line that the step has followed, and with `back` it takes moves back. `after` is
    the table as the step leaves it, with its clocks.
    """
    if step.result is not None or step.seat is None or not before._orders:
        return NO_ORDERS
    match = before._match
    assert match is not None
    match = match.left_by(step)
    # What is asked beside all cases begins no visit and ends none.
    visits = () if is_aside(asking.ahead, before.public()) else before.to_act()
    found: dict[int, Order] = {}
    for number, order in before._orders.items():
        seat = after.seats[number]
        if not _may_play(seat, order):
            continue
        own, asked = step.seat == number, number in step.to_act
        newly = asked and (own or number not in visits)
        if not order.stands:
            # Why it was dropped is said until its person has moved, or is asked again.
            kept = None if own or newly else order
        elif back:
            kept = replace(order, due=None, dropped="back")
        elif own and used is None and number in visits:
            kept = replace(order, due=None, dropped="moved")
        elif not asked:
            # Its visit is over, or still to come.
            kept = None if number in visits else order
        elif number not in visits and is_aside(asking.ahead, match.public()):
            kept = order
        elif own:
            lines = used_up(order.lines, used)
            kept = _asked(number, replace(order, lines=lines), match, after, asking, again=True)
        elif newly:
            kept = _asked(number, order, match, after, asking, again=False)
        else:
            assert order.due is not None, "nothing waits in a visit without its time"
            kept = replace(order, due=asking.pace.moved(after.pace, order.due, asking.now))
        if kept is not None:
            found[number] = kept
    return found


def after_change(before: Table, after: Table, asking: Asking) -> Orders:
    """Return what is set at a table after a change of another kind."""
    if after.phase != "playing" or not before._orders:
        return NO_ORDERS
    found = {
        number: order
        for number, order in before._orders.items()
        if _may_play(after.seats[number], order)
    }
    if after.pace != before.pace or (before.paused and not after.paused):
        # What came due in a pause, however short, would be played at the very press that ends it.
        found = {number: drawn(number, order, after, asking) for number, order in found.items()}
    return found


def drawn(number: int, order: Order, table: Table, asking: Asking) -> Order:
    """Return an order with another time to play it, if it has one: drawn as for a first question.

    So it is after a standstill, too: else all that is overdue would come at once, and show itself.
    """
    if order.due is None:
        return order
    return replace(order, due=_drawn(table.seats[number], table, asking))


def next_line(table: Table, number: int, ahead: Ahead) -> Line | None:
    """Return the line that would be played now on a seat that is asked; None if none fits."""
    order = table._orders.get(number)
    if order is None or not order.stands:
        return None
    return first_fit(ahead, order.lines, table.view(number), table.legal(number))


def with_order(orders: Orders, number: int, order: Order | None) -> Orders:
    """Return orders with another one on a seat, or none."""
    rest = {seat: each for seat, each in orders.items() if seat != number}
    return rest if order is None or not order.lines else {**rest, number: order}


def dropped(order: Order) -> Order:
    """Return an order of which nothing fits any more."""
    return replace(order, due=None, dropped="unfit")


def late(order: Order, now: int, started: int) -> bool:
    """Tell whether an order is overdue by a standstill, as since before the bot was `started`."""
    return order.due is not None and (order.due <= started or now - order.due > LATE)


def _may_play(seat: Seat, order: Order) -> bool:
    """Tell whether it is still the seat of whoever has set something, and theirs to play."""
    return seat.person == order.person and seat.mind is None


def _asked(
    number: int, order: Order, match: Match, after: Table, asking: Asking, *, again: bool
) -> Order | None:
    """Return an order whose seat is asked now: with its time, or dropped if nothing fits.

    `again` tells that the seat has just answered. None if everything that was set was played.
    """
    if not order.lines:
        return None
    if first_fit(asking.ahead, order.lines, match.view(number), match.legal(number)) is None:
        return dropped(order)
    seat = after.seats[number]
    if again:
        due = asking.pace.next(after.pace, asking.now, asking.quiets.get(seat.person))
    else:
        due = _drawn(seat, after, asking)
    return replace(order, due=due)


def _drawn(seat: Seat, table: Table, asking: Asking) -> int:
    quiet = asking.quiets.get(seat.person)
    left = None if seat.clock is None else seat.clock.left
    return asking.pace.asked(table.pace, asking.now, left, quiet)
