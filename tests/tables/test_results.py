"""How games end for each seat: places, points, whose they are, and when they are written."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from bot.engine.game import Result
from bot.nights.night_points import there_at_end
from bot.tables.after_game import AfterGame
from bot.tables.history import History
from bot.tables.rankings import Ending, places_of, points_of
from bot.tables.results import (
    before_computers_finished,
    empty_handed,
    owner_of,
    results_of,
    standing_decisions,
)
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.table_verbs import TableVerbs
from storage.result_rows import FULL_POINTS, ResultRow
from storage.rows import LogRow, SeatRow, StandIn, TableEventRow
from tests.contract.games import games
from tests.storage.samples import a_table
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup
from tests.tables.played import STANDARD, begin, finished, move, play_out
from tests.tables.test_stand_ins import go_away

HEAD = a_table("abcde", phase="finished")


def ending(scores: Sequence[int], winners: Sequence[int]) -> Result:
    """Return how a match ended, without where the points came from."""
    return Result(tuple(scores), tuple(winners), tuple(() for _ in scores))


def subsets(count: int) -> list[list[int]]:
    """Return all sets of seats that could have won."""
    return [
        [seat for seat in range(count) if chosen[seat]]
        for chosen in product((False, True), repeat=count)
        if any(chosen)
    ]


# Places and points


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_points_of_a_table_come_to_half_a_point_a_seat(seats: int) -> None:
    """For all orders and ties there can be, and for whoever has won."""
    for scores in product(range(min(seats, 4)), repeat=seats):
        for winners in subsets(seats) if seats < 6 else [[0], [0, 3], [1, 2, 5]]:
            places = places_of(ending(scores, winners))
            assert sum(places) == seats * (seats + 1) / 2, (scores, winners, places)
            points = [points_of(place, seats) for place in places]
            said = f"scores {scores}, winners {winners}: {points}"
            assert 2 * sum(points) == seats * FULL_POINTS, said
            assert max(points) <= FULL_POINTS, said
            assert min(points) >= 0, said


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ([9, 5, 7], [0], [1, 3, 2]),
        ([9, 5, 9], [0, 2], [1.5, 3, 1.5]),
        # The tie was broken: of those who have as much, one has won.
        ([9, 5, 9], [2], [2, 3, 1]),
        # Whoever has won is first, though others scored more.
        ([9, 5, 7, 7], [1], [2, 1, 3.5, 3.5]),
        ([3, 9, 3, 9, 1], [1, 0], [1.5, 1.5, 4, 3, 5]),
        ([4, 4, 4, 4], [0, 1, 2, 3], [2.5, 2.5, 2.5, 2.5]),
        ([-3, -1], [1], [2, 1]),
    ],
)
def test_winners_come_first_and_ties_share_their_places(
    scores: list[int], winners: list[int], places: list[float]
) -> None:
    assert places_of(ending(scores, winners)) == places


@pytest.mark.parametrize(
    ("scores", "winners", "gone", "places"),
    [
        # Who would have won has left.
        ([9, 5, 7], [0], {0: 4}, [3, 2, 1]),
        # Whoever went first is last, whatever they scored.
        ([9, 5, 7, 8], [0], {0: 4, 3: 2}, [3, 2, 1, 4]),
        ([9, 9, 5], [0, 1], {1: 1}, [1, 3, 2]),
        # Nobody of those who stayed had won, so they share by their scores.
        ([9, 5, 5], [0], {0: 1}, [3, 1.5, 1.5]),
        # They went with the same change.
        ([9, 5, 7, 8], [0], {1: 6, 2: 6}, [1, 3.5, 3.5, 2]),
        ([9, 5], [0], {0: 7, 1: 8}, [2, 1]),
    ],
)
def test_who_is_gone_comes_behind_all_who_stay(
    scores: list[int], winners: list[int], gone: dict[int, int], places: list[float]
) -> None:
    result = ending(scores, winners)
    assert places_of(result, gone) == places, "somebody who is gone stands before one who stayed"
    found = Ending.of(result, gone)
    best = [seat for seat, place in enumerate(places) if place == min(places)]
    assert [*found.winners] == best, "somebody else is said to have won than has the first place"
    shown = [found.place(seat) for seat in range(len(scores))]
    assert shown == [1 + sum(other < place for other in places) for place in places]


def test_no_game_has_so_many_seats_that_points_would_be_rounded() -> None:
    assert games(), "there are no games to look at"
    for game in games():
        for seats in game.info.seats:
            whole = FULL_POINTS % (2 * max(seats - 1, 1)) == 0
            assert whole, f"{game.info.key} with {seats} seats needs a finer measure of points"


# Whose seat it was


def step(number: int, seat: int | None, by: str, back: int | None = None) -> LogRow:
    """Return a step: "p" was made by a person, "c" by a computer."""
    return LogRow("abcde", number, seat, "", "", "", number if by == "p" else None, number, back)


def steps(*made: str) -> list[LogRow]:
    """Return a log of moves, each as its seat and who made it: "0p"; "2<" goes back to step 2."""
    log = [step(0, None, "p")]
    for number, each in enumerate(made, 1):
        if each.endswith("<"):
            log.append(step(number, 0, "", back=int(each[:-1])))
        else:
            log.append(step(number, int(each[0]), each[1]))
    return log


def handed_over(number: int, whom: int, what: str = "replaced", seat: int = 0) -> TableEventRow:
    """Return that somebody else, or a computer, got a seat after a step."""
    return TableEventRow(
        "abcde", number, number, what, "player", seat, 9, whom, "Nine", f"name {whom}"
    )


def a_seat(person: int = 1, stand_in: StandIn | None = None, level: str | None = None) -> SeatRow:
    """Return seat 0 as it is at the end."""
    return SeatRow("abcde", 0, person, f"name {person}", None, level, person, stand_in)


@pytest.mark.parametrize(
    ("seat", "made", "events", "owner", "lost"),
    [
        pytest.param(a_seat(), ["0p", "1p", "0p"], [], 1, [], id="all of them"),
        pytest.param(a_seat(), ["0p", "0p", "0c"], [], 1, [], id="more than half"),
        pytest.param(a_seat(stand_in="left"), ["0p", "0p", "0c"], [], 1, [], id="left late"),
        pytest.param(a_seat(), ["0p", "0c"], [], 1, [], id="half, and there at the end"),
        pytest.param(a_seat(stand_in="left"), ["0p", "0c"], [], 1, [], id="half, and left"),
        pytest.param(a_seat(), ["0c", "0p", "0c"], [], None, [1], id="a computer made more"),
        pytest.param(a_seat(-1, level="sharp"), ["0c", "0c"], [], None, [], id="a computer's seat"),
        pytest.param(a_seat(2), ["0p"] * 3, [handed_over(2, 1)], None, [1], id="before, more"),
        pytest.param(a_seat(2), ["0p"] * 3, [handed_over(1, 1)], 2, [1], id="after, more"),
        pytest.param(a_seat(2), ["0p", "0p"], [handed_over(1, 1)], 2, [1], id="half each"),
        pytest.param(
            a_seat(2), ["0p", "0c", "0p", "0c"], [handed_over(2, 1)], None, [1], id="a quarter each"
        ),
        pytest.param(
            a_seat(3),
            ["0p", "0p", "0p", "0c", "0p"],
            [handed_over(3, 1, "kicked"), handed_over(4, -5)],
            None,
            [1],
            id="kicked, and replaced later",
        ),
        pytest.param(
            a_seat(-5, level="steady", stand_in="left"),
            ["0p", "0c"],
            [handed_over(1, 1, "kicked")],
            None,
            [1],
            id="kicked half way",
        ),
        pytest.param(
            a_seat(1),
            ["0p", "0p", "0p"],
            [handed_over(1, 1), handed_over(2, 2)],
            1,
            [2],
            id="left and back on the same seat",
        ),
        pytest.param(
            a_seat(), ["0p", "0p"], [handed_over(1, 7, seat=1)], 1, [], id="another seat's change"
        ),
        pytest.param(
            a_seat(), ["0p", "0p"], [handed_over(2, 7, "back")], 1, [], id="nobody's change"
        ),
        pytest.param(
            a_seat(),
            ["0p", "0c", "0c"],
            [handed_over(1, 7, "played_out")],
            1,
            [],
            id="computers finished it",
        ),
        pytest.param(
            a_seat(),
            ["1p", "0c", "1c", "0c"],
            [handed_over(1, 7, "played_out")],
            None,
            [1],
            id="computers finished what it never began",
        ),
        pytest.param(a_seat(), ["1p", "1c"], [], 1, [], id="it never had to decide"),
    ],
)
def test_a_seat_is_whose_who_has_it_and_made_half_of_its_decisions(
    seat: SeatRow,
    made: list[str],
    events: list[TableEventRow],
    owner: int | None,
    lost: list[int],
) -> None:
    counted = before_computers_finished(standing_decisions(steps(*made)), events)
    assert owner_of(seat, counted, events) == owner, "the points are somebody else's"
    said = "who had the seat and earned nothing has no row, or somebody else has one"
    assert [*empty_handed([seat], [owner], events)] == lost, said


def test_moves_that_were_taken_back_are_no_decisions() -> None:
    """Also the one before a second taking back, and what was played after it and taken back."""

    def standing(*made: str) -> list[int]:
        return [row.step for row in standing_decisions(steps(*made))]

    assert standing("0p", "1p", "0p") == [3, 2, 1]
    assert standing("0p", "1p", "1<", "1c") == [4, 1]
    assert standing("0p", "0<", "0p", "1p", "3<", "1p") == [6, 3]
    assert standing("0p", "1p", "1<", "0<", "1p") == [5]
    assert standing("0p", "1p", "1<", "1p", "4<", "0p") == [6, 4, 1]


@pytest.mark.parametrize(
    ("scores", "winners", "log"),
    [
        ((1, 2, 3), (1,), steps("0p")),
        ((1, 2), (), steps("0p")),
        ((1, 2), (2,), steps("0p")),
        ((1, 2), (1,), []),
        ((1, 2), (1,), steps("0p")[1:]),
        ((1, 2), (1,), steps("0p", "7<")),
    ],
)
def test_what_does_not_fit_together_is_refused(
    scores: tuple[int, ...], winners: tuple[int, ...], log: list[LogRow]
) -> None:
    seats = [SeatRow("abcde", seat, 1 + seat, "", None) for seat in range(2)]
    with pytest.raises(ValueError, match=r"."):
        results_of(HEAD, ending(scores, winners), seats, log, [])


def test_a_row_says_whose_seat_it_was_and_by_what_name() -> None:
    seats = [
        SeatRow("abcde", 0, 2, "Two", None),
        SeatRow("abcde", 1, 3, "Three", None, gone=5),
        SeatRow("abcde", 2, -1, "Nagi", None, "sharp"),
    ]
    log = steps("0p", "1p", "2c", "0p", "1c", "2c", "0p")
    rows = results_of(HEAD, ending((5, 9, 4), (1,)), seats, log, [handed_over(1, 1)])
    common = ("abcde", 10, "donburiko", 3)
    assert [(row.table_id, row.guild_id, row.game, row.seats) for row in rows] == [common] * 4
    assert [(row.seat, row.person, row.name) for row in rows] == [
        *((0, 2, "Two"), (1, 3, "Three"), (2, None, ""), (3, 1, "name 1"))
    ]
    assert [(row.score, row.place, row.won, row.gone) for row in rows] == [
        *((5, 1.0, True, False), (9, 3.0, False, True), (4, 2.0, False, False)),
        (5, 3.0, False, True),
    ], "who left a seat that another took isn't last, or who is gone stands before one who stayed"
    assert [row.points for row in rows] == [FULL_POINTS, 0, FULL_POINTS // 2, 0]
    assert [(row.decisions, row.by_computer) for row in rows] == [(3, 0), (2, 1), (2, 2), (1, 0)]
    assert [(row.counts, row.ended_at) for row in rows] == [(True, 7)] * 4
    assert [row.of_seat for row in rows] == [True, True, True, False]


def test_a_leader_who_has_computers_finish_their_own_game_earns_nothing_there() -> None:
    """Only who sat there then; of a leader who didn't, no seat is noted."""
    seats = [SeatRow("abcde", 0, 1, "One", None), SeatRow("abcde", 1, 2, "Two", None)]
    log = steps("0p", "1p", "0p", "1p", "0c")
    for seat, people in ((0, [None, 2, 1]), (None, [1, 2])):
        told = TableEventRow("abcde", 4, 4, "played_out", "night", seat, 1)
        rows = results_of(HEAD, ending((9, 5), (0,)), seats, log, [told])
        said = (
            "who had computers finish their own game has its points, or who wasn't there has none"
        )
        assert [row.person for row in rows] == people, said


def test_a_leader_who_gives_away_a_seat_at_their_own_table_earns_only_if_it_was_left() -> None:
    """Whose computer plays until they come back loses a seat by it; who has left doesn't."""
    seats = [SeatRow("abcde", 0, 1, "One", None), SeatRow("abcde", 1, 3, "Three", None)]
    log = steps("0p", "1p", "0p", "1p", "0p")
    left = TableEventRow("abcde", 1, 1, "left", "player", 1, 2)
    back = TableEventRow("abcde", 1, 1, "back", "player", 1, 2)
    kicked = TableEventRow("abcde", 2, 2, "kicked", "night", 1, 1, 2, "One", "Two")
    put = TableEventRow("abcde", 2, 2, "replaced", "night", 1, 3, -2, "Three", "Nagi")
    for before, person in (((left,), 1), ((), None), ((left, back), None)):
        told = [*before, kicked, put]
        rows = results_of(HEAD, ending((9, 5), (0,)), seats, log, told)
        assert rows[0].person == person, f"{[each.what for each in told]}: {rows[0]}"
        assert (1 in there_at_end(seats, told)) == (person == 1), "half points go by another rule"


def test_one_person_against_computers_does_not_count() -> None:
    seats = [SeatRow("abcde", 0, 1, "One", None), SeatRow("abcde", 1, 2, "Two", None)]
    with_both = results_of(HEAD, ending((1, 2), (1,)), seats, steps("0p", "1p"), [])
    assert [row.counts for row in with_both] == [True, True]
    # The other one left at once, and can't undo so that the game counts.
    left = results_of(HEAD, ending((1, 2), (1,)), seats, steps("0p", "1c", "1c"), [])
    rows = [(row.person, row.points, row.counts) for row in left]
    assert rows[0] == (1, 0, True) and rows[2] == (2, 0, True), f"leaving a game unmade it: {rows}"
    seats[1] = SeatRow("abcde", 1, -1, "Nagi", None, "sharp")
    alone = results_of(HEAD, ending((1, 2), (1,)), seats, steps("0p", "1c", "1c"), [])
    assert [(row.person, row.counts) for row in alone] == [(1, False), (None, False)]


# When they are written


async def kept(setup: Setup, table: Table) -> list[ResultRow]:
    """Return the results of a table on disk."""
    return await setup.tables.store.results.of_table(table.id)


async def worked_out_again(setup: Setup, table: Table) -> list[ResultRow]:
    """Return what is worked out from what lies on disk."""
    store = setup.tables.store
    found = await store.table(table.id)
    assert found is not None, "there is no such table"
    log, events = await store.log(table.id), await store.table_events(table.id)
    return results_of(found[0], table.result(), found[1], log, events)


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_each_game_writes_its_results_when_it_ends(setup: Setup, configuration: Any) -> None:
    table = await finished(setup, configuration)
    rows = await kept(setup, table)
    assert [row.score for row in rows] == list(table.result().scores)
    assert {row.seat for row in rows if row.won} == set(table.result().winners)
    assert 2 * sum(row.points for row in rows) == len(rows) * FULL_POINTS
    assert [row.person for row in rows] == [seat.person for seat in table.seats]
    assert [row.name for row in rows] == [seat.name for seat in table.seats]
    assert all(row.counts and row.decisions and not row.by_computer for row in rows)
    assert {row.ended_at for row in rows} == {int(setup.time)}
    assert rows == await worked_out_again(setup, table)


async def test_nothing_is_written_before_the_end(setup: Setup) -> None:
    rng = random.Random(3)
    table = await begin(setup, STANDARD[0])
    while table.phase == "playing":
        assert await kept(setup, table) == [], "a game that isn't over tells how it goes"
        await move(setup, table, rng)
    assert await kept(setup, table)


async def test_a_game_that_is_ended_without_a_result_writes_nothing(setup: Setup) -> None:
    table = await setup.game(ADA, BOB)
    await setup.play(table, table.to_act()[0])
    await setup.end(table.id)
    assert table.phase == "cancelled"
    assert await kept(setup, table) == []


async def test_the_points_of_a_seat_that_changed_hands(setup: Setup) -> None:
    """Cleo is away all the time, Dai takes over from Bob sooner or later; Ada plays all through."""
    verbs = TableVerbs(setup.tables, History(setup.tables))
    rng = random.Random(11)
    owners: set[int | None] = set()
    for leaves_after in range(1, 20):
        table = await setup.game(ADA, BOB, CLEO)
        await go_away(setup, table, 2)
        made = {BOB.id: 0, DAI.id: 0}
        while table.phase == "playing":
            seat = table.to_act()[0]
            if seat == 1:
                leaves = made[BOB.id] == leaves_after and 1 not in table.played_off()
                if leaves and not made[DAI.id]:
                    await verbs.leave(table.id, BOB)
                    await verbs.replace(table.id, DAI, 1)
                made[table.seats[1].person] += 1
            if seat == 2:
                await setup.moves.play_for_computer(
                    table.id,
                    seat,
                    lambda _view, legal: rng.choice(legal),
                    question_number=table.question_number(seat),
                )
            else:
                await setup.play(table, seat, rng.randrange(1000))
        rows = await kept(setup, table)
        told = f"they made {made} moves"
        assert {row.person for row in rows if row.points} <= {ADA.id, DAI.id, BOB.id, None}, told
        whose = DAI.id if made[DAI.id] >= made[BOB.id] else None
        whose = whose if made[DAI.id] else BOB.id
        gone = [CLEO.id] if whose == BOB.id else [BOB.id, CLEO.id]
        assert [row.person for row in rows] == [ADA.id, whose, None, *gone], told
        assert [row.points for row in rows[3:]] == [0] * len(gone), "who left has points"
        assert rows[1].decisions == sum(made.values())
        assert rows[2].by_computer == rows[2].decisions > 0
        assert rows[2].place == 3, "Cleo, who was away, didn't come last"
        assert all(row.counts for row in rows)
        assert rows == await worked_out_again(setup, table)
        owners.add(whose)
    assert owners >= {BOB.id, DAI.id, None}, "Bob never left late enough, or never soon enough"


async def test_what_is_done_after_the_end_changes_no_result(setup: Setup) -> None:
    table = await setup.game(ADA, BOB)
    await play_out(setup, table, random.Random(4))
    before = await kept(setup, table)
    assert before
    after_game = AfterGame(setup.tables)
    setup.time += 100
    await asyncio.gather(after_game.agree(table.id, ADA), after_game.agree(table.id, BOB))
    assert table.hands_open
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, [TableEvent("left", "player", 0, EMI.id)])
    assert await kept(setup, table) == before
