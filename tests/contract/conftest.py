"""Give each contract test every game, or every game with all seats and variants.

A `heavy` test gets all of them only in the long share. With `python -m tests.contract PACKAGE` the
game of that package alone is looked at, and tests that are about no game are left out.
"""

from __future__ import annotations

import os

import pytest

from bot.games.find_games import folders_of
from bot.ui.pages import catalogues
from tests.contract import seen
from tests.contract.games import ALONE, configurations, games, quick_share
from tests.emoji import mentions

OF_A_GAME = {"game", "configuration", "playable", "file"}
"""The parameters by which a test looks at a game, or at one of its files."""


def pytest_configure(config: pytest.Config) -> None:
    """Let the package that is looked at alone speak its languages."""
    if alone := os.environ.get(ALONE):
        catalogues.add_texts(alone, folders_of(alone))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what is about no game, where one is looked at alone."""
    if os.environ.get(ALONE):
        items[:] = [
            each
            for each in items
            if isinstance(each, pytest.Function) and OF_A_GAME & set(each.fixturenames)
        ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Hand out `game` and `configuration`."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games(), ids=lambda game: game.info.key)
    if "configuration" not in metafunc.fixturenames:
        return
    heavy = metafunc.definition.get_closest_marker("heavy") is not None
    quick = [str(each) for each in (quick_share() if heavy else configurations())]
    marks = {True: (), False: (pytest.mark.long,)}
    if "drawn" not in metafunc.fixturenames:
        every = [
            pytest.param(each, marks=marks[str(each) in quick], id=str(each))
            for each in configurations()
        ]
        metafunc.parametrize("configuration", every)
        return
    # In the quick share each is shown in one of both ways, by turns.
    ways = ("words", "emoji")
    turns = {(ways[number % 2], each) for number, each in enumerate(quick)}
    every = [
        pytest.param(way, each, marks=marks[(way, str(each)) in turns], id=f"{way}-{each}")
        for way in ways
        for each in configurations()
    ]
    metafunc.parametrize(("drawn", "configuration"), every, indirect=["drawn"])


@pytest.fixture
def with_emoji(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show everything with all emoji known to Discord, not in words alone."""
    monkeypatch.setattr(seen, "emoji", mentions())


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> None:
    """Show everything in words alone, or with all emoji known to Discord."""
    if request.param == "emoji":
        request.getfixturevalue("with_emoji")
