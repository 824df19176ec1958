"""Moves that a seat sets ahead: in which case of what all see, which of them is played.

A game that has such moves says so in its `ahead.py`. A move is offered for a case only if it is
legal wherever that case holds; so whether it can be played follows from what was set and from what
everybody sees, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from bot.engine.game import Action, give_kind
from bot.engine.views import SeatView

MOST_LINES: Final = 6
"""The most moves that can be set ahead for one visit."""
MOST_CHOICES: Final = 3
"""The most of them whose cases go with the moves: a first, a second and a third choice."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a move set ahead hangs on, as far as everybody sees it.

    Its `kind` comes from its class, as an action's. `class Untouched(Case, with_move=True)` goes
    with its move: nobody is asked for the case, but for a first and a second choice. With `follows`
    it comes up after another question of the same visit, too.
    """

    kind: str = field(default="", kw_only=True)
    with_move: ClassVar[bool] = False
    follows: ClassVar[bool] = False

    def __init_subclass__(
        cls, kind: str | None = None, *, with_move: bool = False, follows: bool = False
    ) -> None:
        """Give the class its kind."""
        give_kind(cls, kind)
        # A dataclass with slots is made twice; the second time it has these already.
        cls.with_move = cls.with_move or with_move
        cls.follows = cls.follows or follows

    def covers(self, other: Case) -> bool:
        """Tell whether this holds wherever another case does, so that a later line for that one is
        never reached.
        """
        return self == other


class Offered(NamedTuple):
    """A case, and all moves that are legal wherever it holds, as far as the seat knows."""

    case: Case
    moves: tuple[Action, ...]
    lowest: Action | None = None
    """The one that gives least away, if a game has such a move."""


@dataclass(frozen=True, slots=True)
class Line:
    """If this case holds, play that."""

    case: Case
    action: Action


class Ahead(Protocol):
    """The interface of a game's `ahead` module. It is pure, and knows views alone.

    It may have one function more, `aside(public)`: it tells of a question that has no case, to
    whomever it is asked, that it comes between what was set and the visit that is meant.
    """

    @property
    def Case(self) -> Any:  # noqa: N802  # a class, or several, in a module
        """Return the union of the game's cases."""
        ...

    @property
    def Action(self) -> Any:  # noqa: N802  # a class, or several, in a module
        """Return the union of the actions that can be set ahead."""
        ...

    def cases(self, view: Any) -> Sequence[Offered]:
        """Return the cases of the next visit to a seat that isn't asked now; () if it has none."""
        ...

    def holds(self, case: Any, public: Any, seat: int) -> bool:
        """Tell whether a case holds, now that a seat is asked."""
        ...


def is_aside(ahead: Ahead, public: Any) -> bool:
    """Tell whether what is asked now leaves what was set for the question after it.

    It goes by what all see, else it could be told from what is played then.
    """
    aside: Callable[[Any], bool] | None = getattr(ahead, "aside", None)
    return aside is not None and aside(public)


def first_fit(
    ahead: Ahead, lines: Iterable[Line], view: SeatView[Any, Any], legal: Sequence[Any]
) -> Line | None:
    """Return the first line that holds and is legal; None if there is none."""
    for line in lines:
        if line.action in legal and ahead.holds(line.case, view.public, view.seat):
            return line
    return None


def used_up(lines: Sequence[Line], used: Line | None) -> tuple[Line, ...]:
    """Return lines without one that was played, and without the other choices if it was one of
    them: a second choice stands in for the first, and is no second move.
    """
    return tuple(
        each
        for each in lines
        if each != used and not (used is not None and used.case.with_move and each.case.with_move)
    )


def with_line(lines: Sequence[Line], new: Line) -> tuple[Line, ...]:
    """Return lines with one more; it replaces the one of the same case."""
    if any(each.case == new.case for each in lines):
        return tuple(new if each.case == new.case else each for each in lines)
    return (*lines, new)


def is_offered(line: Line, offered: Iterable[Offered]) -> bool:
    """Tell whether a line is among what can be set."""
    return any(line.case == each.case and line.action in each.moves for each in offered)


def room_for(lines: Sequence[Line], case: Case) -> bool:
    """Tell whether a line for a case can be set besides those there are."""
    if any(each.case == case for each in lines):
        return True
    choices = sum(each.case.with_move for each in lines)
    return len(lines) < MOST_LINES and not (case.with_move and choices >= MOST_CHOICES)


def lowest_for_rest(lines: Sequence[Line], offered: Iterable[Offered]) -> tuple[Line, ...]:
    """Return lines with the lowest move for each case that has none, as long as there is room."""
    found = tuple(lines)
    for each in offered:
        if each.lowest is not None and all(line.case != each.case for line in found):
            found = (*found, Line(each.case, each.lowest))
    return found[:MOST_LINES]
