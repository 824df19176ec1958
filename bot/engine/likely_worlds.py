"""Worlds in which what the others did is likely: they come up the more often, the likelier it is.

`Game.world` takes every world that fits as equally likely. Where a game tells how likely it was
that the others acted as they did (`Strength.weighs`), a pool of such worlds is drawn and, by their
weights, as many are picked from it (sampling importance resampling: Rubin, 1988). That asks for no
more worlds than before.

Where much is known, few worlds of a pool are likely, and these come up again and again. A game can
make other worlds from them that are as likely (`Strength.stirs`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import accumulate
from typing import Any, Final

from bot.engine.game import AnyGame
from bot.engine.views import SeatView

POOL: Final = 32
"""How many worlds are drawn and weighed at once."""


class LikelyWorlds:
    """The worlds of one decision, drawn from the view of the seat that thinks."""

    __slots__ = ("_draw", "_picked", "_rng", "_stir", "_weight")

    def __init__(
        self,
        game: AnyGame,
        view: SeatView[Any, Any],
        weight: Callable[[Any], float],
        rng: random.Random,
        stir: Callable[[Any, random.Random], Any] | None = None,
    ) -> None:
        self._draw = lambda: game.world(view, rng)
        self._weight = weight
        self._rng = rng
        self._stir = stir
        self._picked: list[Any] = []

    def __call__(self) -> Any:
        """Return the next world; it may be one that was returned before."""
        if not self._picked:
            self._picked = self._pick()
        world = self._picked.pop()
        return world if self._stir is None else self._stir(world, self._rng)

    def _pick(self) -> list[Any]:
        """Draw a pool; return as many of its worlds, each by its weight, in random order."""
        pool = [self._draw() for _ in range(POOL)]
        sums = list(accumulate(map(self._weight, pool)))
        # One draw for all, at even steps through the weights: so a world is picked as often as its
        # share says, or once more or less.
        step = sums[-1] / POOL
        mark = self._rng.random() * step
        picked: list[Any] = []
        for world, reached in zip(pool, sums, strict=True):
            while mark < reached and len(picked) < POOL:
                picked.append(world)
                mark += step
        picked += pool[-1:] * (POOL - len(picked))
        self._rng.shuffle(picked)
        return picked
