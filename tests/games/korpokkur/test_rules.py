"""7 Little Korpokkurs: the sheet by its headings, the rulings by their numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine.dealer import ReplayDealer
from bot.engine.game import MatchOver
from bot.engine.match import Match, NotAsked, NotLegal
from bot.tables.game_json import GameJson
from cogs.korpokkur.actions import (
    Action,
    Answer,
    Arwampe,
    Bag,
    Give,
    Handover,
    Isam,
    Kamuy,
    Korkoni,
)
from cogs.korpokkur.components import CARDS, Card
from cogs.korpokkur.rules import GAME
from cogs.korpokkur.views import (
    AllDropped,
    AllTook,
    ArwampeCalled,
    BagChosen,
    BagsCounted,
    BagSeen,
    BagsFilled,
    CardGiven,
    CardPlayed,
    CardsMoved,
    ChipsChosen,
    ChipsMoved,
    HandoverChosen,
    HeldOut,
    IsamCalled,
    KorkoniCalled,
    Options,
    Outcome,
    Refused,
    RoundEnded,
    Taken,
    TieCount,
)
from tests.games.korpokkur.table import bags_of, do, kinds, lay

DECK: list[Card] = [card for card in CARDS for _ in range(3)]
EH, SOMO = Answer(True), Answer(False)


# Components, Set up, Number of chips at the start


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_setup(seats: int) -> None:
    """Set up: 4 korpokkur, 3 butterbur, 2 cards; the first seat is drawn; scores start at 2."""
    dealer = ReplayDealer([seats - 1, list(DECK)])
    state = GAME.setup(seats, Options(), dealer)
    assert bags_of(state) == [(4, 3)] * seats + [(37 - 4 * seats, 40 - 3 * seats)]
    assert state.hands == [tuple(DECK[2 * seat : 2 * seat + 2]) for seat in range(seats)]
    assert state.scores == [2] * seats
    assert GAME.to_act(state) == (seats - 1,)
    assert [events.audience for events in dealer.events] == [
        "all",
        *((seat,) for seat in range(seats)),
    ]


def test_the_cards() -> None:
    """Components: 27 KAMUY cards, three of each."""
    assert len(DECK) == 27
    assert Counter(DECK) == dict.fromkeys(CARDS, 3)
    assert len(CARDS) == 9


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_setup_of_the_short_game(seats: int) -> None:
    """Short version: 3 korpokkur, 3 butterbur and 3 cards each; two players too."""
    state = GAME.setup(seats, Options(short=True), ReplayDealer([0, list(DECK)]))
    assert bags_of(state)[:-1] == [(3, 3)] * seats
    assert [len(hand) for hand in state.hands] == [3] * seats
    assert GAME.to_act(state) == (0,)


def test_seats() -> None:
    """Players: 2 to 6 persons."""
    assert GAME.info.seats == (2, 3, 4, 5, 6)


def test_rounds_bring_other_chips_and_a_card() -> None:
    """Number of chips in each round; all add 1 card, also who was out; unused cards are kept."""
    state = lay([(7, 1), (0, 0), (3, 3)], [("reverse",), (), ("pass-bags",)], out=[1], deck=DECK)
    do(state, 0, Arwampe())
    assert bags_of(state)[:-1] == [(3, 4)] * 3
    assert state.hands == [("reverse", "reverse"), ("reverse",), ("reverse", "pass-bags")]
    assert state.playing == [True] * 3
    assert (state.round, state.scores) == (2, [4, 2, 2])
    state = lay([(7, 1), (0, 0), (3, 3)], round_=2, deck=DECK)
    do(state, 0, Arwampe())
    assert bags_of(state)[:-1] == [(3, 3)] * 3


# How to play


def legal_kinds(actions: list[Action]) -> Counter[str]:
    """Count the actions of each kind."""
    return Counter(action.kind for action in actions)


def test_what_can_be_done_in_a_turn() -> None:
    """How to play: give, use a card, declare; R10: Korkoni at least."""
    hands: list[tuple[Card, ...]] = [("swap-bags", "swap-bags", "reverse"), (), (), ()]
    state = lay([(1, 2), (4, 3), (4, 3), (0, 0)], hands, out=[3])
    assert GAME.legal(state, 0) == [
        Give("korpokkur", 1),
        Give("butterbur", 1),
        Give("butterbur", 2),
        Kamuy("reverse", None),
        Kamuy("swap-bags", 1),
        Kamuy("swap-bags", 2),
        Korkoni(1),
        Korkoni(2),
    ]
    assert GAME.legal(state, 1) == []
    empty = lay([(0, 0), (4, 3), (4, 3)])
    assert legal_kinds(GAME.legal(empty, 0)) == {"korkoni": 2, "isam": 1}
    full = lay([(7, 0), (4, 3), (4, 3)])
    assert legal_kinds(GAME.legal(full, 0)) == {"give": 2, "korkoni": 2, "arwampe": 1}
    assert Arwampe() not in GAME.legal(lay([(6, 9), (4, 3), (4, 3)]), 0)


# Give your chip(s)


def test_giving_is_hidden_until_the_answer() -> None:
    """Conceal the chips while giving; an offered chip is the giver's until the answer."""
    state = lay([(4, 3), (4, 3), (4, 3)])
    dealer = ReplayDealer([])
    GAME.apply(state, 0, Give("butterbur", 2), dealer)
    assert [(events.audience, events.event) for events in dealer.events] == [
        ("all", HeldOut(0, 1, 2)),
        ((0,), ChipsChosen(0, "butterbur", 2)),
    ]
    assert bags_of(state)[:3] == [(4, 3)] * 3
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == [EH, SOMO]
    assert GAME.legal(state, 0) == GAME.legal(state, 2) == []
    public = GAME.public(state)
    assert (public.turn, public.to, public.number) == (0, 1, 2)
    assert GAME.private(state, 0).offer == "butterbur"
    assert GAME.private(state, 1).offer is None


def test_eh_takes_the_chips() -> None:
    """Eh: give the chips to the next player; only the two know which they were."""
    state = lay([(4, 3), (4, 3), (4, 3)], turn=2)
    do(state, 2, Give("korpokkur", 2))
    dealer = ReplayDealer([])
    GAME.apply(state, 0, EH, dealer)
    assert [(events.audience, events.event) for events in dealer.events] == [
        ("all", Taken(0, 2, 2, ())),
        ((0, 2), ChipsMoved(2, 0, "korpokkur", 2)),
    ]
    assert bags_of(state)[:3] == [(6, 3), (4, 3), (2, 3)]
    assert GAME.to_act(state) == (0,)
    assert GAME.public(state).number == 0


def test_somo_shows_the_chips_and_the_giver_draws() -> None:
    """Somo; R1: the giver takes them back and draws as many of that kind."""
    state = lay([(4, 3), (4, 3), (4, 3)])
    do(state, 0, Give("korpokkur", 2))
    assert do(state, 1, SOMO) == [Refused(1, 0, "korpokkur", 2, 2)]
    assert bags_of(state) == [(6, 3), (4, 3), (4, 3), (37 - 14, 31)]
    assert GAME.to_act(state) == (1,)


@pytest.mark.parametrize(("stock", "drawn"), [(0, 0), (1, 1), (2, 2)])
def test_a_short_table_gives_what_there_is(stock: int, drawn: int) -> None:
    """R1: as many as there are."""
    state = lay([(4, 3), (4, 3), (4, 3)], stock=(9, stock))
    do(state, 0, Give("butterbur", 2))
    assert do(state, 1, SOMO) == [Refused(1, 0, "butterbur", 2, drawn)]
    assert bags_of(state)[0] == (4, 3 + drawn)
    assert state.butterbur[-1] == stock - drawn


def test_out_of_turn_and_wrong_answers_are_refused() -> None:
    """Can I make a declaration during another player's turn? No; an answer is the next one's."""
    forms = GameJson(GAME)
    match, _ = Match.deal(GAME, forms, 3, Options(), ReplayDealer([0, list(DECK)]))
    before = match.sealed()
    for action in (Korkoni(0), EH, Give("korpokkur", 1)):
        with pytest.raises(NotAsked):
            match.propose(1, action, ReplayDealer([]))
    for action in (EH, Korkoni(0), Kamuy("reverse", 1), Give("korpokkur", 3), Isam(), Arwampe()):
        with pytest.raises(NotLegal):
            match.propose(0, action, ReplayDealer([]))
    assert match.sealed() == before


# Use a KAMUY card


def test_reverse() -> None:
    """Reverse rotation; R7: then the turn passes that way; the card is discarded."""
    state = lay([(4, 3)] * 4, [("reverse",), (), (), ()])
    assert do(state, 0, Kamuy("reverse", None)) == [CardPlayed(0, "reverse", None)]
    assert (GAME.to_act(state), state.direction) == ((3,), -1)
    assert (state.hands[0], state.discards) == ((), ("reverse",))
    state = lay([(4, 3)] * 4, [("reverse",), (), (), ()], direction=-1)
    do(state, 0, Kamuy("reverse", None))
    assert (GAME.to_act(state), state.direction) == ((1,), 1)


def test_swapping_bags() -> None:
    """Change all your chips with those of another; both look into their new bags."""
    state = lay([(4, 3), (1, 5), (2, 2)], [("swap-bags",), (), ()])
    dealer = ReplayDealer([])
    GAME.apply(state, 0, Kamuy("swap-bags", 2), dealer)
    assert [(events.audience, events.event) for events in dealer.events] == [
        ("all", CardPlayed(0, "swap-bags", 2)),
        ((0,), BagSeen(0, 2, 2)),
        ((2,), BagSeen(2, 4, 3)),
    ]
    assert bags_of(state)[:3] == [(2, 2), (1, 5), (4, 3)]
    assert GAME.to_act(state) == (1,)


def test_swapping_seats() -> None:
    """Change seats; R6: bag and hand go along, the turn goes on from the new place, and stays."""
    hands: list[tuple[Card, ...]] = [("swap-seats",), ("reverse",), (), ()]
    state = lay([(4, 3), (1, 5), (2, 2), (7, 1)], hands, deck=DECK)
    do(state, 0, Kamuy("swap-seats", 2))
    assert state.order == [2, 1, 0, 3]
    assert bags_of(state)[:4] == [(4, 3), (1, 5), (2, 2), (7, 1)]
    assert state.hands[1] == ("reverse",)
    assert GAME.to_act(state) == (3,)
    do(state, 3, Arwampe())
    assert (state.round, state.order) == (2, [2, 1, 0, 3])
    assert GAME.to_act(state) == (3,)
    do(state, 3, Korkoni(0))
    assert GAME.to_act(state) == (2,)


def test_who_is_out_is_passed_over_wherever_they_sit_now() -> None:
    """R2, R6: seats 2 and 0 have swapped; seat 2, in the first place, is out."""
    state = lay([(4, 3), (1, 5), (0, 0), (6, 1)], order=[2, 1, 0, 3], out=[2], turn=1)
    do(state, 1, Give("korpokkur", 1))
    assert GAME.to_act(state) == (0,), "seat 0 sits next to seat 1"
    do(state, 0, Answer(False))
    do(state, 0, Korkoni(1))
    do(state, 3, Korkoni(1))
    assert GAME.to_act(state) == (1,), "seat 2 is out, so the turn passes from seat 3 to seat 1"


def test_a_round_begins_clockwise() -> None:
    """R6: whichever way the round before went."""
    state = lay([(7, 3), (4, 3), (4, 3)], direction=-1, deck=DECK)
    do(state, 0, Arwampe())
    assert state.direction == 1
    do(state, 0, Korkoni(1))
    assert GAME.to_act(state) == (1,)


def test_all_take() -> None:
    """All players take 2 chips from the table; R2: who is out doesn't."""
    state = lay([(4, 3), (4, 3), (0, 0), (4, 3)], [("take-korpokkur",), (), (), ()], out=[2])
    events = do(state, 0, Kamuy("take-korpokkur", None))
    assert events[1:] == [AllTook("korpokkur", ((0, 2), (1, 2), (3, 2)))]
    assert bags_of(state)[:4] == [(6, 3), (6, 3), (0, 0), (6, 3)]


@pytest.mark.parametrize(
    ("direction", "numbers"),
    [(1, ((1, 2), (2, 1), (0, 0))), (-1, ((1, 2), (0, 1), (2, 0)))],
)
def test_all_take_from_a_short_table(direction: int, numbers: tuple[tuple[int, int], ...]) -> None:
    """R3: up to 2 each, served in turn order from the card's player."""
    state = lay([(4, 3)] * 3, [(), ("take-butterbur",), ()], turn=1, stock=(9, 3))
    state.direction = 1 if direction == 1 else -1
    events = do(state, 1, Kamuy("take-butterbur", None))
    assert events[1:] == [AllTook("butterbur", numbers)]
    assert state.butterbur[-1] == 0


def test_all_drop() -> None:
    """All players discard 2 chips; R4: up to what they have, back to the table."""
    state = lay([(4, 3), (1, 3), (0, 5)], [("drop-korpokkur",), (), ()])
    events = do(state, 0, Kamuy("drop-korpokkur", None))
    assert events[1:] == [AllDropped("korpokkur", ((0, 2), (1, 1), (2, 0)), ())]
    assert bags_of(state) == [(2, 3), (0, 3), (0, 5), (35, 29)]


def test_all_pass_bags() -> None:
    """All give all chips to their next player; R2: past who is out, the way turns go."""
    state = lay([(4, 3), (1, 5), (0, 0), (2, 2)], [("pass-bags",), (), (), ()], out=[2])
    events = do(state, 0, Kamuy("pass-bags", None))
    assert events[1:] == [BagSeen(0, 2, 2), BagSeen(1, 4, 3), BagSeen(3, 1, 5)]
    assert bags_of(state)[:4] == [(2, 2), (4, 3), (0, 0), (1, 5)]
    state = lay([(4, 3), (1, 5), (2, 2)], [("pass-bags",), (), ()], direction=-1)
    do(state, 0, Kamuy("pass-bags", None))
    assert bags_of(state)[:3] == [(1, 5), (2, 2), (4, 3)]


def test_all_give_a_card() -> None:
    """All give a KAMUY card; R5: sealed, at once; R12: only who has chosen is public."""
    hands: list[tuple[Card, ...]] = [
        ("pass-card", "reverse", "pass-bags"),
        ("swap-bags", "swap-seats"),
        (),
        ("take-korpokkur",),
    ]
    state = lay([(4, 3)] * 4, hands)
    assert do(state, 0, Kamuy("pass-card", None)) == [CardPlayed(0, "pass-card", None)]
    # The card played is gone; seat 2 has none, and seat 3 has one alone, as all see.
    assert GAME.to_act(state) == (0, 1)
    assert GAME.legal(state, 0) == [Handover("reverse"), Handover("pass-bags")]
    assert do(state, 1, Handover("swap-seats")) == [HandoverChosen(1)]
    assert GAME.to_act(state) == (0,)
    assert GAME.public(state).hand_sizes == (2, 2, 0, 1)
    assert GAME.private(state, 1).card == "swap-seats"
    assert GAME.private(state, 3).card == "take-korpokkur"
    assert GAME.private(state, 0).card is None
    dealer = ReplayDealer([])
    GAME.apply(state, 0, Handover("reverse"), dealer)
    assert [(events.audience, events.event) for events in dealer.events] == [
        ("all", HandoverChosen(0)),
        ("all", CardsMoved((0, 1, 3))),
        ((0, 1), CardGiven(0, 1, "reverse")),
        ((1, 2), CardGiven(1, 2, "swap-seats")),
        ((0, 3), CardGiven(3, 0, "take-korpokkur")),
    ]
    assert state.hands == [("take-korpokkur", "pass-bags"), ("reverse", "swap-bags"),
                           ("swap-seats",), ()]  # fmt: skip
    assert GAME.to_act(state) == (1,)


def test_a_card_got_cant_be_given_on() -> None:
    """Can I give the card which I have got? No, one you already have; nor the one played."""
    state = lay([(4, 3)] * 3, [("pass-card",), ("reverse",), ()])
    events = do(state, 0, Kamuy("pass-card", None))
    assert events == [
        CardPlayed(0, "pass-card", None),
        CardsMoved((1,)),
        CardGiven(1, 2, "reverse"),
    ]
    assert state.hands == [(), (), ("reverse",)]
    assert GAME.to_act(state) == (1,)


def test_nobody_has_a_card_to_give() -> None:
    """If you don't have any KAMUY card, you don't need to give any; who is out keeps theirs."""
    state = lay([(4, 3), (4, 3), (0, 0)], [("pass-card",), (), ("reverse", "reverse")], out=[2])
    assert do(state, 0, Kamuy("pass-card", None))[1:] == [CardsMoved(())]
    assert state.hands == [(), (), ("reverse", "reverse")]


# Korkoni!


def test_korkoni_right() -> None:
    """With 7 butterbur: 2 korpokkur for the caller, the rest discarded, -1 point, out."""
    state = lay([(4, 3), (4, 3), (3, 7)], scores=[2, 2, 2])
    dealer = ReplayDealer([])
    GAME.apply(state, 0, Korkoni(2), dealer)
    assert [(events.audience, events.event) for events in dealer.events] == [
        ("all", KorkoniCalled(0, 2, True, 1, 7, -1, ())),
        ((0, 2), ChipsMoved(2, 0, "korpokkur", 2)),
    ]
    assert bags_of(state) == [(6, 3), (4, 3), (0, 0), (27, 34)]
    assert state.playing == [True, True, False]
    assert state.scores == [2, 2, 1]
    assert GAME.to_act(state) == (1,)


@pytest.mark.parametrize("held", [0, 1, 2])
def test_korkoni_right_pays_what_there_is(held: int) -> None:
    """Or fewer chips if the player has less; how many is told to the two alone."""
    state = lay([(4, 3), (4, 3), (held, 9)])
    events = do(state, 0, Korkoni(2))
    assert events == [
        KorkoniCalled(0, 2, True, 0, 9, -1, ()),
        ChipsMoved(2, 0, "korpokkur", held),
    ]
    assert state.korpokkur[0] == 4 + held


@pytest.mark.parametrize(("held", "paid"), [(6, 2), (2, 2), (1, 1), (0, 0)])
def test_korkoni_wrong(held: int, paid: int) -> None:
    """With 6 or fewer the caller gets 2 butterbur or what there is; the number stays secret."""
    state = lay([(4, 3), (4, 3), (3, held)])
    dealer = ReplayDealer([])
    GAME.apply(state, 0, Korkoni(2), dealer)
    assert [(events.audience, events.event) for events in dealer.events] == [
        ("all", KorkoniCalled(0, 2, False, 0, 0, 0, ())),
        ((0, 2), ChipsMoved(2, 0, "butterbur", paid)),
    ]
    assert bags_of(state)[:3] == [(4, 3 + paid), (4, 3), (3, held - paid)]
    assert state.playing == [True] * 3


def test_out_players_are_passed_over() -> None:
    """R2: not next, not a target."""
    hands: list[tuple[Card, ...]] = [("swap-seats",)] * 5
    state = lay([(4, 3), (0, 0), (4, 3), (0, 0), (4, 3)], hands, out=[1, 3])
    legal = GAME.legal(state, 0)
    targets = {getattr(action, "target", None) for action in legal} - {None}
    assert targets == {2, 4}
    do(state, 0, Give("korpokkur", 1))
    assert GAME.to_act(state) == (2,)
    do(state, 2, SOMO)
    assert GAME.to_act(state) == (2,)
    do(state, 2, Korkoni(0))
    assert GAME.to_act(state) == (4,)


def test_scores_may_fall_below_zero() -> None:
    """R9: no floor."""
    state = lay([(4, 3), (4, 3), (3, 7)], scores=[2, 2, 0])
    do(state, 0, Korkoni(2))
    assert state.scores[2] == -1


# Isam!


def test_isam() -> None:
    """If you have used up all chips: leave the round for 1 point; others go on."""
    state = lay([(0, 0), (4, 3), (4, 3)])
    assert do(state, 0, Isam()) == [IsamCalled(0, 1)]
    assert state.scores == [3, 2, 2]
    assert state.playing == [False, True, True]
    assert GAME.to_act(state) == (1,)


def test_an_empty_bag_may_go_on() -> None:
    """Can I continue without declaring Isam? Yes, but there is nothing to give."""
    state = lay([(0, 0), (4, 3), (4, 3)], [("reverse",), (), ()])
    assert legal_kinds(GAME.legal(state, 0)) == {"kamuy": 1, "korkoni": 2, "isam": 1}
    do(state, 0, Korkoni(1))
    assert state.playing[0]
    assert bags_of(state)[0] == (0, 2)


def test_who_is_left_scores_at_once() -> None:
    """Only 1 player is remaining: the same points as Arwampe; R11: after Isam and Korkoni alike."""
    state = lay([(0, 0), (4, 3), (0, 0)], out=[2], round_=2, deck=DECK)
    events = do(state, 0, Isam())
    assert events[:2] == [IsamCalled(0, 1), RoundEnded(2, "last", (1,), 2)]
    assert state.scores == [3, 4, 2]
    assert (state.round, GAME.to_act(state)) == (3, (1,))
    state = lay([(4, 3), (2, 8), (0, 0)], out=[2], round_=3)
    events = do(state, 0, Korkoni(1))
    assert RoundEnded(3, "last", (0,), 3) in events
    assert state.scores == [5, 1, 2]


# Arwampe!


@pytest.mark.parametrize(("round_", "points"), [(1, 2), (2, 2), (3, 3)])
def test_arwampe(round_: int, points: int) -> None:
    """Collect 7 korpokkur: show the bag, win the round and its points."""
    state = lay([(4, 3), (8, 6), (4, 3)], turn=1, round_=round_, deck=DECK)
    events = do(state, 1, Arwampe())
    assert events[:2] == [ArwampeCalled(1, 8, 6), RoundEnded(round_, "arwampe", (1,), points)]
    assert state.scores == [2, 2 + points, 2]
    assert GAME.to_act(state) == (() if round_ == 3 else (1,))
    assert GAME.public(state).outcomes == (Outcome("arwampe", (1,), (8, 6)),)


# End of the game


def test_the_most_points_win() -> None:
    """After three rounds; where they came from is told."""
    state = lay([(7, 3), (4, 3), (0, 0)], round_=3, scores=[1, 3, 3], out=[2])
    events = do(state, 0, Arwampe())
    assert kinds(events) == ["arwampe_called", "round_ended", "match_over"]
    assert events[-1] == MatchOver((4, 3, 3), (0,))
    result = GAME.result(state)
    assert result.breakdown[0][-1] == ("rounds", 3)
    assert [GAME.legal(state, seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize(
    ("chips", "hands", "winners"),
    [
        ([(7, 3), (4, 2), (0, 0)], [2, 0, 0], (1,)),
        ([(7, 3), (4, 2), (0, 0)], [2, 2, 0], (1,)),
        ([(7, 3), (4, 3), (0, 0)], [2, 1, 0], (0,)),
        ([(7, 3), (4, 3), (0, 0)], [1, 1, 0], (0, 1)),
    ],
)
def test_ties(chips: list[tuple[int, int]], hands: list[int], winners: tuple[int, ...]) -> None:
    """FAQ: fewer butterbur in the bag, then more KAMUY cards, else both; they are shown."""
    card: Card = "reverse"
    held: list[list[Card]] = [[card] * number for number in hands]
    state = lay(chips, held, round_=3, scores=[2, 5, 4], out=[2])
    events = do(state, 0, Arwampe())
    counts = tuple(TieCount(seat, chips[seat][1], hands[seat]) for seat in (0, 1))
    assert events[2:] == [BagsCounted(counts), MatchOver((5, 5, 4), winners)]
    assert GAME.result(state).winners == winners
    assert GAME.public(state).tie == counts


def test_who_is_out_has_no_butterbur() -> None:
    """R9: 0 in the tie-break."""
    state = lay([(7, 0), (4, 2), (0, 0)], round_=3, scores=[2, 2, 5], out=[2])
    do(state, 0, Arwampe())
    assert GAME.public(state).tie == (TieCount(0, 0, 0), TieCount(2, 0, 0))
    assert GAME.result(state).winners == (0, 2)


def test_two_hundred_turns_end_a_round() -> None:
    """R10: an offer and its answer are one turn; the first place starts the next round."""
    state = lay([(4, 3)] * 3, turns=198, order=[2, 0, 1], deck=DECK)
    do(state, 0, Give("korpokkur", 1))
    assert kinds(do(state, 1, EH)) == ["taken", "chips_moved"]
    assert (state.round, state.turns) == (1, 199)
    do(state, 1, Give("korpokkur", 1))
    events = do(state, 2, EH)
    assert RoundEnded(1, "turns", (), 0) in events
    assert state.scores == [2, 2, 2]
    assert (state.round, state.turns, GAME.to_act(state)) == (2, 0, (2,))
    state = lay([(4, 3), (4, 2), (4, 1)], turns=199, round_=3)
    assert RoundEnded(3, "turns", (), 0) in do(state, 0, Korkoni(1))
    assert GAME.result(state).winners == (1,)
    # All of the last three are tied, and seat 1 paid two butterbur for the call.
    assert GAME.public(state).tie == (TieCount(0, 5, 0), TieCount(1, 0, 0), TieCount(2, 1, 0))


# 2 players rule


def test_two_players_fill_their_bags_in_secret() -> None:
    """3 cards; 3 or 4 of each, chosen at once; R12: sealed until the last has chosen."""
    dealer = ReplayDealer([1, list(DECK)])
    state = GAME.setup(2, Options(), dealer)
    assert [len(hand) for hand in state.hands] == [3, 3]
    assert GAME.to_act(state) == (0, 1)
    for seat in range(2):
        assert GAME.legal(state, seat) == [Bag(3, 3), Bag(3, 4), Bag(4, 3), Bag(4, 4)]
    assert do(state, 1, Bag(4, 3)) == [BagChosen(1)]
    assert GAME.private(state, 1).filling == (4, 3)
    assert GAME.legal(state, 1) == []
    assert bags_of(state) == [(0, 0), (0, 0), (37, 40)]
    assert do(state, 0, Bag(3, 4)) == [BagChosen(0), BagsFilled(1)]
    assert bags_of(state) == [(3, 4), (4, 3), (30, 33)]
    assert GAME.to_act(state) == (1,)
    public = GAME.public(state)
    assert (public.korpokkur, public.butterbur) == (None, None)


def test_a_short_table_of_two_is_seen_to_be_empty() -> None:
    """The stock isn't shown, but who draws fewer than asked empties it before all eyes."""
    state = lay([(18, 3), (18, 3)], stock=(1, 34))
    state.stock_seen = [False, False]
    do(state, 0, Give("korpokkur", 2))
    do(state, 1, SOMO)
    public = GAME.public(state)
    assert (public.korpokkur, public.butterbur) == (0, None)


def test_isam_of_two() -> None:
    """Isam: +1 and the round ends; the other gains nothing and starts the next (R8)."""
    state = lay([(0, 0), (4, 3)], deck=DECK)
    events = do(state, 0, Isam())
    assert events[:2] == [IsamCalled(0, 1), RoundEnded(1, "last", (1,), 0)]
    assert state.scores == [3, 2]
    assert GAME.to_act(state) == (0, 1)
    do(state, 0, Bag(3, 3))
    do(state, 1, Bag(3, 3))
    assert GAME.to_act(state) == (1,)


def test_korkoni_of_two() -> None:
    """Dropping out: -1 and the round ends; the other gains nothing and starts the next (R8)."""
    state = lay([(4, 3), (4, 7)], deck=DECK)
    events = do(state, 0, Korkoni(1))
    assert RoundEnded(1, "last", (0,), 0) in events
    assert state.scores == [2, 1]
    assert state.turn == 0


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_arwampe_of_two(round_: int) -> None:
    """Winning a round by Arwampe: +2 in every round."""
    state = lay([(7, 3), (4, 7)], round_=round_, deck=DECK)
    assert RoundEnded(round_, "arwampe", (0,), 2) in do(state, 0, Arwampe())
    assert state.scores == [4, 2]


# Short version


def test_the_short_game_has_no_isam() -> None:
    """Players can't leave the round; whose chips run out must drop out, at the turn's end."""
    state = lay([(1, 0), (3, 3), (3, 3)], short=True)
    do(state, 0, Give("korpokkur", 1))
    # An offered chip is the giver's until the answer.
    assert state.playing[0]
    assert do(state, 1, EH)[0] == Taken(1, 0, 1, (0,))
    assert state.playing == [False, True, True]
    assert GAME.to_act(state) == (1,)
    assert all(action.kind != "isam" for action in GAME.legal(state, 1))


def test_the_last_of_the_short_game_wins() -> None:
    """The winner of the round wins: the last one in it, too."""
    state = lay([(1, 0), (3, 3)], short=True, scores=[0, 0])
    do(state, 0, Give("korpokkur", 1))
    events = do(state, 1, EH)
    assert RoundEnded(1, "last", (1,), 0) in events
    assert events[-1] == MatchOver((0, 1), (1,))
    assert GAME.result(state).breakdown == ((("round", 0),), (("round", 1),))


def test_korkoni_in_the_short_game() -> None:
    """A right call costs no points; a wrong one may take the last chip."""
    state = lay([(3, 3), (3, 7), (3, 3)], short=True, scores=[0, 0, 0])
    assert do(state, 0, Korkoni(1))[0] == KorkoniCalled(0, 1, True, 1, 7, 0, ())
    state = lay([(3, 3), (0, 2), (3, 3)], short=True, scores=[0, 0, 0])
    assert do(state, 0, Korkoni(1))[0] == KorkoniCalled(0, 1, False, 0, 0, 0, (1,))
    assert state.playing == [True, False, True]


def test_arwampe_in_the_short_game() -> None:
    """One round: it is over."""
    state = lay([(7, 3), (3, 3), (3, 3)], short=True, scores=[0, 0, 0])
    assert kinds(do(state, 0, Arwampe())) == ["arwampe_called", "round_ended", "match_over"]
    assert GAME.result(state).winners == (0,)


def test_if_all_run_out_at_once_they_share() -> None:
    """Those still in before share; who was out before doesn't."""
    hands: list[tuple[Card, ...]] = [("drop-butterbur",), (), ()]
    state = lay([(0, 2), (0, 1), (0, 0)], hands, short=True, scores=[0, 0, 0], out=[2])
    events = do(state, 0, Kamuy("drop-butterbur", None))
    assert events[1:3] == [
        AllDropped("butterbur", ((0, 2), (1, 1)), (0, 1)),
        RoundEnded(1, "none", (0, 1), 0),
    ]
    assert GAME.result(state).winners == (0, 1)
    assert GAME.public(state).outcomes == (Outcome("none", (0, 1), None),)


def test_the_short_game_ends_after_two_hundred_turns() -> None:
    """R10: those still in share."""
    state = lay([(3, 3), (3, 3), (0, 0)], short=True, scores=[0] * 3, out=[2], turns=199)
    assert RoundEnded(1, "turns", (0, 1), 0) in do(state, 0, Korkoni(1))
    assert GAME.result(state).winners == (0, 1)
