"""The order of a table's seats, as a host types it to correct a result, and back."""

from __future__ import annotations

import re

from bot.engine.text import marked as _
from bot.tables.results import SeatResult, order_of
from bot.tables.trouble import Trouble
from bot.tables.typed_lists import listed
from bot.ui.pages.typed_words import folded
from bot.ui.pages.wording import SIGN, plain_name


def order_text(rows: list[SeatResult], names: dict[int, str] | None = None) -> str:
    """Return the places of a game as somebody would type them: "Bob, Ada = Cleo"."""
    return named_order(
        order_of(rows), {row.seat: str(row.seat + 1) for row in rows} | (names or {})
    )


def named_order(order: list[list[int]], names: dict[int, str]) -> str:
    """Return an order of seats by their names, as somebody would type it."""
    return ", ".join(" = ".join(names[seat] for seat in tied) for tied in order)


def order_typed(text: str, rows: list[SeatResult], names: dict[int, str]) -> list[list[int]]:
    """Return the seats in the order typed, by number, name or how only one name begins. Raises
    Trouble for others.
    """
    known = {str(row.seat + 1): row.seat for row in rows}
    called = {folded(name.removeprefix(SIGN)): seat for seat, name in names.items()}
    order: list[list[int]] = []

    def seat_of(word: str) -> int | None:
        typed = folded(word.strip().removeprefix(SIGN))
        begin = [seat for name, seat in called.items() if typed and name.startswith(typed)]
        return (known | called).get(typed, begin[0] if len(begin) == 1 else None)

    def tied_words(part: str) -> list[str]:
        return re.split("[=＝]", part)

    for part in listed(text, lambda part: all(seat_of(e) is not None for e in tied_words(part))):
        tied: list[int] = []
        for word in tied_words(part):
            seat = seat_of(word)
            if seat is None:
                raise Trouble(
                    _("Nobody at that table is called {name}. The order now: {example}"),
                    name=plain_name(word),
                    example=plain_name_list(order_of(rows), names),
                )
            tied.append(seat)
        order.append(tied)
    if missing := [seat for seat in names if not any(seat in tied for tied in order)]:
        raise Trouble(
            _("Name every seat of the table once, the best first. Missing: {names}"),
            names=plain_name_list([[seat] for seat in missing], names),
        )
    return order


def plain_name_list(order: list[list[int]], names: dict[int, str]) -> str:
    """Return an order of seats in words that can be put into any text."""
    return ", ".join(
        " = ".join(plain_name(names.get(seat, "?")) for seat in tied) for tied in order
    )
