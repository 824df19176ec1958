"""What is pressed and typed about what is a person's own, and what is kept about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot.ui.actions.command_options import Option
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
    Control(routes.MY_GAMES, lambda on, it, page: on.me.games(it, page), "anyone"),
    Control(routes.FIRST_THAT_WAITS, lambda on, it: on.next_table.open(it), "anyone"),
    Control(routes.DROP_ORDER, lambda on, it, table: on.ahead.drop(it, table), "anyone"),
    Control(routes.MY_CALLS, lambda on, it: on.my_calls.show(it), "anyone"),
    Control(routes.SET_CALLS, lambda on, it, way: on.my_calls.choose(it, way), "anyone"),
    Control(routes.TRY_CALLS, lambda on, it: on.my_calls.try_again(it), "anyone"),
    Control(routes.CALLS_FROM_DM, lambda on, it, *_mark: on.my_calls.show(it), "anyone"),
    Control(routes.CALLS_AS_USUAL, lambda on, it, table: on.my_calls.as_usual(it, table), "anyone"),
    Control(routes.DIGEST, lambda on, it: on.my_calls.ask_digest(it), "anyone"),
    Control(routes.NO_QUIET_HOURS, lambda on, it: on.me.forget_quiet_hours(it), "anyone"),
    Control(routes.FORGET_CLOCK, lambda on, it: on.me.forget_clock(it), "anyone"),
    Control(routes.APART, lambda on, it, people: on.me.set_apart(it, people), "anyone"),
    Control(routes.APART_NOBODY, lambda on, it, _nobody: on.me.set_apart(it, []), "anyone"),
    Control(routes.REMINDERS, lambda on, it, where: on.me.set_reminders(it, where), "anyone"),
    Control(routes.HIDE, lambda on, it, said: on.me.hide(it, said == "yes"), "anyone"),
    Control(routes.READ, lambda on, it, choice: on.me.read(it, choice), "anyone"),
    Control(routes.AWAY, lambda on, it: on.away.show(it), "anyone"),
    Control(routes.AWAY_HOW, lambda on, it, how: on.away.choose(it, how), "anyone"),
    Control(routes.AWAY_BACK, lambda on, it: on.away.back(it), "anyone"),
    Control(routes.AWAY_DATES, lambda on, it: on.away.ask_dates(it), "anyone"),
    Control(routes.PRIVACY, lambda on, it: on.privacy.about(it), "anyone"),
    Control(routes.POLICY, lambda on, it, which: on.privacy.policy(it, which), "anyone"),
    Control(routes.KEEP_DATA, lambda on, it: on.privacy.keep(it), "anyone"),
    Control(routes.DELETE_DATA, lambda on, it: on.privacy.delete(it), "anyone"),
)

FORMS: Final = (
    Control(routes.AWAY_SET, lambda on, it: on.away.set_dates(it), "anyone"),
    Control(routes.DIGEST_SET, lambda on, it: on.my_calls.set_digest(it), "anyone"),
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
        lambda on, it: on.me.games(it),
        "anyone",
    ),
    Command(
        "me ahead",
        "List the moves that you have set ahead, at all your tables",
        lambda on, it: on.ahead.show_all(it),
        "anyone",
    ),
    Command(
        "me calls",
        "Choose how your turn calls you: in the thread, by direct message, or not at all",
        lambda on, it: on.my_calls.show(it),
        "anyone",
    ),
    Command(
        "me note",
        "Note something about a game for yourself; nobody else sees it",
        lambda on, it, table, text: on.my_note.set_typed(it, table, text),
        "player",
        (
            Option(
                "table",
                str,
                "Which game",
                offers=lambda on, it, text: on.my_note.offered(it, text),
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
        lambda on, it: on.me.text(it),
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
        lambda on, it, where: on.me.reminders(it, where),
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
                "Until when, as in mon 8:00",
                offers=lambda on, it, text: on.away.offered(it, text),
            ),
            Option(
                "from",
                str,
                "From when, as in fri 18:00; from now if you leave this out",
                usual=None,
                offers=lambda on, it, text: on.away.offered(it, text),
            ),
            Option("how", str, "How your games go on", usual=None, choices=HOWS),
        ),
    ),
    Command(
        "me back",
        "You're back: your away days are over, and your clocks go on",
        lambda on, it: on.away.back(it),
        "anyone",
    ),
    Command(
        "privacy about",
        "Read what I keep about you, and who runs this bot",
        lambda on, it: on.privacy.about(it),
        "anyone",
    ),
    Command(
        "privacy show",
        "Get a file of everything I keep about you",
        lambda on, it: on.privacy.show(it),
        "anyone",
    ),
    Command(
        "privacy delete",
        "Delete your data; I ask first if you're sure",
        lambda on, it: on.privacy.ask(it),
        "anyone",
    ),
)
