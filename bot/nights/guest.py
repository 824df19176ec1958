"""A guest of a game night.

Times are whole seconds since 1970, UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from storage.night_rows import Answer

Mark = Literal["learner", "teacher", "asked", "passed", "lapsed", "called", "absent"]
"""What stands beside a guest's name or is remembered about them:

- learner, teacher: wants to be taught, can teach;
- asked: was In when the date moved, and hasn't pressed anything since;
- passed: waits, and passed the seat that was offered; is asked again when another becomes free;
- lapsed: waits, and let an offer run out; asked again then, or when seats are open to all;
- called: waits, and was told that a seat is open to whoever presses first;
- absent: is In, and wasn't there when the doors closed; no seat is kept for them.
"""
Remind = Literal["day", "hour", "doors"]
"""When somebody wants to be reminded: a day before, an hour before, when the doors open."""
USUAL_REMIND: Final[frozenset[Remind]] = frozenset({"hour"})


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who has answered or was invited."""

    person: int
    name: str
    answer: Answer
    place: int | None = None
    """Grows in the order in which people pressed In: of those who are In, and of the waitlist."""
    marks: frozenset[Mark] = frozenset()
    offered_until: int | None = None
    """Until when a seat is kept for somebody who waits."""
    remind: frozenset[Remind] = USUAL_REMIND
    """Empty for somebody who wants no reminders."""
    came_at: int | None = None
    gone_at: int | None = None
    """When they went home; None again once they come back."""

    @property
    def here(self) -> bool:
        """Tell whether the person is there now."""
        return self.came_at is not None and self.gone_at is None

    @property
    def seated(self) -> bool:
        """Tell whether the person is In and a seat is theirs."""
        return self.answer == "in" and self.gone_at is None and "absent" not in self.marks
