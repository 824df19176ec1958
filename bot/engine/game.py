"""The contract that every game fulfils, and the types it shares with the rest of the bot."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, Protocol, Self, TypeVar

from bot.engine.copies import State
from bot.engine.views import PrivateView, PublicView, SeatView

Audience = Literal["all"] | tuple[int, ...]
"""Who hears an event: everybody, or the named seats only."""

EVERYONE: Final = "all"

Item = TypeVar("Item", int, str)
"""What can be drawn: cards and chips are plain integers or strings, so that draws are JSON."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Options:
    """The choices made before a match starts. The defaults are the standard game.

    Each field is a `bool` or a `Literal` of strings, made by `option`.
    """


def option(default: T, text: str, choices: Mapping[str, str] | None = None) -> T:
    """Return a field of Options; `text` describes it to whoever opens a table.

    `choices` is how each value of a `Literal` reads, untranslated; without it, as it is written.
    """
    made: Any = field(default=default, metadata={"text": text, "choices": choices or {}})
    return made


def give_kind(cls: Any, kind: str | None) -> None:
    """Set the `kind` of a class of actions, events or cases: by it stored ones are told apart."""
    # A dataclass with slots is made twice; the second time it has its fields.
    if "__dataclass_fields__" not in cls.__dict__:
        kind = kind or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.__annotations__ = {"kind": Literal[kind], **inspect.get_annotations(cls)}
        cls.kind = field(default=kind, kw_only=True)


def kind_of(cls: Any) -> str:
    """Return the kind of a class of actions, events or cases."""
    return cls.__dataclass_fields__["kind"].default


@dataclass(frozen=True, slots=True)
class Action:
    """One move.

    Its `kind` is the name of its class in snake case, unless that says another:
    `class Lay(Action, kind="play")`. One that is `sealed` is a choice that nobody else sees yet
    (`bot.engine.sealed`): `class Bid(Action, sealed=True)`. One that is `extra` can be left out:
    whoever does it is then asked for the rest of the turn, which they could have done at once.
    """

    kind: str = field(default="", kw_only=True)
    extra: ClassVar[bool] = False

    def __init_subclass__(
        cls, kind: str | None = None, *, sealed: bool = False, extra: bool = False
    ) -> None:
        """Give the class its kind."""
        give_kind(cls, kind)
        # A dataclass with slots is made twice; the second time it has this already.
        cls.extra = cls.extra or extra
        if sealed:
            cls.shown = _kind_alone

    def shown(self) -> Hashable:
        """Return what the other seats see of it when it is done; all of it unless overridden."""
        return self


def _kind_alone(self: Action) -> Hashable:
    """Return what the others see of a sealed choice: that there is one."""
    return self.kind


Pick = Callable[[SeatView[Any, Any], list[Any]], Action]
"""Picks one of a seat's legal actions, or raises an error that says why it can't."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened and was told. Its `kind` comes from its class, as an action's."""

    kind: str = field(default="", kw_only=True)

    def __init_subclass__(cls, kind: str | None = None) -> None:
        """Give the class its kind."""
        give_kind(cls, kind)


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """A seat has made a sealed choice (`bot.engine.sealed`). Told to all."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match ended. Told to all, by the engine."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a game."""

    key: str
    title: str
    """Untranslated, as are the designer and the publisher."""
    japanese: str
    designer: str
    publisher: str
    year: int | None
    seats: tuple[int, ...]
    minutes: int
    rules_version: int
    longest: int
    """No match takes more actions than this."""
    variants: tuple[Options, ...]
    """Every set of options that can be chosen, the standard one first."""
    best: float | None = None
    """The number of seats at which it plays best, if its makers say so."""
    reading: str = ""
    """How the Japanese title is read, in hiragana, if it is written differently: lists are sorted
    by it.
    """
    start_here: bool = False
    """Whether newcomers are offered it first; one game of the house is."""
    short: Options | None = None
    """The one of its variants that is played where little time is left, if it has one for that."""
    short_minutes: int = 0
    """How long that takes."""

    @property
    def wanted_seats(self) -> float:
        """Return the size that tables should come near to: the best, or the middle."""
        return (min(self.seats) + max(self.seats)) / 2 if self.best is None else self.best


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: points by seat, the winners (several if tied), and where points came from.

    `breakdown[seat]` lists `(part, points)`; the parts of a seat add up to its score.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    breakdown: tuple[tuple[tuple[str, int], ...], ...]

    @classmethod
    def of(
        cls,
        breakdown: tuple[tuple[tuple[str, int], ...], ...],
        ties: Sequence[int] | None = None,
    ) -> Self:
        """Return a result in which the most points win.

        Equal points share the victory, or `ties` decides: whoever of them has the most there.
        """
        scores = tuple([sum([points for _, points in parts]) for parts in breakdown])
        ranks = list(zip(scores, ties, strict=True)) if ties is not None else scores
        best = max(ranks)
        winners = tuple([seat for seat, rank in enumerate(ranks) if rank == best])
        return cls(scores, winners, breakdown)


class BadOptions(Exception):
    """Options or a number of seats that can't be played; `str()` is an untranslated text."""


class Dealer(Protocol):
    """The only thing in the rules that draws chance or tells events."""

    @property
    def speaks(self) -> bool:
        """Tell whether anybody hears what is told: in a search nobody does.

        Rules that are searched a lot make no event then; others needn't ask.
        """
        ...

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Return the items in a random order; the list given is left alone."""
        ...

    def pick(self, items: list[Item]) -> Item:
        """Return one of the items, all equally likely."""
        ...

    def tell(self, audience: Audience, event: Event) -> None:
        """Tell an event to an audience."""
        ...


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Game(Protocol[S, A]):
    """The rules of one game. It keeps no state: every method is a function of its arguments."""

    info: ClassVar[GameInfo]
    Options: ClassVar[Any]
    """The class of the game's options."""
    State: ClassVar[Any]
    """The class of the game's state."""
    Action: ClassVar[Any]
    """The union of the game's actions."""
    Event: ClassVar[Any]
    """The union of the game's events."""

    def setup(self, seats: int, options: Any, dealer: Dealer) -> S:
        """Lay out a new match. Raises BadOptions if the options don't fit the number of seats.

        The engine checks that the number itself is one of `info.seats` (`Match.deal`).
        """
        ...

    def to_act(self, state: S) -> tuple[int, ...]:
        """Return the seats that are asked now, in seat order; () when the match is over."""
        ...

    def legal(self, state: S, seat: int) -> list[A]:
        """Return every action the seat may take now; [] if it isn't asked."""
        ...

    def apply(self, state: S, seat: int, action: A, dealer: Dealer) -> None:
        """Carry out a legal action in place, and each forced step after it that all can see.

        The engine tells that the match is over (`ending`).
        """
        ...

    def result(self, state: S) -> Result:
        """Return how a match that is over ended."""
        ...

    def ending(self, state: S) -> Event:
        """Return what everybody is told when the match is over: who won with what."""
        result = self.result(state)
        return MatchOver(result.scores, result.winners)

    def worth(self, state: S) -> tuple[float, ...]:
        """Return an estimate of the final points by seat, for a match that isn't over.

        Computer players judge positions by it where their search stops.
        """
        ...

    def public(self, state: S) -> PublicView:
        """Return what anyone may see."""
        ...

    def points_now(self, public: Any) -> tuple[int, ...] | None:
        """Return each seat's points as all can see them now, once the match is over the final ones.

        People who agree may end a match with them. None if a match has no points before its end.
        It gets the public view alone, so it can't tell what is hidden.
        """
        return None

    def moves_left(self, public: Any, seat: int) -> int | None:
        """Return a number that the actions which a seat may still take won't exceed, as all can
        tell; None if nobody can, as long as a match may go on for long.

        Whoever takes a seat in mid-match reads by it whether they can still make half of its moves.
        """
        return None

    def private(self, state: S, seat: int) -> PrivateView:
        """Return what this seat knows beyond the public."""
        ...

    def view(self, state: S, seat: int) -> SeatView[Any, Any]:
        """Return everything that one seat knows."""
        return SeatView(seat, self.public(state), self.private(state, seat))

    def world(self, view: SeatView[Any, Any], rng: random.Random) -> S:
        """Return a random whole state that fits all the seat has seen, made without the truth."""
        ...


AnyGame = Game[Any, Any]
"""Any game, for code that serves all of them."""


def carry_out(game: AnyGame, state: Any, seat: int, action: Action, dealer: Dealer) -> None:
    """Carry out a legal action in place, and tell all if it ends the match."""
    game.apply(state, seat, action, dealer)
    if not game.to_act(state):
        dealer.tell(EVERYONE, game.ending(state))
