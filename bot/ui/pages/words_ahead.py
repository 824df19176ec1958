"""The words of moves that are set ahead, for the same menu that says the moves of now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.ahead import Case, Offered
from bot.engine.views import SeatView
from bot.ui.pages.move_words import Kind, Word
from bot.ui.pages.render import Render
from bot.ui.pages.wording import Wording


class WordsAhead:
    """The words of moves that can be set ahead, for a menu: as they are true in their cases."""

    def __init__(self, render: Render, offered: Sequence[Offered]) -> None:
        """Take a game's words, and what can be set."""
        self._render = render
        self.kinds: Mapping[str, Kind] = render.kinds
        self._cases = {move: each.case for each in offered for move in each.moves}

    def words(self, action: Any, view: SeatView[Any, Any], wording: Wording) -> Sequence[Word]:
        """Return the words of a move in its case."""
        return self._render.words_ahead(self._cases[action], action, view, wording)

    def question(self, view: SeatView[Any, Any], wording: Wording) -> str:
        """Return what is asked of a seat."""
        return self._render.question(view, wording)

    def case_of(self, action: Any) -> Case:
        """Return the case of a move."""
        return self._cases[action]

    @property
    def moves(self) -> list[Any]:
        """Return all moves, each once, in the order in which they are offered."""
        return [*self._cases]


MoveWords = Render | WordsAhead
"""What a menu of moves is made from."""
