"""Shiranui: how it is laid out, and who may know what about it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Hashable

import pytest

from bot.engine.dealer import LiveDealer, QuietDealer, ReplayDealer
from bot.engine.game import BadOptions
from cogs.shiranui import views
from cogs.shiranui.rules import GAME, State
from cogs.shiranui.views import (
    WITHOUT,
    HandDealt,
    Options,
    Play,
    RoundBegan,
)
from tests.contract.games import Hooks
from tests.games.shiranui.table import (
    R,
    do,
    lay,
    plays,
    pouch,
)

# What the contract tests must know


def conserved(state: State) -> object:
    """Return all cards, and all tokens of each colour: nine of them, wherever they are."""
    cards = sorted(card for each in (*state.hands, *state.played) for card in each)
    places = (*state.tokens, *state.given, state.bag)
    return cards, [sum(place[colour] for place in places) for colour in range(1, 6)]


def may_hold(state: State, seat: int, card: int) -> bool:
    """Tell whether a seat could hold a card, as far as has been seen."""
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

    A hand could differ if its seat can pass a card to another, which can pass one on, until one
    comes back.
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
    reveals={"played": frozenset({"card", "strong", "before", "followed"})},
    private=frozenset({"hand_dealt"}),
)


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
    assert [events.audience for events in dealer.events] == [
        "all",
        *((seat,) for seat in range(seats)),
    ]
    assert dealer.events[0].event == RoundBegan(1, seats - 1, (0,) * seats)
    assert dealer.events[1].event == HandDealt(0, state.hands[0], state.tokens[0])
    assert len(plays(state)) == 8


def test_seats() -> None:
    """R1: two are refused."""
    assert GAME.info.seats == (3, 4, 5)


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


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_who_started_a_round_stays_known(seats: int) -> None:
    """Common to all games: who starts is public, and what was public stays so."""
    rng = random.Random(seats)
    dealer = LiveDealer(rng)
    state = GAME.setup(seats, Options(), dealer)
    while to_act := GAME.to_act(state):
        GAME.apply(state, to_act[0], rng.choice(GAME.legal(state, to_act[0])), dealer)
        began = [events.event for events in dealer.events if isinstance(events.event, RoundBegan)]
        assert GAME.public(state).first == began[-1].first


def test_worlds_mix_the_tokens() -> None:
    """Others' tokens and the bag: each token unseen is as likely in each place."""
    state = GAME.setup(3, Options(), LiveDealer(random.Random(6)))
    state.tokens = [pouch(red=8), pouch(1, yellow=7), pouch(green=5)]
    state.given = [pouch(), pouch(1, yellow=1), pouch(green=3)]
    state.bag = pouch(red=1, yellow=1, green=1)
    view = GAME.view(state, 0)
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
        view = GAME.view(state, 0)
        world = GAME.world(view, rng)
        for hand, barred in zip(world.hands, state.none_of, strict=True):
            assert not {card // 10 for card in hand} & set(barred)
        for hand, barred in zip(state.hands, state.none_of, strict=True):
            assert not {card // 10 for card in hand} & set(barred)
