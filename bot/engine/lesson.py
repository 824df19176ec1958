"""Lessons: a game dealt by hand that somebody plays step by step, through the game's own rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from bot.engine.dealer import Draw, ReplayDealer
from bot.engine.game import Action, AnyGame, Event, Options, carry_out
from bot.engine.views import SeatView

LEARNER: Final = 0
"""The learner's seat."""


class BadLesson(Exception):
    """A lesson whose moves the rules don't allow."""


def _any(_action: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Other:
    """What is said about legal moves other than the one a step asks for: those that `fits`."""

    text: str
    fits: Callable[[Any], bool] = _any


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One page of a lesson. Its texts are untranslated; `{akari}` in them is a computer's name.

    A step without a move of the learner's is one to read.
    """

    title: str
    text: str
    """What the board means and what to do: two sentences."""
    move: Action | None = None
    """What the learner is to do."""
    done: str = ""
    """What resulted from it, said on the page that follows."""
    tells_all: bool = False
    """Whether that, or the text it stands above, says what the others did, too."""
    others: tuple[Other, ...] = ()
    """What is said about other moves; the first that fits."""
    then: tuple[tuple[int, Action], ...] = ()
    """What computers do before the next step, as (seat, action)."""

    def said_of(self, action: Action) -> str:
        """Return what is said about a move other than the one asked for."""
        return next(other.text for other in self.others if other.fits(action))


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A game's lesson: how it is dealt, who plays along, and its steps."""

    options: Options
    computers: tuple[str, ...]
    """What the computers are called, from seat 1 on."""
    draws: Sequence[Draw]
    """Every draw of the game, in order, as the dealer would record it."""
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Where the game stands at a step, as the learner sees it."""

    view: SeatView[Any, Any]
    to_act: tuple[int, ...]
    legal: tuple[Any, ...]
    """What the learner may do."""
    heard: tuple[Event, ...]
    """What the learner has heard since the step before."""


@lru_cache(maxsize=64)
def positions(game: AnyGame, lesson: Lesson) -> tuple[Position, ...]:
    """Return where the game stands at each step of a lesson, played by the rules.

    Raises BadLesson or WrongDeal where the rules don't allow what the lesson says.
    """
    dealer = ReplayDealer(lesson.draws)
    state = game.setup(1 + len(lesson.computers), lesson.options, dealer)
    found: list[Position] = []
    told = 0
    for number, step in enumerate(lesson.steps):
        to_act = game.to_act(state)
        legal = tuple(game.legal(state, LEARNER)) if LEARNER in to_act else ()
        heard = [each.event for each in dealer.events[told:] if each.heard_by(LEARNER)]
        told = len(dealer.events)
        found.append(Position(game.view(state, LEARNER), to_act, legal, tuple(heard)))
        moves = (() if step.move is None else ((LEARNER, step.move),)) + step.then
        for seat, action in moves:
            if seat not in game.to_act(state) or action not in game.legal(state, seat):
                raise BadLesson(f"{game.info.key}, step {number}: seat {seat} can't do {action}")
            carry_out(game, state, seat, action, dealer)
    return tuple(found)
