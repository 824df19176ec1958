"""What happens at tables by itself besides clocks: games begin at a set time, votes are over."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.tables.clock import DAY, HOUR, MINUTE
from bot.tables.going_on import FREE_AFTER
from bot.tables.history import History
from bot.tables.set_times import DAYS_AHEAD, LATEST
from bot.tables.sweep_tables import sweep_tables
from bot.tables.table import Table
from bot.tables.table_timer import TableTimer
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import HOST_ONLY, NotSaved
from storage.due_rows import DueRows
from storage.errors import WriteRefused
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup
from tests.tables.played import play_out


@pytest.fixture
def timer(setup: Setup) -> TableTimer:
    """Return the timer of the room, which rings when the test says so."""
    return TableTimer(setup.tables, setup.lobby_verbs)


async def starts_in(setup: Setup, table: Table, seconds: int) -> int:
    """Have a table's game begin at a time; return the interaction that set it."""
    interaction = setup.next_interaction()
    at = int(setup.time) + seconds
    await setup.lobby_verbs.set_start(table.id, table.host, at, interaction)
    return interaction


async def test_a_game_begins_at_its_time_once_and_verifies(setup: Setup, timer: TableTimer) -> None:
    table = await setup.lobby(ADA, BOB)
    interaction = await starts_in(setup, table, HOUR)
    assert await timer.due_timer.round() == HOUR, "the timer doesn't wait for the set time"
    setup.time += HOUR - 1
    await timer.due_timer.round()
    assert table.phase == "lobby", "it has begun before its time"
    setup.time += 1
    for _again in range(2):
        await timer.due_timer.round()
        assert (table.phase, table.step()) == ("playing", 0), "it hasn't begun, or twice"
    assert table.started_by == interaction, "the draws aren't mixed from the press that set it"
    assert table.begun_by_itself
    assert [seat.first for seat in table.seats] == [ADA.id, BOB.id]
    assert setup.events[-1] == (table.id, table.revision, "playing"), "nobody is told"
    await play_out(setup, table, random.Random(3))
    assert await History(setup.tables).verify(table.id) is None, "the deal can't be checked"


async def test_a_time_is_kept_over_a_restart(setup: Setup) -> None:
    table = await setup.lobby(ADA, BOB)
    interaction = await starts_in(setup, table, HOUR)
    await setup.database.close()
    again = await open_setup(setup.path)
    again.time = setup.time + HOUR + LATEST
    timer = TableTimer(again.tables, again.lobby_verbs)
    await timer.due_timer.round()
    table = await again.tables.get(table.id)
    assert (table.phase, table.started_by) == ("playing", interaction), "a restart loses the time"
    await again.database.close()


@pytest.mark.parametrize("why", ["few", "late", "asleep"])
async def test_a_game_that_cannot_begin_has_its_host_called(
    setup: Setup, timer: TableTimer, why: str
) -> None:
    """And it is a lobby as before, which never begins by itself unless a time is set again."""
    table = await setup.lobby(ADA) if why == "few" else await setup.lobby(ADA, BOB)
    await starts_in(setup, table, HOUR)
    if why == "asleep":
        await setup.tables.save_whereabouts(table.id, asleep=True)
    setup.time += HOUR + (LATEST + 1 if why == "late" else 0)
    await timer.due_timer.round()
    missed = "few" if why == "few" else "late"
    assert (table.phase, table.missed, table.starts_at) == ("lobby", missed, None)
    if why == "few":
        await setup.lobby_verbs.join(table.id, BOB)
    setup.time += DAY
    await timer.due_timer.round()
    assert table.phase == "lobby", "it has begun though its time is long over"
    await starts_in(setup, table, HOUR)
    assert table.missed is None, "the host is still called"


async def test_who_presses_start_earlier_starts_it(setup: Setup, timer: TableTimer) -> None:
    table = await setup.lobby(ADA, BOB)
    await starts_in(setup, table, HOUR)
    pressed = setup.next_interaction()
    await setup.lobby_verbs.start(table.id, ADA, pressed)
    assert (table.started_by, table.begun_by_itself) == (pressed, False)
    revision = table.revision
    setup.time += HOUR
    await timer.due_timer.round()
    assert table.revision == revision, "it has begun once more"


async def test_a_time_that_cannot_be_is_refused(setup: Setup) -> None:
    table = await setup.lobby(ADA, BOB)
    before = table.revision
    now, set_start = int(setup.time), setup.lobby_verbs.set_start
    with refused_with(HOST_ONLY):
        await set_start(table.id, BOB.id, now + HOUR, 1)
    for at, said in ((now, "is over"), (now + DAYS_AHEAD * DAY + 1, "14 days|at most")):
        with pytest.raises(Exception, match=said):
            await set_start(table.id, ADA.id, at, 1)
    assert (table.revision, table.starts_at) == (before, None), "a refusal has changed something"
    await set_start(table.id, ADA.id, now + DAYS_AHEAD * DAY, 1)
    await set_start(table.id, ADA.id, None, 2)
    assert table.starts_at is None, "a time can't be taken off"
    assert await DueRows(setup.database, "tables").earliest_due() is None
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    with pytest.raises(Exception, match="already begun"):
        await set_start(table.id, ADA.id, now + HOUR, 3)


async def test_what_cannot_be_saved_is_tried_again(
    setup: Setup, timer: TableTimer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await setup.lobby(ADA, BOB)
    await starts_in(setup, table, MINUTE)
    setup.time += MINUTE

    async def refused(*_given: object, **_named: object) -> None:
        raise WriteRefused

    with monkeypatch.context() as patch:
        patch.setattr(setup.tables.store, "save_step", refused)
        with pytest.raises(NotSaved):
            await timer.ring(table.id)
        assert (table.phase, table.missed) == ("lobby", None), "a full disk calls the host"
    await timer.ring(table.id)
    assert table.phase == "playing"


async def test_a_lobby_waits_for_its_time_longer_than_a_week(
    setup: Setup, timer: TableTimer
) -> None:
    table = await setup.lobby(ADA, BOB)
    await starts_in(setup, table, 10 * DAY)
    setup.time += 9 * DAY
    await sweep_tables(setup.tables)
    assert table.phase == "lobby", "it was closed before its time"
    setup.time += DAY
    await timer.due_timer.round()
    assert table.phase == "playing"


async def test_a_vote_to_end_is_over_after_a_week_by_itself(
    setup: Setup, timer: TableTimer
) -> None:
    """Also where time has leapt, and after a restart: nobody need press anything."""
    table = await setup.game(ADA, BOB, CLEO)
    verbs = TableVerbs(setup.tables, History(setup.tables))
    await verbs.voting.propose(table.id, ADA, "pause")
    (decided,) = {seat.vote_at for seat in table.seats} - {None}
    assert await DueRows(setup.database, "tables").earliest_due() == decided, "a pause is never due"
    await verbs.voting.propose(table.id, ADA, "end_void")
    seats = [replace(seat, clock=None) for seat in table.seats]
    setup.time += 7 * DAY - 1
    await timer.due_timer.round()
    assert table.motion is not None, "it was over too early"
    setup.time += 1
    await timer.due_timer.round()
    assert table.motion is None, "a vote of a week ago is still open"
    assert (table.phase, [*table.seats]) == ("playing", seats), "more than the vote has changed"
    assert decided is not None
    assert await DueRows(setup.database, "tables").earliest_due() == decided + FREE_AFTER
