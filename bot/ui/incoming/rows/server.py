"""What is pressed and typed to set up a server, and to block somebody there."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.tables.servers import LONGEST_NOTE
from bot.ui.actions.command_options import Option
from bot.ui.incoming import offers
from bot.ui.incoming.rows.row import Command, Control, Top
from bot.ui.pages import routes

LONGEST_BLOCK: Final = 365
"""In days."""

CONTROLS: Final = (
    Control(routes.SETUP, lambda on, it: on.setup.show(it), "manager"),
    Control(routes.SET_HOSTS, lambda on, it, roles: on.setup.set_hosts(it, roles), "manager"),
    Control(routes.SET_NO_HOSTS, lambda on, it: on.setup.set_hosts(it, []), "manager"),
    Control(routes.SET_TABLES, lambda on, it, places: on.setup.set_tables(it, places), "manager"),
    Control(routes.SET_NO_TABLES, lambda on, it: on.setup.set_tables(it, []), "manager"),
    Control(routes.SET_NIGHTS, lambda on, it, places: on.setup.set_nights(it, places), "manager"),
    Control(routes.SET_NO_NIGHTS, lambda on, it: on.setup.set_nights(it, []), "manager"),
    Control(routes.SET_MOST, lambda on, it, most: on.setup.set_most(it, most), "manager"),
    Control(routes.CHECK_SETUP, lambda on, it: on.setup.check(it), "manager"),
    Control(routes.SET_ZONE, lambda on, it: on.setup.ask_zone(it), "manager"),
    Control(routes.TRY_TABLE, lambda on, it: on.setup.try_table(it), "manager"),
    Control(routes.LANGUAGES, lambda on, it: on.setup.show_languages(it), "manager"),
    Control(
        routes.SET_LANGUAGE, lambda on, it, chosen: on.setup.set_language(it, chosen), "manager"
    ),
    Control(routes.BLOCKS, lambda on, it, page: on.setup.list_blocks(it, page), "manager"),
)

FORMS: Final = (Control(routes.SET_ZONE, lambda on, it: on.setup.set_zone(it), "manager"),)

TOPS: Final = {
    "setup": Top(managers=True),
    "block": Top("Keep somebody from tables and game nights on this server", managers=True),
}

COMMANDS: Final = (
    Command(
        "setup",
        "Set up this server: who hosts, where tables go, what I may do",
        lambda on, it, zone: on.setup.show(it, zone),
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
        lambda on, it, person: on.setup.unblock(it, person),
        "manager",
        (Option("person", discord.User, "Who may join again"),),
    ),
    Command(
        "block list",
        "See who can't join tables and game nights here",
        lambda on, it: on.setup.list_blocks(it),
        "manager",
    ),
)
