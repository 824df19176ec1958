"""Computer players: how each level makes up its mind, from what its seat may see and no more."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, get_args

from bot.engine.game import Action, AnyGame
from bot.engine.search import Strength, think
from bot.engine.views import SeatView

Level = Literal["casual", "steady", "sharp"]
"""How well a computer plays: by the rule of thumb, or by a shorter or a longer search."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)


class Player(Protocol):
    """What a game's `player` module says of its computer players."""

    @property
    def LEVELS(self) -> Mapping[str, Strength]:  # noqa: N802  # a constant of a module
        """Tell how hard each level that searches thinks."""
        ...

    def choose(self, view: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        """Choose one of the legal actions by the rule of thumb."""
        ...


def decide(
    game: AnyGame,
    player: Player,
    level: str,
    view: SeatView[Any, Any],
    rng: random.Random,
    until: Callable[[], bool] | None = None,
) -> Action:
    """Choose what a seat that is asked does, at a level, from its view alone.

    `until` tells whether time is up; a search gives the best it has found so far then.
    Raises KeyError for a level there isn't.
    """
    # What a seat may do is a function of what it sees, so any world that fits tells it.
    legal = game.legal(game.world(view, rng), view.seat)
    if len(legal) == 1:
        return legal[0]
    rough = player.choose(view, legal, rng)
    if level == "casual":
        return rough
    return think(game, view, legal, player.LEVELS[level], rng, hint=rough, until=until).action
