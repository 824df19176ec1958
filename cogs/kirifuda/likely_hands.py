"""How likely what the others did in a round is if these are their hands, by what people usually do.

Whoever has a stone to place usually wins where possible, with no better card than it takes if they
play last, and otherwise throws the lowest card; whoever has none ducks, and throws the highest.
Whoever keeps a blessing card mostly holds cards that bring about as many stones as it asks for.
These are habits, not laws, so they make hands more or less likely and rule none out.

Leads tell little: they are high as often as low.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from cogs.kirifuda.bit_sets import BIT, CARDS, EACH, OF_SEASON, POWERS, ROWS, lying
from cogs.kirifuda.evaluation import WINS, hopes
from cogs.kirifuda.views import Public, SeatView

WIN: Final = 1.0
"""How gladly a card that wins so far is played, compared with the figures that follow."""
DEAR: Final = 0.4
"""… that wins as the last one, where a lower one would do."""
LOSE: Final = 0.4
"""… that doesn't win, and is the one to get rid of among those that don't."""
WASTE: Final = 0.15
"""… that doesn't win, and would have been kept."""
SHED: Final = 1.0
"""How gladly the highest card that doesn't win is played by somebody who has no stone."""
KEEP: Final = 0.4
"""… a lower one that doesn't win."""
KARMA_COMES: Final = 0.2
"""… one that wins so far."""
FAR: Final = 0.2
"""How likely a blessing card is kept, at least, however far off it is."""

_EIGHT: Final = OF_SEASON[1]
_ONES: Final = sum(BIT[card] for card in CARDS if card % 10 == 1)
_BEATING: Final = [
    [sum(BIT[card] for card in CARDS if powers[card] > power) for power in range(max(powers) + 1)]
    for powers in POWERS
]
"""By the season led, and by how strong a card is, those that beat it."""


class World(Protocol):
    """The parts of a world that are looked at."""

    hands: list[int]


class _Played(NamedTuple):
    """A card that another seat played this round, and the trick that it was played to."""

    seat: int
    card: int
    """Its bit."""
    since: int
    """The cards that the seat has played since, with this one."""
    led: int
    """The season, as the set of its cards."""
    beating: int
    """The cards that would have won so far."""
    last: bool
    stoneless: bool


class _Kept(NamedTuple):
    """A blessing card that another seat has kept."""

    seat: int
    season: int
    wanted: int
    """How many stones it still asked for when the hand was dealt."""
    played: int
    """The cards that the seat has played this round."""


def weighs(view: SeatView) -> Callable[[World], float] | None:
    """Return how likely what the others did is in a world; None before they did anything."""
    seen = view.public
    plays = [play for play in _plays(seen) if play.seat != view.seat]
    kept = [each for each in _kept(seen) if each.seat != view.seat]
    if not plays and not kept:
        return None
    seats = seen.seats

    def weight(world: World) -> float:
        hands = world.hands
        found = 1.0
        for play in plays:
            found *= _gladly(hands[play.seat] | play.since, play)
        for seat, season, wanted, played in kept:
            off = WINS * hopes(hands[seat] | played, seats)[season] - wanted
            found *= max(FAR, 1.0 / (1.0 + off * off))
        return found

    return weight


def _gladly(hand: int, play: _Played) -> float:
    """Return how likely a card is played from this hand, of all that may be played from it."""
    _seat, card, _since, led, beating, last, stoneless = play
    playable = hand & led or hand
    winning = playable & beating
    losing = playable ^ winning
    # The number of the losing cards that one would rather get rid of.
    numbers = (losing | losing >> EACH | losing >> 2 * EACH | losing >> 3 * EACH) & _EIGHT
    shed = losing & (1 << numbers.bit_length() >> 1 if stoneless else numbers & -numbers) * _ONES
    wins, sheds, kept = winning.bit_count(), shed.bit_count(), (losing ^ shed).bit_count()
    if stoneless:
        every = wins * KARMA_COMES + sheds * SHED + kept * KEEP
        this = KARMA_COMES if card & winning else SHED if card & shed else KEEP
    else:
        dear = winning & (winning - 1) if last else 0
        every = wins * WIN - dear.bit_count() * (WIN - DEAR) + sheds * LOSE + kept * WASTE
        this = DEAR if card & dear else WIN if card & winning else LOSE if card & shed else WASTE
    return this / every


def _plays(seen: Public) -> Iterator[_Played]:
    """Yield the cards played this round except those that led a trick, the latest first.

    Who had a stone for a trick isn't recorded. It is known from the last trick that a seat won on;
    before that the seat is assumed to have had one, as winning without one is rare.
    """
    seats = seen.seats
    stoneless = [not stones for stones in seen.stones]
    since = [0] * seats
    for leader, cards, winner in _tricks(seen):
        if winner is not None:
            stoneless[winner] = False
        for step, card in reversed(list(enumerate(cards))):
            seat = (leader + step) % seats
            since[seat] |= BIT[card]
            if step:
                led = cards[0] // 10
                top = max(POWERS[led][each] for each in cards[:step])
                yield _Played(
                    seat,
                    BIT[card],
                    since[seat],
                    OF_SEASON[led],
                    _BEATING[led][top],
                    step == seats - 1,
                    stoneless[seat],
                )


def _kept(seen: Public) -> Iterator[_Kept]:
    """Yield the blessing cards that seats hold and haven't achieved."""
    seats = seen.seats
    played = [0] * seats
    brought = [[0] * len(ROWS) for _ in range(seats)]
    for leader, cards, winner in _tricks(seen):
        for step, card in enumerate(cards):
            seat = (leader + step) % seats
            played[seat] |= BIT[card]
            brought[seat][card // 10] += seat == winner
    for seat in range(seats):
        mine = lying(seen.board, seat)
        for blessing in seen.blessings[seat]:
            if blessing not in seen.achieved[seat]:
                season, count = divmod(blessing, 10)
                there = (mine & ROWS[season]).bit_count() - brought[seat][season]
                yield _Kept(seat, season, count - max(0, there), played[seat])


def _tricks(seen: Public) -> Iterator[tuple[int, tuple[int, ...], int | None]]:
    """Yield who led each trick of the round, its cards, and who won it: the current one first."""
    yield seen.leader, seen.running, None
    for trick in reversed(seen.tricks):
        if trick.round != seen.round:
            return
        yield trick.leader, trick.cards, trick.winner
