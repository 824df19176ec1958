"""Where a guest sits in the round that is played: said to them alone."""

from __future__ import annotations

from bot.nights.night import Night
from bot.tables.table import Table
from bot.ui.pages.page import Button
from bot.ui.pages.tables.end_page import back_button
from bot.ui.pages.wording import Wording


def at_their_table(table: Table, person: int, wording: Wording) -> tuple[str, Button | None]:
    """Return what somebody who arrives reads of their game, and the button that brings them back if
    a computer plays for them.
    """
    if table.over:
        return wording.gettext("You're marked as here."), None
    if plays(table, person):
        return wording.gettext("Welcome! Your game is on."), None
    said = wording.gettext(
        "Welcome! Your game is on, and a computer plays for you: press **I'm back**."
    )
    return said, back_button(table.id, wording)


def seat_text(night: Night, number: int, table: Table, wording: Wording) -> str:
    """Return at which table of a round somebody sits."""
    _ = wording.gettext
    place = f"<#{table.place_id or table.channel_id}>"
    if not table.over:
        return _("You're at table {number}: {place}", number=number, place=place)
    if night.all_dealt:
        return _("Your game at table {number} is over: {place}", number=number, place=place)
    over = _("Your game at table {number} is over: {place}", number=number, place=place)
    others = "" if night.playing is None else _("Other tables still play.")
    called = _("I'll call you when your next table is dealt.")
    return f"{over}\n{wording.sentences(others, called)}"


def plays(table: Table, person: int) -> bool:
    """Tell whether a game is on in which somebody plays for themselves."""
    seat = table.seat_of(person)
    return table.phase == "playing" and seat is not None and table.seats[seat].here
