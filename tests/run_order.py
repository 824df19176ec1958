"""In which order tests run, so that processors have something to do from beginning to end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import chain
from typing import Final

import pytest

BROWSER: Final = "tests/page/"
"""Where tests need a browser, which costs more than most of them."""
WAITING: Final = (BROWSER, "tests/e2e/", "tests/process/", "tests/sandbox/")
"""Where tests wait for other processes as often as they work."""
WORKERS: Final = "PYTEST_XDIST_WORKER_COUNT"
"""What says how many processes run tests at once."""


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return tests with the dearest first, in groups that begin with those that wait for others.

    The processes that run tests each begin with a stretch of the list, equally long, and those who
    are done go on with what others have left to the last. There is a group for every two of them,
    so that one process works while the other one's test waits.

    All that needs a browser comes first in the first group, so that there is one browser; and a
    file of what else waits stays together, as its tests may share a bot.
    """
    dearest_first = sorted(items, key=lambda each: not _is_dear(each))
    groups: list[list[pytest.Item]] = [
        [] for _two in range(max(1, int(os.environ.get(WORKERS, "1")) // 2))
    ]
    groups[0] += [each for each in dearest_first if each.nodeid.startswith(BROWSER)]
    together: dict[str, list[pytest.Item]] = {}
    for each in dearest_first:
        if each.nodeid.startswith(WAITING) and not each.nodeid.startswith(BROWSER):
            name = each.nodeid if _is_dear(each) else each.nodeid.partition("::")[0]
            together.setdefault(name, []).append(each)
    for number, some in enumerate(together.values()):
        groups[number % len(groups)] += some
    for each in dearest_first:
        if not each.nodeid.startswith(WAITING):
            # Groups of one length begin where stretches do.
            min(groups, key=len).append(each)
    return [*chain.from_iterable(groups)]


def _is_dear(item: pytest.Item) -> bool:
    return item.get_closest_marker("takes") is not None
