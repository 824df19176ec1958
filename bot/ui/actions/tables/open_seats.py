"""Seats that somebody has left, and who may take them: whoever plays or has played elsewhere in a
round of a night may not.
"""

from __future__ import annotations

from bot.engine.text import marked as _
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.ui.pages.place_words import mentioned
from bot.ui.services import Services


class SeatElsewhere(Trouble):
    """Somebody plays in the round, or has played in it, at another table."""


async def seats_open_to(
    services: Services, table: Table, person: Person
) -> tuple[tuple[int, ...], Trouble | None]:
    """Return the seats at a table that a person may take over now; or why none that is free is for
    them.
    """
    seats, why = await services.table_verbs.seats_open_to(table, person)
    if seats and (elsewhere := await _why_not(services, table, person)) is not None:
        return (), elsewhere
    return seats, why


async def demand_unseated(services: Services, table: Table, person: Person) -> None:
    """Raise Trouble for somebody who plays at another table of the same round of a night, or has
    done so: nobody has two results in one round.
    """
    trouble = await _why_not(services, table, person)
    if trouble is not None:
        raise trouble


async def _why_not(services: Services, table: Table, person: Person) -> Trouble | None:
    if table.night_id is None or table.night_round is None:
        return None
    night = await services.nights.get(table.night_id)
    seat = await services.nights.reader.seat_of(night, person.id, table.night_round)
    if seat is None or seat.table.id == table.id:
        return None
    if not seat.table.over:
        place = mentioned(seat.table.place_id)
        return SeatElsewhere(
            _("You're at table {number}: {place}"), number=seat.number, place=place
        )
    guest = night.guests.find(person.id)
    if guest is not None and guest.here and guest.seated and not night.all_dealt:
        return SeatElsewhere(
            _(
                "You've played in this round, so you can't take a seat in it. "
                "You're in the next one."
            )
        )
    return SeatElsewhere(_("You've played in this round, so you can't take a seat in it."))
