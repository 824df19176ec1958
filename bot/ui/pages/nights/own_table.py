"""Where a guest sits in the round that is played, or is to: said to them alone."""

from __future__ import annotations

from discord import ButtonStyle

from bot.nights.night import Night
from bot.nights.night_points import why_unearned
from bot.nights.night_reading import OwnSeat
from bot.nights.rounds import recap_due
from bot.nights.seating import Teaching
from bot.nights.stages import RoundPace, deal_at
from bot.nights.teaching import to_be_taught
from bot.tables.table import Table
from bot.ui.pages.nights.next_start import when_next
from bot.ui.pages.nights.night_words import GuestNames, computer_names, linked_recap
from bot.ui.pages.nights.standings_page import SHOWN_HALF
from bot.ui.pages.page import Button, hand_id
from bot.ui.pages.place_words import mentioned
from bot.ui.pages.tables.end_page import back_button
from bot.ui.pages.wording import Wording


def planned_seat(night: Night, person: int, wording: Wording) -> str:
    """Return which round somebody is to play next, and where, once everybody can read that."""
    _, number = wording.gettext, len(night.dealt) + 1
    names = GuestNames(night, wording)
    shown = night.proposal if deal_at(night) is not None else None
    tables = () if shown is None else shown.seating.seated.tables
    for at, table in enumerate(tables, 1):
        if person in table.people:
            said = _(
                "As planned now, you're at table {table} in round {number}. I'll call you there "
                "when it starts.",
                table=at,
                number=number,
            )
            others = [names.plain(each) for each in table.people if each != person]
            others += computer_names(table.computers, wording)
            with_them = wording.labelled(_("With you"), wording.series(others))
            taught = to_be_taught(night, shown.seating).get(at) if shown else None
            teach = taught_words(taught, person, names, wording) if taught else ""
            return "\n".join(filter(None, (said, with_them, teach)))
    if shown is not None and person in shown.seating.seated.sit_outs:
        return _("As planned now, you sit out round {number}.", number=number)
    ready = night.proposal if shown is None else None
    if ready is not None and person not in ready.seating.seated.everybody():
        left_out = _("The seating of round {number} is ready, without you so far.", number=number)
        then = _("You play in it if the host seats you, too.")
        if person in night.leaders:
            then = _("To play in it, press **Seat them** there.")
        return wording.sentences(left_out, then)
    return _("You're on the list for round {number}. I'll call you when it starts.", number=number)


def taught_words(taught: Teaching, person: int, names: GuestNames, wording: Wording) -> str:
    """Return to somebody at a teaching table who teaches them, or whom they teach; "" to others."""
    learners, teachers = (
        [names.said(each) for each in people] for people in (taught.learners, taught.teachers)
    )
    if person in taught.teachers:
        return wording.gettext("You teach {names}.", names=wording.listed(learners))
    if person not in taught.learners or not teachers:
        return ""
    return wording.ngettext(
        "{names} teaches you.",
        "{names} teach you.",
        len(teachers),
        names=wording.listed(teachers),
    )


def at_their_table(
    night: Night, table: Table, person: int, wording: Wording
) -> tuple[str, Button | None]:
    """Return what somebody who arrives reads of their game, and the button that leads to their
    hand; or, if a computer still plays for them, the one that brings them back.
    """
    seat = table.seat_of(person)
    if table.over or table.left_to_computers() or seat is None or table.seats[seat].gave_up:
        return wording.gettext("You're marked as here."), None
    greets = welcome(night, person, wording)
    if plays(table, person):
        on = wording.gettext("Your game is on, and you have your seat.")
        late = late_line(night, table, seat, wording)
        hand = Button(hand_id(table.id), wording.gettext("My hand"), ButtonStyle.primary)
        return "\n".join(filter(None, (wording.sentences(greets, on), late))), hand
    on = wording.gettext("Your game is on, and a computer plays for you: press **I'm back**.")
    return wording.sentences(greets, on), back_button(table.id, wording)


def welcome(night: Night, person: int, wording: Wording) -> str:
    """Return how somebody who arrives is greeted: back, if they were there in an earlier round,
    also where computers played for them.
    """
    earlier = [each for each in night.dealt if each is not night.playing]
    guest = night.guests.find(person)
    came = guest.came_at if guest is not None else None
    there = came is not None and any(came <= (each.over_at or 0) for each in earlier)
    if there or any(person in each.seating.played for each in earlier):
        return wording.gettext("Welcome back!")
    return wording.gettext("Welcome!")


def late_line(night: Night, table: Table, seat: int, wording: Wording) -> str:
    """Return what somebody gets who comes to their table after its deal; "" for others."""
    # Whether they have come may be noted only once they are back.
    if why_unearned(night, table, {seat: "few"})[seat] not in ("late", "coming"):
        return ""
    return wording.gettext(
        "You came late: you get at least {half} night points, even if your place brings none.",
        half=SHOWN_HALF,
    )


def seat_text(
    night: Night, seat: OwnSeat, pace: RoundPace | None, now: int, wording: Wording
) -> str:
    """Return at which table of a round somebody sits, and for what they wait once it is over, or
    computers finish it; where the recap is once there is one.
    """
    _, (number, table, _tables) = wording.gettext, seat
    place = mentioned(table.place_id)
    if not table.over and not table.left_to_computers():
        return _("You're at table {number}: {place}", number=number, place=place)
    over = _("Your game at table {number} is over: {place}", number=number, place=place)
    if not table.over:
        over = _(
            "Computers finish your game at table {number}: {place}", number=number, place=place
        )
    called = starts = ""
    if not night.all_dealt:
        called = _("I'll call you for round {number}.", number=len(night.dealt) + 1)
        starts = when_next(night, pace, now, wording)
    recap = linked_recap(night, wording) if recap_due(night) else ""
    waits = wording.sentences(_still_on(seat, wording), called, starts, recap)
    return "\n".join(filter(None, (over, waits)))


def _still_on(seat: OwnSeat, wording: Wording) -> str:
    """Return at which tables of somebody's round others still play; "" if at none."""
    if not (on := seat.still_on):
        return ""
    return wording.ngettext(
        "Of {count} tables, table {tables} is still on.",
        "Of {count} tables, tables {tables} are still on.",
        len(on),
        count=len(seat.tables),
        tables=wording.listed([*map(str, on)]),
    )


def plays(table: Table, person: int) -> bool:
    """Tell whether a game is on in which somebody plays for themselves."""
    seat = table.seat_of(person)
    return table.phase == "playing" and seat is not None and table.seats[seat].here
