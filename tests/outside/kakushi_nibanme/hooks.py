"""What the contract tests of Kakushi must know about Second Best. The bot doesn't load it."""

from __future__ import annotations

from collections.abc import Iterator

from kakushi_nibanme.rules import State
from tests.contract.places import Place, hooks_of


def _places(state: State) -> Iterator[Place]:
    for seat in range(state.seats):
        yield Place(("hands", seat), seen_by=(seat,))
    yield Place(("aside",))


def _shown(state: State) -> Iterator[int]:
    yield from state.cards
    for trick in state.tricks:
        yield from trick


HOOKS = hooks_of(
    _places,
    _shown,
    reveals={"played": frozenset({"card"})},
    private=frozenset({"hand_dealt"}),
)
