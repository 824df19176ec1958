"""Whether all that is stored can be read and fits together: log and state, results, nights.

What is wrong is told by ids and kinds alone, never by what is stored: that may be a hand.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.engine.ahead import Ahead
from bot.engine.game import AnyGame
from bot.tables.dealers import replay_log
from bot.tables.early_end import EARLY, is_early
from bot.tables.game_json import CaseJson, GameJson, case_json, load_motion
from bot.tables.order import orders_of
from bot.tables.results import SeatResult, of_seats
from storage.all_ids import RESULTS, TABLES, all_ids
from storage.order_store import OrderRow
from storage.result_rows import FULL_POINTS
from storage.rows import LogRow, SeatRow, TableRow
from storage.store import Store


class Finding(NamedTuple):
    """What is wrong with one table. `fault` is False for what is no mistake, but can't be read."""

    table_id: str
    text: str
    fault: bool = True


async def check_tables(
    store: Store, games: Mapping[str, AnyGame], aheads: Mapping[str, Ahead] | None = None
) -> AsyncIterator[Finding]:
    """Read every table, play its log again, and yield all that is wrong.

    `aheads` say what can be set ahead in games where that is possible.
    """
    cases = {key: case_json(ahead) for key, ahead in (aheads or {}).items()}
    forms = {key: GameJson(game) for key, game in games.items()}
    async for table_id in all_ids(store.database, TABLES):
        found = await store.table(table_id)
        if found is None:
            continue
        row, seats = found
        steps = await store.log(table_id)
        early = any(each.what in EARLY for each in await store.table_events(table_id))
        for text, fault in _of_table(row, seats, steps, games.get(row.game), forms, early=early):
            yield Finding(table_id, text, fault)
        set_ahead = await store.orders.at(table_id)
        for text in _of_orders(row, seats, set_ahead, cases.get(row.game), forms.get(row.game)):
            yield Finding(table_id, text)


async def check_results(store: Store) -> AsyncIterator[Finding]:
    """Add up the results of every table, and yield those that come out wrong."""
    async for table_id in all_ids(store.database, RESULTS):
        for text in _of_results(await store.results.of_table(table_id)):
            yield Finding(table_id, text)


def _of_orders(
    row: TableRow,
    seats: Sequence[SeatRow],
    orders: Sequence[OrderRow],
    cases: CaseJson | None,
    form: GameJson | None,
) -> Iterator[str]:
    """Yield what is wrong with the moves that are set ahead at a table."""
    playing = {(each.seat, each.person) for each in seats if each.level is None}
    if orders and row.phase != "playing":
        yield f"is {row.phase}, and moves are set ahead there"
    elif not {(each.seat, each.person) for each in orders} <= playing:
        yield "has moves set ahead by somebody who has no such seat"
    if not orders or form is None:
        return
    try:
        if cases is None:
            yield "has moves set ahead in a game without any"
        else:
            orders_of(orders, cases, form)
    except ValueError:
        yield "has moves set ahead that can't be read"


def _of_results(results: Sequence[SeatResult]) -> Iterator[str]:
    seats, rows = results[0].seats, of_seats(results)
    if [each.seat for each in rows] != list(range(seats)):
        yield f"has results of {len(rows)} seats, and {seats} were played"
    elif 2 * sum(each.points for each in rows) != FULL_POINTS * seats:
        yield "has points that don't add up"
    elif any(each.points for each in results if not each.of_seat):
        yield "has points for somebody without a seat"


def _of_table(
    row: TableRow,
    seats: Sequence[SeatRow],
    steps: Sequence[LogRow],
    game: AnyGame | None,
    forms: Mapping[str, GameJson],
    *,
    early: bool,
) -> Iterator[tuple[str, bool]]:
    """Yield what is wrong with a table; `seats` and `steps` are in order.

    If `early`, people may have ended it before its game was over.
    """
    if [seat.seat for seat in seats] != list(range(len(seats))):
        yield "has a gap in its seats", True
    yield from ((text, True) for text in (*_of_place(row, seats), *_of_clocks(row, seats)))
    if game is None:
        yield f"was played with {row.game}, which this version doesn't have", False
        return
    if row.rules_version != game.info.rules_version:
        yield f"was played by other rules of {row.game} than this version's", False
        return
    try:
        found = _of_game(row, seats, steps, game, forms[row.game], early=early)
        yield from ((text, True) for text in found)
    except Exception as error:
        # Whatever can be wrong with stored text; its words may quote the state.
        # People may have closed it for that.
        yield f"can't be read ({type(error).__name__})", row.phase != "cancelled"


def _of_place(row: TableRow, seats: Sequence[SeatRow]) -> Iterator[str]:
    """Yield what a table on no server can't have: messages, and a second person."""
    if row.on_server:
        return
    places = (row.place_id, row.card_id, row.board_id, row.end_id, row.ping_id)
    if any(each is not None for each in places):
        yield "is on no server, and has messages there"
    if sum(seat.level is None for seat in seats) > 1:
        yield "is on no server, and several people sit there"


def _of_clocks(row: TableRow, seats: Sequence[SeatRow]) -> Iterator[str]:
    """Yield what no clock and no reserve can be."""
    if any((seat.clock_left is None) != (seat.clock_limit is None) for seat in seats):
        yield "has a clock that no question was given"
    # Of what a visit gives, all is kept until the next: it may be taken off again.
    most = row.reserve + row.move_time if row.reserve else 0
    if any(not 0 <= (seat.reserve_left or 0) <= most for seat in seats):
        yield "has more left in reserve than it began with"


def _of_game(
    row: TableRow,
    seats: Sequence[SeatRow],
    steps: Sequence[LogRow],
    game: AnyGame,
    form: GameJson,
    *,
    early: bool,
) -> Iterator[str]:
    """Yield where a table's state differs from its log; raise what can't be read."""
    options = form.load_options(row.options)
    if row.motion is not None:
        load_motion(row.motion)
    if row.state is None:
        if steps:
            yield "has a log and no state"
        if row.phase in ("playing", "finished"):
            yield f"is {row.phase} and has no state"
        return
    if not steps:
        yield "has a state and no log"
        return
    matches, events = replay_log(game, form, len(seats), options, steps)
    told = [form.load_events(step.events) for step in steps]
    if events != told:
        yield "has a log that tells other events than its moves do"
    match = matches[-1]
    # An older build may have written the state in another form: then the log alone counts.
    if form.can_unseal(row.state) and form.unseal(row.state) != form.unseal(match.sealed()):
        yield "has a state that its log doesn't lead to"
    asked = match.to_act() if row.phase == "playing" else ()
    numbers = [
        row.question_base + match.question_number(seat.seat) if seat.seat in asked else None
        for seat in seats
    ]
    if [seat.question_number for seat in seats] != numbers:
        yield "asks other seats, or other questions, than its log does"
    if early and row.phase == "finished" and match.to_act():
        if not is_early(form.load_result(row.result or ""), game, match.public()):
            yield "has another result than its log leads to"
    elif (row.phase == "finished") != (not match.to_act()):
        yield f"is {row.phase}, and its log says otherwise"
    elif row.phase == "finished" and form.load_result(row.result or "") != match.result():
        yield "has another result than its log leads to"
