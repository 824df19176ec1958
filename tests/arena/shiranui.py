"""Shiranui in the arena: simple habits that computer players have to hold up against."""

from __future__ import annotations

from typing import Final

from cogs.shiranui.views import Give, Play, SeatView
from tests.arena.habits import Habit, least, only
from tests.only import first


def _number(view: SeatView, play: Play) -> int:
    """Return the number of a card."""
    return play.card % 10


def _total(view: SeatView, give: Give) -> int:
    """Return the total of the card that gets the tokens."""
    totals = (laid.total for laid in view.public.trick if laid.card == give.target)
    return first(totals, "the card that gets the tokens")


HABITS: Final[dict[str, Habit]] = {
    "low-cards-first": least(Play, _number),
    "high-cards-first": least(Play, lambda view, play: -_number(view, play)),
    "low-leads": least(Play, lambda view, play: 0 if view.public.trick else _number(view, play)),
    "high-leads": least(Play, lambda view, play: 0 if view.public.trick else -_number(view, play)),
    "never-gives": only(lambda view, action: isinstance(action, Play)),
    "gives-at-once": only(lambda view, action: isinstance(action, Give) or view.public.gave),
    "gives-most": least(Give, lambda view, give: -give.tokens - give.clear),
    "gives-to-the-lowest": least(Give, _total),
    "gives-to-the-highest": least(Give, lambda view, give: -_total(view, give)),
    "keeps-clear-tokens": least(Give, lambda view, give: give.clear),
}
"""Ten habits, by the names under which the arena knows them."""
