"""Shiranui: who wins a trick, Thirteen, rounds and the end."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from cogs.shiranui import views
from cogs.shiranui.rules import GAME
from cogs.shiranui.views import (
    Give,
    MatchOver,
    Play,
    RoundEnded,
    Trick,
    TrickWon,
)
from tests.games.shiranui.table import (
    B,
    G,
    R,
    Y,
    do,
    lay,
    play,
    pouch,
    trick_of,
)

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


@pytest.mark.parametrize(("moved", "winner"), [((8, 0, 12), 1), ((14, 0, 2), 1), ((9, 3, 2), 1)])
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
