"""The kinds of the errors that a process has logged lately, without any of their words."""

from __future__ import annotations

import logging
import re
from collections import deque
from typing import Final

KEPT: Final = 20
"""How many are kept."""
OURS: Final = ("bot.", "cogs.", "storage.")
KIND: Final = re.compile(r"[A-Z][A-Za-z]{2,40}")
"""How the name of an error's class reads."""


class RecentErrors(logging.Handler):
    """Notes where errors were logged and of which class they were: no text, no table, no person."""

    def __init__(self) -> None:
        """Note nothing yet; `logging` has to be told of it."""
        super().__init__(logging.ERROR)
        self._kinds: deque[str] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Note a record's kind."""
        self._kinds.append(f"{record.name}: {_kind(record)}")

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of the latest errors, the newest last."""
        return [*self._kinds]


def _kind(record: logging.LogRecord) -> str:
    """Return the name of the class of a record's error; "error" where it doesn't say one."""
    if record.exc_info and record.exc_info[0] is not None:
        return record.exc_info[0].__name__
    given = record.args if isinstance(record.args, tuple) else ()
    # Only the bot's own code is known to name the class of an error among what it says.
    if record.name.startswith(OURS):
        for each in given:
            if isinstance(each, str) and KIND.fullmatch(each) and _is_error(each):
                return each
    return "error"


def _is_error(name: str) -> bool:
    """Tell whether a class of errors is called that."""
    waiting: list[type[BaseException]] = [BaseException]
    while waiting:
        each = waiting.pop()
        if each.__name__ == name:
            return True
        waiting += each.__subclasses__()
    return False
