"""The words of Ameno Kirifuda: its cards, actions and events, and what may be seen of a match.

Seasons are 1 spring, 2 summer, 3 autumn, 4 winter. All else is written in two digits, the season
first: card 38 is autumn 8, blessing 42 asks for two stones in winter, space 11 is the first one of
the spring row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, NamedTuple

from bot.engine import game, views
from bot.engine.text import marked as _

SEASONS: Final = (1, 2, 3, 4)
ROUNDS: Final = 2
EACH_DRAFTS: Final = 2
"""How many blessing cards each seat takes in a round; none is left over."""
TRICKS: Final = 8
"""The number of tricks in a round, and of cards in a hand."""
ROW: Final = 4
"""House ruling R10: each season's row has this many spaces."""
MOST_STONES: Final = 7
"""No player uses more stones than this, hand and board together."""
KARMA: Final = 3
"""How many own stones leave the board for Bad Karma."""

NUMBERS: Final = {3: 6, 4: 8}
"""The highest number on the season cards, by number of seats."""
DECK: Final = {
    seats: tuple(10 * season + number for season in SEASONS for number in range(1, most + 1))
    for seats, most in NUMBERS.items()
}
FIRST: Final = 11
"""Spring 1: whoever is dealt it is the first dealer of the round."""

BLESSING_POINTS: Final = (2, 3, 5, 8)
"""House ruling: what exactly 0, 1, 2, 3 own stones in a row are worth, the same in each season."""
BLESSINGS: Final = tuple(
    10 * season + count for season in SEASONS for count in range(len(BLESSING_POINTS))
)

SPACES: Final = tuple(10 * season + place for season in SEASONS for place in range(1, ROW + 1))
"""The spaces in the order in which a board lists them."""
INDEX: Final = {space: index for index, space in enumerate(SPACES)}
FREE: Final = -1
"""Stands on a board for a space without a stone; all else there are seats."""


@dataclass(frozen=True, slots=True)
class Options(game.Options):
    """Nothing can be chosen."""


# What cards and stones come to


def next_season(season: int) -> int:
    """Return the season after one: its cards are the trumps (Seasonal order)."""
    return season % len(SEASONS) + 1


TRUMP: Final = 10
"""How much stronger than their numbers trumps are."""


@cache
def strength(card: int, led: int) -> int:
    """Return how strong a card is where a season was led; 0 never wins (Win or lose the trick)."""
    season, number = divmod(card, 10)
    if season == next_season(led):
        return TRUMP + number
    return number if season == led else 0


def worth(blessing: int) -> int:
    """Return the points of a blessing card."""
    return BLESSING_POINTS[blessing % 10]


def in_row(board: Sequence[int], seat: int, season: int) -> int:
    """Return how many stones a seat has in a season's row."""
    return board[(season - 1) * ROW : season * ROW].count(seat)


def longest_run(board: Sequence[int], seat: int) -> int:
    """Return the most neighbouring stones of a seat within one row (R1)."""
    best = run = 0
    for index, owner in enumerate(board):
        if owner != seat:
            run = 0
            continue
        run = run + 1 if index % ROW else 1
        best = max(best, run)
    return best


# What a player can do


@dataclass(frozen=True, slots=True)
class Draft(game.Action):
    """Take one of the blessing cards that lie open."""

    blessing: int


@dataclass(frozen=True, slots=True)
class Discard(game.Action, sealed=True):
    """Give up some of one's blessing cards, or none, for a new stone each."""

    blessings: tuple[int, ...]
    """Sorted."""


@dataclass(frozen=True, slots=True)
class Play(game.Action):
    """Play a card to the trick."""

    card: int


@dataclass(frozen=True, slots=True)
class Place(game.Action):
    """Place a stone for a trick won."""

    space: int
    to: int | None
    """Where the stone goes that lay on the space; None for a free space."""


@dataclass(frozen=True, slots=True)
class Return(game.Action):
    """Take own stones off the board for Bad Karma."""

    spaces: tuple[int, ...]
    """Sorted."""


Action = Draft | Discard | Play | Place | Return


# What can be told


@dataclass(frozen=True, slots=True)
class RoundBegan(game.Event):
    """A round was dealt. Told to all."""

    round: int
    dealer: int
    """Who was dealt Spring 1."""
    display: tuple[int, ...]
    """The blessing cards turned up; sorted."""


@dataclass(frozen=True, slots=True)
class HandDealt(game.Event):
    """A seat looked at its hand. Told to that seat alone."""

    seat: int
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drafted(game.Event):
    """A blessing card was taken. Told to all."""

    seat: int
    blessing: int
    forced: bool
    """It was the last one."""


@dataclass(frozen=True, slots=True)
class Decided(game.Event):
    """A seat chose what to discard, sealed till all have. Told to all."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discarded(game.Event):
    """What a seat discarded was shown. Told to all."""

    seat: int
    blessings: tuple[int, ...]
    """() if it kept them all; else it got as many new stones."""


@dataclass(frozen=True, slots=True)
class CardPlayed(game.Event):
    """A card was played. Told to all."""

    seat: int
    card: int
    forced: bool
    """It was the last card of the hand."""


@dataclass(frozen=True, slots=True)
class TrickWon(game.Event):
    """A trick was won. Told to all."""

    number: int
    """Counted from 1 in each round."""
    seat: int
    card: int
    cards: tuple[int, ...]
    """In the order in which they were played."""


@dataclass(frozen=True, slots=True)
class StonePlaced(game.Event):
    """A stone was placed on a free space. Told to all."""

    seat: int
    space: int
    forced: bool
    """The row had no other free space."""


@dataclass(frozen=True, slots=True)
class StonePushed(game.Event):
    """A stone was moved out of a full row, and another one took its place. Told to all."""

    seat: int
    space: int
    owner: int
    """Whose stone was moved."""
    to: int


@dataclass(frozen=True, slots=True)
class BadKarma(game.Event):
    """A trick was won without a stone in the hand. Told to all."""

    seat: int


@dataclass(frozen=True, slots=True)
class StonesReturned(game.Event):
    """A seat took stones of its own off the board. Told to all."""

    seat: int
    spaces: tuple[int, ...]
    forced: bool
    """It had no others there."""


@dataclass(frozen=True, slots=True)
class Achieved(game.Event):
    """Blessing cards of a seat were achieved when the round ended. Told to all."""

    seat: int
    blessings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded(game.Event):
    """The last trick of a round was played. Told to all."""

    round: int


Event = (
    RoundBegan
    | HandDealt
    | Drafted
    | Decided
    | Discarded
    | CardPlayed
    | TrickWon
    | StonePlaced
    | StonePushed
    | BadKarma
    | StonesReturned
    | Achieved
    | RoundEnded
)


# What can be seen

Phase = Literal["draft", "discard", "play", "place", "return", "over"]
"""What is asked: one draws a blessing card, all discard, one plays, places, takes stones back."""


class Trick(NamedTuple):
    """A trick that was won, in this round or the one before. All saw it."""

    round: int
    leader: int
    """Who played the first card; the others followed clockwise."""
    cards: tuple[int, ...]
    """In the order in which they were played."""
    winner: int


@dataclass(frozen=True, slots=True)
class Public(views.PublicView):
    """What anyone may see."""

    seats: int
    round: int
    """Counted from 1."""
    phase: Phase
    dealer: int
    """Who was dealt Spring 1 this round."""
    turn: int | None
    """The seat that is asked; None while all discard and when the match is over."""
    deciding: tuple[int, ...]
    """While all discard: the seats that haven't chosen yet."""
    leader: int
    """Who leads, or led, the current trick."""
    running: tuple[int, ...]
    """The cards of the current trick, in the order in which they were played."""
    tricks: tuple[Trick, ...]
    """Every trick of the match that was won, in order."""
    row: int | None
    """While the winner of the last trick places a stone: the season of the row."""
    hand_sizes: tuple[int, ...]
    lacks: tuple[tuple[int, ...], ...]
    """For each seat the seasons of which it showed this round that it holds no card."""
    display: tuple[int, ...]
    """The blessing cards that lie open to be taken; sorted."""
    blessings: tuple[tuple[int, ...], ...]
    """The blessing cards before each seat; sorted."""
    achieved: tuple[tuple[int, ...], ...]
    """Those among them that are achieved; sorted."""
    discarded: tuple[tuple[int, ...], ...]
    """The blessing cards that each seat has discarded in the match; sorted."""
    stones: tuple[int, ...]
    """The stones in hand of each seat."""
    board: tuple[int, ...]
    """For each space, in the order of SPACES, whose stone lies there, or FREE."""

    def in_use(self, seat: int) -> int:
        """Return how many stones a seat uses: in hand and on the board."""
        return self.stones[seat] + self.board.count(seat)


@dataclass(frozen=True, slots=True)
class Private(views.PrivateView):
    """What one seat knows beyond the public."""

    hand: tuple[int, ...]
    """Sorted."""
    discards: tuple[int, ...] | None
    """What the seat chose to discard, until all have; None if it hasn't chosen."""


SeatView = views.SeatView[Public, Private]
"""All that one seat knows; a name for annotations."""


def unseen_cards(view: SeatView) -> list[int]:
    """Return the season cards that the seat hasn't seen this round, sorted: the others' hands."""
    seen = view.public
    known = {card for trick in seen.tricks if trick.round == seen.round for card in trick.cards}
    known.update(seen.running, view.private.hand)
    return [card for card in DECK[seen.seats] if card not in known]


INFO: Final = game.GameInfo(
    key="kirifuda",
    title=_("Ameno Kirifuda"),
    japanese="アメノキリフダ",
    designer=_("Sentya"),
    publisher=_("MowMowGames"),
    year=None,
    seats=(3, 4),
    minutes=15,
    rules_version=1,
    # In each of two rounds four seats at most draft twice (the last card is forced), discard once
    # and play seven cards (the eighth is forced), and a trick brings one choice of stones.
    longest=2 * ((2 * 4 - 1) + 4 + 7 * 4 + 8),
    variants=(Options(),),
)
