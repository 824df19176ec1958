"""How likely what the others did in a round is if these are their hands, by what people do.

Who follows mostly plays the lowest card of the colour, or else the highest; who can't follow gets
rid of the highest. Who gives tokens mostly gives all there are of the colour. All this is habit and
not law, so it makes hands more or less likely and rules none out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from cogs.shiranui.views import COLOURS, TRICKS, Public, SeatView

HIGHEST: Final = 0.5
"""How gladly the highest card of a colour is played by who follows, beside the lowest."""
BETWEEN: Final = 0.35
"""How gladly any other is, beside the lowest."""
KEPT: Final = 0.6
"""How gladly any card but the highest is played by who can't follow, beside the highest."""
LEFT: Final = (1.0, 0.35, 0.2)
"""How likely so many tokens are left of a colour of which some were given; more are as the last."""

_EIGHT: Final = (1 << TRICKS) - 1
_EACH: Final = 10
"""How many bits each colour has in a set of cards: a card's bit is its own number."""
_ONES: Final = sum(1 << _EACH * colour for colour in COLOURS)


def _share(number: int, held: int) -> float:
    """Return how likely a number is played, of those of the colour that are held."""
    gladness = [BETWEEN] * held.bit_count()
    gladness[-1] = HIGHEST
    gladness[0] = 1.0
    return gladness[(held & (1 << number) - 1).bit_count()] / sum(gladness)


_FOLLOWING: Final = [
    [_share(number, held | 1 << number) for held in range(_EIGHT + 1)] for number in range(TRICKS)
]
"""By the number played, and by the numbers held of its colour."""


class World(Protocol):
    """What is looked at of a world."""

    hands: list[tuple[int, ...]]
    tokens: list[tuple[int, ...]]


class _Played(NamedTuple):
    """A card that another seat played this round."""

    seat: int
    card: int
    since: int
    """The cards that the seat has played since, with this one."""
    followed: bool


def weighs(view: SeatView) -> Callable[[World], float] | None:
    """Return how likely what the others did is in a world; None before they did anything."""
    seen, me = view.public, view.seat
    plays = [play for play in _plays(seen) if play.seat != me]
    given = [
        (seat, colour)
        for seat, tokens in enumerate(seen.given)
        for colour in seen.colours
        if seat != me and tokens[colour]
    ]
    if not plays and not given:
        return None

    def weight(world: World) -> float:
        found = 1.0
        sets = [sum([1 << card for card in hand]) for hand in world.hands]
        for seat, card, since, followed in plays:
            hand = sets[seat] | since
            if followed:
                found *= _FOLLOWING[card % 10][hand >> card // 10 * _EACH & _EIGHT]
            else:
                found *= _thrown(hand, card % 10)
        tokens = world.tokens
        for seat, colour in given:
            found *= LEFT[min(tokens[seat][colour], len(LEFT) - 1)]
        return found

    return weight


def _thrown(hand: int, number: int) -> float:
    """Return how likely a card of a number is played from a hand that can't follow."""
    numbers = 0
    for colour in COLOURS:
        numbers |= hand >> colour * _EACH & _EIGHT
    top = numbers.bit_length() - 1
    highest = (hand & _ONES << top).bit_count()
    return (1.0 if number == top else KEPT) / (highest + KEPT * (hand.bit_count() - highest))


def _plays(seen: Public) -> Iterator[_Played]:
    """Yield the cards played this round of which it is likely that they followed, or didn't.

    Tokens of past tricks aren't kept, nor when another colour than the one led became strong. So a
    card of the colour led is taken to have followed, and another one not if the seat has run out
    of it. What was led tells little.
    """
    before = TRICKS * (seen.round - 1)
    leaders = [seen.first, *(trick.seat for trick in seen.tricks[before:])]
    for seat, cards in enumerate(seen.played):
        since = 0
        for number in range(len(cards) - 1, -1, -1):
            card = cards[number]
            since |= 1 << card
            leader = leaders[number]
            if seat == leader:
                continue
            led = seen.played[leader][number] // 10
            if card // 10 == led:
                yield _Played(seat, card, since, True)
            elif led in seen.none_of[seat]:
                yield _Played(seat, card, since, False)
