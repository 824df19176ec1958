"""What comes after the round that is played, as all who wait for it read it."""

from __future__ import annotations

from bot.nights.night import Night
from bot.nights.stages import runs_by_itself
from bot.tables.clock import MINUTE
from bot.ui.pages.nights.next_start import waits_for_a_host
from bot.ui.pages.place_words import mentioned
from bot.ui.pages.wording import Wording


def held_line(night: Night, wording: Wording) -> str:
    """Return that the next round waits for a host, who has stopped the night while one is played;
    "" otherwise.
    """
    if night.row.stage != "held" or night.playing is None or night.all_dealt:
        return ""
    return waits_for_a_host(night, len(night.dealt) + 1, wording)


def next_round_line(night: Night, wording: Wording) -> str:
    """Return when the round after the one at play starts, reckoned from its end; "" if none does,
    or if it is said already that it waits for a host.
    """
    if night.all_dealt or night.row.stage == "held":
        return ""
    number, pause = len(night.dealt) + 1, night.pause
    if not runs_by_itself(night):
        return wording.gettext(
            "Round {number} starts once the last table is over and the host seats it.",
            number=number,
        )
    if pause < MINUTE:
        return wording.gettext("Round {number} starts once the last table is over.", number=number)
    return wording.ngettext(
        "Round {number} starts about {n} minute after the last table is over.",
        "Round {number} starts about {n} minutes after the last table is over.",
        pause // MINUTE,
        number=number,
    )


def what_follows(night: Night, number: int, wording: Wording) -> str:
    """Return to those whose game of a round is over what comes next; "" once that has begun."""
    if night.playing is None or night.playing.number != number:
        return ""
    if night.all_dealt:
        return wording.gettext(
            "The night's result comes in {place} once all tables are over.",
            place=mentioned(night.row.channel_id),
        )
    said = held_line(night, wording) or next_round_line(night, wording)
    return wording.sentences(said, wording.gettext("I'll call whoever is still here."))
