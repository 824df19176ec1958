"""What is copied of states: all that can change, and in views what they declare alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import pytest

from bot.engine.copies import State, copied


class Pile(NamedTuple):
    """Cards that never change."""

    cards: tuple[int, ...]


class Box:
    """Neither a state nor a dataclass: nobody knows how to copy it."""


@dataclass(slots=True)
class Corner(State):
    """A part of a state that can change."""

    chips: list[int]


@dataclass(slots=True)
class Table(State):
    """A state with everything that a state may hold."""

    phase: Literal["deal", "play"] = "deal"
    turn: int | None = None
    pile: Pile = field(default_factory=lambda: Pile((1, 2)))
    hands: list[tuple[int, ...]] = field(default_factory=lambda: [(1,), (2,)])
    rows: list[list[int]] = field(default_factory=lambda: [[1], [2]])
    facts: dict[int, list[int]] = field(default_factory=lambda: {1: [2]})
    names: dict[int, str] = field(default_factory=lambda: {1: "Ada"})
    corner: Corner = field(default_factory=lambda: Corner([3]))


@dataclass(slots=True)
class WithMore(Table):
    """A state with a field more."""

    more: list[int] = field(default_factory=lambda: [4])


@dataclass(frozen=True, slots=True)
class View:
    """What is seen of it."""

    phase: Literal["deal", "play"]
    hands: tuple[tuple[int, ...], ...]
    names: int


def test_a_copy_is_equal_and_shares_nothing_that_can_change() -> None:
    table = WithMore()
    # The first makes the method; the second uses it.
    for copy in (table.clone(), table.clone()):
        assert copy == table and type(copy) is WithMore, "a copy is no copy"
    copy = table.clone()
    copy.hands[0] = ()
    copy.rows[0].append(9)
    copy.facts[1].append(9)
    copy.names[2] = "Bob"
    copy.corner.chips.append(9)
    copy.more.append(9)
    assert table == WithMore(), "what was done to a copy was done to the state"
    assert type(Table().clone()) is Table, "a state is copied by the fields of another class"


def test_a_field_that_can_not_be_copied_is_named() -> None:
    @dataclass(slots=True)
    class Odd(State):
        cards: tuple[list[int], ...] = ()

    with pytest.raises(TypeError, match=r"cards: tuple\[list\[int\], \.\.\.\] can't be copied"):
        Odd().clone()

    @dataclass(slots=True)
    class Odder(State):
        box: list[Box] = field(default_factory=list)

    with pytest.raises(TypeError, match=r"each: .*Box.* can't be copied"):
        Odder().clone()


def test_what_is_declared_alike_is_copied_and_all_else_must_be_given() -> None:
    table = Table()
    view = copied(View, table, names=5)
    assert view == View("deal", ((1,), (2,)), 5)
    back = copied(Table, view, **{each: getattr(table, each) for each in REST})
    assert back == table and back.hands is not table.hands, "a state made from a view is another"
    with pytest.raises(TypeError, match=r"View\.names must be given: Table has none"):
        copied(View, table)
    with pytest.raises(TypeError, match="View has no nothing"):
        copied(View, table, names=5, nothing=1)


REST: Any = ("turn", "pile", "rows", "facts", "names", "corner")
