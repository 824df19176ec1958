"""The codes that commands of the command line end with."""

from __future__ import annotations

import sys
from typing import Final

OK: Final = 0
FAILED: Final = 1
MISUSED: Final = 2


def complain(what: str, code: int) -> int:
    """Say what is wrong on standard error, and return the exit code."""
    print(what, file=sys.stderr)
    return code
