"""Kills and faults once more, with a bot of three shards."""

from __future__ import annotations

import pytest

from tests.e2e import stage as stages
from tests.e2e.test_clock_kills import *  # noqa: F403
from tests.e2e.test_kill import *  # noqa: F403
from tests.e2e.test_night_kills import *  # noqa: F403

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def three_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every stage of these tests recommend three shards."""
    monkeypatch.setattr(stages, "SHARDS", 3)
