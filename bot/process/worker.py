"""A worker: a process of its own in which computer players think. The bot starts and ends it.

It reads jobs from standard input and writes answers to standard output, one after another, until
its input ends: so it never outlives the bot by more than one job.
"""

from __future__ import annotations

import gc
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from typing import BinaryIO

from bot.engine.computer import decide
from bot.games.find_games import Opponent, opponents
from bot.tables.worker_jobs import HEAD, READY, Failed, TimedJob, as_frame, length, unframed

NICENESS = 10
"""The thinking of computers yields to people, boards and answers."""


def main() -> None:
    """Think about jobs until there are no more."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    games = opponents()
    serve(lambda timed: answer(games, timed))


def serve(work: Callable[[TimedJob], object]) -> None:
    """Answer the jobs on standard input until there are no more.

    A job whose work raises an error is answered with `Failed`.
    """
    # Ctrl-C in a terminal reaches the workers too; the bot is the one to end them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    # What is loaded by now stays loaded: the garbage collector needn't look at it in searches.
    gc.freeze()
    try:
        _put(sink, READY)
        while (timed := _next(source)) is not None:
            _put(sink, attempt(work, timed))
    except BrokenPipeError:
        # The bot has gone, and nobody reads this.
        os._exit(0)


def answer(games: Mapping[str, Opponent], timed: TimedJob) -> object:
    """Return the action decided on."""
    end = time.monotonic() + timed.seconds
    job = timed.job
    one = games[job.game]
    rng = random.Random(timed.seed)
    return decide(
        one.game,
        one.player,
        job.level,
        job.view,
        rng,
        lambda: time.monotonic() > end,
        # People see when a computer moves: see `bot/tables/computer_pace.py`.
        forced_too=True,
    )


def attempt(work: Callable[[TimedJob], object], timed: TimedJob) -> object:
    """Return the result of a job, or how its work failed."""
    try:
        return work(timed)
    except Exception as error:
        # An error's words may name cards; its place can't.
        frames = "".join(traceback.format_tb(error.__traceback__))
        return Failed(type(error).__name__, frames)


def _next(source: BinaryIO) -> TimedJob | None:
    head = source.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    size = length(head)
    body = source.read(size)
    return unframed(body) if len(body) == size else None


def _put(sink: BinaryIO, thing: object) -> None:
    sink.write(as_frame(thing))
    sink.flush()


if __name__ == "__main__":
    main()
