"""The transcript of each configuration of each game: where it lies, and how it is written."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bot.engine import transcript
from bot.engine.dealer import LiveDealer, WrongDeal
from bot.engine.game import Action
from bot.engine.views import SeatView
from tests.contract.games import Configuration, rule_of_thumb

FOLDER = Path(__file__).parent


def file_of(configuration: Configuration, folder: Path = FOLDER) -> Path:
    """Return where a configuration's transcript lies."""
    return folder / f"{configuration}.txt"


def transcript_of(configuration: Configuration) -> str:
    """Return a configuration's transcript."""
    file = file_of(configuration)
    assert file.exists(), f"{file.name} is missing: run `python -m tests.golden`"
    return file.read_text("utf-8")


def replays(configuration: Configuration, text: str) -> bool:
    """Tell whether a transcript, played again, still says what it says."""
    try:
        again = transcript.replay(
            configuration.game, configuration.seats, configuration.options, text
        )
    except (WrongDeal, ValueError, RuntimeError):
        return False
    return again == text


def renew(
    configurations: Iterable[Configuration], *, every: bool = False, folder: Path = FOLDER
) -> list[Path]:
    """Write each transcript that is missing or no longer replays, or every one; return the files.

    One that still replays stays as it is: what a computer player would play today is another match,
    but no better a proof.
    """
    written: list[Path] = []
    for configuration in configurations:
        file = file_of(configuration, folder)
        if every or not file.exists() or not replays(configuration, file.read_text("utf-8")):
            file.write_text(write(configuration), "utf-8")
            written.append(file)
    return written


def write(configuration: Configuration, purpose: str = "golden") -> str:
    """Play a match by the rule of thumb, drawn alike in every run; return its transcript."""
    rng = configuration.rng(purpose)
    choose = rule_of_thumb(configuration.game)
    thoughts = random.Random(rng.getrandbits(64))

    def choose_by_thumb(view: SeatView[Any, Any], legal: list[Any]) -> Action:
        return choose(view, legal, thoughts)

    return transcript.write(
        configuration.game,
        configuration.seats,
        configuration.options,
        LiveDealer(rng),
        choose_by_thumb,
    )
