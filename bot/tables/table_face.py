"""The public face of a table: all that everybody may see, and no way to anything else.

Whatever is drawn for everybody takes a `TableFace`. It holds no table, no match and no state, so
no hand and no list of legal moves can be reached from it, and the deal's secret only once all
hands are open.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.game import Event, Options, Result
from bot.engine.views import PublicView
from bot.tables.seat import Seat
from bot.tables.table_event import Motion, TableEvent
from bot.tables.trouble import Frozen, NotBegun
from storage.rows import Holder, TableFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(TableFacts):
    """What a table and its public face have in common, and what follows from that alone."""

    game_key: str
    options: Options
    seats: Sequence[Seat]
    motion: Motion | None = None
    """The vote that is open."""
    holders: tuple[Holder, ...] = ()
    """All people who ever held a hand in the game; their hands open once all of them agree."""
    invited: frozenset[int] = frozenset()
    """Who may join though the table is closed."""
    recent: tuple[Event | TableEvent, ...] = ()
    """The last things that all could see happen, oldest first."""
    frozen: bool = False
    """The table can't be read by this version of the bot."""

    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that are asked now; () unless the table is playing."""

    @property
    def dealt_at_once(self) -> bool:
        """Whether table and deal came of one press, so that nobody saw the seal in between."""
        return self.started_by == self.opened_by

    def seat_of(self, person_id: int) -> int | None:
        """Return the seat of a person, or None."""
        for number, seat in enumerate(self.seats):
            if seat.person == person_id:
                return number
        return None

    @property
    def over(self) -> bool:
        """Whether the game was played to its end, or the table was cancelled."""
        return self.phase in ("finished", "cancelled")

    def invites(self, person_id: int) -> bool:
        """Tell whether a person may come to the table: to a closed one only if they were asked."""
        return not self.closed or person_id == self.host or person_id in self.invited

    def holder(self, person_id: int) -> Holder | None:
        """Return what is stored about a person who has ever held a hand here; None if they
        haven't.
        """
        return next((each for each in self.holders if each.person == person_id), None)

    def computers(self) -> list[Seat]:
        """Return the seats of computer players, in order."""
        return [seat for seat in self.seats if seat.level is not None]

    def people_here(self) -> tuple[int, ...]:
        """Return the seats of people who are not away."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.here)

    @property
    def practice(self) -> bool:
        """Whether nobody but one person has ever held a hand here, so that the game never counts.

        All others at the table are computer players, from the deal on.
        """
        people = [seat.person for seat in self.seats if seat.level is None]
        holders = {each.person for each in self.holders}
        return self.night_id is None and len(people) == 1 and holders <= {*people}

    def deserted(self) -> bool:
        """Tell whether the table waits because all the people who sit there are away.

        It doesn't wait where computers play the game to its end.
        """
        return (
            not self.played_out
            and not self.people_here()
            and any(seat.level is None or seat.stand_in == "left" for seat in self.seats)
        )

    def people_asked(self) -> tuple[int, ...]:
        """Return the seats that are asked now where a person is to act."""
        if self.paused:
            return ()
        return tuple(seat for seat in self.to_act() if self.seats[seat].mind is None)

    def computers_asked(self) -> tuple[int, ...]:
        """Return the seats that are asked now where a computer is to act.

        None while the table is paused or sleeps, and none once all its people are away: they wait
        for them.
        """
        if self.paused or self.asleep or self.deserted():
            return ()
        return tuple(seat for seat in self.to_act() if self.seats[seat].mind is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFace(PublicFacts):
    """A table as everybody may see it, at one moment. `Table.face` makes it."""

    seats: tuple[Seat, ...]
    asked: tuple[int, ...]
    """The seats that are asked now."""
    newest_step: int
    """The game's newest step; -1 before it begins."""
    public_view: PublicView | None
    """None before the game begins, and if the table can't be read."""
    end_result: Result | None
    """How the match ended; None until it has."""
    secret: str | None
    """Hexadecimal: what the deal was drawn from; None unless hands are open."""

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that are asked now; () unless the table is playing."""
        return self.asked

    def step(self) -> int:
        """Return the game's newest step; -1 before it begins."""
        return self.newest_step

    def public(self) -> PublicView:
        """Return what anyone may see of the game.

        Raises NotBegun in the lobby, and Frozen if it can't be read.
        """
        if self.public_view is None:
            raise Frozen if self.frozen else NotBegun
        return self.public_view

    def result(self) -> Result:
        """Return how the match ended; only for a finished table.

        Raises NotBegun before that, and Frozen if it can't be read.
        """
        if self.end_result is None:
            raise Frozen if self.frozen else NotBegun
        return self.end_result

    def opened_secret(self) -> str | None:
        """Return what the deal was drawn from, once all agreed to open their hands; else None."""
        return self.secret
