"""Every verb of a table: which tables it is for, its command, its controls, and what it does.

A new one needs its law in `bot/tables`, a row here, and its words in
`bot/ui/pages/tables/verb_words.py`. One that is voted on gets its button from these words; others
are put on a page.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

import discord
from discord import app_commands

from bot.engine.computer import LEVELS, Level
from bot.tables.seat import Person
from bot.tables.table import Table, known_level
from bot.tables.trouble import Stale
from bot.ui.actions.actions import Actions
from bot.ui.actions.tables import fitting_tables as tables
from bot.ui.actions.tables.fitting_tables import Aim
from bot.ui.actions.tables.lobby_settings import ENTRIES
from bot.ui.actions.tables.seat_names import may_be_kicked
from bot.ui.pages.tables.replay import ALL
from bot.ui.pages.tables.setting_names import LONGEST, PACES, levels_at
from bot.ui.pages.wording import Wording
from bot.ui.services import Interaction
from storage.rows import Pace

Words = Mapping[str, str]
"""What a command or a control says besides the table, by name."""

Do = Callable[[Actions, Interaction, str, Words], Awaitable[None]]
"""Does a verb at the table of an id. It answers, or raises Trouble."""

_TIME: Any = app_commands.Range[int, 1, LONGEST]
MOVE_TIME: Final[Any] = _TIME | None
MOVE_TIME_TEXT = "Time for a move: minutes if live (usually 3), hours if turn by turn (usually 24)"
PACE_TEXT = "live: minutes a move · days: hours a move · none: no clock"

_NUMBER = "[0-9]{1,18}"
_PERSON = "([0-9]{1,18}|[1-8][0-9]{18})"
"""An id of Discord's that storage can hold."""


Offers = Callable[[Actions, Table, Person, Wording], Awaitable[list[tuple[str, str]]]]
"""Returns (value, label) of what a person may fill in at a table."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a verb's command, and what is offered for it while somebody types."""

    name: str
    type: Any
    text: str
    optional: bool = False
    offers: Offers | None = None


@dataclass(frozen=True, slots=True)
class Control:
    """A button or a list whose id is `id:<table>`, then `:` and what `rest` matches, if any.

    The named groups of `rest` become words. With `on_page` a refusal appears on the table page, if
    the control lies there.
    """

    id: str
    rest: str = ""
    on_page: bool = False
    do: Do | None = None
    """What it does, if that isn't what the command of its verb does."""

    def words(self, rest: str) -> Words | None:
        """Return the words of what follows the table in an id; None if it doesn't fit."""
        found = re.fullmatch(self.rest, rest)
        return None if found is None else {k: v for k, v in found.groupdict().items() if v}


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that people can do at a table. `text` is what its command says about it."""

    name: str
    tables: Aim
    do: Do
    text: str
    options: tuple[Option, ...] = ()
    controls: tuple[Control, ...] = ()


def _on_page(verb: str, rest: str = "", do: Do | None = None) -> Control:
    """Return the control of a verb that lies on the table page."""
    return Control(f"a:{verb}", rest, on_page=True, do=do)


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


async def _replace(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    if "number" in words:
        await actions.seats.replace(interaction, table, int(words["number"]))
    else:
        await actions.seats.replace_named(interaction, table, words.get("seat", ""))


async def _kick(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    if "person" in words:
        await actions.seats.kick_person(interaction, table, int(words["person"]))
    else:
        await actions.seats.kick_named(interaction, table, words.get("seat", ""))


async def _pace(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    pace, time = words.get("pace"), words.get("move_time")
    if pace not in PACES or (time is not None and not re.fullmatch("[0-9]{1,4}", time)):
        raise Stale
    await actions.decisions.pace(
        interaction, table, cast(Pace, pace), None if time is None else int(time)
    )


async def _set_pace(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    await actions.lobby.set_pace(interaction, table, cast(Pace, words["pace"]))


async def _invite(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    people = [int(each) for each in words.get("people", "").split("+") if each]
    if "person" in words:
        if not re.fullmatch(_PERSON, words["person"]):
            raise Stale
        people.append(int(words["person"]))
    await actions.lobby_settings.invite(interaction, table, people)


async def _entry(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    await actions.lobby_settings.choose(interaction, table, words["entry"])


async def _vote(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    answer, revision = words.get("answer", ""), words.get("revision")
    if answer not in ("yes", "no", "y", "n"):
        raise Stale
    yes = answer in ("yes", "y")
    await actions.decisions.vote(
        interaction, table, yes, None if revision is None else int(revision)
    )


async def _computer(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    level, revision = known_level(words.get("level")), words.get("revision")
    if level is None:
        raise Stale
    await actions.lobby.add_computer(
        interaction, table, level, None if revision is None else int(revision)
    )


async def _dismiss(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    if "number" in words:
        number, revision = -int(words["number"]), int(words["revision"])
        await actions.lobby.remove_computer(interaction, table, number, revision)
    else:
        await actions.lobby.dismiss(interaction, table, words.get("computer", ""))


async def _replay(actions: Actions, interaction: Interaction, table: str, words: Words) -> None:
    step, look = int(words.get("step", "0")), words.get("look", ALL)
    await actions.finished_games.replay(interaction, table, step, look)


# What is offered while somebody types


async def _seats_to_take(
    actions: Actions, table: Table, person: Person, wording: Wording
) -> list[tuple[str, str]]:
    return _labels(await actions.seats.open_to(table, person), wording)


async def _seats_to_kick(
    _actions: Actions, table: Table, _person: Person, wording: Wording
) -> list[tuple[str, str]]:
    return _labels(may_be_kicked(table), wording)


def _labels(seats: tuple[int, ...], wording: Wording) -> list[tuple[str, str]]:
    labels = [f"#{seat + 1} {wording.bare(seat)}" for seat in seats]
    return [(label, label) for label in labels]


async def _computer_names(
    _actions: Actions, table: Table, person: Person, wording: Wording
) -> list[tuple[str, str]]:
    if table.seat_of(person.id) is None:
        return []
    labels = levels_at(table.face(), wording)
    return [(seat.name, label) for seat, label in zip(table.computers(), labels, strict=True)]


_SEAT_TEXT = "A player's name, or the number of the seat"

VERBS: Final[Mapping[str, Verb]] = {
    verb.name: verb
    for verb in (
        Verb(
            "join",
            tables.JOIN,
            _simple(lambda on: on.lobby.join),
            "Join a game that is waiting for players",
            controls=(Control("t:join"),),
        ),
        Verb(
            "leave",
            tables.LEAVE,
            _simple(lambda on: on.seats.leave),
            "Leave a game; a computer plays for you until you are back",
            controls=(_on_page("leave"), Control("t:leave", do=_simple(lambda on: on.lobby.leave))),
        ),
        Verb(
            "back",
            tables.BACK,
            _simple(lambda on: on.seats.back),
            "Come back to a game you left, and see what happened meanwhile",
            # A refusal appears on the hand, so it isn't `_on_page`.
            controls=(Control("a:back"),),
        ),
        Verb(
            "start",
            tables.START,
            _simple(lambda on: on.lobby.start),
            "Start the game; for its host",
            controls=(Control("t:start"),),
        ),
        Verb(
            "hand",
            tables.SEE,
            _simple(lambda on: on.play.show_named_hand),
            "Look at your hand and see what you can do now",
            controls=(Control("t:hand", "(card|ping)?"),),
        ),
        Verb(
            "board",
            tables.SEE,
            _simple(lambda on: on.play.show_board),
            "Move the board to this channel",
        ),
        Verb(
            "end",
            tables.LEAD,
            _simple(lambda on: on.table_page.ask_end),
            "End a game without a result; for its host and moderators",
            controls=(
                _on_page("end"),
                _on_page("end", "yes", do=_simple(lambda on: on.decisions.end)),
            ),
        ),
        Verb(
            "pause",
            tables.PAUSE,
            _simple(lambda on: on.decisions.pause),
            "Pause a game; the others vote unless you are host or moderator",
            controls=(_on_page("pause"),),
        ),
        Verb(
            "resume",
            tables.RESUME,
            _simple(lambda on: on.decisions.resume),
            "Resume a paused game, or bring back an archived one, in this channel",
            controls=(_on_page("resume"),),
        ),
        Verb(
            "takeback",
            tables.IN_PLAY,
            _ask("takeback"),
            "Ask the others to let you take back your last move",
            controls=(_on_page("takeback"),),
        ),
        Verb(
            "rematch",
            tables.AGAIN,
            _simple(lambda on: on.finished_games.rematch),
            "Play the same game again, or join its rematch",
            controls=(_on_page("rematch"),),
        ),
        Verb(
            "replay",
            tables.PAST,
            _replay,
            "Look back at a finished game, step by step",
            controls=(Control("h:replay", rf"(?P<step>{_NUMBER})(:(?P<look>[^:]*)(:.*)?)?"),),
        ),
        Verb(
            "export",
            tables.PAST,
            _simple(lambda on: on.finished_games.export),
            "Get a finished game as a file",
            controls=(Control("h:export"),),
        ),
        Verb(
            "verify",
            tables.PAST,
            _simple(lambda on: on.finished_games.verify),
            "Check that the deal of a finished game wasn't changed",
            controls=(Control("h:verify"),),
        ),
        Verb(
            "computer",
            tables.SEATING,
            _computer,
            "Add a computer player",
            (Option("level", Level, "How well it plays"),),
            (
                Control("t:computers", do=_simple(lambda on: on.lobby.show_computers)),
                Control("c:add", rf"(?P<revision>{_NUMBER}):(?P<level>{'|'.join(LEVELS)})"),
            ),
        ),
        Verb(
            "dismiss",
            tables.SEATING,
            _dismiss,
            "Remove a computer player before the game begins",
            (Option("computer", str, "Its name", offers=_computer_names),),
            (Control("c:remove", rf"(?P<revision>{_NUMBER}):(?P<number>{_NUMBER})"),),
        ),
        Verb(
            "invite",
            tables.HOST,
            _invite,
            "Invite somebody to your table, and choose who may join",
            (Option("person", discord.Member, "Whom to invite"),),
            (
                Control("t:settings", do=_simple(lambda on: on.lobby_settings.show)),
                Control("t:entry", rf"(?P<entry>{'|'.join(ENTRIES)})", do=_entry),
                Control("t:invite", rf"(?P<people>{_PERSON}(\+{_PERSON}){{0,24}})?"),
            ),
        ),
        Verb(
            "replace",
            tables.REPLACE,
            _replace,
            "Take over a free seat in a game that has begun",
            (Option("seat", str, _SEAT_TEXT, offers=_seats_to_take),),
            (_on_page("seat", rf"(?P<number>{_NUMBER})"),),
        ),
        Verb(
            "kick",
            tables.LEAD,
            _kick,
            "Remove a player; for the host and moderators",
            (Option("seat", str, _SEAT_TEXT, offers=_seats_to_kick),),
            (_on_page("kick", "(?P<person>[0-9]{1,20})"),),
        ),
        Verb(
            "pace",
            tables.PACE,
            _pace,
            "Ask the others for another pace",
            (
                Option("pace", Pace, PACE_TEXT),
                Option("move_time", MOVE_TIME, MOVE_TIME_TEXT, optional=True),
            ),
            (
                _on_page("pace", f"(?P<pace>{'|'.join(PACES)})"),
                Control("t:pace", f"(?P<pace>{'|'.join(PACES)})", do=_set_pace),
            ),
        ),
        Verb(
            "vote",
            tables.VOTE,
            _vote,
            "Vote on what somebody asks for",
            (Option("answer", Literal["yes", "no"], "Your vote"),),
            (_on_page("vote", rf"(?P<revision>{_NUMBER}):(?P<answer>[yn])"),),
        ),
    )
}

CONTROLS: Final[tuple[tuple[Control, Do], ...]] = (
    *((each, each.do or verb.do) for verb in VERBS.values() for each in verb.controls),
    (_on_page("page"), _simple(lambda on: on.table_page.show)),
    (_on_page("call"), _simple(lambda on: on.table_page.call_host)),
    (_on_page("text"), _simple(lambda on: on.table_page.show_text)),
    (_on_page("seal"), _simple(lambda on: on.table_page.show_seal)),
    (Control("h:scored"), _simple(lambda on: on.finished_games.show_scoring)),
    (Control("h:open"), _simple(lambda on: on.finished_games.open_hands)),
)
"""Every control that names a table, except the menu of a hand, and what it does."""
