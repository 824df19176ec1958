"""What the coach of Ameno Kirifuda says is so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.kirifuda.rules import GAME
from cogs.kirifuda.state import State
from cogs.kirifuda.views import Play
from tests.games.coach.claims import Line, Sayings, check_coach, check_reached

SEASONS = ("", "spring", "summer", "autumn", "winter")
POINTS = {0: 2, 1: 3, 2: 5, 3: 8}


def row(state: State, seat: int, season: int) -> list[int]:
    """Return the places in a season's row where stones of a seat lie, counted from 0."""
    return [at for at in range(4) if state.lies[seat] >> (4 * (season - 1) + at) & 1]


def full(state: State, season: int) -> bool:
    """Tell whether a row has no room."""
    return sum(len(row(state, seat, season)) for seat in range(state.seats)) == 4


def waits(state: State, seat: int, season: int, count: int) -> bool:
    """Tell whether the seat has a blessing for so many stones there that doesn't count yet."""
    blessing = 10 * season + count
    return blessing in state.blessings[seat] and blessing not in state.achieved[seat]


def name(card: int) -> str:
    """Return a card's name."""
    return f"{SEASONS[card // 10]} {card % 10}"


def first_blessing(state: State, seat: int) -> Sayings:
    """It has none yet."""
    return [()] if state.phase == "draft" and state.round == 1 and not state.blessings[seat] else []


def take_back(state: State, seat: int) -> Sayings:
    """It won with no stone in hand, and has more than three on the board."""
    if state.phase == "return":
        assert not state.stones[seat], "a stone is in hand, and one comes back"
        yield ()


def row_full(state: State, seat: int) -> Sayings:
    """No space is free in the row of the card that won."""
    return [()] if state.phase == "place" and full(state, state.row) else []


def fulfils(state: State, seat: int) -> Sayings:
    """One stone more makes what a blessing asks for."""
    if state.phase == "place":
        count = len(row(state, seat, state.row)) + 1
        if waits(state, seat, state.row, count):
            yield count, SEASONS[state.row], POINTS[count]


def place(state: State, seat: int) -> Sayings:
    """What its stones are worth now."""
    if state.phase == "place" and state.lies[seat]:
        rows = [row(state, seat, season) for season in range(1, 5)]
        runs = [
            length
            for places in rows
            for start in places
            for length in range(1, 5)
            if all(at in places for at in range(start, start + length))
        ]
        yield sum(map(len, rows)), max(runs, default=0)


def stones(state: State, seat: int, count: int) -> Sayings:
    """It has so many in hand, and three on the board to lose."""
    if state.phase == "play" and state.stones[seat] == count:
        assert sum(len(row(state, seat, season)) for season in range(1, 5)) + count >= 3, (
            "there are too few stones"
        )
        yield ()


def beats(card: int, other: int, led: int) -> bool:
    """Tell whether a card beats one that was winning, by the sheet."""
    trump = led % 4 + 1
    if card // 10 == other // 10:
        return card > other
    return card // 10 == trump


def winning(state: State, seat: int) -> Iterator[int]:
    """Yield what the seat may play and would win with as the trick stands."""
    for move in GAME.legal(state, seat):
        if state.phase == "play" and state.running:
            assert isinstance(move, Play), "the best move plays no card"
            if beats(move.card, state.best, state.running[0] // 10):
                yield move.card


def breaks(state: State, seat: int, *, none: bool) -> Sayings:
    """It has what a blessing asks for, and would get a stone more there."""
    for card in winning(state, seat):
        season = card // 10
        count = len(row(state, seat, season))
        if not full(state, season) and waits(state, seat, season, count) and none == (not count):
            many = () if none else (count,)
            yield (name(card), *many, SEASONS[season], POINTS[count])


def follows(state: State, seat: int) -> Sayings:
    """It must follow, and can win."""
    best = max(winning(state, seat), default=0)
    if best and best // 10 == state.running[0] // 10:
        yield SEASONS[best // 10].capitalize(), name(best), SEASONS[best // 10]


def trumps(state: State, seat: int) -> Sayings:
    """It needn't follow, and can win."""
    best = max(winning(state, seat), default=0)
    if best and best // 10 != state.running[0] // 10:
        moves = [move.card for move in GAME.legal(state, seat) if isinstance(move, Play)]
        assert all(card // 10 != state.running[0] // 10 for card in moves), (
            "it must follow, and may trump"
        )
        yield SEASONS[state.running[0] // 10], name(best), SEASONS[best // 10]


def cant(state: State, seat: int, *, choice: bool) -> Sayings:
    """Nothing wins of several cards, or the only one doesn't."""
    asked = state.phase == "play" and state.running
    several = len(GAME.legal(state, seat)) > 1
    return [()] if asked and several == choice and not list(winning(state, seat)) else []


def draft(state: State, *, zero: bool) -> Sayings:
    """A card for a row without stones lies open, or none does."""
    lies = any(blessing % 10 == 0 for blessing in state.display)
    return [()] if state.phase == "draft" and lies == zero else []


LINES = [
    Line(
        r"Most points win: a blessing adds some if its row holds exactly that many of your stones "
        r"when a round ends.",
        first_blessing,
    ),
    Line(
        r"There is only one of each card, so a rival may take it first. A 0 pays if you have no "
        r"stone in its row.",
        lambda state, _seat: draft(state, zero=True),
    ),
    Line(
        r"There is only one of each card, so a rival may take it first.",
        lambda state, _seat: draft(state, zero=False),
        variant=True,
    ),
    Line(
        r"A ticked blessing counts already: give it up for a stone, and its points are gone.",
        lambda state, seat: [()] if state.phase == "discard" and state.achieved[seat] else [],
    ),
    Line(
        r"Keep the blessings that you can still reach: each one you give up becomes a "
        r"stone in your hand.",
        lambda state, _seat: [()] if state.phase == "discard" else [],
    ),
    Line(
        r"You won without a stone in hand, so three come off the board. You score stones × longest "
        r"run, so keep a run if you can.",
        take_back,
    ),
    Line(
        r"The row is full: a stone of your choice moves to the next season with room, and yours "
        r"takes its place. Moving a rival's may cost them points.",
        row_full,
    ),
    Line(
        r"This stone makes exactly (\d) in (\w+): \+(\d) if it stays so until the round ends.",
        fulfils,
    ),
    Line(
        r"Any space of the row will do for your first stone. You score stones × longest run, and "
        r"stones side by side in a row make a run.",
        lambda state, seat: [()] if state.phase == "place" and not state.lies[seat] else [],
    ),
    Line(
        r"You score stones × longest run, now (\d)\xa0×\xa0(\d). Stones side by side in a row "
        r"make a run.",
        place,
    ),
    Line(
        r"You have no stone left: win a trick now, and three come off the board.",
        lambda state, seat: stones(state, seat, 0),
    ),
    Line(
        r"You have one stone left, for one win: win again after it, and three come off the "
        r"board.",
        lambda state, seat: stones(state, seat, 1),
    ),
    Line(
        r"Your (.+) wins as it stands, but you have exactly (\d) in (\w+), worth (\d): one "
        r"more is too many.",
        lambda state, seat: breaks(state, seat, none=False),
    ),
    Line(
        r"Your (.+) wins as it stands, but you have no stone in (\w+), worth (\d): one is too "
        r"many.",
        lambda state, seat: breaks(state, seat, none=True),
        variant=True,
    ),
    Line(
        r"Lead high if you want a stone, low if you don't: whoever holds your season must "
        r"follow it.",
        lambda state, _seat: [()] if state.phase == "play" and not state.running else [],
    ),
    Line(
        r"(\w+) must be followed, and your (.+) wins as it stands, for a stone in (\w+).",
        follows,
    ),
    Line(
        r"You have no (\w+), but your (.+) is trump and wins as it stands: do you want a stone"
        r" in (\w+)\?",
        trumps,
    ),
    Line(
        r"No card you may play can win this trick: get rid of one you don't need.",
        lambda state, seat: cant(state, seat, choice=True),
    ),
    Line(
        r"The card that you must play can't win this trick.",
        lambda state, seat: cant(state, seat, choice=False),
        variant=True,
    ),
]


def test_what_the_coach_says_is_so() -> None:
    check_coach("kirifuda", LINES, 12, "few")


@pytest.mark.long
def test_the_coach_says_each_of_its_lines() -> None:
    check_reached(LINES, check_coach("kirifuda", LINES, 200, "many"))
