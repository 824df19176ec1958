"""The account of processor time: whose it is, and that a run that took too much is refused."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import processor_time
from tests.processor_time import PIECE, piece, spent

ROOT = Path(__file__).parents[1]
TESTS = """
import subprocess, sys, time
import pytest

BUSY = "import time\\nwhile time.process_time() < 0.3: pass"

@pytest.fixture(scope="module")
def shared():
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass

def test_starts_a_process(shared):
    subprocess.run([sys.executable, "-c", BUSY], check=True)

def test_does_little():
    pass
"""


def run(folder: Path, limit: float, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the tests above with the plug-ins, and with a limit on each."""
    (folder / "conftest.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.conftest import *\nfrom tests import processor_time\n"
        f"processor_time.MOST_A_TEST = {limit}\nprocessor_time.piece = lambda: {PIECE}\n"
    )
    (folder / "test_some.py").write_text(TESTS)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, str(folder)],
        cwd=folder,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["alone", "by xdist"])
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
    assert 0.25 < spent["test_starts_a_process"] < 0.55, f"the process isn't counted once: {spent}"
    assert spent["test_does_little"] < 0.1, f"a test pays for others: {spent}"


def test_a_run_that_took_too_much_is_refused(tmp_path: Path) -> None:
    over = run(tmp_path, 0.1, "--limit-processor-time")
    assert over.returncode == pytest.ExitCode.TESTS_FAILED, "a dear test is let through"
    assert "test_starts_a_process took " in over.stdout
    assert "test_does_little took" not in over.stdout, "a cheap test is refused"


def test_the_piece_takes_processor_time_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor_time, "STEPS", 50_000)
    before = spent()
    assert 0 < piece() <= spent() - before, "the piece is timed by something else"
    before = spent()
    time.sleep(0.05)
    assert spent() - before < 0.04, "waiting counts as work"
