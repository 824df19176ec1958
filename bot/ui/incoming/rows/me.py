"""What is pressed and typed about what is a person's own, and what is kept about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot.ui.actions.away import Away
from bot.ui.actions.command_options import Option
from bot.ui.actions.me import Me
from bot.ui.actions.my_calls import MyCalls
from bot.ui.actions.server.privacy import Privacy
from bot.ui.actions.tables.ahead import AheadActions
from bot.ui.actions.tables.finished_games import FinishedGames
from bot.ui.actions.tables.next_table import NextTable
from bot.ui.incoming import offers
from bot.ui.incoming.rows.row import Command, Control, Top
from bot.ui.pages import routes
from storage.rows import AwayHow, Reminders

HOWS: Final[Mapping[AwayHow, str]] = {
    "clock": "my clock stops",
    "computer": "a computer plays for me",
    "table": "the table decides",
}
"""The choices of "how" as they read on Discord."""

CONTROLS: Final = (
    Control(routes.MY_GAMES, Me.games, "anyone"),
    Control(routes.MY_PAST_GAMES, FinishedGames.show_mine, "anyone"),
    Control(routes.MORE_PAST_GAMES, FinishedGames.show_mine, "anyone"),
    Control(routes.REPLAY_MINE, FinishedGames.replay, "anyone"),
    Control(routes.FIRST_THAT_WAITS, NextTable.open, "anyone"),
    Control(routes.DROP_ORDER, AheadActions.drop, "anyone"),
    Control(routes.MY_CALLS, MyCalls.show, "anyone"),
    Control(routes.SET_CALLS, MyCalls.choose, "anyone"),
    Control(routes.TRY_CALLS, MyCalls.try_again, "anyone"),
    Control(routes.CALLS_FROM_DM, lambda on, it, *_mark: on.my_calls.show(it), "anyone"),
    Control(routes.CALLS_AS_USUAL, MyCalls.as_usual, "anyone"),
    Control(routes.DIGEST, MyCalls.ask_digest, "anyone"),
    Control(routes.NO_QUIET_HOURS, Me.forget_quiet_hours, "anyone"),
    Control(routes.FORGET_CLOCK, Me.forget_clock, "anyone"),
    Control(routes.APART, Me.set_apart, "anyone"),
    Control(routes.APART_NOBODY, lambda on, it, _nobody: on.me.set_apart(it, []), "anyone"),
    Control(routes.REMINDERS, Me.set_reminders, "anyone"),
    Control(routes.HIDE, lambda on, it, said: on.me.hide(it, said == "yes"), "anyone"),
    Control(routes.READ, Me.read, "anyone"),
    Control(routes.AWAY, Away.show, "anyone"),
    Control(routes.AWAY_HOW, Away.choose, "anyone"),
    Control(routes.AWAY_BACK, Away.back, "anyone"),
    Control(routes.AWAY_DATES, Away.ask_dates, "anyone"),
    Control(routes.PRIVACY, Privacy.about, "anyone"),
    Control(routes.POLICY, Privacy.policy, "anyone"),
    Control(routes.KEEP_DATA, Privacy.keep, "anyone"),
    Control(routes.DELETE_DATA, Privacy.delete, "anyone"),
)

FORMS: Final = (
    Control(routes.AWAY_SET, Away.set_dates, "anyone"),
    Control(routes.DIGEST_SET, MyCalls.set_digest, "anyone"),
)
"""What is filled in about oneself."""

TOPS: Final = {
    "me": Top("Your games, your clock, your reminders, your name in standings", anywhere=True),
    "privacy": Top("What I keep about you: see it, or delete it", anywhere=True),
}

COMMANDS: Final = (
    Command(
        "me games",
        "List your games on all servers, those waiting for you first",
        Me.games,
        "anyone",
    ),
    Command(
        "me ahead",
        "List the moves that you have set ahead, at all your tables",
        AheadActions.show_all,
        "anyone",
    ),
    Command(
        "me calls",
        "Choose how your turn calls you: in the thread, by direct message, or not at all",
        MyCalls.show,
        "anyone",
    ),
    Command(
        "me note",
        "Note something about a game for yourself; nobody else sees it",
        lambda on, it, table, text: on.my_note.set_typed(it, table, text),
        "player",
        (
            Option(
                "table", str, "Which game", offers=lambda on, it, text: on.my_note.offered(it, text)
            ),
            Option("text", str, "Your note; leave it out to delete the old one", usual=None),
        ),
    ),
    Command(
        "me hide",
        "Don't show your name to others in standings",
        lambda on, it: on.me.hide(it, True),
        "anyone",
    ),
    Command(
        "me text",
        "Read words in place of pictures, or see pictures and tips again",
        Me.text,
        "anyone",
    ),
    Command(
        "me apart",
        "Pick people you would rather not be seated with; nobody is told",
        lambda on, it, person: on.me.apart(it, None if person is None else person.id),
        "anyone",
        (
            Option(
                "person",
                discord.User,
                "Whom to add; see all of them if you leave this out",
                usual=None,
            ),
        ),
    ),
    Command(
        "me reminders",
        "Choose where I remind you of game nights",
        Me.reminders,
        "anyone",
        (
            Option(
                "where",
                Reminders,
                "thread: in the game night's thread · dm: by direct message",
                usual=None,
            ),
        ),
    ),
    Command(
        "me clock",
        "See or set your time zone and your quiet hours",
        lambda on, it, zone, from_, to: on.me.clock(it, zone, from_, to),
        "anyone",
        (
            Option(
                "zone",
                str,
                "Where you are: a city in your time zone",
                usual=None,
                offers=offers.zones,
            ),
            Option("from", str, "Quiet hours begin at this time of day, as in 22:00", usual=None),
            Option("to", str, "Quiet hours end at this time of day, as in 7:30", usual=None),
        ),
    ),
    Command(
        "me away",
        "Be away for some days: your clocks stop in all turn-by-turn games",
        lambda on, it, until, from_, how: on.away.set(it, until, from_, how),
        "anyone",
        (
            Option(
                "until",
                str,
                "Until when: sunday (to its end), mon 8:00 or 3 days",
                offers=lambda on, it, text: on.away.offered(it, text),
            ),
            Option(
                "from",
                str,
                "From when, as in fri 18:00; from now if you leave this out",
                usual=None,
                offers=lambda on, it, text: on.away.offered(it, text, "start"),
            ),
            Option(
                "how",
                str,
                "How your games go on; usually your clocks stop",
                usual=None,
                choices=HOWS,
            ),
        ),
    ),
    Command(
        "me back",
        "You're back: your away days are over, and no computer plays for you any more",
        Away.back,
        "anyone",
    ),
    Command(
        "privacy about",
        "Read what I keep about you, and who runs this bot",
        Privacy.about,
        "anyone",
    ),
    Command("privacy show", "Get a file of everything I keep about you", Privacy.show, "anyone"),
    Command(
        "privacy delete", "Delete your data; I ask first if you're sure", Privacy.ask, "anyone"
    ),
)
