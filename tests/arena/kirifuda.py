"""Ameno Kirifuda in the arena: simple habits that computer players have to hold up against."""

from __future__ import annotations

from typing import Final

from cogs.kirifuda.views import Discard, Draft, Place, Play, SeatView, strength, worth
from tests.arena.habits import Habit, least

BEATEN: Final = 100
"""More than the strength of any card."""


def _strength(view: SeatView, play: Play) -> int:
    """Return how strong a card is in the current trick, or as its lead."""
    running = view.public.running
    return strength(play.card, (running[0] if running else play.card) // 10)


def _wins(view: SeatView, play: Play) -> bool:
    """Tell whether a card is stronger than all that were played to the trick."""
    running = view.public.running
    best = max([strength(card, running[0] // 10) for card in running], default=0)
    return _strength(view, play) > best


HABITS: Final[dict[str, Habit]] = {
    "low-cards-first": least(Play, lambda view, play: play.card % 10),
    "high-cards-first": least(Play, lambda view, play: -(play.card % 10)),
    "wins-cheaply": least(
        Play,
        lambda view, play: _strength(view, play) + (0 if _wins(view, play) else BEATEN),
    ),
    "wins-surely": least(Play, lambda view, play: -_strength(view, play)),
    "loses-if-it-can": least(
        Play,
        lambda view, play: BEATEN if _wins(view, play) else -_strength(view, play),
    ),
    "drafts-dear-blessings": least(Draft, lambda view, draft: -worth(draft.blessing)),
    "drafts-cheap-blessings": least(Draft, lambda view, draft: worth(draft.blessing)),
    "keeps-blessings": least(Discard, lambda view, discard: len(discard.blessings)),
    "drops-blessings": least(Discard, lambda view, discard: -len(discard.blessings)),
    "first-space": least(Place, lambda view, place: place.space),
}
"""Ten habits, by the names under which the arena knows them."""
