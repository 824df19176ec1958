"""The rules of Shiranui, and how their gaps are ruled on.

A round: everybody has eight cards and eight tokens, whoever is last gets clear tokens, and eight
tricks are played. A turn: put tokens on one card of the trick (not the leader, and only if wanted),
then play a card, of the strong colour if there is one in the hand. The colour whose cards come to
the most is strong; the lowest card of it wins.

Rulings:

R1  The colours are the first of red, yellow, green, blue and white that aren't left out by choice,
    as many as there are seats.
R2  Of equally low cards the later wins. It scores what the next strictly higher card has more, or
    itself if there is none (a house ruling: `views.EQUALS_SCORE_THE_DIFFERENCE`).
R3  Which colour must be followed was judged after the last card: tokens given since don't matter.
R4  The last card of a trick is judged like the others, before the winner is found.
R5  Who scores nothing moves no disc: whoever came to a score last stays on top of it.
R6  The seat that leads the first trick is drawn.
R7  Given tokens are spent for the round, clear ones too.
R8  Two colours that share the highest total above the strong one don't replace it.

What all can see to be forced is done at once and isn't asked: the last card of a hand, if its seat
leads, has just given, or can't give: no tokens are left that could go on any card of the trick.

What a quiet dealer would not say isn't put into words: searches play on by these rules very often.

Draws, in order: the first seat (`pick`), then for each round its cards (`shuffle`): eight to seat
0, to seat 1 …; and its tokens (`shuffle`): eight to seat 0, to seat 1 …, the rest to the bag.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final

from bot.engine.copies import copied
from bot.engine.game import EVERYONE, BadOptions, Dealer, Game, GameInfo, Result
from cogs.shiranui import views
from cogs.shiranui.all_actions import PLAYS, gives
from cogs.shiranui.possible_hands import deck, guess_hands, guess_tokens
from cogs.shiranui.state import NOBODY, NONE, State, counted, laid, led_last
from cogs.shiranui.views import (
    CLEAR,
    CLEAR_TOKENS,
    COLOURS,
    DRAWN,
    ENOUGH,
    MOST,
    OF_EACH,
    TRICKS,
    Action,
    Give,
    judged,
    left_out,
    strongest,
    won,
)

_ASKED: Final = [*((seat,) for seat in range(max(views.INFO.seats))), ()]
"""Who is asked, by `State.turn`; NOBODY, being -1, picks the last entry."""
_COLOUR: Final = [card // 10 for card in range(len(PLAYS))]
_NUMBER: Final = [card % 10 for card in range(len(PLAYS))]
_COLOURS: Final = len(COLOURS) + 1
_NO_TOKENS: Final = (0,) * _COLOURS

_trick: Final = cache(views.Trick)
"""Every trick that was won, made once: there aren't that many ways to win one."""
_gift: Final = cache(views.Gift)
"""Every gift, made once as well."""


@cache
def _tokens(colours: tuple[int, ...]) -> list[int]:
    """Return the tokens of these colours, before they are mixed."""
    return [colour for colour in colours for _ in range(OF_EACH)]


class Shiranui(Game[State, views.Action]):
    """The game of Shiranui."""

    info: ClassVar[GameInfo] = views.INFO
    Options: ClassVar[type[views.Options]] = views.Options
    State: ClassVar[type[State]] = State
    Action: ClassVar = views.Action
    Event: ClassVar = views.Event

    def setup(self, seats: int, options: views.Options, dealer: Dealer) -> State:
        """Lay out a new match. Raises BadOptions for more seats than colours left (R1)."""
        out = left_out(options.without)
        colours = tuple(colour for colour in COLOURS if colour not in out)[:seats]
        if len(colours) < seats:
            if seats == len(COLOURS):
                raise BadOptions("Five players need all five colours: leave none out.")
            raise BadOptions("Four players need four colours: leave out at most one.")
        first = dealer.pick(list(range(seats)))
        state = State(
            seats=seats,
            thirteen=options.thirteen,
            colours=colours,
            round=0,
            first=first,
            leader=first,
            turn=first,
            strong=NONE,
            gave=False,
            scores=[0] * seats,
            moved=[0] * seats,
            hands=[],
            tokens=[],
            given=[],
            gifts=(),
            bag=(),
            played=[],
            none_of=[],
            trick=(),
            totals=(),
            put_clear=(),
            last=(),
            tricks=(),
        )
        _deal_round(state, dealer)
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is; () when the match is over."""
        return _ASKED[state.turn]

    def legal(self, state: State, seat: int) -> list[Action]:
        """Return all that the seat may do: plays, by card; then gives, in the order in which the
        cards were played.

        After a give the play is asked for, among the same cards as before it (R3).
        """
        if seat != state.turn:
            return []
        hand, strong = state.hands[seat], state.strong
        # Hands are sorted, so what can follow lies together.
        start, end = bisect(hand, 10 * strong - 1), bisect(hand, 10 * strong + 9)
        follow = hand[start:end] if start < end else hand
        actions: list[Action] = [PLAYS[card] for card in follow]
        if not state.gave:
            own = state.tokens[seat]
            clear = own[CLEAR]
            for place, total in enumerate(state.totals):
                card = state.trick[place]
                tokens = own[card // 10]
                if total < MOST and (tokens or clear):
                    actions += gives(card, tokens, clear, MOST - total)
        return actions

    def apply(self, state: State, seat: int, action: Action, dealer: Dealer) -> None:
        """Give or play, and play every last card after it that all can see to be forced."""
        if isinstance(action, Give):
            _give(state, seat, action, dealer)
        else:
            _play(state, seat, action.card, False, dealer)
        while (turn := state.turn) != NOBODY:
            if len(state.hands[turn]) > 1 or _may_give(state, turn):
                return
            _play(state, turn, state.hands[turn][0], True, dealer)

    def result(self, state: State) -> Result:
        """Return who won, and what each round brought to whom."""
        brought = [[0] * state.round for _ in range(state.seats)]
        for at, trick in enumerate(state.tricks):
            brought[trick.seat][at // TRICKS] += trick.points
        return Result(
            scores=tuple(state.scores),
            winners=(_winner(state),),
            breakdown=tuple(
                tuple((f"round {number}", points) for number, points in enumerate(each, start=1))
                for each in brought
            ),
        )

    def ending(self, state: State) -> views.MatchOver:
        """Return who won, and who had as many points earlier."""
        scores, winner = tuple(state.scores), _winner(state)
        best = scores[winner]
        tied = tuple(seat for seat in range(state.seats) if seat != winner and scores[seat] == best)
        return views.MatchOver(scores, winner, tied)

    def worth(self, state: State) -> tuple[float, ...]:
        """Return the points of each seat.

        Hands say little about what they will bring (low cards and many tokens are a tenth of it),
        and a search goes on to the end of the round, after which they are all dealt again.
        """
        return tuple(state.scores)

    def points_now(self, public: views.Public) -> tuple[int, ...]:
        """Return where the discs lie."""
        return public.scores

    def moves_left(self, public: views.Public, seat: int) -> int | None:
        """Return how often a seat can give tokens and play, in what is surely the last round."""
        return None if max(public.scores) < ENOUGH else 2 * public.hand_sizes[seat]

    def public(self, state: State) -> views.Public:
        """Return what anyone may see."""
        over = state.turn == NOBODY
        return copied(
            views.Public,
            state,
            turn=None if over else state.turn,
            strong=state.strong or None,
            hand_sizes=tuple(map(len, state.hands)),
            trick=laid(
                state.seats,
                state.leader,
                zip(state.trick, state.totals, state.put_clear, strict=True),
            ),
            last=laid(state.seats, led_last(state), state.last),
            tokens=tuple(map(sum, state.tokens)),
            clear=tuple(own[CLEAR] for own in state.tokens),
        )

    def private(self, state: State, seat: int) -> views.Private:
        """Return the seat's hand and the tokens it has left."""
        return views.Private(state.hands[seat], state.tokens[seat])

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        """Return a random whole state that fits all the seat has seen.

        Used: the cards that the seat hasn't seen this round, the sizes of the other hands, and that
        whoever didn't follow a colour holds none of it; all hands that fit are equally likely. The
        tokens that the seat hasn't seen (neither its own nor given in the open) are mixed and dealt
        to the others, each getting as many as it has left, and the rest is the bag's: again each
        way is equally likely. Clear tokens are known. What the others chose to play and to give is
        not read as a hint; searches weigh it (`likely_hands`).
        """
        seen = view.public
        hands = guess_hands(view, rng)
        tokens, bag = guess_tokens(view, rng)
        return copied(
            State,
            seen,
            turn=NOBODY if seen.turn is None else seen.turn,
            strong=seen.strong or NONE,
            hands=hands,
            tokens=tokens,
            bag=bag,
            trick=tuple(each.card for each in seen.trick),
            totals=tuple(each.total for each in seen.trick),
            put_clear=tuple(each.clear for each in seen.trick),
            last=tuple((each.card, each.total, each.clear) for each in seen.last),
        )


def _deal_round(state: State, dealer: Dealer) -> None:
    """Deal cards and tokens and hand out the clear ones (Round Preparation)."""
    seats = state.seats
    cards = dealer.shuffle(list(deck(state.colours)))
    tokens = dealer.shuffle(_tokens(state.colours))
    clear = _clear_tokens(state.scores)
    state.round += 1
    state.first = state.leader
    state.hands = [
        tuple(sorted(cards[start : start + TRICKS])) for start in range(0, len(cards), TRICKS)
    ]
    state.tokens = [
        counted(tokens[DRAWN * seat : DRAWN * (seat + 1)], clear[seat]) for seat in range(seats)
    ]
    state.bag = counted(tokens[DRAWN * seats :], 0)
    state.given = [_NO_TOKENS] * seats
    state.gifts = ()
    state.played = [()] * seats
    state.none_of = [()] * seats
    if dealer.speaks:
        dealer.tell(EVERYONE, views.RoundBegan(state.round, state.first, clear))
        for seat in range(seats):
            event = views.HandDealt(seat, state.hands[seat], state.tokens[seat])
            dealer.tell((seat,), event)


def _clear_tokens(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the clear tokens each seat gets: two for the lowest, one for each of two ([clear])."""
    lowest = min(scores)
    each = CLEAR_TOKENS // scores.count(lowest)
    return tuple(each if score == lowest else 0 for score in scores)


def _give(state: State, seat: int, give: Give, dealer: Dealer) -> None:
    """Put tokens on a card; the strong colour stays as it was judged (Give Token; R3, R7)."""
    place = state.trick.index(give.target)
    colour = _COLOUR[give.target]
    own, given, totals = list(state.tokens[seat]), list(state.given[seat]), list(state.totals)
    own[colour] -= give.tokens
    given[colour] += give.tokens
    totals[place] += give.tokens + give.clear
    if give.clear:
        own[CLEAR] -= give.clear
        given[CLEAR] += give.clear
        put_clear = list(state.put_clear)
        put_clear[place] += give.clear
        state.put_clear = tuple(put_clear)
    state.tokens[seat], state.given[seat], state.totals = tuple(own), tuple(given), tuple(totals)
    state.gave = True
    trick = len(state.played[seat]) + 1
    state.gifts += (_gift(trick, seat, give.target, give.tokens + give.clear),)
    if dealer.speaks:
        owner = (state.leader + place) % state.seats
        told = views.Given(seat, owner, give.target, give.tokens, give.clear, totals[place])
        dealer.tell(EVERYONE, told)


def _may_give(state: State, seat: int) -> bool:
    """Tell whether, for all anyone knows, the seat may have something to give to the trick.

    Only what everybody knows counts: how many tokens it has left, how many of them are clear, and
    that a colour whose tokens were all given in the open is nobody's any more.
    """
    own = state.tokens[seat]
    if state.gave or own == _NO_TOKENS:
        return False
    for place, total in enumerate(state.totals):
        if total == MOST:
            continue
        colour = _COLOUR[state.trick[place]]
        # What it holds was not given, so that needn't be counted.
        if own[CLEAR] or own[colour]:
            return True
        if sum([given[colour] for given in state.given]) < OF_EACH:
            return True
    return False


def _play(state: State, seat: int, card: int, forced: bool, dealer: Dealer) -> None:
    """Play a card, evaluate the colours, and go on (Play Card; strength of color)."""
    hand = state.hands[seat]
    at = hand.index(card)
    state.hands[seat] = hand[:at] + hand[at + 1 :]
    state.played[seat] += (card,)
    colour, before = _COLOUR[card], state.strong
    led = before == NONE
    state.trick += (card,)
    state.totals += (_NUMBER[card],)
    state.put_clear += (0,)
    followed = led or colour == before
    if led:
        state.strong = before = colour
    elif state.gave or not followed:
        # Just one more card of the strong colour changes nothing.
        by_colour = [0] * _COLOURS
        trick = state.trick
        for place, total in enumerate(state.totals):
            by_colour[trick[place] // 10] += total
        state.strong = judged(before, by_colour)
        if not followed:
            none_of = state.none_of[seat]
            if before not in none_of:
                state.none_of[seat] = tuple(sorted((*none_of, before)))
    state.gave = False
    if dealer.speaks:
        now = state.strong
        dealer.tell(EVERYONE, views.Played(seat, card, led, now, before, followed, forced))
    if len(state.trick) == state.seats:
        _end_trick(state, dealer)
    else:
        state.turn = (seat + 1) % state.seats


def _end_trick(state: State, dealer: Dealer) -> None:
    """Score the trick; its winner leads the next, or the round is over (Win/Loss Judgment)."""
    cards, totals, strong = state.trick, state.totals, state.strong
    place, points, void = won(cards, totals, strong, state.thirteen)
    winner = (state.leader + place) % state.seats
    card, total = cards[place], totals[place]
    state.tricks += (_trick(winner, card, total, points),)
    if points:
        state.scores[winner] += points
        state.moved[winner] = len(state.tricks)
    state.leader = state.turn = winner
    state.strong = NONE
    state.last = tuple(zip(cards, totals, state.put_clear, strict=True))
    state.trick = state.totals = state.put_clear = ()
    number = TRICKS - len(state.hands[winner])
    if dealer.speaks:
        among = tuple(sorted(strongest(cards, totals, strong)))
        score = state.scores[winner]
        dealer.tell(EVERYONE, views.TrickWon(winner, number, card, among, points, score, void))
    if number == TRICKS:
        _end_round(state, dealer)


def _end_round(state: State, dealer: Dealer) -> None:
    """End the match if somebody has enough points, else deal the next round ([end judgment])."""
    scores = tuple(state.scores)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.RoundEnded(state.round, scores))
    if max(scores) < ENOUGH:
        _deal_round(state, dealer)
        return
    state.turn = NOBODY


def _winner(state: State) -> int:
    """Return the seat with the most points, whose disc lies on top."""
    return max(range(state.seats), key=lambda seat: (state.scores[seat], state.moved[seat]))


GAME: Final = Shiranui()
"""The one game of this folder."""
