"""What is pressed and typed about the games themselves: the gallery, the rules, the lessons."""

from __future__ import annotations

from typing import Final

from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import Option
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
    Control(routes.GALLERY, lambda on, it: on.gallery.show_all(it), "anyone"),
    Control(routes.SHOW_GAME, lambda on, it, game: on.gallery.show_game(it, game), "anyone"),
    Control(
        routes.AGAINST_COMPUTERS,
        lambda on, it, game: on.gallery.against_computers(it, game),
        "anyone",
    ),
    Control(
        routes.PLAY_ANOTHER,
        lambda on, it, game: on.gallery.against_computers(it, game),
        "anyone",
    ),
    Control(
        routes.PLAY_INSTEAD,
        lambda on, it, table, game: on.private_games.begin_instead(it, table, game),
        "player",
    ),
    Control(routes.WITH_FRIENDS, lambda on, it, game: on.gallery.with_friends(it, game), "anyone"),
    Control(routes.RULES, _rules, "anyone"),
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
    Control(routes.LESSON, lambda on, it, game: on.lessons.open(it, game), "anyone"),
    Control(
        routes.LEARN_BESIDE, lambda on, it, game: on.lessons.open(it, game, anew=True), "anyone"
    ),
    Control(routes.LESSON_AGAIN, lambda on, it, game: on.lessons.go_to(it, game, 0), "anyone"),
    Control(
        routes.LESSON_STEP, lambda on, it, game, step: on.lessons.go_to(it, game, step), "anyone"
    ),
    Control(
        routes.LESSON_MENU,
        lambda on, it, game, step, path: on.lessons.press_menu(it, game, step, path),
        "anyone",
    ),
)

TOPS: Final = {"play": Top(anywhere=True), "learn": Top(anywhere=True)}

COMMANDS: Final = (
    Command(
        "play",
        "Pick a game and play it, with friends or against computers",
        lambda on, it: on.gallery.show_all(it),
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
