"""7 Little Korpokkurs: who may know what, and what can be worked out about bags and hands."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.engine.dealer import AddressedEvent, LiveDealer
from bot.engine.game import Event
from cogs.korpokkur import bags, views
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
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import Card
from cogs.korpokkur.rules import GAME, State
from cogs.korpokkur.state import know_bags, show
from cogs.korpokkur.views import Bounds, Options
from tests.games.korpokkur.table import bags_of, do, heard, lay

TABLES = [(seats, short) for seats in range(2, 7) for short in (False, True)]


def knows(state: State, who: int, seat: int) -> Bounds:
    """Return what a seat, or everybody, can tell about a bag."""
    view = GAME.public(state) if who == EVERYBODY else GAME.private(state, who)
    return view.bags[seat]


def matches(seats: int, short: bool, count: int) -> Iterator[tuple[State, list[AddressedEvent]]]:
    """Play matches at random; yield the state after the deal and after every action."""
    rng = random.Random(f"{seats} {short}")
    for _ in range(count):
        dealer = LiveDealer(rng)
        state = GAME.setup(seats, Options(short), dealer)
        while True:
            yield state, list(dealer.events)
            dealer.events.clear()
            if not GAME.to_act(state):
                break
            seat = rng.choice(GAME.to_act(state))
            GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)), dealer)


# What is told


def test_a_spectator_hears_of_an_offer_only_how_many() -> None:
    """How many chips were offered is public, their kind is not, also after Eh."""
    state = lay([(4, 3)] * 3)
    assert heard(state, 0, Give("korpokkur", 2), None) == [views.HeldOut(0, 1, 2)]
    assert heard(state, 1, Answer(True), 2) == [views.Taken(1, 0, 2, ())]


def test_a_spectator_doesnt_hear_how_many_butterbur_a_wrong_korkoni_won() -> None:
    """Not public: how many moved after a Korkoni, right or wrong."""
    for held in (0, 1, 2, 6):
        state = lay([(4, 3), (3, held), (4, 3)])
        events = heard(state, 0, Korkoni(1), 2)
        assert events == [views.KorkoniCalled(0, 1, False, 0, 0, 0, ())]
    for held in (0, 1, 2):
        state = lay([(4, 3), (held, 8), (4, 3)])
        events = heard(state, 0, Korkoni(1), None)
        assert events == [views.KorkoniCalled(0, 1, True, 0, 8, -1, ())]


def test_the_table_is_counted_by_all() -> None:
    """What is left on the table is public; with two players it is not."""
    assert (GAME.public(lay([(4, 3)] * 3)).korpokkur, 25) == (25, 25)
    for state, _ in matches(2, False, 3):
        public = GAME.public(state)
        # It is seen by all once it is empty, which random play doesn't come to.
        assert (public.korpokkur, public.butterbur) == (None, None)


@pytest.mark.parametrize(("seats", "short"), TABLES)
def test_who_started_a_round_stays_known(seats: int, short: bool) -> None:
    """Common to all games: who starts is public, and what was public stays so."""
    first = -1
    for state, events in matches(seats, short, 2):
        for each in events:
            if isinstance(each.event, views.RoundBegan):
                first = each.event.first
        assert GAME.public(state).first == first


def test_bags_are_emptied_unseen() -> None:
    """At the end of a round; in a final tie the butterbur of the tied alone are shown."""
    state = lay([(7, 3), (4, 3), (2, 6)], round_=3, scores=[2, 5, 0])
    know_bags(state, (0, 37, 0, 40, 0, 77))
    do(state, 0, Arwampe())
    assert knows(state, EVERYBODY, 0) == bags.exact(7, 3)
    assert knows(state, EVERYBODY, 1)[:4] == (0, 37, 3, 3)
    assert knows(state, EVERYBODY, 2)[:4] == (0, 37, 0, 40)
    assert GAME.private(state, 2).butterbur == 6


@pytest.mark.parametrize(("seats", "short"), TABLES)
def test_what_is_private_is_told_to_whom_it_concerns(seats: int, short: bool) -> None:
    """The kind of chips, the cards and the bags one gave or got; everything else is for all."""
    for _, events in matches(seats, short, 10):
        for each in events:
            match each.event:
                case views.CardsDrawn() | views.BagSeen() | views.ChipsChosen():
                    assert each.audience == (each.event.seat,)
                case views.ChipsMoved() | views.CardGiven():
                    assert each.audience == tuple(sorted((each.event.giver, each.event.taker)))
                case _:
                    assert each.audience == "all"


# What can be worked out about bags


def test_eh_leaves_two_cases() -> None:
    """Chips that moved unseen: the giver and the taker know more than the others."""
    state = lay([(4, 3)] * 3)
    do(state, 0, Give("korpokkur", 2))
    do(state, 1, Answer(True))
    for who in (2, EVERYBODY):
        assert knows(state, who, 0) == (2, 4, 1, 3, 5, 5)
        assert knows(state, who, 1) == (4, 6, 3, 5, 9, 9)
    assert knows(state, 0, 1) == bags.exact(6, 3)
    assert knows(state, 1, 0) == bags.exact(2, 3)


def test_two_of_a_kind_may_tell_the_kind() -> None:
    """Somebody who has only one butterbur can't have given two."""
    state = lay([(4, 1), (4, 3), (4, 3)])
    do(state, 0, Give("korpokkur", 2))
    do(state, 1, Answer(True))
    assert knows(state, EVERYBODY, 0) == bags.exact(2, 1)
    assert knows(state, EVERYBODY, 1) == bags.exact(6, 3)


def test_somo_shows_what_the_giver_has_at_least() -> None:
    """Chips shown stay known."""
    state = lay([(4, 3)] * 3)
    show(state, 0, (0, 7, 0, 7, 7, 7))
    do(state, 0, Give("butterbur", 2))
    do(state, 1, Answer(False))
    assert knows(state, EVERYBODY, 0) == (0, 5, 4, 9, 9, 9)


def test_a_wrong_korkoni_says_that_there_were_six_at_most() -> None:
    """And how many were paid is known to the two players."""
    state = lay([(4, 3), (3, 1), (4, 3)])
    show(state, 1, (0, 9, 0, 9, 4, 9))
    do(state, 0, Korkoni(1))
    assert knows(state, EVERYBODY, 1) == (0, 9, 0, 4, 2, 9)
    assert knows(state, EVERYBODY, 0) == (4, 4, 3, 5, 7, 9)
    # Fewer than two were paid, so none is left.
    assert knows(state, 0, 1) == (3, 8, 0, 0, 3, 8)
    assert knows(state, 1, 0) == bags.exact(4, 4)


def test_a_right_korkoni_says_how_many_korpokkur_the_caller_may_have_won() -> None:
    """Two if any were put back; else up to two."""
    state = lay([(4, 3), (3, 8), (4, 3)])
    do(state, 0, Korkoni(1))
    assert knows(state, EVERYBODY, 0) == bags.exact(6, 3)
    state = lay([(4, 3), (1, 8), (4, 3)])
    show(state, 1, (0, 5, 4, 9, 9, 9))
    do(state, 0, Korkoni(1))
    assert knows(state, EVERYBODY, 0) == bags.exact(5, 3)
    assert knows(state, EVERYBODY, 1) == bags.EMPTY


def test_who_drops_fewer_than_two_has_none_left() -> None:
    """Every chip that goes back to the table is public."""
    state = lay([(1, 3), (4, 3), (4, 3)], [("drop-korpokkur",), (), ()])
    show(state, 0, (0, 4, 0, 4, 4, 4))
    do(state, 0, Kamuy("drop-korpokkur", None))
    assert knows(state, EVERYBODY, 0) == (0, 0, 3, 3, 3, 3)


def test_a_former_owner_knows_the_bag() -> None:
    """A swap or a passed bag tells its new owner its content, the former still knows it."""
    unknown = (0, 9, 0, 9, 0, 18)
    state = lay([(4, 2), (3, 1), (5, 0)], [("swap-bags",), (), ()])
    know_bags(state, unknown)
    do(state, 0, Kamuy("swap-bags", 1))
    assert knows(state, 0, 1) == bags.exact(4, 2)
    assert knows(state, 1, 0) == bags.exact(3, 1)
    assert knows(state, 2, 0) == knows(state, EVERYBODY, 1) == unknown
    state = lay([(4, 2), (3, 1), (5, 0)], [("pass-bags",), (), ()])
    know_bags(state, unknown)
    do(state, 0, Kamuy("pass-bags", None))
    assert [knows(state, seat, (seat + 1) % 3) for seat in range(3)] == [
        bags.exact(4, 2),
        bags.exact(3, 1),
        bags.exact(5, 0),
    ]
    assert knows(state, 0, 2) == unknown


def test_what_is_known_moves_with_the_bags() -> None:
    """Everybody sees which bag goes where."""
    state = lay([(4, 2), (3, 1), (5, 0)], [("swap-bags",), (), ()])
    do(state, 0, Kamuy("swap-bags", 2))
    assert [knows(state, EVERYBODY, seat) for seat in range(3)] == [
        bags.exact(5, 0),
        bags.exact(3, 1),
        bags.exact(4, 2),
    ]


def test_in_the_short_game_nobody_in_it_has_an_empty_bag() -> None:
    """Whose chips run out must drop out: who doesn't has some."""
    state = lay([(2, 2), (3, 3), (3, 3)], short=True)
    show(state, 0, (0, 2, 0, 2, 1, 4))
    do(state, 0, Give("korpokkur", 1))
    do(state, 1, Answer(True))
    assert knows(state, EVERYBODY, 0) == (0, 2, 0, 2, 1, 3)


@pytest.mark.parametrize(("seats", "short"), TABLES)
@pytest.mark.parametrize("count", [5, pytest.param(50, marks=pytest.mark.long)])
def test_what_is_worked_out_is_true(seats: int, short: bool, count: int) -> None:
    """Every bag lies within what each seat can tell, which lies within what all can tell."""
    for state, _ in matches(seats, short, count):
        public = GAME.public(state)
        for who in (*range(seats), EVERYBODY):
            for seat in range(seats):
                k0, k1, b0, b1, n0, n1 = bounds = knows(state, who, seat)
                korpokkur, butterbur = bags_of(state)[seat]
                assert k0 <= korpokkur <= k1
                assert b0 <= butterbur <= b1
                assert n0 <= korpokkur + butterbur <= n1
                assert bags.tight(bounds) == bounds
                for more, less in zip(public.bags[seat][::2], bounds[::2], strict=True):
                    assert more <= less
                for more, less in zip(public.bags[seat][1::2], bounds[1::2], strict=True):
                    assert more >= less
        for seat in range(seats):
            for other, known in enumerate(GAME.private(state, seat).cards):
                assert not Counter(known) - Counter(state.hands[other])
                assert other != seat or not known


# The cards in others' hands


def test_cards_given_and_got_are_known() -> None:
    """The cards one gave or got; until they may have been given on, or are played."""
    hands: list[tuple[Card, ...]] = [
        ("pass-card", "pass-card", "reverse"),
        ("swap-seats",),
        ("pass-bags",),
    ]
    state = lay([(4, 3)] * 3, hands)
    do(state, 0, Kamuy("pass-card", None))
    do(state, 0, Handover("reverse"))
    assert state.hands == [("pass-card", "pass-bags"), ("reverse",), ("swap-seats",)]
    assert GAME.private(state, 0).cards == ((), ("reverse",), ())
    assert GAME.private(state, 1).cards == ((), (), ("swap-seats",))
    assert GAME.private(state, 2).cards == (("pass-bags",), (), ())
    do(state, 1, Kamuy("reverse", None))
    assert GAME.private(state, 0).cards == ((), (), ())
    do(state, 0, Kamuy("pass-card", None))
    # Seat 2 had one card, which seat 1 knew; it goes to seat 1. What came from seat 0 it saw.
    assert state.hands == [(), ("swap-seats",), ("pass-bags",)]
    assert GAME.private(state, 1).cards == ((), (), ())
    assert GAME.private(state, 2).cards == ((), ("swap-seats",), ())
    assert GAME.private(state, 0).cards == ((), (), ("pass-bags",))


def test_a_known_card_may_have_been_given_away() -> None:
    """Of cards known in a hand from which one was given unseen, one is not known any more."""
    hands: list[tuple[Card, ...]] = [("pass-card",), ("reverse", "reverse", "swap-bags"), ()]
    state = lay([(4, 3)] * 3, hands)
    state.known[0] = ((), ("reverse", "reverse"), ())
    do(state, 0, Kamuy("pass-card", None))
    do(state, 1, Handover("swap-bags"))
    assert GAME.private(state, 0).cards == ((), ("reverse",), ())
    state = lay([(4, 3)] * 3, [("pass-card",), ("reverse", "reverse"), ()])
    state.known[0] = ((), ("reverse", "reverse"), ())
    do(state, 0, Kamuy("pass-card", None))
    do(state, 1, Handover("reverse"))
    # It was one of two alike.
    assert GAME.private(state, 0).cards == ((), ("reverse",), ("reverse",))


# Worlds


def test_worlds_reach_every_content_that_is_possible() -> None:
    """Compared with all contents there are, tried one after the other."""
    rng = random.Random(5)
    for _ in range(30):
        truth = [(rng.randrange(5), rng.randrange(5)) for _ in range(3)]
        known = [bags.tight(around(bag, rng)) for bag in truth]
        korpokkur, butterbur = (sum(pile) for pile in zip(*truth, strict=True))
        each = [
            [(k, b) for k in range(k0, k1 + 1) for b in range(b0, b1 + 1) if n0 <= k + b <= n1]
            for k0, k1, b0, b1, n0, n1 in known
        ]
        everything = {
            found
            for found in itertools.product(*each)
            if sum(k for k, _ in found) == korpokkur and sum(b for _, b in found) == butterbur
        }
        drawn = {
            tuple(bags.fill(known, korpokkur, butterbur, rng))
            for _ in range(40 * len(everything) + 100)
        }
        assert drawn <= everything
        assert len(drawn) >= 0.9 * len(everything)
        possible = any(sum(k for k, _ in f) == korpokkur + 1 for f in itertools.product(*each))
        if not possible:
            assert not bags.fits(known, korpokkur + 1, butterbur)


def around(bag: tuple[int, int], rng: random.Random) -> Bounds:
    """Return bounds that include a content."""
    korpokkur, butterbur = bag
    both = korpokkur + butterbur
    return (
        max(0, korpokkur - rng.randrange(3)),
        korpokkur + rng.randrange(3),
        max(0, butterbur - rng.randrange(3)),
        butterbur + rng.randrange(3),
        max(0, both - rng.randrange(2)),
        both + rng.randrange(2),
    )


def test_two_players_who_know_all_see_one_world() -> None:
    """The short game of two hides nothing of the bags: what one hasn't the other has."""
    rng = random.Random(1)
    for state, _ in matches(2, True, 10):
        for seat in range(2):
            view = GAME.view(state, seat)
            world = GAME.world(view, rng)
            assert (world.korpokkur, world.butterbur) == (state.korpokkur, state.butterbur)


def test_chips_held_out_are_in_the_bag_of_every_world() -> None:
    """And both kinds come up, where both may be."""
    state = lay([(4, 3), (4, 3), (4, 3)])
    do(state, 0, Give("korpokkur", 1))
    do(state, 1, Answer(True))
    do(state, 1, Give("korpokkur", 2))
    view = GAME.view(state, 0)
    rng = random.Random(1)
    kinds: Counter[str | None] = Counter()
    for _ in range(100):
        world = GAME.world(view, rng)
        kinds[world.offer] += 1
        pile = world.korpokkur if world.offer == "korpokkur" else world.butterbur
        assert pile[1] >= 2
        assert Answer(True) in GAME.legal(world, 2)
    assert kinds.keys() == {"korpokkur", "butterbur"}


def test_the_fillings_of_two_take_every_value() -> None:
    """What the other has chosen is secret before and after the bags are filled."""
    rng = random.Random(1)
    dealer = LiveDealer(rng)
    state = GAME.setup(2, Options(), dealer)
    GAME.apply(state, 1, Bag(4, 4), dealer)
    view = GAME.view(state, 0)
    sealed = {GAME.world(view, rng).chosen[1] for _ in range(100)}
    assert sealed == {"33", "34", "43", "44"}
    GAME.apply(state, 0, Bag(3, 3), dealer)
    view = GAME.view(state, 0)
    worlds = [GAME.world(view, rng) for _ in range(100)]
    assert {bags_of(world)[1] for world in worlds} == {(3, 3), (3, 4), (4, 3), (4, 4)}
    assert {bags_of(world)[0] for world in worlds} == {(3, 3)}


# A second opinion


class Ledger:
    """Counts chips and points from what is said alone, in the simplest way."""

    def __init__(self, seats: int) -> None:
        """Begin with empty bags."""
        self.seats = seats
        self.scores = [0] * seats
        self.bags = [[0, 0] for _ in range(seats)]
        self.order = list(range(seats))
        self.way = 1
        self.out: set[int] = set()
        self.right: tuple[int, int, int] | None = None

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        match event:
            case views.RoundBegan():
                self.bags = [[event.korpokkur, event.butterbur] for _ in range(self.seats)]
                self.way, self.out = 1, set()
            case views.ChipsMoved():
                kind = 0 if event.chips == "korpokkur" else 1
                self.bags[event.giver][kind] -= event.number
                self.bags[event.taker][kind] += event.number
                if self.right is not None:
                    target, *rest = self.right
                    assert self.bags[target] == rest, (
                        f"seat {target} had {self.bags[target]}, and is told of as {rest}"
                    )
                    self.bags[target] = [0, 0]
                    self.right = None
            case views.Refused():
                self.bags[event.giver][event.chips != "korpokkur"] += event.drawn
            case views.AllTook():
                for seat, number in event.numbers:
                    self.bags[seat][event.chips != "korpokkur"] += number
            case views.AllDropped():
                for seat, number in event.numbers:
                    self.bags[seat][event.chips != "korpokkur"] -= number
                self.out |= set(event.out)
            case views.CardPlayed():
                self.play(event)
            case views.BagSeen():
                assert self.bags[event.seat] == [event.korpokkur, event.butterbur], (
                    f"the bag that was seen is {self.bags[event.seat]}, not as {event} says"
                )
            case views.KorkoniCalled():
                self.scores[event.target] += event.points
                self.out |= set(event.out)
                assert event.right == (self.bags[event.target][1] >= 7), (
                    f"{event}, and the bag is {self.bags[event.target]}"
                )
                if event.right:
                    self.out.add(event.target)
                    self.right = (event.target, event.korpokkur, event.butterbur)
            case views.IsamCalled():
                assert self.bags[event.seat] == [0, 0], (
                    f"{event}, and the bag is {self.bags[event.seat]}"
                )
                self.scores[event.seat] += event.points
                self.out.add(event.seat)
            case views.Taken():
                self.out |= set(event.out)
            case views.RoundEnded():
                for seat in event.winners:
                    self.scores[seat] += event.points
            case _:
                pass

    def play(self, event: views.CardPlayed) -> None:
        """Do what a card says."""
        seat, target = event.seat, event.target
        if event.card == "reverse":
            self.way = -self.way
        elif event.card == "swap-seats":
            assert target is not None, f"{event.card} names nobody"
            one, other = self.order.index(seat), self.order.index(target)
            self.order[one], self.order[other] = target, seat
        elif event.card == "swap-bags":
            assert target is not None, f"{event.card} names nobody"
            self.bags[seat], self.bags[target] = self.bags[target], self.bags[seat]
        elif event.card == "pass-bags":
            ring = [each for each in self.order[:: self.way] if each not in self.out]
            passed = {taker: self.bags[ring[at - 1]] for at, taker in enumerate(ring)}
            for each, bag in passed.items():
                self.bags[each] = bag


@pytest.mark.parametrize(("seats", "short"), TABLES)
def test_chips_and_points_add_up_from_what_is_told(seats: int, short: bool) -> None:
    """All that happens can be followed by who hears everything."""
    ledger = Ledger(seats)
    for state, events in matches(seats, short, 25):
        if state.turns == 0 and state.round == 1:
            ledger.scores = [0 if short else 2] * seats
            ledger.order = list(range(seats))
        for each in events:
            ledger.hear(each.event)
            if isinstance(each.event, views.BagsFilled):
                ledger.bags = [list(bag) for bag in bags_of(state)[:seats]]
        assert ledger.scores == state.scores
        assert [tuple(bag) for bag in ledger.bags] == bags_of(state)[:seats]
        assert ledger.order == state.order


def test_every_kind_of_action_is_played() -> None:
    """The matches that these tests play come to all there is."""
    seen: set[type[Action]] = set()
    for seats in (2, 4):
        for state, _ in matches(seats, False, 40):
            for seat in GAME.to_act(state):
                seen |= {type(action) for action in GAME.legal(state, seat)}
    assert seen == {Give, Answer, Kamuy, Korkoni, Isam, Arwampe, Bag, Handover}
