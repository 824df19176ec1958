"""The parts of the long run: together all tests, none twice, each with as much of everything."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts import KILLS_AND_SECRETS, in_part, part

HOUSE = Path(__file__).parents[1]
IDS = [f"tests/a.py::test_{name}[{n}-{how}]" for name in "xyz" for n in range(40) for how in "fs"]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
def test_every_test_is_in_one_part(count: int) -> None:
    parts = [in_part(IDS, (number, count)) for number in range(1, count + 1)]
    assert sorted(each for one in parts for each in one) == sorted(IDS)


def test_parts_get_as_much_of_each_function_and_of_what_alternates() -> None:
    for number in (1, 2, 3, 4):
        found = in_part(IDS, (number, 4))
        for name in "xyz":
            own = [each for each in found if f"test_{name}[" in each]
            slow = sum(each.endswith("s]") for each in own)
            assert len(own) == 20
            assert 5 <= slow <= 15, f"part {number} has {slow} slow ones of {len(own)}"


def test_parts_do_not_follow_from_the_order() -> None:
    assert in_part(IDS[::-1], (2, 4)) == in_part(IDS, (2, 4))


def test_kills_and_secrets_are_a_part() -> None:
    theirs = {
        "tests/e2e/test_kill.py::test_a[1]",
        "tests/e2e/test_night_kills.py::test_b",
        "tests/e2e/test_every_secret.py::test_c",
        "tests/contract/test_alarms_shown.py::test_d",
        "tests/storage/test_restore.py::test_e",
    }
    others = {"tests/e2e/test_games.py::test_kill", "tests/ui/test_killed_words.py::test_f"}
    assert in_part([*theirs, *others], part(KILLS_AND_SECRETS)) == theirs


@pytest.mark.parametrize("text", ["", "2", "0/4", "5/4", "a/b", "1/0", "-1/4", "1/4/2"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        part(text)


def test_pytest_runs_one_part() -> None:
    """As `make test-long PART=1/2` has it."""

    def collected(*arguments: str) -> set[str]:
        done = subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "pytest",
                    "--collect-only",
                    "-q",
                    "-p",
                    "no:cacheprovider",
                ),
                *("tests/test_parts.py", "-o", "addopts=", "--import-mode=importlib", *arguments),
            ],
            cwd=HOUSE,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return {line for line in done.stdout.splitlines() if "::" in line}

    whole = collected()
    first, second = collected("--part", "1/2"), collected("--part", "2/2")
    assert len(whole) > 10, "the tests weren't listed"
    assert first | second == whole, "a test is in no part"
    assert not first & second, "a test is in both parts"
    assert first, "a part is empty"
    assert second, "a part is empty"
