"""The hooks that are made from places where cards lie."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from tests.contract.places import Place, hooks_of


@dataclass
class Table:
    """Two hands of numbers, and a pile of letters."""

    hands: list[tuple[int, ...]] = field(default_factory=lambda: [(1, 2), (3,), (4,)])
    pile: tuple[str, ...] = ("a", "b")
    chosen: list[int | None] = field(default_factory=lambda: [None] * 3)

    def clone(self) -> Table:
        return replace(self, hands=self.hands[:], chosen=self.chosen[:])


HOOKS = hooks_of(
    lambda state: [
        *(Place(("hands", seat), (seat,), kind="numbers") for seat in range(3)),
        *(Place(("chosen", seat), (seat,), kind="numbers") for seat in range(3)),
        Place(("pile",), ordered=True, kind="letters"),
    ],
    lambda state: [],
    reveals={},
)


def test_twins_swap_cards_of_one_kind_only() -> None:
    rng = random.Random(1)
    twins = [HOOKS.twins(Table(), 0, rng) for _ in range(100)]
    found = {(*map(tuple, twin.hands), *twin.pile) for twin in twins}
    assert found == {((1, 2), (4,), (3,), "a", "b"), ((1, 2), (3,), (4,), "b", "a")}


def test_what_could_be_otherwise_is_judged_by_kind() -> None:
    table = Table()
    assert set(HOOKS.secrets(table, 0)) == {"hands 1", "hands 2", "pile"}
    table.pile = ("a",)
    assert set(HOOKS.secrets(table, 0)) == {"hands 1", "hands 2"}, "one letter is known"
    table.hands[2] = ()
    assert HOOKS.secrets(table, 0) == {}, "the one hand left is known"


def test_a_sealed_card_is_a_secret_and_none_is_no_card() -> None:
    table = Table(hands=[(1,), (3,), (4,)], chosen=[2, 5, None])
    assert set(HOOKS.secrets(table, 0)) == {"hands 1", "hands 2", "chosen 1", "pile"}
    assert HOOKS.conserved(table) == HOOKS.conserved(Table([(1, 2), (3, 5), (4,)])), (
        "a card is lost"
    )
    rng = random.Random(1)
    twins = [HOOKS.twins(table, 0, rng) for _ in range(100)]
    assert {twin.chosen[1] for twin in twins} == {5, 3, 4}, "what is sealed changes no places"
