"""What is pressed and typed about the standings and seasons of a server."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import Option
from bot.ui.actions.nights.standings import StandingsActions
from bot.ui.incoming import offers
from bot.ui.incoming.rows.row import Command, Control
from bot.ui.pages import routes
from bot.ui.services import Interaction

GAME_TEXT: Final = "Which game; all of them if you leave it out"
LONGEST_NAME: Final = 20
TABLES: Final = {"all": "all tables on this server", "nights": "only tables of game nights"}
"""What `tables` takes, and how it reads on Discord."""


def _game(key: str) -> str | None:
    return None if key == routes.ALL_GAMES else key


async def _show(
    on: Actions, it: Interaction, game: str | None, season: str | None, night: str | None
) -> None:
    if night is not None:
        await on.night_recaps.show_named(it, night)
    else:
        await on.standings.show(it, game, season)


CONTROLS: Final = (
    Control(
        routes.STANDINGS,
        lambda on, it, page, game, season: on.standings.show(it, _game(game), season or None, page),
        "anyone",
    ),
    Control(
        routes.SHOW_STANDINGS,
        lambda on, it, page, game, season: on.standings.show_to_all(
            it, _game(game), season or None, page
        ),
        "anyone",
    ),
    Control(
        routes.STANDINGS_OF, lambda on, it, season: on.standings.show(it, season=season), "anyone"
    ),
    Control(routes.REMOVE_SEASON, StandingsActions.ask_to_remove, "organizer"),
    Control(routes.REALLY_REMOVE_SEASON, StandingsActions.remove, "organizer"),
    Control(routes.KEEP_SEASON, StandingsActions.keep, "organizer"),
)

COMMANDS: Final = (
    Command(
        "nights standings",
        "See who stands where",
        _show,
        "anyone",
        (
            Option("game", str, GAME_TEXT, usual=None, offers=offers.games),
            Option(
                "season",
                str,
                "Which season; all time if you leave it out",
                usual=None,
                offers=offers.seasons,
            ),
            Option("night", str, "One game night instead", usual=None, offers=offers.played_nights),
        ),
    ),
    Command(
        "nights season", "List the seasons of this server", StandingsActions.show_seasons, "anyone"
    ),
    Command(
        "night season",
        "Add a season, or change one: results that are added up",
        lambda on, it, name, first, last, tables, game: on.standings.save_season(
            it, name, (first, last), tables, game
        ),
        "organizer",
        (
            Option(
                "name",
                app_commands.Range[str, 1, LONGEST_NAME],
                "What it's called; the name of an existing season changes that season",
                offers=offers.seasons,
            ),
            Option("first", str, "Its first day, as in 2026-09-01", offers=offers.first_days),
            Option("last", str, "Its last day, as in 2026-11-30", offers=offers.last_days),
            Option(
                "tables",
                str,
                "Which tables count; never one person against computers",
                choices=TABLES,
            ),
            Option("game", str, GAME_TEXT, usual=None, offers=offers.games),
        ),
    ),
)
