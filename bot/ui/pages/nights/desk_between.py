"""What the desk of a game night says before a round: how it stands, and what to press for it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.night import Night
from bot.nights.stages import break_until, deal_at, missing, pace_of_games, runs_by_itself
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.night_games import infos_of
from bot.ui.pages.nights.night_seating import left_over_lines
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.nights.pilot_words import CALLS
from bot.ui.pages.wording import Wording


def between_lines(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield that a round is over, and until when the break is."""
    gettext = wording.gettext
    if night.playing is not None or night.row.state != "playing":
        return
    if not night.all_dealt:
        until, pause = break_until(night), ""
        if runs_by_itself(night):
            # When it ends, what happens by itself says.
            until = None
        if until is not None and until <= facts.now:
            pause = gettext("The break is over, too.")
        elif until is not None:
            pause = gettext("Break until {time}.", time=wording.at(until))
        over = gettext("Round {number} is over.", number=len(night.dealt))
        yield wording.sentences(over, pause)
    elif night.proposal is not None:
        yield gettext("Round {number} is over.", number=len(night.dealt))
    elif runs_by_itself(night):
        # What happens by itself says when the night ends.
        yield gettext("The last round is over. You can seat another one before the night ends.")
    else:
        yield gettext(CALLS["last"])


def proposed_lines(night: Night, wording: Wording) -> Iterator[str]:
    """Yield that a seating waits to be started, and whether it still fits those who are here."""
    if night.proposal is None:
        return
    if deal_at(night) is None:
        number = night.proposal.number
        yield wording.gettext("Round {number} is seated, but not started.", number=number)
    yield from left_over_lines(night, night.proposal, GuestNames(night, wording), wording)


def seat_lines(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield what to press for the next round, where only whoever leads is waited for."""
    between = night.row.state in ("doors", "playing") and night.playing is None
    if not between or night.all_dealt or night.proposal is not None:
        return
    if night.row.pilot == "auto" or night.row.stage == "held":
        return
    due = break_until(night) if night.dealt else night.guests.starts_at
    pace = pace_of_games(night, infos_of(facts.games))
    if (due is None or due <= facts.now) and not missing(night, pace):
        number = len(night.dealt) + 1
        yield wording.gettext("👉 Press **Seat round {number}** when you're ready.", number=number)
