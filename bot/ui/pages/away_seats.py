"""Who is away from a table, and where a seat is free to be taken over, as all see it."""

from __future__ import annotations

from bot.tables.seat import Seat
from bot.tables.table_face import TableFace
from bot.ui.pages.wording import Wording


def is_free(seat: Seat) -> bool:
    """Tell whether somebody may take the seat over."""
    return seat.stand_in == "left"


def away(table: TableFace) -> tuple[int, ...]:
    """Return the seats whose people are away and may be back at any time."""
    return tuple(number for number, seat in enumerate(table.seats) if seat.stand_in == "away")


def free(table: TableFace) -> tuple[int, ...]:
    """Return the seats that anyone may take over."""
    return tuple(number for number, seat in enumerate(table.seats) if is_free(seat))


def absent_lines(table: TableFace, wording: Wording) -> list[str]:
    """Return who is away and which seats are free, for the board; no lines if all are here."""
    if table.deserted():
        return [wording.gettext("Everybody is away. The game waits until somebody is back.")]
    lines: list[str] = []
    gone, left = away(table), free(table)
    if gone:
        text = wording.ngettext(
            "{names} is away; a computer is playing for them.",
            "{names} are away; computers are playing for them.",
            len(gone),
        )
        lines.append(text.format(names=wording.names(gone)))
    if left:
        text = wording.ngettext(
            "The seat of {names} is free. To take it, press **More**.",
            "The seats of {names} are free. To take one, press **More**.",
            len(left),
        )
        lines.append(text.format(names=wording.names(left)))
    return lines
