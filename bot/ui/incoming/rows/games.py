"""What is pressed and typed about the games themselves: the gallery, the rules, the lessons."""

from __future__ import annotations

from typing import Final

from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import Option
from bot.ui.actions.games.gallery import Gallery
from bot.ui.actions.games.lessons import Lessons
from bot.ui.actions.tables.private_games import PrivateGames
from bot.ui.incoming import offers
from bot.ui.incoming.rows.row import Command, Control, Top
from bot.ui.pages import routes
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction

_LAST_PAGE: Final = 99
"""That of the rules that is on the bot: the nearest page to this one is shown."""


async def _rules(on: Actions, it: Interaction, game: str, page: int, origin: str) -> None:
    gallery = origin == routes.FROM_GALLERY
    table = "" if gallery else origin
    await on.show_rules(it, game, page, from_gallery=gallery, table_id=table)


async def _learn(on: Actions, it: Interaction, game: str) -> None:
    await on.lessons.open(it, on.services.typed_game(game, wording_of(it)))


CONTROLS: Final = (
    Control(routes.GALLERY, Gallery.show_all, "anyone"),
    Control(routes.GALLERY_BESIDE, lambda on, it: on.gallery.show_all(it, anew=True), "anyone"),
    Control(routes.SHOW_GAME, Gallery.show_game, "anyone"),
    Control(routes.AGAINST_COMPUTERS, Gallery.against_computers, "anyone"),
    Control(routes.AGAINST_SO_MANY, Gallery.against_computers, "anyone"),
    Control(routes.PLAY_ANOTHER, Gallery.against_computers, "anyone"),
    Control(routes.PLAY_INSTEAD, PrivateGames.begin_instead, "player"),
    Control(routes.WITH_FRIENDS, Gallery.with_friends, "anyone"),
    Control(routes.RULES, _rules, "anyone"),
    Control(routes.RULES_BESIDE, lambda on, it, game: on.show_rules(it, game, anew=True), "anyone"),
    Control(
        routes.RULES_JUMP,
        lambda on, it, game, origin, page: _rules(on, it, game, page, origin),
        "anyone",
    ),
    Control(
        routes.HOW_IT_WORKS,
        lambda on, it, game, _page, origin: _rules(on, it, game, _LAST_PAGE, origin),
        "anyone",
    ),
    Control(routes.LESSON, Lessons.open, "anyone"),
    Control(
        routes.LEARN_BESIDE, lambda on, it, game: on.lessons.open(it, game, anew=True), "anyone"
    ),
    Control(routes.LESSON_AGAIN, lambda on, it, game: on.lessons.go_to(it, game, 0), "anyone"),
    Control(routes.LESSON_STEP, Lessons.go_to, "anyone"),
    Control(routes.LESSON_MENU, Lessons.press_menu, "anyone"),
)

TOPS: Final = {"play": Top(anywhere=True), "learn": Top(anywhere=True)}

COMMANDS: Final = (
    Command(
        "play",
        "Pick a game and play it, with friends or against computers",
        Gallery.show_all,
        "anyone",
    ),
    Command(
        "learn",
        "Learn a game in a few minutes by playing it",
        _learn,
        "anyone",
        (Option("game", str, "Which game?", offers=offers.games_to_learn),),
    ),
)
