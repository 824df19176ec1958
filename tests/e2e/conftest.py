"""A stage for each test that needs only the usual one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e import forks
from tests.e2e.stage import Stage


@pytest.fixture(autouse=True, scope="session")
def forked_bots() -> Iterator[None]:
    """Fork the bots of all stages, where possible."""
    with pytest.MonkeyPatch.context() as patch:
        if forks.possible():
            forks.prepare()
            patch.setattr(forks, "in_use", True)
        yield


@pytest.fixture(autouse=True)
def real_starts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the bots of a test by their command line, if it is marked so."""
    real = request.node.get_closest_marker("real_start")
    quick = request.config.getoption("markexpr") == "not long"
    if real is not None and not (quick and real.kwargs.get("when_long")):
        monkeypatch.setattr(forks, "in_use", False)


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield a stage where chance deals; what was wrong on it fails the test."""
    async with Stage(tmp_path) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def module_stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """Yield one stage to all tests of a module; each plays in a server of its own."""
    async with Stage(tmp_path_factory.mktemp("stage")) as opened:
        yield opened


@pytest_asyncio.fixture
async def clocked(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield a stage whose clock the test sets forward."""
    async with Stage(tmp_path, clock=True) as opened:
        yield opened


@pytest_asyncio.fixture
async def patient(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield such a stage where computers take longer over a move than the test lasts."""
    async with Stage(tmp_path, clock=True, COMPUTER_DELAY="60") as opened:
        yield opened
