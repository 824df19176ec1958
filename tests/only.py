"""The one thing of a kind that a test counts on, or an error that says what there was instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def only(found: Iterable[T], what: str) -> T:
    """Return the one thing there is; otherwise say what it was to be and what was found."""
    there = list(found)
    assert len(there) == 1, f"{what}: wanted one, and found {len(there)}: {there}"
    return there[0]


def first(found: Iterable[T], what: str) -> T:
    """Return the first thing there is; if there is none, say what it was to be."""
    for each in found:
        return each
    raise AssertionError(f"{what}: there is none")
