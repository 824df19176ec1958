"""What goes wrong with those who are told of a change: it is logged, and undoes nothing."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)


@contextmanager
def reported(what: str) -> Iterator[None]:
    """Log an error of whoever is told of a change, and go on; `what` has changed: `table abcde`.

    The change is saved; whoever shows it must not undo that.
    """
    try:
        yield
    except Exception as error:
        # Its own words may name cards, so only its kind and place are logged.
        frames = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s: a listener: %s\n%s", what, type(error).__name__, frames)
