"""The order of the tests: none is lost, the dearest come first, and not all that wait at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from tests.run_order import WORKERS, in_order


@dataclass(frozen=True)
class Item:
    """What the order has to know of a test."""

    nodeid: str
    dear: bool = False

    def get_closest_marker(self, name: str) -> Any:
        return name if self.dear and name == "takes" else None


ITEMS = [
    *(Item(f"tests/contract/test_a.py::test_{n}", dear=n == 60) for n in range(80)),
    *(Item(f"tests/e2e/test_b.py::test_{n}") for n in range(3)),
    *(Item(f"tests/e2e/test_d.py::test_{n}{'[dear]' * (n == 4)}", dear=n == 4) for n in range(5)),
    *(Item(f"tests/ui/test_c.py::test_{n}") for n in range(80)),
]


def ordered(monkeypatch: pytest.MonkeyPatch, workers: int) -> list[Item]:
    monkeypatch.setenv(WORKERS, str(workers))
    return cast(list[Item], in_order(cast(Any, ITEMS)))


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 9])
def test_every_test_runs_once(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    found = ordered(monkeypatch, workers)
    assert sorted(each.nodeid for each in found) == sorted(each.nodeid for each in ITEMS)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_dearest_of_a_kind_come_first(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    found = [each.nodeid for each in ordered(monkeypatch, workers)]
    assert found[0] == ITEMS[87].nodeid, f"a dear test that waits comes late: {found[:9]}"
    assert found[8] == ITEMS[60].nodeid, f"a dear test that works comes late: {found[:9]}"
    assert found[1:8] == [each.nodeid for each in ITEMS[80:87]], "the rest is out of its order"


def test_of_four_processes_two_begin_with_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ordered(monkeypatch, 4)
    stretch = len(found) // 4
    begin = ["/e2e/" in found[stretch * number].nodeid for number in range(4)]
    assert begin == [True, False, True, False], f"too many wait at once, or too few: {begin}"
    waiting = [number for number, each in enumerate(found) if "/e2e/" in each.nodeid]
    assert waiting == [*range(5), *range(84, 87)], f"one of them has more to wait for: {waiting}"


def test_a_file_whose_tests_may_share_a_bot_stays_together(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [each.nodeid for each in ordered(monkeypatch, 4)]
    for name in ("test_b", "test_d"):
        places = [
            place
            for place, each in enumerate(found)
            if f"/{name}.py::" in each and "[dear]" not in each
        ]
        assert places == [*range(places[0], places[0] + len(places))], f"{name} is torn: {places}"


def test_one_process_has_all_that_needs_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WORKERS, "4")
    pages = [Item(f"tests/page/test_{name}.py::test_{n}") for name in "xyz" for n in range(5)]
    found = in_order(cast(Any, [*ITEMS, *pages]))
    assert found[: len(pages)] == pages, "the tests of the page aren't one after the other"
