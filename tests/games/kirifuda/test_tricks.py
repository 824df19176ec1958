"""Ameno Kirifuda: tricks, stones and Bad Karma."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.dealer import LiveDealer
from bot.engine.game import Event
from cogs.kirifuda import views
from cogs.kirifuda.rules import GAME, State
from cogs.kirifuda.views import (
    DECK,
    INDEX,
    SPACES,
    Action,
    BadKarma,
    CardPlayed,
    Place,
    Play,
    Return,
    StonePlaced,
    StonePushed,
    StonesReturned,
    Trick,
    TrickWon,
    strength,
)
from tests.games.kirifuda.table import board_of, do, kinds, lay


def trick(*cards: int) -> tuple[int, int]:
    """Play a trick led by seat 0; return who won it and in which row the stone goes."""
    others = [(card, *(c for c in (28, 27, 26, 25) if c != card)) for card in cards]
    state = lay([hand[:2] for hand in others], seats=len(cards))
    for seat, card in enumerate(cards):
        dealer = LiveDealer(random.Random(1))
        GAME.apply(state, seat, Play(card), dealer)
    assert state.phase == "place", f"no stone is placed after the trick: {state.phase}"
    return state.turn, state.row


def spaces(actions: Sequence[Action]) -> list[tuple[int, int | None]]:
    """Return where stones may be placed, and what lay there go."""
    return [(each.space, each.to) for each in actions if isinstance(each, Place)]


def test_any_card_may_be_led() -> None:
    """How to proceed with the trick: the dealer plays any card."""
    state = lay([(12, 31, 38), (21, 22, 33), (13, 14, 42), (15, 16, 17)])
    assert GAME.legal(state, 0) == [Play(12), Play(31), Play(38)]
    assert [GAME.legal(state, seat) for seat in (1, 2, 3)] == [[], [], []]


def test_who_can_follow_must() -> None:
    """How to proceed with the trick: a card of the dealer's season, else any."""
    state = lay([(12, 31), (21, 33), (13, 42), (35, 36)])
    assert do(state, 0, Play(31)) == [CardPlayed(0, 31, False)]
    assert GAME.legal(state, 1) == [Play(33)]
    do(state, 1, Play(33))
    assert GAME.legal(state, 2) == [Play(13), Play(42)]
    do(state, 2, Play(13))
    assert GAME.public(state).lacks == ((), (), (3,), ())
    assert GAME.legal(state, 3) == [Play(35), Play(36)]


@pytest.mark.parametrize(
    ("last", "winner", "row"),
    [(41, 3, 4), (11, 2, 3), (21, 2, 3), (18, 2, 3), (28, 2, 3), (36, 2, 3)],
)
def test_who_wins_a_trick(last: int, winner: int, row: int) -> None:
    """Win or lose the trick: James's Autumn 2, then 3 and 8, and what Naomi plays."""
    assert trick(32, 33, 38, last) == (winner, row)


def test_higher_numbers_win_within_a_season() -> None:
    """Win or lose the trick: the trumps by number, else the season led by number."""
    assert trick(38, 41, 43, 42) == (2, 4)
    assert trick(42, 48, 38, 28) == (1, 4)
    assert trick(48, 12, 11, 28) == (1, 1), "spring is the season after winter"
    assert trick(34, 18, 28) == (0, 3)


def naive_winner(cards: Sequence[int]) -> int:
    """Return who wins, by sorting names of seasons."""
    names = ["spring", "summer", "autumn", "winter"]
    led = names[cards[0] // 10 - 1]
    after = dict(zip(names, names[1:] + names[:1], strict=True))[led]
    ranked = sorted(
        range(len(cards)),
        key=lambda seat: (
            [led, after].index(name) if (name := names[cards[seat] // 10 - 1]) in (led, after)
            else -1,
            cards[seat] % 10,
        ),
    )  # fmt: skip
    return ranked[-1]


def test_winners_by_another_way() -> None:
    """Win or lose the trick: compared with a plain sorting of all cards."""
    rng = random.Random(7)
    for _ in range(2000):
        cards = rng.sample(DECK[4], 4)
        best = max(cards, key=lambda card: strength(card, cards[0] // 10))
        assert cards.index(best) == naive_winner(cards)


def test_the_winner_leads_and_the_last_cards_play_themselves() -> None:
    """How to proceed with the trick; common law: what all see to be forced isn't asked."""
    state = lay([(31, 12), (32, 13), (33, 48), (34, 18)], round_=2)
    for seat, card in enumerate((31, 32, 33)):
        do(state, seat, Play(card))
    events = do(state, 3, Play(34))
    assert events == [CardPlayed(3, 34, False), TrickWon(7, 3, 34, (31, 32, 33, 34))]
    assert GAME.to_act(state) == (3,)
    events = do(state, 3, Place(31, None))
    assert events == [
        StonePlaced(3, 31, False),
        CardPlayed(3, 18, True),
        CardPlayed(0, 12, True),
        CardPlayed(1, 13, True),
        CardPlayed(2, 48, True),
        TrickWon(8, 3, 18, (18, 12, 13, 48)),
    ]
    assert (state.phase, state.turn, state.row) == ("place", 3, 1)
    assert state.tricks[-1] == Trick(2, 3, (18, 12, 13, 48), 3)


# Place Stones


def won(row: int, board: dict[int, int], **more: Any) -> State:
    """Return a table at which seat 0 has won a trick in a row and is to place a stone."""
    more.setdefault("hands", [(15, 16)] * 4)
    return lay(phase="place", row=row, board=board, **more)


def test_a_stone_goes_on_a_free_space_of_the_row() -> None:
    """Place Stones: any free space of the season of the card that won."""
    state = won(2, {21: 1, 23: 0})
    assert spaces(GAME.legal(state, 0)) == [(22, None), (24, None)]
    assert do(state, 0, Place(24, None)) == [StonePlaced(0, 24, False)]
    assert board_of(state)[INDEX[24]] == 0
    assert state.stones == [2, 3, 3, 3]
    assert (state.phase, GAME.to_act(state)) == ("play", (0,))


def test_the_one_free_space_is_taken_without_asking() -> None:
    """Common law: what all see to be forced is made at once."""
    state = lay([(31, 12, 13)] * 4, running=(38, 32, 33), turn=3, board={31: 1, 32: 1, 34: 2})
    events = do(state, 3, Play(31))
    assert events[-1] == StonePlaced(0, 33, True)
    assert (state.phase, GAME.to_act(state)) == ("play", (0,))


FULL = {21: 0, 22: 1, 23: 1, 24: 2}


def test_a_full_row_lets_any_stone_move_on() -> None:
    """Place Stones; R6: the winner picks which stone moves to which space of the next season."""
    state = won(2, {**FULL, 31: 3, 34: 3})
    assert spaces(GAME.legal(state, 0)) == [
        (space, to) for space in (21, 22, 23, 24) for to in (32, 33)
    ]
    assert do(state, 0, Place(22, 33)) == [StonePushed(0, 22, 1, 33)]
    assert [board_of(state)[INDEX[space]] for space in (21, 22, 23, 24)] == [0, 0, 1, 2]
    assert board_of(state)[INDEX[33]] == 1
    assert state.stones == [2, 3, 3, 3]
    assert (state.phase, GAME.to_act(state)) == ("play", (0,))


def test_full_rows_are_skipped() -> None:
    """Place Stones: with no free space in the next season, the one after; winter then spring."""
    full = {space: 3 for space in SPACES if space // 10 in (3, 4)}
    state = won(3, {**full, 12: 1, 13: 1, 14: 1})
    assert spaces(GAME.legal(state, 0)) == [(space, 11) for space in (31, 32, 33, 34)]
    do(state, 0, Place(34, 11))
    assert (board_of(state)[INDEX[34]], board_of(state)[INDEX[11]]) == (0, 3)


def test_an_own_stone_may_be_moved() -> None:
    """R6: whosever stone it is."""
    state = won(2, FULL)
    assert do(state, 0, Place(21, 34)) == [StonePushed(0, 21, 0, 34)]
    assert (board_of(state)[INDEX[21]], board_of(state)[INDEX[34]]) == (0, 0)
    assert state.stones[0] == 2


def test_the_last_of_sixteen_stones_finds_a_space() -> None:
    """R10: sixteen spaces, so that before the sixteenth trick there is always a free one."""
    board = dict.fromkeys([space for space in SPACES if space != 11], 1)
    state = won(2, board, hands=[(15, 16)] * 4)
    assert spaces(GAME.legal(state, 0)) == [(space, 11) for space in (21, 22, 23, 24)]


# Bad Karma


def karma(own: Sequence[int], stones: int = 0) -> tuple[State, list[Event]]:
    """Let seat 0, with stones on these spaces, win a trick."""
    state = lay(
        [(31, 12, 13), (31, 12, 13), (31, 12, 13), (31, 12, 13)],
        running=(38, 32, 33),
        turn=3,
        board={**dict.fromkeys(own, 0), 41: 1},
        stones=[stones, 3, 3, 3],
    )
    return state, do(state, 3, Play(31))


def test_bad_karma() -> None:
    """Bad Karma; R4: no stone is placed, the owner picks three to take back, and leads."""
    own = (11, 12, 22, 31, 44)
    state, events = karma(own)
    assert events[-1] == BadKarma(0)
    assert (state.phase, GAME.to_act(state)) == ("return", (0,))
    assert GAME.legal(state, 0) == [Return(some) for some in itertools.combinations(own, 3)]
    assert do(state, 0, Return((11, 22, 44))) == [views.StonesReturned(0, (11, 22, 44), False)]
    assert [space for space in SPACES if board_of(state)[INDEX[space]] == 0] == [12, 31]
    assert board_of(state)[INDEX[41]] == 1
    assert state.stones == [3, 3, 3, 3]
    assert (state.phase, GAME.to_act(state)) == ("play", (0,))


def test_three_stones_go_back_without_asking() -> None:
    """Common law: what all see to be forced is made at once."""
    state, events = karma((11, 12, 22))
    assert events[-2:] == [BadKarma(0), StonesReturned(0, (11, 12, 22), True)]
    assert state.stones[0] == 3
    assert (state.phase, GAME.to_act(state)) == ("play", (0,))
    state, events = karma((11, 12, 22, 31))
    assert events[-1] == BadKarma(0), "which three of four stones go back is the owner's choice"
    assert len(GAME.legal(state, 0)) == 4


def test_a_stone_in_the_hand_wards_off_bad_karma() -> None:
    """R5: "without stones" is meant of the hand."""
    state, events = karma((11, 12, 22), stones=1)
    assert "bad_karma" not in kinds(events)
    assert state.phase == "place"
