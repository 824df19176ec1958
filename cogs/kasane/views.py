"""The words of Colors of Kasane: its cards, melds, actions and events, and what may be seen.

A card is its number, 1 to 9, which is its colour too; PLUS_ONE is the card "+1". Wherever cards lie
in an order, the last one lies on top: it is the front card of a row, the newest of a hand, the
outermost of a robe. A robe is what a player has laid (the sheet's "field of a player").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from bot.engine import game, views
from bot.engine.text import marked as _

PLUS_ONE: Final = 0
"""The card that scores a point when it is taken, and has no colour."""
NUMBERS: Final = range(1, 10)

DECK: Final = {
    3: (*(PLUS_ONE,) * 5, *(number for number in NUMBERS for _ in range(4))),
    4: (*(PLUS_ONE,) * 7, *(number for number in NUMBERS for _ in range(5))),
}
"""The cards in play by number of seats, sorted (Game Components; The Game Setup)."""
ROW: Final = {3: 5, 4: 4}
"""The cards in each row of the common field; there are as many rows as seats."""
ROUNDS: Final = {3: 3, 4: 4}
WHOLE_ROBE: Final = 12
"""The cards that everybody takes in a match."""

Meld = Literal[
    "kasane",
    "juu",
    "sakura",
    "chidori",
    "asanoha",
    "kagen",
    "jyougen",
    "katyou",
    "setsu",
]
"""A kind of meld."""


class Box(NamedTuple):
    """A box of a meld card: it can be marked once in a match."""

    meld: Meld
    size: int
    """How many cards it asks for."""
    points: int


_BOXES: Final[dict[Meld, tuple[tuple[int, int], ...]]] = {
    "kasane": ((2, 2), (2, 2), (3, 3), (3, 3)),
    "juu": ((2, 2), (2, 2), (3, 3), (4, 4)),
    "sakura": ((3, 4), (3, 3)),
    "chidori": ((3, 4), (3, 3)),
    "asanoha": ((3, 4), (3, 3)),
    "kagen": ((3, 3), (4, 4), (5, 5)),
    "jyougen": ((3, 3), (4, 4), (5, 5)),
    "katyou": ((3, 3), (4, 4), (5, 5), (6, 6)),
    "setsu": ((3, 3), (4, 4), (5, 5), (6, 6)),
}
"""House rulings R1 and R2: each meld's boxes as (size, points), in the order they are marked in."""

BOXES: Final = tuple(
    Box(meld, size, points) for meld, boxes in _BOXES.items() for size, points in boxes
)
"""All boxes, meld by meld."""
MELDS: Final = tuple(_BOXES)
"""All melds, in the order in which they are listed."""
TRIOS: Final[dict[Meld, frozenset[int]]] = {
    "sakura": frozenset({1, 2, 6}),
    "chidori": frozenset({3, 8, 9}),
    "asanoha": frozenset({4, 5, 7}),
}
"""The melds that ask for three numbers, in any order."""

FREE: Final = -1
"""Stands for the owner of a box that nobody has marked."""
NEVER_FREE: Final = -2
"""Stands for the owner of a box that was marked before the match began (Variant Rules)."""

COLOUR_POINTS: Final = {1: 5, 2: 4, 3: 3, 4: 2, 5: 0, 6: 2, 7: 3, 8: 4, 9: 5}
"""What the colours of a robe are worth at the end, by their number (Scoring)."""
ROBE_COUNTS_FROM: Final = 8
"""A robe of fewer cards is worth nothing at the end."""
WHOLE_ROBE_POINTS: Final = 2


@dataclass(frozen=True, slots=True)
class Options(game.Options):
    """The choices made before a match (Variant Rules)."""

    fewer_melds: bool = game.option(
        False, "One “2” box of Kasane and one of Juu are closed (three players only)"
    )
    """A 2-box of Juu and one of Kasane start marked. For three players only."""
    easier: bool = game.option(False, "You may also score a meld after taking a +1")
    """A meld may follow a "+1" too."""


# What a robe comes to


def colours(robe: Sequence[int]) -> int:
    """Return how many colours a robe has; "+1" has none."""
    return len(set(robe) - {PLUS_ONE})


def colour_points(robe: Sequence[int]) -> int:
    """Return what the colours of a robe are worth at the end."""
    # Seven "+1" can't make eight cards, so a robe that counts has a colour.
    return COLOUR_POINTS[colours(robe)] if len(robe) >= ROBE_COUNTS_FROM else 0


def whole_points(robe: Sequence[int]) -> int:
    """Return the points for having laid all twelve cards."""
    return WHOLE_ROBE_POINTS if len(robe) == WHOLE_ROBE else 0


# What a player can do


@dataclass(frozen=True, slots=True)
class Take(game.Action):
    """Take the front card of a row, and achieve a meld or none (R5)."""

    row: int
    """Counted from 1."""
    meld: Meld | None = None
    size: int = 0
    """How many cards the meld counts, the robe's top card among them if it is used."""
    top: bool = False
    """The robe's top card is the first card of the meld."""


Action = Take


# What can be told


@dataclass(frozen=True, slots=True)
class RoundBegan(game.Event):
    """The field was dealt. Told to all."""

    round: int
    first: int
    """The seat that starts."""
    rows: tuple[tuple[int, ...], ...]
    """Row 1 first."""
    reshuffled: bool
    """The discards were shuffled into the draw pile first."""
    pile: int
    """How many cards are left to draw."""
    discards: int
    """How many cards lie in the discard pile."""


@dataclass(frozen=True, slots=True)
class CardTaken(game.Event):
    """A card was taken: a number onto the hand, a "+1" onto the robe. Told to all."""

    seat: int
    row: int
    card: int
    forced: bool
    """Everybody saw that nothing else could be done."""


@dataclass(frozen=True, slots=True)
class MeldAchieved(game.Event):
    """Cards were laid from the top of a hand, and a box was marked. Told to all."""

    seat: int
    meld: Meld
    cards: tuple[int, ...]
    """The whole meld; its first card lay on the robe already if `top` says so."""
    top: bool
    points: int


@dataclass(frozen=True, slots=True)
class RoundEnded(game.Event):
    """As many cards are left as there are seats. Told to all."""

    round: int
    left: tuple[int, ...]
    """The cards left in the field, sorted; unless the match is over they were discarded."""


@dataclass(frozen=True, slots=True)
class RobeCounted(game.Event):
    """A robe was counted at the end of the match. Told to all."""

    seat: int
    cards: int
    colours: int
    colour_points: int
    whole_points: int


Event = RoundBegan | CardTaken | MeldAchieved | RoundEnded | RobeCounted


# What can be seen


@dataclass(frozen=True, slots=True)
class Public(views.PublicView):
    """What anyone may see or, having listened, knows."""

    seats: int
    fewer_melds: bool
    easier: bool
    round: int
    """Counted from 1."""
    first: int
    """The seat that started the round."""
    turn: int | None
    """The seat that is asked; None when the match is over."""
    rows: tuple[tuple[int, ...], ...]
    """The cards of each row, row 1 first; () where none is left."""
    robes: tuple[tuple[int, ...], ...]
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Each hand, as anybody who listened knows it: all saw each card when it was taken, and when it
    was laid. The board doesn't show it.
    """
    marks: tuple[int, ...]
    """For each of BOXES the seat that marked it, FREE, or NEVER_FREE."""
    scores: tuple[int, ...]
    """Points so far; when the match is over, with what the robes were worth."""
    pile: int
    """How many cards are left to draw."""
    discards: tuple[int, ...]
    """The discarded cards, sorted: their order nobody knows, but anyone has counted them."""


@dataclass(frozen=True, slots=True)
class Private(views.PrivateView):
    """What one seat sees beyond the public."""

    hand: tuple[int, ...]


SeatView = views.SeatView[Public, Private]
"""All that one seat knows; a name for annotations."""


INFO: Final = game.GameInfo(
    key="kasane",
    title=_("Colors of Kasane"),
    japanese="襲ノ色目",
    reading="かさねのいろめ",
    designer=_("Origuchi Hinata (折口 目向)"),
    publisher=_("Ouyuuan (桜遊庵)"),
    year=2014,
    seats=(3, 4),
    minutes=30,
    rules_version=1,
    # Every action takes one card, and everybody takes twelve.
    longest=4 * WHOLE_ROBE,
    variants=(
        Options(),
        Options(fewer_melds=True),
        Options(easier=True),
        Options(fewer_melds=True, easier=True),
    ),
)
