"""What the coach of Colors of Kasane says is so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from cogs.kasane.rules import GAME
from cogs.kasane.state import State
from cogs.kasane.views import BOXES, FREE, Take
from tests.games.coach.claims import Line, Sayings, check_coach, check_reached

TURNS = {3: 4, 4: 3}
ROUNDS = {3: 3, 4: 4}


def fronts(state: State) -> list[int]:
    """Return the cards that lie in front."""
    return [row[-1] for row in state.rows if row]


def melds(state: State, seat: int) -> list[tuple[int, Take]]:
    """Return the legal moves that take a number and make a meld, each with its points."""
    found: list[tuple[int, Take]] = []
    for move in GAME.legal(state, seat):
        if move.meld is not None and state.rows[move.row - 1][-1]:
            points = [
                box.points
                for box, owner in zip(BOXES, state.marks, strict=True)
                if (box.meld, box.size) == (move.meld, move.size) and owner == FREE
            ]
            found.append((points[0], move))
    return found


def best_melds(state: State, seat: int, *, top: bool) -> Sayings:
    """Nothing in front makes more; where several make as much, the first row is named."""
    found = melds(state, seat)
    most = max([points for points, _move in found], default=0)
    first = min([move.row for points, move in found if points == most], default=0)
    named = [
        move for points, move in found if points == most and move.row == first and move.top == top
    ]
    return [(move.row, state.rows[move.row - 1][-1]) for move in named]


def no_hand(state: State, seat: int) -> Sayings:
    """It holds nothing, and has marked no box yet."""
    return [] if state.hands[seat] or seat in state.marks else [()]


def first_box(state: State, seat: int) -> Sayings:
    """It holds nothing, and has marked its first box."""
    return [()] if state.marks.count(seat) == 1 and not state.hands[seat] else []


def robe_of_six(state: State, seat: int) -> Sayings:
    """It is one or two cards from counting, and nothing is in hand."""
    return [()] if len(state.robes[seat]) in (6, 7) and not state.hands[seat] else []


def plus_one(state: State, seat: int, *, easier: bool) -> Sayings:
    """There's a +1 to take, and it has taken none yet."""
    new = 0 in fronts(state) and 0 not in state.robes[seat]
    return [()] if new and state.easier == easier else []


def last_round(state: State, seat: int) -> Sayings:
    """No round comes after it, and it is the seat's first turn there."""
    taken = len(state.hands[seat]) + len(state.robes[seat])
    each = 12 // ROUNDS[state.seats]
    return [()] if taken == each * (ROUNDS[state.seats] - 1) else []


def last_turn(state: State, seat: int, *, one: bool) -> Sayings:
    """Nothing can be kept for later, and there's a +1 or not; a meld in reach is said before."""
    return [()] if not turn_to_come(state, seat) and (0 in fronts(state)) == one else []


def turn_to_come(state: State, seat: int) -> bool:
    """Tell whether this isn't the seat's last turn."""
    taken = len(state.hands[seat]) + len(state.robes[seat])
    return taken < TURNS[state.seats] * ROUNDS[state.seats] - 1


def free(state: State, meld: str, size: int) -> bool:
    """Tell whether a meld of some size can still be made."""
    boxes = zip(BOXES, state.marks, strict=True)
    return any((box.meld, box.size) == (meld, size) and owner == FREE for box, owner in boxes)


def robe_helps(state: State, seat: int) -> Sayings:
    """A number lies on top of its robe."""
    top = state.robes[seat][-1:]
    if top and top[0] and turn_to_come(state, seat) and free(state, "juu", 2):
        yield 10 - top[0], top[0]


def robe_of_a_kind(state: State, seat: int, *, odd: bool) -> Sayings:
    """With the last card of its robe and nothing in hand: two turns are enough for a meld of it."""
    top = state.robes[seat][-1:]
    if not top or not top[0] or state.hands[seat] or top[0] % 2 != odd:
        return
    if turn_to_come(state, seat) and free(state, "katyou" if odd else "setsu", 3):
        yield (top[0],)


def pairs(state: State, seat: int) -> Iterator[tuple[int, int, int]]:
    """Yield each number in front and the one that it would lie on, if there's a turn to come."""
    for row, cards in enumerate(state.rows):
        if cards and cards[-1] and state.hands[seat] and turn_to_come(state, seat):
            yield row, cards[-1], state.hands[seat][-1]


def alike(state: State, seat: int, *, odd: bool) -> Sayings:
    """Both odd or both even."""
    for _row, card, below in pairs(state, seat):
        if card % 2 == below % 2 == odd and free(state, "katyou" if odd else "setsu", 3):
            yield card, below, card


def in_order(state: State, seat: int, *, down: bool) -> Sayings:
    """A third in the same direction makes a run, which is within 1 to 5 or within 5 to 9."""
    for _row, card, below in pairs(state, seat):
        thirds: Sequence[int] = range(1, card) if down else range(card + 1, 10)
        for third in thirds if (card < below) == down and card != below else ():
            three = {below, card, third}
            low, high = max(three) <= 5, min(three) >= 5
            if (low and free(state, "kagen", 3)) or (high and free(state, "jyougen", 3)):
                yield card, below, card, third


LINES = [
    Line(
        r"Row (\d)'s (\d) would make a meld with the last card of your robe, in brackets here. If "
        r"you take it, you can score that.",
        lambda state, seat: best_melds(state, seat, top=True),
    ),
    Line(
        r"Row (\d)'s (\d) would make a meld at the end of your hand. If you take it, you can score "
        r"that.",
        lambda state, seat: best_melds(state, seat, top=False),
        variant=True,
    ),
    Line(
        r"Take a front card: a number goes on the right of your hand. Collect a meld there, like "
        r"4-3-2: it scores 3 points.",
        no_hand,
    ),
    Line(
        r"On the board, each \+ beside a meld can still be scored: \+4 takes 4 cards, but a trio "
        r"always 3. Your sign marks the one you scored.",
        first_box,
    ),
    Line(
        r"At the end a robe of 8 cards or more scores its colours too: 5 points for 1 or 9 "
        r"colours, 0 for 5.",
        robe_of_six,
    ),
    Line(
        r"A \+1 goes straight to your robe for 1 point. Your hand stays as it is, and you may "
        r"still lay a meld from it.",
        lambda state, seat: plus_one(state, seat, easier=True),
    ),
    Line(
        r"A \+1 goes straight to your robe for 1 point. Your hand stays as it is.",
        lambda state, seat: plus_one(state, seat, easier=False),
        variant=True,
    ),
    Line(
        r"Last round: cards left in your hand score nothing, so even a small meld helps.",
        last_round,
    ),
    Line(
        r"This is your last turn: a \+1 still scores 1 point.",
        lambda state, seat: last_turn(state, seat, one=True),
    ),
    Line(
        r"This is your last turn, and no front card brings you points: take any of them.",
        lambda state, seat: last_turn(state, seat, one=False),
    ),
    Line(
        r"If a card (\d) comes to the front, it can score 2 by itself: with the (\d) at the end of "
        r"your robe it makes 10.",
        robe_helps,
    ),
    Line(
        r"The last card of your robe may begin a meld: its (\d) and two more odd numbers.",
        lambda state, seat: robe_of_a_kind(state, seat, odd=True),
    ),
    Line(
        r"The last card of your robe may begin a meld: its (\d) and two more even numbers.",
        lambda state, seat: robe_of_a_kind(state, seat, odd=False),
        variant=True,
    ),
    Line(
        r"With the (\d) your hand ends in (\d)-(\d): two odd numbers. A third can score 3.",
        lambda state, seat: alike(state, seat, odd=True),
    ),
    Line(
        r"With the (\d) your hand ends in (\d)-(\d): two even numbers. A third can score 3.",
        lambda state, seat: alike(state, seat, odd=False),
        variant=True,
    ),
    Line(
        r"With the (\d) your hand ends in (\d)-(\d), which goes down. (\d) next turn can "
        r"score 3 as a run.",
        lambda state, seat: in_order(state, seat, down=True),
    ),
    Line(
        r"With the (\d) your hand ends in (\d)-(\d), which goes up. (\d) next turn can "
        r"score 3 as a run.",
        lambda state, seat: in_order(state, seat, down=False),
        variant=True,
    ),
    Line(
        r"You may never sort your hand, so take cards in the order of the meld you want.",
        lambda _state, _seat: [()],
    ),
]


def test_what_the_coach_says_is_so() -> None:
    check_coach("kasane", LINES, 12, "few")


@pytest.mark.long
def test_the_coach_says_each_of_its_lines() -> None:
    check_reached(LINES, check_coach("kasane", LINES, 200, "many"))
