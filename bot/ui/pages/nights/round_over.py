"""What the thread of a night is told as a round is over, and what becomes of the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.nights.night import Night, Post
from bot.nights.rounds import recap_due
from bot.nights.stages import RoundPace, ends_at, next_round
from bot.ui.pages import routes
from bot.ui.pages.nights.desk_more import seat_button
from bot.ui.pages.nights.next_start import after_the_last, between_rounds, needed_next
from bot.ui.pages.nights.night_card import points_button
from bot.ui.pages.nights.night_words import linked_recap, named_for_host
from bot.ui.pages.nights.round_notice import round_begun
from bot.ui.pages.nights.seats_to_take import play_again_line
from bot.ui.pages.nights.standings_page import SHOWN_HALF
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording, plain_name, plain_words

SAT_OUT: Final = _("Sitting this round out gives {half} points, last place 0.")
NOTICED: Final = "noticed"
"""In the details of a post: the rounds of which notices lie in the thread."""


def asked_back(night: Night, post: Post) -> tuple[int, ...]:
    """Return who of a post is left out of the round after this one, and is asked to come back."""
    left_out = night.left_out if next_round(night) == post.details.get("round", 0) + 1 else ()
    return tuple(person for person in post.people if person in left_out)


def back_text(night: Night, post: Post, wording: Wording) -> str:
    """Return the question whether those of a post who were found gone are still there."""
    asked = [person for person in post.people if person in night.left_out]
    return wording.sentences(
        wording.gettext("Are you still here?"), play_again_line(night, asked, wording)
    )


def round_over_text(
    night: Night, post: Post, wording: Wording, pace: RoundPace | None = None
) -> str:
    """Return that a round is over, who has how many points, and when the next one begins; while
    that is played, where its tables are listed, unless its notice says so.
    """
    number = post.details.get("round", 0)
    points, coming = post.details.get("points", ""), next_round(night)
    last = coming is None and number == len(night.dealt)
    seatings = [each.seating for each in night.dealt if each.number == number]
    unmoved = any(not each.took_part for each in seatings)
    final = last and (night.over or night.all_played)
    said = _points_then(number, points, wording, unmoved=unmoved, final=final)
    if points and any({*s.seated.sit_outs} - {*s.joined} for s in seatings):
        said = wording.sentences(said, wording.gettext(SAT_OUT, half=SHOWN_HALF))
    if last:
        return wording.sentences(said, *_no_more_rounds(night, wording))
    said = "\n".join([said, *begun_lines(night, post, wording)])
    if coming != number + 1:
        return said
    needed = needed_next(night, pace, wording)
    return wording.sentences(said, needed or between_rounds(night, wording))


def corrected_text(post: Post, wording: Wording) -> str:
    """Return that a host has corrected a result, why, and who had how many points from then on: it
    stays as it was said.
    """
    gettext, details = wording.gettext, post.details
    said = gettext(
        "{name} corrected who came where in round {number}, table {table}: {words}",
        name=f"**{plain_name(str(details.get('by', '?')))}**",
        number=details.get("round", 0),
        table=details.get("table", 0),
        words=plain_words(cleaned(str(details.get("text", "")))),
    )
    if order := plain_words(cleaned(str(details.get("order", "")))):
        said += f"\n{gettext('New order: {order}', order=order)}"
    if points := details.get("points"):
        said += f"\n{gettext('Night points after that: {points}.', points=points)}"
    return said


def begun_lines(night: Night, post: Post, wording: Wording) -> Iterator[str]:
    """Yield that the next round has begun, while it is played, unless its notice says so."""
    number = post.details.get("round", 0) + 1
    if number not in post.details.get(NOTICED, ()) and night.is_played(number):
        yield round_begun(night, number, wording)


def _points_then(number: int, points: str, wording: Wording, *, unmoved: bool, final: bool) -> str:
    """Return that a round is over, and who has how many points, or why nobody does if nobody moved
    in it; `final` once no other round is to come.
    """
    gettext = wording.gettext
    if not points and unmoved:
        return gettext(
            "Round {number} is over. Nobody moved in it, so it gives no night points.",
            number=number,
        )
    if not points and final:
        return gettext("Round {number} is over. Nobody has any night points.", number=number)
    if not points:
        return gettext("Round {number} is over. Nobody has any night points yet.", number=number)
    if final:
        return gettext(
            "Round {number} is over. Night points: {points}.", number=number, points=points
        )
    return gettext(
        "Round {number} is over. Night points so far: {points}.", number=number, points=points
    )


def _no_more_rounds(night: Night, wording: Wording) -> Iterator[str]:
    """Yield what is said below the points of the round that is the last one."""
    gettext, early = wording.gettext, len(night.dealt) < night.row.rounds
    if night.over:
        # That it is over, and where the recap is, a message of its own says below.
        if early:
            yield gettext("The night ended after this round.")
        return
    if ends_at(night, None) is not None:
        yield after_the_last(night, wording)
    elif not early:
        yield wording.sentences(
            gettext("That was the last round planned."),
            after_the_last(night, wording),
            gettext("If a host adds a round, **I'm here** and **I'm going home** count for it."),
        )
    if recap_due(night) and night.places.thread_id not in (None, night.row.channel_id):
        yield linked_recap(night, wording)


def over_row(
    night: Night, post: Post, known: tuple[Button, Button, Button], wording: Wording
) -> tuple[Button, ...]:
    """Return the buttons of the end of a round: who was gone can come back, or come to a round that
    a host may add; whoever is here can go home before such a round; and hosts go on, or add it:
    one who isn't called for the next one seats it there. Where guests are asked, they have theirs
    alone.
    """
    here, show, desk = known
    number = post.details.get("round", 0)
    newest = not night.over and night.playing is None and number == len(night.dealt)
    # The night is about to end, unless a host adds a round.
    added = newest and night.all_played and ends_at(night, None) is None
    quiet = replace(here, style=ButtonStyle.secondary)
    asks = asked_back(night, post)
    asked = (here,) if asks else (quiet,) * added
    coming = added or next_round(night) == number + 1
    home = (Button(routes.PRESS_HOME(night.id), wording.gettext("I'm going home")),) * coming
    # Where a pilot helps, a call has that button, or nobody need press it.
    seats = newest and (night.all_played or night.row.pilot == "host")
    seat = (seat_button(night, wording, ButtonStyle.secondary),) * seats
    hosts = (desk, *named_for_host(seat, wording)) if newest and not asks else ()
    return (*asked, points_button(night, wording), show, *home, *hosts)
