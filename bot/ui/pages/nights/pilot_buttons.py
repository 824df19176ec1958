"""The buttons about what happens by itself on a night, and what keeps it waiting."""

from __future__ import annotations

from dataclasses import replace

from discord import ButtonStyle

from bot.nights.night import Night
from bot.nights.stages import RoundPace, deal_at, ends_at, gives_up_at, missing, missing_next
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_words import named_for_host
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording


def waits_row(night: Night, pace: RoundPace | None, wording: Wording) -> tuple[Button, ...]:
    """Return the button that keeps a night waiting which else ends, as too few came while its doors
    were open, or are left after a round; none if it doesn't, or its host leads it alone.
    """
    ends = ends_at(night, pace) is not None and missing_next(night, pace)
    if not night.dealt and gives_up_at(night) is not None and night.guests.doors == "closed":
        ends = missing(night, pace)
    if not ends or night.row.pilot == "host":
        return ()
    # It holds the night, but nobody who reads that looks for what keeps it going.
    return (replace(stop_button(night, wording), label=wording.gettext("Keep waiting")),)


def keeps_words(night: Night, pace: RoundPace | None, wording: Wording) -> str:
    """Return what stands on it on the desk; "" without it."""
    return "".join(each.label for each in waits_row(night, pace, wording))


def keeps_for_all(night: Night, pace: RoundPace | None, wording: Wording) -> str:
    """Return the same where guests see the button, too."""
    return "".join(each.label for each in named_for_host(waits_row(night, pace, wording), wording))


def pilot_row(night: Night, pace: RoundPace, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons of the desk about what happens by itself."""
    if night.row.pilot == "host" or night.row.state not in ("doors", "playing"):
        return ()
    if night.row.stage == "held":
        return (resume_button(night, wording),)
    if night.row.pilot == "helper":
        return waits_row(night, pace, wording)
    if deal_at(night) is None or night.proposal is None:
        return waits_row(night, pace, wording) or (stop_button(night, wording),)
    return (stop_button(night, wording), start_button(night, wording))


def stop_button(night: Night, wording: Wording) -> Button:
    """Return the button that stops what happens by itself; while a round is announced, that."""
    label = wording.gettext("Hold the night")
    if deal_at(night) is not None:
        label = wording.gettext("Don't start round {n} yet", n=len(night.dealt) + 1)
    return Button(desk_routes.STOP_PILOT(night.id), label)


def resume_button(night: Night, wording: Wording) -> Button:
    """Return the button by which the night goes on."""
    text = wording.gettext("Resume the night")
    return Button(desk_routes.RESUME_PILOT(night.id), text, ButtonStyle.success)


def start_button(night: Night, wording: Wording) -> Button:
    """Return the button that deals at once what is announced."""
    assert night.proposal is not None
    sign = desk_routes.proposal_part(night.proposal.sign)
    return Button(desk_routes.START_ALL(night.id, sign), wording.gettext("Start now"))
