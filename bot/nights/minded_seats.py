"""Seats at which a computer plays for somebody who has gone from their table: until when they keep
them while others wait. That time is noted, so that it is still so after a restart. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.nights.more_tables import LONG_WAITED
from bot.nights.night import Change, Night, Now, Press, Round, Rule
from bot.nights.seating import Minded
from bot.tables.table import Table
from bot.tables.table_face import PublicFacts

FEW: Final = 5
"""Only so many moves that are left, or fewer, are counted one by one."""


def goes_on(table: PublicFacts) -> bool:
    """Tell whether whoever takes a seat at a table plays there now."""
    held_up = table.paused or table.played_out or table.frozen or table.pace == "days"
    return table.phase == "playing" and not held_up


def can_lose(table: PublicFacts, seat: int) -> bool:
    """Tell whether somebody who waits can have a person's seat once a computer has played there for
    `LONG_WAITED` seconds and enough is left to play. Who is only late keeps theirs.
    """
    away = table.night_id is not None and goes_on(table) and table.seats[seat].went_away
    return away and seat not in table.played_off()


def left_to_play(table: Table, seat: int) -> tuple[int | None, bool]:
    """Return how many moves are left on a seat at most, as all can tell, None if nobody can; and
    whether whoever takes it now can't make half of all its moves any more.

    The number is rough, so that what says it needn't be edited at each move.
    """
    game = table.game
    left = None if game is None or table.frozen else game.moves_left(table.public(), seat)
    if left is None:
        return None, False
    return left if left <= FEW else -(-left // FEW) * FEW, left < table.own_moves(seat)[1]


def several_minded(table: PublicFacts) -> int:
    """Return on how many seats of a table that plays now computers play for people, if it is more
    than one and somebody is left there: late or gone, they make it another game for the others.
    """
    minded = len(table.absent()) if goes_on(table) and not table.deserted() else 0
    return minded if minded > 1 else 0


def minded_now(playing: Round, tables: Collection[PublicFacts], now: int) -> tuple[Minded, ...]:
    """Return where computers play for somebody who may lose their seat in a round, the soonest
    first: until when was noted as that was first seen.
    """
    known = {(e.table, e.person, e.gone): e.until for e in playing.seating.minded}
    found = (
        Minded(*key, known.get(key, now + LONG_WAITED))
        for table in tables
        for number, seat in enumerate(table.seats)
        for key in [(table.id, seat.person, seat.gone)]
        if can_lose(table, number)
    )
    return tuple(sorted(found, key=lambda each: each.until))


def away_now(tables: Collection[PublicFacts]) -> tuple[int, ...]:
    """Return who has gone from a game that is on and isn't back, also where hardly anything is left
    to play, or where it stands still; not once computers finish it, as nobody comes back to it.
    """
    on = (each for each in tables if each.phase == "playing" and not each.played_out)
    live = (each for each in on if each.pace != "days")
    gone = {seat.person for table in live for seat in table.seats if seat.went_away}
    return tuple(sorted(gone))


def may_be_lost(
    night: Night, tables: Iterable[Table], now: int
) -> Iterator[tuple[Table, int, int | None]]:
    """Yield which seats go to somebody who waits unless their people come back, and when, with
    their tables, the soonest first; those on which too little is left, for points or at all,
    without a time. None where one is free already. `tables` are those at play.
    """
    if night.playing is None or night.offered_seats:
        return
    on = {table.id: table for table in tables}
    for each in night.playing.seating.minded:
        table = on.get(each.table)
        seat = None if table is None else table.seat_of(each.person)
        if table is None or seat is None or not can_lose(table, seat):
            continue
        if left_to_play(table, seat)[1]:
            yield table, seat, None
        elif table.seats[seat].gone == each.gone and each.until > now:
            yield table, seat, each.until
    for table in filter(goes_on, on.values()):
        for seat in table.played_off():
            if table.seats[seat].went_away:
                yield table, seat, None


def note_minded(number: int, minded: tuple[Minded, ...], away: tuple[int, ...]) -> Rule:
    """Return the rule that notes where computers play for somebody in the round of that number, and
    who is away from its games.
    """

    def rule(night: Night, _press: Press, _now: Now) -> Change:
        playing = night.playing
        if playing is not None and playing.number == number:
            seating = replace(playing.seating, minded=minded, away=away)
            night = night.with_round(replace(playing, seating=seating))
        return Change(night, "free_seats")

    return rule
