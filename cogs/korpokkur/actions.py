"""What a player of 7 Little Korpokkurs can do."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from bot.engine import game
from cogs.korpokkur.components import Card, Chips


@dataclass(frozen=True, slots=True)
class Give(game.Action):
    """Hold out chips of one kind to the next player, hidden."""

    chips: Chips
    number: int
    """1 (Sinep) or 2 (Tup)."""

    def shown(self) -> Hashable:
        """Return how many chips are held out."""
        return ("give", self.number)


@dataclass(frozen=True, slots=True)
class Answer(game.Action):
    """Take the chips held out, unseen, or have them shown and refuse them."""

    eh: bool
    """True is Eh (yes), False is Somo (no)."""


@dataclass(frozen=True, slots=True)
class Kamuy(game.Action):
    """Play a KAMUY card."""

    card: Card
    target: int | None
    """The other player of a swap; None for the cards that are not played at one."""


@dataclass(frozen=True, slots=True)
class Korkoni(game.Action):
    """Say that another player holds too many butterbur."""

    target: int


@dataclass(frozen=True, slots=True)
class Isam(game.Action):
    """Leave the round with an empty bag."""


@dataclass(frozen=True, slots=True)
class Arwampe(game.Action):
    """Show enough korpokkur and win the round."""


@dataclass(frozen=True, slots=True)
class Bag(game.Action, sealed=True):
    """Fill one's own bag in secret, with three or four of each (two players)."""

    korpokkur: int
    butterbur: int


@dataclass(frozen=True, slots=True)
class Handover(game.Action, sealed=True):
    """Choose in secret the KAMUY card to give to the next player."""

    card: Card


Action = Give | Answer | Kamuy | Korkoni | Isam | Arwampe | Bag | Handover
