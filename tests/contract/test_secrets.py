"""Nobody sees what they may not: worlds, twins and width, over every game."""

from __future__ import annotations

import pytest

from bot.engine.game import AnyGame
from tests.contract import seen
from tests.contract.checks import WHOLE, check_twins, check_width, check_worlds
from tests.contract.games import Configuration, hooks, play

POSITIONS = [25, pytest.param(300, marks=pytest.mark.long)]
LOOKED_AT = [
    pytest.param(30, WHOLE, id="30"),
    pytest.param(150, 1, id="150", marks=pytest.mark.long),
]
"""The positions in which worlds are looked at with all emoji, and as many for twins in words.

In every so many of them all is drawn, whether or not it is drawn from the same.
"""
IN_JAPANESE = [3, pytest.param(60, marks=pytest.mark.long)]
ALONE = [5, pytest.param(60, marks=pytest.mark.long)]


@pytest.mark.heavy
@pytest.mark.usefixtures("with_emoji")
@pytest.mark.parametrize(("count", "whole"), LOOKED_AT)
def test_any_world_of_a_seat_looks_like_the_truth(
    configuration: Configuration, count: int, whole: int
) -> None:
    rng = configuration.rng("worlds")
    check_worlds(configuration, hooks(configuration.game), rng, count, whole)


@pytest.mark.heavy
@pytest.mark.parametrize(("count", "whole"), LOOKED_AT)
def test_twins_look_alike_until_they_are_shown(
    configuration: Configuration, count: int, whole: int
) -> None:
    rng = configuration.rng("twins")
    check_twins(configuration, hooks(configuration.game), rng, count, whole)


@pytest.mark.parametrize("count", IN_JAPANESE)
def test_nothing_more_is_told_in_japanese(
    game: AnyGame, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "language", "ja")
    configuration = Configuration(game, max(game.info.seats), game.info.variants[0])
    rng = configuration.rng("Japanese")
    check_worlds(configuration, hooks(game), rng, count, whole=1)
    check_twins(configuration, hooks(game), rng, count, whole=1)


@pytest.mark.parametrize("count", ALONE)
def test_nothing_more_is_told_in_a_game_on_no_server(
    game: AnyGame, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "looks_alone", True)
    configuration = Configuration(game, max(game.info.seats), game.info.variants[0])
    rng = configuration.rng("alone")
    check_worlds(configuration, hooks(game), rng, count, whole=1)
    check_twins(configuration, hooks(game), rng, count, whole=1)


@pytest.mark.heavy
@pytest.mark.parametrize("count", POSITIONS)
def test_every_secret_could_be_otherwise(configuration: Configuration, count: int) -> None:
    rng = configuration.rng("width")
    check_width(configuration, hooks(configuration.game), rng, count)


def test_events_are_told_to_all_or_to_seats_of_the_match(configuration: Configuration) -> None:
    for _, step in play(configuration, configuration.rng("audiences")):
        for events in step.events:
            private = events.event.kind in hooks(configuration.game).private
            assert private == (events.audience != "all"), events
            if events.audience == "all":
                continue
            assert events.audience
            assert sorted(set(events.audience)) == list(events.audience)
            assert set(events.audience) <= set(range(configuration.seats))
