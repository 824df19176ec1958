"""The stage of an evening: which one fits what has happened, and since when it counts. Pure.

Doors, rounds and breaks follow from the night itself, so whatever a host presses sets the stage
that fits. The others are steps of the pilot in between (`bot/nights/pilot.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.game import GameInfo
from bot.nights.night import NOTICE, Change, Night, Press
from bot.nights.night_calls import STOPPED, Call
from bot.nights.teaching import times_longer
from bot.nights.unstarted import called_if_unstarted
from bot.tables.clock import MINUTE
from storage.night_rows import Stage

ALL_HERE: Final = MINUTE + 15
"""How long after the last guest has come who was waited for the first round is dealt: its notice
must be there to read for a minute.
"""
OVERTIME: Final = 2
"""A round runs over time once it takes so many times the usual minutes of its game."""
SOON_OVER: Final = 7 * MINUTE
"""After so much overtime it is said again that computers will finish the games."""
FINISHED: Final = 3 * MINUTE
"""They do so this long after that."""
ENDS_AFTER: Final = 10 * MINUTE
"""How long after its last round a night ends that runs by itself; or, once too few are left for
another one, after the break, unless a host leads it alone.
"""
GIVEN_UP: Final = 30 * MINUTE
"""How long after its start a night ends to which too few have come, if no host presses anything;
where a host leads it alone, also after a break.
"""
HELD_LONG: Final = 10 * MINUTE
"""Guests who have waited so long for a night that a host has stopped are reason for a call."""

STEPS: Final[Mapping[Stage, tuple[Stage, ...]]] = {
    "doors": ("doors", "notice", "held"),
    "round": ("round", "late", "last", "finishing", "held"),
    "break": ("break", "notice", "held"),
}
"""Where a pilot may have brought a night while guests arrive, in a round and in a break."""


@dataclass(frozen=True, slots=True)
class RoundPace:
    """What the games of a night say about its rounds."""

    fewest: int
    """The fewest seats of a table."""
    minutes: int
    """How long a game takes, usually: the slowest of those that are played."""
    last_on: bool = False
    """Whether the round at play waits for its last table: usual minutes say nothing then."""

    @property
    def enough(self) -> int:
        """Return how many guests can be seated: at most one computer fills up."""
        return max(2, self.fewest - 1)

    def is_enough(self, night: Night) -> bool:
        """Tell whether there can be another round for those who are there, and come late."""
        return not self.lacking(night)

    def lacking(self, night: Night) -> int:
        """Return how many more must be there for another round."""
        return max(0, 2 - len(night.guests.there), self.enough - len(night.seatable))


def pace_of_games(night: Night, infos: Sequence[GameInfo]) -> RoundPace:
    """Return what games say about the rounds of a night, about the one at play if there is one."""
    at_play = [] if night.playing is None else night.playing.seating.seated.tables
    keys = {table.game for table in at_play}
    minutes = [info.minutes for info in infos if not night.several or info.key in keys]
    pace = pace_of(infos)
    return replace(pace, minutes=max(minutes)) if minutes else pace


def pace_of(infos: Sequence[GameInfo]) -> RoundPace:
    """Return what games say about rounds in which any of them may be played."""
    fewest = min(min(info.seats) for info in infos)
    return RoundPace(fewest, max(info.minutes for info in infos))


def next_round(night: Night) -> int | None:
    """Return the number of the round that is waited for; None if there is none to come."""
    between = night.row.state == "playing" and night.dealt and night.playing is None
    return len(night.dealt) + 1 if between and not night.all_dealt else None


def round_now(night: Night) -> int:
    """Return the number of the round at play, or of the next one."""
    return len(night.dealt) + (night.playing is None)


def usual_stage(night: Night) -> Stage:
    """Return the stage of a night that no pilot has brought any further."""
    match night.row.state:
        case "doors":
            return "doors"
        case "playing":
            return "break" if night.playing is None else "round"
        case "over":
            return "few" if night.row.stage == "few" else ""
        case _:
            return ""


def staged(before: Night, change: Change, press: Press, at: int, pace: RoundPace | None) -> Night:
    """Return the night of a change with the stage that fits it.

    What is due in the past only because of this change is due from now on.
    """
    night = _with_added(change.night)
    usual, stage = usual_stage(night), night.row.stage
    led_on = bool(press.by.id) and change.what in ("proposed", "dealt", "resumed", "pilot")
    if stage not in STEPS.get(usual, ()) or (stage == "held" and led_on):
        stage = usual
    if stage == "notice" and (night.proposal is None or night.row.pilot != "auto"):
        # A host has dropped what was about to be dealt, so nothing goes on by itself.
        stage = "held" if night.proposal is None and night.row.pilot == "auto" else usual
    if stage != before.row.stage and night.row.stage_at == before.row.stage_at:
        began = _began(night) if stage == usual else None
        night = night.with_row(stage_at=at if began is None else began)
    if stage != "held":
        # Once it goes on, nobody needs to know why it didn't; it may stand still again.
        over = (*STOPPED, "held")
        calls = [c for c in night.calls if c.why not in over or (c.why == "held" and c.said)]
        # Whoever was called for that has answered: no message says so any more.
        answered = (replace(each, done=True) if each.why == "held" else each for each in calls)
        night = replace(night, calls=tuple(answered))
    night = _called_if_held(_sooner(before, night.with_row(stage=stage), at))
    night = called_if_unstarted(night, change.what, at)
    end = ends_at(night, pace)
    if end is not None and end != ends_at(before, pace) and not night.all_dealt:
        # As long as a break may be over: nobody knew that the night would end.
        since = max(night.row.stage_at or 0, at - night.pause)
        night = night.with_row(stage_at=since)
    due = goes_on_at(night, pace)
    if due is not None and due < at and due != goes_on_at(before, pace):
        since = night.row.stage_at or at
        night = night.with_row(stage_at=at if stage == "doors" else since + at - due)
    return night


def _with_added(night: Night) -> Night:
    """Return a night that runs by itself with the round that a host has added among those planned:
    it begins as any other.
    """
    proposal = night.proposal
    if night.row.pilot != "auto" or proposal is None or not proposal.seating.added:
        return night
    return night.with_row(rounds=max(night.row.rounds, proposal.number))


def kept_waiting(night: Night) -> int:
    """Return how many guests wait at a night that stands still; those who lead it don't count."""
    if night.row.stage != "held" or usual_stage(night) == "round" or night.all_dealt:
        return 0
    return sum(guest.person not in night.leaders for guest in night.guests.there)


def _called_if_held(night: Night) -> Night:
    """Return a night that its leaders are called to, once a round, after its guests have waited for
    long since a host stopped it; not where they were told that it stands still.
    """
    number = round_now(night)
    told = any(each.why in ("held", *STOPPED) and each.round == number for each in night.calls)
    if told or not kept_waiting(night):
        return night
    first = 0 if night.dealt else night.guests.starts_at
    since = max(night.row.stage_at or 0, _began(night) or 0, first)
    return replace(night, calls=(*night.calls, Call("held", number, since + HELD_LONG)))


def goes_on_at(night: Night, pace: RoundPace | None) -> int | None:
    """Return when the pilot of a night does its next step; None while there is none to do.

    A pilot that only helps calls a host then.
    """
    row, since = night.row, night.row.stage_at
    if pace is None or since is None or row.pilot == "host":
        return None
    auto = row.pilot == "auto"
    match row.stage:
        case "doors" | "break" if night.proposal is not None and not auto:
            # A host is at it.
            return None
        case "doors" if len(night.guests.there) >= (pace.enough if auto else pace.fewest):
            return max(since, _first_start(night, since)[1] - (NOTICE if auto else 0))
        case "doors" if not auto:
            return max(since, night.guests.closes_at)
        case "notice":
            return since + NOTICE
        case "round":
            return since + OVERTIME * times_longer(night) * pace.minutes * MINUTE
        case "late" if auto:
            return since + SOON_OVER
        case "last" if auto:
            return since + FINISHED
        case "break" if not auto:
            # After the last round nobody has a break.
            return since + (0 if night.all_dealt else row.pause)
        case "break" if not night.all_dealt and pace.is_enough(night):
            return max(since, since + row.pause - NOTICE)
        case "break":
            return ends_at(night, pace)
        case _:
            return None


def first_start(night: Night) -> tuple[int, int] | None:
    """Return from when and until when the first round starts by itself if enough are here, the same
    time twice once nobody is waited for; None while guests don't arrive, or it waits for a host.

    Where a pilot only helps, a host is called then.
    """
    since = night.row.stage_at
    return _first_start(night, since) if night.row.stage == "doors" and since is not None else None


def finishes_at(night: Night) -> int | None:
    """Return when computers finish the games of a round that runs over time; None if they don't."""
    since = night.row.stage_at
    if since is None or night.row.stage not in ("late", "last"):
        return None
    return since + FINISHED + (SOON_OVER if night.row.stage == "late" else 0)


def finishes_by(night: Night, pace: RoundPace | None) -> int | None:
    """Return when computers finish the round at play if it isn't over before; None if they don't.

    They do so on a night that runs by itself, also where everybody is away.
    """
    over = goes_on_at(night, pace)
    if night.row.stage != "round" or night.row.pilot != "auto" or over is None:
        return finishes_at(night)
    return over + SOON_OVER + FINISHED


def deal_at(night: Night) -> int | None:
    """Return when the round that is announced is dealt; None if none is."""
    since = night.row.stage_at
    return since + NOTICE if night.row.stage == "notice" and since is not None else None


def ends_at(night: Night, pace: RoundPace | None) -> int | None:
    """Return when a night is over as too few are here for another round, or by itself as all its
    rounds are; None while it goes on. A proposal that isn't started changes nothing: it is nobody's
    but the hosts'.
    """
    row = night.row
    if row.stage != "break" or row.stage_at is None:
        return None
    if night.all_dealt:
        return row.stage_at + ENDS_AFTER if row.pilot == "auto" else None
    few = pace is not None and not pace.is_enough(night)
    return row.stage_at + night.pause + waits_after_break(night) if few else None


def waits_after_break(night: Night) -> int:
    """Return how long a night waits after a break for enough guests, or for a host's press."""
    return GIVEN_UP if night.row.pilot == "host" else ENDS_AFTER


def too_few_by(night: Night) -> int:
    """Return when a night ends to which too few have come, if no host presses anything: where one
    did, half an hour after that was looked at.
    """
    at = max(night.guests.starts_at + GIVEN_UP, night.guests.closes_at)
    looked = (night.row.stage_at or 0) if night.row.stage == "doors" else 0
    return looked + GIVEN_UP if looked >= at else at


def gives_up_at(night: Night) -> int | None:
    """Return when a night is over if too few have come; None if it waits, or has begun."""
    return too_few_by(night) if night.row.stage == "doors" and night.row.stage_at else None


def past_start(night: Night) -> bool:
    """Tell whether the hour of a night whose guests arrive has come, as far as it has heard."""
    guests = night.guests
    return guests.doors == "closed" or guests.rung >= guests.starts_at


def may_end(night: Night, pace: RoundPace) -> bool:
    """Tell whether a night may well end as too few come: so few said they would, or its first round
    could have begun by now.
    """
    few = len(night.guests.coming) < pace.enough
    return gives_up_at(night) is not None and (few or past_start(night))


def runs_by_itself(night: Night) -> bool:
    """Tell whether a night goes on without a host: nothing has stopped its pilot."""
    return night.row.pilot == "auto" and night.row.stage != "held"


def waits_for_hosts(night: Night) -> bool:
    """Tell whether nothing happens at any time of its own: hosts lead a night alone, or hold it."""
    return night.row.pilot == "host" or night.row.stage == "held"


def few_until(night: Night, pace: RoundPace) -> int | None:
    """Return when a night is over to which too few have come, once no more guests are awaited; or,
    where it doesn't run by itself, of whom too few are left.
    """
    if night.dealt:
        return None if night.row.pilot == "auto" else ends_at(night, pace)
    return gives_up_at(night) if night.guests.doors == "closed" else None


def given_up(night: Night, pace: RoundPace, led_at: int, late: int) -> bool:
    """Tell whether a night is over as too few are here, at a ring that is so many seconds `late`:
    not if a host has pressed something meanwhile, nor, once a round was played, if nobody could.

    What opened its doors past the start keeps no night.
    """
    if night.dealt:
        since = (ends_at(night, pace) or 0) - waits_after_break(night)
        return led_at < since and late <= MINUTE
    first = max(night.guests.starts_at, (night.row.stage_at or 0) + 1)
    return len(night.guests.there) < pace.enough and led_at < first


def missing(night: Night, pace: RoundPace | None) -> int:
    """Return how many guests are missing for a first round of a night whose guests arrive."""
    if pace is None or usual_stage(night) != "doors":
        return 0
    return max(0, pace.enough - len(night.guests.there))


def missing_next(night: Night, pace: RoundPace | None) -> int:
    """Return how many guests are missing for another round of a night that ends without it: for the
    one that is waited for; where it runs by itself, in a round for the one after it, too.
    """
    if pace is None or night.row.state != "playing" or night.all_dealt:
        return 0
    on = night.playing is not None and runs_by_itself(night)
    return pace.lacking(night) if on or ends_at(night, pace) is not None else 0


def round_ends_at(night: Night, pace: RoundPace | None) -> int | None:
    """Return about when the round at play is over, if it takes as usual, and longer where somebody
    is taught; None if none is.
    """
    began = None if night.playing is None else night.playing.counts_from
    if pace is None or began is None:
        return None
    return began + times_longer(night) * pace.minutes * MINUTE


def break_until(night: Night) -> int | None:
    """Return until when the break before the next round lasts; None if there is none, or nothing
    happens after it.
    """
    since = night.row.stage_at if night.row.stage == "break" else _began(night)
    none = night.all_dealt or not night.pause or waits_for_hosts(night)
    if usual_stage(night) != "break" or none:
        return None
    return None if since is None else since + night.pause


def break_left(night: Night) -> int | None:
    """Return the same for what isn't drawn by the clock: None once the night has heard that the
    break is over.
    """
    until = break_until(night)
    return None if until is None or night.guests.rung >= until else until


def leapt(night: Night, by: int, now: int) -> Night:
    """Return a night whose times moved by some seconds, as the machine's clock did."""
    guests, since, called_at = night.guests, night.row.stage_at, night.row.called_at
    moved = tuple(
        replace(
            each,
            offered_until=None if each.offered_until is None else each.offered_until + by,
            late_until=None if each.late_until is None else each.late_until + by,
        )
        for each in guests.guests
    )
    guests = replace(guests, guests=moved)
    if guests.doors == "open":
        guests = replace(guests, closes_at=guests.closes_at + by)
    calls = (each if each.said else replace(each, at=each.at + by) for each in night.calls)
    night = replace(night, guests=guests, calls=tuple(calls))
    if (playing := night.playing) is not None:
        seating = playing.seating.minded_until(lambda at: at + by)
        seating = replace(seating, stood=seating.stood + by)
        night = night.with_round(replace(playing, seating=seating))
    if called_at is not None:
        night = night.with_row(called_at=called_at + by)
    if since is not None and night.row.stage == "notice":
        # When its message was noted is told by the clock as it was.
        since = max(since, now - by - NOTICE + MINUTE)
    return night if since is None else night.with_row(stage_at=since + by)


def _first_start(night: Night, since: int) -> tuple[int, int]:
    """Return the same for a night whose guests arrive since then.

    What runs by itself is announced before, so that play starts at the hour that all know, if
    those who are In are here by then, and as doors close if they aren't.
    """
    guests, soonest = night.guests, since
    if night.row.pilot == "auto":
        soonest += ALL_HERE if came_late(night) else NOTICE
    latest = guests.starts_at if all_here(night) else guests.closes_at
    return max(soonest, guests.starts_at), max(soonest, latest)


def all_here(night: Night) -> bool:
    """Tell whether nobody is waited for who has said that they come on time."""
    return all(guest.here or guest.late for guest in night.guests.coming)


def came_late(night: Night) -> bool:
    """Tell whether the last guest who was waited for has come too late for the usual notice of the
    first round: nobody is kept waiting for that.
    """
    since, came = night.row.stage_at or 0, (each.came_at or 0 for each in night.guests.there)
    # Whoever has it go on again after a hold gives everybody the usual time.
    late = night.guests.starts_at - NOTICE < since <= max(came, default=0)
    return late and night.row.stage == "doors" and all_here(night)


def _sooner(before: Night, night: Night, at: int) -> Night:
    """Return a night whose first round is announced, and dealt sooner than was said once the last
    guest has come who is waited for.
    """
    since = night.row.stage_at
    if night.row.stage != "notice" or since is None or night.dealt:
        return night
    if all_here(before) or not all_here(night):
        return night
    deal = max(night.guests.starts_at, at + ALL_HERE)
    return night.with_row(stage_at=min(since, deal - NOTICE))


def _began(night: Night) -> int | None:
    """Return when the round at play, or the break after the last one, has begun."""
    if night.playing is not None:
        return night.playing.counts_from
    return max((each.over_at or 0 for each in night.dealt), default=None)
