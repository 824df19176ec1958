"""The trees a search grows: their nodes, and the actions that lead from one to another."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from bot.engine.game import Action


class Node:
    """A point in a seat's tree, and how the action that led there did for whoever took it."""

    __slots__ = ("action", "children", "had", "reward", "seen", "spread", "visits")

    def __init__(self, action: Action | None = None) -> None:
        self.action = action
        """What led there, as whoever did it knows it; None if it was another seat's action."""
        self.children: dict[int, Node] = {}
        """By the `id` of what was done there; `KnownActions` keeps one of each."""
        self.seen: dict[int, Node] = {}
        """By the `id` of what others saw of it, once not all have seen the same."""
        self.visits = 0
        """How often the action was taken."""
        self.had = 0
        """How often the action was possible."""
        self.reward = 0.0
        """What it brought on average."""
        self.spread = 0.0
        """How unsure that is: the exploration, divided by the root of the visits."""


class KnownActions:
    """All actions met in a search. Of equal ones it keeps the first, so that its `id` names it.

    Looking up a frozen dataclass in a dictionary would hash all its fields, every time.
    """

    __slots__ = ("_first", "ids", "shown_of")

    def __init__(self) -> None:
        self.ids: set[int] = set()
        """Of everything that is kept; nothing else can have one of them."""
        self.shown_of: dict[int, int] = {}
        """From the `id` of an action to that of what the others see of it, once asked for."""
        self._first: dict[Hashable, Any] = {}

    def keep(self, thing: Any) -> Any:
        """Return the first thing that was equal to this one; it is kept from now on."""
        first = self._first.setdefault(thing, thing)
        self.ids.add(id(first))
        return first

    def shown(self, action: Action) -> int:
        """Return the `id` of what the others see of an action that is kept."""
        found = self.shown_of.get(id(action))
        if found is None:
            found = self.shown_of[id(action)] = id(self.keep(action.shown()))
        return found


def follow(trees: list[Node], shown: int) -> None:
    """Move every seat's place in its tree to where what it was shown of an action leads."""
    for seat, node in enumerate(trees):
        then = node.seen.get(shown)
        if then is None:
            then = node.seen[shown] = Node()
        trees[seat] = then
