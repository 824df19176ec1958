"""What somebody reads who waits for a seat of a night, on the waitlist or while others play."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.nights.seats_to_take import called_line, no_round_line
from bot.ui.pages.wording import Wording

PLAY_ALONE: Final = _("Until then you can play against computers: `/play`.")
WOULD_WAIT: Final = _("No seat is free for you now: **I'm in** puts you on the waitlist.")


def waiting_text(night: Night, person: int, wording: Wording) -> str:
    """Return somebody's place on the waitlist, in words."""
    _, guests = wording.gettext, night.guests
    place = guests.position(person)
    guest = guests.find(person)
    if guest is None or place is None:
        return _("You aren't on the waitlist.")
    if guest.offered_until is not None:
        until = f"<t:{guest.offered_until}:R>"
        return _("A seat is free for you until {until}. Press **Take it**.", until=until)
    if guests.doors == "closed" and guests.free and not night.all_dealt:
        return _("A seat is free. Press **I'm here** once you're here: first come, first served.")
    number = _("You're number {n} on the waitlist for now.", n=place)
    waiting = wording.sentences(_whose_seats(night, wording), number)
    if night.row.state == "open":
        later = _("`/nights list` shows your place."), _("You're called when a seat is free.")
        return wording.sentences(waiting, *later)
    here = _("Press **I'm here** when you arrive.")
    if guest.here:
        here = _("You're marked as here.")
    if night.all_dealt:
        until = meanwhile(night, wording) if guest.here else ""
        return wording.sentences(here, no_round_line(night, wording, guest), until)
    if night.playing is not None and guest.here:
        # Seats of the list are for the next round, those at tables for the one that is played.
        full = _("The list for round {number} is full: you're number {n} on the waitlist.")
        called = _(
            "If a seat at a table becomes free with enough left to play, I call you: you can take "
            "it."
        )
        called = called if called_line(night, person, wording) else ""
        return wording.sentences(full.format(number=len(night.dealt) + 1, n=place), here, called)
    return wording.sentences(waiting, here, _("Those who are here get free seats first."))


def waiting_line(night: Night, names: GuestNames, wording: Wording) -> str:
    """Return who is here and waits for a seat over the limit; "" if nobody does."""
    waiting = [guest.person for guest in night.guests.in_line]
    listed = names.list(waiting)
    return wording.gettext("Here, but on the waitlist: {names}", names=listed) if waiting else ""


def unkept_line(before: Night, after: Night, person: int, wording: Wording) -> str:
    """Return to somebody who arrives and has to wait why no seat was kept for them; "" to whoever
    has one, or wasn't In.
    """
    guest, now = before.guests.find(person), after.guests.find(person)
    if guest is None or guest.how_gone != "never" or now is None or now.seated:
        return ""
    return wording.gettext(
        "Seats were kept until {time}, then they went to those who were here.",
        time=f"<t:{before.guests.closes_at}:t>",
    )


def _whose_seats(night: Night, wording: Wording) -> str:
    """Return why there is no seat for whoever waits: others have them, or are offered them, or may
    still come for them.
    """
    guests, offered = night.guests, len(night.guests.offered)
    awaited = any(not each.here and not each.late for each in guests.coming)
    if not offered and awaited and guests.doors == "open" and not night.dealt:
        return wording.gettext(
            "All {n} seats are kept until doors close, at {time}. If somebody isn't here then, "
            "their seat goes to the waitlist.",
            n=guests.limit,
            time=wording.at(guests.closes_at),
        )
    if not offered:
        return wording.gettext("All seats are taken.")
    return wording.ngettext(
        "The free seat is offered to somebody else on the waitlist.",
        "The free seats are offered to others on the waitlist.",
        offered,
    )


def meanwhile(night: Night, wording: Wording) -> str:
    """Return what whoever waits can do meanwhile; "" if nobody plays, or a seat is free."""
    return "" if night.playing is None or night.free_seats else wording.gettext(PLAY_ALONE)
