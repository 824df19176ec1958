"""How likely what the others did in a round is if these are their hands, by what people usually do.

What a seat played is compared with what else it could have played from that hand: how many of these
cards promise more by the rule of thumb. Some players keep to that, others only lean to it. Which of
the two somebody does isn't known, so a hand is as likely as both make it together; whoever once
strayed from the rule is soon taken to lean to it. Whoever gives tokens usually gives all there are
of the colour.

These are habits, not laws, so they make hands more or less likely and rule none out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, Self

from cogs.shiranui.rule_of_thumb import promise
from cogs.shiranui.views import COLOURS, TRICKS, Public, SeatView, judged, sums

Manner = list[list[list[float]]]
"""How likely a card is played: by how many can be, how many promise more, and how many as much."""


def _manner(next_best: float, chance: float) -> Manner:
    """Return how somebody plays who takes the next best card `next_best` times as often.

    Now and then it is any card, by chance. Cards that promise the same are played equally often.
    """
    manner: Manner = [[]]
    numbers = range(1, TRICKS + 1)
    for cards in numbers:
        gladness = [next_best**place for place in range(cards)]
        shares = [(1 - chance) * glad / sum(gladness) + chance / cards for glad in gladness]
        manner.append(
            [
                [0.0, *(sum(shares[more : more + as_much]) / as_much for as_much in numbers)]
                for more in range(cards)
            ]
        )
    return manner


KEEPS: Final = _manner(0.02, 0.02)
"""How somebody who keeps to the rule of thumb plays."""
LEANS: Final = _manner(0.5, 0.1)
"""How somebody who leans to it plays."""
LEFT: Final = (1.0, 0.35, 0.2)
"""How likely a number of tokens is left of a colour of which some were given; more count as the
last.
"""
SWAPS: Final = 4
"""How many swaps of two cards are tried, for each card in a hand."""

_EACH: Final = 10
"""How many bits each colour has in a set of cards: a card's bit is its own number."""
_OF_COLOUR: Final = [0, *(((1 << TRICKS) - 1) << _EACH * colour for colour in COLOURS)]
"""The cards of each colour; none where any card may be played."""


class World(Protocol):
    """The parts of a world that are looked at."""

    hands: list[tuple[int, ...]]
    tokens: list[tuple[int, ...]]

    def clone(self) -> Self:
        """Return a copy."""
        ...


class _Choice(NamedTuple):
    """A card that a seat played this round, with what is known of its choice as sets of cards."""

    since: int
    """What the seat has played since, including this card."""
    follows: int
    """What had to be played if there was any."""
    better: int
    """What promised more."""
    as_good: int
    """What promised as much, including this card."""


class _Hands:
    """How likely the others' hands are, for all they have played."""

    __slots__ = ("_choices", "_known", "_none_of", "_seats")

    def __init__(self, seen: Public, me: int) -> None:
        self._choices: dict[int, list[_Choice]] = {}
        for seat, choice in _choices(seen):
            if seat != me:
                self._choices.setdefault(seat, []).append(choice)
        self._known: dict[tuple[int, int], float] = {}
        """What was found before, by seat and hand: the same ones come up again and again."""
        self._seats = [seat for seat, size in enumerate(seen.hand_sizes) if size and seat != me]
        self._none_of = [sum(_OF_COLOUR[colour] for colour in none) for none in seen.none_of]

    def __bool__(self) -> bool:
        """Tell whether anybody has played."""
        return bool(self._choices)

    def weight(self, hands: Sequence[Sequence[int]]) -> float:
        """Return how likely it is that all played as they did, if these hands are left."""
        found = 1.0
        for seat in self._choices:
            found *= self._of(seat, _set(hands[seat]))
        return found

    def _of(self, seat: int, hand: int) -> float:
        """Return how likely a seat has played as it did from a hand, in one manner or the other."""
        likely = self._known.get((seat, hand))
        if likely is not None:
            return likely
        keeps = leans = 0.5
        for since, follows, better, as_good in self._choices.get(seat, ()):
            held = hand | since
            held = held & follows or held
            cards, more, as_much = held.bit_count(), held & better, held & as_good
            more, as_much = more.bit_count(), as_much.bit_count()
            keeps *= KEEPS[cards][more][as_much]
            leans *= LEANS[cards][more][as_much]
        likely = self._known[seat, hand] = keeps + leans
        return likely

    def stir(self, world: World, rng: random.Random) -> World:
        """Return a world in which the others have swapped cards, mostly for likelier hands.

        A swap is kept by how much likelier it makes both hands (Metropolis and others, 1953).
        """
        seats, none_of, chance = self._seats, self._none_of, rng.random
        if len(seats) < 2:
            return world
        hands = [list(hand) for hand in world.hands]
        sets = list(map(_set, hands))
        likely = [self._of(seat, hand) for seat, hand in enumerate(sets)]
        for _ in range(SWAPS * max(len(hands[seat]) for seat in seats)):
            first = int(chance() * len(seats))
            # Any but the first: places below 0 are counted from the last one.
            one, other = seats[first], seats[first - 1 - int(chance() * (len(seats) - 1))]
            here, there = int(chance() * len(hands[one])), int(chance() * len(hands[other]))
            mine, yours = hands[one][here], hands[other][there]
            if none_of[other] >> mine & 1 or none_of[one] >> yours & 1:
                continue
            both = 1 << mine | 1 << yours
            new_one, new_other = (
                self._of(one, sets[one] ^ both),
                self._of(other, sets[other] ^ both),
            )
            if new_one * new_other >= likely[one] * likely[other] * chance():
                likely[one], likely[other] = new_one, new_other
                sets[one] ^= both
                sets[other] ^= both
                hands[one][here], hands[other][there] = yours, mine
        stirred = world.clone()
        for seat in seats:
            stirred.hands[seat] = tuple(sorted(hands[seat]))
        return stirred


def weighs(view: SeatView) -> Callable[[World], float] | None:
    """Return how likely what the others did is in a world; None before they did anything."""
    hands = _hands_of(view.public, view.seat)
    given = [
        (seat, colour)
        for seat, tokens in enumerate(view.public.given)
        for colour in view.public.colours
        if seat != view.seat and tokens[colour]
    ]
    if not hands and not given:
        return None

    def weight(world: World) -> float:
        found = hands.weight(world.hands)
        for seat, colour in given:
            found *= LEFT[min(world.tokens[seat][colour], len(LEFT) - 1)]
        return found

    return weight


def stirs(view: SeatView) -> Callable[[World, random.Random], World] | None:
    """Return a function that swaps the others' cards in a world; None before any is played."""
    hands = _hands_of(view.public, view.seat)
    return hands.stir if hands else None


@lru_cache(1)
def _hands_of(seen: Public, me: int) -> _Hands:
    """Return one object for weighing and stirring: each finds what the other found."""
    return _Hands(seen, me)


def _set(cards: Sequence[int]) -> int:
    return sum([1 << card for card in cards])


def _choices(seen: Public) -> Iterator[tuple[int, _Choice]]:
    """Yield the cards played this round, each with its seat, as the tricks were played."""
    gifts = {(gift.trick, gift.seat): gift for gift in seen.gifts}
    leaders = [seen.first, *(won.seat for won in seen.tricks[TRICKS * (seen.round - 1) :])]
    for number in range(max(map(len, seen.played))):
        trick: tuple[int, ...] = ()
        totals: list[int] = []
        strong = 0
        for place in range(seen.seats):
            seat = (leaders[number] + place) % seen.seats
            cards = seen.played[seat][number:]
            if not cards:
                break
            gift = gifts.get((number + 1, seat))
            if gift is not None:
                totals[trick.index(gift.target)] += gift.number
            better, as_good = _compared(
                seen.seats, seen.thirteen, trick, tuple(totals), strong, cards[0]
            )
            yield seat, _Choice(_set(cards), _OF_COLOUR[strong], better, as_good)
            trick += cards[:1]
            totals.append(cards[0] % 10)
            strong = judged(strong or cards[0] // 10, sums(trick, totals))


@lru_cache(1 << 10)
def _compared(
    seats: int,
    thirteen: bool,
    trick: tuple[int, ...],
    totals: tuple[int, ...],
    strong: int,
    card: int,
) -> tuple[int, int]:
    """Return the cards that promised more than the one played, and those as much."""
    promised = promise(seats, thirteen, trick, totals, strong, card)
    better = as_good = 0
    for colour in COLOURS:
        for number in range(TRICKS):
            other = _EACH * colour + number
            value = promise(seats, thirteen, trick, totals, strong, other)
            better |= (value > promised) << other
            as_good |= (value == promised) << other
    return better, as_good
