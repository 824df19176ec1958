"""The parts of a game that the bot needs to offer it, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine.game import AnyGame
from bot.engine.lesson import Lesson
from bot.ui.pages.render import Help, Render
from bot.ui.pages.wording import Wording
from bot.ui.pictures.game_pictures import GamePictures

A_STEP: Final = 20
"""About how many seconds a step of a lesson takes."""


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """The parts of a game that the bot needs to offer it."""

    game: AnyGame
    render: Render
    help: Help
    pictures: GamePictures | None = None
    """None for a game without pictures: its boards are text."""
    lesson: Lesson | None = None
    """None for a game that can't be learnt by playing."""

    @property
    def lesson_minutes(self) -> int:
        """Return about how long its lesson takes; 0 without one."""
        return 0 if self.lesson is None else max(1, round(len(self.lesson.steps) * A_STEP / 60))

    @property
    def has_tips(self) -> bool:
        """Return whether it says something to those who are helped through it."""
        return type(self.render).coach is not Render.coach

    def title(self, wording: Wording) -> str:
        """Return what the game is called."""
        return wording.gettext(self.game.info.title)

    def order(self, wording: Wording) -> str:
        """Return what lists of games are sorted by: the title as it is read aloud."""
        info, title = self.game.info, self.title(wording)
        read = info.reading if info.reading and title == info.japanese else title
        # Katakana sort among hiragana.
        return read.casefold().translate({kana: kana - 0x60 for kana in range(0x30A1, 0x30F7)})

    def both_titles(self, wording: Wording) -> str:
        """Return what the game is called, and its Japanese title if that differs."""
        title, japanese = self.title(wording), self.game.info.japanese
        return title if title == japanese else f"{title} {japanese}"
