"""The public face of a table: all that everybody may see, and no way to anything else.

Whatever is drawn for everybody takes a `TableFace`. It holds no table, no match and no state, so
no hand and no list of legal moves can be reached from it, and the deal's secret only once all
hands are open.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.engine.game import Event, Options, Result
from bot.engine.views import PublicView
from bot.tables.clock import REMINDERS, TEACHING_LATER, TEACHING_TIME, teaching_times
from bot.tables.rankings import Ending, first_by_rule
from bot.tables.seat import Person, Seat
from bot.tables.table_event import MindedMove, Motion, TableEvent
from bot.tables.trouble import Frozen, NotBegun
from bot.tables.who_sits import WhoSits
from storage.rows import Holder, Pace


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(WhoSits):
    """What a table and its public face have in common, and what follows from that alone."""

    options: Options
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
    early: Result | None = None
    """How the game ended if people ended it before it was over; None if they didn't."""
    corrected: tuple[float, ...] | None = None
    """The places of its seats as a host of its night has corrected them; None if nobody has."""
    alone_until: int | None = None
    """Until when somebody must be back at a table that all have left, before computers finish its
    game; None if they don't, or that isn't known.
    """
    why_corrected: str = ""
    """The reason that was typed; "" if nobody has."""

    @property
    def dealt_at_once(self) -> bool:
        """Whether table and deal came of one press, so that nobody saw the seal in between."""
        return self.started_by == self.opened_by

    @property
    def later_time(self) -> int:
        """Seconds for each move of a seat after its first one: fewer where a host has given
        everybody at a teaching table the time of those who learn.
        """
        given = bool(self.teaching) and (self.move_time, self.reserve) == (TEACHING_TIME, 0)
        return TEACHING_LATER if given and not self.learners else self.move_time

    def times_of(self, seat: int) -> tuple[int, int]:
        """Return how many seconds a seat has for its first move, and for each later one, without
        a reserve.
        """
        if self.seats[seat].learns:
            return teaching_times(self.move_time)
        return self.move_time, self.later_time

    @property
    def learners(self) -> tuple[int, ...]:
        """The seats of those who learn the game, and have more time for a move than the others."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.learns and not seat.free)

    @property
    def can_be_called(self) -> bool:
        """Whether somebody can be reminded: to move, which nobody is twice of one move, or to come
        back where all are away.
        """
        waits = self.deserted() and not self.paused and not called_back(self)
        return bool(self.to_remind() or (waits and self.away()))

    def to_remind(self) -> tuple[int, ...]:
        """Return the seats of the people who are asked and can still be reminded of it."""
        asked = ((number, self.seats[number]) for number in self.people_asked())
        return tuple(number for number, seat in asked if not reminded(seat, self.pace))

    @abstractmethod
    def played_off(self) -> tuple[int, ...]:
        """Return the seats with hardly anything left to play, as all can tell; () unless a game
        goes on.
        """

    def free(self) -> tuple[int, ...]:
        """Return the seats that somebody else may take over. Not one with hardly anything left
        to play, unless the game waits for somebody to take a seat.
        """
        found = WhoSits.free(self)
        done = self.played_off() if found and not self.deserted() else ()
        return tuple(seat for seat in found if seat not in done)

    def invites(self, person_id: int) -> bool:
        """Tell whether a person may come to the table: to a closed one only if they were asked."""
        return not self.closed or person_id == self.host or person_id in self.invited

    def holder(self, person_id: int) -> Holder | None:
        """Return what is stored about whoever has ever held a hand here; None for others."""
        return next((each for each in self.holders if each.person == person_id), None)

    @property
    def practice(self) -> bool:
        """Whether nobody but one person has ever held a hand here, so that the game never counts.

        All others at the table are computer players, from the deal on.
        """
        people = [seat.person for seat in self.seats if seat.level is None]
        holders = {each.person for each in self.holders}
        return self.night_id is None and len(people) == 1 and holders <= {*people}


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
    asking: tuple[Person, ...] = ()
    """Who waits for its host's answer at a lobby that is by invitation. For the host's eyes."""
    done: tuple[int, ...] = ()
    """The seats with hardly anything left to play."""
    by_computers: Mapping[int, MindedMove] = field(default_factory=dict, compare=False, repr=False)
    """What `minded` returns."""
    have_asked: tuple[Person, ...] = ()
    """These, and who was turned down: what others see doesn't tell who."""
    told_last: tuple[Event, ...] = field(default=(), compare=False, repr=False)
    """What everybody heard of the newest step."""

    def minded(self) -> Mapping[int, MindedMove]:
        """Return which move of a computer's for a person brought each event about lately, by the
        event's `id`.
        """
        return self.by_computers

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that are asked now; () unless the table is playing."""
        return self.asked

    def step(self) -> int:
        """Return the game's newest step; -1 before it begins."""
        return self.newest_step

    def played_off(self) -> tuple[int, ...]:
        """Return the seats with hardly anything left to play, as all can tell; () unless a game
        goes on.
        """
        return self.done

    def public(self) -> PublicView:
        """Return what anyone may see of the game. Raises NotBegun in the lobby, or Frozen."""
        if self.public_view is None:
            raise Frozen if self.frozen else NotBegun
        return self.public_view

    def result(self) -> Result:
        """Return how the match of a finished table ended. Raises NotBegun before, or Frozen."""
        if self.end_result is None:
            raise Frozen if self.frozen else NotBegun
        return self.end_result

    def ending(self) -> Ending:
        """Return how the game has ended for everybody who sits there.

        Raises NotBegun before that, and Frozen if it can't be read.
        """
        return Ending.of(self.result(), self.gone(), self.corrected)

    def moved_by_host(self, seat: int) -> bool:
        """Tell whether a host has put a seat of a finished game in another place than it had."""
        if self.corrected is None:
            return False
        return self.corrected[seat] != Ending.of(self.result(), self.gone()).places[seat]

    def won_tie(self, seat: int) -> bool:
        """Tell whether a seat of a finished game stands before others with as many points, though
        nobody of them was gone nor has a host put them there: the game's rules broke the tie.
        """
        ending = self.ending()
        scores, places = ending.result.scores, ending.places
        plain = [
            each
            for each in range(len(places))
            if each not in ending.gone and not self.moved_by_host(each)
        ]
        equals = (each for each in plain if scores[each] == scores[seat])
        return seat in plain and any(places[each] > places[seat] for each in equals)

    def first_by_rule(self) -> bool:
        """Tell whether who is first in a finished game is so only as everybody else was gone, some
        of whom scored more.
        """
        if self.corrected or self.early is not None:
            return False
        ending = self.ending()
        return first_by_rule(ending.places, ending.result.scores, ending.gone)

    def opened_secret(self) -> str | None:
        """Return what the deal was drawn from, once all agreed to open their hands; else None."""
        return self.secret


def reminded(seat: Seat, pace: Pace) -> bool:
    """Tell whether the person on a seat was reminded as often as a clock reminds: without one,
    once.
    """
    if seat.clock is None:
        return seat.nudged
    return seat.clock.at is None or seat.clock.reminders >= len(REMINDERS[pace])


def called_back(table: PublicFacts) -> bool:
    """Tell whether all are away, and whoever leads the night has called them since anything else
    was done there.
    """
    last = table.recent[-1] if table.recent else None
    return table.deserted() and isinstance(last, TableEvent) and last.what == "nudged"
