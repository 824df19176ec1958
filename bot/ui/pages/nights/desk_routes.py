"""The ids of the controls of a night's desk, and of a night looked back at: made and read."""

from __future__ import annotations

from typing import Final

from bot.ui.pages.route import Part, Route
from bot.ui.pages.routes import (
    ALL,
    GAME,
    ID,
    IDS,
    LIST,
    MORE,
    NIGHT,
    NUMBER,
    PERSON,
    TABLE,
    one_of,
    words,
)


def _two_numbers(text: str) -> tuple[int, int]:
    one, _, other = text.partition(".")
    return int(one), int(other)


def _place(text: str) -> tuple[str, int]:
    table, _, seat = text.partition(".")
    return table, int(seat)


def _table_and_game(text: str) -> tuple[int, str]:
    table, _, game = text.partition(".")
    return int(table), game


def _seats(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def _sign(text: str) -> tuple[int, int]:
    # Older versions wrote the night's revision there: no proposal is known by that.
    number, _, revision = text.rpartition(".")
    return int(number or 0), int(revision)


PICKED: Final = Part("[^:]*", words)
"""What was picked together from a list that may lead on."""
SEATS: Final = Part(r"[0-9]+(?:\.[0-9]+)*", _seats, optional=True, missing=())
"""Of which seats something was said: that they get night points, or are to be reminded."""
ASKED: Final = Part(r"[0-9]{1,10}", int, optional=True, missing=-1)
"""What was said of the games that computers would finish, as a number."""
PROPOSAL: Final = Part(r"(?:[0-9]{1,4}\.)?[0-9]{1,18}", _sign)
"""Which proposal: the number of its round, and of the change that made it."""


def _of_round(begins: str, *parts: Part | str) -> Route:
    """Return the ids of what is done only while a round is the next, or the last that was dealt."""
    return Route(begins, NIGHT, NUMBER, *parts)


def _of_proposal(begins: str, *parts: Part | str) -> Route:
    """Return the ids of what is done only if no host has changed the proposal since."""
    return Route(begins, NIGHT, PROPOSAL, *parts)


def proposal_part(sign: tuple[int, int]) -> str:
    """Return the part of an id that says which proposal is meant."""
    return "{}.{}".format(*sign)


DESK: Final = Route("d:desk", NIGHT)
ANSWER_CALL: Final = Route("d:answer", NIGHT, TABLE)
DESK_TABLE: Final = Route("d:desk", NIGHT, TABLE)
DESK_TABLE_OF_BEFORE: Final = Route("d:back", NIGHT, TABLE)
"""Older versions gave a leader their own seat back by it: the table has a button for that."""
DESK_TABLE_MORE: Final = Route("d:desk", NIGHT, TABLE, "more")
PICK_TABLE: Final = Route("d:pick", NIGHT, TABLE)
PICK_TABLE_MORE: Final = Route("d:pick", NIGHT, MORE)
_WHO_WHERE: Final = Part(rf"[0-9]{{1,18}}\.{ID}", _two_numbers)
PUT_ON_SEAT: Final = Route("d:put", NIGHT, TABLE, _WHO_WHERE)
PUT_FOR_GOOD: Final = Route("d:put", NIGHT, TABLE, _WHO_WHERE, "yes")
PUT_ON_SEAT_MORE: Final = Route("d:put", NIGHT, TABLE, MORE)
GUESTS: Final = Route("d:guests", NIGHT)
GUEST: Final = Route("d:guest", NIGHT, PERSON)
GUEST_MORE: Final = Route("d:guest", NIGHT, MORE)
GUEST_IS: Final = Route("d:guest", NIGHT, PERSON, one_of("here", "not", "let", "off", "ask"))
SURELY_OFF: Final = Route("d:guest", NIGHT, PERSON, "off", "yes")
GONE: Final = Route("d:left", NIGHT, PICKED)
GONE_BEFORE_ROUND: Final = Route("d:missed", NIGHT, PICKED)
NOT_AT_TABLE: Final = Route("d:gone", NIGHT, TABLE, PERSON)
ASK_TABLE: Final = Route("d:askgone", NIGHT, TABLE, PERSON)
SURELY_NOT_AT_TABLE: Final = Route("d:gone", NIGHT, TABLE, PERSON, "yes")
GIVE_SEAT: Final = Route("d:give", NIGHT, PERSON)
GIVE_SEAT_FROM_DESK: Final = Route("d:give", NIGHT, PERSON, "desk")
GIVE_SEAT_MORE: Final = Route("d:give", NIGHT, PERSON, MORE)
SEAT_THERE: Final = Part(rf"{TABLE.fits}\.[0-9]{{1,3}}", _place)
"""A table, and a seat there."""
GIVE_SEAT_AT: Final = Route("d:give", NIGHT, PERSON, SEAT_THERE)
PLAN: Final = Route("d:plan", NIGHT)
DESK_MORE: Final = Route("d:more", NIGHT)
CORRECT: Final = Route("d:correct", NIGHT)
CORRECT_MORE: Final = Route("d:correct", NIGHT, MORE)
CORRECT_GAME: Final = Route("d:correct", NIGHT, TABLE, marks=True)
ASK_CORRECTED: Final = Route("d:corrected", NIGHT, TABLE)
QUESTION: Final = Part(ID, int)
"""The interaction that was answered with a question."""
CORRECTED: Final = Route("d:corrected", NIGHT, TABLE, QUESTION)
POST_AGAIN: Final = Route("d:post", NIGHT)
SAY: Final = Route("d:say", NIGHT, marks=True)
LIMIT: Final = Route("d:limit", NIGHT, marks=True)
LIMITED: Final = Route("d:limit", NIGHT, ALL, marks=True)
PILOT: Final = Route("d:pilot", NIGHT)
PLAN_EVENING: Final = Route("d:evening", NIGHT, marks=True)
SET_PILOT: Final = Route("d:pilot", NIGHT, ALL, one_of("host", "helper", "auto"))
SET_ROUNDS: Final = Route("d:rounds", NIGHT, ALL, Part("10|[1-9]", int))
SET_REPEAT: Final = Route("d:repeat", NIGHT, ALL, Part("0|1|2", int))
SET_TEACH: Final = Route("d:teach", NIGHT, ALL, one_of("on", "off"))
STOP_PILOT: Final = Route("d:stop", NIGHT)
RESUME_PILOT: Final = Route("d:goon", NIGHT)
PAUSE_ALL: Final = Route("d:pause", NIGHT)
RESUME_ALL: Final = Route("d:resume", NIGHT)
NUDGE: Final = Route("d:nudge", NIGHT, TABLE, SEATS)
GIVE_TIME: Final = Route("d:time", NIGHT, TABLE)
RESUME_TABLE: Final = Route("d:resume", NIGHT, TABLE)
ASK_FINISH: Final = Route("d:finish", NIGHT, TABLE)
FINISH: Final = Route("d:finish", NIGHT, TABLE, "yes", SEATS)
ASK_FINISH_ALL: Final = _of_round("d:all")
FINISH_ALL: Final = _of_round("d:all", "finish", ASKED)
ASK_TURN_BY_TURN: Final = Route("d:days", NIGHT, TABLE)
TURN_BY_TURN: Final = Route("d:days", NIGHT, TABLE, "yes")
ASK_VOID: Final = Route("d:void", NIGHT, TABLE)
VOID: Final = Route("d:void", NIGHT, TABLE, "yes")
OPEN_DOORS: Final = Route("d:doors", NIGHT, NUMBER)
SURE: Final = 1
"""With this number doors open however early it is. Older versions wrote any other there."""
MARK_HERE: Final = Route("d:here", NIGHT, NUMBER, PICKED)
"""The number says nothing: older versions wrote one."""
HERE_MYSELF: Final = Route("d:here", NIGHT, "me")
COHOSTS: Final = Route("d:cohosts", NIGHT, NUMBER, IDS)
NO_COHOSTS: Final = Route("d:cohosts", NIGHT, NUMBER)
"""With a number that changes once who the co-hosts are has changed."""
FILLING: Final = Part("c[01]", lambda text: "sit_outs" if text == "c1" else "computers")
"""What is done about guests whom no tables fit."""
SEAT_ROUND: Final = _of_round("d:seat")
SEAT_CHOICE: Final = _of_round("d:seat", FILLING)
SHUFFLE: Final = _of_proposal("d:shuffle")
SMALLER_TABLES: Final = _of_proposal("d:smaller")
LARGER_TABLES: Final = _of_proposal("d:larger")
UNDO_SWAPS: Final = _of_proposal("d:undo", one_of("shuffle", "smaller", "larger"))
MEND: Final = _of_proposal("d:mend")
MEND_CHOICE: Final = _of_proposal("d:mend", FILLING)
SWAP: Final = _of_proposal("d:swap")
SWAP_ONE: Final = _of_proposal("d:swap", LIST, PERSON)
SWAP_ONE_MORE: Final = _of_proposal("d:swap", LIST, MORE)
SWAP_TWO: Final = _of_proposal("d:swap", PERSON, LIST, PERSON)
SWAP_TWO_MORE: Final = _of_proposal("d:swap", PERSON, LIST, MORE)
SIT_OUT: Final = _of_proposal("d:out")
SIT_OUT_ONE: Final = _of_proposal("d:out", LIST, PERSON)
SIT_OUT_MORE: Final = _of_proposal("d:out", LIST, MORE)
SIT_OUT_CHOICE: Final = _of_proposal("d:out", PERSON, FILLING)
CHANGE_GAME: Final = _of_proposal("d:game")
CHANGE_GAME_TO: Final = _of_proposal("d:game", LIST, Part(r"[0-9]{1,2}\.[^:]+", _table_and_game))
CHANGE_GAME_MORE: Final = _of_proposal("d:game", LIST, MORE)
DROP_PLAN: Final = _of_proposal("d:drop")
START_ALL: Final = _of_proposal("d:start")
MEND_AND_START: Final = _of_proposal("d:start", "mend")
START_WITHOUT: Final = _of_proposal("d:start", "without")
START_AS_IT_IS: Final = _of_proposal("d:start", "asis")
ADD_TABLE: Final = _of_round("d:waiting")
ADD_TABLE_OF: Final = _of_round("d:waiting", "of", GAME)
DEAL_TABLE: Final = _of_round("d:waiting", "yes", Part("[^:]+", optional=True))
"""Of the game that a host has picked, if they have."""
ASK_END_NIGHT: Final = _of_round("d:end")
END_NIGHT: Final = _of_round("d:end", "yes")
END_FINISHED: Final = _of_round("d:end", "finish", ASKED)

# A game night looked back at

_PARTS: Final = Part(r"[0-9]{1,4}\.[0-9]{1,4}", _two_numbers, optional=True, missing=None)
"""Which part of the rounds and of the people a page of points shows."""

MY_TABLE: Final = Route("d:mine", NIGHT, NUMBER)
NIGHT_STANDINGS: Final = Route("d:standings", NIGHT)
NIGHT_POINTS: Final = Route("d:points", NIGHT, _PARTS, marks=True)
NIGHT_FILES: Final = Route("d:files", NIGHT)
REPLAYS: Final = Route("d:replays", NIGHT)
REPLAY_OF: Final = Route("d:replay", NIGHT, LIST, TABLE)
REPLAY_OF_MORE: Final = Route("d:replay", NIGHT, LIST, MORE)
SAME_AGAIN: Final = Route("d:again", NIGHT)
ANOTHER_DATE: Final = Route("d:another", NIGHT, marks=True)
ASK_DATES: Final = Route("d:askdates", NIGHT)
