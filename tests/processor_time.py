"""How much processor time the tests take: their own process and those they start.

Processor time, never the clock: but what else the machine does changes that, too, by what it takes
of caches and memory. So a fixed piece of Python runs between the tests, in their processes, again
and again; how long it takes says how long everything takes here and now.
"""

from __future__ import annotations

import copy
import gc
import json
import os
import time
from collections import defaultdict
from collections.abc import Generator
from statistics import median
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

MOST_A_TEST = 2.0
"""Seconds of processor time that a quick test may take, on the machine of `PIECE`.

One that needs more, such as a whole game through the process, says how much: `takes(seconds)`.
"""
MOST_IN_ALL = 600.0
"""Seconds that all quick tests together may take, there. They took 471 to 540; six minutes on two
cores are 690.
"""
PIECE = 0.0235
"""Seconds that `piece` took between the tests on the machine on which these figures were set."""
EVERY = 5.0
"""After how many seconds of its tests a process runs the piece again."""
AGAIN = 2
"""How often a test that took too much may be run again: only one that always does is refused."""
NOISE = 1.25
"""A test is refused from this many times its most on: what runs beside a single one of a second or
two changes its figure by about a quarter, which the machine's factor over the whole run can't know.
"""
NEARLY = 0.9
"""What part of the most is taken for too much then, as the other processes' pieces count later."""
DEAREST = 10
"""How many of the dearest tests are named."""

LIMITED = "limit_processor_time"
SPENT = "processor_time"
PIECES = "pieces"
LEAST = "least_processor_time"

SOURCE = "\n".join(
    f"def name_{each}(first, second={each}, *more):\n"
    f"    if first > second and more:\n"
    f"        return [one * {each} for one in more if one != first]\n"
    f"    return {{'first': first, 'second': (second, {each})}}"
    for each in range(60)
)
VALUES = {
    f"key {each}": {"numbers": [*range(each, each + 12)], "names": [f"{each}"] * 12, "none": None}
    for each in range(240)
}

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
    """Return the seconds that a fixed piece of Python takes here and now.

    It does what tests do: compiles, writes and reads text, makes, finds and copies many things.
    """
    # What else there is in this process is not to be gone through.
    gc.disable()
    begun = time.process_time()
    for _ in range(2):
        compile(SOURCE, "piece", "exec")
        copy.deepcopy(json.loads(json.dumps(VALUES)))
        things = {f"{number} things": [number, str(number)] for number in range(10_000)}
        # Far apart in memory, as things are that are needed.
        sum(len(things[f"{number * 7919 % 10_000} things"]) for number in range(10_000))
    took = time.process_time() - begun
    gc.enable()
    return took


def most_of(item: pytest.Item) -> float:
    """Return the seconds that a test may take, where the limits were set."""
    takes = item.get_closest_marker("takes")
    return MOST_A_TEST if takes is None else takes.args[0]


def folder_of(nodeid: str) -> str:
    """Return the folder whose share a test is, such as `tests/ui`; `tests` for a loose file."""
    folders = nodeid.partition("::")[0].split("/")[:-1]
    return "/".join(folders[:2])


class Measure:
    """Notes in the reports of a test what it has spent, in the process that runs it.

    What is made for several tests (a fixture of a module or of the run) is its folder's, not the
    test's that happened to come first.
    """

    def __init__(self, *, limited: bool) -> None:
        self._limited = limited
        self.pieces: list[float] = []
        """What the piece took, each time."""
        self.least: dict[str, float] = {}
        """What the tests took at least that had to be run again."""
        self._since_piece = float("-inf")
        """What was spent as the piece ran last."""
        self._test = 0.0
        """What this run of a test has taken by itself."""
        self._since = 0.0
        """What was spent as the step of the test began."""
        self._shared = 0.0
        """What went into fixtures of several tests since then."""
        self._last = 0.0
        """What was spent as the fixture before was put away."""

    def pytest_runtest_logstart(self) -> None:
        """Start to count as a test begins: what came before doesn't count, nor does the piece."""
        if spent() - self._since_piece > EVERY:
            self.pieces.append(piece())
            add(-self.pieces[-1])
            self._since_piece = spent()
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
        own = now - self._since - self._shared
        report.__dict__[SPENT] = [own, self._shared, most_of(item)]
        self._test += own
        self._since, self._shared = now, 0.0
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Run a test again that took too much: it may have been disturbed."""
        self._test = 0.0
        done = yield
        if self._limited and self._test > self._enough(item):
            begun, least = spent(), self._test
            for _ in range(AGAIN):
                self._test = 0.0
                reports = runtestprotocol(item, log=False, nextitem=nextitem)
                if all(each.passed for each in reports):
                    least = min(least, self._test)
                if least <= self._enough(item):
                    break
            self.least[item.nodeid] = least
            add(begun - spent())
        return done

    def _enough(self, item: pytest.Item) -> float:
        """Return the seconds above which a test is run again, here and now."""
        return most_of(item) * NEARLY * median(self.pieces) / PIECE

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell the process that started this one what all of it came to."""
        getattr(session.config, "workeroutput", {}).update(self.told())

    def told(self) -> dict[str, Any]:
        """Return what the process that adds up has to know besides the reports."""
        return {SPENT: spent(), PIECES: self.pieces, LEAST: self.least}


class Account:
    """Adds up, in the process that was called, what all tests have spent; prints it, may refuse."""

    def __init__(self, *, limited: bool, alone: Measure | None) -> None:
        self._limited = limited
        self._alone = alone
        """What measures the tests if this process runs them itself."""
        self._pieces: list[float] = []
        self._least: dict[str, float] = {}
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
        """Add what a process of tests tells as it ends; one that crashed tells nothing."""
        self._hear(getattr(node, "workeroutput", {}))

    def _hear(self, told: dict[str, Any]) -> None:
        self._workers += told.get(SPENT, 0.0)
        self._pieces += told.get(PIECES, [])
        self._least |= told.get(LEAST, {})

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Add up; fail the run if it took more than it may."""
        if self._alone is not None:
            self._hear(self._alone.told())
            self._all = self._workers
        else:
            own = os.times()
            self._all = own.user + own.system + self._workers
        if self._pieces:
            self._factor = median(self._pieces) / PIECE
        if not self._limited:
            return
        for name, seconds in self._dearest():
            least = min(seconds, self._least.get(name, seconds))
            most = self._most[name] * self._factor
            if least > most * NOISE:
                self._over.append(f"{name} took {least:.1f} s, the most is {most:.1f} s")
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
        if self._pieces:
            quickest, slowest = min(self._pieces) / PIECE, max(self._pieces) / PIECE
            write(f"This machine takes {self._factor:.2f} times as long as the one of the limits:")
            write(f"between {quickest:.2f} and {slowest:.2f}, measured {len(self._pieces)} times.")
        for text in self._over:
            write(f"Too much processor time: {text}.", red=True)
