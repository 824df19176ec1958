"""How late guests may come, and about when the rounds begin from which they play. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from bot.nights.guest_list import Guest
from bot.nights.night import SOON, Night
from bot.nights.stages import RoundPace, round_ends_at
from bot.nights.teaching import LONGER, times_longer, to_teach
from bot.tables.clock import MINUTE

LateBy = Literal["m15", "m30", "m60", "round"]
"""How late somebody may come: so many minutes, or from the second round on."""
LATE_BYS: Final[tuple[LateBy, ...]] = get_args(LateBy)
ON_TIME: Final = "on"
"""Takes the place of one of these for whoever will be on time after all."""


MINUTES_LATE: Final[Mapping[LateBy, int]] = {"m15": 15, "m30": 30, "m60": 60}
"""By how many minutes each of them is late, but for the one that names no time."""


@dataclass(frozen=True, slots=True)
class About:
    """When something is to happen, as far as that is known: these are apart where somebody is
    taught, as that round may take its usual time or longer.
    """

    soonest: int
    latest: int

    def later(self, seconds: int) -> About:
        """Return the same so much later."""
        return About(self.soonest + seconds, self.latest + seconds)


def comes_at(guest: Guest) -> int | None:
    """Return when a guest comes who comes late; None if they come for a round."""
    return guest.late_until if "timed" in guest.marks else guest.kept_until


def about_over(night: Night, minutes: int) -> About:
    """Return about when the last round of a night ends, if each takes so many minutes."""
    to_come = max(0, night.row.rounds - max(1, len(night.dealt)))
    return _round_over(night, minutes).later(to_come * (minutes * MINUTE + night.pause))


def _round_over(night: Night, minutes: int) -> About:
    """Return about when the newest round is over, or was; before any, the first that is planned."""
    newest, usual = night.dealt[-1] if night.dealt else None, minutes * MINUTE
    if newest is not None and newest.over_at:
        return About(newest.over_at, newest.over_at)
    if (ends := round_ends_at(night, RoundPace(0, minutes))) is not None:
        return About(ends - (times_longer(night) - 1) * usual, ends)
    starts = night.guests.starts_at
    return About(starts + usual, starts + (LONGER if to_teach(night) else 1) * usual)


def next_starts(night: Night, minutes: int) -> dict[int, About]:
    """Return which rounds are to begin, but for the first, and about when each does."""
    first, step = max(1, len(night.dealt)), minutes * MINUTE + night.pause
    begins = _round_over(night, minutes).later(night.pause)
    rounds = range(first + 1, night.row.rounds + 1)
    return {number: begins.later((number - first - 1) * step) for number in rounds}


def late_times(night: Night, minutes: int, now: int) -> dict[str, int]:
    """Return until when seats can be kept for those who come late, by how late that is.

    `minutes` is how long a round takes: when the second one begins is a guess, and when the last
    one ends. Nobody comes after that.
    """
    start, end = night.guests.starts_at, about_over(night, minutes).latest
    found: dict[LateBy, int] = {by: start + late * MINUTE for by, late in MINUTES_LATE.items()}
    if (second := next_starts(night, minutes).get(2)) is not None:
        found["round"] = second.latest
    return {by: at for by, at in found.items() if now < at < end}


def late_rounds(
    night: Night, minutes: int, times: Mapping[str, int]
) -> dict[str, tuple[int, About]]:
    """Return from which round somebody plays who comes at one of `times`, and about when that
    begins; nothing if none but the last round is left for them.

    A round has a seat for whoever comes soon after its start, however soon that is, and the last
    one for all.
    """
    rounds = [*next_starts(night, minutes).items()]
    return {
        by: next(each for each in rounds if at <= each[1].soonest + SOON or each == rounds[-1])
        for by, at in times.items()
        if rounds
    }
