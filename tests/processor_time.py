"""How much processor time the tests take: their own process and those they start.

Processor time, never the clock: what else the machine does hardly changes it. A fixed piece of
Python, which runs before and after the tests, says what another machine would take.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest

MOST_A_TEST = 2.0
"""Seconds of processor time that a quick test may take, on the machine of `PIECE`.

One that needs more, such as a whole game through the process, says how much: `takes(seconds)`.
"""
MOST_IN_ALL = 750.0
"""Seconds that all quick tests together may take, there."""
PIECE = 0.33
"""Seconds that `piece` took on the machine on which the figures above were set."""
STEPS = 1_500_000
"""How long the piece is."""
ROUNDS = 3
"""How often the piece runs; the quickest counts, as the one least disturbed."""
DEAREST = 10
"""How many of the dearest tests are named."""

LIMITED = "limit_processor_time"
SPENT = "processor_time"

_elsewhere = 0.0


def add(seconds: float) -> None:
    """Count what a process has spent that is a child of a child, and so is waited for there."""
    global _elsewhere
    _elsewhere += seconds


def spent() -> float:
    """Return the seconds that this process and all that have ended for it have spent so far."""
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system + _elsewhere


def piece() -> float:
    """Return the seconds that a fixed piece of Python takes here: numbers, a dict and text."""
    quickest = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        counted: dict[str, int] = {}
        number = 1
        for step in range(STEPS):
            number = (number * 1103515245 + 12345) % (1 << 31)
            if step % 4 == 0:
                key = f"{number % 997:03}"
                counted[key] = counted.get(key, 0) + 1
        quickest = min(quickest, time.process_time() - begun)
    return quickest


def folder_of(nodeid: str) -> str:
    """Return the folder whose share a test is, such as `tests/ui`; `tests` for a loose file."""
    folders = nodeid.partition("::")[0].split("/")[:-1]
    return "/".join(folders[:2])


class Measure:
    """Notes in the reports of a test what it has spent, in the process that runs it.

    What is made for several tests (a fixture of a module or of the run) is its folder's, not the
    test's that happened to come first.
    """

    def __init__(self) -> None:
        self._since = 0.0
        """What was spent as the step of the test began."""
        self._shared = 0.0
        """What went into fixtures of several tests since then."""
        self._last = 0.0
        """What was spent as the fixture before was put away."""

    def pytest_runtest_logstart(self) -> None:
        """Start to count as a test begins: what came before doesn't count."""
        self._since = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any]
    ) -> Generator[None, object, object]:
        """Set aside what a fixture of several tests takes to make."""
        if fixturedef.scope == "function":
            return (yield)
        begun, before = spent(), self._shared
        try:
            return (yield)
        finally:
            # With the fixtures that this one has asked for meanwhile.
            self._shared = before + spent() - begun

    def pytest_runtest_teardown(self) -> None:
        """Begin to watch what is put away."""
        self._last = spent()

    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[Any]) -> None:
        """Set aside what a fixture of several tests takes to put away."""
        now = spent()
        if fixturedef.scope != "function":
            self._shared += now - self._last
        self._last = now

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note what was spent since the last report: by the test, and by what is shared."""
        report = yield
        now = spent()
        # What a report holds travels with it from the process that ran the test.
        takes = item.get_closest_marker("takes")
        most = MOST_A_TEST if takes is None else takes.args[0]
        report.__dict__[SPENT] = [now - self._since - self._shared, self._shared, most]
        self._since, self._shared = now, 0.0
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell the process that started this one what all of it came to."""
        getattr(session.config, "workeroutput", {})[SPENT] = spent()


class Account:
    """Adds up, in the process that was called, what all tests have spent; prints it, may refuse."""

    def __init__(self, *, limited: bool) -> None:
        self._limited = limited
        self._before = piece() if limited else PIECE
        self._factor = 1.0
        """How much longer everything takes here than where the limits were set."""
        self._most: dict[str, float] = {}
        self._tests: defaultdict[str, float] = defaultdict(float)
        self._folders: defaultdict[str, float] = defaultdict(float)
        self._workers = 0.0
        self._all = 0.0
        self._over: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what a step of a test has spent."""
        own, shared, most = report.__dict__.get(SPENT, (0.0, 0.0, MOST_A_TEST))
        self._tests[report.nodeid] += own
        self._most[report.nodeid] = most
        self._folders[folder_of(report.nodeid)] += own + shared

    def pytest_testnodedown(self, node: Any) -> None:
        """Add all that a process of tests has spent, its imports among it."""
        self._workers += getattr(node, "workeroutput", {}).get(SPENT, 0.0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Add up; fail the run if it took more than it may."""
        # The processes of tests may be counted with this one's children or not yet.
        own = os.times()
        self._all = own.user + own.system + max(self._workers, spent() - own.user - own.system)
        if not self._limited:
            return
        self._factor = min(self._before, piece()) / PIECE
        for name, seconds in self._dearest():
            most = self._most[name] * self._factor
            if seconds > most:
                self._over.append(f"{name} took {seconds:.1f} s, the most is {most:.1f} s")
        if self._all > MOST_IN_ALL * self._factor:
            self._over.append(
                f"all tests took {self._all:.0f} s, the most is {MOST_IN_ALL * self._factor:.0f} s"
            )
        if self._over and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _dearest(self) -> list[tuple[str, float]]:
        return sorted(self._tests.items(), key=lambda each: -each[1])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the account."""
        write = terminalreporter.write_line
        terminalreporter.section("processor time")
        rows = sorted(self._folders.items(), key=lambda each: -each[1])
        rows.append(("collecting, imports, the rest", self._all - sum(self._folders.values())))
        for name, seconds in rows:
            write(f"{seconds:8.1f} s  {name}")
        write(f"{self._all:8.1f} s  in all")
        write("The dearest tests:")
        for name, seconds in self._dearest()[:DEAREST]:
            write(f"{seconds:8.2f} s  {name}")
        if self._limited:
            write(f"This machine takes {self._factor:.2f} times as long as the one of the limits.")
        for text in self._over:
            write(f"Too much processor time: {text}.", red=True)
