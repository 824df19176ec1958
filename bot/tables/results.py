"""How a game has ended for each seat: its place, its points, and whose they are."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.engine.game import Result
from bot.tables.game_json import GameJson
from bot.tables.table_event import hands_over
from bot.tables.who_sits import stored_seat
from storage.former_players import is_former
from storage.rows import FULL_POINTS, LogRow, ResultRow, SeatRow, TableEventRow, TableHead
from storage.store import Store

SeatResult = ResultRow
"""How one seat of a game has ended. It is kept as it was worked out."""


def results_of(
    table: TableHead,
    result: Result,
    seats: Sequence[SeatRow],
    log: Sequence[LogRow],
    table_events: Sequence[TableEventRow],
) -> list[SeatResult]:
    """Return how a finished game has ended, one row per seat; nothing for one of a single seat.

    `log` and `table_events` are all there are, in order. Raises ValueError if they don't fit.
    """
    numbers = range(len(seats))
    if len(result.scores) != len(seats) or [seat.seat for seat in seats] != [*numbers]:
        raise ValueError("the result isn't one of these seats")
    if not result.winners or not set(result.winners) <= {*numbers}:
        raise ValueError("nobody here has won")
    if not log or any(row.step != step for step, row in enumerate(log)):
        raise ValueError("a step is missing in the log")
    if len(seats) < 2:
        return []
    places = places_of(result)
    standing = standing_decisions(log)
    # Whoever leads the night, sits there and lets computers finish the game earns nothing in it.
    ended_own = {
        each.person for each in table_events if each.what == "played_out" and each.seat is not None
    }
    found = [owner_of(seat, standing, table_events) for seat in seats]
    owners = [None if owner in ended_own else owner for owner in found]
    counts = len({owner for owner in found if owner is not None}) > 1
    return [
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
            won=number in result.winners,
            decisions=sum(step.seat == number for step in standing),
            by_computer=sum(
                step.seat == number and step.interaction_id is None for step in standing
            ),
            counts=counts,
            ended_at=log[-1].at,
            night_id=table.night_id,
            round=table.night_round,
        )
        for number, owner in enumerate(owners)
    ]


def places_of(result: Result) -> list[float]:
    """Return the place of each seat; seats that share some have the mean of them.

    The winners share the first ones, whatever the others' scores: ties were broken there. All
    others go by score.
    """
    ranks = [(seat in result.winners, score) for seat, score in enumerate(result.scores)]
    ranks = [(True, 0) if won else (won, score) for won, score in ranks]
    better = [sum(other > rank for other in ranks) for rank in ranks]
    return [above + (ranks.count(rank) + 1) / 2 for above, rank in zip(better, ranks, strict=True)]


def points_of(place: float, seats: int) -> int:
    """Return the points of a place: (seats − place) / (seats − 1) of the full points."""
    return int(2 * (seats - place)) * FULL_POINTS // (2 * (seats - 1))


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


def owner_of(
    seat: SeatRow, standing: Sequence[LogRow], table_events: Sequence[TableEventRow]
) -> int | None:
    """Return the person who gets the points of a seat: whoever made more than half of its
    decisions.

    If somebody made exactly half, it is whoever had the seat at the end. None is nobody: a
    computer.
    """
    own = [row for row in standing if row.seat == seat.seat]
    # A computer's move, its own or in somebody's place, comes from no interaction.
    made = Counter(
        _sitting(seat, row.step, table_events) for row in own if row.interaction_id is not None
    )
    for person, count in made.items():
        if 2 * count > len(own):
            return person if person >= 0 or is_former(person) else None
    if not own or any(2 * count == len(own) for count in made.values()):
        # Whoever has left isn't there at the end, though nobody has taken their seat over.
        sitting = stored_seat(seat, 0)
        return seat.person if sitting.here or sitting.away else None
    return None


def _sitting(seat: SeatRow, step: int, table_events: Sequence[TableEventRow]) -> int:
    for event in table_events:
        if hands_over(event, seat.seat) and event.whom is not None and step <= event.step:
            return event.whom
    return seat.person


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
    while found := await store.without_results(after, BATCH):
        results: list[SeatResult] = []
        for head, seats in found:
            results += await _results(store, head, seats)
        await store.save_results(results)
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
