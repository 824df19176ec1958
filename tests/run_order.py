"""In which order tests run, so that processors have something to do from beginning to end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

import pytest

WAITING: Final = ("tests/e2e/", "tests/page/", "tests/process/", "tests/sandbox/")
"""Where tests wait for other processes as often as they work."""
WORKERS: Final = "PYTEST_XDIST_WORKER_COUNT"
"""What says how many processes run tests at once."""


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return tests with the dearest first, in groups that begin with those that wait for others.

    The processes that run tests each begin with a stretch of the list, equally long, and those who
    are done go on with what others have left to the last. There is a group for every two of them,
    so that one process works while the other one's test waits.
    """
    groups = max(1, int(os.environ.get(WORKERS, "1")) // 2)
    dearest_first = sorted(items, key=lambda each: each.get_closest_marker("takes") is None)
    waiting = [each for each in dearest_first if each.nodeid.startswith(WAITING)]
    working = [each for each in dearest_first if not each.nodeid.startswith(WAITING)]
    found: list[pytest.Item] = []
    for number in range(groups):
        found += waiting[number::groups] + working[number::groups]
    return found
