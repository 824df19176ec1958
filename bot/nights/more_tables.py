"""One more table while a round is played, for those who are here and have had no seat in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.engine.game import GameInfo
from bot.engine.text import marked as _
from bot.nights.assign_tables import Proposal, SeatedRound
from bot.nights.guest_list import Guest
from bot.nights.night import CHANGED_MEANWHILE, Change, Night, Now, Press, Round, Rule, demand_lead
from bot.nights.rounds import SeatingFacts, as_ticked, choices
from bot.nights.stages import pace_of_games
from bot.nights.table_sizes import TableSizes
from bot.nights.teaching import dealt_to, times_longer
from bot.tables.clock import MINUTE
from bot.tables.trouble import Trouble


def waiting_now(night: Night, seated: Collection[int] = ()) -> list[Guest]:
    """Return who is there and has had no seat in the round that is played, also in mid-game.

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
    had = {person for table in seating.seated.tables for person in table.people}
    had |= {*seating.joined, *seated}
    return [guest for guest in night.guests.can_sit if guest.person not in had]


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
    if night.playing is None or night.playing.began_at is None:
        return False
    minutes = pace_of_games(night, infos).minutes * times_longer(night)
    return at >= night.playing.began_at + minutes * MINUTE // 2


def add(
    sizes: TableSizes,
    proposal: Proposal,
    new: tuple[tuple[str, int], ...] = (),
    short: Collection[str] = (),
) -> Rule:
    """Return the rule for tables that are added to the round that is played.

    `new` says who hasn't finished a game of which kind, `short` which games are dealt short.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        playing = demand_played(night, press)
        seated = playing.seating.seated
        more = tuple(
            replace(table, short=(table.game or night.row.game) in short)
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
        )
        seating = dealt_to(night, seating, len(seated.tables) + 1)
        return Change(night.with_round(replace(playing, seating=seating)), "more_tables")

    return rule
