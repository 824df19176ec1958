"""Give each contract test every game, or every game with all seats and variants."""

from __future__ import annotations

import pytest

from tests.contract.games import configurations, games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Hand out `game` and `configuration`."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games(), ids=lambda game: game.info.key)
    if "configuration" in metafunc.fixturenames:
        metafunc.parametrize("configuration", configurations(), ids=str)
