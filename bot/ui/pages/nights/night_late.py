"""How late a guest will be: the page on which they say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _
from bot.nights.guest_list import Guest
from bot.nights.late_times import (
    MINUTES_LATE,
    ON_TIME,
    About,
    about_over,
    late_rounds,
    next_starts,
)
from bot.nights.night import SOON, Night, Post
from bot.nights.stages import ends_at, next_round
from bot.nights.standing_posts import DEALT
from bot.tables.clock import MINUTE
from bot.ui.pages import routes
from bot.ui.pages.nights.next_start import after_the_last
from bot.ui.pages.nights.night_words import late_words, plain_name_of
from bot.ui.pages.nights.standings_page import SHOWN_HALF, SHOWN_POINTS
from bot.ui.pages.page import Button, Page, with_buttons
from bot.ui.pages.wording import Wording

MINDED: Final = _("While you aren't here, a computer plays on your seat.")
MINDED_THEN: Final = _(
    "If round {number} starts before you come, a computer plays for you until then."
)
"""Who plays for somebody that comes only after a round has begun in which they have a seat."""


def late_button(night: Night, wording: Wording, number: int | str = "") -> Button:
    """Return the button by which a guest says that they will be late; posts give their number."""
    return Button(routes.LATE(night.id, mark=number), wording.gettext("I'll be late …"))


def expected_text(night: Night, post: Post, wording: Wording) -> str:
    """Return to somebody who comes late that it is about the time that they gave, and how long
    their seat is kept; or that a round has begun in which they have one, or that the last game is
    over without them.
    """
    if "round" in post.details:
        over = wording.gettext(
            "The last game of {title} is over already.", title=f"**{plain_name_of(night)}**"
        )
        comes = too_late_words(night, post.people[0], wording) if post.people else ""
        return wording.sentences(over, comes)
    here = wording.gettext("Press **I'm here** once you're here.")
    minded = minded_at(night, post.people[0], wording) if post.people else ""
    if DEALT in post.details:
        begun = wording.gettext(
            "Round {number} of {title} has begun.",
            number=post.details[DEALT],
            title=f"**{plain_name_of(night)}**",
        )
        return wording.sentences(begun, minded, here)
    gettext, until = wording.gettext, int(post.details.get("until", 0))
    said = gettext(
        "You said you'd come to {title} at about {time}.",
        title=f"**{plain_name_of(night)}**",
        time=f"<t:{until}:t>",
    )
    guest = night.guests.find(post.people[0]) if post.people else None
    # Once a round was dealt, they have a seat at a table of it, or none until the next one.
    kept = guest is not None and guest.late and guest.kept_until == until and not night.dealt
    keeps = gettext("Your seat is kept until then.") if kept else ""
    return wording.sentences(said, keeps, minded, here)


def too_late_words(night: Night, person: int, wording: Wording) -> str:
    """Return to somebody who hasn't come by the end of the last game what they still can do, and
    what they have in any case: their points, if the night ends before the time that they gave.
    """
    guest, end = night.guests.find(person), ends_at(night, None)
    sure = guest is not None and guest.late and end is not None and end <= (guest.late_until or 0)
    points = _minded_points(night, person) if sure else 0
    keeps = wording.gettext(
        "The night ends before your time, so you get {points} night points.", points=points
    )
    here = wording.gettext("Press **I'm here** once you're here.")
    return wording.sentences(keeps if points else "", here, after_the_last(night, wording))


def over_too_soon_words(night: Night, person: int, wording: Wording) -> str:
    """Return to somebody for whom a night was over before the time that they gave what they have
    for its games; "" to others.
    """
    points = _minded_points(night, person)
    if not points or person not in night.over_too_soon:
        return ""
    return wording.gettext(
        "It ended before your time, so you get {points} night points.", points=points
    )


def _minded_points(night: Night, person: int) -> int:
    """Return what somebody has at least for the games that computers played for them."""
    return SHOWN_HALF * sum(person in each.seating.from_the_start for each in night.dealt)


def round_when(night: Night, about: About, wording: Wording) -> str:
    """Return about when a later round begins."""
    if night.row.pilot == "host":
        return wording.gettext("when the host seats it")
    return wording.gettext("at about {time}", time=wording.times(about.soonest, about.latest))


def joins_words(night: Night, until: int, minutes: int, wording: Wording) -> str:
    """Return from which round somebody plays who comes at a time, and who does until then."""
    plays = late_rounds(night, minutes, {"at": until}).get("at")
    if plays is None and night.dealt:
        return wording.gettext("You play if a seat is free when you come.")
    if plays is None:
        return wording.gettext(MINDED)
    number, when = plays[0], round_when(night, plays[1], wording)
    minded = wording.gettext(MINDED_THEN, number=number)
    if next_round(night) == number:
        # No round before it is to be played, or at play.
        said = wording.gettext("You play from round {number}, {when}.", number=number, when=when)
        return wording.sentences(said, minded)
    said = wording.gettext(
        "You play from round {number}, {when}, or sooner if a seat is free.",
        number=number,
        when=when,
    )
    too_soon = _too_soon_words(night, number, until - SOON, wording)
    return wording.sentences(said, minded, too_soon)


def _too_soon_words(night: Night, number: int, keeps: int, wording: Wording) -> str:
    """Return what becomes of somebody whose round begins before it has a seat for them, which it
    has from `keeps` on; "" if it can't, or is the last one, which has one in any case.
    """
    began = night.dealt[-1].began_at if night.dealt else None
    soonest = (began or night.guests.starts_at) + night.pause
    if number >= night.row.rounds or keeps <= soonest:
        return ""
    return wording.gettext(
        "But if it starts before {time}, you play from a later round.", time=f"<t:{keeps}:t>"
    )


def minded_at(night: Night, person: int, wording: Wording) -> str:
    """Return at which table of the round at play a computer plays for somebody who hasn't come; ""
    if at none. Posts don't know whether that game is over.
    """
    round_ = night.playing
    if round_ is None or person in round_.seating.lost:
        return ""
    for number, table in enumerate(round_.seating.seated.tables, 1):
        if person in table.people:
            return wording.gettext(
                "At table {number} a computer plays for you until you come, while that game goes "
                "on.",
                number=number,
            )
    return ""


def played_for_words(night: Night, person: int, wording: Wording) -> str:
    """Return who played for somebody in the last round, who came after it had begun, and what that
    brings them; "" if they played themselves. While the game is on, their table has room for them.
    """
    round_ = night.dealt[-1] if night.dealt else None
    if round_ is None or night.playing is not None or person in round_.seating.played:
        return ""
    if person not in night.came_late(round_):
        return ""
    points = {"number": round_.number, "half": SHOWN_HALF, "full": SHOWN_POINTS}
    if person in round_.seating.lost:
        return wording.gettext(
            "You get {half} night points for round {number} (first place at a table: {full}).",
            **points,
        )
    return wording.gettext(
        "A computer played for you in round {number}: you get {half} night points (first place at "
        "a table: {full}).",
        **points,
    )


def on_time_buttons(night: Night, guest: Guest, wording: Wording) -> tuple[Button, ...]:
    """Return the button by which who will be late takes that back, until doors are closed."""
    if not guest.late or night.guests.doors == "closed" or night.row.state == "playing":
        return ()
    on_time = wording.gettext("I'm on time after all")
    return (Button(routes.LATE_BY(night.id, ON_TIME), on_time),)


def late_page(
    night: Night,
    guest: Guest,
    times: Mapping[str, int],
    minutes: int,
    wording: Wording,
) -> Page:
    """Ask a guest how late they will be; `times` are what they can choose, and when that is.

    What comes of a choice is said once it is made. A round takes so many `minutes`.
    """
    gettext, auto = wording.gettext, night.row.pilot == "auto"
    hosts = guest.person == night.row.host
    lines = [gettext("Planned start: {time}.", time=f"<t:{night.guests.starts_at}:F>")]
    if auto:
        lines.append(gettext("The others start without you."))
    elif not hosts:
        lines.append(gettext("The host may start without you."))
    labels = {
        "m15": gettext("15 minutes"),
        "m30": gettext("30 minutes"),
        "m60": gettext("60 minutes"),
        "round": gettext("From round 2"),
    }
    second = next_starts(night, minutes).get(2)
    if "round" in times and second is not None:
        when = round_when(night, second, wording)
        lines.append(wording.labelled(f"**{labels['round']}**", when))
    start, over = night.guests.starts_at, about_over(night, minutes)
    ends = any(start + late * MINUTE >= over.latest for late in MINUTES_LATE.values())
    if ends and night.row.pilot != "host":
        # It says why nobody can come later.
        times_over = wording.times(over.soonest, over.latest)
        lines.append(gettext("The night is over at about {time}.", time=times_over))
    if night.guests.doors != "closed":
        until = gettext("doors stay open until {time}, but the host may start before")
        if auto or hosts:
            until = gettext(
                "doors stay open until {time}, but round 1 can start from {start} on, once all are "
                "here"
            )
        until = until.format(time=f"<t:{night.guests.closes_at}:t>", start=f"<t:{start}:t>")
        lines.append(wording.labelled(f"**{gettext('On time')}**", until))
    if guest.late:
        lines.append(gettext("You've said: {late}.", late=late_words(guest, wording)))
    offered = [*times]
    if night.guests.doors != "closed":
        labels[ON_TIME] = gettext("On time")
        offered.append(ON_TIME)
    buttons = tuple(Button(routes.LATE_BY(night.id, by), labels[by]) for by in offered)
    back = Button(routes.SHOW_NIGHT(night.id), gettext("Back"))
    title = gettext("How late will you be? · {title}", title=plain_name_of(night))
    return Page(title, "\n".join(lines), rows=with_buttons((buttons,) if buttons else (), back))
