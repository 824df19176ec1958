"""One of the newest steps of a game: who made it, and what it told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.engine.dealer import AddressedEvent
from bot.engine.game import Event
from bot.tables.seat import Person
from bot.tables.table_event import MindedMove, TableEvent

RECENT_STEPS = 64
"""How many of the last steps of a game are kept in memory."""


@dataclass(frozen=True, slots=True)
class RecentStep:
    """One of the newest steps of a game, with all that was told, also to some seats alone."""

    number: int
    interaction_id: int | None
    seat: int | None
    """Whose move it was; None for the deal."""
    people: tuple[Person, ...]
    """Who sat on the seats when it was taken."""
    events: tuple[AddressedEvent, ...] = field(repr=False)

    @property
    def public_events(self) -> tuple[Event, ...]:
        """Return what everybody heard of it."""
        return tuple(each.event for each in self.events if each.audience == "all")

    @property
    def pressed(self) -> bool:
        """Tell whether somebody pressed for it, and so has seen what it brought."""
        return self.interaction_id is not None and self.interaction_id >= 0

    @property
    def mover(self) -> int | None:
        """Return whose move it was; None for a computer, and where time ran out."""
        by_hand = self.interaction_id is not None
        return self.people[self.seat].id if by_hand and self.seat is not None else None

    @property
    def of_computer(self) -> bool:
        """Tell whether a computer made it that plays for nobody who could come back."""
        by_hand = self.interaction_id is not None
        return self.seat is not None and not by_hand and self.people[self.seat].id <= 0

    @property
    def minded(self) -> MindedMove | None:
        """Return it as a move that a computer made for a person, if it is one."""
        if self.seat is None or self.interaction_id is not None or self.people[self.seat].id < 0:
            return None
        return MindedMove(self.number, self.seat)


def answered(steps: Sequence[RecentStep], person: int) -> bool:
    """Tell whether computers alone have moved since somebody's own move."""
    others = [each for each in steps if not each.of_computer]
    return bool(others) and others[-1] is not steps[-1] and others[-1].mover == person


def told_after(
    told: Sequence[Event | TableEvent], steps: Sequence[RecentStep], step: int
) -> Sequence[Event | TableEvent]:
    """Return what everybody could see, from the first event after a step on."""
    after = {id(one.event) for each in steps if each.number > step for one in each.events}
    first = (at for at, each in enumerate(told) if id(each) in after)
    return told[next(first, len(told)) :]
