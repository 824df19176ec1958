"""Input that no real client sends, such as a command about nobody: refused, logged, counted."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Final, Literal

What = Literal["commands", "figures"]
"""Where it came in: as a command, or at the port for metrics."""

counts: Final[Counter[What]] = Counter()
"""How often that has happened since the start."""

log = logging.getLogger(__name__)


def note(what: What, why: str) -> None:
    """Count and log something made up; `why` quotes nothing of what was sent."""
    counts[what] += 1
    log.warning("refused something made up (%s): %s", what, why)
