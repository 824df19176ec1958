"""Which melds the top cards of a hand make, found card by card.

A meld is read backwards, from its last card, the one on top of the hand, to its first: so all melds
of one position are found in one walk down the hand. What the cards read so far can still become is
a `_Run`; there are few different ones, and few ways from one to the next. So all are made once, and
a walk goes from `_Point` to `_Point`, the last of which has all that was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, Self

from cogs.kasane.views import BOXES, FREE, MELDS, NUMBERS, TRIOS, Meld

_HIGHEST_SUM: Final = 10
_LOW: Final = range(1, 6)
_HIGH: Final = range(5, 10)
LARGEST: Final = max(box.size for box in BOXES)
"""No meld has more cards."""
_LARGEST: Final = {meld: max(box.size for box in BOXES if box.meld == meld) for meld in MELDS}


class Way(NamedTuple):
    """A kind of meld that can be made: which, how large, and with the robe's top card or not."""

    meld: Meld
    size: int
    top: bool

    @property
    def from_hand(self) -> int:
        """Return how many cards of the hand it uses."""
        return self.size - self.top


_Kind = tuple[Meld, int]
_KINDS: Final[tuple[_Kind, ...]] = tuple(dict.fromkeys((box.meld, box.size) for box in BOXES))
"""Every meld with every size that it has boxes for."""
BOXES_OF: Final = {
    kind: tuple(at for at, box in enumerate(BOXES) if (box.meld, box.size) == kind)
    for kind in _KINDS
}
"""The indexes in BOXES of a meld's boxes of one size, in the order in which they are marked."""


class _Run(NamedTuple):
    """What is left to know of the cards read so far: which melds they make or may yet make.

    0, False and () stand for "no longer".
    """

    size: int
    same: int
    """The number that all cards are."""
    total: int
    """Their sum, up to ten."""
    trio: tuple[int, ...]
    """The numbers, sorted, if all are different and of one trio."""
    low: tuple[int, int] | None
    """If they go in one direction within 1 to 5: the number read last, and 1 or -1 for the
    direction, or 0.
    """
    high: tuple[int, int] | None
    """The same within 5 to 9."""
    odd: bool
    even: bool

    @classmethod
    def of(cls, card: int) -> Self:
        """Return the run of one card."""
        return cls(
            size=1,
            same=card,
            total=card,
            trio=(card,),
            low=(card, 0) if card in _LOW else None,
            high=(card, 0) if card in _HIGH else None,
            odd=card % 2 == 1,
            even=card % 2 == 0,
        )

    def and_then(self, card: int) -> Self:
        """Return the run with one card more read."""
        size = self.size + 1
        total = self.total + card
        trio = tuple(sorted((*self.trio, card)))
        return type(self)(
            size=size,
            same=card if self.same == card and size <= _LARGEST["kasane"] else 0,
            total=total if self.total and total <= _HIGHEST_SUM and size <= _LARGEST["juu"] else 0,
            trio=trio if self.trio and len(set(trio)) == size and _in_a_trio(trio) else (),
            low=_onwards(self.low, card, _LOW) if size <= _LARGEST["kagen"] else None,
            high=_onwards(self.high, card, _HIGH) if size <= _LARGEST["jyougen"] else None,
            odd=self.odd and card % 2 == 1 and size <= _LARGEST["katyou"],
            even=self.even and card % 2 == 0 and size <= _LARGEST["setsu"],
        )

    def leads_somewhere(self) -> bool:
        """Tell whether the cards are a meld or may become one."""
        return any(self[1:])

    def melds(self) -> tuple[_Kind, ...]:
        """Return the melds that the cards make as they are, with their size."""
        made: dict[Meld, bool] = {
            "kasane": self.same > 0,
            "juu": self.total == _HIGHEST_SUM,
            **{meld: frozenset(self.trio) == numbers for meld, numbers in TRIOS.items()},
            "kagen": self.low is not None,
            "jyougen": self.high is not None,
            "katyou": self.odd,
            "setsu": self.even,
        }
        return tuple(kind for kind in _KINDS if kind[1] == self.size and made[kind[0]])


def _in_a_trio(numbers: Sequence[int]) -> bool:
    return any(trio.issuperset(numbers) for trio in TRIOS.values())


def _onwards(before: tuple[int, int] | None, card: int, within: range) -> tuple[int, int] | None:
    """Return where a walk up or down is after one more card; None if it turned or stayed."""
    if before is None or card not in within or card == before[0]:
        return None
    way = 1 if card > before[0] else -1
    return (card, way) if before[1] in (0, way) else None


_Ways = tuple[Way, ...]


def _tables() -> tuple[list[list[int]], list[_Ways], list[_Ways]]:
    """Return, for every run: the run after each card; its melds; its melds with the robe's top.

    Run 0 leads nowhere; run n < 10 is the card n alone.
    """
    runs: dict[_Run | None, int] = {None: 0} | {_Run.of(card): card for card in NUMBERS}
    after: list[list[int]] = [[0] * 10]
    made: list[_Ways] = [()]
    with_top: list[_Ways] = [()]
    # Runs that are found on the way are read in turn.
    waiting = [_Run.of(card) for card in NUMBERS]
    for run in waiting:
        found = [0]
        for card in NUMBERS:
            then = run.and_then(card)
            if not then.leads_somewhere():
                found.append(0)
                continue
            if then not in runs:
                runs[then] = len(runs)
                waiting.append(then)
            found.append(runs[then])
        after.append(found)
        made.append(_ways(run, top=False))
        with_top.append(_ways(run, top=True))
    return after, made, with_top


def _ways(run: _Run, *, top: bool) -> _Ways:
    return tuple(Way(*kind, top) for kind in run.melds())


_AFTER, _MADE, _MADE_WITH_TOP = _tables()


class Melds:
    """Melds that can be made while all boxes are free, those of fewer hand cards first."""

    __slots__ = ("boxes", "ways")

    def __init__(self, ways: _Ways) -> None:
        self.ways = tuple((BOXES_OF[way.meld, way.size][-1], way) for way in ways)
        """Each with its last box in BOXES, which is free as long as any of its size is."""
        self.boxes = sum({1 << box for box, _ in self.ways})
        """The set of these boxes, as a number: bit n stands for the n-th of BOXES."""


_melds = cache(Melds)
"""There are fewer than a thousand different ones."""


class _Point:
    """Where a walk down a hand has got to."""

    __slots__ = ("after", "melds")

    def __init__(self, runs: tuple[int, ...]) -> None:
        self.after = tuple(_point((*runs, run)) if run else None for run in _AFTER[runs[-1]])
        """By the next card; None where that leads nowhere."""
        self.melds = tuple(_melds(_found(runs, top)) for top in range(10))
        """All that was found on the way, by the top of the robe."""


_point = cache(_Point)
"""Many walks have the same runs, so there are fewer than a thousand points, too."""


def _found(runs: tuple[int, ...], top: int) -> _Ways:
    # PLUS_ONE is 0: after it comes run 0, from which nothing is made.
    return tuple(way for run in runs for way in _MADE[run] + _MADE_WITH_TOP[_AFTER[run][top]])


_NOTHING: Final = (_melds(()),) * 10
_FIRST: Final = (None, *(_point((card,)) for card in NUMBERS))


def _possible(card: int, hand: Sequence[int]) -> tuple[Melds, ...]:
    """Return the melds that a card makes with those below it, by the top of the robe."""
    point = _FIRST[card]
    if point is None:
        return _NOTHING
    for below in reversed(hand):
        then = point.after[below]
        if then is None:
            break
        point = then
    return point.melds


@lru_cache(maxsize=1 << 13)
def possible(hand: tuple[int, ...]) -> tuple[tuple[Melds, ...], ...]:
    """Return the melds that each card makes on top of a hand, by the card and the robe's top.

    No more than LARGEST - 1 cards of the hand matter. PLUS_ONE as a card makes nothing; as the top
    it stands for no card that could be used.
    """
    return tuple([_possible(card, hand) for card in range(10)])


def ways(hand: Sequence[int], top: int, marks: Sequence[int]) -> list[Way]:
    """Return every meld that can be made from the top of a hand, with a free box.

    `hand` holds the card just taken, unless that was a "+1"; `top` is the card on top of the robe,
    PLUS_ONE if there is none; `marks` has the owner of each box. Those of fewer hand cards come
    first.
    """
    if not hand:
        return []
    found = _possible(hand[-1], hand[:-1])[top]
    return [way for box, way in found.ways if marks[box] == FREE]


def box_of(meld: Meld, size: int, marks: Sequence[int]) -> int:
    """Return the box that a meld would mark, which must still have a free one."""
    return next(box for box in BOXES_OF[meld, size] if marks[box] == FREE)


def cards_of(way: Way, hand: Sequence[int], top: int) -> tuple[int, ...]:
    """Return the cards of a meld in order, the robe's top card first if it is used."""
    return (*((top,) if way.top else ()), *hand[len(hand) - way.from_hand :])
