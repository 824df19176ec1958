"""The calls of those who lead a night for tables at which nothing goes on. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.nights.night import Night
from bot.nights.night_calls import Call
from bot.nights.stages import round_now


def noted(night: Night, stills: Iterable[Call]) -> Night:
    """Return a night on which those who lead it are to be called for the tables that stand still
    now, for each once a round, unless they lead it alone.
    """
    now = {_kind(each): each for each in stills if _is_to_call(night, each)}
    calls = list[Call]()
    for call in night.calls:
        if call.why != "still":
            calls.append(call)
            continue
        still = now.pop(_kind(call), None) if call.round == round_now(night) else None
        if still is None:
            # One that was said is kept, so that it isn't said again in this round.
            kept = call.still if call.still == "slow" else None
            calls += [replace(call, done=True, still=kept)] if call.said else []
        elif call.said:
            calls.append(replace(call, still=still.still))
        else:
            # Where nobody is called, the time that is left to come back may have begun anew.
            at = still.at if night.row.pilot == "helper" else max(call.at, still.at)
            calls.append(replace(still, at=at))
    new = () if night.row.pilot == "host" else now.values()
    return replace(night, calls=(*calls, *new))


def _kind(call: Call) -> tuple[str, bool]:
    """Return which calls count as one: that a move takes long isn't that nothing goes on."""
    return call.table, call.still == "slow"


def _is_to_call(night: Night, call: Call) -> bool:
    """Tell whether somebody is called for a table that stands still: for a move that takes long
    only who leads each round, as else a clock sees to that, and not who plays there.
    """
    if call.still != "slow":
        return True
    return night.row.pilot == "helper" and bool(whom_to_call(night, (call,), night.leaders))


def whom_to_call(
    night: Night, calls: Collection[Call], leaders: tuple[int, ...]
) -> tuple[int, ...]:
    """Return which leaders are called for some things: those who are here, but for a move that
    takes long not who plays there and sees it; all of them if nobody is here.
    """
    return tuple(
        person
        for person in those_here(night, leaders)
        if any(each.still != "slow" or person not in _dealt_at(night, each) for each in calls)
    )


def _dealt_at(night: Night, call: Call) -> tuple[int, ...]:
    """Return who was dealt in at the table of a call."""
    tables = () if night.playing is None else night.playing.seating.seated.tables
    return tables[call.number - 1].people if 0 < call.number <= len(tables) else ()


def those_here(night: Night, leaders: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of some leaders who are here; all of them if nobody is."""
    here = {guest.person for guest in night.guests.guests if guest.here}
    return tuple(person for person in leaders if person in here) or leaders
