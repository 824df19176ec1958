"""What a worker gets holds nothing that its seat may not know, byte for byte."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest

from bot.engine.computer import LEVELS, decide
from bot.engine.match import Match
from bot.engine.strength import Strength
from bot.engine.views import SeatView
from bot.games.find_games import opponents
from bot.tables.worker_jobs import MOST, Job, TimedJob, as_frame
from tests.contract.games import Configuration, positions, with_state

POSITIONS = [40, pytest.param(300, marks=pytest.mark.long)]
DECIDED = [
    pytest.param(1, 60, id="1"),
    pytest.param(2, 100_000, id="2", marks=pytest.mark.long),
]
"""In how many positions, and with how many iterations of a search at most."""
BIGGEST = 16_384
"""No job takes more bytes: so the line of those who wait is bounded in memory too."""


@pytest.mark.heavy
@pytest.mark.parametrize("count", POSITIONS)
def test_a_job_is_the_same_in_every_world_of_its_seat(
    configuration: Configuration, count: int
) -> None:
    """Put a world in place of the truth: the bytes that go to the worker stay the same."""
    game, rng = configuration.game, configuration.rng("jobs")
    others = 0
    for match in positions(configuration, rng, count):
        for seat in range(configuration.seats):
            state = game.world(match.view(seat), rng)
            twin = with_state(configuration, match, state)
            truth, world = (
                as_frame(TimedJob(Job(game.info.key, "sharp", each.view(seat)), 7, 5.0))
                for each in (match, twin)
            )
            assert truth == world
            assert len(truth) < BIGGEST < MOST
            others += as_frame(state) != as_frame(match._state)
    # A state instead of a view would have been found.
    assert others > count / 4


def test_bytes_do_not_tell_what_is_one_and_the_same_object() -> None:
    """Two equal things are written alike, whether or not they share their parts."""
    shared = ["a card"]
    one, other = [shared, shared], [["a card"], ["a card"]]
    assert pickle.dumps(one) != pickle.dumps(other)
    assert as_frame(one) == as_frame(other)


def asked(configuration: Configuration, rng: random.Random, count: int) -> Iterator[Match]:
    """Yield positions in which somebody is asked."""
    found = 0
    while found < count:
        (match,) = positions(configuration, rng, 1)
        if match.to_act():
            yield match
            found += 1


@pytest.mark.heavy
@pytest.mark.parametrize(
    "level",
    [pytest.param(each, marks=() if each == "sharp" else pytest.mark.long) for each in LEVELS],
)
@pytest.mark.parametrize(("count", "most"), DECIDED)
def test_a_computer_decides_the_same_in_every_world(
    configuration: Configuration, count: int, most: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same seed, what it does depends on its view alone, and is legal in truth.

    The quick way it is the strongest: what they are given to think about is one and the same.
    """
    usual = Strength.iterations_of
    monkeypatch.setattr(
        Strength, "iterations_of", lambda self, seats: min(most, usual(self, seats))
    )
    game, rng = configuration.game, configuration.rng(f"decides {level}")
    player = opponents()[game.info.key].player
    for match in asked(configuration, rng, count):
        seat = rng.choice(match.to_act())
        view: SeatView = match.view(seat)
        twin = with_state(configuration, match, game.world(view, rng))
        seed = configuration.rng("seed").getrandbits(32)
        chosen = [
            decide(game, player, level, each.view(seat), configuration.rng(str(seed)))
            for each in (match, twin)
        ]
        assert chosen[0] == chosen[1]
        assert chosen[0] in match.legal(seat)
