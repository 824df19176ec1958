"""How hard a computer player thinks about one game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bot.engine.game import Action
from bot.engine.views import SeatView

Whim = Callable[[list[Any], random.Random], Action]
"""Chooses one of the legal actions where the search plays on without thinking."""

Instinct = Callable[[Any, int, random.Random], Action | None]
"""Chooses by what the acting seat may see of the state; None leaves it to the whim or to chance.

It isn't told what is legal, which saves the time to work that out.
"""

Narrow = Callable[[SeatView[Any, Any], Sequence[Any], Any, random.Random], Sequence[Any]]
"""Returns fewer of the legal actions, by a seat's view and the rule of thumb's choice."""

Weigh = Callable[[SeatView[Any, Any]], Callable[[Any], float] | None]
"""Returns, for what a seat has seen, how likely what the others did is in a world that fits it.

Only the ratios count. No world is left out: somebody does now and then what nobody would do, so a
weight is never 0. None: what was seen tells nothing.
"""

Stir = Callable[[SeatView[Any, Any]], Callable[[Any, random.Random], Any] | None]
"""Returns, for what a seat has seen, what makes another world out of one: with hidden things
swapped.

The new one fits the view as well, and comes up as often as `Weigh` says if the old one did. The old
one stays as it is. None: what was seen tells nothing.
"""

Trees = Literal["none", "shared", "apart"]
"""What a search learns of the moves that follow an action.

- `none`: nothing. All play on by the instinct at once, which leaves time for more worlds.
- `shared`: every seat learns in the worlds of the seat that thinks. All of these hold its cards, so
  the others would come to answer to what they can't see: this is for games without hidden cards.
- `apart`: the others learn their replies in worlds of their own, once for each iteration.
"""


Rivals = Literal["best", "all"]
"""Whom a seat is measured against where a search stops.

- `best`: the best of the others. Holding that one back is worth as much as gaining as many points.
- `all`: everybody, by the chance of winning. What one rival loses mostly helps the others.

With two seats both are the same.
"""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a computer player thinks about one game."""

    iterations: int = 400
    """Number of times a world is played on for one decision."""
    horizon: int = 60
    """Number of actions played below the tree, without search, before the standing is evaluated."""
    scale: float = 5.0
    """The lead in points at which winning is about three times as likely as not."""
    rivals: Rivals = "best"
    """Whom a seat is measured against."""
    exploration: float = 0.7
    """The weight of trying what doesn't look best; an even standing is worth 0.5."""
    trust: float = 0.01
    """What is added to the reward of the rule of thumb's move."""
    for_two: bool = False
    """Whether a larger table than for two has fewer iterations.

    It takes longer to play on there, and so much happens until the next turn that more iterations
    find little more.
    """
    larger: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The fields that differ at a larger table than for two, by their names."""
    sight: int = 4
    """Iterations for each world drawn: drawing one may take longer than playing on in it."""
    whim: Whim | None = None
    """None: any action, all equally likely."""
    instinct: Instinct | None = None
    """Takes precedence over the whim."""
    trees: Trees = "shared"
    """What is learned of the moves that follow the action that is thought about."""
    patience: int = 0
    """Visits to a point below the first replies before the tree grows there.

    Trying every action of a point takes time; the better the instinct, the less is lost by waiting.
    It holds for points that all seats have seen alike.
    """
    end: Callable[[Any], bool] | None = None
    """Tells where everything is dealt afresh, so that only the standing carries over.

    The search doesn't play beyond; None: it may play to the end of the match.
    """
    shuffles: bool = True
    """Whether the search plays on beyond a shuffle.

    False stops it before the shuffle is drawn: the standing is judged as it is when the dealer is
    asked to shuffle. It is for games that deal everything afresh there.
    """
    mixes: frozenset[str] = frozenset()
    """The kinds of actions among which chance decides if they look about equally good."""
    margin: float = 0.0
    """How far below the best reward an action still counts as equally good."""
    price: Callable[[Any, int], float] | None = None
    """What is taken off the reward of an action at a table of a given number of seats.

    It is what the action costs beyond what the search sees.
    """
    narrows: Narrow | None = None
    """Leaves to chance what would tell others too much if the best were chosen; may be None."""

    weighs: Weigh | None = None
    """Makes worlds in which what the others did is likely come up more often than others."""
    stirs: Stir | None = None
    """Keeps the same few likely worlds from coming up again and again: for games where much is
    known.
    """

    def at(self, seats: int) -> Strength:
        """Return how hard it thinks at a table of this size."""
        return replace(self, **self.larger, larger={}) if self.larger and seats > 2 else self

    def iterations_of(self, seats: int) -> int:
        """Return the number of iterations of a decision at a table of this size."""
        return self.iterations * 2 // seats if self.for_two else self.iterations

    def with_steady(self, **changes: Any) -> Mapping[str, Strength]:
        """Return the `LEVELS` of a game: `sharp` is this, `steady` is this with a few changes.

        Without other changes it looks a quarter as far.
        """
        changes = changes or {"iterations": self.iterations // 4}
        return {"steady": replace(self, **changes), "sharp": self}
