"""Shiranui: the sheet by its headings, the rulings by their numbers."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Hashable, Sequence

import pytest

from bot.engine.dealer import LiveDealer, QuietDealer, ReplayDealer
from bot.engine.game import BadOptions, Event
from bot.engine.views import SeatView
from cogs.shiranui import views
from cogs.shiranui.guess import guess_hands
from cogs.shiranui.rules import GAME, State
from cogs.shiranui.views import (
    WITHOUT,
    Give,
    Given,
    HandDealt,
    MatchOver,
    Options,
    Play,
    Played,
    RoundBegan,
    RoundEnded,
    Trick,
    TrickWon,
)
from tests.contract.games import Hooks

# What the contract tests must know


def conserved(state: State) -> object:
    """Return all cards, and all tokens of each colour: nine of them, wherever they are."""
    cards = sorted(card for each in (*state.hands, *state.played) for card in each)
    places = (*state.tokens, *state.given, state.bag)
    return cards, [sum(place[colour] for place in places) for colour in range(1, 6)]


def may_hold(state: State, seat: int, card: int) -> bool:
    """Tell whether a seat could hold a card for all that was seen."""
    return card // 10 not in state.none_of[seat]


def hidden_tokens(state: State, seat: int) -> Counter[int]:
    """Return the tokens that a seat can't see: in the bag and with the others."""
    unseen = Counter(dict(enumerate(state.bag)))
    for other, tokens in enumerate(state.tokens):
        if other != seat:
            unseen.update({colour: tokens[colour] for colour in range(1, 6)})
    return +unseen


def secrets(state: State, seat: int) -> dict[str, Hashable]:
    """Return the hand and the tokens of each other seat, and the bag, where they could differ.

    A hand could be another if its seat can pass a card to another, which can pass one on, until
    one comes back.
    """
    found: dict[str, Hashable] = {}
    others = [other for other in range(state.seats) if other != seat and state.hands[other]]
    reach = {
        (one, other)
        for one, other in itertools.permutations(others, 2)
        if any(may_hold(state, other, card) for card in state.hands[one])
    }
    for between, one, other in itertools.product(others, repeat=3):
        if (one, between) in reach and (between, other) in reach:
            reach.add((one, other))
    for other in others:
        if (other, other) in reach:
            found[f"hand {other}"] = state.hands[other]
    if len(hidden_tokens(state, seat)) > 1:
        holders = [
            other for other in range(state.seats) if other != seat and any(state.tokens[other][1:])
        ]
        found |= {f"tokens {other}": state.tokens[other] for other in holders}
        if holders:
            found["bag"] = state.bag
    return found


def twins(state: State, seat: int, rng: random.Random) -> State | None:
    """Swap two cards of others, or two tokens of others or in the bag."""
    others = [other for other in range(state.seats) if other != seat]
    cards = [
        (one, other, card, another)
        for one, other in itertools.combinations(others, 2)
        for card in state.hands[one]
        for another in state.hands[other]
        if may_hold(state, other, card) and may_hold(state, one, another)
    ]
    pouches = [*(state.tokens[other] for other in others), state.bag]
    tokens = [
        (one, other, colour, another)
        for one, other in itertools.combinations(range(len(pouches)), 2)
        for colour, another in itertools.permutations(range(1, 6), 2)
        if pouches[one][colour] and pouches[other][another]
    ]
    twin = state.clone()
    if cards and (not tokens or rng.random() < 0.5):
        one, other, card, another = rng.choice(cards)
        for each, gone, come in ((one, card, another), (other, another, card)):
            left = [held for held in state.hands[each] if held != gone]
            twin.hands[each] = tuple(sorted([*left, come]))
        return twin
    if not tokens:
        return None
    one, other, colour, another = rng.choice(tokens)
    for each, gone, come in ((one, colour, another), (other, another, colour)):
        pouch = list(pouches[each])
        pouch[gone] -= 1
        pouch[come] += 1
        if each < len(others):
            twin.tokens[others[each]] = tuple(pouch)
        else:
            twin.bag = tuple(pouch)
    return twin


HOOKS = Hooks(
    conserved=conserved,
    secrets=secrets,
    twins=twins,
    # All that is done is done in the open; what a last card shows is what is played for its seat.
    public_part=lambda action: action,
    reveals={"played": frozenset({"card", "strong", "before", "followed"})},
)


# A table laid as a test wants it

R, Y, G, B, W = 10, 20, 30, 40, 50
"""Colours as they stand in front of the number of a card: R + 3 is red 3."""


def pouch(clear: int = 0, **tokens: int) -> tuple[int, ...]:
    """Return tokens by colour."""
    return (clear, *(tokens.get(key, 0) for key in views.KEYS[1:]))


def lay(
    hands: Sequence[Sequence[int]],
    tokens: Sequence[tuple[int, ...]] | None = None,
    *,
    turn: int = 0,
    scores: Sequence[int] | None = None,
    moved: Sequence[int] | None = None,
    thirteen: bool = False,
    round_: int = 1,
) -> State:
    """Return a table before a trick; who holds fewer than eight cards has played that many."""
    seats = len(hands)
    before = 8 - len(hands[0])
    nothing = pouch()
    return State(
        seats=seats,
        thirteen=thirteen,
        colours=(1, 2, 3, 4, 5)[:seats],
        round=round_,
        leader=turn,
        turn=turn,
        strong=0,
        gave=False,
        scores=list(scores or [0] * seats),
        moved=list(moved or [0] * seats),
        hands=[tuple(sorted(hand)) for hand in hands],
        tokens=list(tokens or [nothing] * seats),
        given=[nothing] * seats,
        bag=nothing,
        played=[()] * seats,
        none_of=[()] * seats,
        trick=(),
        put=(),
        put_clear=(),
        tricks=(Trick(0, R, 0, 0),) * (8 * (round_ - 1) + before),
    )


def deal(state: State) -> ReplayDealer:
    """Return who deals the next round, if there is one, in the order of the deck."""
    cards = [10 * colour + number for colour in state.colours for number in range(8)]
    return ReplayDealer([cards, [colour for colour in state.colours for _ in range(9)]])


def do(state: State, action: Give | Play) -> list[Event]:
    """Do a legal action of the seat whose turn it is; return what was told."""
    (seat,) = GAME.to_act(state)
    assert action in GAME.legal(state, seat)
    dealer = deal(state)
    GAME.apply(state, seat, action, dealer)
    return [told.event for told in dealer.told]


def play(state: State, *cards: int) -> list[Event]:
    """Play cards, one seat after the other; return what was told at the last."""
    return [do(state, Play(card)) for card in cards][-1]


def gives(state: State) -> list[Give]:
    """Return the gives that are open to the seat whose turn it is."""
    (seat,) = GAME.to_act(state)
    return [action for action in GAME.legal(state, seat) if isinstance(action, Give)]


def plays(state: State) -> list[int]:
    """Return the cards that the seat whose turn it is may play."""
    (seat,) = GAME.to_act(state)
    return [action.card for action in GAME.legal(state, seat) if isinstance(action, Play)]


def trick_of(events: list[Event]) -> TrickWon:
    """Return how the trick was won; the last may have played itself after it."""
    return next(event for event in events if isinstance(event, TrickWon))


THREE = [(R + 1, R + 5), (R + 4, Y + 2), (G + 3, Y + 6)]


# Preparation


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_setup(seats: int) -> None:
    """Round Preparation: cards, tokens, the rest in the bag; R1: the first colours; R6."""
    colours = (1, 2, 3, 4, 5)[:seats]
    cards = [10 * colour + number for colour in colours for number in range(8)]
    tokens = [colour for colour in colours for _ in range(9)]
    random.Random(3).shuffle(tokens)
    dealer = ReplayDealer([seats - 1, cards, tokens])
    state = GAME.setup(seats, Options(), dealer)
    assert state.hands == [tuple(cards[8 * seat : 8 * seat + 8]) for seat in range(seats)]
    for seat in range(seats):
        drawn = Counter(tokens[8 * seat : 8 * seat + 8])
        assert state.tokens[seat] == (0, *(drawn[colour] for colour in range(1, 6)))
    rest = Counter(tokens[8 * seats :])
    assert state.bag == (0, *(rest[colour] for colour in range(1, 6)))
    assert rest.total() == seats
    assert state.scores == [0] * seats
    assert GAME.to_act(state) == (seats - 1,)
    assert [told.audience for told in dealer.told] == ["all", *((seat,) for seat in range(seats))]
    assert dealer.told[0].event == RoundBegan(1, seats - 1, (0,) * seats)
    assert dealer.told[1].event == HandDealt(0, state.hands[0], state.tokens[0])
    assert len(plays(state)) == 8


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_seats(seats: int) -> None:
    """R1: two are refused."""
    with pytest.raises(BadOptions):
        GAME.setup(seats, Options(), QuietDealer(random.Random(1)))


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("without", WITHOUT)
def test_colours_are_chosen_by_leaving_some_out(seats: int, without: views.Without) -> None:
    """R1: the first of those left, as many as seats; too few are refused in words."""
    names = ["red", "yellow", "green", "blue", "white"]
    rest = [name for name in names if name not in without.split("+")]
    options = Options(without=without)
    if len(rest) < seats:
        with pytest.raises(BadOptions, match="colours: leave"):
            GAME.setup(seats, options, QuietDealer(random.Random(1)))
        return
    state = GAME.setup(seats, options, QuietDealer(random.Random(1)))
    expected = {names.index(name) + 1 for name in rest[:seats]}
    assert {card // 10 for hand in state.hands for card in hand} == expected == set(state.colours)
    held = [sum(own[colour] for own in (*state.tokens, state.bag)) for colour in range(1, 6)]
    assert held == [9 if colour in expected else 0 for colour in range(1, 6)]


def test_every_set_of_colours_can_be_chosen() -> None:
    """R1: by leaving out, each three of five and each four of five."""
    every = {frozenset(out) for n in (0, 1, 2) for out in itertools.combinations(range(1, 6), n)}
    assert {frozenset(views.left_out(without)) for without in WITHOUT} == every
    assert len(WITHOUT) == len(every)


@pytest.mark.parametrize(
    ("scores", "clear"),
    [
        ((3, 5, 9), (2, 0, 0)),
        ((5, 3, 3), (0, 1, 1)),
        ((4, 4, 4), (0, 0, 0)),
        ((4, 4, 4, 5, 9), (0, 0, 0, 0, 0)),
        ((9, 4, 6, 4), (0, 1, 0, 1)),
    ],
)
def test_clear_tokens(scores: tuple[int, ...], clear: tuple[int, ...]) -> None:
    """[clear Token]: two for the lowest, one each for two, none for more; the rest is new."""
    hands = [(R + number,) for number in (1, 4, 5, 6, 7)][: len(scores)]
    # Seat 0 wins the last trick of the round, and three points with it.
    state = lay(hands, scores=(scores[0] - 3, *scores[1:]))
    state.given = [pouch(red=3)] * len(scores)
    events = do(state, Play(R + 1))
    assert events[-1 - len(scores)] == RoundBegan(2, 0, clear)
    assert tuple(state.scores) == scores
    assert [own[0] for own in state.tokens] == list(clear)
    assert [sum(own[1:]) for own in state.tokens] == [8] * len(scores)
    assert state.given == [pouch()] * len(scores)


# Give Token


def test_the_leader_gives_nothing() -> None:
    """If there is a player who has issued a card before your turn."""
    state = lay(THREE, [pouch(2, red=8)] * 3)
    assert GAME.legal(state, 0) == [Play(R + 1), Play(R + 5)]
    assert GAME.legal(state, 1) == []


def test_gives_and_plays_stand_together() -> None:
    """Give Token is optional: plays are listed beside gives, and nothing stands for passing."""
    state = lay(THREE, [pouch(), pouch(1, red=2, yellow=5), pouch()])
    play(state, R + 1)
    assert GAME.legal(state, 1) == [
        Play(R + 4),
        Give(R + 1, 0, 1),
        Give(R + 1, 1, 0),
        Give(R + 1, 1, 1),
        Give(R + 1, 2, 0),
        Give(R + 1, 2, 1),
    ]


def test_each_token_adds_one() -> None:
    """Card number 3, token 2: 3+2=5; only the card's colour or clear ([Q] green on red)."""
    state = lay([(G + 3, R), (R, R + 1), (Y, Y + 1)], [pouch(), pouch(green=2, red=6), pouch()])
    play(state, G + 3)
    assert gives(state) == [Give(G + 3, 1, 0), Give(G + 3, 2, 0)]
    assert do(state, Give(G + 3, 2, 0)) == [Given(1, 0, G + 3, 2, 0, 5)]
    assert GAME.public(state).trick == (views.Laid(0, G + 3, 2, 0),)
    assert GAME.public(state).trick[0].total == 5


def test_after_a_give_the_play_is_asked() -> None:
    """Give Token, then Play Card, one turn: one card is given to, once."""
    state = lay(THREE, [pouch(), pouch(red=3, yellow=5), pouch()])
    play(state, R + 1)
    do(state, Give(R + 1, 1, 0))
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == [Play(R + 4)]
    assert GAME.public(state).gave
    play(state, R + 4)
    assert GAME.to_act(state) == (2,)
    assert not GAME.public(state).gave


def test_a_card_holds_up_to_ten() -> None:
    """6 + 3 red + 2 clear = 11 is refused, 6+2+2 = 10 stands; whoever placed them."""
    hands = [(R + 6, R), (R + 1, R + 2), (Y, Y + 1), (G, G + 1)]
    state = lay(hands, [pouch(), pouch(2, red=3), pouch(2), pouch()])
    play(state, R + 6)
    assert Give(R + 6, 3, 2) not in gives(state)
    assert Give(R + 6, 2, 2) in gives(state)
    do(state, Give(R + 6, 3, 0))
    play(state, R + 1)
    assert gives(state) == [Give(R + 6, 0, 1), Give(R + 1, 0, 1), Give(R + 1, 0, 2)]
    do(state, Give(R + 6, 0, 1))
    play(state, Y)
    assert GAME.public(state).trick[0].total == 10


def test_a_full_card_takes_no_more() -> None:
    """The number of tokens that can be put on is until the total is 10."""
    state = lay([(R + 6, R), (R + 1, Y + 2), (Y, Y + 1)], [pouch(), pouch(2, red=2), pouch(red=8)])
    play(state, R + 6)
    do(state, Give(R + 6, 2, 2))
    play(state, R + 1)
    assert {give.target for give in gives(state)} == {R + 1}


def test_gives_are_counted_by_a_second_opinion() -> None:
    """Every give there is, and no other: tried one by one."""
    rng = random.Random(5)
    for _ in range(300):
        dealer = QuietDealer(rng)
        state = GAME.setup(rng.choice([3, 4, 5]), Options(), dealer)
        state.scores = [rng.randint(0, 5) for _ in state.scores]
        for seat in range(state.seats):
            state.tokens[seat] = (rng.randint(0, 2), *state.tokens[seat][1:])
        for _ in range(rng.randint(1, 30)):
            if seats := GAME.to_act(state):
                GAME.apply(state, seats[0], rng.choice(GAME.legal(state, seats[0])), dealer)
        if not GAME.to_act(state):
            continue
        (seat,) = GAME.to_act(state)
        view = GAME.public(state)
        own = state.tokens[seat]
        expected = {
            (laid.card, tokens, clear)
            for laid in view.trick
            for tokens in range(9)
            for clear in range(3)
            if 0 < tokens + clear <= 10 - laid.total
            and tokens <= own[laid.card // 10]
            and clear <= own[0]
            and not view.gave
        }
        found = [(give.target, give.tokens, give.clear) for give in gives(state)]
        assert len(found) == len(expected)
        assert set(found) == expected


def test_given_tokens_are_spent() -> None:
    """R7: for the round, clear ones too; all see what was given and how many are left."""
    state = lay(THREE, [pouch(), pouch(2, red=3, yellow=4), pouch(green=8)])
    play(state, R + 1)
    do(state, Give(R + 1, 2, 1))
    assert state.tokens[1] == pouch(1, red=1, yellow=4)
    public = GAME.public(state)
    assert public.given[1] == pouch(1, red=2)
    assert (public.tokens, public.clear) == ((0, 6, 8), (0, 1, 0))
    play(state, R + 4)
    play(state, G + 3)
    assert GAME.private(state, 1).tokens == pouch(1, red=1, yellow=4)
    assert GAME.public(state).given[1] == pouch(1, red=2)


# Play Card: the Law of Shiranui


def test_the_strong_colour_must_be_followed() -> None:
    """Tableau piles of one colour: the same colour if there is one, else any card."""
    state = lay([(R + 1, Y, Y + 1), (R + 4, Y + 2, Y + 3), (G + 3, Y + 5, Y + 6)])
    play(state, R + 1)
    assert plays(state) == [R + 4]
    play(state, R + 4)
    assert plays(state) == [Y + 5, Y + 6, G + 3]
    assert GAME.public(state).none_of == ((), (), ())
    events = do(state, Play(Y + 6))
    assert events[0] == Played(2, Y + 6, False, 2, 1, False, False)
    assert GAME.public(state).none_of == ((), (), (1,))


def test_another_colour_becomes_strong() -> None:
    """[red]5+3=8 against [white]6+2 and 1: white has 9 and is strong."""
    hands = [(R + 5, Y), (W + 6, Y + 1), (W + 1, Y + 2), (W + 3, R + 3), (G, G + 1)]
    tokens = [pouch(), pouch(red=3), pouch(white=2), pouch(), pouch(green=1)]
    state = lay(hands, tokens)
    play(state, R + 5)
    do(state, Give(R + 5, 3, 0))
    play(state, W + 6)
    do(state, Give(W + 6, 2, 0))
    assert state.strong == 1
    events = do(state, Play(W + 1))
    assert events == [Played(2, W + 1, False, 5, 1, False, False)]
    assert plays(state) == [W + 3]


def test_equal_totals_change_nothing() -> None:
    """When the total for each color is the same the leader's green stays; one more is enough."""
    state = lay([(G + 4, R), (B + 4, R + 1), (Y + 1, R + 2), (B + 1, R + 3)])
    play(state, G + 4, B + 4, Y + 1)
    assert state.strong == 3
    events = do(state, Play(B + 1))
    assert events[0] == Played(3, B + 1, False, 4, 3, False, False)


def test_tokens_alone_change_no_strong_colour() -> None:
    """Judgment timing: C puts two blue tokens on blue and red goes on; R3: it is followed."""
    hands = [(R + 3, Y), (B + 2, Y + 1), (B + 5, R + 4), (Y + 2, Y + 3)]
    state = lay(hands, [pouch(), pouch(), pouch(blue=2), pouch()])
    play(state, R + 3, B + 2)
    do(state, Give(B + 2, 2, 0))
    assert state.strong == 1
    assert views.sums([R + 3, B + 2], [3, 4])[4] == 4
    assert plays(state) == [R + 4]
    events = do(state, Play(R + 4))
    assert events == [Played(2, R + 4, False, 1, 1, True, False)]


def test_a_leading_zero_is_strong() -> None:
    """If you put out a 0 card first: its colour is strong; others must follow it."""
    state = lay([(G, R), (G + 7, R + 1), (Y + 1, R + 2)])
    assert do(state, Play(G)) == [Played(0, G, True, 3, 3, True, False)]
    assert plays(state) == [G + 7]


def test_two_others_that_share_the_top_change_nothing() -> None:
    """R8: blue and yellow come to four each, green to one, and green stays strong."""
    hands = [(G + 1, R), (B, R + 1), (Y + 4, R + 2), (G + 4, R + 3)]
    for blue, strong in ((4, 3), (3, 2)):
        state = lay(hands, [pouch(), pouch(), pouch(blue=4), pouch()])
        play(state, G + 1, B)
        do(state, Give(B, blue, 0))
        assert do(state, Play(Y + 4)) == [Played(2, Y + 4, False, strong, 3, False, False)]


def test_the_last_card_is_judged_too() -> None:
    """R4: it makes its colour strong, and so wins with it."""
    state = lay([(R + 1, R), (R + 2, Y + 1), (B + 7, B + 6)])
    events = play(state, R + 1, R + 2, B + 7)
    assert trick_of(events) == TrickWon(2, 7, B + 7, (7,), 7, 7, False)


def naive_strong(plays: Sequence[tuple[int, int]]) -> int:
    """Judge a trick again; each play has its card, and what was then on every card, itself too."""
    strong = plays[0][0] // 10
    for count in range(1, len(plays) + 1):
        piles: dict[int, int] = {}
        for card, extra in plays[:count]:
            piles[card // 10] = piles.get(card // 10, 0) + card % 10 + extra
        ranked = sorted(piles.items(), key=lambda pile: -pile[1])
        if len(ranked) == 1 or ranked[0][1] > ranked[1][1]:
            strong = ranked[0][0]
    return strong


def test_the_judgement_as_a_second_opinion_has_it() -> None:
    """Strength of color: with tokens given in one go, whatever was led."""
    rng = random.Random(9)
    for _ in range(2000):
        seats = rng.choice([3, 4, 5])
        cards = rng.sample([10 * c + n for c in range(1, seats + 1) for n in range(8)], seats)
        extra = [rng.randint(0, 10 - card % 10) for card in cards]
        strong = cards[0] // 10
        for count in range(1, seats + 1):
            totals = [card % 10 + more for card, more in zip(cards, extra, strict=True)][:count]
            strong = views.judged(strong, views.sums(cards[:count], totals))
        assert strong == naive_strong(list(zip(cards, extra, strict=True)))


# Win/Loss Judgment


def test_the_lowest_of_the_strong_colour_wins() -> None:
    """Red 1 against red 4: 3 points; the winner leads."""
    state = lay([(R + 4, R, Y), (R + 1, Y + 1, Y + 4), (G + 2, G + 6, G + 7)])
    events = play(state, R + 4, R + 1, G + 2)
    assert trick_of(events) == TrickWon(1, 6, R + 1, (1, 4), 3, 3, False)
    assert state.scores == [0, 3, 0]
    assert GAME.to_act(state) == (1,)
    public = GAME.public(state)
    assert (public.strong, public.trick, public.leader) == (None, (), 1)
    assert public.tricks[-1] == Trick(1, R + 1, 1, 3)
    assert public.played == ((R + 4,), (R + 1,), (G + 2,))


@pytest.mark.parametrize(("card", "colour"), [(G + 3, 3), (Y + 6, 2)])
def test_alone_with_the_strong_colour(card: int, colour: int) -> None:
    """Alone with green 3: 3 points; alone with yellow 6: 6."""
    assert views.won([R + 1, card, B + 2], [1, card % 10, 2], colour, False) == (
        1,
        card % 10,
        False,
    )


@pytest.mark.parametrize(
    ("totals", "place", "points"),
    [
        ((2, 2, 5), 1, 3),
        ((2, 2, 2), 2, 2),
        ((4, 1, 9, 1), 3, 3),
        ((3, 3), 1, 3),
        ((1, 4, 2), 0, 1),
        ((0, 4), 0, 4),
        ((0,), 0, 0),
    ],
)
def test_of_equals_the_later_wins(totals: tuple[int, ...], place: int, points: int) -> None:
    """[Q] three people with the lowest number; R2: the next strictly higher, else the own."""
    cards = [R + n for n in range(len(totals))]
    assert views.won(cards, totals, 1, False) == (place, points, False)


def test_tokens_count_for_who_wins() -> None:
    """The total is the number on the card and the tokens on it."""
    hands = [(R + 1, Y), (R + 3, Y + 1), (R + 5, Y + 2)]
    state = lay(hands, [pouch(), pouch(red=5), pouch()])
    play(state, R + 1)
    do(state, Give(R + 1, 5, 0))
    events = play(state, R + 3, R + 5)
    assert trick_of(events) == TrickWon(1, 7, R + 3, (3, 5, 6), 2, 2, False)


def test_thirteen() -> None:
    """Thirteen: red 7, 1, 0+1, 4: the 4 wins 4; without the variant the later 1 wins 3."""
    for thirteen, expected in (
        (True, TrickWon(3, 7, R + 4, (1, 1, 4, 7), 4, 4, True)),
        (False, TrickWon(2, 7, R, (1, 1, 4, 7), 3, 3, False)),
    ):
        hands = [(R + 7, Y), (R + 1, Y + 1), (R, Y + 2), (R + 4, Y + 3)]
        state = lay(hands, [pouch(), pouch(), pouch(), pouch(1)], thirteen=thirteen)
        play(state, R + 7, R + 1, R)
        do(state, Give(R, 0, 1))
        assert trick_of(do(state, Play(R + 4))) == expected


@pytest.mark.parametrize(
    ("totals", "place", "points", "void"),
    [
        ((3, 10), 1, 10, True),
        ((10, 3), 0, 10, True),
        ((5, 3, 5), 2, 5, True),
        ((3, 9), 0, 6, False),
        ((5, 5, 3), 1, 5, True),
        ((0, 6, 7), 1, 6, True),
        ((9,), 0, 9, False),
    ],
)
def test_thirteen_by_its_words(
    totals: tuple[int, ...], place: int, points: int, void: bool
) -> None:
    """The next higher wins (the later of equals) and scores its own, at exactly 13."""
    cards = [R + n for n in range(len(totals))]
    assert views.won(cards, totals, 1, True) == (place, points, void)


def naive_won(cards: Sequence[int], totals: Sequence[int], strong: int, thirteen: bool) -> object:
    """Score a trick again: rank its strong cards by total, the later first."""
    ranked = sorted(
        (total, -at)
        for at, (card, total) in enumerate(zip(cards, totals, strict=True))
        if card // 10 == strong
    )
    groups = [
        (total, list(group)) for total, group in itertools.groupby(ranked, key=lambda one: one[0])
    ]
    if thirteen and sum(total for total, _ in ranked) == 13:
        total, group = groups[1]
        return -group[0][1], total, True
    total, group = groups[0]
    return -group[0][1], groups[1][0] - total if len(groups) > 1 else total, False


def test_tricks_score_as_a_second_opinion_says() -> None:
    """Win/Loss Judgment, Thirteen: no totals that come to 13 are all equal."""
    rng = random.Random(4)
    voids = 0
    for _ in range(5000):
        seats = rng.choice([3, 4, 5])
        cards = rng.sample([10 * c + n for c in (1, 2) for n in range(8)], seats)
        totals = [rng.randint(card % 10, 10) for card in cards]
        strong = rng.choice(cards) // 10
        thirteen = rng.random() < 0.5
        expected = naive_won(cards, totals, strong, thirteen)
        assert views.won(cards, totals, strong, thirteen) == expected
        voids += expected[2]  # type: ignore[index]
    assert voids > 50


def test_nothing_is_scored_by_a_lone_zero_alone() -> None:
    """What bounds a match: no colour has two zeros, and all else is worth a point at least."""
    for numbers in itertools.product(range(11), repeat=3):
        for thirteen in (False, True):
            _, points, _ = views.won([R, R + 1, R + 2], numbers, 1, thirteen)
            assert points > 0 or set(numbers) == {0}


# Forced last cards


def test_the_last_trick_plays_itself_without_tokens() -> None:
    """Common rules: all see that the last cards are forced; here they end the match."""
    state = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], scores=(14, 0, 1))
    play(state, R + 1, R + 4)
    events = do(state, Play(R + 6))
    assert [event.kind for event in events] == [
        "played",
        "trick_won",
        "played",
        "played",
        "played",
        "trick_won",
        "round_ended",
        "match_over",
    ]
    assert events[2:5] == [
        Played(0, R + 2, True, 1, 1, True, True),
        Played(1, R + 5, False, 1, 1, True, True),
        Played(2, Y + 6, False, 1, 1, False, True),
    ]
    assert GAME.to_act(state) == ()


def test_who_may_hold_tokens_is_asked() -> None:
    """Common rules: a token that nobody can see may fit, so its seat is asked; then it plays."""
    tokens = [pouch(), pouch(green=1), pouch(2)]
    state = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], tokens)
    play(state, R + 1, R + 4, R + 6)
    # Seat 0 leads and is forced; seat 1 could hold red tokens for all that is known.
    assert state.trick == (R + 2,)
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == [Play(R + 5)]
    play(state, R + 5)
    assert GAME.to_act(state) == (2,)
    events = do(state, Give(R + 5, 0, 2))
    assert [event.kind for event in events][:3] == ["given", "played", "trick_won"]
    assert events[1] == Played(2, Y + 6, False, 1, 1, False, True)


def test_no_tokens_of_a_colour_are_left_to_anybody() -> None:
    """Common rules: nine red ones were given in the open; and a full card takes none."""
    tokens = [pouch(), pouch(green=1), pouch()]
    state = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], tokens)
    state.given[2] = pouch(red=9)
    events = play(state, R + 1, R + 4, R + 6)
    assert [event.kind for event in events].count("played") == 4
    full = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], tokens)
    full.tokens[1], full.tokens[2] = pouch(2, red=6), pouch(green=1)
    play(full, R + 1, R + 4, R + 6)
    do(full, Give(R + 2, 6, 2))
    # Red 2 is at ten; red 5 isn't, and seat 2 has a token of unknown colour.
    assert GAME.to_act(full) == (2,)


# End


def test_the_match_goes_on_below_fifteen() -> None:
    """[end judgment]: with 14 points a new round is dealt; the last trick's winner leads it."""
    state = lay([(R + 4,), (R + 1,), (R + 6,)], scores=(0, 11, 1))
    state.none_of[2] = (3,)
    events = do(state, Play(R + 4))
    assert [event.kind for event in events[-6:]] == [
        "trick_won",
        "round_ended",
        "round_began",
        *["hand_dealt"] * 3,
    ]
    assert events[-5] == RoundEnded(1, (0, 14, 1))
    assert (state.round, state.leader) == (2, 1)
    assert GAME.to_act(state) == (1,)
    assert state.played == state.none_of == [()] * 3
    assert [len(hand) for hand in state.hands] == [8, 8, 8]


def test_the_round_is_played_to_its_end() -> None:
    """[Q] a player with 15 points appears: with cards in hand the game goes on."""
    tokens = [pouch(), pouch(green=1), pouch(green=1)]
    state = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], tokens, scores=(13, 0, 1))
    play(state, R + 1, R + 4, R + 6)
    assert state.scores[0] == 16
    assert GAME.to_act(state) == (1,)


def test_the_most_points_win() -> None:
    """[end judgment]; the breakdown says what each round brought."""
    state = lay([(R + 1,), (R + 4,), (R + 6,)], scores=(12, 3, 1), moved=(9, 8, 2), round_=2)
    state.tricks = (
        *[Trick(0, R, 0, 12), Trick(1, R, 0, 3), *[Trick(0, R, 0, 0)] * 6],
        *[Trick(2, R, 0, 1), *[Trick(0, R, 0, 0)] * 6],
    )
    events = do(state, Play(R + 1))
    assert events[-2:] == [RoundEnded(2, (15, 3, 1)), MatchOver((15, 3, 1), 0, ())]
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((15, 3, 1), (0,))
    assert result.breakdown == (
        (("round 1", 12), ("round 2", 3)),
        (("round 1", 3), ("round 2", 0)),
        (("round 1", 0), ("round 2", 1)),
    )
    assert GAME.to_act(state) == ()
    assert [GAME.legal(state, seat) for seat in range(3)] == [[], [], []]
    assert GAME.public(state).turn is None


@pytest.mark.parametrize(("moved", "winner"), [((8, 0, 12), 1), ((14, 0, 2), 1)])
def test_of_equal_scores_the_disc_on_top_wins(moved: tuple[int, ...], winner: int) -> None:
    """The disc that came last lies on top: seat 1 comes to 15 with the last trick."""
    state = lay([(R + 6,), (R + 3,), (Y + 2,)], scores=(15, 12, 1), moved=moved, round_=2)
    state.turn = state.leader = 0
    events = do(state, Play(R + 6))
    assert state.scores == [15, 15, 1]
    assert events[-1] == MatchOver((15, 15, 1), winner, (0,))
    assert GAME.result(state).winners == (winner,)


def test_nothing_scored_moves_no_disc() -> None:
    """R5: the arrival order stays; seat 2 came to 15 after seat 0, who wins a trick of 0 points."""
    state = lay([(G,), (Y,), (R,)], scores=(15, 3, 15), moved=(9, 3, 11), round_=2)
    events = do(state, Play(G))
    assert trick_of(events) == TrickWon(0, 8, G, (0,), 0, 15, False)
    assert state.moved == [9, 3, 11]
    assert events[-1] == MatchOver((15, 3, 15), 2, (0,))
    assert GAME.result(state).winners == (2,)


# Who may know what


def test_what_all_see_and_what_one_sees() -> None:
    """Who may know what: others' hands and tokens by colour, and the bag, are nobody's to see."""
    state = GAME.setup(4, Options(), LiveDealer(random.Random(2)))
    public = GAME.public(state)
    assert public.hand_sizes == (8, 8, 8, 8)
    assert public.tokens == (8, 8, 8, 8)
    assert GAME.private(state, 2) == views.Private(state.hands[2], state.tokens[2])
    twin = state.clone()
    twin.bag, twin.tokens[1] = (0, 4, 0, 0, 0, 0), (0, 2, 2, 2, 2, 0)
    twin.hands[1], twin.hands[3] = twin.hands[3], twin.hands[1]
    assert GAME.public(twin) == public
    assert GAME.private(twin, 0) == GAME.private(state, 0)


def naive_deals(
    cards: Sequence[int], sizes: Sequence[int], none_of: Sequence[Sequence[int]]
) -> set[tuple[tuple[int, ...], ...]]:
    """Return all ways to deal cards, found by trying."""
    if len(sizes) == 1:
        fits = not any(card // 10 in none_of[0] for card in cards)
        return {(tuple(sorted(cards)),)} if fits else set()
    return {
        (hand, *rest)
        for hand in itertools.combinations(sorted(cards), sizes[0])
        if not any(card // 10 in none_of[0] for card in hand)
        for rest in naive_deals([c for c in cards if c not in hand], sizes[1:], none_of[1:])
    }


@pytest.mark.parametrize(
    ("cards", "sizes", "none_of"),
    [
        ([R, R + 1, Y, Y + 1, G, B], (2, 2, 2), ((), (1,), (1, 2))),
        ([R, R + 1, Y, Y + 1, G, B], (2, 2, 2), ((), (), ())),
        ([R, R + 1, Y, Y + 1, G, B, W], (3, 1, 0, 3), ((3,), (1,), (2,), (4, 5))),
        ([R, Y], (1, 1), ((1,), ())),
        ([R, R + 1, Y, Y + 1, G, G + 1], (2, 2, 2), ((1,), (2,), (3,))),
        ([R, R + 1, R + 2, Y, G, B], (1, 1, 1, 3), ((1, 2), (1, 3), (1, 4), ())),
        ([R, R + 1, R + 2, Y, Y + 1, G], (3, 3), ((2,), (3,))),
    ],
)
def test_hands_are_as_likely_as_they_should_be(
    cards: list[int], sizes: tuple[int, ...], none_of: tuple[tuple[int, ...], ...]
) -> None:
    """Of all ways to deal what is unseen each comes as often: compared with all there are."""
    ways = naive_deals(cards, sizes, none_of)
    assert ways
    rng = random.Random(8)
    draws = 300 * len(ways)
    found = Counter(tuple(guess_hands(cards, sizes, none_of, rng)) for _ in range(draws))
    assert set(found) == ways
    chi = sum((found[way] - 300) ** 2 / 300 for way in ways)
    # The mean of this sum is the number of ways less one, its variance twice that.
    assert chi < len(ways) + 5 * (2 * len(ways)) ** 0.5


def test_worlds_mix_the_tokens() -> None:
    """Others' tokens and the bag: each token unseen is as likely in each place."""
    state = GAME.setup(3, Options(), LiveDealer(random.Random(6)))
    state.tokens = [pouch(red=8), pouch(1, yellow=7), pouch(green=5)]
    state.given = [pouch(), pouch(1, yellow=1), pouch(green=3)]
    state.bag = pouch(red=1, yellow=1, green=1)
    view = SeatView(0, GAME.public(state), GAME.private(state, 0))
    rng = random.Random(1)
    draws = 4000
    worlds = [GAME.world(view, rng) for _ in range(draws)]
    unseen = {1: 1, 2: 8, 3: 6}
    for colour, count in unseen.items():
        for places, size in (
            ([world.tokens[1] for world in worlds], 7),
            ([world.tokens[2] for world in worlds], 5),
            ([world.bag for world in worlds], 3),
        ):
            mean = sum(place[colour] for place in places) / draws
            assert mean == pytest.approx(count * size / 15, abs=0.08)
    assert all(world.tokens[0] == state.tokens[0] for world in worlds)
    assert all(world.tokens[1][0] == 1 for world in worlds)


def test_who_did_not_follow_holds_none() -> None:
    """Worlds: a colour that couldn't be followed isn't in that hand till the round is over."""
    rng = random.Random(12)
    checked = 0
    while checked < 200:
        dealer = QuietDealer(rng)
        state = GAME.setup(rng.choice([3, 4, 5]), Options(), dealer)
        for _ in range(rng.randint(5, 60)):
            if seats := GAME.to_act(state):
                GAME.apply(state, seats[0], rng.choice(GAME.legal(state, seats[0])), dealer)
        if not any(state.none_of) or not any(state.hands):
            continue
        checked += 1
        view = SeatView(0, GAME.public(state), GAME.private(state, 0))
        world = GAME.world(view, rng)
        for hand, barred in zip(world.hands, state.none_of, strict=True):
            assert not {card // 10 for card in hand} & set(barred)
        for hand, barred in zip(state.hands, state.none_of, strict=True):
            assert not {card // 10 for card in hand} & set(barred)
