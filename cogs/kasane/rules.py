"""The rules of Colors of Kasane, and how their gaps are ruled on.

In turn, everybody takes the front card of a row. A number goes on top of the hand, whose order
never changes; a "+1" goes onto the robe and scores a point. After a number a meld may be achieved
with the top cards of the hand: they go onto the robe in their order, and a box of that meld and
size is marked, for all. When as many cards are left as there are seats, the field is dealt again.

Rulings:

R1  Which boxes there are is a house ruling: `_BOXES` in views.
R2  A box is worth its points. The three melds of a trio pay more for their first box, even if the
    same player marks both: their boxes are marked in the order listed.
R3  A meld is legal only while a box of its very size is free.
R4  There is no highest score, and marks never run out.
R5  Taking and melding are one action: all that the taker needs to know lies open before.
R6  In the easier variant a meld after a "+1" uses the top of the hand as it was, and nothing else:
    the robe's top card is the "+1".
R7  The first seat is drawn. Who ties in points and in cards laid, wins together.

House ruling: the cards left at the end of the last round stay where they lie.

What all can see to be forced is done at once and isn't asked: taking from the only row left, where
no meld can follow whatever cards the hand holds, by what lies open: how many those are, the card,
the top of the robe and the free boxes. (That a hand holds no fitting cards is not for all to see,
so it is asked.)

What a quiet dealer would not say isn't put into words: searches play on by these rules very often.

Draws, in order: the first seat (`pick`); the deck (`shuffle`); before the last round the draw pile
with the discards (`shuffle`). Cards are drawn from the front: row 1 from back to front, row 2 …
"""

from __future__ import annotations

import itertools
import random
from functools import lru_cache
from typing import ClassVar, Final

from bot.engine.copies import copied
from bot.engine.game import EVERYONE, BadOptions, Dealer, Game, GameInfo, Result
from cogs.kasane import evaluation, views
from cogs.kasane.all_actions import TAKES, possible_takes
from cogs.kasane.melds import BOXES_OF, ways
from cogs.kasane.state import NOBODY, State
from cogs.kasane.views import (
    BOXES,
    DECK,
    FREE,
    NEVER_FREE,
    NUMBERS,
    PLUS_ONE,
    ROUNDS,
    ROW,
    Action,
    Meld,
    Take,
)

MARKED_WITH_FEWER_MELDS: Final[tuple[tuple[Meld, int], ...]] = (("juu", 2), ("kasane", 2))
"""One box of each of these starts marked in the variant of fewer melds."""

_ASKED: Final = ((0,), (1,), (2,), (3,), ())
"""Who is asked, by `State.turn`; NOBODY, being -1, picks the last entry."""


class Kasane(Game[State, views.Action]):
    """The game of Colors of Kasane."""

    info: ClassVar[GameInfo] = views.INFO
    Options: ClassVar[type[views.Options]] = views.Options
    State: ClassVar[type[State]] = State
    Action: ClassVar = views.Action
    Event: ClassVar = views.Event

    def setup(self, seats: int, options: views.Options, dealer: Dealer) -> State:
        """Lay out a new match. Raises BadOptions if it can't be played with them."""
        if options.fewer_melds and seats != 3:
            raise BadOptions("“Fewer melds” is for three players only.")
        marks = [FREE] * len(BOXES)
        if options.fewer_melds:
            for kind in MARKED_WITH_FEWER_MELDS:
                marks[BOXES_OF[kind][0]] = NEVER_FREE
        marked, points = _marked(tuple(marks), seats)
        first = dealer.pick(list(range(seats)))
        state = State(
            seats=seats,
            fewer_melds=options.fewer_melds,
            easier=options.easier,
            round=0,
            first=first,
            turn=first,
            rows=[],
            hands=[()] * seats,
            robes=[()] * seats,
            marks=marks,
            marked=marked,
            points=list(points),
            left=0,
            pile=tuple(dealer.shuffle(list(DECK[seats]))),
            discards=(),
        )
        _deal_round(state, first, dealer)
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is; () when the match is over."""
        return _ASKED[state.turn]

    def legal(self, state: State, seat: int) -> list[Action]:
        """Return all that the seat may do, row by row: each meld that fits, then none."""
        if seat != state.turn:
            return []
        return possible_takes(
            state.rows, state.hands[seat], state.robes[seat], state.marked, easier=state.easier
        )

    def apply(self, state: State, seat: int, action: Action, dealer: Dealer) -> None:
        """Carry out a legal action in place, and every forced step after it that all can see."""
        _take(state, seat, action, False, dealer)
        _go_on(state, dealer)

    def result(self, state: State) -> Result:
        """Return where the points came from; ties go to more cards laid, then are shared (R7)."""
        parts = tuple(map(_parts, state.robes, state.points))
        return Result.of(parts, ties=list(map(len, state.robes)))

    def worth(self, state: State) -> tuple[float, ...]:
        """Return a guess at what each seat will score: points so far, robe and hand as they grow.

        The robe's colours count by the robe it is likely to become: a card of the hand is laid in
        one of two cases, and so are the cards still to come.
        """
        return evaluation.guess(state)

    def points_now(self, public: views.Public) -> tuple[int, ...]:
        """Return the points so far, with what the robes are worth as they lie."""
        if public.turn is None:
            return public.scores
        return tuple(
            points + views.colour_points(robe) + views.whole_points(robe)
            for points, robe in zip(public.scores, public.robes, strict=True)
        )

    def moves_left(self, public: views.Public, seat: int) -> int:
        """Return how many cards a seat is still to take: everybody takes as many in all."""
        return views.WHOLE_ROBE - len(public.robes[seat]) - public.hand_sizes[seat]

    def public(self, state: State) -> views.Public:
        """Return what anyone may see or, having listened, knows."""
        over = state.turn == NOBODY
        scores = [
            points + robe.count(PLUS_ONE)
            for points, robe in zip(state.points, state.robes, strict=True)
        ]
        if over:
            for seat, robe in enumerate(state.robes):
                scores[seat] += views.colour_points(robe) + views.whole_points(robe)
        return copied(
            views.Public,
            state,
            turn=None if over else state.turn,
            hand_sizes=tuple(map(len, state.hands)),
            scores=tuple(scores),
            pile=len(state.pile),
        )

    def private(self, state: State, seat: int) -> views.Private:
        """Return the seat's hand."""
        return views.Private(state.hands[seat])

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        """Return a random whole state that fits all the seat has seen.

        The draw pile alone is unknown: it holds what is left of the deck without the field, the
        hands (every card of which was seen by all), the robes and the discards, and every order of
        it is equally likely. Nobody has seen any of it, so there is nothing else to use.
        """
        seen = view.public
        pile = list(DECK[seen.seats])
        for cards in (*seen.rows, *seen.hands, *seen.robes, seen.discards):
            for card in cards:
                pile.remove(card)
        rng.shuffle(pile)
        marked, points = _marked(seen.marks, seen.seats)
        return copied(
            State,
            seen,
            turn=NOBODY if seen.turn is None else seen.turn,
            marked=marked,
            points=list(points),
            left=sum(map(len, seen.rows)) - seen.seats,
            pile=tuple(pile),
        )


@lru_cache(maxsize=1 << 6)
def _marked(marks: tuple[int, ...], seats: int) -> tuple[int, tuple[int, ...]]:
    """Return the set of the boxes that aren't free, and each seat's points for those it marked."""
    points = [0] * seats
    for box, owner in zip(BOXES, marks, strict=True):
        if owner >= 0:
            points[owner] += box.points
    return sum([1 << box for box, owner in enumerate(marks) if owner != FREE]), tuple(points)


@lru_cache(maxsize=1 << 12)
def _parts(robe: tuple[int, ...], melds: int) -> tuple[tuple[str, int], ...]:
    """Return what a seat scored and for what; `melds` is what its boxes brought."""
    return (
        ("plus_ones", robe.count(PLUS_ONE)),
        ("melds", melds),
        ("colours", views.colour_points(robe)),
        ("whole", views.whole_points(robe)),
    )


def _deal_round(state: State, first: int, dealer: Dealer) -> None:
    """Lay out the next field and give the turn to a seat (Preparation for the Next Round)."""
    seats, row = state.seats, ROW[state.seats]
    state.round += 1
    state.first = state.turn = first
    last = state.round == ROUNDS[seats]
    if last:
        state.pile = tuple(dealer.shuffle([*state.pile, *state.discards]))
    dealt = seats * row
    state.rows = [state.pile[at : at + row] for at in range(0, dealt, row)]
    state.left = dealt - seats
    state.pile = state.pile[dealt:]
    if last:
        # Three players have two cards too many (4 have none).
        state.discards = tuple(sorted(state.pile))
        state.pile = ()
    if dealer.speaks:
        dealer.tell(
            EVERYONE,
            views.RoundBegan(
                round=state.round,
                first=first,
                rows=tuple(state.rows),
                reshuffled=last,
                pile=len(state.pile),
                discards=len(state.discards),
            ),
        )


def _take(state: State, seat: int, action: Take, forced: bool, dealer: Dealer) -> None:
    """Take a card and achieve the meld that was chosen, if any (Details of a Turn)."""
    row = action.row - 1
    cards = state.rows[row]
    card = cards[-1]
    state.rows[row] = cards[:-1]
    state.left -= 1
    if card == PLUS_ONE:
        state.robes[seat] += (card,)
    else:
        state.hands[seat] += (card,)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.CardTaken(seat, action.row, card, forced))
    if action.meld is None:
        return
    hand, robe = state.hands[seat], state.robes[seat]
    at = len(hand) - action.size + action.top
    state.hands[seat], state.robes[seat] = hand[:at], robe + hand[at:]
    # One of these boxes is free, and they are adjacent.
    box = state.marks.index(FREE, BOXES_OF[action.meld, action.size][0])
    state.marks[box] = seat
    state.marked |= 1 << box
    points = BOXES[box].points
    state.points[seat] += points
    if dealer.speaks:
        melded = robe[-1:] * action.top + hand[at:]
        dealer.tell(EVERYONE, views.MeldAchieved(seat, action.meld, melded, action.top, points))


def _go_on(state: State, dealer: Dealer) -> None:
    """Give the turn to the next seat, and do for it what all can see to be forced."""
    seats = state.seats
    while state.left:
        state.turn = (state.turn + 1) % seats
        if state.left > ROW[seats] - seats:
            # More than one row has cards.
            return
        forced = _forced(state)
        if forced is None:
            return
        _take(state, state.turn, forced, True, dealer)
    _end_round(state, dealer)


def _forced(state: State) -> Take | None:
    """Return what the seat whose turn it is must do, if all can see that it can do nothing else."""
    rows = state.rows
    if rows.count(()) < len(rows) - 1:
        return None
    row = next(row for row, cards in enumerate(rows) if cards)
    card, top = state.rows[row][-1], PLUS_ONE
    taken: tuple[int, ...] = ()
    if card != PLUS_ONE:
        robe = state.robes[state.turn]
        top = robe[-1] if robe else PLUS_ONE
        taken = (card,)
    elif not state.easier:
        return TAKES[row]
    # The cards next to the one taken change first, so as a rule one of the first hands melds.
    hands = itertools.product(NUMBERS, repeat=len(state.hands[state.turn]))
    alone = not any(ways((*hand, *taken), top, state.marks) for hand in hands)
    return TAKES[row] if alone else None


def _end_round(state: State, dealer: Dealer) -> None:
    """Discard what is left and deal again, or count the robes (End of the Game)."""
    left = tuple(sorted(card for cards in state.rows for card in cards))
    if dealer.speaks:
        dealer.tell(EVERYONE, views.RoundEnded(state.round, left))
    if state.round < ROUNDS[state.seats]:
        state.discards = tuple(sorted(state.discards + left))
        _deal_round(state, (state.first + 1) % state.seats, dealer)
        return
    state.turn = NOBODY
    if not dealer.speaks:
        return
    for seat, robe in enumerate(state.robes):
        colours, whole = views.colour_points(robe), views.whole_points(robe)
        dealer.tell(
            EVERYONE,
            views.RobeCounted(seat, len(robe), views.colours(robe), colours, whole),
        )


GAME: Final = Kasane()
"""The one game of this folder."""
