"""Everything that tests import is compiled before several processes begin to run them.

In a fresh clone each of these would compile all of it by itself, at the same time: asserts are
rewritten so that they can say what they compared, which takes three times as long as to import and
collect everything.
"""

from __future__ import annotations

import compileall
import importlib.util
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final
from unittest.mock import patch

from _pytest.assertion import rewrite

HOUSE: Final = Path(__file__).parents[1]
ROOMS: Final = ("bot", "cogs", "storage", "tests")


def compile_all() -> None:
    """Compile what has changed since it was compiled last: a share in each of several processes."""
    if sys.dont_write_bytecode or not hasattr(os, "fork"):
        return
    files = [file for room in ROOMS for file in sorted((HOUSE / room).rglob("*.py"))]
    shares = os.cpu_count() or 1
    children: list[int] = []
    for number in range(shares):
        pid = os.fork()
        if not pid:
            try:
                compile_files(files[number::shares])
            finally:
                os._exit(0)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)


def compile_files(files: Iterable[Path]) -> None:
    """Compile files, running none; what can't be compiled is told when it is imported."""
    hooks = [each for each in sys.meta_path if isinstance(each, rewrite.AssertionRewritingHook)]
    # What rewrites asserts compiles a file as it imports it, and would run it then.
    with patch.object(rewrite, "exec", lambda *_code: None, create=True):
        for file in files:
            if not any(_rewrite(file, hook) for hook in hooks):
                compileall.compile_file(file, quiet=2)


def _rewrite(file: Path, hook: rewrite.AssertionRewritingHook) -> bool:
    """Have a file's asserts rewritten and kept; False if it is none whose asserts are."""
    name = ".".join(file.relative_to(HOUSE).with_suffix("").parts)
    spec = hook.find_spec(name, [str(file.parent)])
    if spec is None:
        return False
    with suppress(SyntaxError, ValueError):
        hook.exec_module(importlib.util.module_from_spec(spec))
    return True
