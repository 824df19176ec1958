"""The words of Donburiko!: its cards, actions and events, and what may be seen of a match."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from bot.engine import game, views
from bot.engine.text import marked as _

ONE_OR_FIVE: Final = 15
"""The acorn that counts as 1 or as 5, as its taker likes. The other acorns are 1 to 5."""
LOACH: Final = 0
"""The loach: worth nothing, and turns the ponds of its row into plus points."""
SHALLOW_POND: Final = -1
DEEP_POND: Final = -2

FACE_UP: Final = -1
"""Stands for the owner of a card that was laid face up."""

DECK: Final[dict[int, tuple[int, ...]]] = {
    2: (-2, -2, -1, -1, 0, 0, 1, 2, 2, 3, 3, 4, 4, 5),
    3: (-2, -2, -1, -1, 0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 15, 15),
    4: (-2, -2, -1, -1, 0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 15, 15),
}
"""The cards in play by number of seats (Contents; Rule for 2 Players)."""

START_CHIPS: Final = {2: 5, 3: 4, 4: 3}
"""The chips of each seat at the start of a match, by number of seats."""
START_BANK: Final = {2: 40, 3: 38, 4: 38}
HAND_SIZE: Final = {2: 4, 3: 4, 4: 3}

FULL: Final = 7
"""How many cards a row holds at most: the first and six added. It counts 0 then."""
MOST_POINTS: Final = 6
"""The highest total that scores, and the one that may be announced."""
ENOUGH_CHIPS: Final = 20
"""Whoever holds this many chips makes the round the last."""
LAST_ROUND: Final = 60
"""House ruling R10: this round is the last in any case."""


@dataclass(frozen=True, slots=True)
class Options(game.Options):
    """Nothing can be chosen."""


# What a row comes to


@lru_cache(maxsize=1 << 12)
def totals(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return all that a row's cards can come to, smallest first (How to calculate the score)."""
    if len(cards) >= FULL:
        return (0,)
    either = cards.count(ONE_OR_FIVE)
    # All ponds count plus with a loach; a card of either kind counts as 1 at first.
    added = sum(map(abs, cards)) if LOACH in cards else sum(cards)
    smallest = added - either * (ONE_OR_FIVE - 1)
    return tuple([smallest + 4 * fives for fives in range(either + 1)])


def points(total: int, chips: int) -> int:
    """Return what a total wins, or below 0 what a seat with this many chips really pays for it."""
    if total > MOST_POINTS:
        return -min(total - MOST_POINTS, chips)
    if total < 0:
        return -min(-total, chips)
    return total


# What a player can do


@dataclass(frozen=True, slots=True)
class Add(game.Action):
    """Lay a hand card on a row."""

    card: int
    row: int
    """Counted from 1."""
    face_down: bool

    def shown(self) -> Hashable:
        """Return the row alone if the card is laid face down."""
        return ("add", self.row) if self.face_down else self


@dataclass(frozen=True, slots=True)
class Take(game.Action):
    """Take a row and be out for the rest of the round."""

    row: int
    """Counted from 1."""


@dataclass(frozen=True, slots=True)
class Count(game.Action):
    """Say what the row just taken and shown comes to, and whether it is a Donburiko (R1, R2)."""

    total: int
    announce: bool


Action = Add | Take | Count


# What can be told

Reason = Literal["chips", "bank", "owed", "rounds"]
"""Why the round is the last: a hand reached 20, the bank ran out, couldn't pay, or round 60."""
Ending = Literal["all_took", "donburiko", "stuck"]
"""Why a round ended: all have taken, a Donburiko, or nobody still in it can do anything."""


@dataclass(frozen=True, slots=True)
class RoundBegan(game.Event):
    """A round was dealt. Told to all."""

    round: int
    first: int
    """The seat that starts."""
    rows: tuple[int, ...]
    """The card that starts each row, row 1 first."""
    hand_size: int
    aside: int
    """How many cards were set aside unseen."""


@dataclass(frozen=True, slots=True)
class HandDealt(game.Event):
    """A seat looked at its hand. Told to that seat alone."""

    seat: int
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AddedFaceUp(game.Event):
    """A card was laid face up. Told to all."""

    seat: int
    row: int
    card: int
    chip: int
    """1 if the bank gave a chip for it, 0 if it had none."""
    forced: bool
    """Everybody saw that nothing else could be done."""


@dataclass(frozen=True, slots=True)
class AddedFaceDown(game.Event):
    """A card was laid face down with a chip of its owner on it. Told to all."""

    seat: int
    row: int


@dataclass(frozen=True, slots=True)
class CardHidden(game.Event):
    """Which card that was. Told to its owner alone."""

    seat: int
    row: int
    card: int


@dataclass(frozen=True, slots=True)
class RowTaken(game.Event):
    """A row was taken and all of it shown. Told to all."""

    seat: int
    row: int
    cards: tuple[int, ...]
    """In the order in which they were laid."""
    owners: tuple[int, ...]
    """For each card, the seat that laid it face down, or FACE_UP."""
    chips: int
    """How many chips lay on it; the taker has them now."""
    forced: bool
    """Everybody saw that nothing else could be done."""


@dataclass(frozen=True, slots=True)
class RowCounted(game.Event):
    """The row just taken was counted. Told to all."""

    seat: int
    row: int
    total: int
    """0 for a row of seven cards."""
    points: int
    """What the seat scored; below 0 what it really paid."""
    owed: int
    """How much of it the bank couldn't pay: nothing or all; it counts at the end (R7)."""
    announced: bool
    """It is a Donburiko, which ends the round."""
    full: bool
    """The row held seven cards and so counts 0."""


@dataclass(frozen=True, slots=True)
class TurnSkipped(game.Event):
    """A seat had no card left and no row to take. Told to all."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinalRoundDecided(game.Event):
    """The running round became the last. Told to all."""

    reason: Reason
    seat: int | None
    """Whose act decided it; None for the guard of R10."""


@dataclass(frozen=True, slots=True)
class RoundEnded(game.Event):
    """A round ended. Told to all."""

    round: int
    ending: Ending
    chips: int
    """How many chips lay on the rows left and went to the bank."""
    last: int
    """The last seat that took a row; it starts the next round, if there is one."""


Event = (
    RoundBegan
    | HandDealt
    | AddedFaceUp
    | AddedFaceDown
    | CardHidden
    | RowTaken
    | RowCounted
    | TurnSkipped
    | FinalRoundDecided
    | RoundEnded
)


# What can be seen


@dataclass(frozen=True, slots=True)
class Row:
    """A row on the table, as everybody sees it. A row that was taken has no cards."""

    number: int
    """Counted from 1; a row keeps its number for the round."""
    cards: tuple[int | None, ...]
    """In the order in which they were laid; None where one lies face down."""
    owners: tuple[int, ...]
    """For each card, the seat that laid it face down, or FACE_UP."""
    chips: int
    """How many chips lie on it: one on each face-down card, until the round ends."""


class Taking(NamedTuple):
    """A row that was taken and shown, and is not yet counted (R1). All see it."""

    row: int
    cards: tuple[int, ...]
    owners: tuple[int, ...]
    chips: int
    """The taker has them already (R3)."""
    counts: tuple[tuple[int, int], ...]
    """What it can count as, as (total, points really won or paid), in the order of R1."""


class TakenRow(NamedTuple):
    """A row that was taken and counted, in this round or an earlier one. All saw it."""

    round: int
    seat: int
    row: int
    cards: tuple[int, ...]
    owners: tuple[int, ...]
    chips: int
    """The chips that lay on it."""
    total: int
    """0 for a row of seven cards."""
    points: int
    """What the seat scored; below 0 what it really paid."""
    owed: int
    """How much of the points the bank couldn't pay: nothing or all."""
    announced: bool


@dataclass(frozen=True, slots=True)
class Public(views.PublicView):
    """What anyone may see."""

    seats: int
    round: int
    """Counted from 1."""
    first: int
    """The seat that started the round."""
    turn: int | None
    """The seat that is asked; None when the match is over."""
    bank: int
    final: bool
    """Whether the current round will be the last."""
    chips: tuple[int, ...]
    """The chips in hand of each seat."""
    owed: tuple[int, ...]
    """The points of each seat that the bank couldn't pay; they count at the end (R7)."""
    hand_sizes: tuple[int, ...]
    out: tuple[bool, ...]
    """The seats that have taken a row this round, and waits for the next."""
    rows: tuple[Row, ...]
    """Row 1 first. When the match is over they lie as they were left, without their chips."""
    aside: int
    """How many cards were set aside, unseen by all, this round."""
    taking: Taking | None
    """The row that `turn` has taken and is to count; None while cards are being laid."""
    taken: tuple[TakenRow, ...]
    """Every row taken and counted in the match, in order."""
    gone: tuple[int, ...]
    """The cards that left the table this round in taken rows, the one being counted too; sorted."""


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card that the seat laid face down and that still lies so."""

    row: int
    """Counted from 1."""
    place: int
    """Its place in the row's cards; 0 is the card that started the row."""
    card: int


@dataclass(frozen=True, slots=True)
class Private(views.PrivateView):
    """What one seat knows beyond the public."""

    hand: tuple[int, ...]
    """Sorted. What is left of it stays known when the match is over."""
    hidden: tuple[OwnCard, ...]
    """The seat's own cards that lie face down, by row and place."""


SeatView = views.SeatView[Public, Private]
"""All that one seat knows; a name for annotations."""


INFO: Final = game.GameInfo(
    key="donburiko",
    title=_("Donburiko!"),
    japanese="ドンブリコ！",
    designer=_("masanofu"),
    publisher=_("Yu-gen Roman (有限浪漫)"),
    year=2013,
    seats=(2, 3, 4),
    minutes=20,
    start_here=True,
    rules_version=1,
    # R10 allows 60 rounds. In a round each dealt card is laid at most once (at most 12 cards), and
    # each seat takes at most one row and counts it at most once (at most 4 times 2 actions).
    longest=60 * (12 + 8),
    variants=(Options(),),
)
