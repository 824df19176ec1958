"""The codes that commands of the command line end with."""

from __future__ import annotations

import sys
from typing import Final

OK: Final = 0
FAILED: Final = 1
MISUSED: Final = 2


def complain(what: str, code: int) -> int:
    """Say on standard error what is wrong, and return the code to end with."""
    print(what, file=sys.stderr)
    return code
