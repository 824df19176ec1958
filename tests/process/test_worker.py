"""A worker's own loop: order in, answer out, until the input ends."""

from __future__ import annotations

import gc
import io
import os
import signal
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.views import PrivateView, PublicView, SeatView
from bot.games.find_games import opponent
from bot.process import drawer, worker
from bot.tables.worker_jobs import HEAD, READY, Failed, Job, TimedJob, as_frame, length, unframed

HAND = "winter 4 in Ada's hand"


def order(name: str, **more: Any) -> TimedJob:
    """Return an order that is recognised by the name of its game."""
    job = Job(name, "sharp", SeatView(0, PublicView(), PrivateView()))
    return TimedJob(job, **{"seed": 1, "seconds": 5.0, **more})


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Return what serves some bytes as a worker does, and returns its answers."""
    told: list[Any] = []
    monkeypatch.setattr(signal, "signal", lambda *given: told.append(given))
    monkeypatch.setattr(gc, "freeze", lambda: told.append("freeze"))

    def serve(said: bytes, work: Callable[[TimedJob], object]) -> list[Any]:
        source, sink = io.BytesIO(said), io.BytesIO()
        monkeypatch.setattr(worker.sys, "stdin", SimpleNamespace(buffer=source))
        monkeypatch.setattr(worker.sys, "stdout", SimpleNamespace(buffer=sink))
        told.clear()
        worker.serve(work)
        # Ctrl-C is for the bot; games stay loaded.
        assert told == [(signal.SIGINT, signal.SIG_IGN), "freeze"], (
            "the worker didn't prepare itself before its first task"
        )
        answers, rest = [], sink.getvalue()
        while rest:
            size = length(rest[: HEAD.size])
            answers.append(unframed(rest[HEAD.size : HEAD.size + size]))
            rest = rest[HEAD.size + size :]
        return answers

    return serve


def test_thinking_yields_to_people_and_drawing_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers wait for pictures: while computers think all the time, these come as soon as ever."""
    told: list[object] = []
    monkeypatch.setattr(os, "nice", told.append)
    monkeypatch.setattr(worker, "opponents", dict)
    for each in (worker, drawer):
        monkeypatch.setattr(each, "serve", lambda _work: told.append("serves"))
        each.main()
    assert told == [worker.NICENESS, "serves", "serves"]
    assert worker.NICENESS > 0, "the worker isn't behind the bot"


def test_each_order_is_answered_in_turn_until_there_are_no_more(
    served: Callable[..., list[Any]],
) -> None:
    said = as_frame(order("one")) + as_frame(order("two"))
    found = served(said, lambda each: each.job.game)
    assert found == [READY, "one", "two"], "it says that it is ready, then answers each order"


def test_an_order_that_breaks_off_is_let_go(served: Callable[..., list[Any]]) -> None:
    whole = as_frame(order("one"))
    for cut in (len(whole) - 1, HEAD.size, HEAD.size - 1, 0):
        assert served(whole + whole[:cut], lambda each: each.job.game) == [READY, "one"], cut


def test_an_order_that_fails_is_answered_without_the_words_of_the_fault(
    served: Callable[..., list[Any]],
) -> None:
    def work(_order: TimedJob) -> object:
        raise ValueError(HAND)

    _ready, failed, again = served(as_frame(order("one")) * 2, work)
    assert isinstance(failed, Failed) and isinstance(again, Failed), "it gives up after one fault"
    assert failed.kind == "ValueError", failed
    assert "test_worker.py" in failed.frames and HAND not in failed.frames, failed


def test_a_bot_that_has_gone_ends_it(
    served: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    class LeftError(Exception):
        pass

    def leave(code: int) -> None:
        assert code == 0
        raise LeftError

    def work(_order: TimedJob) -> object:
        raise AssertionError("there is no order, and it works")

    def gone(_sink: object, _thing: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.setattr(worker, "_put", gone)
    with pytest.raises(LeftError):
        served(b"", work)


def test_an_order_is_decided_by_its_game_level_view_seed_and_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And forced moves, too: else its time would tell that there was no choice."""
    seen: dict[str, Any] = {}
    now = 50.0

    def decide(game: Any, player: Any, level: str, view: Any, rng: Any, until: Any, **more: Any):  # noqa: ANN202
        nonlocal now
        seen.update(game=game, player=player, level=level, view=view, draw=rng.random(), **more)
        now = 54.9
        assert not until(), "time is up before it is"
        now = 55.1
        assert until(), "it thinks for longer than it was told"
        return "done"

    monkeypatch.setattr(worker, "decide", decide)
    monkeypatch.setattr(worker.time, "monotonic", lambda: now)
    one, other = opponent("donburiko", "cogs.donburiko"), opponent("kasane", "cogs.kasane")
    games = {"donburiko": one, "kasane": other}
    said = order("kasane", seed=7)
    assert worker.answer(games, said) == "done"
    assert seen == {
        "game": other.game,
        "player": other.player,
        "level": "sharp",
        "view": said.job.view,
        "draw": worker.random.Random(7).random(),
        "forced_too": True,
    }
