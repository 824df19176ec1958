"""The search: finds what is best, knows no more than it may, and stops when it is told to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import e
from typing import Any, ClassVar

import pytest

from bot.engine.copies import State as AnyState
from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, Dealer, Game, Result
from bot.engine.search import think
from bot.engine.strength import Rivals, Strength, Trees
from bot.engine.tree import Node
from bot.engine.tree_search import (
    TreeSearch,
    _chances,  # pyright: ignore[reportPrivateUsage]
    _ended,  # pyright: ignore[reportPrivateUsage]
    _FastDealer,  # pyright: ignore[reportPrivateUsage]
    _leads,  # pyright: ignore[reportPrivateUsage]
    _standing,  # pyright: ignore[reportPrivateUsage]
)
from bot.engine.views import PrivateView, PublicView, SeatView
from tests.engine.toy import GAME, Options, Play, State

STRENGTH = Strength(iterations=300, horizon=4, scale=1.0)


def view_of(state: State, seat: int) -> SeatView[Any, Any]:
    return GAME.view(state, seat)


def last_trick(seat: int, laid: tuple[int, int] = (0, 0)) -> SeatView[Any, Any]:
    """Show a seat the last trick: it holds a card that always wins and one that always loses."""
    hands = [[2, 3], [2, 3]]
    hands[seat] = [1, 6]
    if laid[1 - seat]:
        hands[1 - seat].remove(laid[1 - seat])
    return view_of(State(2, hands, list(laid), [0, 1] if seat == 0 else [1, 0]), seat)


PLAYS = [Play(1), Play(6)]
HAND = [1, 3, 5, 7, 9, 11, 13]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("laid", [False, True])
def test_the_best_is_found(seat: int, laid: bool) -> None:
    """Also by a seat that is asked at once with another before it, and after that one has laid."""
    there = (0, 0) if not laid else (0, 3) if seat == 0 else (3, 0)
    view = last_trick(seat, there)
    found = [think(GAME, view, PLAYS, STRENGTH, random.Random(n)).action for n in range(10)]
    assert found == [Play(6)] * 10


def test_a_rule_of_thumb_that_errs_is_overruled() -> None:
    thought = think(GAME, last_trick(0), PLAYS, STRENGTH, random.Random(1), hint=Play(1))
    assert thought.action == Play(6)


def test_the_same_seed_thinks_the_same() -> None:
    state = GAME.setup(2, Options(), QuietDealer(random.Random(3)))
    view, legal = view_of(state, 0), GAME.legal(state, 0)
    weak = replace(STRENGTH, iterations=20)
    thoughts = [think(GAME, view, legal, weak, random.Random(n)) for n in range(20)]
    assert thoughts == [think(GAME, view, legal, weak, random.Random(n)) for n in range(20)]
    # With so few iterations chance has a say, so that the seed isn't simply unused.
    assert len({(each.action, each.steps) for each in thoughts}) > 1


def test_it_stops_when_time_is_up_and_gives_the_best_so_far() -> None:
    asked = iter([False] * 6)
    thought = think(
        GAME, last_trick(0), PLAYS, STRENGTH, random.Random(1), until=lambda: next(asked, True)
    )
    assert thought.iterations == 7
    assert thought.action in PLAYS


def test_a_search_cut_short_at_once_keeps_to_the_rule_of_thumb() -> None:
    for hint in PLAYS:
        thought = think(
            GAME, last_trick(0), PLAYS, STRENGTH, random.Random(1), hint=hint, until=lambda: True
        )
        assert thought.iterations == 1
        assert thought.action == hint


def test_a_new_world_is_drawn_every_few_iterations() -> None:
    class Counted(type(GAME)):
        """Counts the worlds."""

        worlds = 0

        def world(self, view: SeatView[Any, Any], rng: random.Random) -> State:
            """Count and draw."""
            self.worlds += 1
            return super().world(view, rng)

    game = Counted()
    strength = replace(STRENGTH, iterations=12, sight=4)
    think(game, last_trick(0), PLAYS, strength, random.Random(1))
    # The first is asked for the number of seats alone.
    assert game.worlds == 1 + 3, "not every world was played in four times"


def test_the_better_half_is_tried_on_in_the_same_worlds_and_as_often() -> None:
    class Counted(type(GAME)):
        """Counts how often seat 0 lays each card first."""

        def __init__(self) -> None:
            self.first: Counter[int] = Counter()

        def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
            """Count and apply."""
            if seat == 0 and len(state.hands[0]) == len(HAND):
                self.first[action.card] += 1
            super().apply(state, seat, action, dealer)

    game = Counted()
    state = State(9, [HAND, [2, 4, 6, 8, 10, 12, 14]], [0, 0], [0, 0])
    strength = replace(STRENGTH, iterations=420)
    thought = think(game, view_of(state, 0), GAME.legal(state, 0), strength, random.Random(1))
    often = sorted(game.first.values())
    # 7 actions, then 4, then 3: the first two rounds share a half, the last three the other.
    assert often == [15, 15, 15, 42, 111, 111, 111]
    assert set(thought.rewards) == {Play(card) for card, times in game.first.items() if times > 100}


def test_an_action_is_tried_by_how_often_it_was_possible() -> None:
    search = TreeSearch(GAME, 2, 0, STRENGTH, random.Random(1))
    rare, usual = Node(Play(1)), Node(Play(6))
    for node in (rare, usual):
        node.visits, node.reward, node.spread = 4, 0.5, 0.35
    rare.had, usual.had = 4, 100
    assert search._select([rare, usual]) is usual, "it was possible oftener and tried as often"
    assert (rare.had, usual.had) == (5, 101), "to be possible wasn't counted when one was selected"
    new = search._expand(search.root, [rare, usual], [Play(2)])
    assert (rare.had, usual.had, new.had) == (6, 102, 1), "nor when one was added"


@pytest.mark.parametrize("horizon", [0, 1, 3])
def test_so_many_actions_are_played_below_the_tree(horizon: int) -> None:
    state = State(9, [[1, 3, 5], [2, 4, 6]], [0, 0], [0, 0])
    once = replace(STRENGTH, iterations=1, horizon=horizon)
    thought = think(GAME, view_of(state, 0), [Play(3)], once, random.Random(1), draw=state.clone)
    assert thought.steps == 1 + horizon


def test_a_lead_over_the_best_of_the_others_is_what_counts() -> None:
    """A lead of `scale` points makes winning e times as likely as not, and so on."""
    leads = _leads((7.0, 4.0, 1.0), 3.0)
    assert leads == pytest.approx([1 / (1 + e ** (-lead / 3)) for lead in (3, -3, -6)])
    assert _leads((2.0, 2.0), 1.0) == [0.5, 0.5]


def test_most_of_a_match_that_is_over_is_winning_which_a_shared_win_halves() -> None:
    scores, parts = (7, 7, 4), ((), (), ())
    strength = replace(STRENGTH, scale=3.0)
    leads = _leads(scores, 3.0)
    alone = _ended(Result(scores, (0,), parts), strength)
    assert alone == pytest.approx([0.6 + 0.4 * leads[0], 0.4 * leads[1], 0.4 * leads[2]])
    shared = _ended(Result(scores, (0, 1), parts), strength)
    assert shared == pytest.approx([0.3 + 0.4 * leads[0], 0.3 + 0.4 * leads[1], 0.4 * leads[2]])


def test_against_all_the_chance_to_win_counts_an_even_one_being_a_half() -> None:
    """A lead of `scale` points makes winning e times as likely as another's, and so on."""
    chances = _chances((7.0, 4.0, 4.0, 1.0), 3.0)
    assert [each / chances[3] for each in chances] == pytest.approx([e**2, e, e, 1])
    assert sum(chances) == pytest.approx(2)
    assert _chances((2.0, 2.0, 2.0), 1.0) == pytest.approx([0.5, 0.5, 0.5])
    assert _chances((900.0, -900.0), 1.0) == pytest.approx([1, 0])


def test_two_are_measured_alike_against_the_best_and_against_all() -> None:
    for points in ((3.0, 3.0), (5.0, 2.5), (-1.0, 4.0)):
        assert _chances(points, 1.5) == pytest.approx(_leads(points, 1.5))


def test_against_the_best_to_hold_it_back_is_worth_a_gain_against_all_it_is_not() -> None:
    def gains(rivals: Rivals) -> tuple[float, float]:
        """Return what a point more is worth to the last of three, and one less to the first."""
        strength = replace(STRENGTH, rivals=rivals)
        now, more, less = (
            _standing(points, strength)[2]
            for points in ((4.0, 3.0, 2.0), (4.0, 3.0, 3.0), (3.0, 3.0, 2.0))
        )
        return more - now, less - now

    assert gains("best")[0] == pytest.approx(gains("best")[1])
    mine, rival = gains("all")
    assert 0 < rival < 0.6 * mine


def test_a_match_that_is_over_against_all_is_won_or_lost() -> None:
    scores, parts = (7, 7, 4), ((), (), ())
    strength = replace(STRENGTH, rivals="all")
    assert _ended(Result(scores, (0,), parts), strength) == [1.5, 0, 0]
    assert _ended(Result(scores, (0, 1), parts), strength) == [0.75, 0.75, 0]


def test_worlds_that_are_given_are_the_only_ones() -> None:
    """The arena's player who sees all cards never guesses."""
    truth = State(2, [[3, 4], [1, 5]], [0, 0], [0, 1])

    class Blind(type(GAME)):
        """Can't guess."""

        def world(self, view: Any, rng: random.Random) -> State:
            """Fail."""
            raise AssertionError("it guesses though it was given a world")

    view = view_of(truth, 0)
    legal = GAME.legal(truth, 0)
    thought = think(Blind(), view, legal, STRENGTH, random.Random(1), draw=truth.clone)
    assert thought.action in legal
    assert truth == State(2, [[3, 4], [1, 5]], [0, 0], [0, 1])


def test_only_legal_actions_are_ever_taken() -> None:
    class Strict(type(GAME)):
        """Takes nothing else."""

        def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
            """Look before applying."""
            assert action in self.legal(state, seat)
            super().apply(state, seat, action, dealer)

    state = GAME.setup(2, Options(), QuietDealer(random.Random(5)))
    for seat in (0, 1):
        view, legal = view_of(state, seat), GAME.legal(state, seat)
        assert think(Strict(), view, legal, STRENGTH, random.Random(seat)).action in legal


class Watched(type(GAME)):
    """Notes before what it was asked to apply, and what was judged."""

    def __init__(self) -> None:
        self.applied: list[State] = []
        self.judged: list[State] = []

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        """Note and apply."""
        self.applied.append(state.clone())
        super().apply(state, seat, action, dealer)

    def worth(self, state: State) -> tuple[float, ...]:
        """Note and judge."""
        self.judged.append(state.clone())
        return super().worth(state)


def _between_tricks(state: State) -> bool:
    return state.laid == [0, 0]


def _watched(strength: Strength) -> Watched:
    """Let seat 0 think at the beginning of two tricks."""
    game = Watched()
    state = State(2, [[1, 3, 5], [2, 4, 6]], [0, 0], [0, 0])
    think(game, view_of(state, 0), GAME.legal(state, 0), strength, random.Random(1))
    return game


@pytest.mark.parametrize("trees", ["shared", "apart"])
def test_nothing_is_looked_into_beyond_an_end(trees: Trees) -> None:
    def second(state: State) -> bool:
        return _between_tricks(state) and any(state.scores)

    strength = replace(STRENGTH, trees=trees)
    assert any(map(second, _watched(strength).applied))
    ending = _watched(replace(strength, horizon=10, end=second))
    assert not any(map(second, ending.applied))
    # The first state is asked for the number of seats alone.
    assert all(map(second, ending.judged[1:]))


def test_play_goes_on_by_instinct_as_long_as_it_knows_what_to_do() -> None:
    asked: set[int] = set()

    def whim(legal: list[Play], rng: random.Random) -> Play:
        raise AssertionError("it goes by a whim where instinct knows what to do")

    def instinct(state: State, seat: int, rng: random.Random) -> Play:
        assert seat in GAME.to_act(state)
        asked.add(seat)
        return GAME.legal(state, seat)[-1]

    _watched(replace(STRENGTH, whim=whim, instinct=instinct))
    assert asked == {0, 1}


class Redealing(Watched):
    """Deals both hands again after each trick."""

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        """Lay the card; deal once both lie."""
        super().apply(state, seat, action, dealer)
        if _between_tricks(state) and GAME.to_act(state):
            cards = dealer.shuffle([1, 2, 3, 4, 5, 6])
            state.hands = [sorted(cards[:3]), sorted(cards[3:])]


def _redealt(shuffles: bool) -> Redealing:
    game = Redealing()
    state = State(9, [[1, 3, 5], [2, 4, 6]], [0, 0], [0, 0])
    strength = replace(STRENGTH, horizon=6, shuffles=shuffles)
    think(game, view_of(state, 0), GAME.legal(state, 0), strength, random.Random(1))
    return game


def test_nothing_is_looked_into_beyond_a_shuffle_if_all_is_dealt_anew_by_it() -> None:
    assert any(any(state.scores) for state in _redealt(True).applied)
    ending = _redealt(False)
    assert not any(any(state.scores) for state in ending.applied)
    # The first state is asked for the number of seats alone.
    assert all(any(state.scores) for state in ending.judged[1:])


def test_what_instinct_leaves_open_the_whim_decides() -> None:
    asked: list[str] = []

    def instinct(state: State, seat: int, rng: random.Random) -> Play | None:
        assert seat in GAME.to_act(state)
        asked.append("instinct")
        return None if seat else GAME.legal(state, seat)[0]

    def whim(legal: list[Play], rng: random.Random) -> Play:
        # Seat 1 holds the even cards.
        assert legal and all(play.card % 2 == 0 for play in legal)
        asked.append("whim")
        return legal[0]

    _watched(replace(STRENGTH, instinct=instinct, whim=whim))
    assert 0 < asked.count("whim") < asked.count("instinct")


def test_a_swift_shuffle_brings_every_order_as_often() -> None:
    dealer, items = _FastDealer(random.Random(1)), [1, 2, 3]
    orders = Counter(tuple(dealer.shuffle(items)) for _ in range(6000))
    assert items == [1, 2, 3]
    assert len(orders) == 6
    assert all(850 < often < 1150 for often in orders.values())


def test_chance_decides_between_what_looks_about_as_good() -> None:
    view = last_trick(0)

    def found(margin: float, kinds: frozenset[str]) -> set[Action]:
        mixed = replace(STRENGTH, mixes=kinds, margin=margin)
        return {think(GAME, view, PLAYS, mixed, random.Random(n)).action for n in range(20)}

    assert found(1.0, frozenset({"play"})) == set(PLAYS)
    assert found(0.0, frozenset({"play"})) == {Play(6)}
    assert found(1.0, frozenset({"other"})) == {Play(6)}


def test_a_price_is_taken_off_what_an_action_brings() -> None:
    """So a costly action isn't chosen, nor mixed with others that are better for their price."""
    view = last_trick(0)

    def found(price: float, margin: float) -> set[Action]:
        dear = replace(
            STRENGTH,
            price=lambda action, seats: price / seats if action == Play(6) else 0.0,
            mixes=frozenset({"play"}),
            margin=margin,
        )
        return {think(GAME, view, PLAYS, dear, random.Random(n)).action for n in range(20)}

    assert found(0.0, 0.0) == {Play(6)}, "what costs nothing is chosen as ever"
    assert found(3.0, 0.0) == {Play(1)}, "the dear one is still the best"
    assert found(3.0, 0.3) == {Play(1)}, "the dear one is mixed with a better one"


def test_chance_leaves_kinds_that_are_not_mixed_alone() -> None:
    drop: Any = replace(Play(1), kind="drop")  # pyright: ignore[reportArgumentType]
    mixed = replace(STRENGTH, mixes=frozenset({"play"}), margin=1.0)
    found = {
        think(GAME, last_trick(0), [drop, Play(6)], mixed, random.Random(n)).action
        for n in range(20)
    }
    assert found == {Play(6)}


def test_what_is_left_out_beforehand_is_not_done() -> None:
    """Not even if it is best, and the rule of thumb's choice is known to who leaves it out."""
    view = last_trick(0)

    def narrows(
        view: SeatView[Any, Any], legal: Sequence[Play], hint: Play | None, rng: random.Random
    ) -> Sequence[Play]:
        assert (view.seat, list(legal), hint) == (0, PLAYS, Play(6))
        return [play for play in legal if play != hint]

    narrow = replace(STRENGTH, narrows=narrows)
    thought = think(GAME, view, PLAYS, narrow, random.Random(1), hint=Play(6))
    assert thought.action == Play(1)


# What the others in a search may know


@dataclass(frozen=True, slots=True)
class Hide(Action):
    """Hide a coin in a hand."""

    left: bool

    def shown(self) -> Hashable:
        """Return that it was hidden."""
        return "hide"


@dataclass(frozen=True, slots=True)
class OpenHide(Hide):
    """Hide it badly."""

    def shown(self) -> Hashable:
        """Return in which hand it is."""
        return self


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """Guess in which hand it is."""

    left: bool


@dataclass(slots=True)
class Coin(AnyState):
    """Where the coin is, and where it is thought to be."""

    hide: type[Hide]
    is_left: bool | None = None
    guess: bool | None = None
    times: int = 0
    """How often a coin was hidden or sought, where there are several."""

    def clone(self) -> Coin:
        """Return a copy."""
        return replace(self)


class Coins(Game[Coin, Action]):
    """Seat 0 hides a coin and seat 1 guesses; counts where it was and where it was sought."""

    info: ClassVar[Any] = None
    Options: ClassVar[Any] = None
    State: ClassVar[Any] = Coin
    Action: ClassVar[Any] = Hide | Guess
    Event: ClassVar[Any] = None

    def __init__(self, hide: type[Hide]) -> None:
        self.hide = hide
        self.guesses: Counter[tuple[bool | None, bool | None]] = Counter()
        self.asked: Counter[int] = Counter()

    def setup(self, seats: int, options: Any, dealer: Dealer) -> Coin:
        """Begin."""
        return Coin(self.hide)

    def to_act(self, state: Coin) -> tuple[int, ...]:
        """Ask one after the other."""
        return (0,) if state.is_left is None else (1,) if state.guess is None else ()

    def legal(self, state: Coin, seat: int) -> list[Any]:
        """Offer both hands, and note who asked."""
        self.asked[seat] += 1
        if seat not in self.to_act(state):
            return []
        kind = Guess if seat else state.hide
        return [kind(left=True), kind(left=False)]

    def apply(self, state: Coin, seat: int, action: Any, dealer: Dealer) -> None:
        """Hide or guess."""
        if seat:
            state.guess = action.left
            self.guesses[state.is_left, state.guess] += 1
        else:
            state.is_left = action.left

    def result(self, state: Coin) -> Result:
        """Let a right guess win."""
        winner = int(state.guess == state.is_left)
        return Result((1 - winner, winner), (winner,), ((), ()))

    def worth(self, state: Coin) -> tuple[float, ...]:
        """Know nothing."""
        return (0.0, 0.0)

    def public(self, state: Coin) -> PublicView:
        """Show nothing."""
        return PublicView()

    def private(self, state: Coin, seat: int) -> PrivateView:
        """Show nothing."""
        return PrivateView()

    def world(self, view: SeatView[Any, Any], rng: random.Random) -> Coin:
        """Begin."""
        return Coin(self.hide)


class Finder(Coins):
    """Seat 0 hides a coin and has to find it again."""

    def to_act(self, state: Coin) -> tuple[int, ...]:
        """Ask seat 0 twice."""
        return () if state.guess is not None else (0,)

    def legal(self, state: Coin, seat: int) -> list[Any]:
        """Offer both hands."""
        kind = self.hide if state.is_left is None else Guess
        return [kind(left=True), kind(left=False)]

    def apply(self, state: Coin, seat: int, action: Any, dealer: Dealer) -> None:
        """Hide or guess."""
        super().apply(state, int(isinstance(action, Guess)), action, dealer)

    def result(self, state: Coin) -> Result:
        """Let a right guess win."""
        winner = int(state.guess != state.is_left)
        return Result((1 - winner, winner), (winner,), ((), ()))


COINS = Strength(iterations=1000, horizon=1, scale=1.0)


def _think_of_coins(game: Coins, strength: Strength = COINS) -> None:
    view: SeatView[Any, Any] = SeatView(0, PublicView(), PrivateView())
    hide = game.hide
    think(game, view, [hide(left=True), hide(left=False)], strength, random.Random(4))


def _rightly_guessed(hide: type[Hide]) -> float:
    game = Coins(hide)
    _think_of_coins(game)
    return (game.guesses[True, True] + game.guesses[False, False]) / game.guesses.total()


def test_nobody_in_a_search_answers_to_what_they_cannot_see() -> None:
    assert 0.35 < _rightly_guessed(Hide) < 0.65
    # What lies open is used, or the figure above would prove nothing.
    assert _rightly_guessed(OpenHide) > 0.85


def test_everybody_in_a_search_knows_what_they_did_themselves() -> None:
    game = Finder(Hide)
    _think_of_coins(game)
    for hand in (True, False):
        right, wrong = game.guesses[hand, hand], game.guesses[hand, not hand]
        assert right > 5 * wrong, f"hidden in {hand}: {right} right, {wrong} wrong"


class Tripled(Coins):
    """Three coins are hidden and sought, one after the other."""

    def to_act(self, state: Coin) -> tuple[int, ...]:
        """Ask in turn until all three were sought."""
        return () if state.times == 6 else (state.times % 2,)

    def apply(self, state: Coin, seat: int, action: Any, dealer: Dealer) -> None:
        """Hide or guess."""
        super().apply(state, seat, action, dealer)
        state.times += 1


@pytest.mark.parametrize("hide", [OpenHide, Hide])
def test_nothing_is_learned_where_no_trees_grow(hide: type[Hide]) -> None:
    def instinct(state: Coin, seat: int, rng: random.Random) -> Action:
        return Guess(left=True) if seat else hide(left=True)

    game = Tripled(hide)
    _think_of_coins(game, replace(COINS, instinct=instinct, trees="none"))
    assert not game.asked, "a tree asked what is legal"


def test_a_tree_grows_below_its_first_replies_once_it_was_visited_often_enough() -> None:
    def asked(patience: int) -> int:
        def instinct(state: Coin, seat: int, rng: random.Random) -> Action:
            return Guess(left=True) if seat else OpenHide(left=True)

        game = Tripled(OpenHide)
        _think_of_coins(game, replace(COINS, instinct=instinct, patience=patience))
        return game.asked.total()

    # Instinct isn't told what is legal, so that only the tree asks: once for each first reply. At
    # first each of the two actions is new.
    assert asked(2000) == COINS.iterations - 2
    assert asked(2000) < asked(100) < asked(0)
