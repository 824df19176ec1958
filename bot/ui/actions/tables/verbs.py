"""Every verb of a table: which tables it is for, its command, and what it does.

A new one needs its law in `bot/tables`, a row here, and its words in
`bot/ui/pages/tables/verb_words.py`. One that is voted on gets its button from these words; others
are put on a page.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

import discord
from discord import app_commands

from bot.engine.computer import Level
from bot.nights.typed_dates import LONGEST
from bot.tables.seat import known_level
from bot.tables.table import Table
from bot.tables.trouble import STALE, Trouble
from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import Offers, Option, typed_so_far
from bot.ui.actions.rights import Who
from bot.ui.actions.tables import fitting_tables as tables
from bot.ui.actions.tables.fitting_tables import Aim
from bot.ui.actions.tables.open_seats import seats_open_to
from bot.ui.actions.tables.which_table import TABLE, which
from bot.ui.pages.routes import PERSON
from bot.ui.pages.tables.end_page import How
from bot.ui.pages.tables.setting_names import LONGEST_MOVE_TIME, PACES, levels_at
from bot.ui.pages.typed_words import Suggestion, narrowed
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import person_of
from bot.ui.services import Interaction
from storage.rows import Pace

Words = Mapping[str, str]
"""What a command or a control says besides the table, by name."""

Do = Callable[[Actions, Interaction, str, Words], Awaitable[None]]
"""Does a verb at the table of an id. It answers, or raises Trouble."""

MOVE_TIME: Final[Any] = app_commands.Range[int, 1, LONGEST_MOVE_TIME]
MOVE_TIME_TEXT = "Time for a move: minutes if live (usually 3), hours if turn by turn (usually 24)"
RESERVE: Final[Any] = app_commands.Range[int, 0, 999]
RESERVE_TEXT = "Time you keep for later moves: hours, minutes if live; a move gives move_time back"
HOW_TEXT = "points: as they stand · void: without a result"
PACE_TEXT = "live: minutes a move · days: hours a move · none: no clock"

Offered = Callable[[Actions, Interaction, Table, Wording], Awaitable[list[Suggestion]]]
"""Returns what a person may fill in at a table."""


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that people can do at a table. `text` is what its command says about it."""

    name: str
    tables: Aim
    who: Who
    do: Do
    text: str
    options: tuple[Option, ...] = ()


# What each verb does


def _simple(method: Callable[[Actions], Callable[[Interaction, str], Awaitable[None]]]) -> Do:
    """Return the function of a verb that needs no words besides its table."""

    async def do(actions: Actions, interaction: Interaction, table_id: str, _words: Words) -> None:
        await method(actions)(interaction, table_id)

    return do


def _ask(verb: str) -> Do:
    """Return the function of a verb that the others are asked about."""

    async def do(actions: Actions, interaction: Interaction, table_id: str, _words: Words) -> None:
        await actions.decisions.ask(interaction, table_id, verb)

    return do


async def _end(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    how = words.get("how")
    if how not in (None, "points", "void"):
        raise Trouble(STALE)
    await actions.endings.ask(interaction, table, cast("How | None", how))


async def _start(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    at = words.get("at")
    if at is None:
        await actions.lobby.start(interaction, table)
    else:
        await actions.lobby_settings.start_at(interaction, table, at)


async def _replace(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    await actions.seats.replace_named(interaction, table, words.get("seat", ""))


async def _kick(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    await actions.seats.kick_named(interaction, table, words.get("seat", ""))


async def _pace(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    pace, time, reserve = words.get("pace"), words.get("move_time"), words.get("reserve", "0")
    numbers = [each for each in (time, reserve) if each is not None]
    if pace not in PACES or not all(re.fullmatch("[0-9]{1,4}", each) for each in numbers):
        raise Trouble(STALE)
    await actions.decisions.pace(
        interaction, table, cast(Pace, pace), None if time is None else int(time), int(reserve)
    )


async def _invite(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    if not re.fullmatch(PERSON.fits, words.get("person", "")):
        raise Trouble(STALE)
    await actions.lobby_settings.invite(interaction, table, [int(words["person"])])


async def _host(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    if not re.fullmatch(PERSON.fits, words.get("person", "")):
        raise Trouble(STALE)
    await actions.lobby_settings.make_host(interaction, table, int(words["person"]))


async def _vote(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    answer = words.get("answer")
    if answer not in ("yes", "no"):
        raise Trouble(STALE)
    await actions.decisions.vote(interaction, table, answer == "yes", None)


async def _computer(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    level = known_level(words.get("level"))
    if level is None:
        raise Trouble(STALE)
    await actions.lobby.add_computer(interaction, table, level, None)


async def _dismiss(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    await actions.lobby.dismiss(interaction, table, words.get("computer", ""))


# What is offered while somebody types


def _at(tables: Aim, offered: Offered) -> Offers:
    """Return what fills in an option by what is offered at the table that is meant."""

    async def offers(actions: Actions, interaction: Interaction, text: str) -> Sequence[Suggestion]:
        services = actions.services
        table_id = await which(services, interaction, typed_so_far(interaction, TABLE), tables)
        table = await services.tables.get(table_id)
        wording = services.wording(table, str(interaction.locale))
        return narrowed(await offered(actions, interaction, table, wording), text)

    return offers


async def _seats_to_take(
    actions: Actions, interaction: Interaction, table: Table, wording: Wording
) -> list[Suggestion]:
    seats, _why = await seats_open_to(actions.services, table, person_of(interaction))
    return _labels(seats, wording)


async def _seats_to_kick(
    actions: Actions, interaction: Interaction, table: Table, wording: Wording
) -> list[Suggestion]:
    return _labels(await actions.seats.removable_by(interaction, table), wording)


def _labels(seats: tuple[int, ...], wording: Wording) -> list[Suggestion]:
    labels = [f"#{seat + 1} {wording.bare(seat)}" for seat in seats]
    return [Suggestion(label, label) for label in labels]


async def _computer_names(
    _actions: Actions, interaction: Interaction, table: Table, wording: Wording
) -> list[Suggestion]:
    if not table.sits(interaction.user.id):
        return []
    labels = levels_at(table.face(), wording)
    return [
        Suggestion(seat.name, label) for seat, label in zip(table.computers(), labels, strict=True)
    ]


_SEAT_TEXT = "A player's name, or the number of the seat"

VERBS: Final[Mapping[str, Verb]] = {
    verb.name: verb
    for verb in (
        Verb(
            "join",
            tables.JOIN,
            "anyone",
            _simple(lambda on: on.lobby.join),
            "Join a game that is waiting for players",
        ),
        Verb(
            "leave",
            tables.LEAVE,
            "player",
            _simple(lambda on: on.seats.leave),
            "Leave a game; a computer plays for you until you are back",
        ),
        Verb(
            "back",
            tables.BACK,
            "player",
            _simple(lambda on: on.seats.back),
            "Come back to a game you left, and see what happened meanwhile",
        ),
        Verb(
            "start",
            tables.START,
            "host",
            _start,
            "Start the game, now or at a time; for its host",
            (
                Option(
                    "at",
                    app_commands.Range[str, 1, LONGEST],
                    "When it should begin by itself, like fri 20:00; else now",
                    usual=None,
                    offers=lambda on, it, text: on.lobby_settings.offered_starts(it, text),
                ),
            ),
        ),
        Verb(
            "hand",
            tables.HAND,
            "player",
            _simple(lambda on: on.play.show_named_hand),
            "Look at your hand and see what you can do now",
        ),
        Verb(
            "board",
            tables.SEE,
            "player",
            _simple(lambda on: on.play.show_board),
            "Move the board to this channel",
        ),
        Verb(
            "end",
            tables.END,
            "player or decider",
            _end,
            "End a game: everybody who is there must agree",
            (Option("how", Literal["points", "void"], HOW_TEXT, usual=None),),
        ),
        Verb(
            "concede",
            tables.GIVE_UP,
            "player",
            _simple(lambda on: on.endings.ask_who_plays),
            "Give up a game; a computer plays your seat to the end",
        ),
        Verb(
            "pause",
            tables.PAUSE,
            "player or decider",
            _simple(lambda on: on.decisions.pause),
            "Pause a game; the others vote unless you are host or moderator",
        ),
        Verb(
            "resume",
            tables.RESUME,
            "player or decider",
            _simple(lambda on: on.decisions.resume),
            "Resume a paused game, or bring back an archived one, in this channel",
        ),
        Verb(
            "takeback",
            tables.IN_PLAY,
            "player",
            _ask("takeback"),
            "Ask the others to let you take back your last move",
        ),
        Verb(
            "rematch",
            tables.AGAIN,
            "player",
            _simple(lambda on: on.finished_games.rematch),
            "Play the same game again, or join its rematch",
        ),
        Verb(
            "replay",
            tables.PAST,
            "anyone",
            _simple(lambda on: on.finished_games.replay),
            "Look back at a finished game, step by step",
        ),
        Verb(
            "export",
            tables.PAST,
            "anyone",
            _simple(lambda on: on.finished_games.export),
            "Get a finished game as a file",
        ),
        Verb(
            "verify",
            tables.PAST,
            "anyone",
            _simple(lambda on: on.finished_games.verify),
            "Check that the deal of a finished game wasn't changed",
        ),
        Verb(
            "computer",
            tables.SEATING,
            "player",
            _computer,
            "Add a computer player",
            (Option("level", Level, "How well it plays"),),
        ),
        Verb(
            "dismiss",
            tables.SEATING,
            "player",
            _dismiss,
            "Remove a computer player before the game begins",
            (Option("computer", str, "Its name", offers=_at(tables.SEATING, _computer_names)),),
        ),
        Verb(
            "invite",
            tables.HOST,
            "host",
            _invite,
            "Invite somebody to your table, and choose who may join",
            (Option("person", discord.Member, "Whom to invite"),),
        ),
        Verb(
            "host",
            tables.MAKE_HOST,
            "host",
            _host,
            "Make somebody else at your table its host",
            (Option("person", discord.Member, "Who should be the host"),),
        ),
        Verb(
            "replace",
            tables.REPLACE,
            "anyone",
            _replace,
            "Take over a free seat in a game that has begun",
            (Option("seat", str, _SEAT_TEXT, offers=_at(tables.REPLACE, _seats_to_take)),),
        ),
        Verb(
            "kick",
            tables.LEAD,
            "decider",
            _kick,
            "Remove a player; for the host and moderators",
            (Option("seat", str, _SEAT_TEXT, offers=_at(tables.LEAD, _seats_to_kick)),),
        ),
        Verb(
            "pace",
            tables.PACE,
            "player",
            _pace,
            "Ask the others for another pace",
            (
                Option("pace", Pace, PACE_TEXT),
                Option("move_time", MOVE_TIME, MOVE_TIME_TEXT, usual=None),
                Option("reserve", RESERVE, RESERVE_TEXT, usual=None),
            ),
        ),
        Verb(
            "vote",
            tables.VOTE,
            "player",
            _vote,
            "Vote on what somebody asks for",
            (Option("answer", Literal["yes", "no"], "Your vote"),),
        ),
    )
}
