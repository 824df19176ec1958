"""How much is uploaded lately: where it gets too much, those who wait get their pictures later."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final

USUAL: Final = 3000.0
"""How many kilobytes of pictures may be uploaded in a second before hands have to wait."""
LATELY: Final = 10.0
"""The seconds over which that is taken."""


class Uploads:
    """Counts what pictures weigh that are handed out to be uploaded."""

    def __init__(self, kb_a_second: float = USUAL) -> None:
        self._most = kb_a_second * 1000 * LATELY
        self._lately: deque[tuple[float, int]] = deque()
        """When something was handed out, by the loop's clock, and its bytes."""
        self._bytes = 0

    def count(self, pngs: Iterable[bytes]) -> None:
        """Count pictures."""
        size = sum(map(len, pngs))
        self._lately.append((asyncio.get_running_loop().time(), size))
        self._bytes += size

    @property
    def too_many(self) -> bool:
        """Whether more is uploaded lately than should be."""
        since = asyncio.get_running_loop().time() - LATELY
        while self._lately and self._lately[0][0] <= since:
            self._bytes -= self._lately.popleft()[1]
        return self._bytes > self._most
