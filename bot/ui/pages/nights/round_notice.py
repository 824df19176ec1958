"""The notice of a round that is about to be dealt: its tables, and its buttons; then, that it runs
over time.
"""

from __future__ import annotations

from bot.engine.text import marked as _
from bot.nights.night import Night, Post
from bot.nights.pilot import paused
from bot.nights.stages import all_here, deal_at, finishes_at
from bot.ui.pages import routes
from bot.ui.pages.nights.in_line import waiting_line
from bot.ui.pages.nights.next_start import waits_for_a_host
from bot.ui.pages.nights.night_games import Games
from bot.ui.pages.nights.night_tables import seated_lines
from bot.ui.pages.nights.night_words import (
    GuestNames,
    linked_round,
    named_for_host,
    show_button,
    to_desk,
)
from bot.ui.pages.nights.pilot_buttons import start_button, stop_button
from bot.ui.pages.nights.pilot_words import paused_line
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording


def notice_text(night: Night, post: Post, games: Games, wording: Wording) -> str:
    """Return the tables of a round that is about to be dealt; or what has become of that."""
    number = int(post.details.get("round", 0))
    proposal, at = night.proposal, deal_at(night)
    if proposal is None or proposal.number != number or at is None:
        if night.is_played(number):
            return round_begun(night, number, wording)
        return waits_for_a_host(night, number, wording)
    said = wording.gettext("Round {number} starts at {time}.", number=number, time=f"<t:{at}:t>")
    if number == 1 and at > night.guests.starts_at and all_here(night):
        # That may be sooner than was said.
        said = wording.sentences(said, wording.gettext("Everybody is here."))
    later = wording.ngettext(
        "That is {n} minute later than said, as the seats changed just before.",
        "That is {n} minutes later than said, as the seats changed just before.",
        proposal.seating.put_off,
    )
    # The game's own thread does, where this mentions nobody a second time.
    called = wording.gettext("I call you to your table when it starts.")
    said = wording.sentences(said, later if proposal.seating.put_off else "", called)
    lines = [said, *seated_lines(night, proposal, games, wording)]
    return "\n".join(
        [*lines, *filter(None, [waiting_line(night, GuestNames(night, wording), wording)])]
    )


def round_begun(night: Night, number: int, wording: Wording) -> str:
    """Return that a round has begun, and where its tables are listed."""
    link = linked_round(night, number, wording)
    return wording.gettext("Round {number} has begun: {link}", number=number, link=link)


def notice_row(night: Night, post: Post, number: int, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons of such a notice: one for guests, the others for those who lead."""
    proposal, round_ = night.proposal, post.details.get("round", 0)
    desk = to_desk(night, wording, number)
    if proposal is None or deal_at(night) is None or proposal.number != round_:
        waits = round_ > len(night.dealt) and not night.over
        return (show_button(night, wording, number), *((desk,) * waits))
    leads = (stop_button(night, wording), start_button(night, wording))
    return (
        Button(routes.PRESS_ABSENT(night.id, mark=number), wording.gettext("I'm not here")),
        *named_for_host(leads, wording),
        desk,
    )


def overtime_text(night: Night, post: Post, wording: Wording) -> str:
    """Return that computers will finish the games of a round; the second time, in other words.

    They don't while one of them is paused.
    """
    if paused(night):
        said = wording.gettext(
            "Round {number} runs over time.", number=post.details.get("round", 0)
        )
        return f"{said}\n{paused_line(wording)}"
    said = _("Round {number} runs over time. Computers finish its games at {time}.")
    if post.details.get("again"):
        said = _("Last minutes of round {number}: computers finish its games at {time}.")
    return wording.gettext(
        said,
        number=post.details.get("round", 0),
        time=f"<t:{finishes_at(night) or 0}:t>",
    )
