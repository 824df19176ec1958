"""Checking a finished game: everything recalculated from the deal's secret, step by step."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bot.engine.chance import commitment
from bot.engine.dealer import LiveDealer
from bot.engine.game import AnyGame, BadOptions, Options
from bot.engine.match import Match, Refused
from bot.engine.text import marked as _
from bot.tables import fingerprints
from bot.tables.dealers import from_secret, next_match, standing
from bot.tables.early_end import is_early
from bot.tables.game_json import GameJson
from bot.tables.trouble import Trouble
from storage.former_players import is_former
from storage.rows import LogRow, SeatRow, TableRow

OTHER_SECRET = _("the secret doesn't match the code shown before the deal")
NO_SECRET = _("the secret can't be read")
OTHER_START = _("the options, the version of the rules or the order of the seats at the start")
MISSING = _("step {step} is missing or out of place")
UNREADABLE = _("step {step} can't be read")
OTHER_DRAW = _("at step {step}: the draw doesn't follow from the secret")
NOT_LEGAL = _("at step {step}: the rules don't allow this move")
OTHER_TOLD = _("at step {step}: the rules give a different outcome")
OTHER_BACK = _("at step {step}: the move taken back isn't the one before")
NO_END = _("the log stops before the game has ended")
OTHER_STATE = _("the log leads to a different end")
OTHER_RESULT = _("the log leads to a different result")
OTHER_LOG = _("the log doesn't match the code shown at the end")


Deal = Callable[[int], LiveDealer]
"""Gives the dealer of a step, by the number of draws before it."""


class Differs(Trouble):
    """Something about a finished game isn't what it was said to be; the text says what."""


def first_difference(
    game: AnyGame,
    game_json: GameJson,
    row: TableRow,
    seats: Sequence[SeatRow],
    log: Sequence[LogRow],
) -> Differs | None:
    """Return where a finished game differs from what its secret and its rules make of it."""
    try:
        _compare(game, game_json, row, seats, log)
    except Differs as differs:
        return differs
    return None


def _compare(
    game: AnyGame,
    game_json: GameJson,
    row: TableRow,
    seats: Sequence[SeatRow],
    log: Sequence[LogRow],
) -> None:
    secret = row.secret or ""
    demand_secret(secret, row.commitment)
    people = [0 if seat.first is None else seat.first for seat in seats]
    try:
        start = fingerprints.start_of(row, row.game, row.options, people)
        options = game_json.load_options(row.options)
    except ValueError as error:
        raise Differs(OTHER_START) from error
    # Where somebody was forgotten the code of the start, which is made of people's ids, can't be
    # worked out any more.
    if not any(map(is_former, people)):
        _same(start, row.start_print, OTHER_START)
    deal = partial(from_secret, secret, started_by=row.started_by)
    end = replay_from_secret(game, game_json, len(seats), options, log, deal)
    demand_result(game, game_json, end, row.result or "")
    _same(fingerprints.log_print(secret, log), row.log_print, OTHER_LOG)
    if game_json.can_unseal(row.state):
        # What another build has stored in another form is never used: the log is.
        _same(end.sealed(), row.state, OTHER_STATE)


def replay_from_secret(
    game: AnyGame,
    game_json: GameJson,
    seats: int,
    options: Options,
    log: Sequence[LogRow],
    deal: Deal,
) -> Match:
    """Play a finished game again with draws from its secret; return the match at its end.

    Raises Differs at the first step that isn't as the log has it.
    """
    matches: list[Match] = []
    drawn = 0
    for number, row in enumerate(log):
        if row.step != number:
            raise Differs(MISSING, step=number)
        _demand_back(log, row)
        dealer = deal(drawn)
        try:
            events, draws = json.loads(row.events), json.loads(row.draws)
            match = next_match(game, game_json, seats, options, matches, row, dealer)
        except Refused as error:
            raise Differs(NOT_LEGAL, step=number) from error
        except BadOptions as error:
            raise Differs(OTHER_START) from error
        except ValueError as error:
            raise Differs(UNREADABLE, step=number) from error
        _same(json.loads(game_json.dump_draws(dealer.draws)), draws, OTHER_DRAW, number)
        _same(json.loads(game_json.dump_events(dealer.events)), events, OTHER_TOLD, number)
        drawn += len(dealer.draws)
        matches.append(match)
    if not matches:
        raise Differs(NO_END)
    return matches[-1]


def demand_result(game: AnyGame, game_json: GameJson, end: Match, kept: str) -> None:
    """Raise Differs unless a result (JSON) is what the end of a match leads to.

    People may have ended it before it was over: then its points are those that all could see.
    """
    if not end.to_act():
        _same(game_json.dump_result(end.result()), kept, OTHER_RESULT)
        return
    try:
        result = game_json.load_result(kept)
    except ValueError as error:
        raise Differs(OTHER_RESULT) from error
    if not is_early(result, game, end.public()):
        raise Differs(NO_END)


def demand_secret(secret: str, shown: str | None) -> None:
    """Raise Differs unless a secret is the one whose SHA-256 was shown before the deal."""
    _same(_commitment(secret), shown, OTHER_SECRET)


def _commitment(secret: str) -> str:
    try:
        return commitment(bytes.fromhex(secret))
    except ValueError as error:
        raise Differs(NO_SECRET) from error


def _demand_back(log: Sequence[LogRow], row: LogRow) -> None:
    """Raise Differs if a step takes back what can't be: anything but the same seat's last move, and
    what computers answered to it, none of which drew anything.
    """
    if row.back is None:
        return
    gone = [each for each in standing(log[: row.step]) if each.step > row.back]
    own = bool(gone) and (gone[0].step, gone[0].seat) == (row.back + 1, row.seat)
    # A file doesn't tell whether a computer made a move.
    answers = all(each.seat != row.seat and each.interaction_id is None for each in gone[1:])
    drew = any(json.loads(each.draws) for each in gone)
    if not own or not answers or drew or row.action != "null":
        raise Differs(OTHER_BACK, step=row.step)


def _same(computed: Any, kept: Any, otherwise: str, step: int | None = None) -> None:
    """Raise Differs, saying what differs, unless both are the same."""
    if computed != kept:
        raise Differs(otherwise, **({} if step is None else {"step": step}))
