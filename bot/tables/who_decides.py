"""Who may decide for all at a table, by what right, and what only all who are there can decide."""

from __future__ import annotations

from typing import Literal

from bot.engine.text import marked as _
from bot.tables.going_on import can_go_on
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_face import PublicFacts
from bot.tables.trouble import AWAY, GAVE_UP, OVER, NotAtTable, NotBegun, Trouble

Right = Literal["host", "moderator", "night"]
"""What gives somebody the right to decide for the whole table.

The caller has checked that a moderator is one, or leads the night that the table belongs to.
"""

NOT_YOURS = _("Only the host of this table or a moderator can do that.")
TOO_EARLY = _(
    "It isn't time yet to go on without {name}. Only a moderator who doesn't play here can remove "
    "them now."
)
COMPUTER_PLAYS = _(
    "A computer plays for {name} already. Only a moderator who doesn't play here can remove them."
)
ABOUT_YOU = _("The others are voting to go on without you. Make a move, or press **I'm back**.")
NOT_WHERE_YOU_PLAY = _("You play at this table, so you can't decide that for the others.")
NEEDS_ALL = _("Everybody who is there must agree to that. Ask them with `/table end`.")


def demand_playing(table: Table) -> None:
    """Raise Trouble unless the game at a table has begun and goes on."""
    if table.phase == "lobby":
        raise NotBegun
    if table.phase != "playing":
        raise Trouble(OVER)


def demand_may_decide(table: Table, by: Person, role: Right) -> None:
    """Raise Trouble unless the table still goes on, and somebody may decide for it."""
    if table.over:
        raise Trouble(OVER)
    if role == "night" and table.night_id is None:
        raise Trouble(NOT_YOURS)
    # Who plays there decides nothing for the others: it could bring them points.
    if role == "moderator" and table.sits(by.id) and table.phase == "playing":
        raise Trouble(NOT_WHERE_YOU_PLAY)
    # Whoever was taken off while nobody else was here is host in name only. At a table of a night
    # nobody decides as its host: that is a name there.
    if role == "host" and (
        by.id != table.host or not table.sits(by.id) or table.night_id is not None
    ):
        raise Trouble(NOT_YOURS)


def seat_of_leader(table: Table, by: Person, role: Right) -> int | None:
    """Return the seat of somebody who decides by right of a night at a table where they play: what
    is told of it then names them. None for others.
    """
    return table.seat_of(by.id) if role == "night" else None


def only_asks(table: PublicFacts, role: Right) -> bool:
    """Tell whether to remove somebody is to ask the others to go on without them.

    In play the host takes out nobody alone: it could bring them points.
    """
    return role == "host" and table.phase == "playing"


def demand_can_ask(table: PublicFacts, number: int, now: int) -> None:
    """Raise Trouble unless the others can be asked now to let a computer play for somebody."""
    seat = table.seats[number]
    if not can_go_on(table, "stand_in", number, now):
        raise Trouble(TOO_EARLY if seat.here else COMPUTER_PLAYS, name=seat.name)


def demand_not_about(table: PublicFacts, number: int | None) -> None:
    """Raise Trouble for whom the others are voting on going on without: they have no say in it, and
    what they decide for all, which would end that vote, waits.
    """
    if number is not None and table.motion is not None and table.motion.whom == number:
        raise Trouble(ABOUT_YOU)


def removable(table: PublicFacts, by: int, role: Right, now: int) -> tuple[int, ...]:
    """Return the seats of those whom somebody may remove, or ask to: never their own."""
    return tuple(
        number
        for number, seat in enumerate(table.seats)
        if seat.level is None
        and seat.person != by
        and not seat.gave_up
        and (not only_asks(table, role) or can_go_on(table, "stand_in", number, now))
    )


def ends_alone(table: PublicFacts) -> bool:
    """Tell whether the host may end it alone: not begun, unreadable, or nobody else sat there."""
    return table.phase == "lobby" or table.frozen or table.practice


def seat_in_play(table: Table, person: Person) -> int:
    """Return the seat of a person in play. Raises Trouble if they have none."""
    seat = table.seat_of(person.id)
    if seat is None:
        raise NotAtTable
    demand_playing(table)
    return seat


def seat_here(table: Table, person: Person) -> int:
    """Return the seat of a person in play who is not away. Raises Trouble if they are."""
    seat = seat_in_play(table, person)
    if not table.seats[seat].here:
        raise Trouble(GAVE_UP if table.seats[seat].gave_up else AWAY)
    return seat
