"""When a board may lag: the bot is busy, and all who play look at hands that are kept fresh.

Hands are drawn again by the tokens of their own clicks, which Discord doesn't count; a board costs
one of the few requests that it does count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from bot.tables.table_face import TableFace
from bot.ui.posting.request_budget import RequestBudget

BETWEEN_EDITS: Final = 45.0
"""Seconds between two edits of a calm board."""
GRACE: Final = 1.0
"""Seconds for which a hand may be behind, besides the pause between two pictures."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """What a calm board shows at once when it changes, however busy the bot is."""

    phase: str
    paused: bool
    vote: int | None
    scores: str
    """Those of the last round."""


def milestone(face: TableFace, scores: str) -> Milestone:
    """Return what a table is at; `scores` are those of its last round, in words."""
    vote = None if face.motion is None else face.motion.revision
    return Milestone(face.phase, face.paused, vote, scores)


class CalmBoards:
    """Decides which boards may lag, and for how long."""

    def __init__(self, budget: RequestBudget, above: float, pause: float) -> None:
        """Boards are calm while more than `above` counted requests leave in a second.

        A hand may be behind for the `pause` between two pictures.
        """
        self._budget = budget
        self._above = above
        self._grace = pause + GRACE

    @property
    def busy(self) -> bool:
        """Whether so many requests leave that boards may lag."""
        return self._budget.rate > self._above

    def calm(self, face: TableFace, looking: Mapping[int, int | None]) -> bool:
        """Tell whether a board may lag; `looking` has the step that each hand of those here shows.

        That is None where none lies open. A watcher may learn from it who has looked at their hand
        lately, and nothing else.
        """
        return (
            self.busy
            and face.phase == "playing"
            and face.pace == "live"
            and not face.paused
            and face.motion is None
            and bool(looking)
            and None not in looking.values()
        )

    def wait(
        self,
        looking: Mapping[int, int | None],
        unshown: Iterable[tuple[int, float]],
        *,
        edited_at: float,
        now: float,
    ) -> float:
        """Return for how many seconds a calm board needn't be edited yet.

        `looking` has a step for everybody. `unshown` are the steps that the board doesn't show,
        oldest first, and since when. What a hand shows its person needn't be on the board as well.
        """
        slowest = min(step for step in looking.values() if step is not None)
        waited_for = next((since for step, since in unshown if step > slowest), inf)
        return min(edited_at + BETWEEN_EDITS, waited_for + self._grace) - now
