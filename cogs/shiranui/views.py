"""The words of Shiranui: cards, tokens, actions and events, and what may be seen of a match.

A colour is a number from 1 (red) to 5 (white). A card is its colour and its number, read as one:
13 is red 3, 50 is white 0. Counts of tokens are listed by colour, the clear ones in place 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from bot.engine import game, views
from bot.engine.text import marked as _

RED: Final = 1
YELLOW: Final = 2
GREEN: Final = 3
BLUE: Final = 4
WHITE: Final = 5
COLOURS: Final = (RED, YELLOW, GREEN, BLUE, WHITE)
KEYS: Final = ("clear", "red", "yellow", "green", "blue", "white")
"""Colours as options and commands spell them, in every language."""
CLEAR: Final = 0
"""The place of clear tokens in a list of tokens."""

TRICKS: Final = 8
"""Tricks in a round, and so cards in a hand: the numbers 0 to 7 in as many colours as seats."""
DRAWN: Final = 8
"""How many tokens each seat draws from the bag."""
OF_EACH: Final = 9
"""How many tokens of each colour there are."""
CLEAR_TOKENS: Final = 2
MOST: Final = 10
"""The highest total of a card with its tokens."""
ENOUGH: Final = 15
"""Whoever has this many points makes the round the last."""
UNLUCKY: Final = 13
"""The sum of strong totals that makes the lowest card void in the variant Thirteen."""

EQUALS_SCORE_THE_DIFFERENCE: Final = True
"""House ruling R2: the later of equally low cards scores the difference to the next strictly higher
total. False: it scores its own total."""

Without = Literal[
    "none",
    "red",
    "yellow",
    "green",
    "blue",
    "white",
    "red+yellow",
    "red+green",
    "red+blue",
    "red+white",
    "yellow+green",
    "yellow+blue",
    "yellow+white",
    "green+blue",
    "green+white",
    "blue+white",
]
"""The colours that a table leaves out by choice."""
WITHOUT: Final[tuple[Without, ...]] = get_args(Without)
_READ: Final = {each: each.replace("+", " and ") for each in WITHOUT}
"""How each of them reads on Discord."""


@dataclass(frozen=True, slots=True)
class Options(game.Options):
    """What can be chosen: the variant, and colours to leave out (R1)."""

    thirteen: bool = game.option(
        False,
        "Strong cards that add up to exactly 13: the lowest can't win (for experienced players)",
    )
    without: Without = game.option(
        "none", "Colours to leave out: at most one with four players, none with five", _READ
    )


def left_out(without: Without) -> tuple[int, ...]:
    """Return the colours that a choice leaves out."""
    return () if without == "none" else tuple(KEYS.index(key) for key in without.split("+"))


# What cards come to


def sums(cards: Sequence[int], totals: Sequence[int]) -> list[int]:
    """Return what the cards on the table add up to by colour; place 0 is unused."""
    found = [0] * 6
    for card, total in zip(cards, totals, strict=True):
        found[card // 10] += total
    return found


def judged(strong: int, by_colour: Sequence[int]) -> int:
    """Return which colour is strong, given which one was (Total for each color; R8).

    Several colours that share the highest total change nothing.
    """
    best = max(by_colour)
    if by_colour[strong] == best or by_colour.count(best) > 1:
        return strong
    return by_colour.index(best)


def strongest(cards: Sequence[int], totals: Sequence[int], strong: int) -> tuple[int, ...]:
    """Return the totals of the cards of the strong colour, in the order played."""
    return tuple([total for card, total in zip(cards, totals, strict=True) if card // 10 == strong])


def won(
    cards: Sequence[int], totals: Sequence[int], strong: int, thirteen: bool
) -> tuple[int, int, bool]:
    """Return which card of a whole trick wins, its points, and whether the lowest was void.

    The lowest total of the strong colour wins, the later of equals, and scores the difference to
    the next higher or else itself (Win/Loss Judgment; R2). In Thirteen, if those totals add up to
    exactly that, the next higher wins instead and scores itself.
    """
    lowest = higher = MOST + 1
    place = added = 0
    for at, total in enumerate(totals):
        if cards[at] // 10 == strong:
            added += total
            if total < lowest:
                place, lowest, higher = at, total, lowest
            elif total == lowest:
                place = at
            elif total < higher:
                higher = total
    if thirteen and added == UNLUCKY:
        # Thirteen is a prime above ten: such totals are never all equal, so there is a higher one.
        place = len(cards) - 1
        while cards[place] // 10 != strong or totals[place] != higher:
            place -= 1
        return place, higher, True
    if higher <= MOST and (
        EQUALS_SCORE_THE_DIFFERENCE or strongest(cards, totals, strong).count(lowest) == 1
    ):
        return place, higher - lowest, False
    return place, lowest, False


# What a player can do


@dataclass(frozen=True, slots=True)
class Give(game.Action, extra=True):
    """Put tokens on a card of the trick, before playing one (Give Token)."""

    target: int
    """The card."""
    tokens: int
    """How many of the card's colour."""
    clear: int


@dataclass(frozen=True, slots=True)
class Play(game.Action):
    """Play a card (Play Card)."""

    card: int


Action = Give | Play


# What can be told


@dataclass(frozen=True, slots=True)
class RoundBegan(game.Event):
    """A round was dealt. Told to all."""

    round: int
    first: int
    """The seat that leads."""
    clear: tuple[int, ...]
    """The clear tokens each seat was handed."""


@dataclass(frozen=True, slots=True)
class HandDealt(game.Event):
    """A seat looked at its cards and its tokens. Told to that seat alone."""

    seat: int
    hand: tuple[int, ...]
    tokens: tuple[int, ...]
    """By colour, clear ones first."""


@dataclass(frozen=True, slots=True)
class Given(game.Event):
    """Tokens were put on a card. Told to all."""

    seat: int
    owner: int
    """The seat that played the card."""
    target: int
    tokens: int
    clear: int
    total: int
    """What the card comes to now."""


@dataclass(frozen=True, slots=True)
class Played(game.Event):
    """A card was played, and the colours were judged. Told to all."""

    seat: int
    card: int
    led: bool
    strong: int
    """The strong colour now."""
    before: int
    """The strong colour until then; for the card that was led its own."""
    followed: bool
    """If False, the seat holds none of the colour that was strong."""
    forced: bool
    """Everybody saw that nothing else could be done."""


@dataclass(frozen=True, slots=True)
class TrickWon(game.Event):
    """A trick was won. Told to all."""

    seat: int
    number: int
    """Which trick of the round, counted from 1."""
    card: int
    totals: tuple[int, ...]
    """Those of the strong colour, lowest first."""
    points: int
    score: int
    """The points of the seat with these."""
    void: bool
    """The lowest total didn't count (Thirteen)."""


@dataclass(frozen=True, slots=True)
class RoundEnded(game.Event):
    """A round ended. Told to all."""

    round: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchOver(game.Event):
    """The match ended. Told to all."""

    scores: tuple[int, ...]
    winner: int
    tied: tuple[int, ...]
    """Those with as many points who reached them earlier."""


Event = RoundBegan | HandDealt | Given | Played | TrickWon | RoundEnded | MatchOver


# What can be seen


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the current trick."""

    seat: int
    card: int
    tokens: int
    """How many tokens of its colour lie on it."""
    clear: int

    @property
    def total(self) -> int:
        """Return what it comes to."""
        return self.card % 10 + self.tokens + self.clear


@dataclass(frozen=True, slots=True)
class Gift:
    """Tokens that a seat put on a card this round, before it played its own."""

    trick: int
    """Which trick of the round, counted from 1."""
    seat: int
    target: int
    """The card."""
    number: int
    """How many, clear ones too."""


@dataclass(frozen=True, slots=True)
class Trick:
    """How a trick ended: who won it with which card, at what total, for how many points."""

    seat: int
    card: int
    total: int
    points: int


@dataclass(frozen=True, slots=True)
class Public(views.PublicView):
    """What anyone may see. What is listed by seat and colour has the clear tokens in place 0."""

    seats: int
    thirteen: bool
    colours: tuple[int, ...]
    """The colours in play."""
    round: int
    """Counted from 1."""
    first: int
    """The seat that led the first trick of the round."""
    leader: int
    """The seat that leads the trick; when the match is over, that won the last one."""
    turn: int | None
    """The seat that is asked; None when the match is over."""
    strong: int | None
    """As last judged (R3); None before a card is led."""
    gave: bool
    """Whether the seat that is asked has given tokens and is to play."""
    scores: tuple[int, ...]
    moved: tuple[int, ...]
    """After how many tricks of the match each disc last moved, 0 for never: the later lies on
    top of an equal score (R5)."""
    hand_sizes: tuple[int, ...]
    trick: tuple[Laid, ...]
    """The current trick in the order played."""
    last: tuple[Laid, ...]
    """The trick before, in the order played; () before the first has ended."""
    tokens: tuple[int, ...]
    """How many tokens each seat has left, clear ones too."""
    clear: tuple[int, ...]
    """How many of them are clear."""
    given: tuple[tuple[int, ...], ...]
    """The tokens each seat has given this round."""
    gifts: tuple[Gift, ...]
    """The same in the order given."""
    played: tuple[tuple[int, ...], ...]
    """The cards each seat has played this round, in order. Those of past tricks lie face down,
    but all have seen them."""
    none_of: tuple[tuple[int, ...], ...]
    """The colours each seat couldn't follow this round, and so holds none of."""
    tricks: tuple[Trick, ...]
    """Every trick won in the match, in order: eight per round."""

    @property
    def number(self) -> int:
        """Return which trick of the round is being played, or ended the match."""
        return min(len(self.tricks) - TRICKS * (self.round - 1) + 1, TRICKS)

    def winning(self) -> tuple[Laid, int] | None:
        """Return the card that would win if the trick ended now, and its points; None before one.

        The strong colour is the one last judged (R3), whatever tokens were added since.
        """
        if self.strong is None:
            return None
        cards = [laid.card for laid in self.trick]
        totals = [laid.total for laid in self.trick]
        place, points, _void = won(cards, totals, self.strong, self.thirteen)
        return self.trick[place], points

    def wins_with(self, card: int) -> int | None:
        """Return what the last card of the trick would win; None if it won't, or isn't the last."""
        if self.strong is None or len(self.trick) + 1 < self.seats:
            return None
        cards = [*(laid.card for laid in self.trick), card]
        totals = [*(laid.total for laid in self.trick), card % 10]
        strong = judged(self.strong, sums(cards, totals))
        place, points, _void = won(cards, totals, strong, self.thirteen)
        return points if place == len(self.trick) else None


@dataclass(frozen=True, slots=True)
class Private(views.PrivateView):
    """What one seat knows beyond the public."""

    hand: tuple[int, ...]
    """Sorted."""
    tokens: tuple[int, ...]
    """The tokens left, by colour, clear ones first. They stay known when the match is over."""


SeatView = views.SeatView[Public, Private]
"""All that one seat knows; a name for annotations."""


def _longest(seats: int) -> int:
    """Return how many actions a match takes at most.

    A trick scores nothing only if a lone 0 is all there is of its strong colour, as no colour has
    two zeros: once a round for each colour at most. So a round brings 8 - N points or more for N
    seats. While all scores are below 15 they add up to 14 N at most, which bounds the rounds before
    the last. A trick takes N plays and at most a give before each but the first.
    """
    rounds = (ENOUGH - 1) * seats // (TRICKS - seats) + 1
    return rounds * TRICKS * (2 * seats - 1)


INFO: Final = game.GameInfo(
    key="shiranui",
    title=_("Shiranui"),
    japanese="不知火",
    reading="しらぬい",
    designer=_("zagurasu"),
    publisher=_("circle zagurasu"),
    year=None,
    seats=(3, 4, 5),
    minutes=30,
    rules_version=1,
    longest=max(_longest(seats) for seats in (3, 4, 5)),
    # No rule looks at which colours they are, so each way to leave some out stands for all like it:
    # none, one, or two. Each of `WITHOUT` can be chosen with either variant, 32 in all.
    variants=(
        Options(),
        Options(thirteen=True),
        Options(without="red"),
        Options(thirteen=True, without="yellow+blue"),
    ),
)
