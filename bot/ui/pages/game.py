"""A game as people can play it: its rules, what draws it, and its rules for people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.game import AnyGame
from bot.engine.lesson import Lesson
from bot.ui.pages.render import Help, Render
from bot.ui.pages.wording import Wording
from bot.ui.pictures.game_pictures import GamePictures


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

    def title(self, wording: Wording) -> str:
        """Return what the game is called."""
        return wording.gettext(self.game.info.title)

    def order(self, wording: Wording) -> str:
        """Return by what lists of games are sorted: the title as it is read aloud."""
        info, title = self.game.info, self.title(wording)
        read = info.reading if info.reading and title == info.japanese else title
        # Katakana stand among hiragana.
        return read.casefold().translate({kana: kana - 0x60 for kana in range(0x30A1, 0x30F7)})

    def both_titles(self, wording: Wording) -> str:
        """Return what the game is called, and its Japanese title if that is another."""
        title, japanese = self.title(wording), self.game.info.japanese
        return title if title == japanese else f"{title} {japanese}"
