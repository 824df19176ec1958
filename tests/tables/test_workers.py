"""The workers: real processes that are lost, stuck, crowded and sent home."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.dealer import QuietDealer
from bot.engine.game import AnyGame
from bot.engine.views import SeatView
from bot.games.find_games import Opponent, opponents
from bot.process.worker import answer, attempt
from bot.tables.worker_jobs import MOST, Failed, Job, TimedJob, length
from bot.tables.workers import LINE, NoAnswer, Workers
from tests.waiting import until

WORKER = [sys.executable, "-m", "bot.process.worker"]
PATIENCE = 60.0
"""Bounds the wait for what never comes."""

OBEDIENT = """
import os, sys, time
from bot.tables.worker_jobs import HEAD, READY, as_frame, length, unframed
source, sink = sys.stdin.buffer, sys.stdout.buffer
def say(thing):
    sink.write(as_frame(thing)); sink.flush()
print("a loud complaint", file=sys.stderr, flush=True)
say(READY)
orders = 0
while True:
    head = source.read(HEAD.size)
    if not head:
        break
    timed = unframed(source.read(length(head)))
    level = timed.job.level
    orders += 1
    if level == "order":
        say((timed.seed, timed.seconds, orders))
    elif level == "stuck":
        time.sleep(1000)
    elif level == "end":
        os._exit(1)
    elif level == "nonsense":
        sink.write(b"no pickle at all" * 9); sink.flush()
    elif level == "held":
        while not os.path.exists(timed.job.game):
            time.sleep(0.01)
        say((os.getpid(), timed.job.game))
    else:
        say((os.getpid(), timed.job.game))
"""
"""A worker that does what the level of a job says, and complains as it starts."""


@asynccontextmanager
async def at_work(command: list[str], count: int = 1, **times: float) -> AsyncIterator[Workers]:
    """Yield workers that are ready, and send them home."""
    workers = Workers(command, count, **times)
    workers.start()
    try:
        await until(lambda: len(workers.pids) == count)
        yield workers
    finally:
        await workers.close()


def alive(pid: int) -> bool:
    """Tell whether a process is there and not only waits to be counted out."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def job(level: str = "sharp", game: str = "donburiko") -> Job:
    """Return a job of a level that a worker of these tests knows; its view is of no game."""
    nothing: Any = None
    return Job(game, level, SeatView(0, nothing, nothing))


def obedient() -> list[str]:
    return [sys.executable, "-c", OBEDIENT]


@pytest.mark.parametrize("key", sorted(opponents()))
async def test_a_worker_decides_in_every_game_at_every_level(
    key: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What comes back is one of the legal actions; and a level that there isn't is no end."""
    game = opponents()[key].game
    state = game.setup(max(game.info.seats), game.info.variants[0], QuietDealer(random.Random(1)))
    view = asked_first(game, state)
    seat = view.seat
    async with at_work(WORKER) as workers:
        (pid,) = workers.pids
        for level in ("casual", "steady", "sharp"):
            assert await workers.think(Job(key, level, view)) in game.legal(state, seat)
        with pytest.raises(NoAnswer, match="failed"):
            await workers.think(Job(key, "godlike", view))
        assert await workers.think(Job(key, "casual", view)) in game.legal(state, seat)
        assert workers.pids == {pid}
    assert not alive(pid)
    assert "KeyError" in caplog.text
    assert "godlike" not in caplog.text, "the log holds an error's own words"


def asked_first(game: AnyGame, state: Any) -> SeatView[Any, Any]:
    """Return the view of the first seat that is asked."""
    seat = game.to_act(state)[0]
    return game.view(state, seat)


class OneAction:
    """A game in which every decision is forced."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def legal(self, state: Any, seat: int) -> list[Any]:
        return self._game.legal(state, seat)[:1]


def looks_at_clock(
    monkeypatch: pytest.MonkeyPatch, game: AnyGame, level: str, seconds: float = 60
) -> int:
    """Return how often a search looked at the clock, which it does in every iteration."""
    looks = 0

    def monotonic() -> float:
        nonlocal looks
        looks += 1
        return looks / 1e6

    monkeypatch.setattr("bot.process.worker.time", SimpleNamespace(monotonic=monotonic))
    state = game.setup(max(game.info.seats), game.info.variants[0], QuietDealer(random.Random(5)))
    job = Job(game.info.key, level, asked_first(game, state))
    player = opponents()[game.info.key].player
    decided = answer({game.info.key: Opponent(game, player)}, TimedJob(job, 7, seconds))
    assert decided in game.legal(state, job.view.seat), decided
    return looks - 1


@pytest.mark.parametrize("level", ["steady", pytest.param("sharp", marks=pytest.mark.long)])
@pytest.mark.parametrize("key", sorted(opponents()))
def test_a_forced_decision_is_thought_about_like_any_other(
    key: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a move that comes late would tell that the seat had a choice."""
    one = opponents()[key]
    forced: Any = OneAction(one.game)
    strength, seats = one.player.LEVELS[level], max(one.game.info.seats)
    iterations = strength.at(seats).iterations_of(seats)
    assert looks_at_clock(monkeypatch, one.game, level) == iterations
    assert looks_at_clock(monkeypatch, forced, level) == iterations, "forced: thinks less"


@pytest.mark.parametrize("key", sorted(opponents()))
def test_a_search_ends_when_its_time_is_up(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opponents()[key].game
    assert looks_at_clock(monkeypatch, game, "sharp", 10e-6) in range(9, 12)


@pytest.mark.parametrize("key", sorted(opponents()))
def test_an_error_s_words_stay_in_the_worker(key: str) -> None:
    """They may name cards. Its kind and where it was are told."""
    game = opponents()[key].game
    state = game.setup(max(game.info.seats), game.info.variants[0], QuietDealer(random.Random(1)))
    view = asked_first(game, state)

    def choose(view: object, *_: object) -> object:
        raise RuntimeError(repr(view))

    player: Any = SimpleNamespace(choose=choose, LEVELS={})
    job = Job(key, "sharp", view)
    work = {key: Opponent(game, player)}
    failed = attempt(lambda order: answer(work, order), TimedJob(job, 1, 5.0))
    assert isinstance(failed, Failed)
    assert failed.kind == "RuntimeError"
    assert "in choose" in failed.frames
    assert repr(view) not in failed.frames, "an error's own words leave the worker"


@pytest.mark.parametrize("key", sorted(opponents()))
def test_when_time_is_up_the_best_so_far_is_given(key: str) -> None:
    """A search that has hardly begun comes to a legal action all the same."""
    games = opponents()
    game = games[key].game
    state = game.setup(max(game.info.seats), game.info.variants[0], QuietDealer(random.Random(2)))
    view = asked_first(game, state)
    assert answer(games, TimedJob(Job(key, "sharp", view), 3, 0.0)) in game.legal(state, view.seat)


async def test_workers_give_way_and_know_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are nicer than the bot, and the bot's secret isn't in their environment."""
    monkeypatch.setenv("DISCORD_TOKEN", "a.very.secret")
    async with at_work(WORKER) as workers:
        (pid,) = workers.pids
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
        assert b"DISCORD_TOKEN" not in Path(f"/proc/{pid}/environ").read_bytes()


async def test_what_a_worker_complains_of_is_not_written_anywhere(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A library in distress may quote what it was given."""
    async with at_work(obedient()) as workers:
        await workers.think(job())
    assert "complaint" not in "".join(capfd.readouterr()), "a worker's standard error is kept"


async def test_an_order_has_a_seed_of_its_own_and_the_time_limit() -> None:
    """With one seed for all, whoever knows it could work out what a computer does."""
    async with at_work(obedient(), seconds=42.0) as workers:
        orders = [await workers.think(job("order")) for _ in range(3)]
    assert len({seed for seed, _, _ in orders}) == 3, "orders share a seed"
    assert [seconds for _, seconds, _ in orders] == [42.0] * 3


async def test_nothing_is_left_over_of_a_job_that_was_answered() -> None:
    def futures() -> int:
        gc.collect()
        return sum(isinstance(thing, asyncio.Future) for thing in gc.get_objects())

    async with at_work(obedient()) as workers:
        await workers.think(job())
        before = futures()
        for _ in range(50):
            await workers.think(job())
        left = futures() - before
        assert left < 10, f"50 jobs have left {left} futures over: a bot grows with every move"


async def test_a_job_nobody_waits_for_any_more_is_not_thought_about(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with at_work(obedient()) as workers:
        held = asyncio.create_task(workers.think(job("held", str(gate))))
        await asyncio.sleep(0)
        await until(workers._line.empty)
        given_up = asyncio.create_task(workers.think(job()))
        await until(lambda: not workers._line.empty())
        given_up.cancel()
        gate.touch()
        await held
        _, _, orders = await workers.think(job("order"))
        assert orders == 2, "a worker was given a job that was cancelled"


async def test_a_worker_that_cannot_start_is_tried_again_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        if seconds >= 1:
            waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", note)
    workers = Workers(["/no/such/program"], 1)
    workers.start()
    try:
        await until(lambda: len(waits) >= 9)
        workers._command = obedient()
        await until(lambda: workers.pids)
        assert await workers.think(job()), "a worker that came late is given nothing to do"
    finally:
        await workers.close()
    assert waits[:9] == [1, 2, 4, 8, 16, 32, 60, 60, 60]


async def test_workers_are_gone_soon_after_a_bot_that_was_killed(tmp_path: Path) -> None:
    """The end of their input is the end of them."""
    script = tmp_path / "host.py"
    script.write_text(
        "import asyncio, sys\n"
        "from bot.tables.workers import Workers\n"
        "async def main():\n"
        "    workers = Workers([sys.executable, '-m', 'bot.process.worker'], 2)\n"
        "    workers.start()\n"
        "    while len(workers.pids) < 2:\n"
        "        await asyncio.sleep(0.01)\n"
        "    print(*workers.pids, flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(script),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    assert process.stdout is not None
    pids = [int(pid) for pid in (await process.stdout.readline()).split()]
    assert len(pids) == 2
    process.kill()
    await process.wait()
    await until(lambda: not any(map(alive, pids)))


@pytest.mark.parametrize("fate", ["end", "nonsense", "stuck"])
async def test_a_worker_that_is_lost_is_replaced(fate: str) -> None:
    """One that ends, babbles or is stuck: its job gets no answer, the next one does."""
    async with at_work(obedient(), seconds=0.1, grace=0.1) as workers:
        (pid,) = workers.pids
        with pytest.raises(NoAnswer, match="lost"):
            await workers.think(job(fate))
        workers._seconds = PATIENCE
        other, _ = await workers.think(job())
        assert other != pid
        assert not alive(pid)


async def test_workers_that_stop_as_one_is_lost_wait_for_its_end() -> None:
    """Else its process outlives the event loop that it belongs to."""
    async with at_work(obedient(), seconds=0.1, grace=0.1) as workers:
        (pid,) = workers.pids
        with pytest.raises(NoAnswer, match="lost"):
            await workers.think(job("stuck"))
        await workers.close()
        assert not Path(f"/proc/{pid}").exists(), "nobody waited for the end of a lost worker"


async def test_a_start_leaves_workers_for_later_unless_somebody_asks() -> None:
    """A bot that starts has enough to do; whoever asks starts them at once."""
    workers = Workers(obedient(), 2)
    workers.start(after=PATIENCE)
    try:
        await asyncio.sleep(0)
        assert not workers.pids, "workers started though nobody asked"
        assert workers.alive, "workers that weren't called for yet count as lost"
        assert await workers.think(job()), "nobody answered the first job"
        await until(lambda: len(workers.pids) == 2)
        for pid in workers.pids:
            os.kill(pid, signal.SIGKILL)
        await until(lambda: not workers.alive)
    finally:
        await workers.close()


async def test_workers_start_by_themselves_after_a_while() -> None:
    """Else the first computer's move of each start would wait for them."""
    workers = Workers(obedient(), 1)
    workers.start(after=0.01)
    try:
        await until(lambda: workers.pids)
    finally:
        await workers.close()


async def test_a_worker_killed_while_it_thinks_or_rests_is_replaced(tmp_path: Path) -> None:
    """Whoever waits is told at once; nobody waits for the dead."""
    async with at_work(obedient()) as workers:
        (pid,) = workers.pids
        os.kill(pid, signal.SIGKILL)
        await until(lambda: workers.pids and pid not in workers.pids)
        (pid,) = workers.pids
        thinking = asyncio.create_task(workers.think(job("held", str(tmp_path / "never"))))
        await asyncio.sleep(0)
        await until(workers._line.empty)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(NoAnswer):
            await thinking
        await until(lambda: workers.pids and pid not in workers.pids)
        assert (await workers.think(job()))[0] in workers.pids


async def test_the_line_is_bounded_and_first_come_first_served(tmp_path: Path) -> None:
    """Jobs are done in the order in which they came; one too many is refused at once."""
    gate = tmp_path / "gate"
    done: list[str] = []

    async def think(name: str) -> None:
        done.append((await workers.think(job(game=name)))[1])

    async with at_work(obedient()) as workers:
        held = asyncio.create_task(workers.think(job("held", str(gate))))
        await asyncio.sleep(0)
        await until(workers._line.empty)
        names = [f"job {number}" for number in range(LINE)]
        waiting = [asyncio.create_task(think(name)) for name in names]
        await until(workers._line.full)
        with pytest.raises(NoAnswer, match="full"):
            await workers.think(job())
        waiting[5].cancel()
        gate.touch()
        await held
        await asyncio.gather(*waiting, return_exceptions=True)
        assert done == [name for name in names if name != "job 5"]


async def test_what_is_urgent_goes_first_and_has_half_of_the_line(tmp_path: Path) -> None:
    """Whoever plays alone waits for tables with several people, but not for ever."""
    gate = tmp_path / "gate"
    done: list[str] = []

    async def think(name: str, *, urgent: bool) -> None:
        done.append((await workers.think(job(game=name), urgent=urgent))[1])

    async with at_work(obedient()) as workers:
        held = asyncio.create_task(workers.think(job("held", str(gate))))
        await asyncio.sleep(0)
        await until(workers._line.empty)
        alone = [asyncio.create_task(think(f"alone {n}", urgent=False)) for n in range(LINE // 2)]
        await until(lambda: workers.waiting == LINE // 2)
        with pytest.raises(NoAnswer, match="long"):
            await workers.think(job(), urgent=False)
        several = asyncio.create_task(think("several", urgent=True))
        await until(lambda: workers.waiting == LINE // 2 + 1)
        gate.touch()
        await asyncio.gather(held, several, *alone)
        assert done[0] == "several", "a table with several people waited for games alone"
        assert done[1:] == [f"alone {n}" for n in range(LINE // 2)]


async def test_an_answer_nobody_waits_for_is_not_taken_for_another(tmp_path: Path) -> None:
    """Whoever was cancelled in the middle leaves the worker to the next one."""
    gate = tmp_path / "gate"
    async with at_work(obedient()) as workers:
        held = asyncio.create_task(workers.think(job("held", str(gate))))
        await asyncio.sleep(0)
        await until(workers._line.empty)
        held.cancel()
        following = asyncio.create_task(workers.think(job(game="next")))
        gate.touch()
        assert (await following)[1] == "next"


@pytest.mark.parametrize(
    "command", [["/no/such/program"], [sys.executable, "-c", "print('not ready at all')"]]
)
async def test_without_workers_nobody_waits(command: list[str]) -> None:
    """Where none can be had, every job is refused, also those that were in line already."""
    workers = Workers(command, 2)
    with pytest.raises(NoAnswer):
        await workers.think(job())
    workers.start()
    try:
        with pytest.raises(NoAnswer):
            await workers.think(job())
        assert not workers.pids
    finally:
        await workers.close()


async def test_going_home_answers_all_who_wait(tmp_path: Path) -> None:
    """Nobody hangs on workers that are gone."""
    async with at_work(obedient()) as workers:
        tasks = [
            asyncio.create_task(workers.think(job("held", str(tmp_path / "never"))))
            for _ in range(3)
        ]
        await asyncio.sleep(0)
    for task in tasks:
        with pytest.raises(NoAnswer):
            await task


def test_a_length_that_cannot_be_one_is_refused() -> None:
    """What a worker gone wrong writes mustn't fill the memory."""
    assert length(MOST.to_bytes(4)) == MOST
    with pytest.raises(ValueError, match="too many"):
        length((MOST + 1).to_bytes(4))
