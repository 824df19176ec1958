"""Checking the file of a finished game with open hands, without the database it came from."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field, ValidationError

from bot.engine.game import AnyGame
from bot.tables import fingerprints
from bot.tables.dealers import from_secret
from bot.tables.game_json import GameJson
from bot.tables.verify_deal import (
    MISSING,
    OTHER_LOG,
    OTHER_START,
    OTHER_TOLD,
    Differs,
    demand_result,
    demand_secret,
    replay_from_secret,
)
from storage.rows import LogRow

FORMAT: Final = 1
"""The format of the files that `/table export` gives."""
Number = Annotated[int, Field(ge=0, strict=True)]
Snowflake = Annotated[str, Field(pattern=r"^[0-9]{1,19}$")]


class CannotCheck(Exception):
    """A file that can't be checked; the text says why, and what to do about it."""


class SeenStep(BaseModel):
    """What a file says that everybody saw of a step. No code holds its time, nor what hosts did."""

    step: Number
    seat: Number | None
    back: Number | None
    told: Any


class HeardStep(BaseModel):
    """What a file says that one seat alone did and heard at a step."""

    step: Number
    action: Any
    told: Any


class HeardSteps(BaseModel):
    """What a seat alone did and heard while somebody held it."""

    seat: Number
    steps: list[HeardStep]


class ExportedStep(BaseModel):
    """One step of the log in a file."""

    step: Number
    seat: Number | None
    action: Any
    draws: Any
    told: Any
    back: Number | None

    def row(self) -> LogRow:
        """Return the step as the log has it."""
        action, draws, told = (json.dumps(each) for each in (self.action, self.draws, self.told))
        return LogRow("", self.step, self.seat, action, draws, told, None, 0, self.back)


class ExportedGame(BaseModel):
    """The parts of a file that are checked."""

    game: str
    rules_version: int
    options: Any
    seats: list[Any]
    commitment: str
    log_print: str
    result: Any
    secret: str
    opened_by: Snowflake | None = None
    started_by: Snowflake | None = None
    """Mixed into the draws; the file of a game dealt before that was introduced doesn't have it."""
    begun_by_itself: bool = False
    """Whether that set the time at which the game began."""
    log: list[ExportedStep]
    steps: list[SeenStep]
    yours: list[HeardSteps] = []


def read_export(path: Path) -> ExportedGame:
    """Read the file of a finished game with open hands. Raises CannotCheck otherwise."""
    try:
        whole = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise CannotCheck(
            f"{path} can't be read: {error.strerror}. Give the file that /table export gave you."
        ) from error
    except (ValueError, RecursionError) as error:
        raise CannotCheck(
            f"{path} isn't JSON. Give the file that /table export gave you, unchanged."
        ) from error
    if not isinstance(whole, dict) or "format" not in whole:
        raise CannotCheck(
            f"{path} isn't the file of a game. Give the file that /table export gave you."
        )
    _demand_a_checkable_game(path, whole)
    try:
        return ExportedGame.model_validate(whole)
    except ValidationError as error:
        found = error.errors()[0]
        where = ".".join(map(str, found["loc"]))
        raise CannotCheck(
            f"{path} isn't as /table export writes it: {where}: {found['msg']}."
            " Export the game again, and check that file unchanged."
        ) from error


def _demand_a_checkable_game(path: Path, whole: dict[str, Any]) -> None:
    """Raise CannotCheck unless a file is of a format, and of a game, that can be checked."""
    if whole["format"] != FORMAT:
        raise CannotCheck(
            f"{path} is written in format {whole['format']}, and this copy of the bot reads format"
            f" {FORMAT}. Use the version of the bot that wrote the file."
        )
    if whole.get("phase") != "finished":
        raise CannotCheck(f"{path} is of a game that wasn't played to its end: nothing to check.")
    if whole.get("commitment") is None:
        raise CannotCheck(f"{path} is of a table that was opened before deals could be checked.")
    if whole.get("secret") is None or whole.get("log") is None:
        raise CannotCheck(
            f"{path} doesn't hold the secret of the deal: the hands of this game aren't open."
            " Have everybody who held a hand press Reveal hands below the end message, then export"
            " the game again."
        )


def replay_export(export: ExportedGame, find_game: Callable[[str], AnyGame | None]) -> None:
    """Recalculate a whole game from the secret in its file.

    `find_game` returns a game by its key. Raises Differs for what differs, and CannotCheck for a
    game that isn't known.
    """
    game = find_game(export.game)
    if game is None:
        raise CannotCheck(
            f"The file is of a game “{export.game}”, which this copy of the bot doesn't have."
            " Use a copy that has it under cogs/, or install its package."
        )
    if game.info.rules_version != export.rules_version:
        raise CannotCheck(
            f"The game was played by version {export.rules_version} of its rules, and this copy of"
            f" the bot knows version {game.info.rules_version}. Use the version of the bot that it"
            " was played with."
        )
    demand_secret(export.secret, export.commitment)
    game_json = GameJson(game)
    try:
        options = game_json.load_options(json.dumps(export.options))
    except ValueError as error:
        raise Differs(OTHER_START) from error
    log = [step.row() for step in export.log]
    started_by = None if export.started_by is None else int(export.started_by)
    deal = partial(from_secret, export.secret, started_by=started_by)
    end = replay_from_secret(game, game_json, len(export.seats), options, log, deal)
    demand_result(game, game_json, end, json.dumps(export.result, separators=(",", ":")))
    if fingerprints.log_print(export.secret, log) != export.log_print:
        raise Differs(OTHER_LOG)
    _demand_told(export, log)


def _demand_told(export: ExportedGame, log: Sequence[LogRow]) -> None:
    """Raise Differs unless what a file says that people saw and heard is what its log says.

    The log has been checked.
    """
    if len(export.steps) != len(log):
        raise Differs(MISSING, step=min(len(export.steps), len(log)))
    for row, step in zip(log, export.steps, strict=True):
        if step.model_dump() != fingerprints.seen_entry(row):
            raise Differs(OTHER_TOLD, step=row.step)
    for held in export.yours:
        for each in held.steps:
            known = each.step < len(log)
            if not known or each.model_dump() != fingerprints.heard_entry(
                log[each.step], held.seat
            ):
                raise Differs(OTHER_TOLD, step=each.step)
