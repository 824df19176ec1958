"""One more table while a round is played, for those who are here and have had no seat in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.game import GameInfo
from bot.engine.text import marked as _
from bot.nights.answers import with_seat
from bot.nights.assign_tables import Proposal, SeatedRound
from bot.nights.guest_list import Guest
from bot.nights.guest_presses import as_planned
from bot.nights.night import CHANGED_MEANWHILE, Change, Night, Now, Press, Round, Rule, demand_lead
from bot.nights.night_calls import Call
from bot.nights.rounds import SeatingFacts, as_ticked, choices
from bot.nights.stages import RoundPace, pace_of_games
from bot.nights.table_sizes import TableSizes
from bot.nights.teaching import dealt_to, times_longer
from bot.tables.clock import MINUTE
from bot.tables.trouble import Trouble

LONG_WAITED: Final = 5 * MINUTE
"""Who waits for so long could have a table of their own; after so long without its person, they can
have a seat, too.
"""


def waiting_now(night: Night, seated: Collection[int] = ()) -> list[Guest]:
    """Return who is there and has had no seat in the round that is played, also in mid-game; not
    whom a host has sit it out.

    `seated` are those who sit at a table of the night now: it may be one of an earlier round.
    """
    return [guest for guest in without_seat(night, seated) if guest.seated]


def without_seat(night: Night, seated: Collection[int] = ()) -> list[Guest]:
    """Return the same, and behind them who is here on the waitlist: a seat that somebody has left
    is for any of them.
    """
    if night.playing is None:
        return []
    seating = night.playing.seating
    had = {*seating.had_seat, *seating.resting, *seated}
    return [guest for guest in night.guests.can_sit if guest.person not in had]


def waited_in_vain(night: Night, person: int) -> bool:
    """Tell whether somebody who is here has waited for a seat in the last round of a night till it
    was over, and had none.
    """
    guest, last = night.guests.find(person), night.dealt[-1] if night.dealt else None
    if guest is None or last is None or not night.all_dealt or not guest.here:
        return False
    waited, seating = (guest.came_at or 0) < (last.over_at or 0), last.seating
    return waited and person not in {*seating.had_seat, *dict(seating.again)}


def let_in(night: Night) -> Night:
    """Return a night with those on its list who are here without a seat and wait in line, also over
    its limit, which grows by them: a host lets them in by adding a table for them.
    """
    guests = night.guests
    line = [guest for guest in without_seat(night) if not guest.seated]
    if guests.limit is not None:
        guests = replace(guests, limit=guests.limit + max(0, len(line) - guests.free))
    for guest in line:
        guests = guests.put(with_seat(guest))
    return replace(night, guests=guests)


def others_wait(night: Night, person: int) -> bool:
    """Tell whether somebody else would be offered a seat that a person leaves now."""
    return any(guest.person != person for guest in without_seat(night))


def sizes_for(night: Night, facts: SeatingFacts, guests: Sequence[Guest]) -> TableSizes | None:
    """Return the tables for those who wait, with nobody but them; None if they are too few.

    If no tables fit, as few of them as can be go on waiting.
    """
    count = len(guests)
    for each in choices(night, facts, count) if count >= min(facts.legal) else ():
        if not each.computers:
            return as_ticked(night, facts, each, guests, fill=False)
    return None


def demand_played(night: Night, press: Press, number: int | None = None) -> Round:
    """Return the round that is played, for somebody who leads the night.

    Raises Trouble if none is, or another than the one of that number.
    """
    demand_lead(night, press)
    if number is not None and (night.playing is None or night.playing.number != number):
        raise Trouble(CHANGED_MEANWHILE)
    if night.playing is None:
        raise Trouble(_("No round is being played now."))
    return night.playing


def is_late(night: Night, infos: Sequence[GameInfo], at: int) -> bool:
    """Tell whether half the time of the round that is played is gone: a table that is added then
    is dealt short, if its game can be.
    """
    half = _half_gone_at(night, pace_of_games(night, infos))
    return half is not None and at >= half


def _half_gone_at(night: Night, pace: RoundPace) -> int | None:
    if night.playing is None or night.playing.counts_from is None:
        return None
    return night.playing.counts_from + pace.minutes * times_longer(night) * MINUTE // 2


def waited_until(night: Night, pace: RoundPace) -> int | None:
    """Return when enough for a table have waited for long; None if they don't."""
    guests, playing = waiting_now(night), night.playing
    if playing is None or len(guests) < pace.fewest:
        return None
    came = sorted(guest.came_at or 0 for guest in guests)[pace.fewest - 1]
    return max(came, playing.began_at or 0) + LONG_WAITED


def seats_by_itself_at(night: Night, pace: RoundPace) -> int | None:
    """Return when those who wait get a table on a night that runs by itself; None if they don't.

    Not as long as they haven't had time to take the seats that are free, nor so late in a round
    that the others would wait long for it.
    """
    waited = waited_until(night, pace)
    half = _half_gone_at(night, pace)
    if waited is None or half is None or night.row.stage != "round":
        return None
    tries = (call.at + LONG_WAITED for call in night.calls if call.why == "waiting" and call.done)
    offered = (seat.since + LONG_WAITED for seat in night.offered_seats)
    at = max((waited, *tries, *offered))
    return at if at < half else None


def seats_by_itself(night: Night, pace: RoundPace, at: int) -> bool:
    """Tell whether they get one now."""
    due, half = seats_by_itself_at(night, pace), _half_gone_at(night, pace)
    return due is not None and half is not None and due <= at < half


def tried(night: Night, at: int) -> Night:
    """Return a night on which those who wait couldn't be given a table: it is tried again later."""
    call = Call("waiting", len(night.dealt), at, said=True, done=True)
    return replace(night, calls=(*night.calls, call))


def for_all_here(add_tables: Rule) -> Rule:
    """Return the rule that adds tables, and lets those in who wait in line."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        return replace(add_tables(let_in(night), press, now), note=as_planned(night))

    return rule


def add(
    sizes: TableSizes,
    proposal: Proposal,
    new: tuple[tuple[str, int], ...] = (),
    short: Collection[str] = (),
) -> Rule:
    """Return the rule for tables that are added to the round that is played.

    `new` says who hasn't finished a game of which kind tonight, `short` which games are dealt
    short.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        playing = demand_played(night, press)
        seated = playing.seating.seated
        more = tuple(
            replace(table, short=(table.game or night.row.game) in short, added=True)
            for table in proposal.now.tables
        )
        people = {person for table in more for person in table.people}
        outs = tuple(person for person in seated.sit_outs if person not in people)
        before = playing.seating.sizes
        after = TableSizes(
            (*before.seats, *sizes.seats),
            before.computers,
            len(outs),
            (*before.games, *sizes.games),
        )
        # Where they were planned to sit later, they would meet again.
        seating = replace(
            playing.seating,
            sizes=after,
            seated=SeatedRound((*seated.tables, *more), outs),
            plan=(),
            new=new,
            again=tuple(each for each in playing.seating.again if each[0] not in people),
        )
        seating = dealt_to(night, seating, len(seated.tables) + 1)
        return Change(night.with_round(replace(playing, seating=seating)), "more_tables")

    return rule
