"""Views: what anyone may see, and what the person on one seat may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar


@dataclass(frozen=True, slots=True)
class PublicView:
    """What anyone may see. Games list each field; it is never a state with keys removed."""


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one seat knows beyond the public."""


P = TypeVar("P", bound=PublicView)
Q = TypeVar("Q", bound=PrivateView)


@dataclass(frozen=True, slots=True)
class SeatView(Generic[P, Q]):
    """Everything that one seat knows. A type of its own, so that a board can't be given a hand."""

    seat: int
    public: P
    private: Q
