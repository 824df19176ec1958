"""A toy game with sealed choices of both seats at once, and a codec for it."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any, ClassVar

from bot.engine.copies import State as AnyState
from bot.engine.dealer import LiveDealer
from bot.engine.game import Action as AnyAction
from bot.engine.game import Dealer, Game, GameInfo, Result
from bot.engine.game import Event as AnyEvent
from bot.engine.game import Options as AnyOptions
from bot.engine.match import Match, Sealed, Step
from bot.engine.views import PrivateView, PublicView, SeatView


@dataclass(frozen=True, slots=True)
class Options(AnyOptions):
    """How many tricks are played."""

    tricks: int = 2


@dataclass(frozen=True, slots=True)
class Play(AnyAction, sealed=True):
    """Lay a card, face down until the other has laid one too."""

    card: int


@dataclass(frozen=True, slots=True)
class Dealt(AnyEvent):
    """A seat got its cards. Only that seat is told."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown(AnyEvent):
    """Both cards were turned over. Everybody is told."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Public(PublicView):
    """What anyone may see."""

    scores: tuple[int, ...]
    laid: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Private(PrivateView):
    """What a seat knows."""

    hand: tuple[int, ...]
    laid: int


@dataclass(slots=True)
class State(AnyState):
    """The whole truth; a card laid is 0 while there is none."""

    tricks: int
    hands: list[list[int]]
    laid: list[int]
    scores: list[int]


class HighCard(Game[State, Play]):
    """Both lay a card; the higher wins the trick. One of the tricks may be worth two."""

    info: ClassVar[GameInfo] = GameInfo(
        key="toy",
        title="High card",
        japanese="高い札",
        designer="nobody",
        publisher="nobody",
        year=None,
        seats=(2,),
        minutes=1,
        rules_version=3,
        longest=4,
        variants=(Options(),),
    )
    Options: ClassVar[type[Options]] = Options
    State: ClassVar[type[State]] = State
    Action: ClassVar = Play
    Event: ClassVar = Dealt | Shown

    def setup(self, seats: int, options: Options, dealer: Dealer) -> State:
        """Deal three cards each."""
        cards = dealer.shuffle([1, 2, 3, 4, 5, 6])
        hands = [sorted(cards[:3]), sorted(cards[3:])]
        for seat, hand in enumerate(hands):
            dealer.tell((seat,), Dealt(tuple(hand)))
        return State(options.tricks, hands, [0, 0], [0, 0])

    def to_act(self, state: State) -> tuple[int, ...]:
        """Ask whoever hasn't laid a card."""
        if sum(state.scores) >= state.tricks:
            return ()
        return tuple(seat for seat in (0, 1) if not state.laid[seat])

    def legal(self, state: State, seat: int) -> list[Play]:
        """Offer each card of the hand."""
        if seat not in self.to_act(state):
            return []
        return [Play(card) for card in state.hands[seat]]

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        """Lay the card; show both once they lie."""
        state.hands[seat].remove(action.card)
        state.laid[seat] = action.card
        if all(state.laid):
            dealer.tell("all", Shown(tuple(state.laid)))
            state.scores[state.laid.index(max(state.laid))] += dealer.pick([1, 2])
            state.laid = [0, 0]

    def result(self, state: State) -> Result:
        """Name the one who won more."""
        scores = tuple(state.scores)
        winners = tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
        return Result(scores, winners, tuple((("tricks", score),) for score in scores))

    def worth(self, state: State) -> tuple[float, ...]:
        """Return what each seat would score if it ended here."""
        return self.result(state).scores

    def public(self, state: State) -> Public:
        """Return scores and who has laid."""
        return Public(tuple(state.scores), tuple(bool(card) for card in state.laid))

    def private(self, state: State, seat: int) -> Private:
        """Return hand and own card."""
        return Private(tuple(state.hands[seat]), state.laid[seat])

    def world(self, view: SeatView[Public, Private], rng: random.Random) -> State:
        """Deal the other seat any cards that this one doesn't hold; tricks played are forgotten."""
        seat, other = view.seat, 1 - view.seat
        mine, laid = view.private.hand, view.private.laid
        cards = [card for card in range(1, 7) if card not in mine and card != laid]
        rng.shuffle(cards)
        there = view.public.laid[other]
        size = len(mine) + bool(laid) - there
        hands: list[list[int]] = [[], []]
        table = [0, 0]
        hands[seat], table[seat] = list(mine), laid
        hands[other] = sorted(cards[:size])
        table[other] = cards[size] if there else 0
        return State(2, hands, table, list(view.public.scores))


class Codec:
    """Writes a sealed toy as JSON."""

    def seal(self, sealed: Sealed[Any]) -> str:
        """Return the text."""
        state: State = sealed.state
        whole = [state.tricks, state.hands, state.laid, state.scores]
        return json.dumps([sealed.step, sealed.asks, whole])

    def unseal(self, text: str) -> Sealed[Any]:
        """Return the sealed match."""
        step, asks, whole = json.loads(text)
        return Sealed(step, asks, State(*whole))


GAME = HighCard()
CODEC = Codec()


def deal(seed: int = 1) -> tuple[Match, Step]:
    """Deal a toy."""
    return Match.deal(GAME, CODEC, 2, Options(), LiveDealer(random.Random(seed)))


def act(match: Match, seat: int, number: int = 0) -> Step:
    """Take a legal action of a seat by its number, and accept it."""
    step = match.propose(seat, match.legal(seat)[number], LiveDealer(random.Random(2)))
    match.accept(step)
    return step
