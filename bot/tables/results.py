"""How a game has ended for each seat and for everybody who had one: places, points, whose they are.

Leaving, giving up or being away never earns more than staying and coming last would have.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from bot.engine.game import Result
from bot.tables.early_end import EARLY
from bot.tables.game_json import GameJson
from bot.tables.rankings import first_by_rule, is_half, places_of, points_of
from bot.tables.seat import Person
from bot.tables.table_event import hands_over, who_decided_own
from storage.former_players import is_former
from storage.result_rows import ResultRow
from storage.rows import LogRow, SeatRow, TableEventRow, TableHead
from storage.store import Store

SeatResult = ResultRow
"""How one seat of a game has ended, or somebody who had one. It is kept as it was worked out."""

_SEATS: Final = re.compile(r"\[(\d+(?:,\d+)*)\] ")
"""How the seats stand before the reason in the note of a correction."""


def results_of(
    table: TableHead,
    result: Result,
    seats: Sequence[SeatRow],
    log: Sequence[LogRow],
    table_events: Sequence[TableEventRow],
) -> list[SeatResult]:
    """Return how a finished game has ended: one row per seat, then one for each who earned nothing
    on the seat that they had. Nothing for a game of a single seat.

    `log` and `table_events` are all there are, in order. Raises ValueError if they don't fit.
    """
    _demand_fitting(result, seats, log)
    if len(seats) < 2:
        return []
    places = places_of(result, {seat.seat: seat.gone for seat in seats if seat.gone is not None})
    counted = before_computers_finished(standing_decisions(log), table_events)
    found = [owner_of(seat, counted, table_events) for seat in seats]
    ended_own = who_decided_own(table_events)
    owners = [None if owner in ended_own else owner for owner in found]
    lost = empty_handed(seats, owners, table_events)
    lost |= {owner: seat for seat, owner in enumerate(found) if owner and owner in ended_own}
    ended_at = max([log[-1].at, *(each.at for each in table_events if each.what in EARLY)])
    rows = [
        SeatResult(
            table_id=table.id,
            seat=number,
            person=owner,
            name="" if owner is None else _name_of(owner, seats, table_events),
            guild_id=table.guild_id,
            game=table.game,
            seats=len(seats),
            score=result.scores[number],
            place=places[number],
            points=points_of(places[number], len(seats)),
            won=places[number] == min(places),
            decisions=sum(step.seat == number for step in counted),
            by_computer=sum(
                step.seat == number and step.interaction_id is None for step in counted
            ),
            counts=len({*owners, *lost} - {None}) > 1,
            ended_at=ended_at,
            night_id=table.night_id,
            round=table.night_round,
            gone=seats[number].gone is not None,
        )
        for number, owner in enumerate(owners)
    ]
    return [*rows, *_rows_of_lost(lost, rows, seats, counted, table_events)]


def _demand_fitting(result: Result, seats: Sequence[SeatRow], log: Sequence[LogRow]) -> None:
    """Raise ValueError unless a result is one of these seats, and the log is whole."""
    numbers = range(len(seats))
    if len(result.scores) != len(seats) or [seat.seat for seat in seats] != [*numbers]:
        raise ValueError("the result isn't one of these seats")
    if not result.winners or not set(result.winners) <= {*numbers}:
        raise ValueError("nobody here has won")
    if not log or any(row.step != step for step, row in enumerate(log)):
        raise ValueError("a step is missing in the log")


def _rows_of_lost(
    lost: Mapping[int, int],
    rows: Sequence[SeatResult],
    seats: Sequence[SeatRow],
    counted: Sequence[LogRow],
    table_events: Sequence[TableEventRow],
) -> Iterator[SeatResult]:
    """Yield a row for each who earned nothing on the seat that they had: last place, 0 points."""
    for number, (person, seat) in enumerate(lost.items(), len(seats)):
        made = [step for step in counted if _made_by(person, step, seats[seat], table_events)]
        yield replace(
            rows[seat],
            seat=number,
            person=person,
            name=_name_of(person, seats, table_events),
            place=float(len(seats)),
            points=0,
            won=False,
            decisions=len(made),
            by_computer=0,
            gone=True,
        )


def standing_decisions(log: Sequence[LogRow]) -> list[LogRow]:
    """Return the moves that led to the end, newest first: none that was taken back.

    Raises ValueError if a step goes back to one that isn't there.
    """
    found: list[LogRow] = []
    step = len(log) - 1
    while step > 0:
        row = log[step]
        if row.back is None:
            found.append(row)
            step -= 1
        elif 0 <= row.back < step:
            step = row.back
        else:
            raise ValueError(f"a step back to {row.back}")
    return found


def before_computers_finished(
    standing: Sequence[LogRow], table_events: Sequence[TableEventRow]
) -> list[LogRow]:
    """Return the decisions that tell whose a seat's points are: none once computers were told to
    finish the game. Of a seat that had decided nothing by then, those after count: else whoever
    stays away from the first move on would have what a computer earned for them.
    """
    told = min((each.step for each in table_events if each.what == "played_out"), default=None)
    if told is None:
        return [*standing]
    had_decided = {row.seat for row in standing if row.step <= told}
    return [row for row in standing if row.step <= told or row.seat not in had_decided]


def owner_of(
    seat: SeatRow, counted: Sequence[LogRow], table_events: Sequence[TableEventRow]
) -> int | None:
    """Return the person who gets the points of a seat: whoever has it at the end, if they made half
    of its decisions or more. None is nobody.
    """
    if seat.level is not None:
        return None
    own = [row for row in counted if row.seat == seat.seat]
    made = sum(_made_by(seat.person, row, seat, table_events) for row in own)
    return seat.person if is_half(made, len(own)) else None


def earning_now(
    seats: Sequence[SeatRow], log: Sequence[LogRow], table_events: Sequence[TableEventRow]
) -> list[int]:
    """Return the seats that would get points if computers were told now to finish a game."""
    counted, own = standing_decisions(log), who_decided_own(table_events)
    played = {row.seat for row in counted}
    # Whoever is gone comes last.
    here = [each for each in seats if each.gone is None]
    owners = {each.seat: owner_of(each, counted, table_events) for each in here}
    return [n for n, owner in owners.items() if n in played and owner not in {None, *own}]


def empty_handed(
    seats: Sequence[SeatRow],
    owners: Sequence[int | None],
    table_events: Sequence[TableEventRow],
) -> dict[int, int]:
    """Return who had a seat and earned nothing at the table, with that seat.

    It is whoever had it from the start, and whoever left one that another, or a computer, took
    over; somebody who only came later and didn't play enough lost nothing.
    """
    found: dict[int, int] = {}
    for seat in seats:
        had = [
            event.whom
            for event in table_events
            if hands_over(event, seat.seat) and event.whom is not None and is_person(event.whom)
        ]
        if seat.level is None and not had:
            had = [seat.person]
        for person in had:
            if person not in owners:
                found.setdefault(person, seat.seat)
    return found


def is_person(number: int) -> bool:
    """Tell whether a number on a seat is somebody's, or of somebody who was forgotten."""
    return number > 0 or is_former(number)


def of_seats(rows: Sequence[SeatResult]) -> list[SeatResult]:
    """Return the rows of seats among results, without those of people who earned nothing there."""
    return [row for row in rows if row.of_seat]


def moved(
    person: int,
    seats: Sequence[SeatRow],
    log: Sequence[LogRow],
    table_events: Sequence[TableEventRow],
) -> bool:
    """Tell whether somebody has made a move of a game on any of its seats."""
    return any(_made_by(person, step, seat, table_events) for seat in seats for step in log)


def without_moves(rows: Sequence[SeatResult]) -> list[int]:
    """Return who made no move in games that they didn't stay in."""
    played = {row.person for row in rows if row.of_seat or row.decisions}
    return [row.person for row in rows if row.person is not None and row.person not in played]


def is_computers(row: SeatResult) -> bool:
    """Tell whether the result of a seat is nobody's because computers played half of it or more;
    else several people shared it, or whoever played it decided for the others, too.
    """
    return row.person is None and is_half(row.by_computer, row.decisions)


WhyNobodys = Literal["computers", "few", "decided", "late", "soon", "coming", "out", "joined"]
"""Why the result of a seat is nobody's: computers played it, whoever has it at the end made too few
of its moves, or they decided for the others, too. On a night whoever came late, sat out before
they took the seat, or had no place in the round till then, has half of a first place instead; so
has who is still to come, once they do, or for whom the night was over too soon.
"""


def nobodys(rows: Sequence[SeatResult], holders: Sequence[int]) -> dict[int, WhyNobodys]:
    """Return the seats of a table whose results are nobody's, and why; `holders` is who has each
    seat at the end.
    """
    lost = {row.person: row.decisions for row in rows if not row.of_seat}
    found: dict[int, WhyNobodys] = {}
    for row in of_seats(rows):
        if row.person is None and is_computers(row):
            found[row.seat] = "computers"
        elif row.person is None:
            # Whoever made enough moves and has nothing decided for the others.
            enough = is_half(lost.get(holders[row.seat], -1), row.decisions)
            found[row.seat] = "decided" if enough else "few"
    return found


def order_of(rows: Iterable[SeatResult]) -> list[list[int]]:
    """Return the seats of a game in the order on record, those tied together as they are given."""
    tied: dict[float, list[int]] = {}
    for row in sorted(rows, key=lambda row: row.place):
        tied.setdefault(row.place, []).append(row.seat)
    return [*tied.values()]


def seats_and_reason(note: str) -> tuple[tuple[int, ...], str]:
    """Return the order of seats that was typed, and the reason, of what is noted of a correction;
    older notes have no seats.
    """
    typed = _SEATS.match(note)
    if typed is None:
        return (), note
    return tuple(map(int, typed[1].split(","))), note[typed.end() :]


async def is_first_by_rule(store: Store, rows: Sequence[SeatResult]) -> bool:
    """Tell whether who is first in a game with these results is so by rule alone, as its table
    says it: not if people ended it early, or a host has corrected it.
    """
    seats = sorted(of_seats(rows), key=lambda row: row.seat)
    gone = [row.seat for row in seats if row.gone]
    if not first_by_rule([row.place for row in seats], [row.score for row in seats], gone):
        return False
    table = seats[0].table_id
    early = any(each.what in EARLY for each in await store.table_events(table))
    return not early and not await store.results.corrected(table)


def computers_tables(rows: Sequence[SeatResult]) -> set[str]:
    """Return the tables with a result that is computers' alone: they played nearly all of it."""
    theirs = {row.table_id for row in of_seats(rows) if not is_computers(row)}
    return {row.table_id for row in rows} - theirs


def _made_by(
    person: int, step: LogRow, seat: SeatRow, table_events: Sequence[TableEventRow]
) -> bool:
    """Tell whether a person made a decision, on a seat."""
    return step.seat == seat.seat and mover_of(step, seat, table_events) == person


def mover_of(step: LogRow, seat: SeatRow, table_events: Sequence[TableEventRow]) -> int | None:
    """Return the person who made a decision on their seat; None for a computer, whose come from no
    interaction.
    """
    if step.interaction_id is None:
        return None
    return sitting(seat, step.step, table_events).id


def made_for_person(step: LogRow, seat: SeatRow, table_events: Sequence[TableEventRow]) -> bool:
    """Tell whether a computer made a decision on a seat for the person who had it."""
    return step.interaction_id is None and sitting(seat, step.step, table_events).id > 0


def sitting(seat: SeatRow, step: int, table_events: Sequence[TableEventRow]) -> Person:
    """Return who sat on a seat when a step was taken; the name is "" where nobody noted it."""
    for event in table_events:
        if hands_over(event, seat.seat) and event.whom is not None and step <= event.step:
            return Person(event.whom, event.whom_name or "")
    return Person(seat.person, seat.name)


def _name_of(person: int, seats: Sequence[SeatRow], table_events: Sequence[TableEventRow]) -> str:
    """Return what a person was last called at a table; "" where nobody noted it."""
    found = [seat.name for seat in seats if seat.person == person]
    for event in reversed(table_events):
        names = {event.person: event.name, event.whom: event.whom_name}
        found.append(names.get(person) or "")
    return next((name for name in found if name), "")


DONE: Final = "results"
"""The key of the value that is kept once all old games have been looked at."""
BATCH: Final = 20
"""How many games are looked at together."""
BREATH: Final = 0.05
"""Seconds between two batches, so that nobody at a table waits for them."""

log = logging.getLogger(__name__)


async def fill_in_results(store: Store) -> None:
    """Save the results of all old games; one that can't be read is logged and left out.

    Each batch is a transaction of its own. If it is interrupted, the next start goes on: a game
    whose results are kept isn't looked at again, and none is touched twice.
    """
    if await store.meta(DONE) is not None:
        return
    after, count = "", 0
    while found := await store.results.tables_without(after, BATCH):
        results: list[SeatResult] = []
        for head, seats in found:
            results += await _results(store, head, seats)
        await store.results.save(results)
        after, count = found[-1][0].id, count + len(found)
        await asyncio.sleep(BREATH)
    await store.set_meta(DONE, "filled in")
    if count:
        log.info("worked out the results of %d old games", count)


async def _results(store: Store, head: TableHead, seats: list[SeatRow]) -> list[SeatResult]:
    """Return the results of a game; none if they can't be worked out."""
    try:
        result = GameJson.load_result(head.result or "")
        steps, table_events = await store.log(head.id), await store.table_events(head.id)
        return results_of(head, result, seats, steps, table_events)
    except ValueError as error:
        # Its words may quote what is stored, so only its kind is logged.
        log.error("table %s has no results: %s", head.id, type(error).__name__)
        return []
