"""What is pressed and typed to set up a server, and to block somebody there."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.tables.servers import LONGEST_NOTE
from bot.ui.actions.command_options import Option
from bot.ui.actions.server.setup import Setup
from bot.ui.incoming import offers
from bot.ui.incoming.rows.row import Command, Control, Top
from bot.ui.pages import routes

LONGEST_BLOCK: Final = 365
"""In days."""

CONTROLS: Final = (
    Control(routes.SETUP, Setup.show, "manager"),
    Control(routes.MORE_SETUP, Setup.show_more, "manager"),
    Control(routes.SET_HOSTS, Setup.set_hosts, "manager"),
    Control(routes.SET_NO_HOSTS, lambda on, it: on.setup.set_hosts(it, []), "manager"),
    Control(routes.SET_TABLES, Setup.set_tables, "manager"),
    Control(routes.SET_NO_TABLES, lambda on, it: on.setup.set_tables(it, []), "manager"),
    Control(routes.SET_NIGHTS, Setup.set_nights, "manager"),
    Control(routes.SET_NO_NIGHTS, lambda on, it: on.setup.set_nights(it, []), "manager"),
    Control(routes.SET_MOST, Setup.set_most, "manager"),
    Control(routes.CHECK_SETUP, Setup.check, "manager"),
    Control(routes.SET_ZONE, Setup.ask_zone, "manager"),
    Control(routes.TRY_TABLE, Setup.try_table, "manager"),
    Control(routes.LANGUAGES, Setup.show_languages, "manager"),
    Control(routes.SET_LANGUAGE, Setup.set_language, "manager"),
    Control(routes.BLOCKS, Setup.list_blocks, "manager"),
)

FORMS: Final = (Control(routes.SET_ZONE, Setup.set_zone, "manager"),)

TOPS: Final = {
    "setup": Top(managers=True),
    "block": Top("Keep somebody from tables and game nights on this server", managers=True),
}

COMMANDS: Final = (
    Command(
        "setup",
        "Set up this server: who hosts, where tables go, what I may do",
        Setup.show,
        "manager",
        (
            Option(
                "zone",
                str,
                "The time zone of this server: a city in it",
                usual=None,
                offers=offers.zones,
            ),
        ),
    ),
    Command(
        "block add",
        "Keep somebody from tables and game nights here",
        lambda on, it, person, days, note: on.setup.block(it, person, days, note or ""),
        "manager",
        (
            Option("person", discord.User, "Who can't join tables and game nights any more"),
            Option(
                "days",
                app_commands.Range[int, 1, LONGEST_BLOCK],
                "For how many days; until you remove it if you leave this out",
                usual=None,
            ),
            Option(
                "note",
                app_commands.Range[str, 1, LONGEST_NOTE],
                "Why; only those who manage this server see it",
                usual=None,
            ),
        ),
    ),
    Command(
        "block remove",
        "Let somebody join tables and game nights here again",
        Setup.unblock,
        "manager",
        (Option("person", discord.User, "Who may join again"),),
    ),
    Command(
        "block list", "See who can't join tables and game nights here", Setup.list_blocks, "manager"
    ),
)
