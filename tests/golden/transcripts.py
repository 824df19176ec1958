"""Write the transcript of every configuration of every game, the same in every run."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from bot.engine import transcript
from bot.engine.dealer import LiveDealer
from bot.engine.game import Action
from bot.engine.views import SeatView
from tests.contract.games import Configuration, rule_of_thumb

FOLDER = Path(__file__).parent


def file_of(configuration: Configuration) -> Path:
    """Return where a configuration's transcript lies."""
    return FOLDER / f"{configuration}.txt"


def write(configuration: Configuration) -> str:
    """Play a match by the rule of thumb, with chance of its own, and return its transcript."""
    rng = configuration.rng("golden")
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
