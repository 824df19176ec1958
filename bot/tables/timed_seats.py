"""Seats as a change or a step leaves them: their clocks, and who is away for some days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.match import Step
from bot.tables import going_on
from bot.tables.away import shown, stopped, without
from bot.tables.clock import clock_of
from bot.tables.quiet_hours import People, still_of
from bot.tables.reserve import reserve_after
from bot.tables.seat import Seat
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from storage.rows import PersonRow


async def timed(
    people: People,
    table: Table,
    before: Sequence[Seat],
    seats: Sequence[Seat],
    asked: tuple[int, ...],
    now: int,
    *,
    back: bool = False,
) -> list[Seat]:
    """Return the seats of a table with clocks for those where a person is asked, and no others; and
    with whose away days go on.

    `before` are the seats with the clocks that have run until now. With `back` the game goes back
    to where it stood: nobody's visit is over by that.
    """
    found: list[Seat] = []
    for number, seat in enumerate(seats):
        ran = before[number] if number < len(before) else seat
        # A turn that somebody else has ended needs no computer any more.
        seat = seat if number in asked else seat.moved_on()
        goes_on = table.pace == "none" and number in asked and seat.asked_at is not None
        used = seat.away_used if goes_on else await _away_used(people, table, ran, now)
        if seat.level is not None or table.phase != "playing":
            seat = replace(seat, clock=None, away_used=used, asked_at=None, vote_at=None)
            seat = replace(seat, reserve_left=None, said_back=False, nudged=False)
            found.append(without(seat))
            continue
        row = await people.row(seat.person)
        seat = shown(seat, row, table.pace, now)
        if seat.clock is None:
            seat = replace(seat, away_used=used)
        clock, acts = None, number in asked and seat.mind is None
        still = still_of(row, table, ran, now)
        left = None if ran.clock is None else ran.clock.left_at(now, still)
        was_asked = number in table.to_act()
        carried = reserve_after(
            table,
            ran,
            seat,
            left,
            acts=acts,
            visit_over=was_asked and number not in asked and not back,
            goes_on_again=back and acts and not was_asked,
        )
        seat = replace(seat, reserve_left=carried)
        if acts and table.has_clock:
            clock = clock_of(
                seat.clock,
                table.pace,
                seat.reserve_left or table.seconds_for(number),
                now,
                still_of(row, table, seat, now),
                stands=table.paused or table.asleep,
                away_used=used,
            )
        seat = replace(seat, clock=clock, away_used=clock.away_used if clock else used)
        seat = replace(seat, nudged=seat.nudged and acts and clock is None)
        found.append(_waited_for(seat, row, table, now, asked=number in asked))
    return found


def _waited_for(seat: Seat, row: PersonRow, table: Table, now: int, *, asked: bool) -> Seat:
    """Return a person's seat with since when they are waited for, and until when at least."""
    if not asked:
        return replace(seat, asked_at=None, vote_at=None, said_back=False)
    if seat.mind is not None:
        # Who comes back to the same question has said so before.
        return replace(seat, asked_at=None, vote_at=None)
    seat = seat if seat.asked_at is not None else replace(seat, asked_at=now)
    return replace(seat, vote_at=going_on.vote_at(seat, row, table, now))


async def sat_in(
    people: People, table: Table, step: Step, seats: Sequence[Seat], now: int
) -> tuple[Sequence[Seat], list[TableEvent]]:
    """Return the seats with computers for those who are away, want that, and are asked anew by a
    step; and what that is called.
    """
    found, table_events = [*seats], list[TableEvent]()
    waited_for = {*table.to_act()} - {step.seat}
    for number in step.to_act:
        seat = seats[number]
        if number in waited_for or not seat.here:
            continue
        after = shown(seat, await people.row(seat.person), table.pace, now)
        if after.away_how == "computer":
            found[number] = after.gone_away(step.number, table.revision)
            table_events.append(TableEvent("away", "player", number, seat.person))
    return found, table_events


async def _away_used(people: People, table: Table, seat: Seat, now: int) -> int:
    """Return for how many seconds clocks have stopped on a seat by now because of away days."""
    if table.pace == "none" and seat.asked_at is not None:
        row = await people.row(seat.person)
        span = stopped(row, table.away_days, seat.away_used, seat.asked_at)
        return seat.away_used + (0 if span is None else max(0, min(now, span[1]) - span[0]))
    if seat.running is None:
        return seat.away_used
    return seat.running.used(now, still_of(await people.row(seat.person), table, seat, now))
