"""The story of a game: what stood after each step, rebuilt by playing the log again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.dealer import AddressedEvent
from bot.engine.game import Event
from bot.engine.match import Match
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.seat import Person
from bot.tables.table_cache import table_event_of
from bot.tables.table_event import TableEvent, hands_over
from storage.rows import LogRow, SeatRow, TableEventRow


class GameRecord:
    """A game from the deal, step 0, to its newest step. It hands out views, as a match does."""

    def __init__(
        self,
        matches: Sequence[Match],
        events: Sequence[Sequence[AddressedEvent]],
        log: Sequence[LogRow],
        table_events: Sequence[TableEventRow],
        seats: Sequence[SeatRow],
    ) -> None:
        """Take the match as it was after each step, what was told, and what is stored with it."""
        self._matches = matches
        self._told = events
        self._log = log
        self._acts = table_events
        self._owners = [self._owners_of(seat, row) for seat, row in enumerate(seats)]

    @property
    def last(self) -> int:
        """Return the newest step."""
        return len(self._matches) - 1

    @property
    def steps(self) -> range:
        """Return the numbers of all steps."""
        return range(len(self._matches))

    def public(self, step: int) -> PublicView:
        """Return what anyone could see after a step."""
        return self._matches[step].public()

    def view(self, step: int, seat: int) -> SeatView[PublicView, PrivateView]:
        """Return all that one seat knew after a step."""
        return self._matches[step].view(seat)

    def to_act(self, step: int) -> tuple[int, ...]:
        """Return the seats that were asked after a step; () once the game was over."""
        return self._matches[step].to_act()

    def mover(self, step: int) -> int | None:
        """Return whose move a step is, or was taken back by it; None for the deal."""
        return self._log[step].seat

    def by_computer(self, step: int) -> bool:
        """Tell whether a computer made a move for a person."""
        seat, row = self.mover(step), self._log[step]
        return seat is not None and row.interaction_id is None and self.people(step)[seat].id > 0

    def at(self, step: int) -> int:
        """Return when a step was taken, in seconds since 1970."""
        return self._log[step].at

    def back(self, step: int) -> int | None:
        """Return, of a step that takes a move back, the one after which the game stood as now."""
        return self._log[step].back

    def lines(self, step: int) -> list[Event | TableEvent]:
        """Return what all heard of a step, and what was done at the table by it."""
        return self._lines(step, None)

    def heard(self, step: int, seat: int) -> list[Event | TableEvent]:
        """Return what a seat heard of a step, and what was done at the table by it."""
        return self._lines(step, seat)

    def done_after(self, step: int) -> list[Event | TableEvent]:
        """Return what was done at the table between a step and the next one."""
        acts = (act for act in self._acts if act.step == step)
        return [table_event_of(act) for act in acts if not self._is_of_step(act)]

    def seat_known(self, person: int) -> list[tuple[int, int, int]]:
        """Return where a person sat: the seat, and the first and last step taken meanwhile.

        Every step belongs to one person a seat: who sat there when it was taken. Who takes over a
        seat may look back at its hand from the next step on.
        """
        return [
            (seat, first, last)
            for seat, owners in enumerate(self._owners)
            for first, last, owner in owners
            if owner.id == person and first <= last
        ]

    def people(self, step: int) -> tuple[Person, ...]:
        """Return who sat on the seats at a step, by their names then; "" if not noted."""
        return tuple(
            next(owner for _, last, owner in owners if step <= last) for owners in self._owners
        )

    def _lines(self, step: int, seat: int | None) -> list[Event | TableEvent]:
        heard = [each.event for each in self._told[step] if each.heard_by(seat)]
        acts = (act for act in self._acts if act.step == step)
        return [*heard, *(table_event_of(act) for act in acts if self._is_of_step(act))]

    def _is_of_step(self, act: TableEventRow) -> bool:
        """Tell whether something was done by the step itself: a move of who was away, or one that
        takes back.
        """
        row = self._log[act.step]
        return act.what in ("taken_back", "back") and (act.seat, act.at) == (row.seat, row.at)

    def _owners_of(self, seat: int, row: SeatRow) -> list[tuple[int, int, Person]]:
        """Return the first step, the last step and the owner for all who had a seat, in order."""
        found: list[tuple[int, int, Person]] = []
        first = 0
        for act in self._acts:
            if hands_over(act, seat) and act.whom is not None:
                found.append((first, act.step, Person(act.whom, act.whom_name or "")))
                first = act.step + 1
        return [*found, (first, self.last, Person(row.person, row.name))]
