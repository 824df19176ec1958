"""The rules of Second Best, and how their gaps are ruled on.

In turn everybody plays a card, any card. The second highest takes the trick for a point, and leads
to the next one. The last trick, in which nobody has a choice, is played at once.

R1  The first seat to lead is drawn.
R2  The last trick is worth 2 points. Who has as many points wins together.

Draws, in order: who leads (`pick`); the deck (`shuffle`), of which each seat gets six in a row.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from bot.engine import game
from bot.engine.copies import copied
from bot.engine.game import EVERYONE, Dealer, Game, GameInfo, Result
from bot.engine.pool import hands_from
from kakushi_nibanme import views
from kakushi_nibanme.views import DECK, HAND, INFO, Play


@dataclass(slots=True)
class State(game.State):
    """The whole truth."""

    seats: int
    leader: int
    cards: tuple[int, ...]
    tricks: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    hands: list[tuple[int, ...]]
    aside: tuple[int, ...]
    """The cards that nobody was dealt."""

    @property
    def turn(self) -> int:
        """Return whose turn it is, unless the match is over."""
        return (self.leader + len(self.cards)) % self.seats


class Nibanme(Game[State, Play]):
    """The game of Second Best."""

    info: ClassVar[GameInfo] = INFO
    Options: ClassVar = game.Options
    State: ClassVar = State
    Action: ClassVar = Play
    Event: ClassVar = views.Dealt | views.HandDealt | views.Played | views.TrickTaken

    def setup(self, seats: int, options: game.Options, dealer: Dealer) -> State:
        """Deal a new match."""
        leader = dealer.pick(list(range(seats)))
        deck = dealer.shuffle(list(DECK))
        hands = [tuple(sorted(deck[seat * HAND : (seat + 1) * HAND])) for seat in range(seats)]
        dealer.tell(EVERYONE, views.Dealt(leader))
        for seat, hand in enumerate(hands):
            dealer.tell((seat,), views.HandDealt(seat, hand))
        return State(
            seats, leader, (), (), (0,) * seats, hands, tuple(sorted(deck[seats * HAND :]))
        )

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is."""
        return (state.turn,) if len(state.tricks) < HAND else ()

    def legal(self, state: State, seat: int) -> list[Play]:
        """Return a play for each card of the hand."""
        return [Play(card) for card in state.hands[seat] if seat in self.to_act(state)]

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        """Play a card, and the last trick where it begins."""
        _play(state, seat, action.card, dealer)
        while len(state.tricks) == HAND - 1:
            _play(state, state.turn, state.hands[state.turn][0], dealer)

    def result(self, state: State) -> Result:
        """Return the points."""
        return Result.of(tuple((("Tricks", won),) for won in state.scores))

    def worth(self, state: State) -> tuple[float, ...]:
        """Return everybody's points, and an even part of those that are left."""
        left = HAND + 1 - sum(state.scores)
        return tuple([won + left / state.seats for won in state.scores])

    def public(self, state: State) -> views.Public:
        """Return what anyone may see."""
        sizes = tuple(map(len, state.hands))
        return copied(views.Public, state, hand_sizes=sizes)

    def private(self, state: State, seat: int) -> views.Private:
        """Return the seat's hand."""
        return views.Private(state.hands[seat])

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        """Return a whole state in which the cards that the seat hasn't seen lie anywhere."""
        seen, mine = view.public, view.private.hand
        known = {*mine, *seen.cards, *(card for trick in seen.tricks for card in trick)}
        unseen = tuple(card for card in DECK if card not in known)
        held = [mine if seat == view.seat else () for seat in range(seen.seats)]
        aside = len(unseen) + len(mine) - sum(seen.hand_sizes)
        dealt = hands_from(unseen, [*held, ()], [*seen.hand_sizes, aside], rng)
        *hands, rest = (tuple(sorted(cards)) for cards in dealt)
        return copied(State, seen, hands=hands, aside=rest)


def _play(state: State, seat: int, card: int, dealer: Dealer) -> None:
    state.hands[seat] = tuple([each for each in state.hands[seat] if each != card])
    state.cards = (*state.cards, card)
    dealer.tell(EVERYONE, views.Played(seat, card))
    if len(state.cards) == state.seats:
        second = sorted(state.cards)[-2]
        state.leader = winner = (state.leader + state.cards.index(second)) % state.seats
        state.tricks, state.cards = (*state.tricks, state.cards), ()
        points = 2 if len(state.tricks) == HAND else 1
        state.scores = tuple([n + points * (at == winner) for at, n in enumerate(state.scores)])
        dealer.tell(EVERYONE, views.TrickTaken(winner, points))


GAME = Nibanme()
