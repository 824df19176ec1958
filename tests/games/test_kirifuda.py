"""Ameno Kirifuda: the sheet by its headings, the rulings by their numbers."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

import pytest

from bot.engine.dealer import LiveDealer, QuietDealer, ReplayDealer
from bot.engine.game import BadOptions, Event
from bot.engine.views import SeatView
from cogs.kirifuda import views
from cogs.kirifuda.rules import GAME, State
from cogs.kirifuda.views import (
    BLESSINGS,
    DECK,
    FIRST,
    FREE,
    INDEX,
    SPACES,
    Achieved,
    Action,
    BadKarma,
    CardPlayed,
    Decided,
    Discard,
    Discarded,
    Draft,
    Drafted,
    HandDealt,
    MatchOver,
    Phase,
    Place,
    Play,
    Return,
    RoundBegan,
    RoundEnded,
    StonePlaced,
    StonePushed,
    StonesReturned,
    Trick,
    TrickWon,
    longest_run,
    next_season,
    strength,
)
from tests.contract.games import Hooks

# What the contract tests must know


def conserved(state: State) -> object:
    """Return all season cards of the round, all blessing cards, and how many stones there are."""
    cards = [card for trick in state.tricks if trick.round == state.round for card in trick.cards]
    cards += [*state.running, *itertools.chain(*state.hands)]
    blessings = [*state.stock, *state.display]
    blessings += [*itertools.chain(*state.blessings), *itertools.chain(*state.discarded)]
    stones = tuple(
        state.stones[seat] + state.board.count(seat) - len(state.discarded[seat])
        for seat in range(state.seats)
    )
    most = max(state.stones[seat] + state.board.count(seat) for seat in range(state.seats))
    return sorted(cards), sorted(blessings), stones, most <= 7


def played(state: State) -> set[int]:
    """Return the cards that were played this round."""
    tricks = [trick for trick in state.tricks if trick.round == state.round]
    return {*state.running, *(card for trick in tricks for card in trick.cards)}


def may_hold(state: State, seat: int, card: int) -> bool:
    """Tell whether a seat may hold a card another holds, for all that everybody has seen."""
    if card == FIRST:
        return seat == state.dealer
    for trick in [*state.tricks, Trick(state.round, state.leader, state.running, -1)]:
        if trick.round != state.round or len(trick.cards) <= (seat - trick.leader) % state.seats:
            continue
        led = trick.cards[0] // 10
        if trick.cards[(seat - trick.leader) % state.seats] // 10 != led == card // 10:
            return False
    return True


def secrets(state: State, seat: int) -> dict[str, Hashable]:
    """Return each other hand that could be otherwise, and each sealed choice of another seat.

    A hand could be otherwise if its owner could have a card of another, who could have one of a
    third, and so on round to one of the first.
    """
    found: dict[str, Hashable] = {}
    others = [other for other in range(state.seats) if other != seat]
    gives = {
        (one, other)
        for one, other in itertools.permutations(others, 2)
        if any(may_hold(state, other, card) for card in state.hands[one] if card != FIRST)
    }
    for other in others:
        rings = [
            (other, *more)
            for size in (1, 2)
            for more in itertools.permutations([each for each in others if each != other], size)
        ]
        if any(set(itertools.pairwise((*ring, other))) <= gives for ring in rings):
            found[f"hand {other}"] = state.hands[other]
        if state.phase == "discard" and state.sealed[other] is not None:
            found[f"discards {other}"] = state.sealed[other]
    return found


def twins(state: State, seat: int, rng: random.Random) -> State | None:
    """Swap two cards in two other hands, or change what another seat has sealed."""
    others = [other for other in range(state.seats) if other != seat]
    chosen = [other for other in others if state.sealed[other] is not None]
    twin = state.clone()
    if chosen and rng.random() < 0.5:
        other = rng.choice(chosen)
        twin.sealed[other] = None
        choices = [each.blessings for each in choices_of(twin, other)]
        twin.sealed[other] = rng.choice([each for each in choices if each != state.sealed[other]])
        return twin
    pairs = [
        (one, card, other, card2)
        for one, other in itertools.combinations(others, 2)
        for card in state.hands[one]
        for card2 in state.hands[other]
        if may_hold(state, other, card) and may_hold(state, one, card2)
    ]
    if not pairs:
        return None
    one, card, other, card2 = rng.choice(pairs)
    for each, gone, new in ((one, card, card2), (other, card2, card)):
        twin.hands[each] = tuple(sorted({*state.hands[each], new} - {gone}))
    return twin


def choices_of(state: State, seat: int) -> list[Discard]:
    """Return what a seat may discard."""
    return [action for action in GAME.legal(state, seat) if isinstance(action, Discard)]


def public_part(action: Action) -> Hashable:
    """Return what all see of an action: of a discard only that it was chosen."""
    return "discard" if isinstance(action, Discard) else action


HOOKS = Hooks(
    conserved=conserved,
    secrets=secrets,
    twins=twins,
    public_part=public_part,
    reveals={
        "card_played": frozenset({"card"}),
        "discarded": frozenset({"blessings"}),
    },
)


# A table laid as a test wants it


def lay(
    hands: Sequence[Sequence[int]] = (),
    *,
    seats: int = 4,
    phase: Phase = "play",
    turn: int = 0,
    running: Sequence[int] = (),
    board: dict[int, int] | None = None,
    stones: Sequence[int] | None = None,
    blessings: Sequence[Sequence[int]] = (),
    achieved: Sequence[Sequence[int]] = (),
    display: Sequence[int] = (),
    round_: int = 1,
    row: int = 0,
    tricks: Sequence[Trick] = (),
    dealer: int = 0,
) -> State:
    """Return a table in play; `board` says by space whose stones lie there."""
    cards = [tuple(sorted(hand)) for hand in hands] or [()] * seats
    held = [tuple(sorted(each)) for each in blessings] or [()] * seats
    out = {*display, *itertools.chain(*held)}
    return State(
        seats=len(cards),
        round=round_,
        phase=phase,
        dealer=dealer,
        turn=turn,
        leader=(turn - len(running)) % len(cards),
        row=row,
        hands=cards,
        running=tuple(running),
        tricks=tuple(tricks),
        stock=tuple(each for each in BLESSINGS if each not in out),
        display=tuple(display),
        blessings=held,
        achieved=[tuple(each) for each in achieved] or [()] * len(cards),
        discarded=[()] * len(cards),
        sealed=[None] * len(cards),
        stones=list(stones) if stones is not None else [{3: 4, 4: 3}[len(cards)]] * len(cards),
        board=[(board or {}).get(space, FREE) for space in SPACES],
    )


def do(state: State, seat: int, action: Action, *draws: Any) -> list[Event]:
    """Do a legal action with the draws as said; return what was told."""
    assert seat in GAME.to_act(state)
    assert action in GAME.legal(state, seat)
    dealer = ReplayDealer(draws)
    GAME.apply(state, seat, action, dealer)
    return [told.event for told in dealer.told]


def deal(seats: int, *hands: Sequence[int]) -> list[int]:
    """Return season cards in an order that deals these hands first, and the rest as it comes."""
    first = [card for hand in hands for card in hand]
    return first + [card for card in DECK[seats] if card not in first]


def kinds(events: Sequence[Event]) -> list[str]:
    """Return the kinds of events."""
    return [event.kind for event in events]


def trick(*cards: int) -> tuple[int, int]:
    """Play a trick led by seat 0; return who won it and in which row the stone goes."""
    others = [(card, *(c for c in (28, 27, 26, 25) if c != card)) for card in cards]
    state = lay([hand[:2] for hand in others], seats=len(cards))
    for seat, card in enumerate(cards):
        state.hands[seat] = tuple(sorted(state.hands[seat]))
        dealer = LiveDealer(random.Random(1))
        GAME.apply(state, seat, Play(card), dealer)
    assert state.phase == "place"
    return state.turn, state.row


def spaces(actions: Sequence[Action]) -> list[tuple[int, int | None]]:
    """Return where stones may be placed, and what lay there go."""
    return [(each.space, each.to) for each in actions if isinstance(each, Place)]


# Setup, Round Setup


def test_the_cards() -> None:
    """Contents: 32 season cards, without 7 and 8 for three; 16 blessing cards."""
    assert DECK[4] == tuple(10 * s + n for s in (1, 2, 3, 4) for n in range(1, 9))
    assert DECK[3] == tuple(card for card in DECK[4] if card % 10 < 7)
    assert len(BLESSINGS) == 16
    assert [views.worth(b) for b in (10, 21, 32, 43)] == [2, 3, 5, 8]
    assert Counter(b // 10 for b in BLESSINGS) == dict.fromkeys((1, 2, 3, 4), 4)


def test_the_order_of_seasons() -> None:
    """Seasonal order: spring, summer, autumn, winter, and spring again."""
    assert [next_season(season) for season in (1, 2, 3, 4)] == [2, 3, 4, 1]


@pytest.mark.parametrize(("seats", "stones", "open_", "unseen"), [(3, 4, 6, 10), (4, 3, 8, 8)])
def test_setup(seats: int, stones: int, open_: int, unseen: int) -> None:
    """Setup, Round Setup: stones, hands, blessing cards; who has Spring 1 is the first dealer."""
    cards, stock = list(reversed(DECK[seats])), list(reversed(BLESSINGS))
    dealer = ReplayDealer([cards, stock])
    state = GAME.setup(seats, views.Options(), dealer)
    assert state.stones == [stones] * seats
    assert state.board == [FREE] * 16
    for seat in range(seats):
        assert state.hands[seat] == tuple(sorted(cards[8 * seat : 8 * seat + 8]))
    assert state.display == tuple(sorted(stock[:open_]))
    assert len(state.stock) == GAME.public(state).unseen == unseen
    assert state.dealer == seats - 1
    assert [told.audience for told in dealer.told] == ["all", *((s,) for s in range(seats))]
    assert dealer.told[0].event == RoundBegan(1, seats - 1, state.display)
    assert dealer.told[1].event == HandDealt(0, state.hands[0])


@pytest.mark.parametrize("seats", [0, 1, 2, 5])
def test_seats(seats: int) -> None:
    """Play with three or four."""
    with pytest.raises(BadOptions):
        GAME.setup(seats, views.Options(), QuietDealer(random.Random(1)))


@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (4, 0, [1, 2, 3, 0, 0, 3, 2, 1]),
        (4, 2, [3, 0, 1, 2, 2, 1, 0, 3]),
        (3, 1, [2, 0, 1, 1, 0, 2]),
    ],
)
def test_the_draft_goes_round_and_back(seats: int, first: int, order: list[int]) -> None:
    """Round Setup: from the dealer's left to the dealer, then back from the dealer.

    The last card is taken without asking, since all see that it is the only one.
    """
    hands = [DECK[seats][8:16], DECK[seats][16:24], DECK[seats][24:32]]
    hands.insert(first, DECK[seats][:8])
    state = GAME.setup(
        seats, views.Options(), ReplayDealer([deal(seats, *hands[:seats]), list(BLESSINGS)])
    )
    assert state.dealer == first
    asked: list[int] = []
    taken: dict[int, list[int]] = {seat: [] for seat in range(seats)}
    events: list[Event] = []
    while state.phase == "draft":
        (seat,) = GAME.to_act(state)
        assert GAME.legal(state, seat) == [Draft(card) for card in state.display]
        asked.append(seat)
        taken[seat].append(state.display[-1])
        events = do(state, seat, Draft(state.display[-1]))
    assert asked == order[:-1]
    taken[order[-1]].append(BLESSINGS[0])
    assert events[-1] == Drafted(order[-1], BLESSINGS[0], True)
    assert state.blessings == [tuple(sorted(taken[seat])) for seat in range(seats)]
    assert state.display == ()


def test_discards_are_sealed_and_shown_together() -> None:
    """R2: all choose at once; round setup: each discard brings a stone and goes to the box."""
    state = lay(
        [DECK[4][:8]] * 4,
        phase="discard",
        turn=-1,
        blessings=[(10, 11), (20, 21), (30, 31), (40, 41)],
        dealer=2,
    )
    assert GAME.to_act(state) == (0, 1, 2, 3)
    assert do(state, 2, Discard((30, 31))) == [Decided(2)]
    assert GAME.to_act(state) == GAME.public(state).deciding == (0, 1, 3)
    assert GAME.private(state, 2).discards == (30, 31)
    assert GAME.private(state, 1).discards is None
    assert GAME.legal(state, 2) == []
    assert state.blessings[2] == (30, 31)
    assert do(state, 0, Discard((10,))) == [Decided(0)]
    assert do(state, 3, Discard(())) == [Decided(3)]
    assert do(state, 1, Discard((21,))) == [
        Decided(1),
        Discarded(0, (10,)),
        Discarded(1, (21,)),
        Discarded(2, (30, 31)),
        Discarded(3, ()),
    ]
    assert state.blessings == [(11,), (20,), (), (40, 41)]
    assert state.discarded == [(10,), (21,), (30, 31), ()]
    assert state.stones == [4, 4, 5, 3]
    assert GAME.to_act(state) == (2,), "the dealer leads"
    assert state.sealed == [None] * 4


def test_no_discard_without_a_stone_left() -> None:
    """R3: never more than seven stones, hand and board together."""
    held = [(10, 11, 12, 13), (20, 21, 22, 23), (30, 31, 32, 33), (40, 41, 42, 43)]
    board = {11: 0, 12: 0, 13: 0, 21: 1, 22: 1}
    state = lay(
        [DECK[4][:8]] * 4,
        phase="discard",
        turn=-1,
        blessings=held,
        board=board,
        stones=[3, 3, 4, 3],
        round_=2,
    )
    sizes = [Counter(len(each.blessings) for each in choices_of(state, s)) for s in range(4)]
    assert sizes == [{0: 1, 1: 4}, {0: 1, 1: 4, 2: 6}, {0: 1, 1: 4, 2: 6, 3: 4},
                     {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}]  # fmt: skip


def test_achieved_cards_may_be_discarded_and_score_no_more() -> None:
    """Second Round Setup: also cards of the first round; achieved ones aren't scored then."""
    state = lay(
        [DECK[4][:8]] * 4,
        phase="discard",
        turn=-1,
        blessings=[(10, 11, 20), (), (), ()],
        achieved=[(10, 20), (), (), ()],
        round_=2,
    )
    for seat in (1, 2, 3):
        do(state, seat, Discard(()))
    do(state, 0, Discard((10, 11)))
    assert (state.blessings[0], state.achieved[0]) == ((20,), (20,))
    assert state.stones[0] == 5
    assert GAME.result(state).breakdown[0] == (("stones", 0), ("blessings", 2))


# Trick Phase


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
    assert state.board[INDEX[24]] == 0
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
    assert [state.board[INDEX[space]] for space in (21, 22, 23, 24)] == [0, 0, 1, 2]
    assert state.board[INDEX[33]] == 1
    assert state.stones == [2, 3, 3, 3]
    assert (state.phase, GAME.to_act(state)) == ("play", (0,))


def test_full_rows_are_skipped() -> None:
    """Place Stones: with no free space in the next season, the one after; winter then spring."""
    full = {space: 3 for space in SPACES if space // 10 in (3, 4)}
    state = won(3, {**full, 12: 1, 13: 1, 14: 1})
    assert spaces(GAME.legal(state, 0)) == [(space, 11) for space in (31, 32, 33, 34)]
    do(state, 0, Place(34, 11))
    assert (state.board[INDEX[34]], state.board[INDEX[11]]) == (0, 3)


def test_an_own_stone_may_be_moved() -> None:
    """R6: whosever stone it is."""
    state = won(2, FULL)
    assert do(state, 0, Place(21, 34)) == [StonePushed(0, 21, 0, 34)]
    assert (state.board[INDEX[21]], state.board[INDEX[34]]) == (0, 0)
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
    assert [space for space in SPACES if state.board[INDEX[space]] == 0] == [12, 31]
    assert state.board[INDEX[41]] == 1
    assert state.stones == [3, 3, 3, 3]
    assert (state.phase, GAME.to_act(state)) == ("play", (0,))


def test_three_stones_go_back_without_asking() -> None:
    """Common law: what all see to be forced is made at once."""
    state, events = karma((11, 12, 22))
    assert events[-2:] == [BadKarma(0), StonesReturned(0, (11, 12, 22), True)]
    assert state.stones[0] == 3
    assert (state.phase, GAME.to_act(state)) == ("play", (0,))


def test_a_stone_in_the_hand_wards_off_bad_karma() -> None:
    """R5: "without stones" is meant of the hand."""
    state, events = karma((11, 12, 22), stones=1)
    assert "bad_karma" not in kinds(events)
    assert state.phase == "place"


# Achievement Phase, the second round


def last_trick(**more: Any) -> State:
    """Return a table at which seat 0 places the last stone of a round, in the spring row."""
    return lay(phase="place", row=1, hands=[()] * 4, **more)


BOARD = {11: 0, 31: 1, 32: 1, 41: 2}
HELD = ((12, 20), (32, 33), (40, 41), (13, 23))


def test_exact_numbers_are_achieved() -> None:
    """Achievement Phase: cards whose number of own stones in that row holds exactly, 0 as well."""
    state = last_trick(board=BOARD, blessings=HELD, round_=2)
    events = do(state, 0, Place(12, None))
    assert events[:5] == [
        StonePlaced(0, 12, False),
        RoundEnded(2),
        Achieved(0, (12, 20)),
        Achieved(1, (32,)),
        Achieved(2, (41,)),
    ]
    assert state.achieved == [(12, 20), (32,), (41,), ()]


def test_the_second_round() -> None:
    """Achievement Phase, Second Round Setup: stones stay, open cards carry over; R7: none new."""
    state = last_trick(board=BOARD, blessings=HELD, stones=[2, 1, 0, 3])
    stock = list(state.stock)
    hands = [DECK[4][8:16], DECK[4][:8], DECK[4][16:24], DECK[4][24:]]
    events = do(state, 0, Place(12, None), deal(4, *hands), stock)
    assert kinds(events)[-5:] == ["round_began", *["hand_dealt"] * 4]
    assert (state.round, state.phase, state.dealer, state.turn) == (2, "draft", 1, 2)
    assert state.stones == [1, 1, 0, 3]
    assert state.board.count(0) == state.board.count(1) == 2
    assert state.blessings == list(map(tuple, HELD))
    assert state.display == tuple(sorted(stock[:8]))
    assert sorted(state.hands[1]) == list(DECK[4][:8])


def test_achieved_once_is_achieved() -> None:
    """Achieved blessing cards: they needn't hold again; the others get another chance."""
    state = last_trick(
        board=BOARD,
        blessings=HELD,
        achieved=[(), (33,), (40,), ()],
        round_=2,
    )
    do(state, 0, Place(12, None))
    assert state.achieved == [(12, 20), (32, 33), (40, 41), ()]


def test_blessings_never_seen() -> None:
    """R8: of sixteen, three players see twelve; four see all."""
    for seats, unseen in ((3, 4), (4, 0)):
        rng = random.Random(seats)
        dealer = QuietDealer(rng)
        state = GAME.setup(seats, views.Options(), dealer)
        while to_act := GAME.to_act(state):
            GAME.apply(state, to_act[0], rng.choice(GAME.legal(state, to_act[0])), dealer)
        assert GAME.public(state).unseen == unseen
        assert len(state.tricks) == 16
        used = [state.stones[seat] + state.board.count(seat) for seat in range(seats)]
        start = {3: 4, 4: 3}[seats]
        assert used == [start + len(state.discarded[seat]) for seat in range(seats)]


# Score calculation


@pytest.mark.parametrize(
    ("own", "points"),
    [
        ((11, 12, 13, 21, 34), 15),
        ((11, 13, 22), 3),
        ((11, 12, 44), 6),
        ((11, 12, 23, 24, 41), 10),
        ((), 0),
        ((11, 12, 13, 14), 16),
        # R1: rows are lines. No wrap, no columns, no diagonals, no going on in the next row.
        ((11, 14), 2),
        ((14, 21), 2),
        ((11, 21, 31), 3),
        ((11, 22, 33, 44), 4),
    ],
)
def test_stones_times_run(own: tuple[int, ...], points: int) -> None:
    """Score calculation: the sheet's examples; R9: stones in the hand score nothing."""
    state = last_trick(board=dict.fromkeys(own, 2), stones=[7, 7, 7, 7])
    assert GAME.result(state).scores == (0, 0, points, 0)


def test_runs_by_another_way() -> None:
    """R1: compared with looking for stretches in the rows written as text."""
    rng = random.Random(3)
    for _ in range(500):
        board = [rng.choice((FREE, 0, 0, 1)) for _ in SPACES]
        rows = ["".join("x" if o == 0 else "." for o in board[n : n + 4]) for n in (0, 4, 8, 12)]
        run = max(n for n in range(5) if any("x" * n in row for row in rows))
        assert longest_run(board, 0) == run


def test_the_end_and_the_winners() -> None:
    """Score calculation: both parts added; the most wins, and ties share."""
    state = last_trick(
        board={21: 1, 22: 1, 31: 2, 34: 3},
        blessings=[(10,), (), (30, 31), (12,)],
        achieved=[(10,), (), (30,), ()],
        round_=2,
    )
    events = do(state, 0, Place(13, None))
    assert state.phase == "over"
    assert GAME.to_act(state) == ()
    result = GAME.result(state)
    assert result.scores == (3, 4, 6, 1)
    assert result.winners == (2,)
    assert result.breakdown[2] == (("stones", 1), ("blessings", 5))
    assert events[-1] == MatchOver((3, 4, 6, 1), (2,))
    state.achieved[1] = (10,)
    assert GAME.result(state).winners == (1, 2)


# What the others may hold


def view_of(state: State, seat: int) -> views.SeatView:
    """Return what a seat knows."""
    return SeatView(seat, GAME.public(state), GAME.private(state, seat))


def test_every_hand_that_fits_is_as_likely() -> None:
    """`world` deals the unseen cards evenly over all that voids and Spring 1 allow.

    Seat 2 holds no autumn, seat 3 no winter, the dealer 1 has Spring 1: compared with all there is.
    """
    seen = [
        Trick(1, 0, (35, 36, 28, 34), 1),
        Trick(1, 1, (45, 46, 27, 44), 2),
        Trick(1, 2, (24, 23, 22, 21), 2),
        Trick(1, 2, (43, 25, 42, 41), 2),
        Trick(1, 2, (26, 33, 31, 32), 3),
    ]
    hands = [(16, 17, 18), (11, 12, 48), (13, 14, 47), (15, 37, 38)]
    state = lay(hands, tricks=seen, dealer=1, turn=3)
    lacks = GAME.public(state).lacks
    assert lacks == ((2,), (2,), (3,), (2, 4))
    unseen = sorted(card for hand in hands[1:] for card in hand if card != 11)
    fits = {
        (tuple(sorted((11, *one))), two, tuple(sorted(set(unseen) - {*one, *two})))
        for one in itertools.combinations(unseen, 2)
        for two in itertools.combinations(sorted(set(unseen) - {*one}), 3)
        if not any(
            card // 10 in lacks[seat]
            for seat, cards in ((1, one), (2, two), (3, set(unseen) - {*one, *two}))
            for card in cards
        )
    }
    rng = random.Random(11)
    rounds = 200 * len(fits)
    worlds = Counter(tuple(GAME.world(view_of(state, 0), rng).hands[1:]) for _ in range(rounds))
    assert set(worlds) == fits
    assert len(fits) > 10
    assert all(120 < count < 280 for count in worlds.values())


def test_spring_1_is_with_the_dealer_until_it_is_played() -> None:
    """Who was dealt Spring 1 is known to all."""
    rng = random.Random(5)
    state = GAME.setup(4, views.Options(), LiveDealer(rng))
    other = (state.dealer + 1) % 4
    for _ in range(50):
        assert FIRST in GAME.world(view_of(state, other), rng).hands[state.dealer]


def test_sealed_discards_are_guessed_among_all_choices() -> None:
    """A sealed choice is any that its seat could make."""
    state = lay(
        [DECK[4][8 * n : 8 * n + 8] for n in range(4)],
        phase="discard",
        turn=-1,
        blessings=[(10, 11), (20, 21), (30, 31), (40, 41)],
    )
    do(state, 1, Discard((20,)))
    rng = random.Random(2)
    worlds = [GAME.world(view_of(state, 0), rng) for _ in range(100)]
    assert {world.sealed[1] for world in worlds} == {(), (20,), (21,), (20, 21)}
    assert all(world.sealed[0] is world.sealed[2] is None for world in worlds)
    assert GAME.world(view_of(state, 1), rng).sealed[1] == (20,)
