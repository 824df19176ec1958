"""What no real client sends, such as a command about nobody: refused, noted on a line, counted."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Final, Literal

What = Literal["commands", "figures"]
"""Where it came in: as a command, or at the port of the figures."""

refused: Final[Counter[What]] = Counter()
"""How often that was since the start."""

log = logging.getLogger(__name__)


def note(what: What, why: str) -> None:
    """Count something made up and note it; `why` quotes nothing of what was sent."""
    refused[what] += 1
    log.warning("refused something made up (%s): %s", what, why)
