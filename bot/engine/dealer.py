"""Dealers: one draws and records, one replays a record, one does neither and serves search."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from bot.engine.chance import Chance
from bot.engine.game import Audience, Event, Item

Draw = list[int] | list[str] | int | str
"""The outcome of one draw: the new order of a shuffle, or the item picked."""


class WrongDeal(Exception):
    """A recorded draw that doesn't fit the draw asked for."""


@dataclass(frozen=True, slots=True)
class AddressedEvent:
    """An event and who heard it."""

    audience: Audience
    event: Event

    def heard_by(self, seat: int | None) -> bool:
        """Tell whether a seat heard it; None asks about those who only watch."""
        return self.audience == "all" or (seat is not None and seat in self.audience)


class LiveDealer:
    """Draws from a source of chance; records what it draws and what it is told."""

    def __init__(self, rng: Chance) -> None:
        self.speaks = True
        self._rng = rng
        self.draws: list[Draw] = []
        self.events: list[AddressedEvent] = []

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Return the items in a random order and record it."""
        mixed = list(items)
        self._rng.shuffle(mixed)
        self.draws.append(cast(Draw, list(mixed)))
        return mixed

    def pick(self, items: list[Item]) -> Item:
        """Return one of the items and record it."""
        item = self._rng.choice(items)
        self.draws.append(item)
        return item

    def tell(self, audience: Audience, event: Event) -> None:
        """Record the event for its audience."""
        self.events.append(AddressedEvent(audience, event))


class ReplayDealer:
    """Returns recorded draws in order; refuses a draw that doesn't fit what is asked for."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self.speaks = True
        self._record = iter(draws)
        self.draws: list[Draw] = []
        self.events: list[AddressedEvent] = []

    def _next(self) -> Draw:
        try:
            draw = next(self._record)
        except StopIteration:
            raise WrongDeal("the record of draws has run out") from None
        self.draws.append(draw)
        return draw

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Return the recorded order. Raises WrongDeal if it orders other items."""
        draw = self._next()
        if not isinstance(draw, list) or not _same_items(draw, items):
            raise WrongDeal(f"the record says {draw!r}, which is no order of {items!r}")
        return cast(list[Item], list(draw))

    def pick(self, items: list[Item]) -> Item:
        """Return the recorded item. Raises WrongDeal if it isn't among these."""
        draw = self._next()
        for item in items:
            if type(item) is type(draw) and item == draw:
                return item
        raise WrongDeal(f"the record says {draw!r}, which is none of {items!r}")

    def tell(self, audience: Audience, event: Event) -> None:
        """Record the event for its audience."""
        self.events.append(AddressedEvent(audience, event))


class QuietDealer:
    """Draws without recording or telling anything: for search and for random play."""

    def __init__(self, rng: random.Random) -> None:
        # An attribute of its own is found faster than one of the class.
        self.speaks = False
        self._rng = rng

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Return the items in a random order."""
        mixed = list(items)
        self._rng.shuffle(mixed)
        return mixed

    def pick(self, items: list[Item]) -> Item:
        """Return one of the items."""
        return self._rng.choice(items)

    def tell(self, audience: Audience, event: Event) -> None:
        """Do nothing."""


def _same_items(draw: list[int] | list[str], items: list[Item]) -> bool:
    kinds = {type(item) for item in items}
    return all(type(each) in kinds for each in draw) and sorted(draw, key=str) == sorted(
        items, key=str
    )
