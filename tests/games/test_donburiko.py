"""Donburiko!: the sheet by its headings, the rulings by their numbers."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from bot.engine.dealer import LiveDealer, QuietDealer, ReplayDealer
from bot.engine.game import Event, MatchOver, Result, carry_out
from bot.ui.pages.wording import Wording
from cogs.donburiko import story, views
from cogs.donburiko.rules import GAME, State
from cogs.donburiko.views import (
    DECK,
    FACE_UP,
    LOACH,
    ONE_OR_FIVE,
    Action,
    Add,
    AddedFaceDown,
    AddedFaceUp,
    CardHidden,
    Count,
    FinalRoundDecided,
    HandDealt,
    RoundBegan,
    RoundEnded,
    RowCounted,
    RowTaken,
    Take,
    TurnSkipped,
)
from tests.contract.places import Place, hooks_of

# What the contract tests must know


def places(state: State) -> Iterator[Place]:
    """Yield where cards lie face down: set aside, in hands, and on rows."""
    yield Place(("aside",))
    for seat in range(state.seats):
        yield Place(("hands", seat), (seat,))
    for row, owners in enumerate(state.owners):
        for at, owner in enumerate(owners):
            if owner != FACE_UP:
                yield Place(("rows", row, at), (owner,))


def shown(state: State) -> Iterator[int]:
    """Yield the cards of the round that all see: face up on rows, and in rows that were taken."""
    for row in map(views.TakenRow._make, state.taken):
        if row.round == state.round:
            yield from row.cards
    if state.taking is not None:
        yield from state.taking.cards
    for row, owners in zip(state.rows, state.owners, strict=True):
        yield from (card for card, owner in zip(row, owners, strict=True) if owner == FACE_UP)


def chips(state: State) -> int:
    """Return how many chips there are: always 50."""
    on_rows = sum(owner != FACE_UP for row in state.owners for owner in row)
    # When the match is over the bank has collected the chips that lay on rows.
    return state.bank + sum(state.chips) + (0 if state.turn < 0 else on_rows)


HOOKS = hooks_of(
    places,
    shown,
    reveals={"row_taken": frozenset({"cards"})},
    private=frozenset({"card_hidden", "hand_dealt"}),
    conserved=chips,
)


# A table laid as a test wants it

Laid = int | tuple[int, int]
"""A card that lies face up, or a card with the seat that laid it face down."""


def lay(
    rows: Sequence[Sequence[Laid]],
    hands: Sequence[Sequence[int]],
    *,
    turn: int = 0,
    chips: Sequence[int] | None = None,
    bank: int | None = None,
    out: Sequence[int] = (),
    final: bool = False,
    round_: int = 1,
) -> State:
    """Return a table in play; seats that are out have taken the empty rows."""
    seats = len(rows)
    held = list(chips) if chips is not None else [{2: 5, 3: 4, 4: 3}[seats]] * seats
    owners = [tuple(FACE_UP if isinstance(one, int) else one[1] for one in row) for row in rows]
    on_rows = sum(owner != FACE_UP for row in owners for owner in row)
    gone = [number for number, row in enumerate(rows, start=1) if not row]
    room, takes = sets_of(rows)
    return State(
        seats=seats,
        round=round_,
        first=0,
        turn=turn,
        bank=50 - sum(held) - on_rows if bank is None else bank,
        final=final,
        chips=held,
        owed=[0] * seats,
        out=[seat in out for seat in range(seats)],
        hands=[tuple(sorted(hand)) for hand in hands],
        rows=[tuple(one if isinstance(one, int) else one[0] for one in row) for row in rows],
        owners=owners,
        room=room,
        takes=takes,
        aside=(),
        taking=None,
        taken=tuple(
            views.TakenRow(round_, seat, row, (2, 2), (FACE_UP, FACE_UP), 0, 4, 4, 0, False)
            for seat, row in zip(out, gone, strict=True)
        ),
    )


def sets_of(rows: Sequence[Sequence[object]]) -> tuple[int, int]:
    """Return the sets of the rows that have room for a card and of those that can be taken."""
    room = sum(2**row for row, cards in enumerate(rows) if 1 <= len(cards) <= 6)
    return room, sum(2**row for row, cards in enumerate(rows) if len(cards) >= 2)


def do(state: State, seat: int, action: Action, *rounds: Sequence[int]) -> list[Event]:
    """Do a legal action with the next rounds dealt as said; return what was told."""
    assert GAME.to_act(state) == (seat,), f"not seat {seat} is asked, but {GAME.to_act(state)}"
    assert action in GAME.legal(state, seat), f"{action} isn't among {GAME.legal(state, seat)}"
    more = rounds or [list(DECK[state.seats])]
    dealer = ReplayDealer([list(cards) for cards in more])
    carry_out(GAME, state, seat, action, dealer)
    return [events.event for events in dealer.events]


def kinds(events: list[Event]) -> list[str]:
    """Return the kinds of events."""
    return [event.kind for event in events]


def spoken(events: list[Event], kind: type[Event]) -> list[Event]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def count_of(state: State, row: int = 1) -> RowCounted:
    """Take a row that counts at once, and return how it counted."""
    (counted,) = spoken(do(state, state.turn, Take(row)), RowCounted)
    assert isinstance(counted, RowCounted), f"it says {counted}, not how the row counted"
    return counted


HANDS = [(1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2, 3)]


# Contents, Preparation


def test_the_cards() -> None:
    """Contents; Rule for 2 Players."""
    sixteen = sorted([1, 2, 2, 3, 3, 4, 4, 5, 15, 15, 0, 0, -1, -1, -2, -2])
    assert sorted(DECK[3]) == sorted(DECK[4]) == sixteen
    assert sorted(DECK[2]) == [card for card in sixteen if card != ONE_OR_FIVE]


@pytest.mark.parametrize(
    ("seats", "chips", "bank", "hand", "aside"),
    [(2, 5, 40, 4, 4), (3, 4, 38, 4, 1), (4, 3, 38, 3, 0)],
)
def test_setup(seats: int, chips: int, bank: int, hand: int, aside: int) -> None:
    """Preparation; Start of a Round: chips, rows, hands, surplus; R8: the first seat is drawn."""
    order = list(DECK[seats])
    dealer = ReplayDealer([seats - 1, order])
    state = GAME.setup(seats, views.Options(), dealer)
    assert state.chips == [chips] * seats
    assert state.bank == bank
    assert state.chips[0] * seats + state.bank == 50
    assert state.rows == [(card,) for card in order[:seats]]
    for seat in range(seats):
        start = seats + seat * hand
        assert state.hands[seat] == tuple(sorted(order[start : start + hand]))
    assert len(state.aside) == aside
    assert GAME.to_act(state) == (seats - 1,)
    assert [events.audience for events in dealer.events] == [
        "all",
        *((seat,) for seat in range(seats)),
    ]
    assert dealer.events[0].event == RoundBegan(1, seats - 1, tuple(order[:seats]), hand, aside)
    assert dealer.events[1].event == HandDealt(0, state.hands[0])


def test_seats() -> None:
    """Play with two to four."""
    assert GAME.info.seats == (2, 3, 4)


# What you can do in your turn


def test_adding_or_taking() -> None:
    """What you can do in your turn: each card to each row, either face; rows of two or more."""
    state = lay([[1], [2, 3], [4], [5]], [(3, 3, 0), (), (), ()])
    adds = [
        Add(card, row, down) for card in (0, 3) for row in (1, 2, 3, 4) for down in (False, True)
    ]
    assert GAME.legal(state, 0) == [*adds, Take(2)]
    assert GAME.legal(state, 1) == []


def test_adding_face_up() -> None:
    """When adding a card face up: a chip from the bank; the turn moves to the next player."""
    state = lay([[1], [2], [4], [5]], HANDS)
    events = do(state, 0, Add(2, 3, False))
    assert events == [AddedFaceUp(0, 3, 2, 1, False)]
    assert (state.chips[0], state.bank) == (4, 37)
    assert state.rows[2] == (4, 2)
    assert state.hands[0] == (1, 3)
    assert GAME.to_act(state) == (1,)


def test_adding_face_down() -> None:
    """When adding a card face down: a chip on the card, not to the bank; only the owner knows."""
    state = lay([[1], [2], [4], [5]], HANDS)
    dealer = LiveDealer(random.Random(1))
    GAME.apply(state, 0, Add(2, 3, True), dealer)
    assert [(events.audience, events.event) for events in dealer.events] == [
        ("all", AddedFaceDown(0, 3)),
        ((0,), CardHidden(0, 3, 2)),
    ]
    assert (state.chips[0], state.bank) == (2, 38)
    row = GAME.public(state).rows[2]
    assert (row.cards, row.owners, row.chips) == ((4, None), (FACE_UP, 0), 1)


def test_no_chip_no_face_down() -> None:
    """When adding a card face down: not without a chip."""
    state = lay([[1], [2], [4], [5]], HANDS, chips=[0, 3, 3, 3])
    assert not [act for act in GAME.legal(state, 0) if isinstance(act, Add) and act.face_down]
    assert Add(1, 1, False) in GAME.legal(state, 0)


def test_most_cards_in_a_row() -> None:
    """The maximum number of cards that can be added: six to the first."""
    state = lay([[1, 2, 2, 3, 3, 4], [2], [4], [5]], HANDS)
    do(state, 0, Add(1, 1, False))
    assert {act.row for act in GAME.legal(state, 1) if isinstance(act, Add)} == {2, 3, 4}
    assert Take(1) in GAME.legal(state, 1)


def test_taking_a_row() -> None:
    """Taking a row: shown, its chips collected, scored; the taker waits for the next round."""
    state = lay([[1, (2, 3), (-1, 1)], [2], [4], [5]], HANDS, chips=[3, 2, 3, 2])
    events = do(state, 0, Take(1))
    assert events == [
        RowTaken(0, 1, (1, 2, -1), (FACE_UP, 3, 1), 2, False),
        RowCounted(0, 1, 2, 2, 0, False, False),
    ]
    assert (state.chips[0], state.bank) == (7, 36)
    assert state.rows[0] == ()
    assert GAME.to_act(state) == (1,)
    do(state, 1, Add(1, 2, False))
    do(state, 2, Add(1, 2, False))
    do(state, 3, Add(1, 2, False))
    assert GAME.to_act(state) == (1,)
    assert GAME.public(state).out == (True, False, False, False)


def test_all_chips_of_a_row_are_collected() -> None:
    """Taking a row: five cards lie face down on it, and it counts nothing."""
    row = [2, (2, 1), (-1, 2), (-1, 3), (-1, 1), (-1, 2)]
    state = lay([row, [2], [4], [5]], HANDS, chips=[3, 2, 3, 2])
    do(state, 0, Take(1))
    assert state.chips[0] == 3 + 5, "the taker has the chip of each card that lay face down"


# How to calculate the score


@pytest.mark.parametrize(
    ("row", "total", "points"),
    [
        ((2, 3), 5, 5),
        ((1, -1), 0, 0),
        ((4, 4), 8, -2),
        ((5, 2), 7, -1),
        ((1, -2), -1, -1),
        ((-2, -2), -4, -3),
        ((-2, -2, 0), 4, 4),
        ((-2, 0, -1, 0, 2), 5, 5),
        ((5, 4, 3, 3, 2, 1), 18, -3),
        ((0, -2, 5), 7, -1),
    ],
)
def test_the_score(row: tuple[int, ...], total: int, points: int) -> None:
    """Score: sums, loaches, busts both ways; a payment ends with the chips (three here)."""
    counted = count_of(lay([row, [2], [4], [5]], HANDS))
    assert (counted.total, counted.points, counted.owed) == (total, points, 0)


def test_what_is_paid_goes_to_the_bank() -> None:
    """If you score 7 or more, hand over the excess to the bank."""
    state = lay([[4, 4], [2], [4], [5]], HANDS)
    count_of(state)
    assert (state.chips[0], state.bank) == (1, 40)


def test_chips_are_collected_before_a_bust_is_paid() -> None:
    """R3."""
    state = lay([[5, (5, 1)], [2], [4], [5]], HANDS, chips=[0, 2, 3, 3])
    assert count_of(state).points == -1
    assert state.chips[0] == 0


def test_seven_cards() -> None:
    """A card row with 6 additional cards is counted as 0; R4: its chips are collected."""
    row: list[Laid] = [15, 15, (1, 1), (2, 2), -1, -2, 0]
    state = lay([row, [2], [4], [5]], HANDS, chips=[3, 2, 2, 3])
    events = do(state, 0, Take(1))
    assert events[1] == RowCounted(0, 1, 0, 0, 0, False, True)
    assert state.chips[0] == 5
    six = lay([[1, 1, 1, 1, 1, 1, 0], [2], [4], [5]], HANDS)
    events = do(six, 0, Take(1))
    assert events[1] == RowCounted(0, 1, 0, 0, 0, False, True)
    assert GAME.to_act(six) == (1,)


def naive_totals(cards: Sequence[int]) -> set[int]:
    """Count a row again, by trying everything."""
    if len(cards) == 7:
        return {0}
    found = set()
    for values in itertools.product(*[(1, 5) if card == 15 else (card,) for card in cards]):
        found.add(sum(abs(value) if 0 in cards else value for value in values))
    return found


def naive_points(total: int, chips: int) -> int:
    """Score a total again, chip by chip."""
    won = 0
    if 0 <= total <= 6:
        return total
    while (total > 6 or total < 0) and chips + won > 0:
        total += -1 if total > 6 else 1
        won -= 1
    return won


def test_rows_count_as_a_second_opinion_says() -> None:
    """How to calculate the score; R1: each total once, six twice, in the order ruled."""
    rng = random.Random(7)
    asked = 0
    for _ in range(4000):
        seats = rng.choice([3, 4])
        row = rng.sample(DECK[seats], rng.randint(2, 7))
        chips = [rng.randint(0, 9) for _ in range(seats)]
        state = lay([row, *[[2]] * (seats - 1)], HANDS[:seats], chips=chips, bank=50)
        best = sorted(naive_totals(row), key=lambda total: (-naive_points(total, chips[0]), total))
        events = do(state, 0, Take(1))
        if len(best) == 1 and best != [6]:
            (counted,) = spoken(events, RowCounted)
            assert isinstance(counted, RowCounted)
            assert (counted.total, counted.points) == (best[0], naive_points(best[0], chips[0]))
            continue
        asked += 1
        expected = []
        for total in best:
            expected += [Count(total, True)] if total == 6 else []
            expected.append(Count(total, False))
        assert GAME.legal(state, 0) == expected
        assert state.taking is not None
        assert dict(state.taking.counts) == {total: naive_points(total, chips[0]) for total in best}
        chosen = rng.choice(expected)
        (counted,) = spoken(do(state, 0, chosen), RowCounted)
        assert isinstance(counted, RowCounted)
        assert (counted.total, counted.announced) == (chosen.total, chosen.announce)
        assert counted.points == naive_points(chosen.total, chips[0])
    assert asked > 500


# R1, R2: choices after the reveal; "Donburiko!"


def test_one_or_five_is_chosen_after_the_reveal() -> None:
    """R1: Take tells nothing of the counts; then each reachable total is asked for, best first."""
    state = lay([[15, (15, 1)], [2], [4], [5]], HANDS)
    assert [act for act in GAME.legal(state, 0) if isinstance(act, Take)] == [Take(1)]
    events = do(state, 0, Take(1))
    assert kinds(events) == ["row_taken"]
    assert GAME.to_act(state) == (0,)
    assert GAME.legal(state, 0) == [
        Count(6, True),
        Count(6, False),
        Count(2, False),
        Count(10, False),
    ]
    taking = GAME.public(state).taking
    assert taking is not None
    assert (taking.cards, taking.chips) == ((15, 15), 1)
    assert taking.counts == ((6, 6), (2, 2), (10, -4))
    assert do(state, 0, Count(2, False)) == [RowCounted(0, 1, 2, 2, 0, False, False)]
    assert GAME.to_act(state) == (1,)


def test_counts_that_come_to_the_same_are_asked_by_the_smaller_total() -> None:
    """R1: without chips both busts cost nothing; they are asked all the same."""
    state = lay([[15, 5, 2], [2], [4], [5]], HANDS, chips=[0, 3, 3, 3])
    do(state, 0, Take(1))
    assert GAME.legal(state, 0) == [Count(8, False), Count(12, False)]


def test_a_payment_counts_as_what_is_really_paid() -> None:
    """R1: without chips a bust costs nothing, and the smaller total stands first."""
    poor = lay([[15, -2, -2, -1], [2], [4], [5]], HANDS, chips=[0, 3, 3, 3])
    do(poor, 0, Take(1))
    assert GAME.legal(poor, 0) == [Count(-4, False), Count(0, False)]
    rich = lay([[15, -2, -2, -1], [2], [4], [5]], HANDS)
    do(rich, 0, Take(1))
    assert GAME.legal(rich, 0) == [Count(0, False), Count(-4, False)]


def test_announcing_ends_the_round() -> None:
    """If you score 6 points; R2: six chips, and the round ends though others took nothing."""
    state = lay([[2, 4], [2, (1, 3)], [4], [5]], HANDS, turn=2, chips=[3, 3, 3, 2])
    assert kinds(do(state, 2, Take(1))) == ["row_taken"]
    assert GAME.legal(state, 2) == [Count(6, True), Count(6, False)]
    events = do(state, 2, Count(6, True))
    assert events[:3] == [
        RowCounted(2, 1, 6, 6, 0, True, False),
        RoundEnded(1, "donburiko", 1, 2),
        RoundBegan(2, 2, DECK[4][:4], 3, 0),
    ]
    assert state.chips == [3, 3, 9, 2]
    assert state.bank == 50 - 17
    assert GAME.to_act(state) == (2,)
    assert GAME.public(state).out == (False,) * 4


def test_announcing_is_a_choice() -> None:
    """R2: not announcing wins the same six chips, and the round goes on."""
    state = lay([[2, 4], [2], [4], [5]], HANDS, turn=2)
    do(state, 2, Take(1))
    assert do(state, 2, Count(6, False)) == [RowCounted(2, 1, 6, 6, 0, False, False)]
    assert state.chips[2] == 9
    assert GAME.to_act(state) == (3,)


def test_the_last_taker_is_asked_too() -> None:
    """R1: two options are asked for, even if they come to the same."""
    state = lay([[2, 4], []], [(1, 2), (1,)], out=[1])
    do(state, 0, Take(1))
    assert GAME.legal(state, 0) == [Count(6, True), Count(6, False)]
    ended = spoken(do(state, 0, Count(6, False)), RoundEnded)
    assert ended == [RoundEnded(1, "all_took", 0, 0)]


# End of a Round


def test_a_round_ends_when_all_have_taken() -> None:
    """End of a Round; the last player who took a row starts the next one."""
    state = lay([[], [2, 2, -1], [], []], HANDS, turn=1, out=[0, 2, 3])
    events = do(state, 1, Take(2))
    assert kinds(events)[:4] == ["row_taken", "row_counted", "round_ended", "round_began"]
    assert (state.round, state.first, state.turn) == (2, 1, 1)
    assert [events.seat for events in spoken(events, HandDealt)] == [0, 1, 2, 3]  # type: ignore[attr-defined]


def test_without_cards_a_row_must_be_taken() -> None:
    """If you have run out of your hand and there is any row of two or more cards."""
    state = lay([[1, 2], [2, 2], [4], [5]], [(1,), (), (1,), (1,)], chips=[3, 3, 3, 3])
    do(state, 0, Add(1, 3, False))
    assert GAME.legal(state, 1) == [Take(1), Take(2), Take(3)]


def test_a_take_that_all_see_to_be_forced_isnt_asked() -> None:
    """An empty hand and one row to take: taken in the same step."""
    state = lay([[1], [2], [4], [5]], [(1,), (), (1,), (1,)])
    events = do(state, 0, Add(1, 1, False))
    assert events == [
        AddedFaceUp(0, 1, 1, 1, False),
        RowTaken(1, 1, (1, 1), (FACE_UP, FACE_UP), 0, True),
        RowCounted(1, 1, 2, 2, 0, False, False),
    ]
    assert GAME.to_act(state) == (2,)


def test_a_forced_take_may_need_a_count() -> None:
    """R1: what the row counts as is the taker's choice all the same."""
    state = lay([[5], [2], [4], [5]], [(1,), (), (1,), (1,)])
    assert kinds(do(state, 0, Add(1, 1, False))) == ["added_face_up", "row_taken"]
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == [Count(6, True), Count(6, False)]


def test_without_cards_and_rows_a_turn_is_skipped() -> None:
    """You cannot take any row in your turn: skipped, and still in."""
    state = lay([[1, 2], [2], [4], [5]], [(1, 2), (), (), (3,)])
    events = do(state, 0, Take(1))
    assert [event for event in events if isinstance(event, TurnSkipped)] == [
        TurnSkipped(1),
        TurnSkipped(2),
    ]
    assert GAME.to_act(state) == (3,)
    events = do(state, 3, Add(3, 2, True))
    # Nobody but seat 1 can be next: the skipped are still in, and the row is theirs to take.
    assert spoken(events, RowTaken) == [RowTaken(1, 2, (2, 3), (FACE_UP, 3), 1, True)]


def test_a_round_ends_when_nobody_can_do_anything() -> None:
    """When none of the players can take a card row; R9; chips on rows go to the bank."""
    state = lay([[1, 2], [2], [4], [5]], [(1, 2), (), (), ()])
    events = do(state, 0, Take(1))
    assert RoundEnded(1, "stuck", 0, 0) in events
    assert not spoken(events, TurnSkipped)
    assert (state.round, state.first) == (2, 0)


def test_with_cards_a_round_goes_on() -> None:
    """R9: who holds cards can still make a row of two."""
    state = lay([[1, 2], [2]], [(1,), (3, 4)])
    do(state, 0, Take(1))
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == [
        Add(3, 2, False),
        Add(3, 2, True),
        Add(4, 2, False),
        Add(4, 2, True),
    ]


def test_cards_but_no_row_with_room() -> None:
    """R6: then a row must be taken; where there is one alone, it is taken in the same step."""
    full = [1, 1, 1, 1, 1, 1, 1]
    state = lay([full, full, [3, 2], []], [(1,), (1,), (1,), ()], out=[3], turn=2)
    do(state, 2, Take(3))
    assert GAME.legal(state, 0) == [Take(1), Take(2)]
    events = do(state, 0, Take(1))
    assert events[2:4] == [
        RowTaken(1, 2, (1, 1, 1, 1, 1, 1, 1), (FACE_UP,) * 7, 0, True),
        RowCounted(1, 2, 0, 0, 0, False, True),
    ]


def test_the_last_card_may_be_forced_too() -> None:
    """One card, no chip, one row that can't be taken: all see it, so it isn't asked."""
    state = lay([[1, 2], [2]], [(1,), (3,)], chips=[5, 0])
    events = do(state, 0, Take(1))
    assert events[2:5] == [
        AddedFaceUp(1, 2, 3, 1, True),
        RowTaken(1, 2, (2, 3), (FACE_UP, FACE_UP), 0, True),
        RowCounted(1, 2, 5, 5, 0, False, False),
    ]
    assert state.round == 2


def test_a_last_card_isnt_forced_where_the_row_can_be_taken() -> None:
    """One card, no chip, one row: to lay it there or to take the row is a choice."""
    state = lay([[1, 2], [2, 3]], [(1,), (3,)], chips=[5, 0])
    do(state, 0, Take(1))
    assert GAME.to_act(state) == (1,), "who can lay or take is asked"
    assert GAME.legal(state, 1) == [Add(3, 2, False), Take(2)]


@pytest.mark.parametrize(("hand", "chips"), [((3, 3), 0), ((3,), 1)])
def test_one_action_that_not_all_see_is_asked(hand: tuple[int, ...], chips: int) -> None:
    """Common rules: answering for a seat would tell that its two cards are alike."""
    state = lay([[1, 2], [2]], [(1,), hand], chips=[5, chips])
    do(state, 0, Take(1))
    assert GAME.to_act(state) == (1,)
    assert len(GAME.legal(state, 1)) == 1 + chips


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_which_rows_have_room_and_can_be_taken_is_kept(seats: int) -> None:
    """After every action, and in every world, as the rows themselves say."""
    rng = random.Random(seats)
    full = 0
    for _ in range(20):
        dealer = QuietDealer(rng)
        state = GAME.setup(seats, views.Options(), dealer)
        while acting := GAME.to_act(state):
            (seat,) = acting
            assert (state.room, state.takes) == sets_of(state.rows)
            full += any(len(cards) == 7 for cards in state.rows)
            world = GAME.world(GAME.view(state, seat), rng)
            assert (world.room, world.takes) == (state.room, state.takes)
            # Rather cards than rows: so some rows get full.
            legal = GAME.legal(state, seat)
            adds = [action for action in legal if isinstance(action, Add) and action.row == 1]
            GAME.apply(state, seat, rng.choice(adds or legal), dealer)
    assert full


# Game end and victory conditions


def test_twenty_chips_make_the_round_the_last() -> None:
    """Game end: chips in hand reach 20, at the moment they do; the round is played to its end."""
    state = lay([[1], [2]], [(1, 2), (3, 4)], chips=[19, 5])
    events = do(state, 0, Add(1, 1, False))
    assert events[1] == FinalRoundDecided("chips", 0)
    assert GAME.public(state).final
    do(state, 1, Take(1))
    assert GAME.to_act(state) == (0,)
    do(state, 0, Add(2, 2, True))
    # Seat 0 has no card left and one row to take, and so it is the last.
    assert state.chips[0] == 20 - 1 + 1 + 4
    assert GAME.to_act(state) == ()


def test_the_match_ends_after_the_last_round() -> None:
    """Game end: highest score wins; once decided it remains so though chips are lost."""
    state = lay([[5, 5, (5, 1)], []], [(1,), (1,)], chips=[19, 8], out=[1])
    events = do(state, 0, Take(1))
    assert kinds(events) == [
        "row_taken",
        "final_round_decided",
        "row_counted",
        "round_ended",
        "match_over",
    ]
    assert state.chips == [11, 8]
    assert events[-1] == MatchOver((11, 8), (0,))
    assert GAME.to_act(state) == ()
    assert [GAME.legal(state, seat) for seat in range(2)] == [[], []]
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((11, 8), (0,))


def test_the_bank_running_out_makes_the_round_the_last() -> None:
    """Game end: the bank runs out; R7: also by a chip for a card face up, also if it refills."""
    state = lay([[1], [2, 5, 3]], [(1, 2), (3, 4)], chips=[15, 15], bank=1)
    events = do(state, 0, Add(1, 1, False))
    assert events[1:2] == [FinalRoundDecided("bank", 0)]
    events = do(state, 1, Take(2))
    assert not spoken(events, FinalRoundDecided)
    assert state.bank == 4
    assert state.final
    events = do(state, 0, Add(2, 1, False))
    assert GAME.to_act(state) == ()


def test_a_score_that_empties_the_bank() -> None:
    """R7: paid in full, and the bank reaches 0."""
    state = lay([[2, 3], [2]], [(1, 2), (3, 4)], chips=[5, 5], bank=5)
    events = do(state, 0, Take(1))
    assert events[1:] == [RowCounted(0, 1, 5, 5, 0, False, False), FinalRoundDecided("bank", 0)]
    assert (state.chips[0], state.owed[0], state.bank) == (10, 0, 0)


def test_a_score_that_the_bank_cant_pay() -> None:
    """Scoring when there is no chip left; R7: nothing is paid, all is counted at the end."""
    state = lay([[2, 3], [2, 1]], [(1, 2), (3, 4)], chips=[5, 5], bank=4)
    events = do(state, 0, Take(1))
    assert events[1:] == [RowCounted(0, 1, 5, 5, 5, False, False), FinalRoundDecided("owed", 0)]
    assert (state.chips[0], state.owed[0], state.bank) == (5, 5, 4)
    events = do(state, 1, Take(2))
    # The bank pays again what it can pay in full.
    assert (state.chips[1], state.owed[1], state.bank) == (8, 0, 1)
    result = GAME.result(state)
    assert result.scores == (10, 8)
    assert result.breakdown == ((("chips", 5), ("owed", 5)), (("chips", 8), ("owed", 0)))


def test_a_donburiko_that_the_bank_cant_pay() -> None:
    """R7: six points are owed, and the round ends as announced."""
    state = lay([[2, 4], [2]], [(1, 2), (3, 4)], chips=[5, 5], bank=3)
    do(state, 0, Take(1))
    assert state.taking is not None
    assert state.taking.counts == ((6, 6),)
    events = do(state, 0, Count(6, True))
    assert kinds(events) == ["row_counted", "final_round_decided", "round_ended", "match_over"]
    assert GAME.result(state).scores == (11, 5)


def test_an_empty_bank_gives_no_chip() -> None:
    """Adding a card to a card row face up: no chip, no later one; again once it refills."""
    state = lay([[1], [4, 4]], [(1, 2), (3, 4)], chips=[5, 5], bank=0, final=True)
    assert do(state, 0, Add(1, 1, False)) == [AddedFaceUp(0, 1, 1, 0, False)]
    assert (state.chips[0], state.bank) == (5, 0)
    do(state, 1, Take(2))
    assert (state.chips, state.bank) == ([5, 3], 2)
    events = do(state, 0, Add(2, 1, False))
    assert AddedFaceUp(0, 1, 2, 1, False) in events


def test_a_score_of_nothing_is_paid_by_an_empty_bank() -> None:
    """R7: nothing is nothing; the empty bank had decided the last round before."""
    state = lay([[1, -1], [2]], [(1, 2), (3, 4)], chips=[5, 5], bank=0, final=True)
    assert do(state, 0, Take(1))[1:] == [RowCounted(0, 1, 0, 0, 0, False, False)]
    assert state.owed == [0, 0]


def test_chips_on_rows_are_nobodys() -> None:
    """R5: they are no score; the bank gets them at the end of the round, which delays nothing."""
    state = lay([[2, 3], [2, (3, 0)]], [(1, 2), (3, 4)], chips=[5, 5], bank=5)
    do(state, 0, Take(1))
    assert state.final
    events = do(state, 1, Add(3, 2, True))
    assert state.final
    # Seat 0 is out, so seat 1 plays on; it lays its last card and must take.
    assert events[0] == AddedFaceDown(1, 2)
    do(state, 1, Add(4, 2, True))
    assert GAME.to_act(state) == ()
    assert GAME.result(state).scores == (10, 0 + 5 - 2 + 3 - 6)


def test_a_shared_victory() -> None:
    """R8: a tie is shared."""
    state = lay([[2, 3], []], [(1,), (1,)], chips=[5, 10], bank=5, out=[1])
    events = do(state, 0, Take(1))
    assert events[-1] == MatchOver((10, 10), (0, 1))
    assert GAME.result(state).winners == (0, 1)


def test_owed_points_dont_reach_twenty() -> None:
    """R7: the flag looks at chips in hand; owed points only count at the end."""
    state = lay([[2, 3], [2]], [(1, 2), (3, 4)], chips=[16, 5], bank=4)
    events = do(state, 0, Take(1))
    assert spoken(events, FinalRoundDecided) == [FinalRoundDecided("owed", 0)]


def test_round_sixty_is_the_last() -> None:
    """R10."""
    state = lay([[2, 3], []], [(1,), (1,)], out=[1], round_=58)
    assert not spoken(do(state, 0, Take(1)), FinalRoundDecided)
    assert (state.round, state.final) == (59, False)
    state = lay([[2, 3], []], [(1,), (1,)], out=[1], round_=59)
    events = do(state, 0, Take(1))
    assert spoken(events, FinalRoundDecided) == [FinalRoundDecided("rounds", None)]
    assert (state.round, state.final) == (60, True)
    state = lay([[2, 3], []], [(1,), (1,)], out=[1], round_=60, final=True)
    assert kinds(do(state, 0, Take(1)))[-1] == "match_over"


# Who may know what


def test_a_seat_knows_its_hand_and_its_own_face_down_cards() -> None:
    """Who may know what; views remember rows that were shown."""
    state = lay([[1, (2, 3), (-1, 1)], [2, (4, 3)], [], [5]], HANDS, out=[2], turn=0)
    public = GAME.public(state)
    assert public.rows[0].cards == (1, None, None)
    assert public.rows[0].owners == (FACE_UP, 3, 1)
    assert public.rows[0].chips == 2
    assert public.hand_sizes == (3, 3, 3, 3)
    assert public.gone == (2, 2)
    assert GAME.private(state, 3) == views.Private(
        (1, 2, 3), (views.OwnCard(1, 1, 2), views.OwnCard(2, 1, 4))
    )
    assert GAME.private(state, 0) == views.Private((1, 2, 3), ())


def test_the_rest_isnt_shown_at_the_end() -> None:
    """End of a round: cards still face down or in hands are not shown; chips are collected."""
    state = lay([[2, 4], [2, (3, 1)]], [(1, 2), (3, 4)], chips=[14, 5], bank=30)
    do(state, 0, Take(1))
    do(state, 0, Count(6, True))
    assert GAME.to_act(state) == ()
    public = GAME.public(state)
    assert public.turn is None
    assert public.rows[1] == views.Row(2, (2, None), (FACE_UP, 1), 0)
    assert public.bank == 30 - 6 + 1


def test_worlds_are_as_likely_as_they_should_be() -> None:
    """Of all ways to lay the unseen cards each comes as often: compared with all there are."""
    state = GAME.setup(3, views.Options(), ReplayDealer([0, list(DECK[3])]))
    # Played until few cards are unseen: the odds of what is left can be counted.
    state.rows = [(-2, -2, -1, -1), (0, 2), (4, 4, 5)]
    state.owners = [(FACE_UP, 1, FACE_UP, 1), (FACE_UP, 0), (FACE_UP, FACE_UP, FACE_UP)]
    state.room, state.takes = sets_of(state.rows)
    state.hands = [(0, 1, 3, 15), (2,), (3,)]
    state.aside = (15,)
    view = GAME.view(state, 0)
    unseen = [-2, -1, 2, 3, 15]
    ways = Counter((a, b, c, d, e) for a, b, c, d, e in itertools.permutations(unseen))
    rng = random.Random(11)
    found: Counter[tuple[int, ...]] = Counter()
    draws = 24_000
    for _ in range(draws):
        world = GAME.world(view, rng)
        assert world.rows[1] == (0, 2)
        assert world.hands[0] == (0, 1, 3, 15)
        found[
            (world.rows[0][1], world.rows[0][3], *world.hands[1], *world.hands[2], *world.aside)
        ] += 1
    assert found.keys() == ways.keys()
    expected = draws / len(ways)
    chi = sum((found[way] - expected) ** 2 / expected for way in ways)
    # 119 degrees of freedom: 200 is beyond one in a hundred thousand.
    assert chi < 200


# What is told at the end


VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def ended(*taken: views.TakenRow) -> views.Public:
    """Return what all see of a match of three with these rows taken."""
    state = GAME.setup(3, views.Options(), LiveDealer(random.Random(1)))
    return replace(GAME.public(state), taken=taken, round=1)


def test_who_had_the_best_row_there_is_is_told_of_no_better_one() -> None:
    for points, wanted in ((6, ""), (5, "Your best row brought 5")):
        row = views.TakenRow(1, 0, 1, (4, 2), (FACE_UP, 0), 1, points, points, 0, False)
        assert story.next_time(0, ended(row), VOICE).partition(":")[0] == wanted


def test_a_loach_that_saved_nothing_is_no_story() -> None:
    for points, told in ((2, True), (-2, False)):
        cards, owners = (LOACH, -2, 4), (1, FACE_UP, FACE_UP)
        row = views.TakenRow(1, 0, 1, cards, owners, 1, points, points, 0, False)
        said = story.story(ended(row), Result((9, 3, 3), (0,), ((), (), ())), 0, VOICE)
        assert ("hidden loach" in said) is told, said
