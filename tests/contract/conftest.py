"""Give each contract test every game, or every game with all seats and variants.

A `heavy` test has all of them in the long share alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract import seen
from tests.contract.games import configurations, games, quick_share
from tests.emoji import mentions


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Hand out `game` and `configuration`."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games(), ids=lambda game: game.info.key)
    if "configuration" in metafunc.fixturenames:
        every: list[Any] = [*configurations()]
        if metafunc.definition.get_closest_marker("heavy"):
            quick = set(map(str, quick_share()))
            every = [
                each if str(each) in quick else pytest.param(each, marks=pytest.mark.long)
                for each in every
            ]
        metafunc.parametrize("configuration", every, ids=str)


@pytest.fixture
def with_emoji(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show everything with all emoji known to Discord, not in words alone."""
    monkeypatch.setattr(seen, "emoji", mentions())


@pytest.fixture(params=["words", "emoji"])
def drawn(request: pytest.FixtureRequest) -> None:
    """Show everything twice: in words alone, and with all emoji known to Discord."""
    if request.param == "emoji":
        request.getfixturevalue("with_emoji")
