"""The rule of thumb of Ameno Kirifuda, held to a slow second opinion that uses plain cards."""

from __future__ import annotations

import random
from functools import cache

import pytest

from bot.engine.dealer import QuietDealer
from cogs.kirifuda import rule_of_thumb
from cogs.kirifuda.bit_sets import cards_of, set_of
from cogs.kirifuda.rule_of_thumb import (
    ENOUGH,
    KARMA_COST,
    NEAR,
    STONE,
    THRIFT,
    WINNING,
    instinct,
)
from cogs.kirifuda.rules import GAME, State
from cogs.kirifuda.views import (
    MOST_STONES,
    SPACES,
    Discard,
    Options,
    Play,
    next_season,
    strength,
    worth,
)
from tests.games.kirifuda.table import lay

CHANCE = rule_of_thumb._chance  # pyright: ignore[reportPrivateUsage]
TOLERANCE = 1e-9


@pytest.mark.parametrize(
    ("higher", "follows", "trumps", "left", "others", "wanted"),
    [
        (0, 0, 0, 2, 3, 1),
        (1, 1, 0, 1, 3, 2 / 3),
        (2, 2, 0, 1, 3, 4 / 9),
        (1, 1, 0, 2, 3, 4 / 9),
        (0, 0, 1, 1, 3, 2 / 3),
        (0, 1, 1, 1, 3, 1 - 2 / 9),
        (0, 1, 1, 2, 2, (3 / 4) ** 2),
        (1, 2, 1, 1, 2, 1 - 1 / 2 - 1 / 8),
        (5, 5, 5, 0, 3, 1),
    ],
)
def test_a_card_wins_as_likely_as_nobody_left_can_beat_it(
    higher: int, follows: int, trumps: int, left: int, others: int, wanted: float
) -> None:
    """By a higher one of the season, or by a trump of somebody who has none of it."""
    assert CHANCE(higher, follows, trumps, left, others) == pytest.approx(wanted)


def run_of(places: set[int]) -> int:
    """Return the most spaces side by side."""
    longest = 0
    for place in places:
        length = 1
        while place + length in places and place // 10 == (place + length) // 10:
            length += 1
        longest = max(longest, length)
    return longest


def prize(state: State, seat: int, season: int) -> float:
    """Return what a stone more in a row brings: to the score, and to blessing cards."""
    board = GAME.public(state).board
    mine = {space for space, owner in zip(SPACES, board, strict=True) if owner == seat}
    free = {space for space, owner in zip(SPACES, board, strict=True) if owner < 0}
    row = {space for space in mine if space // 10 == season}
    there = [run_of(row | {space}) for space in free if space // 10 == season]
    found = (len(mine) + 1) * max([run_of(mine), *there]) - len(mine) * run_of(mine) + WINNING
    for blessing in state.blessings[seat]:
        if blessing // 10 == season and blessing not in state.achieved[seat]:
            # A full row stays as full: the stone pushes another out.
            now, then = (abs(len(row) + more - blessing % 10) for more in (0, 1))
            if len(row) < 4:
                found += worth(blessing) * (NEAR[then] - NEAR[now])
    return found


def value(state: State, seat: int, card: int) -> float:
    """Return what a card is worth: what it wins by chance, or that it stays out of the hand."""
    led = state.running[0] // 10 if state.running else card // 10
    mine = cards_of(state.hands[seat])
    others = [each for hand in state.hands for each in cards_of(hand)]
    unseen = [each for each in others if each not in mine]
    left = state.seats - 1 - len(state.running)
    top = max((strength(each, led) for each in state.running), default=0)
    chance = 0.0
    if strength(card, led) > top and card // 10 in (led, next_season(led)):
        higher = [each for each in unseen if each // 10 == card // 10 and each > card]
        follows = [each for each in unseen if each // 10 == led]
        trumps = [each for each in unseen if each // 10 == next_season(led)]
        if card // 10 == led:
            beaten = len(higher), len(follows), len(trumps)
        else:
            beaten = 0, len(follows), len(higher)
        chance = CHANCE(*beaten, left, state.seats - 1)
    stones = state.stones[seat]
    gain = prize(state, seat, card // 10) if stones else -KARMA_COST
    thrift = THRIFT if stones else -THRIFT
    return chance * gain - thrift * (1 - chance) * (card % 10)


def given_up(state: State, seat: int) -> Discard:
    """Return which blessing cards promise less than a stone, as many as may find a trick."""
    promises = rule_of_thumb._promises(state, seat)  # pyright: ignore[reportPrivateUsage]
    stones = state.stones[seat]
    board = GAME.public(state).board.count(seat)
    room = min(MOST_STONES - stones - board, ENOUGH - stones)
    losses = {
        each: worth(each) if each in state.achieved[seat] else promises[each]
        for each in state.blessings[seat]
    }
    cheap = sorted((loss, each) for each, loss in losses.items() if loss < STONE)
    return Discard(tuple(sorted(each for _, each in cheap[: max(0, room)])))


@cache
def decisions() -> list[tuple[State, int]]:
    """Return the decisions of some matches that are played by the rule of thumb and by chance."""
    found: list[tuple[State, int]] = []
    for seed in range(6):
        rng = random.Random(seed)
        dealer = QuietDealer(rng)
        state = GAME.setup(3 + seed % 2, Options(), dealer)
        while acting := GAME.to_act(state):
            seat = acting[0]
            found.append((state.clone(), seat))
            wild = rng.random() < 0.3
            action = rng.choice(GAME.legal(state, seat)) if wild else instinct(state, seat, rng)
            GAME.apply(state, seat, action, dealer)
    return found


def test_the_card_is_played_that_is_worth_the_most() -> None:
    tried = 0
    for state, seat in decisions():
        if state.phase != "play":
            continue
        legal = [each.card for each in GAME.legal(state, seat) if isinstance(each, Play)]
        values = {card: value(state, seat, card) for card in legal}
        chosen = instinct(state, seat, random.Random(1))
        assert isinstance(chosen, Play)
        best = max(values.values())
        assert values[chosen.card] > best - TOLERANCE, (
            f"{chosen.card} is played of {values}, on {state.running} with {state.stones[seat]}"
        )
        tried += len(legal) > 1
    assert tried > 100, f"only {tried} cards were chosen"


def test_those_blessings_are_given_up_that_promise_less_than_a_stone() -> None:
    tried = 0
    for state, seat in decisions():
        if state.phase == "discard":
            assert instinct(state, seat, random.Random(1)) == given_up(state, seat)
            tried += 1
    assert tried > 10
    many = lay(
        [[11, 12], [13], [14]],
        phase="discard",
        stones=[2, 4, 4],
        blessings=[(13, 23, 33), (), ()],
    )
    assert instinct(many, 0, random.Random(1)) == given_up(many, 0)
    assert len(given_up(many, 0).blessings) == 2, "two stones more find a trick"
    board: dict[int, int] = dict.fromkeys(
        (11, 12, 13, 14, 21, 22, 31, 32, 41, 42)[: MOST_STONES - 2], 0
    )
    full = lay(
        [[11, 12], [13], [14]],
        phase="discard",
        stones=[1, 4, 4],
        board=board,
        blessings=[(23, 33, 43), (), ()],
    )
    assert instinct(full, 0, random.Random(1)) == given_up(full, 0)
    assert len(given_up(full, 0).blessings) == 1, "there is one stone left to take"


def test_the_lowest_and_the_highest_of_some_cards_are_found() -> None:
    lowest, highest = rule_of_thumb._lowest, rule_of_thumb._highest  # pyright: ignore[reportPrivateUsage]
    for cards in ((11,), (18, 21), (28, 38), (15, 24, 41), (37, 46, 12)):
        held = set_of(cards)
        assert lowest(held) == set_of([min(cards, key=lambda card: (card % 10, card))])
        assert highest(held) == set_of([max(cards, key=lambda card: (card % 10, -card))])
