"""What a night does by itself: calls those who lead it, or goes on for them. Pure.

`pilot_due` says when `ring` must be called next. What rings late, because the bot was away, is
said again first, or left to a host.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from bot.nights.more_tables import LONG_WAITED, seats_by_itself_at, tried, waited_until, waiting_now
from bot.nights.night import Change, Night, Now, Post, Press, Rule
from bot.nights.night_calls import CALLS_APART, LEFT_ALONE, Call, CallWhy
from bot.nights.proposals import came_since, gone_since, start_all
from bot.nights.rounds import end_for_few, ended
from bot.nights.stages import (
    ALL_HERE,
    ENDS_AFTER,
    NOTICE,
    RoundPace,
    came_late,
    ends_at,
    few_until,
    finishes_by,
    given_up,
    goes_on_at,
    kept_waiting,
    round_now,
    usual_stage,
)
from bot.nights.still_calls import noted, those_here, whom_to_call
from bot.nights.teaching import needs_teacher
from bot.tables.clock import MINUTE
from bot.tables.seat import Person
from storage.night_rows import Stage

TIMER: Final = Press(Person(0, ""), None, leads=True)
"""The one who does what nobody has pressed."""
NEARLY_IN_TIME: Final = MINUTE
"""A ring that is later has what was said before said anew."""
TOO_LATE: Final = 15 * MINUTE
"""After a ring that is later nothing goes on by itself."""
MOST_PUT_OFF: Final = 2
MOST_WAITS: Final = 5
ALONE: Final = 5 * MINUTE
"""How long after a table whose people are all away has stood still computers finish its game."""

CALLED_FOR: Final[dict[Stage, CallWhy]] = {"doors": "doors", "break": "break", "round": "over"}
"""What a pilot that only helps calls a host for."""


@dataclass(frozen=True, slots=True)
class RingFacts:
    """What a ring must know besides the night itself."""

    pace: RoundPace
    leaders: tuple[int, ...] = ()
    """The host and the co-hosts, those of them who may lead."""
    led_at: int = 0
    """When somebody who leads has last pressed something."""
    noticed_at: int | None = None
    """When the message was noted that announces the round; None while there is none."""
    noticed: bool = False
    """Whether a round was announced before, on this night."""
    waiting: int = 0
    """How many could have a table of their own now."""
    table: Rule | None = None
    """Deals them one by itself."""
    stills: tuple[Call, ...] = ()
    """The calls for tables that stand still now."""
    seat: Rule | None = None
    """Seats those who are here, anew or in the proposal that there is."""


def pilot_due(night: Night, pace: RoundPace | None) -> int | None:
    """Return when `ring` must be called next; None if nothing is to come."""
    return min(_times(night, pace), default=None)


def _times(night: Night, pace: RoundPace | None) -> Iterator[int]:
    if pace is None or night.row.state not in ("open", "doors", "playing"):
        return
    quiet = alone(night)
    yield from (call.at for call in night.calls if not call.said and call not in quiet)
    if (few := few_until(night, pace)) is not None:
        yield few
    yield from (each.at + ALONE for each in alone(night))
    if (at := _waited_until(night, pace)) is not None:
        yield at
    if (at := _next_step_at(night, pace)) is not None:
        yield night.row.stage_at or at if needs_seating(night) else at


def needs_seating(night: Night) -> bool:
    """Tell whether who sits where must be worked out anew, as people have come or gone since."""
    proposal = night.proposal
    if night.row.stage != "notice" or proposal is None:
        return False
    return bool(came_since(night, proposal) or gone_since(night, proposal))


def ring(night: Night, now: Now, facts: RingFacts) -> Change:
    """Do what is due by now on a night."""
    if (few := few_until(night, facts.pace) or inf) <= now.at:
        if given_up(night, facts.pace, facts.led_at, int(now.at - few)):
            return end_for_few(night, facts.leaders)
        night = night.with_row(stage_at=now.at - (night.pause if night.dealt else 0))
    change = Change(night, "rang")
    if (_waited_until(night, facts.pace) or inf) <= now.at:
        change = _waited(night, now, facts)
    night, at = change.night, _next_step_at(change.night, facts.pace)
    if at is not None and needs_seating(night):
        change = _mended(night, now, facts)
    elif at is not None and at <= now.at and change.what == "rang":
        change = _go_on(night, now, facts, now.at - at)
    night, posts = _say_due(change.night, now.at, facts)
    night = _without_alone(night, now.at)
    return replace(change, night=night, posts=(*change.posts, *posts))


def _next_step_at(night: Night, pace: RoundPace) -> int | None:
    """Return when the pilot does its next step; None also if a host was called for it before."""
    helped = night.row.pilot == "helper" and _is_called(night, _called_for(night))
    return None if helped else goes_on_at(night, pace)


def _called_for(night: Night) -> CallWhy | None:
    last = night.row.stage == "break" and night.all_dealt
    return "last" if last else CALLED_FOR.get(night.row.stage)


def _go_on(night: Night, now: Now, facts: RingFacts, late: int) -> Change:
    """Do the next step of a night's pilot."""
    stage, host_called = night.row.stage, _called_for(night)
    if not facts.leaders:
        return _held(night, "unled", now.at)
    if night.row.pilot == "helper" and host_called is not None:
        return Change(asked(night, host_called, now.at), "rang")
    if late > TOO_LATE:
        return _held(night, "away", now.at)
    if late > NEARLY_IN_TIME and stage in ("notice", "late", "last"):
        return Change(night.with_row(stage_at=now.at), "rang")
    match stage:
        case "notice":
            return _deal(night, now, facts)
        case "round":
            night = night.with_row(stage="late", stage_at=now.at)
            left_alone = _may_call_at(night, facts) > now.at
            people = () if left_alone else those_here(night, facts.leaders)
            night = night.with_row(called_at=now.at) if people else night
            return Change(night, "late", posts=(_overtime(night, people),))
        case "late":
            night = night.with_row(stage="last", stage_at=now.at)
            return Change(night, "late", posts=(_overtime(night, again=True),))
        case "last" if paused(night):
            return Change(night.with_row(stage_at=now.at), "rang")
        case "last":
            return Change(night.with_row(stage="finishing", stage_at=now.at), "finishing")
        case "break" if ends_at(night, facts.pace) is not None:
            if night.proposal is not None and facts.led_at > now.at - ENDS_AFTER:
                # A host is about to start another round.
                since = (night.row.stage_at or 0) + late + ENDS_AFTER
                return Change(night.with_row(stage_at=since), "rang")
            stage = night.row.stage if night.all_dealt else "few"
            return Change(ended(night).with_row(stage=stage), "ended")
        case _:
            return _announce(night, now, facts, late)


def _announce(night: Night, now: Now, facts: RingFacts, late: int) -> Change:
    """Seat those who are here, and say so before it is dealt: at the time that was said, unless
    this is so `late` that nobody could read of it.
    """
    assert facts.seat is not None
    since = now.at - min(late, NEARLY_IN_TIME)
    if came_late(night):
        since = max(since + ALL_HERE, night.guests.starts_at) - NOTICE
    night = facts.seat(night, TIMER, now).night.with_row(stage="notice", stage_at=since)
    assert night.proposal is not None
    # Who comes late hasn't been told yet.
    people = tuple(each.person for each in night.seatable if not (facts.noticed and each.here))
    post = Post("notice", people, {"round": night.proposal.number})
    return Change(night, "proposed", posts=(post,))


def _mended(night: Night, now: Now, facts: RingFacts) -> Change:
    """Seat those who have come, and let go of who is gone; in the last minute, deal it later."""
    before = night.row
    if not facts.pace.is_enough(night):
        night = night.without_proposal().with_row(stage=usual_stage(night), stage_at=now.at)
        return Change(night, "taken_back")
    assert facts.seat is not None
    night = facts.seat(night, TIMER, now).night
    proposal, since = night.proposal, before.stage_at or now.at
    assert proposal is not None
    put_off = proposal.seating.put_off
    if now.at > since + NOTICE - MINUTE and put_off < MOST_PUT_OFF:
        seating = replace(proposal.seating, put_off=put_off + 1)
        night = night.with_round(replace(proposal, seating=seating))
        night = night.with_row(stage_at=since + MINUTE)
    return Change(night, "mended")


def _deal(night: Night, now: Now, facts: RingFacts) -> Change:
    """Deal the round that was announced, once that has been there to read for a minute."""
    proposal = night.proposal
    assert proposal is not None
    if facts.noticed_at is not None and now.at - facts.noticed_at >= MINUTE:
        return start_all(proposal.sign)(night, TIMER, now)
    if proposal.seating.waited >= MOST_WAITS:
        return _held(night, "unsaid", now.at)
    seating = replace(proposal.seating, waited=proposal.seating.waited + 1)
    night = night.with_round(replace(proposal, seating=seating))
    return Change(night.with_row(stage_at=now.at - NOTICE + MINUTE), "rang")


def _held(night: Night, why: CallWhy, at: int) -> Change:
    return Change(asked(night.with_row(stage="held", stage_at=at), why, at), "held")


def _overtime(night: Night, people: tuple[int, ...] = (), *, again: bool = False) -> Post:
    number = 0 if night.playing is None else night.playing.number
    return Post("overtime", people, {"round": number, "again": again})


# Those who wait


def _waited_until(night: Night, pace: RoundPace) -> int | None:
    """Return when something is done for those who have waited for long; None if nothing is."""
    if night.row.pilot == "auto":
        return seats_by_itself_at(night, pace)
    said = night.row.pilot == "host" or _is_called(night, "waiting")
    return None if said else waited_until(night, pace)


def _waited(night: Night, now: Now, facts: RingFacts) -> Change:
    """Call a host for those who have waited for long, or deal them a table."""
    if facts.table is not None and facts.leaders and not paused(night):
        return facts.table(night, TIMER, now)
    auto = night.row.pilot == "auto"
    return Change(tried(night, now.at) if auto else asked(night, "waiting", now.at), "rang")


# Calls


def asked(night: Night, why: CallWhy, at: int) -> Night:
    """Return a night on which those who lead it are to be called for something, once a round."""
    if _is_called(night, why):
        return night
    return replace(night, calls=(*night.calls, Call(why, round_now(night), at)))


def call_for(why: CallWhy, pace: RoundPace | None) -> Rule:
    """Return the rule that calls those who lead a night at once, whoever leads it."""

    def rule(night: Night, _press: Press, now: Now) -> Change:
        if _is_called(night, why) or night.over:
            return Change(night, "called_for", note=why)
        call = Call(why, round_now(night), now.at, said=True)
        night, posts = called(night, call, night.leaders, now.at, pace)
        return Change(night, "called_for", note=why, posts=posts)

    return rule


def called(
    night: Night,
    call: Call,
    people: tuple[int, ...],
    at: int,
    pace: RoundPace | None,
    by: int | None = None,
) -> tuple[Night, tuple[Post, ...]]:
    """Return a night on which some who lead it are called, and the post; a table's call takes the
    place of its last one.

    If they were called a moment ago and it isn't done, that message says this, too, unless it
    called whoever calls now. Once it has been there for long, a new one takes its place, so that
    they notice.
    """
    lately = by not in night.leaders and at < (night.row.called_at or 0) + CALLS_APART
    # That a round runs over time, they were told by another message.
    there = lately and any(at < each.at + CALLS_APART for each in open_calls(night, pace))
    night = without_call(night, call.table) if call.table else night
    night = replace(night, calls=(*night.calls, call))
    if there:
        return night, ()
    return night.with_row(called_at=at), (Post("needed", people),)


def without_call(night: Night, table_id: str) -> Night:
    """Return a night on which a table doesn't call any more."""
    kept = (each for each in night.calls if each.why != "table" or each.table != table_id)
    return replace(night, calls=tuple(kept))


def paused(night: Night) -> bool:
    """Tell whether a game of the round at play is paused: it waits until it is resumed, and with it
    what else would be done to the round by itself.
    """
    stills = (each for each in night.calls if each.round == round_now(night))
    return night.playing is not None and any(each.still == "paused" for each in stills)


def alone(night: Night) -> tuple[Call, ...]:
    """Return the calls for tables whose people are all away, and whose games computers finish soon
    on a night that runs by itself: nobody is called for them.
    """
    if night.row.pilot != "auto" or night.row.stage not in ("round", "late", "last"):
        return ()
    return tuple(
        call for call in night.calls if call.still == "deserted" and not is_done(night, call, None)
    )


def left_alone(night: Night, pace: RoundPace | None) -> dict[str, int]:
    """Return when computers finish each game to which nobody may come back, by its table's id."""
    last = finishes_by(night, pace) or inf
    return {call.table: int(min(call.at + ALONE, last)) for call in alone(night)}


def alone_for_long(night: Night, at: int) -> tuple[str, ...]:
    """Return the tables that are left alone for so long that computers finish their games now.

    Not where the bot was away meanwhile: nobody could have come back.
    """
    return tuple(call.table for call in alone(night) if 0 <= at - call.at - ALONE <= NEARLY_IN_TIME)


def _without_alone(night: Night, at: int) -> Night:
    """Return a night on which nobody is called for tables whose games computers finish now."""
    finish, calls = alone_for_long(night, at), list[Call]()
    due = {call.table for call in alone(night) if call.at + ALONE <= at}
    for call in night.calls:
        if call.why == "still" and call.table in finish:
            calls.append(replace(call, said=True, done=True))
        elif call.why == "still" and call.table in due:
            calls.append(replace(call, at=at))
        else:
            calls.append(call)
    return replace(night, calls=tuple(calls))


def open_calls(night: Night, pace: RoundPace | None) -> tuple[Call, ...]:
    """Return what those who lead a night were called for and haven't done yet."""
    return tuple(call for call in night.calls if call.said and not is_done(night, call, pace))


def is_done(night: Night, call: Call, pace: RoundPace | None) -> bool:
    """Tell whether nobody needs to be called for something any more."""
    stage, fewest = usual_stage(night), 0 if pace is None else pace.fewest
    if call.round != round_now(night) or call.done:
        return True
    match call.why:
        case "few":
            return night.row.state != "open" or night.expected >= fewest
        case "teacher":
            return night.row.state != "open" or not needs_teacher(night)
        case "start":
            return night.row.state != "doors" or night.proposal is not None
        case "doors" | "break":
            return stage != call.why or night.proposal is not None
        case "seated":
            return night.proposal is None
        case "over":
            return stage != "round"
        case "waiting":
            few = len(waiting_now(night)) < fewest
            return few or stage != "round" or night.row.pilot == "auto"
        case "last":
            return stage != "break" or not night.all_dealt or night.proposal is not None
        case "still":
            return stage != "round"
        case "moved_place" | "shut" | "table":
            return night.over
        case "held":
            return not kept_waiting(night)
        case _:
            return night.row.stage != "held"


def _say_due(night: Night, at: int, facts: RingFacts) -> tuple[Night, tuple[Post, ...]]:
    """Call those who lead a night for what they are to be called for by now.

    What comes up while they are called already is added to that message.
    """
    night = noted(night, facts.stills)
    calls = [each for each in night.calls if each.said or not is_done(night, each, facts.pace)]
    if facts.waiting < facts.pace.fewest:
        # Some of them sit at a table by now, whom a host has put there.
        later = at + LONG_WAITED
        waits = [each for each in calls if each.why == "waiting" and not each.said]
        calls = [replace(each, at=max(each.at, later)) if each in waits else each for each in calls]
    night = replace(night, calls=tuple(calls))
    quiet = alone(night)
    ripe = [each for each in calls if not each.said and each.at <= at and each not in quiet]
    if not ripe:
        return night, ()
    merged = bool(open_calls(night, facts.pace))
    soonest = _may_call_at(night, facts)
    if soonest > at and not merged:
        later = (replace(each, at=soonest) if each in ripe else each for each in calls)
        return replace(night, calls=tuple(later)), ()
    said = (replace(each, said=True) if each in ripe else each for each in calls)
    night = replace(night, calls=tuple(said))
    if merged:
        return night, ()
    people = whom_to_call(night, ripe, facts.leaders or night.leaders)
    return night.with_row(called_at=at), (Post("needed", people),)


def _may_call_at(night: Night, facts: RingFacts) -> int:
    """Return from when on those who lead a night may be called."""
    return max(facts.led_at + LEFT_ALONE, (night.row.called_at or 0) + CALLS_APART)


def _is_called(night: Night, why: CallWhy | None) -> bool:
    number = round_now(night)
    return any(call.why == why and call.round == number for call in night.calls)
