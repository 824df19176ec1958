"""What those are called on its pages who have answered a question which date suits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.nights.ask_rules import Ask
from bot.ui.pages.long_lists import fit
from bot.ui.pages.wording import Wording

MOST_NAMES: Final = 60
A_LINE: Final = 40
"""The names in a line of *Who can?*."""


class AskNames:
    """What those who have answered are called, with namesakes told apart."""

    def __init__(self, ask: Ask, wording: Wording) -> None:
        called = Wording(wording.language, tuple(each.name for each in ask.answers))
        self._names = [called.listing(place) for place in range(len(ask.answers))]
        self._wording = wording

    def line(self, text: str, places: Sequence[int], room: int) -> str:
        """Return a line with some names, as many as there is room for."""
        named = [self._names[each] for each in places]
        names = fit(named, MOST_NAMES, self._wording, room=room, people=True)
        return text.format(n=len(places), names=self._wording.series(names))

    def lines(self, text: str, places: Sequence[int], **values: str) -> list[str]:
        """Return lines with all names."""
        found: list[str] = []
        for start in range(0, len(places), A_LINE):
            names = [self._names[each] for each in places[start : start + A_LINE]]
            said = self._wording.series(names)
            found.append(said if start else text.format(n=len(places), names=said, **values))
        return found
