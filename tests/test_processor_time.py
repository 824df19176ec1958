"""The account of processor time: whose it is, and that a run that took too much is refused."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processor_time import PIECE, piece, spent

ROOT = Path(__file__).parents[1]
TICK = 0.03
"""What is spent is counted in steps of a hundredth of a second, user's and system's each."""
TESTS = """
import subprocess, sys, time
import pytest

BUSY = "import time\\nwhile time.process_time() < 0.15: pass"
runs = []

def work():
    end = time.process_time() + 0.15
    while time.process_time() < end:
        pass

@pytest.fixture(scope="module")
def shared():
    work()

def test_starts_a_process(shared):
    subprocess.run([sys.executable, "-c", BUSY], check=True)

def test_does_little():
    pass

def test_is_disturbed_once(shared):
    runs.append("another")
    if len(runs) == 1:
        work()

@pytest.mark.takes(0.5)
def test_may_take_more():
    work()
"""


ALWAYS_ALIKE = f"processor_time.piece = lambda: {PIECE}"


def run(
    folder: Path, limit: float, *arguments: str, more: str = ALWAYS_ALIKE
) -> subprocess.CompletedProcess[str]:
    """Run the tests above with the plug-ins, with a limit on each and more lines of set-up."""
    (folder / "conftest.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.conftest import *\nfrom tests import processor_time\n"
        f"processor_time.MOST_A_TEST = {limit}\n{more}\n"
    )
    (folder / "test_some.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = takes\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, str(folder)],
        cwd=folder,
        capture_output=True,
        text=True,
    )


# That all is counted in one process, too, `test_all_together_may_take_too_much` knows.
WORKERS = [
    pytest.param([], marks=pytest.mark.long, id="alone"),
    pytest.param(["-n", "1"], id="by xdist"),
]


@pytest.mark.parametrize("workers", WORKERS)
def test_a_process_counts_for_its_test_and_what_is_shared_does_not(
    tmp_path: Path, workers: list[str]
) -> None:
    within = run(tmp_path, 0.1, *workers)
    assert within.returncode == 0, f"refused without a limit: {within.stdout}{within.stderr}"
    spent = {
        name.partition("::")[2]: float(seconds)
        for seconds, s, name in (
            line.split() for line in within.stdout.splitlines() if "test_some.py::" in line
        )
        if s == "s"
    }
    assert 0.1 < spent["test_starts_a_process"] < 0.3, f"the process isn't counted once: {spent}"
    assert spent["test_does_little"] < 0.1, f"a test pays for others: {spent}"


@pytest.mark.parametrize("workers", WORKERS)
def test_a_run_that_took_too_much_is_refused(tmp_path: Path, workers: list[str]) -> None:
    over = run(tmp_path, 0.1, "--limit-processor-time", *workers)
    assert over.returncode == pytest.ExitCode.TESTS_FAILED, f"not refused: {over.stdout}"
    assert "test_starts_a_process took " in over.stdout, "a dear test is let through"
    assert "test_may_take_more took " not in over.stdout, "what a test asks for isn't given"
    for cheap in ("test_does_little took", "all tests took"):
        assert cheap not in over.stdout, f"what is cheap is refused: {cheap}"
    assert "test_is_disturbed_once took" not in over.stdout, "what took long only once is refused"
    assert "4 passed" in over.stdout, f"what was run again counts twice: {over.stdout}"


def test_the_dearest_tests_come_first(tmp_path: Path) -> None:
    listed = run(tmp_path, 2, "--collect-only", "-q").stdout
    names = [line.partition("::")[2] for line in listed.splitlines() if "::" in line]
    first, *others = names
    assert first == "test_may_take_more", f"what takes long may be begun last: {names}"
    assert sorted(others) != others, "the rest is out of its order"


def test_all_together_may_take_too_much(tmp_path: Path) -> None:
    more = f"{ALWAYS_ALIKE}\nprocessor_time.MOST_IN_ALL = 0.2"
    over = run(tmp_path, 2, "--limit-processor-time", more=more)
    assert over.returncode == pytest.ExitCode.TESTS_FAILED, f"not refused: {over.stdout}"
    assert "all tests took " in over.stdout
    assert "test_starts_a_process took" not in over.stdout, "a test within its limit is refused"


def test_where_everything_takes_longer_tests_may_take_longer(tmp_path: Path) -> None:
    more = f"processor_time.piece = lambda: {8 * PIECE}"
    slow = run(tmp_path, 0.1, "--limit-processor-time", "-n", "1", more=more)
    assert slow.returncode == 0, f"a slow machine is no excuse: {slow.stdout}{slow.stderr}"
    assert "This machine takes 8.00 times as long" in slow.stdout


def test_the_piece_takes_processor_time_and_no_other() -> None:
    before = spent()
    assert 0 < piece() < spent() - before + TICK, "the piece is timed by something else"
    before = spent()
    time.sleep(0.05)
    assert spent() - before < 0.04, "waiting counts as work"
