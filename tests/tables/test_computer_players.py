"""Computer players at their tables: they go on through everything, and give each table its turn."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.engine.computer import Level
from bot.engine.dealer import LiveDealer
from bot.engine.game import AnyGame
from bot.games.find_games import opponents
from bot.tables.computer_pace import MoveTiming, Turn
from bot.tables.computer_players import Computers
from bot.tables.table import Table
from bot.tables.trouble import NOT_YOUR_TURN, Frozen, Trouble
from bot.tables.worker_jobs import Job
from bot.tables.workers import NoAnswer, Workers
from storage.errors import DatabaseFull
from tests.refusal import refused_with
from tests.tables.conftest import ADA, Setup, open_setup
from tests.waiting import until

OPPONENTS = opponents()
PLAYERS = {key: one.player for key, one in OPPONENTS.items()}
PLAYED_QUICKLY = {"korpokkur"}
"""A game in which several seats are asked at once. Many tables of another one share two workers."""
WORKER = [sys.executable, "-m", "bot.process.worker"]
PATIENCE = 300.0
"""Bounds the wait for what never comes."""


class Thinkers(Workers):
    """Thinks in this process, at once or when the test says so, and keeps a record."""

    def __init__(self) -> None:
        super().__init__([], 0)
        self.gate = asyncio.Event()
        self.gate.set()
        self.jobs: list[tuple[str, Job]] = []
        """Each job, with the name of the task that asked."""
        self.broken_off = 0
        self.lost = False

    async def think(self, job: Job, *, urgent: bool = True) -> Any:
        """Choose the first that is legal in some world."""
        task = asyncio.current_task()
        assert task is not None, "thinking goes on in no task"
        self.jobs.append((task.get_name(), job))
        try:
            await self.gate.wait()
            # As with real workers, whoever waits for something gets a turn.
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        if self.lost:
            raise NoAnswer("lost")
        game = OPPONENTS[job.game].game
        return game.legal(game.world(job.view, random.Random(1)), job.view.seat)[0]


@asynccontextmanager
async def seated(setup: Setup, workers: Workers, delay: float = 0) -> AsyncIterator[Computers]:
    """Seat computer players at the tables of a house, and close them at the end."""
    for one in OPPONENTS.values():
        setup.tables.add_game(one.game)
    computers = Computers(setup.tables, setup.moves, workers, PLAYERS, delay, 0)
    try:
        yield computers
    finally:
        await computers.close()
        setup.tables.listeners.remove(computers.hear)


async def against(setup: Setup, game: AnyGame, *levels: Level) -> Table:
    """Begin a game of Ada against computers."""
    table = await setup.lobby(ADA, game_key=game.info.key, options=game.info.variants[0])
    for level in levels:
        await setup.lobby_verbs.add_computer(table.id, ADA.id, level)
    return await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())


async def among_themselves(setup: Setup, *levels: Level, played_out: bool = False) -> Table:
    """Begin a game of computers alone, which can only be made here."""
    table = await setup.lobby(ADA)
    for level in levels:
        await setup.lobby_verbs.add_computer(table.id, ADA.id, level)
    await setup.tables.change(table, seats=table.seats[1:], played_out=played_out)
    return await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())


async def ada_plays(setup: Setup, table: Table, rng: random.Random) -> None:
    """Play at random whenever it is Ada's turn, until the game is over."""
    while table.phase == "playing":
        await until(lambda: 0 in table.to_act() or table.phase != "playing")
        if 0 in table.to_act():
            await setup.play(table, 0, rng.randrange(1000))


async def to_computer(setup: Setup, table: Table) -> int:
    """Play until computers are asked; return the seat of the first."""
    while not table.computers_asked():
        await setup.play(table, table.to_act()[0])
    return table.computers_asked()[0]


async def by_seat(setup: Setup, table: Table) -> Counter[int | None]:
    """Return how many steps on disk each seat has made."""
    return Counter(row.seat for row in await setup.tables.store.log(table.id))


@pytest.mark.takes(6)
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=() if key in PLAYED_QUICKLY else pytest.mark.long)
        for key in sorted(OPPONENTS)
    ],
)
async def test_a_person_plays_each_game_to_its_end_against_all_levels(
    setup: Setup, key: str
) -> None:
    """With real workers, and with seats that are asked at once where the game has such."""
    game = OPPONENTS[key].game
    levels: list[Level] = ["sharp", "steady", "casual", "casual", "casual"]
    workers = Workers(WORKER, 2)
    workers.start()
    await until(lambda: len(workers.pids) == 2)
    try:
        async with seated(setup, workers) as computers:
            table = await against(setup, game, *levels[: max(game.info.seats) - 1])
            await ada_plays(setup, table, random.Random(1))
            assert table.result().winners
            assert not computers._attended
    finally:
        await workers.close()


@pytest.mark.takes(4)
async def test_a_worker_killed_in_a_search_costs_no_move(setup: Setup) -> None:
    """The rule of thumb answers for it, and the game goes on with the one that comes after.

    Four are killed, each as the move before is told; the last one's successor thinks.
    """
    workers = Workers(WORKER, 1)
    workers.start()
    await until(lambda: workers.pids)
    killed = at = 0

    def kill(table: Table) -> None:
        nonlocal killed, at
        for pid in workers.pids if killed < 4 else ():
            os.kill(pid, signal.SIGKILL)
            killed += 1
            at = table.revision

    setup.tables.listeners.append(kill)
    try:
        async with seated(setup, workers):
            table = await among_themselves(setup, "sharp", "sharp")
            await until(lambda: killed == 4 and table.revision > at + 2)
    finally:
        await workers.close()


async def test_no_answer_means_the_rule_of_thumb(setup: Setup) -> None:
    """Where nobody can think, every move is still made, and is a legal one."""
    thinkers = Thinkers()
    thinkers.lost = True
    async with seated(setup, thinkers):
        table = await among_themselves(setup, "sharp", "steady", "casual")
        await until(lambda: table.phase == "finished")
    steps = await by_seat(setup, table)
    assert len(thinkers.jobs) == sum(steps.values()) - steps[None]


async def test_a_rule_of_thumb_that_fails_stops_no_table(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Something legal is played, and the fault is noted by its kind alone."""

    def choose(*_: object) -> object:
        raise RuntimeError("the queen of hearts")

    monkeypatch.setattr(PLAYERS["donburiko"], "choose", choose)
    thinkers = Thinkers()
    thinkers.lost = True
    async with seated(setup, thinkers):
        table = await among_themselves(setup, "sharp", "steady")
        await until(lambda: table.phase == "finished")
    assert "RuntimeError" in caplog.text
    assert "queen" not in caplog.text


async def test_a_rule_of_thumb_that_wants_what_it_may_not_stops_no_table(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something legal is played instead."""
    monkeypatch.setattr(PLAYERS["donburiko"], "choose", lambda *_: "what isn't legal")
    thinkers = Thinkers()
    thinkers.lost = True
    async with seated(setup, thinkers):
        table = await among_themselves(setup, "sharp", "steady")
        await until(lambda: table.phase == "finished" or len(thinkers.jobs) > 1000)
    assert table.phase == "finished", "an illegal choice of the rule of thumb is tried for ever"


async def test_an_illegal_answer_of_a_worker_means_the_rule_of_thumb(setup: Setup) -> None:
    """A worker gone wrong mustn't have its seat think for ever."""

    class Wrong(Thinkers):
        async def think(self, job: Job, *, urgent: bool = True) -> Any:
            await super().think(job)
            return "what isn't legal"

    thinkers = Wrong()
    async with seated(setup, thinkers):
        table = await among_themselves(setup, "sharp", "steady")
        await until(lambda: table.phase == "finished" or len(thinkers.jobs) > 1000)
    steps = await by_seat(setup, table)
    assert table.phase == "finished", "an illegal answer is thought about for ever"
    assert len(thinkers.jobs) == sum(steps.values()) - steps[None]


async def test_an_unforeseen_error_stops_no_table_and_is_noted_by_its_kind(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.tables.computer_players.FIRST_WAIT", 0.01)

    class Failing(Thinkers):
        async def think(self, job: Job, *, urgent: bool = True) -> Any:
            action = await super().think(job)
            if len(self.jobs) == 1:
                raise RuntimeError("the queen of hearts")
            return action

    async with seated(setup, Failing()):
        table = await among_themselves(setup, "sharp", "steady")
        await until(lambda: table.phase == "finished")
    assert "RuntimeError" in caplog.text
    assert "queen" not in caplog.text, "the log holds an error's own words"


async def test_what_changed_during_a_search_is_thought_about_anew(setup: Setup) -> None:
    """An answer to an older question isn't played as one to the newest."""
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers):
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp")
        seat = await to_computer(setup, table)
        await until(lambda: thinkers.jobs)
        step = table.step()
        assert table._match is not None
        table._match._asks[seat] += 1
        thinkers.gate.set()
        await until(lambda: table.step() > step)
        assert len(thinkers.jobs) >= 2, "the answer to an older question was played"
        assert thinkers.jobs[1][1].view.seat == seat


@pytest.mark.parametrize(("key", "computers"), [("kirifuda", 3), ("korpokkur", 1), ("shiranui", 4)])
async def test_each_decision_is_sent_once_with_the_view_of_its_own_seat(
    tmp_path: Path, key: str, computers: int
) -> None:
    """Also where several are asked at once, Ada among them, and where a decision is forced."""
    setup = await open_setup(
        tmp_path / "tables.sqlite3", lambda _, drawn: LiveDealer(random.Random(f"2 {drawn}"))
    )
    at_once = forced = 0
    wrong: list[str] = []
    questions: list[tuple[int, int]] = []

    class Checking(Thinkers):
        async def think(self, job: Job, *, urgent: bool = True) -> Any:
            nonlocal at_once, forced
            seat = job.view.seat
            if seat not in table.computers_asked():
                wrong.append(f"the view of seat {seat} was sent for one of another seat")
            elif job.view != table.view(seat):
                wrong.append(f"what was sent isn't the view of seat {seat}")
            else:
                at_once += len(table.to_act()) > 1
                forced += len(table.legal(seat)) == 1
            questions.append((seat, table.question_number(seat)))
            return await super().think(job)

    levels: list[Level] = ["sharp"] * computers
    async with seated(setup, Checking()) as players:
        table = await against(setup, OPPONENTS[key].game, *levels)
        table = await setup.tables.get(table.id)
        rng = random.Random(4)
        while table.phase == "playing" and not wrong:
            await until(lambda: not table.computers_asked() or wrong)
            if table.phase == "playing" and not wrong:
                await setup.play(table, 0, rng.randrange(1000))
        await players.close()
        steps = await by_seat(setup, table)
    await setup.database.close()
    assert not wrong, wrong[0]
    assert len(questions) == len(set(questions)), "one question was thought about twice"
    made = sum(number for seat, number in steps.items() if seat)
    assert len(questions) == made, "a decision was made without a worker"
    assert forced if key == "shiranui" else at_once, "this test needs another seed"


async def test_a_table_cancelled_during_a_search_is_let_alone(setup: Setup) -> None:
    """The thinking is broken off, nothing is played, and nothing is kept of it."""
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers) as computers:
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp", "sharp")
        await to_computer(setup, table)
        await until(lambda: thinkers.jobs)
        revision = table.revision
        await setup.end(table.id)
        await until(lambda: thinkers.broken_off == 1)
        assert not computers._attended
        thinkers.gate.set()
        assert (table.phase, table.revision) == ("cancelled", revision + 1)
        assert not [t for t in asyncio.all_tasks() if t.get_name() == f"computers {table.id}"]


async def test_at_a_table_that_falls_asleep_during_a_search_nothing_is_played(
    setup: Setup,
) -> None:
    """Its server is gone, or its channel: the game goes on where it was once people are there."""
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers) as computers:
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp", "sharp")
        seat = await to_computer(setup, table)
        await until(lambda: thinkers.jobs)
        question = table.question_number(seat)
        await setup.tables.save_whereabouts(table.id, asleep=True)
        assert not computers._attended, "it is thought for a table that sleeps"
        with refused_with(NOT_YOUR_TURN):
            await setup.moves.play_for_computer(
                table.id, seat, lambda _view, legal: legal[0], question_number=question
            )
        assert table.question_number(seat) == question, "a computer moves where nobody sees it"
        thinkers.gate.set()
        await setup.tables.save_whereabouts(table.id, asleep=False)
        await until(lambda: 0 in table.to_act() or table.phase == "finished")


async def test_a_restart_during_a_search_goes_on_from_there(tmp_path: Path) -> None:
    """What was being thought about is thought about again, and played once."""
    path = tmp_path / "tables.sqlite3"
    setup = await open_setup(path)
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers):
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp")
        await to_computer(setup, table)
        await until(lambda: thinkers.jobs)
        revision = table.revision
    await setup.database.close()

    setup = await open_setup(path)
    setup.interaction = 1000
    async with seated(setup, Thinkers()) as computers:
        table = await setup.tables.get(table.id)
        assert table.revision == revision
        await computers.resume()
        await until(lambda: table.revision > revision)
        await ada_plays(setup, table, random.Random(3))
    log = await setup.tables.store.log(table.id)
    assert [row.step for row in log] == list(range(len(log)))
    await setup.database.close()


async def test_a_table_that_cannot_be_read_keeps_no_other_from_going_on(setup: Setup) -> None:
    """After a restart each table is taken up for itself."""
    table = await among_themselves(setup, "casual", "casual")
    other = await among_themselves(setup, "casual", "casual")
    found = await setup.tables.store.computers_asked()
    assert set(found) == {table.id, other.id}
    get = setup.tables.get

    async def unreadable(table_id: str) -> Table:
        if table_id == found[0]:
            raise Frozen
        return await get(table_id)

    setup.tables.get = unreadable
    async with seated(setup, Thinkers()) as computers:
        await computers.resume()
        rest = await get(found[1])
        await until(lambda: rest.phase == "finished")
        assert (await get(found[0])).step() == 0


async def test_after_the_end_no_computer_plays(setup: Setup) -> None:
    """The thinking is broken off; what changes later starts nothing on a database that closes."""
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers) as computers:
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp")
        seat = await to_computer(setup, table)
        await until(lambda: thinkers.jobs)
        closing = asyncio.create_task(computers.close())
        for _ in range(10):
            await asyncio.sleep(0)
        broken_off = thinkers.broken_off
        thinkers.gate.set()
        await closing
        assert broken_off == 1, "a computer thinks on after the end"
        computers.hear(table)
        assert table.computers_asked() == (seat,)
        assert not computers._attended, "a table is attended after the end"


async def test_a_full_disk_is_waited_out(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that couldn't be saved is made when it can be, and tried less and less often."""
    waits: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        if seconds >= 1:
            waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", note)
    save, refused = setup.tables.store.save_step, 0
    thinkers = Thinkers()

    async def full(*args: Any) -> None:
        nonlocal refused
        if args[2].seat not in (None, 0) and refused < 10:
            refused += 1
            raise DatabaseFull
        await save(*args)

    monkeypatch.setattr(setup.tables.store, "save_step", full)
    async with seated(setup, thinkers):
        table = await against(setup, OPPONENTS["donburiko"].game, "casual")
        await ada_plays(setup, table, random.Random(2))
    assert refused == 10
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert table.phase == "finished"
    steps = await by_seat(setup, table)
    assert len(thinkers.jobs) == steps[1], "a move that wasn't saved was thought about again"


async def test_seats_asked_at_once_all_answer(setup: Setup) -> None:
    """Sealed choices: each computer makes its own, whoever comes first, also before Ada does."""
    game = OPPONENTS["kirifuda"].game
    async with seated(setup, Thinkers()):
        table = await against(setup, game, "sharp", "sharp", "sharp")
        several = 0
        rng = random.Random(1)
        while table.phase == "playing":
            await until(lambda: not table.computers_asked())
            if len(table.public().deciding) > 0:  # pyright: ignore[reportAttributeAccessIssue]
                several += 1
                assert table.to_act() == (0,)
            if table.phase == "playing":
                await setup.play(table, 0, rng.randrange(1000))
    assert several


@pytest.mark.takes(6)
@pytest.mark.parametrize("count", [16, pytest.param(200, marks=pytest.mark.long)])
async def test_many_tables_of_computers_share_two_workers(setup: Setup, count: int) -> None:
    """Each table has one job in line, all move on side by side, and at the end nothing is left."""
    setup.uncap()
    workers = Workers(WORKER, 2)
    workers.start()
    await until(lambda: len(workers.pids) == 2)
    moves: Counter[str] = Counter()
    longest = 0
    spread = 0

    def count_moves(table: Table) -> None:
        nonlocal longest, spread
        if moves[table.id] or table.revision > started[table.id]:
            moves[table.id] += 1
        longest = max(longest, workers._line.qsize())
        if table.phase == "finished":
            over.add(table.id)
        if not before and min(moves.values()):
            # Until all of them move, those that began first are ahead.
            before.update(moves)
        if before and not over:
            since = [made - before[each] for each, made in moves.items()]
            spread = max(spread, max(since) - min(since))

    ids: list[str] = []
    over: set[str] = set()
    before: dict[str, int] = {}
    started: dict[str, int] = {}
    for _ in range(count):
        table = await among_themselves(setup, "steady", "casual")
        ids.append(table.id)
        started[table.id] = table.revision
        moves[table.id] = 0
    setup.tables.listeners.append(count_moves)
    try:
        async with seated(setup, workers) as computers:
            await computers.resume()
            await until(lambda: min(moves.values()) >= 4)
            attended = set(computers._attended)
            assert attended == set(ids) - over, "a table is left alone, or looked after in vain"
            assert all(len(one.turns) <= 1 for one in computers._attended.values())
            assert longest <= count
            assert spread <= 3
            for table_id in ids:
                # The others play on meanwhile, and some come to their end by themselves.
                with contextlib.suppress(Trouble):
                    await setup.end(table_id)
            assert not computers._attended
            await until(workers._line.empty)
    finally:
        await workers.close()


def due(computers: Computers, table: Table, seat: int) -> float:
    """Return when the move of a seat is due."""
    return computers._attended[table.id].turns[seat].due


async def test_the_moment_of_a_move_is_set_before_anybody_thinks(setup: Setup) -> None:
    """Neither how long a search took nor what came of it changes when a move is due."""
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers, delay=1000) as computers:
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp", "casual")
        seat = await to_computer(setup, table)
        before = due(computers, table, seat)
        await until(lambda: thinkers.jobs)
        thinkers.gate.set()
        turn = computers._attended[table.id].turns[seat]
        await until(lambda: turn.action is not None)
        assert due(computers, table, seat) == before
        assert table.computers_asked() == (seat,)


async def test_who_is_asked_no_longer_has_no_turn_any_more(setup: Setup) -> None:
    """Such as a person who is back from away while a computer is still asked."""
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers) as computers:
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp")
        seat = await to_computer(setup, table)
        turns = computers._attended[table.id].turns
        turns[0] = Turn(0.0)
        computers.hear(table)
        assert list(turns) == [seat]


class Marked(MoveTiming):
    """Says times that can be told apart."""

    def __init__(self) -> None:
        super().__init__(0, random.Random(1))

    def asked(self, now: float) -> float:
        return 1e9

    def moved(self, due: float, now: float) -> float:
        return due + 1e9


@pytest.mark.parametrize("matters", [False, True])
async def test_anothers_move_puts_an_answer_off_whether_or_not_it_matters(
    setup: Setup, matters: bool
) -> None:
    """The moment is the same whether or not the seat has to think again."""
    thinkers = Thinkers()
    async with seated(setup, thinkers) as computers:
        computers._public_pace = Marked()
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp")
        seat = await to_computer(setup, table)
        assert due(computers, table, seat) == 1e9
        await until(lambda: thinkers.jobs)
        if matters:
            assert table._match is not None
            table._match._asks[seat] += 1
        computers.hear(table)
        assert due(computers, table, seat) == 2e9
        await until(lambda: len(thinkers.jobs) == 1 + matters)
        assert due(computers, table, seat) == 2e9


class OnBeats(Marked):
    """Every beat is far away from the one before; moves are due at once until then."""

    def asked(self, now: float) -> float:
        return now

    def beat(self, due: float, now: float) -> float:
        return due + 1e9


async def test_an_answer_that_comes_late_waits_for_the_next_beat(setup: Setup) -> None:
    """Else the moment would tell how long a search took."""
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers) as computers:
        computers._public_pace = OnBeats()
        table = await against(setup, OPPONENTS["donburiko"].game, "sharp")
        await to_computer(setup, table)
        await until(lambda: thinkers.jobs)
        (turn,) = computers._attended[table.id].turns.values()
        step = table.step()
        thinkers.gate.set()
        await until(lambda: turn.due > 1e9 or table.step() > step)
        assert table.step() == step, "a late answer was played at once"


async def test_while_a_table_thinks_for_one_seat_the_others_wait_for_the_beat_too(
    setup: Setup,
) -> None:
    """Seats asked at once are thought for in turn: no move may come just as a search ends."""

    class Stopping(Thinkers):
        async def think(self, job: Job, *, urgent: bool = True) -> Any:
            if len(table.computers_asked()) > 1:
                computers._public_pace = OnBeats()
            return await super().think(job)

    async with seated(setup, Stopping()) as computers:
        table = await against(setup, OPPONENTS["kirifuda"].game, "sharp", "sharp", "sharp")
        rng = random.Random(1)
        while len(table.computers_asked()) < 2:
            await until(lambda: not table.computers_asked() or len(table.computers_asked()) > 1)
            if not table.computers_asked():
                await setup.play(table, 0, rng.randrange(1000))
        turns = computers._attended[table.id].turns
        await until(lambda: all(turn.action is not None for turn in turns.values()))
        beats = {round(turn.due / 1e9) for turn in turns.values()}
        assert beats == {len(turns)}, "a move may come as soon as another seat has thought"


def test_the_pace_is_kept() -> None:
    """A natural while with some chance; a moment after others' moves; later ones on a beat."""
    pace = MoveTiming(2.0, random.Random(1))
    times = [pace.asked(100.0) for _ in range(200)]
    assert 102.0 <= min(times) < 102.1 < 102.4 < max(times) <= 102.5
    assert pace.moved(105.0, 101.0) == 105.0
    assert pace.moved(101.1, 101.0) == 101.8
    assert pace.beat(102.0, 101.9) == 102.0
    assert {pace.beat(102.0, now) for now in (102.1, 103.0, 104.0)} == {104.0}
    assert pace.beat(102.0, 107.5) == 108.0
    at_once = MoveTiming(0, random.Random(1))
    assert at_once.asked(5.0) == at_once.moved(5.0, 5.0) == at_once.beat(5.0, 6.0) == 5.0


async def test_nobody_waits_for_the_pauses_of_a_game_that_computers_play_to_its_end(
    setup: Setup,
) -> None:
    async with seated(setup, Thinkers(), delay=1000):
        table = await among_themselves(setup, "casual", "casual", played_out=True)
        await until(lambda: table.phase == "finished")
