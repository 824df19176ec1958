"""What somebody reads who goes home from a night, or can't come, and how they come back."""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle

from bot.nights.guest_list import Guest
from bot.nights.night import Night
from bot.nights.series_rules import next_at
from bot.ui.pages import routes
from bot.ui.pages.nights.series_words import next_line
from bot.ui.pages.page import Button, Page, Row
from bot.ui.pages.wording import Wording


def thanks_lines(night: Night, person: int, wording: Wording) -> Iterator[str]:
    """Yield what somebody reads who goes home once a round was dealt, or after the night: also that
    they keep their points, and when the next night is.
    """
    yield wording.gettext("Thank you for coming!")
    if not night.all_dealt:
        yield wording.gettext("You won't be seated again tonight, unless you press **I'm here**.")
    if person in night.took_part and any(each.over_at is not None for each in night.dealt):
        yield wording.gettext("Your points from finished rounds stay.")
    if (next_at(night) or 0) > night.guests.starts_at:
        yield next_line(night, wording)


def back_here(night: Night, guest: Guest | None, verb: str, wording: Wording) -> Iterator[Row]:
    """Yield the button that an answer names by which somebody comes, or comes back, after all."""
    on = night.row.state in ("doors", "playing") and not night.all_played
    gone = verb in ("out", "maybe", "absent") or (verb == "home" and not night.all_dealt)
    if on and gone and guest is not None and not guest.here:
        here = routes.PRESS_HERE(night.id)
        yield (Button(here, wording.gettext("I'm here"), ButtonStyle.success),)


def go_home_page(night: Night, wording: Wording) -> Page:
    """Ask somebody who was dealt in, and now can't come, whether they go home."""
    gettext = wording.gettext
    home = Button(routes.PRESS_HOME(night.id), gettext("I'm going home"), ButtonStyle.danger)
    return Page(
        gettext("Go home for tonight?"),
        gettext("You've been dealt in. If you go, you won't be seated in later rounds."),
        rows=((home, Button(routes.SHOW_NIGHT(night.id), gettext("Back"))),),
    )
