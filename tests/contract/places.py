"""The hooks of a game whose secrets are cards, made from a list of where they lie."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.contract.games import Hooks

Spot = tuple["Place", int]
"""A place, and which of its cards."""


@dataclass(frozen=True)
class Place:
    """Where one or more cards lie that not all can see.

    `path` leads there from the state: an attribute and then indexes, such as `("hands", 2)`. What
    lies there is a tuple or a list, or one card, or None: a sealed choice that isn't made yet.
    Cards whose order counts, such as a draw pile, are `ordered`; others lie sorted.
    """

    path: tuple[str, *tuple[int, ...]]
    seen_by: tuple[int, ...] = ()
    """The seats that can see them all the same."""
    ordered: bool = False
    kind: str = ""
    """Cards of unlike kinds never mix: each kind changes places within itself only."""

    def __str__(self) -> str:
        return " ".join(map(str, self.path))

    def cards(self, state: Any) -> tuple[Any, ...]:
        """Return the cards that lie here."""
        name, *indexes = self.path
        found = getattr(state, name)
        for index in indexes:
            found = found[index]
        if found is None:
            return ()
        return tuple(found) if isinstance(found, tuple | list) else (found,)

    def put(self, state: Any, cards: Sequence[Any]) -> None:
        """Lay other cards here, as many as there were."""
        name, *indexes = self.path
        cards = tuple(cards) if self.ordered else tuple(sorted(cards))
        setattr(state, name, _with(getattr(state, name), indexes, cards))


def _with(there: Any, indexes: Sequence[int], cards: tuple[Any, ...]) -> Any:
    """Return a list or tuple with other cards in one place of it."""
    if not indexes:
        return type(there)(cards) if isinstance(there, tuple | list) else cards[0]
    changed = list(there)
    changed[indexes[0]] = _with(changed[indexes[0]], indexes[1:], cards)
    return type(there)(changed)


def hooks_of(
    places: Callable[[Any], Iterable[Place]],
    shown: Callable[[Any], Iterable[Any]],
    reveals: Mapping[str, frozenset[str]],
    private: frozenset[str] = frozenset(),
    conserved: Callable[[Any], object] = lambda state: None,
) -> Hooks:
    """Return the hooks of a game.

    `places` says of a state where cards lie that not all can see, and `shown` which cards all see;
    together they are always the same. A seat is taken to know nothing about the places that it
    can't see, except which cards lie there altogether, of each kind. `conserved` is what else never
    changes.
    """

    def all_that_stays(state: Any) -> object:
        cards = [card for place in places(state) for card in place.cards(state)]
        return Counter([*cards, *shown(state)]), conserved(state)

    def hidden(state: Any, seat: int) -> list[Place]:
        return [place for place in places(state) if seat not in place.seen_by]

    def secrets(state: Any, seat: int) -> dict[str, Hashable]:
        found = {place: place.cards(state) for place in hidden(state, seat)}
        unseen: dict[str, Counter[Any]] = defaultdict(Counter)
        for place, cards in found.items():
            unseen[place.kind].update(cards)
        return {
            str(place): cards
            for place, cards in found.items()
            if len(unseen[place.kind]) > 1
            # What lies in one place alone is known, but for its order.
            and (
                0 < len(cards) < unseen[place.kind].total()
                or (place.ordered and len(set(cards)) > 1)
            )
        }

    def twins(state: Any, seat: int, rng: random.Random) -> Any:
        spots: list[Spot] = [
            (place, at) for place in hidden(state, seat) for at in range(len(place.cards(state)))
        ]
        pairs = [
            (one, other)
            for one, other in itertools.combinations(spots, 2)
            if one[0].kind == other[0].kind
            and one[0].cards(state)[one[1]] != other[0].cards(state)[other[1]]
            and (one[0] != other[0] or one[0].ordered)
        ]
        if not pairs:
            return None
        twin = state.clone()
        swap(twin, *rng.choice(pairs))
        return twin

    return Hooks(all_that_stays, secrets, twins, reveals, private)


def swap(state: Any, one: Spot, other: Spot) -> None:
    """Let two cards change places."""
    (place, at), (place2, at2) = one, other
    cards = {each: list(each.cards(state)) for each in (place, place2)}
    cards[place][at], cards[place2][at2] = cards[place2][at2], cards[place][at]
    for each, lying in cards.items():
        each.put(state, lying)
