"""Computer players: how each level decides, from what its seat may see and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, get_args

from bot.engine.game import Action, AnyGame
from bot.engine.search import think
from bot.engine.strength import Strength
from bot.engine.views import SeatView

Level = Literal["casual", "steady", "sharp"]
"""How well a computer plays: by the rule of thumb, or by a short or a long search."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)


class Player(Protocol):
    """The interface of a game's `player` module."""

    @property
    def LEVELS(self) -> Mapping[str, Strength]:  # noqa: N802  # a constant of a module
        """Return the strength of each level that searches."""
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
    *,
    forced_too: bool = False,
) -> Action:
    """Choose an action for a seat that is asked, at a level, from its view alone.

    `until` tells whether time is up; a search then returns the best action found so far. With
    `forced_too` a forced decision is searched like any other and takes as long, so that its time
    tells nothing; otherwise its only action is returned at once. Raises KeyError for an unknown
    level.
    """
    # What a seat may do depends only on what it sees, so it is the same in every world that fits.
    legal = game.legal(game.world(view, rng), view.seat)
    if len(legal) == 1 and not forced_too:
        return legal[0]
    rough = player.choose(view, legal, rng)
    if level == "casual":
        return rough
    return think(game, view, legal, player.LEVELS[level], rng, hint=rough, until=until).action
