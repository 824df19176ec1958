"""Start `child.py` and read what it says."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("child.py")
PATIENCE = 240.0
"""Bound, in seconds, the wait for a child that is stuck."""

IN_A_MOUNT_NAMESPACE = ["unshare", "--mount", "--propagation", "private"]
"""Let a command mount what it likes, unseen by all others and gone with its end."""


def _command(task: str, arguments: Sequence[Path]) -> list[str]:
    return [sys.executable, str(CHILD), task, *map(str, arguments)]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


@contextmanager
def running(task: str, *arguments: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a child, and kill it in the end if it still lives."""
    with subprocess.Popen(
        _command(task, arguments),
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def heard(task: str, *arguments: Path, first: str = "") -> list[str]:
    """Run a child to its end and give its lines.

    The shell commands `first` run before it, in a mount namespace that the two have to themselves.
    """
    command = _command(task, arguments)
    if first:
        command = [*IN_A_MOUNT_NAMESPACE, "sh", "-ec", f'{first}; exec "$@"', "sh", *command]
    done = subprocess.run(
        command,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def may_mount() -> bool:
    """Tell whether this process may mount a file system in a namespace of its own."""
    try:
        tried = subprocess.run(
            [*IN_A_MOUNT_NAMESPACE, "mount", "-t", "tmpfs", "none", "/mnt"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
    except FileNotFoundError:
        return False
    return tried.returncode == 0


needs_mount = pytest.mark.skipif(not may_mount(), reason="mounting is not allowed here")
