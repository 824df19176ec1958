"""What people read in answer to a press on a night's card: one line, for them alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.nights.answers import would_wait
from bot.nights.fans import lapsed_for
from bot.nights.guest_list import Guest
from bot.nights.late_times import About, comes_at, next_starts
from bot.nights.more_tables import others_wait
from bot.nights.night import Night
from bot.nights.night_reading import OwnSeat
from bot.nights.stages import RoundPace, deal_at
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.answer_buttons import answer_buttons
from bot.ui.pages.nights.doors_post import doors_call
from bot.ui.pages.nights.fan_page import LAPSED, every_line, fan_buttons
from bot.ui.pages.nights.going_home import back_here, sits, thanks_lines
from bot.ui.pages.nights.in_line import PLAY_ALONE, WOULD_WAIT, meanwhile, waiting_text
from bot.ui.pages.nights.leading_on import over_words
from bot.ui.pages.nights.next_start import host_names, planned_lines, when_next
from bot.ui.pages.nights.night_card import why_there
from bot.ui.pages.nights.night_games import Games, learn_buttons, ticked_line
from bot.ui.pages.nights.night_late import (
    MINDED_THEN,
    joins_words,
    late_button,
    minded_at,
    on_time_buttons,
    played_for_words,
    round_when,
    too_late_words,
)
from bot.ui.pages.nights.night_words import FIRST_HERE, linked_card, plain_name_of, show_button
from bot.ui.pages.nights.own_table import (
    at_their_table,
    planned_seat,
    plays,
    seat_text,
    welcome,
)
from bot.ui.pages.nights.seats_to_take import (
    called_line,
    no_round_line,
    offer_buttons,
    own_seats_lines,
    own_take_buttons,
    play_again_line,
    waits,
)
from bot.ui.pages.nights.standings_page import SHOWN_HALF, SHOWN_POINTS
from bot.ui.pages.nights.teach_toggles import taught_words, teach_toggles
from bot.ui.pages.nights.unled_words import call_rows
from bot.ui.pages.page import Button, Page, Row
from bot.ui.pages.tables.end_page import leave_button, leave_words
from bot.ui.pages.wording import Wording, plain_name
from storage.fan_store import FanRow

GOES: Final = ("home", "absent")
"""What those press who aren't there any more."""


def answer_line(
    night: Night,
    person: int,
    verb: str,
    wording: Wording,
    taken_by: str = "",
    pace: RoundPace | None = None,
    now: int = 0,
    notice: str = "",
) -> str:
    """Return what came of a guest's press; `taken_by` is who has their seat in this round now.

    A `notice` (finished words) is why somebody who is here reads that without having just come.
    """
    _, guest = wording.gettext, night.guests.find(person)
    if guest is None:
        return _("You aren't on the list.")
    match _now(night, guest, verb):
        case pressed if pressed in GOES and guest.answer not in ("in", "waits"):
            return _on_the_list(night, guest, verb, wording, pace)
        case "learn" | "teach":
            # First what was pressed: they may have been in before.
            taught = taught_words(guest, verb, wording)
            return f"{taught}\n{answer_line(night, person, 'in', wording)}"
        case "home" if night.dealt or night.over:
            return wording.sentences(*thanks_lines(night, person, wording))
        case "absent" | "home":
            return _("You won't be seated. Press **I'm here** once you are back.")
        case "here" if taken_by and guest.seated:
            return wording.sentences(notice, seat_taken(night, person, taken_by, wording))
        case "here" if sits(night, person) and not taken_by and not notice:
            on = _("Your game is on. Press **I'm back** there if a computer plays for you.")
            return wording.sentences(welcome(night, person, wording), on)
        case "here" if night.all_dealt:
            return _after_all_rounds(night, guest, notice, wording)
        case "here" if guest.seated:
            first = _(FIRST_HERE) if _first_here(night) == guest else ""
            listed = planned_seat(night, person, wording)
            played = played_for_words(night, person, wording)
            said = wording.sentences(
                notice or welcome(night, person, wording), played, listed, first
            )
            return "\n".join([said, *_until_then(night, person, pace, now, wording)])
        case "here":
            return wording.sentences(notice, waiting_text(night, person, wording))
        case "pass":
            return _("Passed. You keep your place on the waitlist.")
        case _:
            return _on_the_list(night, guest, verb, wording, pace)


def came_line(night: Night, announced: Night, person: int, wording: Wording) -> str:
    """Return what came of it that somebody is in every time, who has said so at a night, for the
    one of its series that is `announced` by now.
    """
    said = answer_line(announced, person, "in", wording)
    if announced.id == night.id:
        return said
    also = wording.gettext(
        "This counts for the night that is announced already, too: {link}",
        link=linked_card(announced, wording),
    )
    return f"{also}\n{said}"


def not_this_time(night: Night, wording: Wording) -> Button:
    """Return the button by which somebody who comes every time doesn't come to one night."""
    _come, out = answer_buttons(night, wording)
    return Button(out.id, wording.gettext("Not this time"))


def _after_all_rounds(night: Night, guest: Guest, notice: str, wording: Wording) -> str:
    """Return to somebody who is here, once all rounds are dealt, whether they can still play."""
    said = notice or wording.gettext("You're marked as here.")
    if night.playing is not None and not waits(night, guest.person):
        return said
    played = played_for_words(night, guest.person, wording)
    late = no_round_line(night, wording, guest)
    return wording.sentences(said, played, late, meanwhile(night, wording))


def _first_here(night: Night) -> Guest | None:
    """Return who came first, while nobody else has come."""
    came = [each for each in night.guests.guests if each.came_at is not None]
    return came[0] if len(came) == 1 else None


def _until_then(
    night: Night, person: int, pace: RoundPace | None, now: int, wording: Wording
) -> Iterator[str]:
    """Yield when the next round begins for somebody who is here, and what they can do until then.

    Of the first one that is only what stays true: a page is kept up to date for a quarter of an
    hour, and guests wait longer.
    """
    playing = night.playing
    if night.dealt:
        yield from filter(None, [when_next(night, pace, now, wording, person)])
    else:
        yield from planned_lines(night, pace, wording, person)
        if night.guests.doors == "closed" and deal_at(night) is None and not _first_here(night):
            yield wording.gettext(PLAY_ALONE)
    if playing is None or person in playing.seating.joined:
        return
    half = ""
    if person in playing.seating.seated.sit_outs:
        half = wording.gettext(
            "You get {half} night points for round {number} (first place at a table: {full}).",
            half=SHOWN_HALF,
            full=SHOWN_POINTS,
            number=playing.number,
        )
    free = called_line(night, person, wording)
    yield wording.sentences(half, free, meanwhile(night, wording))


def seat_taken(night: Night, person: int, by: str, wording: Wording, *, away: bool = False) -> str:
    """Return that somebody who has come back finds their seat taken, and when they play again;
    `away` is whether they aren't marked as here yet.
    """
    _ = wording.gettext
    taken = _("Your seat went to {name} meanwhile.", name=wording.addressed(plain_name(by)))
    if night.all_dealt:
        none = no_round_line(night, wording, night.guests.find(person))
        return wording.sentences(taken, none)
    if away:
        return wording.sentences(taken, play_again_line(night, [person], wording))
    again = _("You play again in round {number}.", number=len(night.dealt) + 1)
    return wording.sentences(taken, again, called_line(night, person, wording))


def not_here_page(night: Night, person: int, taken_by: str, notice: str, wording: Wording) -> Page:
    """Return to somebody who isn't marked as here why they have no seat at a table, and how they
    come to one; `taken_by` is who has theirs now, `notice` (finished words) another reason.
    """
    here = Button(routes.PRESS_HERE(night.id), wording.gettext("I'm here"), ButtonStyle.success)
    comes: tuple[str, ...] = (play_again_line(night, [person], wording),)
    if taken_by:
        comes = (seat_taken(night, person, taken_by, wording, away=True),)
    elif night.all_dealt:
        press = wording.gettext("Press **I'm here** when you arrive.")
        comes = press, no_round_line(night, wording)
    return Page("", wording.sentences(notice, *comes), rows=((here,),))


def _comes(night: Night, guest: Guest, verb: str, wording: Wording, pace: RoundPace | None) -> str:
    """Return how somebody stands who is In."""
    _, on_time = wording.gettext, verb == "late" and not guest.late
    if night.all_played and guest.came_at is None:
        over = _("All rounds are over already.")
        return wording.sentences(over, too_late_words(night, guest.person, wording))
    if "absent" in guest.marks:
        return _("You're in. Press **I'm here** when you arrive: you play if there's still room.")
    date = f"<t:{night.guests.starts_at}:F>"
    if guest.to_confirm and night.row.state == "open":
        # The page has stood there since before the night moved.
        asks = _("The night is on {date}. Can you come?", date=date)
        return wording.sentences(asks, _("You're on the list, yet to confirm."))
    if guest.late:
        return _comes_late(night, guest, wording, pace)
    if night.row.state != "open":
        said = _("You're in! Press **I'm here** when you arrive.")
        if on_time:
            said = _("You're in, and come on time. Press **I'm here** when you arrive.")
        minded = minded_at(night, guest.person, wording)
        no_more = no_round_line(night, wording) if night.all_dealt else ""
        return wording.sentences(said, minded or no_more)
    said = _("You're in, and come on time. See you {date}.")
    said = said if on_time else _("You're in! See you {date}.")
    calls = doors_call(night, guest, wording)
    calls = calls or _("Doors open at {time}.", time=f"<t:{night.guests.doors_at}:t>")
    place = f"<#{night.places.thread_id or night.row.channel_id}>"
    here = _("Then press **I'm here** in {place}.", place=place)
    return "\n".join([said.format(date=date), calls, here])


def _comes_late(night: Night, guest: Guest, wording: Wording, pace: RoundPace | None) -> str:
    """Return how somebody stands who is In, and comes late."""
    _, until = wording.gettext, guest.late_until or 0
    if comes_at(guest) is None:
        starts = {} if pace is None else next_starts(night, pace.minutes)
        when = round_when(night, starts.get(2) or About(until, until), wording)
        said = _("You're in from round {n} on, {when}.", n=2, when=when)
        return wording.sentences(said, _(MINDED_THEN, number=2))
    said = _("You're in, and come at about {time}.", time=f"<t:{until}:t>")
    plays = joins_words(night, until, 0 if pace is None else pace.minutes, wording)
    return "\n".join([said, plays, _("Press **I'm here** when you arrive.")])


def _on_the_list(
    night: Night, guest: Guest, verb: str, wording: Wording, pace: RoundPace | None
) -> str:
    """Return how somebody stands who has answered."""
    _ = wording.gettext
    match guest.answer:
        case "in":
            return _comes(night, guest, verb, wording, pace)
        case "waits":
            return waiting_text(night, guest.person, wording)
        case "maybe" if night.row.state != "open":
            return _("You're down as “maybe”. Press **I'm here** if you come.")
        case "maybe" if would_wait(night.guests, guest):
            then = _("Once you're on it, I call you when a seat is free.")
            return wording.sentences(_("You're down as “maybe”."), _(WOULD_WAIT), then)
        case "maybe":
            said = _("You're down as “maybe”. Press **I'm in** once you know.")
            keeps = "" if night.guests.limit is None else _("Only that keeps you a seat.")
            return wording.sentences(said, keeps, doors_call(night, guest, wording))
        case "out":
            changes = _("Press **I'm in** if that changes.")
            if would_wait(night.guests, guest):
                changes = _("If that changes, **I'm in** puts you at the end of the waitlist.")
            if night.row.state != "open":
                changes = _("Press **I'm here** if you come after all.")
            off = "off" in guest.marks
            said = _("You're off the list.") if off else _("You're down as not coming.")
            return wording.sentences(said, changes)
        case "invited" if would_wait(night.guests, guest):
            return wording.sentences(_("You're invited."), _(WOULD_WAIT))
        case "invited":
            return _("You're invited. Press **I'm in** to come.")


def _desk_line(night: Night, wording: Wording) -> str:
    """Return whom the desk is for, to a guest."""
    hosts = host_names(night)
    said = wording.ngettext(
        "The desk is for this night's host, {names}.",
        "The desk is for this night's hosts, {names}.",
        len(hosts),
        names=wording.listed(hosts),
    )
    return said if hosts else wording.gettext("The desk is for this night's hosts.")


def not_the_desk_page(night: Night, seat: str, wording: Wording) -> Page:
    """Return whom the desk is for, to a guest, with what leads to the night; `seat`, in finished
    words, is where they sit.
    """
    shows = show_button(night, wording)
    way = wording.gettext("To answer, or see who comes, press **{button}**.", button=shows.label)
    lines = [wording.sentences(_desk_line(night, wording), way)]
    return Page(plain_name_of(night), "\n".join(filter(None, (*lines, seat))), rows=((shows,),))


def answer_page(
    night: Night,
    person: int,
    verb: str,
    wording: Wording,
    games: Games = (),
    wishes: Sequence[FanRow] = (),
    seat: OwnSeat | None = None,
    taken_by: str = "",
    pace: RoundPace | None = None,
    now: int = 0,
    notice: str = "",
) -> Page:
    """Return what came of a guest's press; a learner can begin the lesson from there, if the game
    has one. `wishes` are what they want of the nights to come, `seat` is the table where they sit
    in the round that is played, and its number: whoever arrives is led there, and whoever goes home
    can leave it. `taken_by` is who has their seat there now, `notice` (finished words) why they
    read this, unless they have just come.
    """
    guest = night.guests.find(person)
    lapsed = f"\n-# {wording.gettext(LAPSED)}" if lapsed_for(night, wishes) else ""
    if night.over and verb not in GOES:
        return Page("", f"{over_words(night, person, wording)}{lapsed}")
    verb = _now(night, guest, verb)
    learns = guest is not None and verb in ("learn", "here") and "learner" in guest.marks
    buttons = learn_buttons(night, games, wording) if learns else ()
    buttons += guest_buttons(night, person, wording)
    if verb in ("in", "here") and person in night.leaders:
        # Who leads the night has it before them next.
        buttons += (Button(desk_routes.DESK(night.id), wording.gettext("Desk")),)
    toggles = () if verb in GOES or taken_by else teach_toggles(night, guest, wording)
    rows: tuple[Row, ...] = tuple(filter(None, (toggles, buttons)))
    comes = guest is not None and guest.answer in ("in", "waits")
    wanted: tuple[Button, ...] = ()
    if (comes and verb in ("in", "late", "learn", "teach")) or verb in ("out", "maybe"):
        wanted = fan_buttons(night, wishes, wording, comes=comes)
        rows = *rows, wanted
    text = answer_line(night, person, verb, wording, taken_by, pace, now, notice)
    if verb in ("here", "take") and seat is None:
        text = "\n".join([text, *own_seats_lines(night, person, wording)])
        take = own_take_buttons(night, person, wording)
        rows = (take, *rows) if take else rows
    rows = (*rows, *call_rows(night, verb, wording), *back_here(night, guest, verb, wording))
    if verb in GOES:
        if seat is not None and plays(seat.table, person):
            rows = *rows, (leave_button(seat.table.id, wording),)
            on = wording.gettext("Your game is still on: play it out, or press **Leave**.")
            at = seat.table.seat_of(person) or 0
            waited = others_wait(night, person)
            says = leave_words(seat.table, at, wording, others_wait=waited, briefly=True)
            text = "\n".join([text, wording.sentences(on, says)])
    elif seat is not None and verb == "here":
        said, leads = at_their_table(night, seat.table, person, wording)
        text, rows = notice or said, ((leads,), *rows) if leads and not notice else rows
        text = f"{text}\n{seat_text(night, seat, pace, now, wording)}"
    text = "\n".join(filter(None, (f"{text}{lapsed}", every_line(wanted, wording))))
    if night.places.asleep and (note := why_there(night, wording)):
        text += f"\n-# {note}"
    return Page("", text, rows=rows)


def _now(night: Night, guest: Guest | None, verb: str) -> str:
    """Return what a guest has pressed, as it counts by now: they may have arrived, or left."""
    if guest is None:
        return verb
    if verb in ("in", "take", "late") and guest.here and guest.seated:
        return "here"
    if verb in GOES and guest.here:
        return "here"
    if verb == "here" and guest.person in night.guests.gone_home:
        return "home"
    return "in" if verb == "here" and not guest.here else verb


def guest_buttons(night: Night, person: int, wording: Wording) -> tuple[Button, ...]:
    """Return what somebody who has answered may want next: the seat they are offered, to come
    late, or the night for their calendar; before the doors open to be In, which no card offers
    from then on.
    """
    guest, buttons = night.guests.find(person), list[Button]()
    if guest is not None and guest.answer == "waits" and guest.offered_until is not None:
        return offer_buttons(night, wording)
    come, out = answer_buttons(night, wording)
    if guest is not None and guest.answer in ("maybe", "out", "invited"):
        if night.row.state != "open":
            return ()
        return (come,) if guest.answer == "out" else (come, out)
    if guest is not None and guest.to_confirm and night.row.state == "open":
        return come, out
    if guest is not None and guest.seated and not guest.here and night.row.state != "playing":
        buttons += (late_button(night, wording), *on_time_buttons(night, guest, wording))
    if guest is not None and guest.answer == "in" and night.row.state == "open":
        buttons.append(calendar_button(night, wording))
    return tuple(buttons)


def not_posted_page(night: Night, title: str, said: str, wording: Wording) -> Page:
    """Return that something of a night wasn't posted, and why; it can be tried again."""
    why = why_there(night, wording)
    again = Button(routes.TRY_AGAIN(night.id), wording.gettext("Try again"))
    return Page(title, f"{said}\n-# {why}" if why else said, rows=((again,),))


def calendar_button(night: Night, wording: Wording) -> Button:
    """Return the button that gives somebody the night for their calendar."""
    return Button(routes.CALENDAR(night.id), wording.gettext("Calendar"))


def answer_first_page(
    night: Night, wording: Wording, ticked: Collection[str] = (), games: Games = ()
) -> Page:
    """Ask for an answer somebody who hasn't given one, but wants reminders of a night or has ticked
    what they would play of several games. The answer takes their ticks along.
    """
    gettext, text = wording.gettext, wording.gettext("Answer first: can you come?")
    places = "".join(str(at) for at, each in enumerate(night.games) if each.key in ticked)
    if places:
        counts = gettext("That counts once you answer: can you come?")
        text = f"{ticked_line(night, ticked, games, wording)}\n{counts}"

    def answer(verb: str, label: str, style: ButtonStyle) -> Button:
        return Button(routes.ANSWER_TICKED(night.id, verb, places), label, style)

    here = answer("here", gettext("I'm here"), ButtonStyle.success)
    yes = answer("in", gettext("I'm in"), ButtonStyle.success)
    maybe = answer("maybe", gettext("Maybe"), ButtonStyle.secondary)
    row = {"doors": (here, yes), "playing": (here,)}.get(night.row.state, (yes, maybe))
    return Page(plain_name_of(night), text, rows=(row,))
