"""Replies: what the others answer, learnt in worlds that they may think possible.

All worlds of a decision hold the cards of the seat that thinks. Others who learnt their replies in
them would come to answer to cards that they can't see. So they learn them apart: in worlds drawn
from what they see once an action is done, in which the seat that thinks holds other cards.
"""

from __future__ import annotations

import random
from typing import Any, Final

from bot.engine.game import Action, AnyGame
from bot.engine.strength import Strength
from bot.engine.tree import Node
from bot.engine.tree_search import Shuffled, TreeSearch
from bot.engine.views import SeatView

POWER: Final = 2
"""How much likelier a reply becomes the more often it was tried."""


class Replies(TreeSearch):
    """The trees of the others, from where one action of the seat that thinks was done."""

    __slots__ = ("_learner", "_seen")

    def __init__(
        self, game: AnyGame, seats: int, seat: int, strength: Strength, rng: random.Random
    ) -> None:
        super().__init__(game, seats, seat, strength, rng)
        self._learner = 0
        """Whose worlds come next, counted from the seat that thinks."""
        self._seen: dict[int, tuple[SeatView[Any, Any], int]] = {}
        """What each seat has seen in a world, and in how many worlds it is still to learn."""

    def learn(self, world: Any, action: Action) -> int:
        """Learn in a world drawn from what another seat sees; return the number of actions."""
        self._learner = self._learner % (self.seats - 1) + 1
        other = (self.seat + self._learner) % self.seats
        seen, left = self._seen.get(other, (None, 0))
        if seen is None or not left:
            state = world.clone()
            try:
                self.game.apply(state, self.seat, action, self.dealer)
            except Shuffled:
                return 0
            if not self.game.to_act(state):
                return 0
            seen, left = self.game.view(state, other), self.strength.sight
        self._seen[other] = seen, left - 1
        return self.iterate(self.game.world(seen, self.rng))

    def choose(self, node: Node, state: Any, seat: int) -> Action | None:
        """Return what a seat that stands at a node of its tree answers.

        None if it hasn't tried all its actions yet: then the instinct knows better.
        """
        found, fresh = self.children(node, self.game.legal(state, seat))
        if fresh:
            return None
        weights = [child.visits**POWER for child in found]
        return self.rng.choices(found, weights)[0].action


class OwnTree(TreeSearch):
    """The tree of the seat that thinks, which meets the others' replies."""

    __slots__ = ("_replies",)

    def __init__(
        self, game: AnyGame, seats: int, seat: int, strength: Strength, rng: random.Random
    ) -> None:
        super().__init__(game, seats, seat, strength, rng)
        self._replies: dict[int, Replies] = {}
        """By the `id` of what the others are shown of the first action."""

    def iterate(self, world: Any, first: Action | None = None) -> int:
        """Let another learn what to answer to an action, then play as `TreeSearch` does."""
        assert first is not None
        taught = self.replies(first).learn(world, first)
        return taught + super().iterate(world, first)

    def replies(self, first: Action) -> Replies:
        """Return how the others answer to an action."""
        shown = self.actions.shown(self.actions.keep(first))
        found = self._replies.get(shown)
        if found is None:
            found = Replies(self.game, self.seats, self.seat, self.strength, self.rng)
            found.actions = self.actions
            self._replies[shown] = found
        return found

    def walk_down(
        self, state: Any, path: list[tuple[Node, int]], first: Action | None
    ) -> tuple[tuple[int, ...], bool]:
        """Take own actions by this tree and the others' by their replies, as far as they go.

        Only own actions are put on the path.
        """
        assert first is not None
        to_act, apply, end = self.game.to_act, self.game.apply, self.strength.end
        node, seat = self.root, self.seat
        replies = self.replies(first)
        others: _Places | None = None
        acting = to_act(state)
        while acting:
            fresh = False
            if seat == self.seat:
                if path and node.visits < self.strength.patience:
                    return acting, False
                best, fresh = self.step(node, state, seat, None if path else first)
                path.append((best, seat))
                node, action = best, best.action
            else:
                there = None if others is None else others.of(seat)
                action = None if there is None else replies.choose(there, state, seat)
            if action is None:
                return acting, False
            try:
                apply(state, seat, action, self.dealer)
            except Shuffled:
                return acting, True
            acting = to_act(state)
            over = not acting or (end is not None and end(state))
            if fresh or over:
                return acting, over
            if others is None:
                others = _Places(replies)
            else:
                others.move(seat, action)
            if seat != self.seat:
                shown = self.actions.shown(self.actions.keep(action))
                node = node.seen.setdefault(shown, Node())
                node.visits += 1
            seat = acting[0]
        return acting, False


class _Places:
    """Where each of the others stands in its tree; None once it was never there."""

    def __init__(self, search: TreeSearch) -> None:
        self._actions = search.actions
        self._seats = search.seats
        self._together: Node | None = search.root
        """As long as all have seen the same, they stand together."""
        self._apart: list[Node | None] | None = None
        """Where each stands, once not all have seen the same."""

    def of(self, seat: int) -> Node | None:
        """Return where a seat stands."""
        return self._together if self._apart is None else self._apart[seat]

    def move(self, seat: int, action: Action) -> None:
        """Move on by an action of a seat, as `TreeSearch` does."""
        kept = self._actions.keep(action)
        shown = self._actions.shown(kept)
        own = self.of(seat)
        then = None if own is None else own.children.get(id(kept))
        if self._apart is None and shown == id(kept):
            self._together = then
            return
        apart = self._apart or [self._together] * self._seats
        self._apart = [None if node is None else node.seen.get(shown) for node in apart]
        self._apart[seat] = then
