"""7 Little Korpokkurs in the arena: simple habits that computer players have to hold up against."""

from __future__ import annotations

from typing import Final

from cogs.korpokkur.actions import Answer, Give, Kamuy, Korkoni
from cogs.korpokkur.components import BUTTERBUR, KORPOKKUR
from tests.arena.habits import Habit, only

HABITS: Final[dict[str, Habit]] = {
    "always-takes": only(lambda view, action: not isinstance(action, Answer) or action.eh),
    "always-refuses": only(lambda view, action: not isinstance(action, Answer) or not action.eh),
    "refuses-two": only(
        lambda view, action: (
            not isinstance(action, Answer) or action.eh == (view.public.number == 1)
        )
    ),
    "gives-korpokkur": only(
        lambda view, action: not isinstance(action, Give) or action.chips == KORPOKKUR
    ),
    "gives-butterbur": only(
        lambda view, action: not isinstance(action, Give) or action.chips == BUTTERBUR
    ),
    "gives-one": only(lambda view, action: not isinstance(action, Give) or action.number == 1),
    "gives-two": only(lambda view, action: not isinstance(action, Give) or action.number == 2),
    "cards-first": only(lambda view, action: isinstance(action, Kamuy)),
    "keeps-cards": only(lambda view, action: not isinstance(action, Kamuy)),
    "never-calls-korkoni": only(lambda view, action: not isinstance(action, Korkoni)),
}
"""Ten habits, by the names under which the arena knows them."""
