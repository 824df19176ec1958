"""What is pressed and typed to find a date that suits, before a night is announced."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.nights.ask_rules import can_on, maybe_on, no_date, would_play
from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import Option
from bot.ui.actions.nights.ask_answers import AskAnswers
from bot.ui.actions.nights.ask_planning import LONGEST_DATES, AskPlan, AskPlanning
from bot.ui.incoming import offers
from bot.ui.incoming.rows.nights import ABOUT, MENTION, TITLE
from bot.ui.incoming.rows.row import Command, Control
from bot.ui.pages.nights import ask_routes
from bot.ui.services import Interaction


async def _ask(on: Actions, it: Interaction, *, mention: discord.Role | None, **typed: Any) -> None:
    role = None if mention is None else mention.id
    await on.ask_planning.make(it, AskPlan(**typed, mention=role))


CONTROLS: Final = (
    *(
        Control(
            route,
            lambda on, it, ask, picked, rule=rule: on.ask_answers.answer(it, ask, rule(picked)),
            "anyone",
        )
        for route, rule in (
            (ask_routes.CAN, can_on),
            (ask_routes.MAYBE, maybe_on),
            (ask_routes.GAMES, would_play),
        )
    ),
    Control(
        ask_routes.NO_DATE, lambda on, it, ask: on.ask_answers.answer(it, ask, no_date()), "anyone"
    ),
    Control(ask_routes.WHO, AskAnswers.show_who, "anyone"),
    Control(ask_routes.CLOSE, AskAnswers.ask_to_close, "announcer"),
    Control(ask_routes.CLOSE_NOW, AskAnswers.close, "announcer"),
    Control(ask_routes.ANNOUNCE, AskAnswers.announce, "announcer"),
    Control(ask_routes.ANNOUNCE_ON, AskAnswers.announce, "announcer"),
    Control(ask_routes.POST, AskPlanning.post, "organizer"),
    Control(ask_routes.NAME, AskPlanning.ask_name, "organizer"),
    Control(ask_routes.DISCARD, AskPlanning.discard, "organizer"),
    Control(ask_routes.OTHER, AskPlanning.take_other, "organizer"),
    Control(ask_routes.NEW, AskPlanning.ask_again, "organizer"),
)

FORMS: Final = (
    Control(ask_routes.NEW, AskPlanning.make_again, "organizer"),
    Control(ask_routes.NAME, AskPlanning.name, "organizer"),
)

COMMANDS: Final = (
    Command(
        "night ask",
        "Ask which date suits, before you announce a night",
        _ask,
        "organizer",
        (
            Option(
                "when",
                app_commands.Range[str, 1, LONGEST_DATES],
                "2 to 6 dates with commas, as in: fri 20:00, sat 19:00",
                offers=offers.several_dates,
            ),
            Option("game", str, "Which game", offers=offers.games),
            Option("game2", str, "A second game to choose from", usual=None, offers=offers.games),
            Option("game3", str, "A third game to choose from", usual=None, offers=offers.games),
            Option(
                "until",
                app_commands.Range[str, 1, 60],
                "When the question closes; usually a day before the first date",
                usual=None,
                offers=offers.dates,
            ),
            MENTION,
            Option(
                "zone",
                str,
                "The time zone of the dates; usually the server's, or yours",
                usual=None,
                offers=offers.zones,
            ),
            TITLE,
            ABOUT,
        ),
    ),
)
