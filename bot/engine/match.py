"""A game in progress: it keeps the whole state to itself and hands out views."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from bot.engine.dealer import AddressedEvent, Draw, LiveDealer, ReplayDealer
from bot.engine.game import Action, AnyGame, BadOptions, Event, Options, Result, carry_out
from bot.engine.views import PrivateView, PublicView, SeatView

S = TypeVar("S")
SpeakingDealer = LiveDealer | ReplayDealer


class Refused(Exception):
    """An action that can't be taken now; nothing has changed."""


class NotAsked(Refused):
    """The seat isn't asked anything now, or the match is over."""


class StaleQuestion(Refused):
    """The answer is to an earlier question than the current one."""


class NotLegal(Refused):
    """The action isn't among those the seat may take."""


@dataclass(slots=True)
class Sealed(Generic[S]):
    """What storage keeps of a match: its newest step, its questions' numbers, its state."""

    step: int
    asks: list[int]
    state: S


class Codec(Protocol):
    """Turns a sealed match into text and back. Only storage reads the text."""

    def seal(self, sealed: Sealed[Any]) -> str:
        """Return the text of a sealed match."""
        ...

    def unseal(self, text: str) -> Sealed[Any]:
        """Return the sealed match of a text. Raises ValueError if it can't be read."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """An action taken on a clone, to be saved and then accepted: all that a log row needs.

    `seat` and `action` are None for the deal that opens the match (number 0).
    """

    number: int
    seat: int | None
    action: Action | None
    draws: list[Draw]
    events: list[AddressedEvent]
    to_act: tuple[int, ...]
    asks: tuple[int, ...]
    sealed: str
    result: Result | None
    """How the match ended, if it ends with this step."""
    _state: Any

    def public_events(self) -> list[Event]:
        """Return what everybody heard of it."""
        return [each.event for each in self.events if each.audience == "all"]


class Match:
    """One game in progress."""

    def __init__(self, game: AnyGame, codec: Codec, sealed: Sealed[Any]) -> None:
        self._game = game
        self._codec = codec
        self._state: Any = sealed.state
        self._asks: list[int] = list(sealed.asks)
        self.step: int = sealed.step

    @classmethod
    def deal(
        cls, game: AnyGame, codec: Codec, seats: int, options: Options, dealer: SpeakingDealer
    ) -> tuple[Match, Step]:
        """Lay out a new match; return it with its opening step, accepted. Raises BadOptions."""
        if seats not in game.info.seats:
            raise BadOptions(f"{game.info.title} isn't for so many players.")
        state: Any = game.setup(seats, options, dealer)
        sealed: Sealed[Any] = Sealed(0, [0] * seats, state)
        match = cls(game, codec, sealed)
        return match, match._step(None, None, dealer)

    @classmethod
    def resume(cls, game: AnyGame, codec: Codec, text: str) -> Match:
        """Restore a match from its sealed text. Raises ValueError if it can't be read."""
        return cls(game, codec, codec.unseal(text))

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return len(self._asks)

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that are asked now; () when the match is over."""
        return self._game.to_act(self._state)

    def legal(self, seat: int) -> list[Any]:
        """Return every action the seat may take now."""
        return self._game.legal(self._state, seat)

    def question_number(self, seat: int) -> int:
        """Return the step at which the seat's question last changed."""
        return self._asks[seat]

    def public(self) -> PublicView:
        """Return what anyone may see."""
        return self._game.public(self._state)

    def view(self, seat: int) -> SeatView[PublicView, PrivateView]:
        """Return everything that one seat knows."""
        return self._game.view(self._state, seat)

    def result(self) -> Result:
        """Return how the match ended, once it is over."""
        return self._game.result(self._state)

    def sealed(self) -> str:
        """Return the text that storage keeps. It holds every secret."""
        return self._codec.seal(Sealed(self.step, self._asks, self._state))

    def propose(
        self, seat: int, action: Action, dealer: SpeakingDealer, question_number: int | None = None
    ) -> Step:
        """Take an action on a clone; nothing changes here. Raises Refused if it can't be taken now.

        `question_number` is the question that the action answers; None answers the current one.
        """
        if seat not in self.to_act():
            raise NotAsked
        if question_number is not None and question_number != self._asks[seat]:
            raise StaleQuestion
        return self.after(seat, action, dealer)._step(seat, action, dealer)

    def propose_back(self, seat: int, earlier: Match, dealer: SpeakingDealer) -> Step:
        """Take a seat's move back, as a step of its own: all stands as in `earlier` again."""
        return self.back_to(earlier)._step(seat, None, dealer)

    def after(self, seat: int, action: Action, dealer: SpeakingDealer) -> Match:
        """Return the match as it is after an action; this one stays. Raises Refused."""
        if seat not in self.to_act():
            raise NotAsked
        if action not in self.legal(seat):
            raise NotLegal
        state: Any = self._state.clone()
        carry_out(self._game, state, seat, action, dealer)
        step = self.step + 1
        asks: list[int] = [
            step if s == seat or self._game.legal(state, s) != self.legal(s) else self._asks[s]
            for s in range(self.seats)
        ]
        return Match(self._game, self._codec, Sealed(step, asks, state))

    def back_to(self, earlier: Match) -> Match:
        """Return the match one step on, in the state of `earlier`; every question is a new one."""
        step = self.step + 1
        # The state of a match is never changed in place, so both may share one.
        return Match(self._game, self._codec, Sealed(step, [step] * self.seats, earlier._state))

    def left_by(self, step: Step) -> Match:
        """Return the match as a step leaves it; this one stays as it is."""
        return Match(
            self._game,
            self._codec,
            Sealed(step.number, list(step.asks), step._state),  # pyright: ignore[reportPrivateUsage]  # only for the match
        )

    def foreseen(self, seat: int, action: Action, chance: random.Random, worlds: int) -> bool:
        """Tell whether a seat knew beforehand everything it would see of an action of its own.

        It did if nothing is drawn and it sees the same in `worlds` random worlds that fit what it
        knew. Only very rare worlds that differ are missed, and then the seat was all but certain.
        The answer tells the seat nothing: it follows from what the seat has seen.
        """
        view, seen = self.view(seat), self._outlook(seat, action, chance)
        if seen is None:
            return False
        for _ in range(worlds):
            state: Any = self._game.world(view, chance)
            world = Match(self._game, self._codec, Sealed(self.step, self._asks, state))
            if world._outlook(seat, action, chance) != seen:
                return False
        return True

    def accept(self, step: Step) -> None:
        """Make a proposed step take effect, once saved. Raises ValueError for any but the next."""
        if step.number != self.step + 1:
            raise ValueError(f"step {step.number} doesn't follow {self.step}")
        self.step = step.number
        self._asks = list(step.asks)
        self._state = step._state  # pyright: ignore[reportPrivateUsage]  # only for the match

    def _outlook(self, seat: int, action: Action, chance: random.Random) -> object:
        """Return all that a seat sees and hears from its own action; None if it draws."""
        dealer = LiveDealer(chance)
        after = self.after(seat, action, dealer)
        if dealer.draws:
            return None
        heard = [each.event for each in dealer.events if each.heard_by(seat)]
        return heard, after.to_act(), after.view(seat), after.legal(seat)

    def _step(self, seat: int | None, action: Action | None, dealer: SpeakingDealer) -> Step:
        to_act = self.to_act()
        return Step(
            self.step,
            seat,
            action,
            list(dealer.draws),
            list(dealer.events),
            to_act,
            tuple(self._asks),
            self.sealed(),
            None if to_act else self.result(),
            self._state,
        )
