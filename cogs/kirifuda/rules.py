"""The rules of Ameno Kirifuda, and how their gaps are ruled on.

Two rounds. In each, hands are dealt and blessing cards drafted, any of which may be discarded for
a new stone. In eight tricks the season after the one that was led is trumps. Who wins a trick
places a stone in the row of the winning card's season; who has none left takes three back. Stones
score by how many they are and how many lie side by side, and blessing cards ask for an exact
number of them in a row.

Rulings:

R1  A run of stones stays within one row, from left to right: rows don't wrap, columns and
    diagonals count nothing.
R2  Drafting and discarding is open. All choose their discards at once, sealed, and the last choice
    shows them together.
R3  A discard must bring a stone, so nobody can discard more than the stones they have left.
R4  The stones of Bad Karma are chosen by their owner and go to the owner's hand. The winner leads.
R5  Bad Karma is to win with no stone in the hand, however many lie on the board.
R6  Where a row is full, the winner picks any stone in it, whoever's, and its new space.
R7  Round 2 brings no stones but those for discards.
R8  With three players four blessing cards are never turned up.
R9  Stones in the hand score nothing.
R10 A row has four spaces. Sixteen tricks can't fill sixteen spaces before the last stone is placed.

What all can see to be forced is done at once and isn't asked: the last card of the draft, the
eighth trick, a stone for which its row has one space left, and three stones to be taken back where
there are no others. At the discards everybody has a choice: after round 1 nobody can use more than
six stones, having been dealt two blessing cards.

What a quiet dealer would not say isn't put into words: searches play on by these rules very often.

Draws, in order, for each round: the season cards (`shuffle`): the whole hand of seat 0, of seat 1
…; then the blessing cards not turned up before (`shuffle`), of which the first are turned up.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import ClassVar, Final

from bot.engine.copies import copied
from bot.engine.game import EVERYONE, Dealer, Game, GameInfo, Result
from bot.engine.sealed import guess_choices, open_seats, seal
from cogs.kirifuda import evaluation, views
from cogs.kirifuda.all_actions import DRAFTS, discards, places, plays, pushes, returns
from cogs.kirifuda.bit_sets import (
    ANYWHERE,
    BIT,
    CARDS,
    OF_SEASON,
    ROWS,
    best_of,
    board_of,
    cards_of,
    longest,
    lying,
    set_of,
    way_out,
)
from cogs.kirifuda.possible_hands import guess_hands, lacks
from cogs.kirifuda.state import NOBODY, State
from cogs.kirifuda.turns import draft, place, play, push, show_discards, take_back
from cogs.kirifuda.views import (
    BLESSINGS,
    DECK,
    EACH_DRAFTS,
    FIRST,
    FREE,
    INDEX,
    MOST_STONES,
    ROUNDS,
    TRICKS,
    Action,
    Discard,
    Draft,
    Place,
    Play,
    Return,
    worth,
)

START_STONES: Final = {3: 4, 4: 3}
_ALONE: Final = [(seat,) for seat in range(max(DECK))]
"""For each seat, the answer that says it alone is asked."""


class Kirifuda(Game[State, views.Action]):
    """The game of Ameno Kirifuda."""

    info: ClassVar[GameInfo] = views.INFO
    Options: ClassVar[type[views.Options]] = views.Options
    State: ClassVar[type[State]] = State
    Action: ClassVar = views.Action
    Event: ClassVar = views.Event

    def setup(self, seats: int, options: views.Options, dealer: Dealer) -> State:
        """Lay out a new match."""
        state = State(
            seats=seats,
            round=0,
            phase="draft",
            dealer=NOBODY,
            turn=NOBODY,
            leader=NOBODY,
            row=0,
            hands=[],
            running=(),
            best=0,
            tricks=(),
            stock=BLESSINGS,
            display=(),
            blessings=[()] * seats,
            achieved=[()] * seats,
            discarded=[()] * seats,
            sealed=[None] * seats,
            stones=[START_STONES[seats]] * seats,
            lies=[0] * seats,
            free=ANYWHERE,
        )
        _deal_round(state, dealer)
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is, or all that are still to discard; () at the end."""
        turn = state.turn
        if turn != NOBODY:
            return _ALONE[turn]
        if state.phase == "discard":
            return open_seats(state.sealed)
        return ()

    def legal(self, state: State, seat: int) -> list[Action]:
        """Return all that the seat may do: cards and spaces by value, sets by size, small first."""
        if state.turn != seat:
            if state.phase == "discard" and state.sealed[seat] is None:
                left = MOST_STONES - state.stones[seat] - state.lies[seat].bit_count()
                return list(discards(state.blessings[seat], left))
            return []
        match state.phase:
            case "play":
                hand, running = state.hands[seat], state.running
                follow = hand & OF_SEASON[running[0] // 10] if running else 0
                return list(plays(follow or hand))
            case "place":
                row = ROWS[state.row]
                free = state.free & row
                return list(places(free) if free else pushes(row, way_out(state.row, state.free)))
            case "draft":
                return [DRAFTS[blessing] for blessing in state.display]
            case _:
                return list(returns(state.lies[seat]))

    def apply(self, state: State, seat: int, action: Action, dealer: Dealer) -> None:
        """Carry out a legal action in place, and every forced step after it that all can see."""
        match action:
            case Play():
                play(state, seat, action.card, False, dealer)
                if len(state.running) == state.seats:
                    _end_trick(state, dealer)
                else:
                    state.turn = (seat + 1) % state.seats
            case Place():
                if action.to is None:
                    place(state, seat, INDEX[action.space], False, dealer)
                else:
                    push(state, seat, INDEX[action.space], INDEX[action.to], dealer)
                _next_trick(state, dealer)
            case Draft():
                draft(state, seat, action.blessing, False, dealer)
                _next_draft(state, dealer)
            case Discard():
                asked, choice = self.to_act(state), action.blessings
                if not seal(state.sealed, asked, seat, choice, dealer, views.Decided):
                    show_discards(state, dealer)
                    state.phase = "play"
                    state.turn = state.dealer
            case Return():
                take_back(state, seat, action.spaces, False, dealer)
                _next_trick(state, dealer)

    def result(self, state: State) -> Result:
        """Return what stones and achieved blessings score; the most wins, ties share."""
        stones = [mine.bit_count() * longest(mine) for mine in state.lies]
        blessings = [sum(map(worth, achieved)) for achieved in state.achieved]
        breakdown = tuple(
            [
                (("stones", one), ("blessings", two))
                for one, two in zip(stones, blessings, strict=True)
            ]
        )
        return Result.of(breakdown)

    def worth(self, state: State) -> tuple[float, ...]:
        """Return a guess at what each seat will score: by board, hand, stones and blessings.

        The more is to come, the more every stone counts, and the less their arrangement does.
        Strong cards are worth something to a seat with stones for the tricks they win. A blessing
        card counts by how near the row comes to it, with what the hand is likely to add. What all
        have alike is left out, so the guess tells who leads by how much.
        """
        return evaluation.guess(state)

    def points_now(self, public: views.Public) -> tuple[int, ...]:
        """Return what the stones on the board and achieved blessings score as they lie."""
        return tuple(
            public.board.count(seat) * views.longest_run(public.board, seat)
            + sum(map(views.worth, public.achieved[seat]))
            for seat in range(public.seats)
        )

    def moves_left(self, public: views.Public, seat: int) -> int:
        """Return how often a seat can still draft, discard, play, and place stones for a trick."""
        a_round = views.EACH_DRAFTS + 1 + 2 * views.TRICKS
        now = a_round if public.phase in ("draft", "discard") else 2 * public.hand_sizes[seat] + 1
        return now + a_round * (views.ROUNDS - public.round)

    def public(self, state: State) -> views.Public:
        """Return what anyone may see."""
        return copied(
            views.Public,
            state,
            turn=None if state.turn == NOBODY else state.turn,
            deciding=self.to_act(state) if state.phase == "discard" else (),
            row=state.row or None,
            hand_sizes=tuple(map(int.bit_count, state.hands)),
            lacks=lacks(state),
            board=board_of(tuple(state.lies)),
        )

    def private(self, state: State, seat: int) -> views.Private:
        """Return the seat's hand, and what it has chosen to discard while that is sealed."""
        return views.Private(hand=cards_of(state.hands[seat]), discards=state.sealed[seat])

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        """Return a random whole state that fits all the seat has seen.

        Used: the season cards that the seat hasn't seen this round, the sizes of the other hands,
        that the dealer of the round holds Spring 1 until it is played, and that whoever didn't
        follow a season holds none of it. All hands that fit are equally likely. What else the
        others did is not read as a hint; searches weigh it (`likely_hands`). A choice of discards
        that is sealed is any that its seat could make, each equally likely. Of the blessing cards
        nothing else is hidden: those not turned up are mixed when they are.
        """
        seen, mine = view.public, view.private
        hands = guess_hands(view, rng)

        def could(seat: int) -> list[tuple[int, ...] | None]:
            if seen.phase != "discard":
                return []
            left = MOST_STONES - seen.in_use(seat)
            return [each.blessings for each in discards(seen.blessings[seat], left)]

        own = view.seat, mine.discards
        sealed = guess_choices(seen.seats, own, seen.deciding, could, rng, None)
        up = set(seen.display).union(*seen.blessings, *seen.discarded)
        return copied(
            State,
            seen,
            turn=NOBODY if seen.turn is None else seen.turn,
            row=seen.row or 0,
            hands=hands,
            best=best_of(seen.running),
            stock=tuple(blessing for blessing in BLESSINGS if blessing not in up),
            sealed=sealed,
            lies=[lying(seen.board, seat) for seat in range(seen.seats)],
            free=lying(seen.board, FREE),
        )


# A round


def _deal_round(state: State, dealer: Dealer) -> None:
    """Deal the hands, turn up blessing cards and begin the draft (Round Setup)."""
    seats = state.seats
    cards = dealer.shuffle(list(DECK[seats]))
    stock = dealer.shuffle(list(state.stock))
    state.round += 1
    state.hands = [set_of(cards[start : start + TRICKS]) for start in range(0, len(cards), TRICKS)]
    state.display = tuple(sorted(stock[: EACH_DRAFTS * seats]))
    state.stock = tuple(sorted(stock[EACH_DRAFTS * seats :]))
    state.dealer = next(seat for seat, hand in enumerate(state.hands) if hand & BIT[FIRST])
    state.leader = state.dealer
    state.phase = "draft"
    state.turn = (state.dealer + 1) % seats
    if dealer.speaks:
        dealer.tell(EVERYONE, views.RoundBegan(state.round, state.dealer, state.display))
        for seat, hand in enumerate(state.hands):
            dealer.tell((seat,), views.HandDealt(seat, cards_of(hand)))


def _next_draft(state: State, dealer: Dealer) -> None:
    """Give the draft to the next: clockwise up to the dealer, then back again (Round Setup)."""
    seats, left = state.seats, len(state.display)
    if left > seats:
        state.turn = (state.dealer + 1 - left) % seats
    else:
        state.turn = (state.dealer + left) % seats
    if left == 1:
        draft(state, state.turn, state.display[0], True, dealer)
        state.phase = "discard"
        state.turn = NOBODY


def _end_trick(state: State, dealer: Dealer) -> None:
    """Find who wins the trick, and what is to be done with stones for it (Trick Phase)."""
    cards = state.running
    card = state.best
    winner = (state.leader + cards.index(card)) % state.seats
    state.tricks += (views.Trick(state.round, state.leader, cards, winner),)
    state.running = ()
    state.best = 0
    state.leader = state.turn = winner
    if dealer.speaks:
        number = TRICKS - state.hands[winner].bit_count()
        dealer.tell(EVERYONE, views.TrickWon(number, winner, card, cards))
    if not state.stones[winner]:
        if dealer.speaks:
            dealer.tell(EVERYONE, views.BadKarma(winner))
        state.phase = "return"
        ways = returns(state.lies[winner])
        if len(ways) == 1:
            take_back(state, winner, ways[0].spaces, True, dealer)
            _next_trick(state, dealer)
        return
    state.phase = "place"
    state.row = card // 10
    ways = places(state.free & ROWS[state.row])
    if len(ways) == 1:
        place(state, winner, INDEX[ways[0].space], True, dealer)
        _next_trick(state, dealer)


def _next_trick(state: State, dealer: Dealer) -> None:
    """Let the winner lead; play the last cards of all hands, which leave no choice."""
    state.row = 0
    state.turn = state.leader
    hand = state.hands[0]
    if not hand:
        _end_round(state, dealer)
    elif hand & (hand - 1):
        state.phase = "play"
    else:
        for step in range(state.seats):
            seat = (state.leader + step) % state.seats
            play(state, seat, CARDS[state.hands[seat].bit_length() - 1], True, dealer)
        _end_trick(state, dealer)


def _end_round(state: State, dealer: Dealer) -> None:
    """See which blessings are achieved; then deal again or end (Achievement Phase)."""
    if dealer.speaks:
        dealer.tell(EVERYONE, views.RoundEnded(state.round))
    for seat, mine in enumerate(state.lies):
        before = state.achieved[seat]
        new = _fulfilled(mine, state.blessings[seat], before)
        if new:
            state.achieved[seat] = tuple(sorted(before + new))
            if dealer.speaks:
                dealer.tell(EVERYONE, views.Achieved(seat, new))
    if state.round < ROUNDS:
        _deal_round(state, dealer)
        return
    state.phase = "over"
    state.turn = NOBODY


@lru_cache(4096)
def _fulfilled(mine: int, blessings: tuple[int, ...], before: tuple[int, ...]) -> tuple[int, ...]:
    """Return the blessing cards that stones on these spaces achieve, but those before."""
    return tuple(
        blessing
        for blessing in blessings
        if blessing not in before and (mine & ROWS[blessing // 10]).bit_count() == blessing % 10
    )


GAME: Final = Kirifuda()
"""The one game of this folder."""
