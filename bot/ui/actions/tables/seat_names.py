"""The seat that somebody has typed: its number, or the name of the person who sits there."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from bot.engine.text import marked as _
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.ui.pages.typed_words import folded, same_name
from bot.ui.pages.wording import Wording, plain_name

NUMBERED: Final = re.compile(r"(#?)\s*([0-9]{1,2})")
"""A seat's number, which begins with # where it can't be a name."""
OFFERED: Final = re.compile(r"#\s*([0-9]{1,2})\s+(\S.*)")
"""A seat as it is offered while somebody types: its number, and who sits there."""


def may_be_kicked(table: Table) -> tuple[int, ...]:
    """Return the seats that people sit on."""
    return tuple(number for number, seat in enumerate(table.seats) if seat.level is None)


def seat_named(table: Table, text: str, wanted: tuple[int, ...]) -> int:
    """Return the seat that was typed: `#2`, a name, or a number.

    A name counts on the `wanted` seats, and must be on only one of them; a number always counts.
    People of the same name are also found by what boards call them (`Bob #2`). For `#2 Bob` both
    must fit: seats move up in the lobby, and the next person mustn't be mistaken for the one who
    sat there. Raises Trouble if no seat, or more than one, is meant.
    """
    number = NUMBERED.fullmatch(folded(text))
    called = Wording(table.language, tuple(seat.name for seat in table.seats))

    def on(seats: Collection[int], name: str) -> list[int]:
        return [
            seat
            for seat in seats
            if same_name(table.seats[seat].name, name) or same_name(called.bare(seat), name)
        ]

    named = on(wanted, text)
    offered = None if named else OFFERED.fullmatch(folded(text))
    if offered is not None:
        seat = int(offered[1]) - 1
        if seat not in on(range(len(table.seats)), offered[2]):
            raise Trouble(_("The seats have changed since this was shown. Nothing was done."))
        return seat
    if number is not None and (number[1] or not named):
        seat = int(number[2]) - 1
        if not 0 <= seat < len(table.seats):
            raise Trouble(_("There is no such seat at this table."))
        return seat
    if len(named) == 1:
        return named[0]
    names = ", ".join(f"#{seat + 1} {plain_name(table.seats[seat].name)}" for seat in wanted)
    if not wanted:
        raise Trouble(_("There is no such seat here."))
    if named:
        raise Trouble(
            _("Several players have that name. Pick one by number: {names}."), names=names
        )
    raise Trouble(_("Nobody has that name there. You can pick: {names}."), names=names)
