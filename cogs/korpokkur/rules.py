"""The rules of 7 Little Korpokkurs, and how their gaps are ruled on.

In turn, whoever is in the round holds out chips to the next player, plays a KAMUY card, or calls:
Korkoni! at somebody with seven butterbur, Isam! with an empty bag, Arwampe! with seven korpokkur.
Three rounds are played for points.

Rulings:

R1  After Somo it is the giver who draws as many as were shown, or what is left on the table.
R2  Who is out of the round is passed over by all: as next player, as target, and by "all".
R3  When all take and the table is short, each has up to two, in turn order from the card's player.
R4  When all put chips back, each gives up to two, what there is.
R5  When all give a KAMUY card, the one played is gone already; who has cards chooses in secret,
    at the same time, and the cards move together.
R6  Two players who swap seats take bag and hand along, and sit so for the rest of the match. The
    turn goes on from the caller's new place. A round always begins clockwise (house ruling).
R7  A reverse turns the direction first, and then the turn passes that way.
R8  Rounds 2 and 3 are begun by the winner of the round before; with two players also by the one who
    is left after Isam or Korkoni (house ruling).
R9  Scores may fall below 0. Who is out of the round has no butterbur when a tie is broken.
R10 A turn can always be taken, since Korkoni can be called. A round of `LAST_TURN` turns ends with
    no winner, and whoever sits in the first place begins the next (house ruling).
R11 Who is left alone after a right Korkoni or an Isam scores at once.
R12 Sealed choices (R5, how two players fill their bags) take effect together; only who has chosen
    is public.

Two players begin each round by filling their bags, and neither the filling nor the table's stock is
shown, until the table can't give all it is asked for: then all see that it is empty. The short game
is one round; a player whose bag is empty at the end of a turn is out. If that leaves nobody, those
who were in before share the win, and so do those in after `LAST_TURN` turns.

House rulings on what pages leave open: the cards are one deck, drawn seat after seat; a single card
is given in R5 without asking, since all see that there is no choice; the short game counts a win as
one point, so that its result can be told like others.

Draws, in order: the seat that starts (`pick`), the deck of KAMUY cards (`shuffle`), of which seat 0
draws its whole hand first, then seat 1, and so on; later rounds go on from where it stands.
"""

from __future__ import annotations

import random
from typing import ClassVar, Final

from bot.engine.copies import copied
from bot.engine.game import EVERYONE, Dealer, Game, GameInfo, Result
from bot.engine.sealed import seal
from cogs.korpokkur import all_actions, bags, evaluation, scores, views, worlds
from cogs.korpokkur.actions import Action, Answer, Arwampe, Bag, Give, Isam, Kamuy, Korkoni
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import (
    BUTTERBUR,
    BUTTERBURS,
    CARDS,
    ENOUGH,
    KORPOKKURS,
    LAST_TURN,
    OF_EACH_CARD,
    ROUND_POINTS,
    START_SCORE,
    in_order,
)
from cogs.korpokkur.state import (
    UNCHOSEN,
    State,
    card_named,
    filling_of,
    know_bags,
    learn,
    move,
    next_player,
    outcome,
    round_points,
    score,
    sealed_filling,
)
from cogs.korpokkur.turns import (
    call_korkoni,
    hold_out,
    leave,
    move_cards,
    play_card,
    refuse,
    show_bag,
    take,
)
from cogs.korpokkur.views import Bounds

SEATS_STAY_SWAPPED: Final = True
"""House ruling R6: whoever has swapped seats sits like that for the rest of the match, else for the
round.
"""
CLOCKWISE_AGAIN: Final = True
"""House ruling R6: every round begins clockwise, or else in the direction in which the last one
ended.
"""
WINNER_STARTS: Final = True
"""House ruling R8: the winner of a round begins the next, or else whoever sits in the first
place.
"""

FILLINGS: Final = ((4, 3), (3, 4), (3, 3))
"""Korpokkur and butterbur in each bag at the start of each round."""
SHORT_FILLING: Final = (3, 3)
UNSEEN_FILLING: Final[Bounds] = (3, 4, 3, 4, 6, 8)
"""What the other of two players knows of a bag just filled."""
START_CARDS: Final = 2
FEW_CARDS: Final = 3
"""KAMUY cards at the start with two players, and in the short game."""


class Korpokkur(Game[State, Action]):
    """The game of 7 Little Korpokkurs."""

    info: ClassVar[GameInfo] = views.INFO
    Options: ClassVar[type[views.Options]] = views.Options
    State: ClassVar[type[State]] = State
    Action: ClassVar = Action
    Event: ClassVar = views.Event

    def setup(self, seats: int, options: views.Options, dealer: Dealer) -> State:
        """Lay out a new match."""
        first = dealer.pick(list(range(seats)))
        deck = dealer.shuffle([card for card in CARDS for _ in range(OF_EACH_CARD)])
        state = State(
            seats=seats,
            short=options.short,
            round=0,
            first=first,
            turns=0,
            phase="turn",
            turn=first,
            asked=(first,),
            offer=None,
            number=0,
            order=list(range(seats)),
            direction=1,
            playing=[True] * seats,
            scores=[0 if options.short else START_SCORE] * seats,
            korpokkur=[],
            butterbur=[],
            stock_seen=[],
            hands=[()] * seats,
            deck=tuple(card_named(card) for card in deck),
            discards=(),
            chosen=[UNCHOSEN] * seats,
            facts={observer: [] for observer in (EVERYBODY, *range(seats))},
            known=dict.fromkeys(range(seats), ((),) * seats),
            marks=(),
            outcomes=(),
        )
        few = options.short or seats == 2
        _begin_round(state, first, FEW_CARDS if few else START_CARDS, dealer)
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that are asked, in seat order; () when the match is over."""
        return state.asked

    def legal(self, state: State, seat: int) -> list[Action]:
        """Return all that the seat may do: gives, cards, Korkoni, Isam, Arwampe; or its answers.

        Equal cards make one action.
        """
        if seat not in state.asked:
            return []
        match state.phase:
            case "turn":
                korpokkur, butterbur = state.korpokkur[seat], state.butterbur[seat]
                # Only the numbers that change what can be done: so there are few lists.
                return all_actions.of_turn(
                    seat,
                    tuple(state.playing),
                    korpokkur if korpokkur < 2 else 2 if korpokkur < ENOUGH else ENOUGH,
                    butterbur if butterbur < 2 else 2,
                    state.hands[seat],
                    state.short,
                )
            case "answer":
                return list(all_actions.ANSWERS)
            case "handover":
                return list(all_actions.of_hand(state.hands[seat]))
            case _:
                return list(all_actions.FILLINGS)

    def apply(self, state: State, seat: int, action: Action, dealer: Dealer) -> None:
        """Carry out a legal action in place, and every forced step after it that all can see."""
        # Asked one by one: a match statement takes longer, and searches do this again and again.
        if isinstance(action, Give):
            hold_out(state, action.chips, action.number, dealer)
        elif isinstance(action, Answer):
            out = take(state, seat, dealer) if action.eh else refuse(state, seat, dealer)
            _end_turn(state, out, dealer)
        elif isinstance(action, Kamuy):
            out = play_card(state, seat, action.card, action.target, dealer)
            if out is not None:
                _end_turn(state, out, dealer)
        elif isinstance(action, Korkoni):
            _end_turn(state, call_korkoni(state, seat, action.target, dealer), dealer)
        elif isinstance(action, Arwampe):
            show_bag(state, seat, dealer)
            _end_round(state, "arwampe", (seat,), dealer)
        elif isinstance(action, Isam):
            leave(state, seat, dealer)
            _end_turn(state, (), dealer)
        elif isinstance(action, Bag):
            filling = sealed_filling(action.korpokkur, action.butterbur)
            state.asked = seal(state.chosen, state.asked, seat, filling, dealer, views.BagChosen)
            if not state.asked:
                _fill_bags(state, dealer)
        else:
            card, told = action.card, views.HandoverChosen
            state.asked = seal(state.chosen, state.asked, seat, card, dealer, told)
            if not state.asked:
                move_cards(state, dealer)
                _end_turn(state, (), dealer)

    def result(self, state: State) -> Result:
        """Return the points: most win, then fewer butterbur, then more cards, then shared.

        The short game has no scores: a win counts as 1 (house ruling).
        """
        return scores.result(state)

    def worth(self, state: State) -> tuple[float, ...]:
        """Return a guess at what each seat will score: its points, and where its bag leads.

        A bag is good near seven korpokkur, the more so the fewer players come first, or near empty;
        and in danger with many butterbur.
        """
        return evaluation.guess(state)

    def points_now(self, public: views.Public) -> tuple[int, ...] | None:
        """Return the points; the short game has none before its end."""
        return None if public.short else public.scores

    def public(self, state: State) -> views.Public:
        """Return what anyone may see."""
        seats, answering = state.seats, state.phase == "answer"
        return copied(
            views.Public,
            state,
            to=state.asked[0] if answering else None,
            hand_sizes=tuple(len(hand) for hand in state.hands),
            korpokkur=state.korpokkur[seats] if state.stock_seen[0] else None,
            butterbur=state.butterbur[seats] if state.stock_seen[1] else None,
            bags=tuple(state.facts[EVERYBODY]),
            tie=scores.tied(state) if state.phase == "over" else (),
        )

    def private(self, state: State, seat: int) -> views.Private:
        """Return the seat's bag and hand, what it has sealed, and what it can tell of others'."""
        korpokkur, butterbur = state.korpokkur[seat], state.butterbur[seat]
        facts = list(state.facts.get(seat, state.facts[EVERYBODY]))
        facts[seat] = bags.exact(korpokkur, butterbur)
        chosen = state.chosen[seat]
        sealed = chosen != UNCHOSEN
        return views.Private(
            korpokkur=korpokkur,
            butterbur=butterbur,
            hand=state.hands[seat],
            offer=state.offer if seat == state.turn else None,
            card=card_named(chosen) if sealed and state.phase == "handover" else None,
            filling=filling_of(chosen) if sealed and state.phase == "bags" else None,
            bags=tuple(facts),
            cards=state.known.get(seat, ((),) * state.seats),
        )

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        """Return a random whole state that fits what the seat has seen.

        Used: all that is public; the seat's own bag, hand and sealed choice; for each other bag,
        the fewest and the most korpokkur, butterbur and chips that the seat can work out from the
        filling, from every call, answer and movement it saw, from its own dealings and from bags it
        had; how many chips there are in all; the chips held out now; the cards it gave or got and
        the cards played. Within that the bags are filled one after another in random order, with
        any possible content equally likely, and unseen cards are mixed, with every order equally
        likely.

        Not used: what two bags or hands say about each other beyond these limits (of two chips that
        moved unseen, that both were of one kind; of two known cards, that one of them was given
        away: each is forgotten then); what others meant by what they did (searches weigh some of
        it: `likely_bags`). The other seats are assumed to know no more about each other's bags and
        cards than everybody does, also in what follows.
        """
        seen, mine = view.public, view.private
        seat = view.seat
        offer, korpokkur, butterbur = worlds.guess_bags(view, rng)
        hands, deck = worlds.guess_cards(view, rng)
        facts = {EVERYBODY: list(seen.bags), seat: list(mine.bags)}
        facts[seat][seat] = bags.EMPTY
        return copied(
            State,
            seen,
            offer=offer,
            korpokkur=korpokkur,
            butterbur=butterbur,
            stock_seen=[seen.korpokkur is not None, seen.butterbur is not None],
            hands=hands,
            deck=deck,
            chosen=worlds.guess_chosen(view, hands, rng),
            facts=facts,
            known={seat: mine.cards},
        )


# Rounds


def _begin_round(state: State, first: int, cards: int, dealer: Dealer) -> None:
    """Fill the bags, or ask how, draw cards and give the turn (Idea of the Game; Set up)."""
    seats = state.seats
    secret = seats == 2 and not state.short
    filling = (0, 0) if secret else SHORT_FILLING if state.short else FILLINGS[state.round]
    korpokkur, butterbur = filling
    state.round += 1
    state.turns = 0
    state.first = state.turn = first
    if CLOCKWISE_AGAIN:
        state.direction = 1
    if not SEATS_STAY_SWAPPED:
        state.order = list(range(seats))
    state.playing = [True] * seats
    state.korpokkur = [korpokkur] * seats + [KORPOKKURS - korpokkur * seats]
    state.butterbur = [butterbur] * seats + [BUTTERBURS - butterbur * seats]
    state.stock_seen = [not secret, not secret]
    know_bags(state, bags.exact(korpokkur, butterbur))
    if dealer.speaks:
        began = views.RoundBegan(
            state.round, first, korpokkur, butterbur, cards, round_points(state)
        )
        dealer.tell(EVERYONE, began)
    deck = state.deck
    for seat, hand in enumerate(state.hands):
        drawn = deck[seat * cards : (seat + 1) * cards]
        state.hands[seat] = in_order(hand + drawn)
        if dealer.speaks:
            dealer.tell((seat,), views.CardsDrawn(seat, in_order(drawn)))
    state.deck = deck[seats * cards :]
    if secret:
        state.phase = "bags"
        state.asked = tuple(range(seats))
    else:
        state.phase = "turn"
        state.asked = (first,)


def _fill_bags(state: State, dealer: Dealer) -> None:
    """Fill both bags as chosen, and give the first turn (2 players rule)."""
    for seat, chosen in enumerate(state.chosen):
        korpokkur, butterbur = filling_of(chosen)
        move(state.korpokkur, state.seats, seat, korpokkur)
        move(state.butterbur, state.seats, seat, butterbur)
        state.chosen[seat] = UNCHOSEN
    know_bags(state, UNSEEN_FILLING)
    state.phase = "turn"
    state.asked = (state.turn,)
    dealer.tell(EVERYONE, views.BagsFilled(state.turn))


def _end_turn(state: State, gone: tuple[int, ...], dealer: Dealer) -> None:
    """Pass the turn on, or end the round; `gone` ran out of chips by this turn (End of the round).

    Whoever has the turn may have left the round in it: the next is counted from that place.
    """
    state.turns += 1
    left = state.playing.count(True)
    if left == 1:
        _end_round(state, "last", (state.playing.index(True),), dealer)
    elif not left:
        _end_round(state, "none", gone, dealer)
    elif state.turns == LAST_TURN:
        winners = tuple(seat for seat in range(state.seats) if state.playing[seat])
        _end_round(state, "turns", winners if state.short else (), dealer)
    else:
        state.turn = next_player(state, state.turn)
        state.phase = "turn"
        state.asked = (state.turn,)


def _end_round(
    state: State, ending: views.Ending, winners: tuple[int, ...], dealer: Dealer
) -> None:
    points = 0
    if ending == "arwampe" or (ending == "last" and state.seats > 2):
        points = round_points(state)
    if points:
        score(state, winners[0], "arwampe" if ending == "arwampe" else "last", points)
    shown = None
    if ending == "arwampe":
        shown = state.korpokkur[winners[0]], state.butterbur[winners[0]]
    state.outcomes += (outcome(ending, winners, shown),)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.RoundEnded(state.round, ending, winners, points))
    if not state.short and state.round < len(ROUND_POINTS):
        first = winners[0] if winners and WINNER_STARTS else state.order[0]
        _begin_round(state, first, 1, dealer)
        return
    state.phase = "over"
    state.asked = ()
    tie = scores.tied(state)
    if tie:
        for count in tie:
            butterbur = count.butterbur
            learn(state, count.seat, bags.limited, BUTTERBUR, butterbur, butterbur)
        if dealer.speaks:
            dealer.tell(EVERYONE, views.BagsCounted(tie))


GAME: Final = Korpokkur()
"""The one game of this folder."""
