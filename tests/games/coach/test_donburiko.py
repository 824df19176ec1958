"""What the coach of Donburiko! says is so."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from cogs.donburiko.state import State
from tests.contract.seen import NAMES
from tests.games.coach.claims import Line, Sayings, check_coach, check_reached

UP = -1
NAMED = {15: "acorn 1 or 5", 0: "loach", -1: "pond −1", -2: "pond −2"}


def worths(cards: tuple[int, ...]) -> set[int]:
    """Return all that a row can come to, by the sheet."""
    if len(cards) == 7:
        return {0}
    each = [(1, 5) if card == 15 else (abs(card) if 0 in cards else card,) for card in cards]
    return {sum(way) for way in itertools.product(*each)}


def known(state: State, seat: int) -> Iterator[tuple[int, tuple[int, ...], bool]]:
    """Yield the rows in which the seat knows all: number, cards, whether some are face down."""
    for at, (cards, owners) in enumerate(zip(state.rows, state.owners, strict=True)):
        if cards and set(owners) <= {UP, seat}:
            yield at + 1, cards, seat in owners


def counted(state: State, seat: int) -> tuple[int, ...]:
    """Return the row that the seat is to count; () if it hasn't just taken one."""
    return state.taking.cards if state.taking is not None and state.turn == seat else ()


def six_to_count(state: State, seat: int, *, last: bool) -> Sayings:
    """It can be 6, and somebody has no row yet, or it is the last one taken."""
    return [()] if 6 in worths(counted(state, seat)) and all(state.out) == last else []


def to_count(state: State, seat: int) -> Sayings:
    """There is a 1 or 5 in it, and it can't be 6 or the line before says so."""
    return [()] if 15 in counted(state, seat) else []


def adds_nothing(state: State, seat: int) -> Sayings:
    """No card, or no row with room; a row can be taken."""
    room = any(0 < len(row) < 7 for row in state.rows)
    takes = any(len(row) >= 2 for row in state.rows)
    return [()] if takes and not (state.hands[seat] and room) else []


def alone(state: State, seat: int) -> Sayings:
    """All others have taken."""
    return [()] if all(state.out[other] for other in range(state.seats) if other != seat) else []


def sixes(state: State, seat: int, *, hidden: bool) -> list[int]:
    """Return the rows that can be taken as 6."""
    return [
        row
        for row, cards, some in known(state, seat)
        if len(cards) >= 2 and 6 in worths(cards) and some == hidden
    ]


def six_in_secret(state: State, seat: int) -> Sayings:
    """Only own cards are hidden in it."""
    return [(row,) for row in sixes(state, seat, hidden=True)]


def six_for_all(state: State, seat: int) -> Sayings:
    """Nothing is hidden in it, and the next one still in could take it."""
    order = [(seat + step) % state.seats for step in range(1, state.seats)]
    after = [NAMES[other] for other in order if not state.out[other]]
    return [(row, after[0]) for row in sixes(state, seat, hidden=False)]


def card_for_six(state: State, seat: int) -> Sayings:
    """A card of the hand makes it 6."""
    return [
        (NAMED.get(card, f"acorn {card}"), row)
        for row, cards, _hidden in known(state, seat)
        for card in state.hands[seat]
        if len(cards) < 6 and 6 in worths((*cards, card))
    ]


def six_cards(state: State, seat: int) -> Sayings:
    """One more, and it holds seven."""
    return [(row + 1,) for row, cards in enumerate(state.rows) if len(cards) == 6]


def no_bank(state: State, seat: int) -> Sayings:
    """Nothing to win."""
    return [()] if state.bank == 0 else []


def good_rows(state: State, seat: int) -> Sayings:
    """The best that such a row scores is 4 or 5; the better row is named."""
    best = [
        (max([worth for worth in worths(cards) if worth <= 6], default=0), row)
        for row, cards, _hidden in known(state, seat)
        if len(cards) >= 2
    ]
    top = max([worth for worth, _row in best if worth in (4, 5)], default=None)
    return [(row, worth) for worth, row in best if worth == top]


def loach_lies(state: State, seat: int) -> Sayings:
    """The seat knows of both in one row."""
    for row, (cards, owners) in enumerate(zip(state.rows, state.owners, strict=True), 1):
        mine = [card for card, owner in zip(cards, owners, strict=True) if owner in (UP, seat)]
        if 0 in mine and (-1 in mine or -2 in mine):
            yield (row,)


def loach_held(state: State, seat: int) -> Sayings:
    """It holds one, and a chip."""
    return [()] if 0 in state.hands[seat] and state.chips[seat] else []


def last_round(state: State, seat: int) -> Sayings:
    """No round comes after it."""
    return [()] if state.final else []


LINES = [
    Line(
        r"Your row can count as 6: call Donburiko! and the round ends at once, so whoever has "
        r"no row yet gets none.",
        lambda state, seat: six_to_count(state, seat, last=False),
    ),
    Line(
        r"Your row can count as 6, the most a row can. Everybody has a row, so the round ends "
        r"either way.",
        lambda state, seat: six_to_count(state, seat, last=True),
    ),
    Line(
        r"You choose now what each 1 or 5 counts as. Nearest to 6 without going over wins most; "
        r"over 6 you pay.",
        to_count,
    ),
    Line(
        r"You can't add a card now, so you must take a row. Above 6 or below 0 it costs chips.",
        adds_nothing,
    ),
    Line(r"You're the last one in: nobody can take a row from you.", alone),
    Line(
        r"Row (\d) scores 6, and the others can't see that: take it before somebody adds to "
        r"it.",
        six_in_secret,
    ),
    Line(
        r"Row (\d) scores 6, the most a row can, and (\w+) plays next and could take it.",
        six_for_all,
    ),
    Line(r"Row (\d) has six cards: a seventh makes it worth 0.", six_cards),
    Line(r"The bank is empty, so face up wins nothing now.", no_bank),
    Line(
        r"Row (\d) scores (\d) now: waiting may bring more, but somebody may take it or add to"
        r" it.",
        good_rows,
    ),
    Line(
        r"Your (.+) can make row (\d) exactly 6, but then the others play before you: "
        r"they often take it, or add to it.",
        card_for_six,
    ),
    Line(r"The loach in row (\d) makes ponds count plus: −2 is \+2 there.", loach_lies),
    Line(
        r"Your loach makes every pond in its row count plus. Face down, nobody can tell.",
        loach_held,
    ),
    Line(r"This is the last round: most chips at its end win.", last_round),
    Line(
        r"Add a card \(face up wins a chip\) or take a row of two cards or more. 6 is "
        r"best, and over 6 you pay.",
        lambda _state, _seat: [()],
    ),
]


def test_what_the_coach_says_is_so() -> None:
    check_coach("donburiko", LINES, 12, "few")


@pytest.mark.long
def test_the_coach_says_each_of_its_lines() -> None:
    check_reached(LINES, check_coach("donburiko", LINES, 200, "many"))
