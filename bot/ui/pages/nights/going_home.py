"""What somebody reads who goes home from a night, or can't come, and how they come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.guest_list import Guest
from bot.nights.night import Night
from bot.nights.series_rules import next_at
from bot.ui.pages import routes
from bot.ui.pages.nights.series_words import next_line
from bot.ui.pages.page import Button, Page, Row
from bot.ui.pages.wording import Wording

HERE: Final = _("I'm here")


def thanks_lines(night: Night, person: int, wording: Wording) -> Iterator[str]:
    """Yield what somebody reads who goes home once a round was dealt, or after the night: also that
    they keep their points, and when the next night is.
    """
    gettext = wording.gettext
    yield gettext("Thank you for coming!")
    if not night.all_dealt:
        button = gettext(_back_label(night, person))
        yield gettext(
            "Unless you press **{button}**, you won't be seated again tonight.", button=button
        )
    if person in night.took_part and any(each.over_at is not None for each in night.dealt):
        yield wording.gettext("Your points from finished rounds stay.")
    if (next_at(night) or 0) > night.guests.starts_at:
        yield next_line(night, wording)


def back_here(night: Night, guest: Guest | None, verb: str, wording: Wording) -> Iterator[Row]:
    """Yield the button that an answer names by which somebody comes, or comes back, after all."""
    on = night.row.state in ("doors", "playing") and not night.all_played
    if not on or guest is None or guest.here:
        return
    comes = not night.all_dealt or sits(night, guest.person)
    if verb in ("out", "maybe", "absent") or (verb == "home" and comes):
        label = _back_label(night, guest.person) if verb == "home" else HERE
        here = routes.PRESS_HERE(night.id)
        yield (Button(here, wording.gettext(label), ButtonStyle.success),)


def sits(night: Night, person: int) -> bool:
    """Tell whether somebody was dealt in at a table of the round that is played."""
    tables = () if night.playing is None else night.playing.seating.seated.tables
    return any(person in table.people for table in tables)


def _back_label(night: Night, person: int) -> str:
    """Return by which button somebody is there after all who goes home."""
    return _("I'm staying") if sits(night, person) else HERE


def go_home_page(night: Night, wording: Wording) -> Page:
    """Ask somebody who was dealt in, and now can't come, whether they go home."""
    gettext = wording.gettext
    home = Button(routes.PRESS_HOME(night.id), gettext("I'm going home"), ButtonStyle.danger)
    return Page(
        gettext("Go home for tonight?"),
        gettext("You've been dealt in. If you go, you won't be seated in later rounds."),
        rows=((home, Button(routes.SHOW_NIGHT(night.id), gettext("Back"))),),
    )
