"""A game as people can play it: its rules, what draws it, and its rules for people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.game import AnyGame
from bot.ui.pages.render import Help, Render


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """The three parts of a game that the bot needs to offer it."""

    game: AnyGame
    render: Render
    help: Help
