"""The words of 7 Little Korpokkurs: its options and events, and what may be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bot.engine import game, views
from bot.engine.text import marked as _
from cogs.korpokkur.components import LAST_TURN, OF_EACH_CARD, Card, Chips

Bounds = tuple[int, int, int, int, int, int]
"""What can be told about a bag: the fewest and the most korpokkur it may hold, the fewest and the
most butterbur, the fewest and the most chips in all.
"""


@dataclass(frozen=True, slots=True)
class Options(game.Options):
    """The choices made before a match. Two players have rules of their own, unless it is short."""

    short: bool = game.option(False, "One round without scores: about five minutes")
    """One round, without scores."""


# What can be told


@dataclass(frozen=True, slots=True)
class TieCount:
    """What broke a tie, or left it: fewer butterbur, then more cards. All see it."""

    seat: int
    butterbur: int
    cards: int


Ending = Literal["arwampe", "last", "turns", "none"]
"""Why a round ended: Arwampe, one player left, too many turns, or none left (short game)."""


@dataclass(frozen=True, slots=True)
class RoundBegan(game.Event):
    """A round began; bags were filled and cards drawn. Told to all."""

    round: int
    first: int
    """The seat that starts."""
    korpokkur: int
    """How many each bag holds; 0 where the players are to choose it."""
    butterbur: int
    cards: int
    """How many KAMUY cards each player drew."""
    points: int
    """What Arwampe wins; 0 in the short game."""


@dataclass(frozen=True, slots=True)
class CardsDrawn(game.Event):
    """A seat looked at the KAMUY cards it drew. Told to that seat alone."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BagChosen(game.Event):
    """A seat has chosen how to fill its bag. Told to all."""

    seat: int


@dataclass(frozen=True, slots=True)
class BagsFilled(game.Event):
    """Both bags were filled as chosen, and the round's first turn began. Told to all."""

    first: int


@dataclass(frozen=True, slots=True)
class BagSeen(game.Event):
    """A seat looked into a bag that is now its own. Told to that seat alone."""

    seat: int
    korpokkur: int
    butterbur: int


@dataclass(frozen=True, slots=True)
class HeldOut(game.Event):
    """Chips were held out to the next player. Told to all."""

    seat: int
    to: int
    number: int


@dataclass(frozen=True, slots=True)
class ChipsChosen(game.Event):
    """Which chips those are. Told to the giver alone."""

    seat: int
    chips: Chips
    number: int


@dataclass(frozen=True, slots=True)
class Taken(game.Event):
    """The chips held out were taken (Eh). Told to all."""

    seat: int
    giver: int
    number: int
    out: tuple[int, ...]
    """Whoever has no chip left and so is out (short game)."""


@dataclass(frozen=True, slots=True)
class ChipsMoved(game.Event):
    """Which chips went from one bag to another. Told to the two players."""

    giver: int
    taker: int
    chips: Chips
    number: int


@dataclass(frozen=True, slots=True)
class Refused(game.Event):
    """The chips held out were shown and went back (Somo); the giver drew more. Told to all."""

    seat: int
    giver: int
    chips: Chips
    number: int
    drawn: int
    """How many of the same kind the giver drew from the table."""


@dataclass(frozen=True, slots=True)
class CardPlayed(game.Event):
    """A KAMUY card was played. Told to all."""

    seat: int
    card: Card
    target: int | None


@dataclass(frozen=True, slots=True)
class AllTook(game.Event):
    """All players in the round took chips from the table. Told to all."""

    chips: Chips
    numbers: tuple[tuple[int, int], ...]
    """(seat, how many) in the order in which they were served."""


@dataclass(frozen=True, slots=True)
class AllDropped(game.Event):
    """All players in the round put chips back on the table. Told to all."""

    chips: Chips
    numbers: tuple[tuple[int, int], ...]
    """(seat, how many) in the order of turns."""
    out: tuple[int, ...]
    """Whoever has no chip left and so is out (short game)."""


@dataclass(frozen=True, slots=True)
class HandoverChosen(game.Event):
    """A seat has chosen the KAMUY card to give. Told to all."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardsMoved(game.Event):
    """The KAMUY cards chosen moved on, all at once. Told to all."""

    givers: tuple[int, ...]
    """Those who gave one to their next player; empty if nobody had any."""


@dataclass(frozen=True, slots=True)
class CardGiven(game.Event):
    """Which KAMUY card went from one hand to another. Told to the two players."""

    giver: int
    taker: int
    card: Card


@dataclass(frozen=True, slots=True)
class KorkoniCalled(game.Event):
    """Korkoni was called, and was right or wrong. Told to all."""

    seat: int
    target: int
    right: bool
    korpokkur: int
    """How many the target put back on the table, after paying the caller; 0 if it was wrong."""
    butterbur: int
    points: int
    """What the target scored: -1 if it was right in a game with scores, else 0."""
    out: tuple[int, ...]
    """Whoever has no chip left and so is out (short game); not the target of a right call."""


@dataclass(frozen=True, slots=True)
class IsamCalled(game.Event):
    """A player left the round with an empty bag. Told to all."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class ArwampeCalled(game.Event):
    """A player showed a bag with enough korpokkur. Told to all."""

    seat: int
    korpokkur: int
    butterbur: int


@dataclass(frozen=True, slots=True)
class RoundEnded(game.Event):
    """A round ended. Told to all."""

    round: int
    ending: Ending
    winners: tuple[int, ...]
    """Who won it, or is left in it; several share a short game, none win after too many turns."""
    points: int
    """What each of them scored."""


@dataclass(frozen=True, slots=True)
class BagsCounted(game.Event):
    """The match was tied, and the butterbur of the tied were shown. Told to all."""

    counts: tuple[TieCount, ...]


Event = (
    RoundBegan
    | CardsDrawn
    | BagChosen
    | BagsFilled
    | BagSeen
    | HeldOut
    | ChipsChosen
    | Taken
    | ChipsMoved
    | Refused
    | CardPlayed
    | AllTook
    | AllDropped
    | HandoverChosen
    | CardsMoved
    | CardGiven
    | KorkoniCalled
    | IsamCalled
    | ArwampeCalled
    | RoundEnded
    | BagsCounted
)


# What can be seen


Reason = Literal["isam", "korkoni", "arwampe", "last"]
"""What points were won or lost for."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Points that a seat won or lost. All saw it."""

    round: int
    seat: int
    reason: Reason
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended. All saw it."""

    ending: Ending
    winners: tuple[int, ...]
    shown: tuple[int, int] | None
    """Korpokkur and butterbur in the bag that was shown with Arwampe."""


Phase = Literal["bags", "turn", "answer", "handover", "over"]
"""What is asked: how to fill bags, a turn, an answer, the cards to give; or the match is over."""


@dataclass(frozen=True, slots=True)
class Public(views.PublicView):
    """What anyone may see."""

    seats: int
    short: bool
    round: int
    """Counted from 1."""
    first: int
    """The seat that started the round."""
    turns: int
    """How many turns of the round have been taken."""
    phase: Phase
    turn: int
    """Whose turn it is, also while others answer or choose; the starting seat, while bags are
    filled.
    """
    asked: tuple[int, ...]
    """Who has to act now."""
    to: int | None
    """The seat that chips are held out to now."""
    number: int
    """How many chips are held out; 0 if none are."""
    order: tuple[int, ...]
    """The seats as they sit now, clockwise from the first place."""
    direction: Literal[1, -1]
    """1 if turns go clockwise."""
    playing: tuple[bool, ...]
    """Who is in the round."""
    scores: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    discards: tuple[Card, ...]
    """The KAMUY cards played, in order."""
    korpokkur: int | None
    """How many lie on the table; None where nobody can tell (two players, R12)."""
    butterbur: int | None
    bags: tuple[Bounds, ...]
    """What all can work out about each bag from what was said and shown."""
    marks: tuple[Mark, ...]
    """All points won and lost, in order."""
    outcomes: tuple[Outcome, ...]
    """How each round ended, the first one first."""
    tie: tuple[TieCount, ...]
    """What was counted where the scores were tied at the end; () if there was no tie."""


@dataclass(frozen=True, slots=True)
class Private(views.PrivateView):
    """What one seat knows beyond the public."""

    korpokkur: int
    """In one's own bag, including what is held out."""
    butterbur: int
    hand: tuple[Card, ...]
    """One's own KAMUY cards, sorted by `CARDS`; a card chosen to be given is still among them."""
    offer: Chips | None
    """The kind of the chips that the seat holds out now."""
    card: Card | None
    """The card that the seat has chosen to give, until all have chosen."""
    filling: tuple[int, int] | None
    """The (korpokkur, butterbur) that the seat has chosen to start with, until both have."""
    bags: tuple[Bounds, ...]
    """What the seat can work out about each bag: from its own dealings, and from bags it had."""
    cards: tuple[tuple[Card, ...], ...]
    """For each seat, the KAMUY cards this one knows it to hold, sorted; () for itself."""


SeatView = views.SeatView[Public, Private]
"""All that one seat knows; a name for annotations."""


INFO: Final = game.GameInfo(
    key="korpokkur",
    title=_("7 Little Korpokkurs"),
    japanese="コロポックル 見〜つけた！",
    designer=_("Roy Nambu"),
    publisher=_("pen and dice (ペンとサイコロ)"),
    year=2015,
    seats=(2, 3, 4, 5, 6),
    minutes=30,
    rules_version=1,
    # R10: at most 200 turns in each of 3 rounds, and a turn is an action or an offer with its
    # answer. Only the turns of the 3 cards that let all give a card take more: up to 6 choices. Two
    # players also fill 2 bags per round.
    longest=3 * (LAST_TURN * 2 + 2) + OF_EACH_CARD * 6,
    variants=(Options(), Options(short=True)),
    short=Options(short=True),
    short_minutes=5,
)
