"""The rules of Donburiko!, and how their gaps are ruled on.

A round: one card face up starts each row, the hands are dealt. In turn, whoever is still in lays a
hand card on a row, face up (winning a chip) or face down (leaving one on it), or takes a row and is
out. The cards of a row should come to as much as possible, and to six at most.

Rulings:

R1  What a taken row counts as is asked once its cards are shown, if there is more than one answer.
    The answers stand in the order of `_best_first`.
R2  Six may be announced and needn't be. It wins six chips either way; announcing ends the round.
R3  The taker has the chips of the row before paying for a bust.
R4  Seven cards are worth nothing and no Donburiko, but their chips go to the taker.
R5  Chips on rows are nobody's: neither score nor bank.
R6  With cards in hand and no row with room, a row must be taken.
R7  The round is the last from the moment a hand reaches 20, the bank reaches 0 or the bank can't
    pay a score in full. Then it pays nothing of that score, which is owed to the seat till the end.
R8  The first seat is drawn. Who ties, wins together.
R9  "None of the players can take a card row" means: nobody still in can lay or take anything.
R10 Round 60 is the last in any case.

What all can see to be forced is done at once and isn't asked: the turn of an empty hand with no row
to take; a take where nothing can be laid and one row can be taken; the last card of a hand without
chips where one row is left and can't be taken yet; a count with one answer.

What a quiet dealer would not say isn't put into words: searches play on by these rules very often.

Draws, in order: the first seat (`pick`), then for each round its cards (`shuffle`): the first start
rows 1, 2 …, then the whole hand of seat 0, of seat 1 …, and the rest is set aside.
"""

from __future__ import annotations

import random
from functools import lru_cache
from operator import add
from typing import ClassVar, Final

from bot.engine.copies import copied
from bot.engine.game import EVERYONE, Dealer, Game, GameInfo, Result
from cogs.donburiko import views
from cogs.donburiko.all_actions import COUNTS, ROWS, moves
from cogs.donburiko.state import NOBODY, State
from cogs.donburiko.views import (
    DECK,
    ENOUGH_CHIPS,
    FACE_UP,
    FULL,
    HAND_SIZE,
    LAST_ROUND,
    MOST_POINTS,
    START_BANK,
    START_CHIPS,
    Action,
    Add,
    Count,
    Take,
    points,
    totals,
)
from cogs.donburiko.worlds import guess_cards

UNPAID_SCORE_IS_FINAL: Final = True
"""House ruling R7: a score that the bank can't pay in full makes the round the last."""


def _best_first(count: tuple[int, int]) -> tuple[int, int]:
    """Return what to sort the (total, points) of a row by: most points, then smaller total (R1)."""
    total, points = count
    return (-points, total)


_ASKED: Final = ((0,), (1,), (2,), (3,), ())
"""Who is asked, by `State.turn`; NOBODY, being -1, picks the last entry."""


@lru_cache(maxsize=1 << 10)
def _counts(reached: tuple[int, ...], chips: int) -> tuple[tuple[int, int], ...]:
    """Return each total with what it wins or costs, by the chips that a seat has; ordered by R1."""
    return tuple(sorted([(total, points(total, chips)) for total in reached], key=_best_first))


_Row = tuple[int, tuple[int, ...], tuple[int, ...], int]
"""A row that was taken: its number counted from 1, its cards, their owners, and its chips."""


class Donburiko(Game[State, views.Action]):
    """The game of Donburiko!."""

    info: ClassVar[GameInfo] = views.INFO
    Options: ClassVar[type[views.Options]] = views.Options
    State: ClassVar[type[State]] = State
    Action: ClassVar = views.Action
    Event: ClassVar = views.Event

    def setup(self, seats: int, options: views.Options, dealer: Dealer) -> State:
        """Lay out a new match."""
        first = dealer.pick(list(range(seats)))
        state = State(
            seats=seats,
            round=0,
            first=first,
            turn=first,
            bank=START_BANK[seats],
            final=False,
            chips=[START_CHIPS[seats]] * seats,
            owed=[0] * seats,
            out=[],
            hands=[],
            rows=[],
            owners=[],
            room=0,
            takes=0,
            aside=(),
            taking=None,
            taken=(),
        )
        _deal_round(state, first, dealer)
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is; () when the match is over."""
        return _ASKED[state.turn]

    def legal(self, state: State, seat: int) -> list[Action]:
        """Return all that the seat may do: cards by value, each by row, face up first; then rows.

        Equal cards make one action. Counts stand in the order of R1.
        """
        if seat != state.turn:
            return []
        if state.taking is not None:
            return [count for total, _ in state.taking.counts for count in COUNTS[total]]
        faces = 1 if state.chips[seat] else 0
        return list(moves(state.hands[seat], faces, state.room, state.takes))

    def apply(self, state: State, seat: int, action: Action, dealer: Dealer) -> None:
        """Carry out a legal action in place, and every forced step after it that all can see."""
        match action:
            case Add():
                _add(state, seat, action.card, action.row - 1, action.face_down, False, dealer)
                _next_turn(state, dealer)
            case Take():
                _take(state, seat, action.row - 1, False, dealer)
            case Count():
                taking = state.taking
                assert taking is not None
                state.taking = None
                row = (taking.row, taking.cards, taking.owners, taking.chips)
                _count(state, seat, row, action.total, action.announce, dealer)

    def result(self, state: State) -> Result:
        """Return chips and points owed by the bank as scores; the most wins, ties share (R8)."""
        return Result.of(tuple(map(_parts, state.chips, state.owed)))

    def worth(self, state: State) -> tuple[float, ...]:
        """Return what each seat would score if the match ended here.

        Before a round everybody's prospects are equal, and a search goes on to the end of one.
        """
        return tuple(map(add, state.chips, state.owed))

    def points_now(self, public: views.Public) -> tuple[int, ...]:
        """Return chips and points owed by the bank."""
        return tuple(map(add, public.chips, public.owed))

    def moves_left(self, public: views.Public, seat: int) -> int | None:
        """Return how often a seat can lay a card, take a row and count it, in the last round."""
        return public.hand_sizes[seat] + 2 if public.final else None

    def public(self, state: State) -> views.Public:
        """Return what anyone may see."""
        over = state.turn == NOBODY
        taken = tuple(map(views.TakenRow._make, state.taken))
        gone = [card for row in taken if row.round == state.round for card in row.cards]
        if state.taking is not None:
            gone += state.taking.cards
        return copied(
            views.Public,
            state,
            turn=None if over else state.turn,
            hand_sizes=tuple(len(hand) for hand in state.hands),
            rows=tuple(
                views.Row(
                    number=number,
                    cards=tuple(
                        card if owner == FACE_UP else None
                        for card, owner in zip(cards, owners, strict=True)
                    ),
                    owners=owners,
                    chips=0 if over else _chips_on(owners),
                )
                for number, (cards, owners) in enumerate(
                    zip(state.rows, state.owners, strict=True), start=1
                )
            ),
            aside=len(state.aside),
            taken=taken,
            gone=tuple(sorted(gone)),
        )

    def private(self, state: State, seat: int) -> views.Private:
        """Return the seat's hand and its own cards that lie face down."""
        return views.Private(
            hand=state.hands[seat],
            hidden=tuple(
                views.OwnCard(row + 1, place, state.rows[row][place])
                for row, owners in enumerate(state.owners)
                for place, owner in enumerate(owners)
                if owner == seat
            ),
        )

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        """Return a random whole state that fits all the seat has seen.

        The cards the seat hasn't seen this round (the deck without what lies face up, what was
        shown in taken rows, its hand and its own face-down cards) are mixed, every order being
        equally likely, and fill the other face-down places, the other hands and the cards set
        aside. Earlier rounds say nothing about them, the deck being shuffled again. What the others
        did is not read as a hint: the rules let them lay any card anywhere.
        """
        seen = view.public
        rows, hands, aside = guess_cards(view, rng)
        return copied(
            State,
            seen,
            turn=NOBODY if seen.turn is None else seen.turn,
            hands=hands,
            rows=rows,
            owners=[row.owners for row in seen.rows],
            room=sum([1 << row for row, cards in enumerate(rows) if 0 < len(cards) < FULL]),
            takes=sum([1 << row for row, cards in enumerate(rows) if len(cards) > 1]),
            aside=aside,
            taken=seen.taken,
        )


def _deal_round(state: State, first: int, dealer: Dealer) -> None:
    """Deal the next round and give the turn to its first seat (Start of a Round)."""
    seats = state.seats
    size = HAND_SIZE[seats]
    cards = dealer.shuffle(list(DECK[seats]))
    dealt = seats + seats * size
    state.round += 1
    state.first = state.turn = first
    state.out = [False] * seats
    state.rows = [(card,) for card in cards[:seats]]
    state.owners = [(FACE_UP,)] * seats
    state.room, state.takes = (1 << seats) - 1, 0
    state.hands = [tuple(sorted(cards[at : at + size])) for at in range(seats, dealt, size)]
    state.aside = tuple(sorted(cards[dealt:]))
    if dealer.speaks:
        began = views.RoundBegan(state.round, first, tuple(cards[:seats]), size, len(state.aside))
        dealer.tell(EVERYONE, began)
        for seat, hand in enumerate(state.hands):
            dealer.tell((seat,), views.HandDealt(seat, hand))
    if state.round == LAST_ROUND:
        _decide_final(state, "rounds", None, dealer)


def _add(
    state: State, seat: int, card: int, row: int, face_down: bool, forced: bool, dealer: Dealer
) -> None:
    """Lay a card on a row, winning a chip or leaving one on it (Adding a card to a row)."""
    hand = state.hands[seat]
    at = hand.index(card)
    state.hands[seat] = hand[:at] + hand[at + 1 :]
    state.rows[row] = cards = (*state.rows[row], card)
    state.takes |= 1 << row
    if len(cards) == FULL:
        state.room -= 1 << row
    if face_down:
        state.owners[row] += (seat,)
        state.chips[seat] -= 1
        if dealer.speaks:
            dealer.tell(EVERYONE, views.AddedFaceDown(seat, row + 1))
            dealer.tell((seat,), views.CardHidden(seat, row + 1, card))
        return
    state.owners[row] += (FACE_UP,)
    chip = 1 if state.bank else 0
    state.bank -= chip
    state.chips[seat] += chip
    if dealer.speaks:
        dealer.tell(EVERYONE, views.AddedFaceUp(seat, row + 1, card, chip, forced))
    _end_by_chips(state, seat, dealer)


def _take(state: State, seat: int, row: int, forced: bool, dealer: Dealer) -> None:
    """Take a row, show it and collect its chips; count it at once if all can see how (R1, R3)."""
    cards, owners = state.rows[row], state.owners[row]
    chips = len(owners) - owners.count(FACE_UP)
    state.rows[row] = state.owners[row] = ()
    state.takes &= ~(1 << row)
    state.room &= ~(1 << row)
    state.out[seat] = True
    state.chips[seat] += chips
    held = state.chips[seat]
    if dealer.speaks:
        dealer.tell(EVERYONE, views.RowTaken(seat, row + 1, cards, owners, chips, forced))
    _end_by_chips(state, seat, dealer)
    reached = totals(cards)
    if len(reached) == 1 and reached[0] != MOST_POINTS:
        _count(state, seat, (row + 1, cards, owners, chips), reached[0], False, dealer)
        return
    state.taking = views.Taking(row + 1, cards, owners, chips, _counts(reached, held))


def _count(state: State, seat: int, row: _Row, total: int, announce: bool, dealer: Dealer) -> None:
    """Pay for the row just taken, and go on (How to calculate the score; R2, R7)."""
    score = points(total, state.chips[seat])
    # An empty or short bank pays nothing of a score; a payment to it always goes through.
    owed = score if score > state.bank else 0
    state.chips[seat] += score - owed
    state.bank -= score - owed
    state.owed[seat] += owed
    state.taken += ((state.round, seat, *row, total, score, owed, announce),)
    if dealer.speaks:
        full = len(row[1]) == FULL
        dealer.tell(EVERYONE, views.RowCounted(seat, row[0], total, score, owed, announce, full))
    if owed and UNPAID_SCORE_IS_FINAL:
        _decide_final(state, "owed", seat, dealer)
    _end_by_chips(state, seat, dealer)
    if announce:
        _end_round(state, "donburiko", dealer)
    elif all(state.out):
        _end_round(state, "all_took", dealer)
    else:
        _next_turn(state, dealer)


def _end_by_chips(state: State, seat: int, dealer: Dealer) -> None:
    """Make the round the last if the seat has enough chips or the bank has none (R7)."""
    enough = state.chips[seat] >= ENOUGH_CHIPS
    if enough or not state.bank:
        _decide_final(state, "chips" if enough else "bank", seat, dealer)


def _decide_final(state: State, reason: views.Reason, seat: int | None, dealer: Dealer) -> None:
    """Make the current round the last; once decided it stays so (Game end)."""
    if not state.final:
        state.final = True
        dealer.tell(EVERYONE, views.FinalRoundDecided(reason, seat))


def _next_turn(state: State, dealer: Dealer) -> None:
    """Give the turn to the next seat still in, and do for it what all can see to be forced."""
    seats = state.seats
    while True:
        seat = (state.turn + 1) % seats
        while state.out[seat]:
            seat = (seat + 1) % seats
        state.turn = seat
        left = len(state.hands[seat])
        room = state.room if left else 0
        takes = state.takes
        if room:
            if left > 1 or takes or state.chips[seat] or len(ROWS[room]) > 1:
                return
            _add(state, seat, state.hands[seat][0], ROWS[room][0], False, True, dealer)
            continue
        if takes:
            if len(ROWS[takes]) == 1:
                _take(state, seat, ROWS[takes][0], True, dealer)
            return
        if not any(state.hands[other] for other in range(seats) if not state.out[other]):
            _end_round(state, "stuck", dealer)
            return
        dealer.tell(EVERYONE, views.TurnSkipped(seat))


def _end_round(state: State, ending: views.Ending, dealer: Dealer) -> None:
    chips = sum(map(_chips_on, state.owners))
    state.bank += chips
    last = state.taken[-1][1]
    if dealer.speaks:
        dealer.tell(EVERYONE, views.RoundEnded(state.round, ending, chips, last))
    if not state.final:
        _deal_round(state, last, dealer)
        return
    state.turn = NOBODY


def _chips_on(owners: tuple[int, ...]) -> int:
    """Return the number of chips on a row: one on each face-down card."""
    return len(owners) - owners.count(FACE_UP)


@lru_cache(maxsize=1 << 10)
def _parts(chips: int, owed: int) -> tuple[tuple[str, int], ...]:
    return (("chips", chips), ("owed", owed))


GAME: Final = Donburiko()
"""The one game of this folder."""
