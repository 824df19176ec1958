"""When something must next happen by itself on a night. Pure."""

from __future__ import annotations

from math import inf

from bot.nights import rounds
from bot.nights.due_times import guests_due
from bot.nights.night import Night
from bot.nights.pilot import pilot_due
from bot.nights.series_rules import leads_back, series_due
from bot.nights.stages import RoundPace, break_left


def next_due(night: Night, pace: RoundPace | None) -> int | None:
    """Return when something must next happen by itself on a night; None if never."""
    earliest = min(guests_or_end_due(night) or inf, pilot_due(night, pace) or inf)
    return None if earliest == inf else int(earliest)


def guests_or_end_due(night: Night) -> int | None:
    """Return when something happens next that needs no pilot: for its guests, or at its end."""
    times: list[float] = [series_due(night) or inf]
    if night.row.state not in ("draft", "over", "cancelled"):
        times += [guests_due(night.guests) or inf, rounds.closes_at(night) or inf]
        # Nobody is called where a host is at it, but what says until when the break is must go.
        times.append(break_left(night) or inf)
    if leads_back(night):
        times.append(night.guests.starts_at)
    earliest = min(times)
    return None if earliest == inf else int(earliest)
