"""Colors of Kasane: rounds, turns that nobody is asked for, and the end."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bot.engine.dealer import LiveDealer
from bot.engine.game import Event, MatchOver
from cogs.kasane import views
from cogs.kasane.player import LONGEST_ROUND, dealt_again
from cogs.kasane.rules import GAME, NOBODY, State
from cogs.kasane.views import (
    BOXES,
    NEVER_FREE,
    CardTaken,
    Options,
    RobeCounted,
    RoundBegan,
    RoundEnded,
    Take,
)
from tests.games.kasane.laid import do, lay, places, settle

# Preparation for the Next Round


def played(seats: int) -> list[Event]:
    """Return what is told in a match in which always the first row is taken, without melds."""
    dealer = LiveDealer(random.Random(seats))
    state = GAME.setup(seats, Options(), dealer)
    while to_act := GAME.to_act(state):
        rows = [take for take in GAME.legal(state, to_act[0]) if take.meld is None]
        GAME.apply(state, to_act[0], rows[0], dealer)
    return [events.event for events in dealer.events]


@pytest.mark.parametrize(("seats", "turns", "rounds"), [(3, 4, 3), (4, 3, 4)])
def test_rounds_and_turns(seats: int, turns: int, rounds: int) -> None:
    """Three turns each in four rounds, or four in three; clockwise; the marker goes left."""
    events = played(seats)
    began = [event for event in events if isinstance(event, RoundBegan)]
    assert [event.round for event in began] == list(range(1, rounds + 1))
    first = began[0].first
    assert [event.first for event in began] == [(first + n) % seats for n in range(rounds)]
    seat, taken = first, 0
    for event in events:
        if isinstance(event, RoundBegan):
            seat, taken = event.first, 0
        elif isinstance(event, CardTaken):
            assert event.seat == seat
            seat, taken = (seat + 1) % seats, taken + 1
        elif isinstance(event, RoundEnded):
            assert taken == turns * seats
            assert len(event.left) == seats
    assert sum(isinstance(event, CardTaken) for event in events) == 12 * seats


def test_the_draw_pile_and_the_discards() -> None:
    """Four players: 36, 20, 4 to draw, then 4 + 12 are shuffled and dealt; none is left."""
    began = [event for event in played(4) if isinstance(event, RoundBegan)]
    assert [(event.pile, event.discards) for event in began] == [(36, 0), (20, 4), (4, 8), (0, 0)]
    assert [event.reshuffled for event in began] == [False, False, False, True]
    began = [event for event in played(3) if isinstance(event, RoundBegan)]
    assert [(event.pile, event.discards) for event in began] == [(26, 0), (11, 3), (0, 2)]
    assert [event.reshuffled for event in began] == [False, False, True]


def test_the_last_round_is_dealt_from_pile_and_discards() -> None:
    """Three players: 11 + 6 are shuffled, 15 dealt, and two go to the discards."""
    state = lay([[1, 2], [3], [4]], round_=2)
    state.pile, state.discards = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3), (7, 8, 9)
    shuffled = [9, 8, 7, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1]
    events = do(state, Take(1), shuffled)
    rows = ((9, 8, 7, 4, 3), (3, 3, 3, 2, 2), (2, 2, 1, 1, 1))
    assert events[1:] == [RoundEnded(2, (1, 3, 4)), RoundBegan(3, 1, rows, True, 0, 2)]
    assert (state.pile, state.discards) == ((), (1, 1))
    assert GAME.to_act(state) == (1,)


# Steps that everybody sees to be forced


def test_the_only_row_with_a_plus_one() -> None:
    """It ends the turn by the rules, so nothing is asked."""
    state = lay([[1, 0, 2, 0], [3], []], hands=[(), (4, 4), ()])
    assert do(state, Take(2))[:3] == [
        CardTaken(0, 2, 3, False),
        CardTaken(1, 1, 0, True),
        RoundEnded(1, (0, 1, 2)),
    ]
    assert state.robes[1] == (0,)
    assert (state.round, GAME.to_act(state)) == (2, (1,))


@pytest.mark.parametrize("hand", [(4, 4), (4, 5)])
def test_in_the_easier_variant_a_hand_is_asked(hand: tuple[int, ...]) -> None:
    """R6: a meld might follow; if the hand makes none, that isn't told by answering for it."""
    state = lay([[1, 0, 2, 0], [3], []], hands=[(), hand, ()], easier=True)
    assert do(state, Take(2)) == [CardTaken(0, 2, 3, False)]
    melds_too = [Take(1, "kasane", 2)] if hand == (4, 4) else []
    assert GAME.legal(state, 1) == [*melds_too, Take(1)]


@pytest.mark.parametrize("hand", [(), (4,)])
def test_a_hand_too_small_for_a_meld_leaves_no_choice(hand: tuple[int, ...]) -> None:
    """R6: the robe's top card is the "+1", and the smallest meld asks for two cards."""
    state = lay([[1, 0, 2, 0], [3], []], hands=[(), hand, ()], robes=[(), (5,), ()], easier=True)
    assert CardTaken(1, 1, 0, True) in do(state, Take(2))


@pytest.mark.parametrize(
    ("card", "hand", "robe", "forced"),
    [
        (0, (4, 4), (), True),
        (0, (4, 4, 4), (), False),
        (2, (9,), (), True),
        (2, (9,), (0,), True),
        (2, (9,), (5,), False),
        (2, (9, 9), (), False),
    ],
)
def test_without_boxes_for_two_a_small_hand_leaves_no_choice(
    card: int, hand: tuple[int, ...], robe: tuple[int, ...], forced: bool
) -> None:
    """R3: the marks lie open, so all see that no hand of that size could make a meld."""
    marked = [*places("kasane", 2), *places("juu", 2)]
    state = lay(
        [[1, 0, 2, card], [3], []],
        hands=[(), hand, ()],
        robes=[(), robe, ()],
        marked=marked,
        easier=True,
    )
    assert (CardTaken(1, 1, card, True) in do(state, Take(2))) == forced


@pytest.mark.parametrize(
    ("hand", "robe", "forced"),
    [((), (), True), ((), (7,), True), ((), (8,), False), ((), (2,), False), ((9,), (), False)],
)
def test_the_only_row_with_a_number(
    hand: tuple[int, ...], robe: tuple[int, ...], forced: bool
) -> None:
    """Robe and boxes lie open: with an empty hand all see whether the card makes a meld."""
    state = lay([[1, 0, 2, 2], [3], []], hands=[(), hand, ()], robes=[(), robe, ()])
    events = do(state, Take(2))
    assert (CardTaken(1, 1, 2, True) in events) == forced
    assert state.round == (2 if forced else 1)


def test_several_forced_steps_are_made_at_once() -> None:
    """Two turns at an untouched row of five; the round ends in the same step."""
    state = lay([[1, 2, 3, 4, 0], [3], []], hands=[(), (1,), ()])
    assert [event.kind for event in do(state, Take(2))] == [
        "card_taken",
        "card_taken",
        "card_taken",
        "round_ended",
        "round_began",
    ]
    assert state.hands == [(3,), (1,), (4,)]


# Scoring, Winning the Game


def last(robe: Sequence[int], *others: Sequence[int]) -> State:
    """Return the last turn of a match: seat 2 takes a card that makes nothing of it."""
    rest = others or ((), ())
    state = lay([[1, 2], [1], [1]], robes=[robe, *rest], round_=3, turn=2)
    state.marks = [NEVER_FREE] * len(BOXES)
    state.pile = ()
    return settle(state)


@pytest.mark.parametrize(
    ("colours", "points"),
    [(1, 5), (2, 4), (3, 3), (4, 2), (5, 0), (6, 2), (7, 3), (8, 4), (9, 5)],
)
def test_the_colours_of_a_robe(colours: int, points: int) -> None:
    """Scoring: the table; a robe of seven cards is worth nothing."""
    robe = [*range(1, colours + 1), *([1] * 9)][:9]
    events = do(last(robe), Take(1))
    assert RobeCounted(0, 9, colours, points, 0) in events
    assert RobeCounted(1, 0, 0, 0, 0) in events
    eight = [*range(1, colours + 1), *([1] * 8)][:8]
    assert views.colour_points(eight) == (points if colours < 9 else 4)
    assert views.colour_points(eight[:7]) == 0


def test_the_example_of_player_c() -> None:
    """Eleven cards in eight colours, one a "+1": 4 points; with the 3 they'd be 5 and 2."""
    robe = (1, 2, 4, 5, 6, 7, 8, 9, 0, 1, 2)
    assert views.colours(robe) == 8
    events = do(last(robe), Take(1))
    assert RobeCounted(0, 11, 8, 4, 0) in events
    assert isinstance(events[-1], MatchOver)
    # The "+1" was worth a point when it was taken.
    assert events[-1].scores == (5, 0, 0)
    events = do(last((*robe, 3)), Take(1))
    assert RobeCounted(0, 12, 9, 5, 2) in events


def test_the_end() -> None:
    """The field stays as it lies; nobody is asked; the scores have their parts."""
    state = last((0, 0, 1, 1, 1, 1, 1, 1))
    state.marks[places("katyou", 6)[0]] = 0
    settle(state)
    events = do(state, Take(1))
    assert [event.kind for event in events] == [
        "card_taken",
        "round_ended",
        "robe_counted",
        "robe_counted",
        "robe_counted",
        "match_over",
    ]
    assert events[-1] == MatchOver((2 + 6 + 5, 0, 0), (0,))
    assert (state.turn, GAME.to_act(state)) == (NOBODY, ())
    assert [GAME.legal(state, seat) for seat in range(3)] == [[], [], []]
    public = GAME.public(state)
    assert (public.turn, public.scores) == (None, (13, 0, 0))
    assert public.rows == ((1,), (1,), (1,))
    result = GAME.result(state)
    assert result.scores == (13, 0, 0)
    assert result.breakdown[0] == (("plus_ones", 2), ("melds", 6), ("colours", 5), ("whole", 0))


def test_ties() -> None:
    """In case of a tie more cards laid win; then the victory is shared (R7)."""
    state = last((0, 1, 2), (0, 3), (0,))
    assert do(state, Take(1))[-1] == MatchOver((1, 1, 1), (0,))
    state = last((0, 1), (0, 3), (0,))
    assert do(state, Take(1))[-1] == MatchOver((1, 1, 1), (0, 1))
    # More cards are no use with fewer points.
    state = last((1, 2, 3), (0, 3), ())
    assert do(state, Take(1))[-1] == MatchOver((0, 1, 0), (1,))


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_steady_plays_on_to_the_end_of_the_round_and_no_further(seats: int) -> None:
    dealer = LiveDealer(random.Random(seats))
    state = GAME.setup(seats, Options(), dealer)
    taken = 0
    while to_act := GAME.to_act(state):
        before = state.round
        GAME.apply(state, to_act[0], GAME.legal(state, to_act[0])[-1], dealer)
        taken += 1
        assert dealt_again(state) == (state.round > before), "a search would stop there"
        if state.round > before:
            assert taken <= LONGEST_ROUND, "a search wouldn't come so far"
            taken = 0
