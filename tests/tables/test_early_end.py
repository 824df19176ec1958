"""Games that people end before they are over: by giving up, and with points as they stand."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.check_tables import check_results, check_tables
from bot.tables.clock import DAY
from bot.tables.early_end import LIVE_SILENCE, sign_of
from bot.tables.going_on import SILENCE
from bot.tables.history import History
from bot.tables.set_times import due_of
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import CHANGED, GAVE_UP, HAS_GIVEN_UP, NotAtTable, Trouble
from bot.tables.vote_verbs import VOTE_OVER
from bot.tables.votes import NEEDS_TWO
from storage.result_rows import FULL_POINTS
from tests.contract.games import Configuration, configurations
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup
from tests.tables.played import PEOPLE, STANDARD, begin, move


@pytest.fixture
def verbs(setup: Setup) -> TableVerbs:
    """Return what people do at tables."""
    return TableVerbs(setup.tables, History(setup.tables))


async def is_whole(setup: Setup, table: Table) -> Table:
    """Demand that a table that is over is so on disk, too, and can be checked; return it anew."""
    before = table.face()
    setup.tables.cache.drop(table)
    table = await setup.tables.get(table.id)
    assert table.face() == before, "after a restart it has ended otherwise"
    assert table.face().ending() == before.ending(), "after a restart another end is told"
    store, games = setup.tables.store, setup.tables.games
    assert [each async for each in check_tables(store, games)] == [], (
        "`check` complains of its table"
    )
    assert [each async for each in check_results(store)] == [], "`check` complains of its results"
    assert await History(setup.tables).verify(table.id) is None, "the deal can't be checked"
    whole = await History(setup.tables).export(table.id, None)
    assert whole["result"]["scores"] == [*table.result().scores], "the file has other scores"
    return table


async def points(setup: Setup, table: Table) -> list[tuple[int | None, int]]:
    """Return whose points are kept of a table, by seat."""
    return [(row.person, row.points) for row in await setup.tables.store.results.of_table(table.id)]


async def test_of_two_one_who_gives_up_has_lost_at_once(setup: Setup, verbs: TableVerbs) -> None:
    table = await setup.game(ADA, BOB)
    await setup.play(table, table.to_act()[0])
    with refused_with(CHANGED):
        await verbs.give_up(table.id, ADA, sign_of(table) + 1)
    with pytest.raises(NotAtTable):
        await verbs.give_up(table.id, CLEO, sign_of(table) + 1)
    setup.time += 50
    await verbs.give_up(table.id, ADA, sign_of(table))
    table = await is_whole(setup, table)
    assert (table.phase, table.face().ending().winners) == ("finished", (1,))
    assert await points(setup, table) == [(ADA.id, 0), (BOB.id, FULL_POINTS)]
    rows = await setup.tables.store.results.of_table(table.id)
    assert {row.ended_at for row in rows} == {int(setup.time)}, "it ended at another time"
    with pytest.raises(Trouble, match="has ended"):
        await verbs.give_up(table.id, BOB)


async def test_who_gives_up_among_more_is_played_for_to_the_end(
    setup: Setup, verbs: TableVerbs
) -> None:
    """Nobody has the seat after them, nor do they come back or vote; the host's part passes on."""
    table = await setup.game(ADA, BOB, CLEO)
    await verbs.give_up(table.id, ADA, sign_of(table))
    setup.tables.cache.drop(table)
    table = await setup.tables.get(table.id)
    assert (table.phase, table.host, table.people_here()) == ("playing", BOB.id, (1, 2))
    assert (table.away(), table.free(), table.absent()) == ((), (), ()), "the seat can be taken"
    for refused in (
        verbs.back(table.id, ADA),
        verbs.leave(table.id, ADA),
        verbs.voting.propose(table.id, ADA, "pause"),
        verbs.give_up(table.id, ADA),
    ):
        with refused_with(GAVE_UP):
            await refused
    with pytest.raises(Trouble) as told:
        await verbs.kick(table.id, EMI, "moderator", 0)
    assert told.value.text == HAS_GIVEN_UP
    with pytest.raises(Trouble, match="isn't free"):
        await verbs.replace(table.id, DAI, 0)
    while table.to_act()[0] != 0:
        await setup.play(table, table.to_act()[0])
    with refused_with(GAVE_UP):
        await setup.play(table, 0)
    assert table.computers_asked() == (0,), "no computer plays the seat"
    await verbs.give_up(table.id, BOB, sign_of(table))
    table = await is_whole(setup, table)
    assert table.face().ending().places == (3, 2, 1), "who gave up first isn't last"


async def test_with_a_computer_a_game_goes_on_until_nobody_could_come_back(
    setup: Setup, verbs: TableVerbs
) -> None:
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await verbs.give_up(table.id, BOB, sign_of(table))
    assert (table.phase, table.played_out) == ("playing", False)
    await verbs.leave(table.id, ADA)
    assert table.deserted(), "a table where somebody could come back doesn't wait for them"
    await verbs.back(table.id, ADA)
    await verbs.give_up(table.id, ADA, sign_of(table))
    assert (table.phase, table.played_out, table.deserted()) == ("playing", True, False)
    assert table.computers_asked(), "nobody plays on, and nobody ever can"


def each_size() -> list[Configuration]:
    """Return all games with each set of options, once."""
    found: dict[Any, Configuration] = {}
    for each in configurations():
        found.setdefault((each.game.info.key, each.options), each)
    return [*found.values()]


@pytest.mark.parametrize("configuration", each_size(), ids=str)
async def test_all_who_are_there_end_each_game_with_its_points(
    setup: Setup, verbs: TableVerbs, configuration: Configuration
) -> None:
    """Who has left isn't asked, and comes last; a game without points says so."""
    rng = random.Random(5)
    table = await begin(setup, configuration)
    for _ in range(8):
        if table.phase == "playing":
            await move(setup, table, rng)
    people = [*PEOPLE[: configuration.seats]]
    if len(people) > 2:
        await verbs.leave(table.id, people.pop())
    assert table.game is not None
    now = table.game.points_now(table.public())
    if now is None:
        with pytest.raises(Trouble, match="no points"):
            await verbs.voting.propose(table.id, people[0], "end_points")
        return
    await verbs.voting.propose(table.id, people[0], "end_points", sign=sign_of(table, now))
    for person in people[1:]:
        assert table.phase == "playing", "it ended before all had agreed"
        await verbs.voting.vote(table.id, person, yes=True)
    table = await is_whole(setup, table)
    assert table.result().scores == now
    there = range(len(people))
    best = tuple(seat for seat in there if now[seat] == max(now[each] for each in there))
    assert table.face().ending().winners == best, "others have won than have the most points"


async def test_an_early_end_too_puts_a_seat_that_a_computer_mostly_played_behind(
    setup: Setup, verbs: TableVerbs
) -> None:
    """So its person was told; the end and what is kept of it say the same."""
    table = await setup.game(ADA, BOB)
    await verbs.leave(table.id, BOB)
    await setup.play_beside_computer(table, 6)
    await verbs.back(table.id, BOB)
    await verbs.voting.propose(table.id, ADA, "end_points")
    await verbs.voting.vote(table.id, BOB, yes=True)
    assert table.phase == "finished"
    assert table.face().ending().winners == (0,), "a computer's points have won for its person"
    assert await points(setup, table) == [(ADA.id, FULL_POINTS), (None, 0), (BOB.id, 0)]


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_the_points_that_all_see_become_the_final_ones(
    setup: Setup, configuration: Configuration
) -> None:
    rng = random.Random(8)
    table = await begin(setup, configuration)
    while table.phase == "playing":
        await move(setup, table, rng)
    assert table.game is not None
    said = "at the end all see other points than the game ends with"
    assert table.game.points_now(table.public()) == table.result().scores, said


@pytest.mark.parametrize("what", ["end_points", "end_void"])
async def test_a_vote_to_end_needs_everybody_and_outlasts_moves(
    setup: Setup, verbs: TableVerbs, what: Any
) -> None:
    """One no ends it; each asks once a day; after a week it is over; never one alone."""
    table = await setup.game(ADA, BOB, CLEO)
    await verbs.voting.propose(table.id, ADA, what)
    await setup.play(table, table.to_act()[0])
    assert table.motion is not None, "a move ends the vote"
    await verbs.voting.vote(table.id, BOB, yes=False)
    assert (table.motion, table.phase) == (None, "playing"), "a no isn't enough to go on"
    with pytest.raises(Trouble, match="You can ask again"):
        await verbs.voting.propose(table.id, ADA, what)
    await verbs.voting.propose(table.id, BOB, what)
    revision = table.motion.revision  # type: ignore[union-attr]
    setup.time += 7 * DAY
    with refused_with(VOTE_OVER):
        await verbs.voting.vote(table.id, CLEO, yes=True, revision=revision)
    assert table.motion is None, "after a week it is still open"
    await verbs.voting.propose(table.id, ADA, what)
    await verbs.voting.vote(table.id, BOB, yes=True)
    await verbs.leave(table.id, CLEO)
    assert table.phase == ("finished" if what == "end_points" else "cancelled")
    told = (await setup.tables.store.table_events(table.id))[-1]
    assert (told.what, told.role) == (
        "ended_points" if what == "end_points" else "ended",
        "vote",
    )


async def test_nobody_ends_a_game_alone(setup: Setup, verbs: TableVerbs) -> None:
    """Not even the only one who is left, if computers sat there; who was always alone does."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await verbs.leave(table.id, BOB)
    for what in ("end_points", "end_void"):
        with refused_with(NEEDS_TWO):
            await verbs.voting.propose(table.id, ADA, what)  # type: ignore[arg-type]
    with pytest.raises(Trouble, match="must agree"):
        await verbs.end(table.id, ADA, "host")
    with pytest.raises(Trouble, match="You play at this table"):
        await verbs.end(table.id, ADA, "moderator")
    alone = await setup.lobby(ADA)
    await setup.lobby_verbs.add_computer(alone.id, ADA.id, "casual")
    await setup.lobby_verbs.start(alone.id, ADA, setup.next_interaction())
    await verbs.end(alone.id, ADA, "host")
    assert alone.phase == "cancelled"


@pytest.mark.parametrize("pace", ["days", "live"])
async def test_whoever_has_outlasted_all_ends_the_game_unless_one_comes_back(
    setup: Setup, verbs: TableVerbs, pace: Any
) -> None:
    """They win by that, as they would by playing on; nothing else ends without a second person."""
    table = await setup.game(ADA, BOB, CLEO)
    await setup.tables.change(table, pace=pace, move_time=7 * DAY)
    waits = LIVE_SILENCE if pace == "live" else SILENCE
    await verbs.leave(table.id, BOB)
    await verbs.leave(table.id, CLEO)
    with refused_with(NEEDS_TWO):
        await verbs.voting.propose(table.id, ADA, "end_void")
    await verbs.voting.propose(table.id, ADA, "end_points")
    await verbs.back(table.id, CLEO)
    assert (table.motion, table.phase) == (None, "playing"), "it ends though somebody came back"
    told = (await setup.tables.store.table_events(table.id))[-1]
    assert (told.what, told.person) == ("plays_on", CLEO.id), "nobody is told why it doesn't end"
    await verbs.leave(table.id, CLEO)
    # They can ask again at once: it wasn't they who ended the vote.
    await verbs.voting.propose(table.id, ADA, "end_points")
    assert due_of(table) == int(setup.time) + waits, "nobody can come back in time"
    setup.time += waits - 1
    await setup.tables.change(table)
    assert table.phase == "playing", "it ended too soon"
    setup.time += 1
    await setup.tables.change(table)
    table = await is_whole(setup, table)
    assert table.face().ending().places == (1, 3, 2)


async def test_who_comes_back_to_nobody_who_could_come_ends_the_game_at_once(
    setup: Setup, verbs: TableVerbs
) -> None:
    table = await setup.game(ADA, BOB)
    await verbs.leave(table.id, BOB)
    await verbs.give_up(table.id, ADA)
    assert table.deserted()
    await verbs.back(table.id, BOB)
    await verbs.voting.propose(table.id, BOB, "end_points")
    table = await is_whole(setup, table)
    assert table.face().ending().winners == (1,)


async def test_a_result_with_other_points_is_told(setup: Setup, verbs: TableVerbs) -> None:
    table = await setup.game(ADA, BOB)
    await verbs.give_up(table.id, ADA)
    scores = table.result().scores
    wrong = setup.tables.game_json(table).dump_result(
        replace(table.result(), scores=(scores[0] + 1, *scores[1:]))
    )
    await setup.database.transaction(
        lambda link: link.execute("UPDATE tables SET result = ?", (wrong,))
    )
    found = [each.text async for each in check_tables(setup.tables.store, setup.tables.games)]
    assert found == ["has another result than its log leads to"]
    assert await History(setup.tables).verify(table.id) is not None
